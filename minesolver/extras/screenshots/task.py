"""One picture that is read: what the caller says of its board, and what reading it may cost."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ...model.board import HIDDEN, MINE, Board
from ...model.cut import board_of
from .answer import ScreenshotReading
from .appearance import Appearances
from .arrays import Array
from .cells import cells_of
from .found_board import FoundBoard
from .lattice import Grid
from .margin import MarginCells
from .symbols import FLAG, likelihoods
from .work import CELL_FREED, CELL_SEEN, Work

MOST_FINDING, MOST_WORK = 1.2, 1.8
"""Of the limit: what no step to find the board goes beyond, and no step of all. At the usual limit of 2 s the
whole takes less than 3 s of the processor so, but for a few pictures that cost more than is counted."""
SHORT_WORK = 0.1
"""Seconds of the work that are spent on a board's symbols at least, where all work is nearly done."""


@dataclass(frozen=True)
class BoardFacts:
    """What the caller says of a picture's board, as :func:`minesolver.extras.screenshots.read` has it."""

    mines: int | None
    density: float | str | Fraction | None
    flags: bool
    shape: tuple[int, int] | None
    cut: tuple[str, ...] = ()


class Task:
    """A picture that is read.

    ``pixels``: uint8 (height, width, 3); ``facts``: what the caller says of its board; ``limit``: what may be
    spent, and ``work``: what has been; ``appearances``: what has been seen in its cells
    """

    def __init__(self, pixels: Array, facts: BoardFacts, limit: float) -> None:
        self.pixels = pixels
        self.facts = facts
        self.limit = limit
        self.work = Work(most=MOST_FINDING * limit)
        self.appearances = Appearances(pixels, self.work)

    def allow_all_work(self) -> None:
        """From here on no more is kept for later steps: the board has been found."""
        self.work.most = MOST_WORK * self.limit

    def affords_reading(self, grid: Grid) -> bool:
        """Whether the cells of a grid, most of which are known, may still be read."""
        cell_cost = CELL_SEEN + CELL_FREED
        return self.work.affords(cell_cost * grid.rows * grid.cols + SHORT_WORK)

    def board_in(self, grid: Grid, gain: float = 0.0) -> FoundBoard:
        """The cells of a grid as a board, with what the first network sees in them.

        gain: How clearly it is one, where that is known of another size of the picture
        """
        self.work.spend(CELL_SEEN * grid.rows * grid.cols)
        cells = cells_of(self.pixels, grid)
        return FoundBoard(gain, grid, cells, likelihoods(cells))

    def board_of(self, grid: Grid, symbols: Array, margin_cells: MarginCells) -> Board:
        """The board of a choice of symbols, int (n,). Raises BoardFormatError: none is like that."""
        codes = np.where(symbols == 0, HIDDEN, symbols - 1)
        flag_code = MINE if self.facts.flags else HIDDEN
        codes = np.where(symbols == FLAG, flag_code, codes).astype(np.int8)
        # A mine count is one of the whole board.
        mine_count = None if margin_cells.sides else self.facts.mines
        board_codes = codes.reshape(grid.rows, grid.cols)
        return board_of(board_codes, mine_count, self.facts.density, margin_cells.names)

    def is_answer(self, reading: ScreenshotReading) -> bool:
        """Whether a reading is no question, and of the size that was given, if one was."""
        return not reading.doubtful and self.facts.shape in (None, reading.board.shape)
