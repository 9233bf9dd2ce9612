"""verifiers: a taskset and its environment, whose id is the name of a module of yours with the line
``from minesolver.env.adapters.verifiers import MinesweeperEnv, MinesweeperTaskset, __all__``.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

import verifiers.v1 as vf
from pydantic import create_model

from ..text import TextEnv
from . import arguments

__all__ = ["MinesweeperEnv", "MinesweeperTaskset"]

Config = create_model("Config", __base__=vf.TasksetConfig, **arguments())


class Data(vf.TaskData):  # type: ignore[misc]
    """An episode, and the arguments of its :class:`TextEnv`."""

    episode: int
    config: dict[str, Any]


class MinesweeperTask(vf.Task[Data, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """One episode."""


class MinesweeperTaskset(vf.Taskset[MinesweeperTask, Config]):  # type: ignore[misc]
    """Episodes of :class:`TextEnv`, whose arguments it takes."""

    INFINITE = True

    def load(self) -> Iterator[MinesweeperTask]:
        """Episode after episode."""
        config = {name: getattr(self.config, name) for name in arguments()}
        env = TextEnv(**config)
        for i in count():
            prompt = env.reset(i)
            yield MinesweeperTask(Data(prompt=prompt, episode=i, config=config), self.config.task)


class EnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """``player``: the agent that plays."""

    player: vf.AgentConfig = vf.AgentConfig()


class MinesweeperEnv(vf.Env[EnvConfig]):  # type: ignore[misc]
    """The reward ``game`` is the sum of those of all moves; the figures of the score are metrics."""

    async def run(self, task: MinesweeperTask, agents: vf.Agents) -> None:
        """Play an episode."""
        env, total = TextEnv(**task.data.config), 0.0
        env.reset(task.data.episode)
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                turn = env.step(segment.last_reply)
                total += turn.reward
                if turn.done:
                    break
                segment = await interaction.turn(turn.text)
        interaction.trace.record_reward("game", total, 1.0)
        interaction.trace.record_metrics({name: value.value for name, value in env.score.summary().items()})
