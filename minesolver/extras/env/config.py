"""What both environments share: the size, the rewards, the limit on steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite, prod
from numbers import Integral, Real
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ...base.errors import RuleError, quoted
from ...game import Rules
from ...game.ground import Ground
from ...model.board import HIDDEN, MINE, Board
from ...model.rules.codes import read_letter
from ...model.rules.rule import read_number
from ...model.variant import HIDDEN as HIDDEN_UNDER_RULES
from ...model.variant import Clue, VariantBoard, mines_in
from .text import Dense

HIT = 127
"""The mine that was hit, under rules."""
SILENT = 126
"""An opened cell that shows nothing, under rules."""


@dataclass(frozen=True)
class EnvConfig:
    """Size, rules and rewards of an environment.

    first_click, reveal, board: As for :class:`minesolver.game.Rules`; clues have to be numbers, or letters,
        of which A is 0
    deal: How mines are dealt, there ``mines``; not where games are stepped together
    layers: Sizes before rows and columns
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
    board: str = "square"
    deal: str = "hidden"
    layers: Sequence[int] = ()

    def __post_init__(self) -> None:
        ground = self.rules.check(self.rows, self.cols, self.mines, self.layers)
        self._check_clues(ground.blank(None))
        self._check_first_click()
        self._check_numbers()
        self._set_defaults()
        self._check_room(ground)

    def _check_clues(self, board: Board | VariantBoard) -> None:
        """Raises RuleError: the clues of such a board are more than a number or a letter each."""
        if isinstance(board, Board):
            return
        clues = board.rules.clues
        if len(clues) > 1 or clues[0].read not in (read_number, read_letter):
            raise RuleError(
                f"an observation is of numbers, and clues of {clues[-1].name} are more than that"
            )

    def _check_first_click(self) -> None:
        """Raises RuleError: the rules would open or name the first cell, and an agent opens another one."""
        if self.rules.start is not None or self.first_click == "given":
            raise RuleError(
                "the first action is the agent's: first_click is none, safe, zero or row-col"
            )

    def _set_defaults(self) -> None:
        """What follows from other fields where it is not said; the fields are frozen, but not yet used."""
        if self.max_steps is None:
            object.__setattr__(self, "max_steps", 2 * self.cells)
        if self.repeat_reward is None:
            object.__setattr__(self, "repeat_reward", self.step_reward)

    def _check_room(self, ground: Ground) -> None:
        """Raises RuleError: an agent may begin at a cell that leaves no room for the mines."""
        first_cells: Sequence[int] = range(ground.cells)
        if self.board == "square":
            # No cell has more neighbours than this one, so none leaves less room.
            first_row = min(1, self.rows - 1)
            first_col = min(1, self.cols - 1)
            first_cells = [first_row * self.cols + first_col]
        for cell in first_cells:
            self.rules.check_click(ground, cell)

    def _check_numbers(self) -> None:
        """What would else fail at some step only. Raises RuleError."""
        if self.max_steps is not None:
            is_whole = isinstance(self.max_steps, Integral) and not isinstance(self.max_steps, bool)
            if not is_whole:
                raise RuleError(f"max_steps is a whole number, not {quoted(self.max_steps)}")
            if self.max_steps < 1:
                raise RuleError(f"max_steps is at least 1, not {self.max_steps}")
        for name in ("win_reward", "loss_reward", "step_reward", "repeat_reward"):
            reward: Any = getattr(self, name)
            is_number = isinstance(reward, Real) and isfinite(reward)
            if not is_number and (name, reward) != ("repeat_reward", None):
                raise RuleError(f"{name} is a number, not {quoted(reward)}")
        if self.dense is not None and not isinstance(self.dense, Dense):
            raise RuleError(f"dense is minesolver.env.text.Dense(...), not {quoted(self.dense)}")

    @property
    def rules(self) -> Rules:
        """The rules of its games."""
        reveal: Any = self.reveal  # `Rules` checks these two
        deal: Any = self.deal
        return Rules(self.first_click, "lose", "open", reveal=reveal, board=self.board, deal=deal)

    @property
    def shape(self) -> tuple[int, ...]:
        """Of an observation; one row of all cells where some places have none."""
        board_shape = *self.layers, self.rows, self.cols
        return board_shape if prod(board_shape) == self.cells else (self.cells,)

    @cached_property
    def cells(self) -> int:
        """How many there are."""
        return self.rules.check(self.rows, self.cols, self.mines, self.layers).cells

    def seen(self, board: Any) -> npt.NDArray[np.int8]:
        """What an agent sees of a board."""
        if isinstance(board, Board):
            return np.array(board.grid)
        values = [_code(board[cell]) for cell in board.cells]
        return np.array(values, np.int8).reshape(self.shape)

    def given_away(self, board: Any, cell: int, is_first: bool) -> float:
        """The dense reward of opening a hidden cell, by its index."""
        if self.dense is None or (is_first and self.first_click != "none"):
            return 0.0
        return self.dense(board, board.cells[cell])

    def observation_space(self) -> spaces.Space[npt.NDArray[np.int8]]:
        """What an agent sees: int8 (rows, cols), -1 hidden, 0 to 8 a clue, 10 the mine that was hit; under
        rules any number, 127 that mine, 126 opened without a clue."""
        highest_code = MINE if self.board == "square" else HIT
        box = spaces.Box(HIDDEN, highest_code, self.shape, np.int8)
        return cast("spaces.Space[npt.NDArray[np.int8]]", box)

    def action_space(self) -> spaces.Discrete:
        """Which cell to open: ``row * cols + col``."""
        return spaces.Discrete(self.cells)


def _code(state: Any) -> int:
    """What an observation has for a cell under rules: the number of its clue, or what it is instead."""
    if isinstance(state, Clue):
        value: Any = state.value
        return int(value)
    if state == HIDDEN_UNDER_RULES:
        return HIDDEN
    return HIT if mines_in(state) else SILENT
