"""GEM: ``gem.make("minesolver-v0", size="6x6/6", reward="dense")``, once this module is imported."""

from typing import Any

from gem import Env, register

from ..text import TextEnv


class MinesweeperEnv(Env):  # type: ignore[misc]
    """Episodes of :class:`TextEnv`, whose arguments it takes; ``reset(seed)`` begins episode ``seed``."""

    def __init__(self, **config: Any) -> None:
        self.env = TextEnv(**config)

    def reset(self, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        """(prompt, info) of a new episode."""
        super().reset(seed)
        return self.env.reset(seed), {}

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """(prompt, reward, terminated, truncated, info) after an answer."""
        turn = self.env.step(action)
        return turn.text, turn.reward, turn.done, False, turn.info


register("minesolver-v0", MinesweeperEnv)
