"""What both environments share: the size, the rewards, the limit on steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..base.errors import RuleError, counted
from ..game import Rules
from ..model.board import HIDDEN, MINE


@dataclass(frozen=True)
class EnvConfig:
    """Size, rules and rewards of an environment.

    first_click, reveal: As for :class:`minesolver.game.Rules`
    win_reward, loss_reward, step_reward: By default those of the notebook that the ``mdp`` package follows:
        +10, -1, -0.04
    repeat_reward: For an action on an open cell, which changes nothing; ``None``: as any step
    max_steps: Steps after which an episode is truncated; ``None``: twice the cells
    Raises RuleError: what cannot be played.
    """

    rows: int = 9
    cols: int = 9
    mines: int = 10
    first_click: str = "safe"
    reveal: str = "cascade"
    win_reward: float = 10.0
    loss_reward: float = -1.0
    step_reward: float = -0.04
    repeat_reward: float | None = None
    max_steps: int | None = None

    def __post_init__(self) -> None:
        self.rules.check(self.rows, self.cols, self.mines)
        if self.rules.start is not None:
            raise RuleError("the first action is the agent's: first_click is none, safe, zero or row-col")
        if self.max_steps is not None and self.max_steps < 1:
            raise RuleError(f"max_steps is at least 1, not {self.max_steps}")
        # No first cell has more neighbours, so none leaves less room.
        inner = min(1, self.rows - 1), min(1, self.cols - 1)
        room = len(self.rules.allowed(self.rows, self.cols, inner))
        if self.mines > room:
            raise RuleError(
                f"no room for {counted(self.mines, 'mine')}: first_click={self.first_click!r} "
                f"leaves room for {room} "
                f"at some first cells of a {self.rows}x{self.cols} board"
            )

    @property
    def rules(self) -> Rules:
        """The rules of its games."""
        return Rules(self.first_click, "lose", "open", self.reveal)  # type: ignore[arg-type]

    @property
    def cells(self) -> int:
        """Rows times columns."""
        return self.rows * self.cols

    @property
    def limit(self) -> int:
        """Steps after which an episode is truncated."""
        return 2 * self.cells if self.max_steps is None else self.max_steps

    @property
    def repeated(self) -> float:
        """The reward of an action on an open cell."""
        return self.step_reward if self.repeat_reward is None else self.repeat_reward

    def observation_space(self) -> spaces.Space[npt.NDArray[np.int8]]:
        """What an agent sees.

        Returns: int8 (rows, cols): -1 hidden, 0 to 8 a clue, 10 the mine that was hit.
        """
        return cast(
            "spaces.Space[npt.NDArray[np.int8]]", spaces.Box(HIDDEN, MINE, (self.rows, self.cols), np.int8)
        )

    def action_space(self) -> spaces.Discrete:
        """Which cell to open.

        Returns: ``row * cols + col``.
        """
        return spaces.Discrete(self.cells)
