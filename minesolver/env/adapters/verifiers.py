"""verifiers: a taskset and its environment, whose id is the name of a module of yours with the line
``from minesolver.env.adapters.verifiers import MinesweeperEnv, MinesweeperTaskset, __all__``.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

import verifiers.v1 as vf

from ..text import TextEnv

__all__ = ["MinesweeperEnv", "MinesweeperTaskset"]


class Config(vf.TasksetConfig):  # type: ignore[misc]
    """``game``: the arguments of :class:`TextEnv`."""

    game: dict[str, Any] = {}  # noqa: RUF012  (pydantic copies it)


class MinesweeperTaskset(vf.Taskset[vf.Task, Config]):  # type: ignore[misc]
    """Episode after episode of a :class:`TextEnv`."""

    INFINITE = True

    def load(self) -> Iterator[vf.Task]:
        """The episodes, by their prompts."""
        game = self.config.game
        env = TextEnv(**game)
        for episode in count():
            data = vf.WireTaskData(prompt=env.reset(episode), episode=episode, game=game)
            yield vf.Task(data, self.config.task)


class EnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """``player``: the agent that plays."""

    player: vf.AgentConfig = vf.AgentConfig()


class MinesweeperEnv(vf.Env[EnvConfig]):  # type: ignore[misc]
    """The reward ``game`` is the sum of those of all moves; the figures of the score are metrics."""

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        """Play an episode."""
        env = TextEnv(**task.data.game)
        env.reset(task.data.episode)
        total = 0.0
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                turn = env.step(segment.last_reply)
                total += turn.reward
                if turn.done:
                    break
                segment = await interaction.turn(turn.text)
        interaction.trace.record_reward("game", total, 1.0)
        interaction.trace.record_metrics(
            {name: value.value for name, value in env.score.summary().items()}
        )
