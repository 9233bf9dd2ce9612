"""What both environments share: the size, the rewards, the limit on steps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ..base.errors import RuleError
from ..game import Rules
from ..model.board import HIDDEN, MINE, Board
from .text import Dense


@dataclass(frozen=True)
class EnvConfig:
    """Size, rules and rewards of an environment.

    first_click, reveal: As for :class:`minesolver.game.Rules`
    win_reward, loss_reward, step_reward: By default those of the notebook that the ``mdp`` package follows:
        +10, -1, -0.04
    repeat_reward: For an action on an open cell, which changes nothing; ``None``: as any step
    dense: What is added for each cell that is opened, unless the rules protect it
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
    repeat_reward: float = None  # type: ignore[assignment]
    max_steps: int = None  # type: ignore[assignment]
    dense: Dense | None = None

    def __post_init__(self) -> None:
        ground = self.rules.check(self.rows, self.cols, self.mines)
        if self.rules.start is not None:
            raise RuleError("the first action is the agent's: first_click is none, safe, zero or row-col")
        if self.max_steps is None:
            object.__setattr__(self, "max_steps", 2 * self.cells)
        elif self.max_steps < 1:
            raise RuleError(f"max_steps is at least 1, not {self.max_steps}")
        if self.repeat_reward is None:
            object.__setattr__(self, "repeat_reward", self.step_reward)
        # No first cell has more neighbours, so none leaves less room.
        self.rules.check_click(ground, min(1, self.rows - 1) * self.cols + min(1, self.cols - 1))

    @property
    def rules(self) -> Rules:
        """The rules of its games."""
        return Rules(self.first_click, "lose", "open", self.reveal)  # type: ignore[arg-type]

    @property
    def cells(self) -> int:
        """Rows times columns."""
        return self.rows * self.cols

    def given_away(self, board: Board, cell: int, first: bool) -> float:
        """The dense reward of opening a hidden cell, by its index."""
        if self.dense is None or (first and self.first_click != "none"):
            return 0.0
        return self.dense(board, divmod(cell, self.cols))

    def observation_space(self) -> spaces.Space[npt.NDArray[np.int8]]:
        """What an agent sees: int8 (rows, cols), -1 hidden, 0 to 8 a clue, 10 the mine that was hit."""
        box = spaces.Box(HIDDEN, MINE, (self.rows, self.cols), np.int8)
        return cast("spaces.Space[npt.NDArray[np.int8]]", box)

    def action_space(self) -> spaces.Discrete:
        """Which cell to open: ``row * cols + col``."""
        return spaces.Discrete(self.cells)
