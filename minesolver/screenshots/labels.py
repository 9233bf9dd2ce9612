"""The numbers of rows and columns beside a board, where these were taken for cells of it.

In the first row of a board no 1 2 3 4 5 can stand: the 4 has five neighbours, and two of them are clues.
Where the picture's edge may cut the board it has more.
"""

import numpy as np

from .arrays import Array
from .lattice import Grid, shorter
from .part import CutSide
from .symbols import JUNK, ZERO

COUNTED = np.arange(1, 6) + ZERO
"""The symbols that no end of a board shows beside one another, in this order."""
COUNT_STARTS = range(3)
"""At which cell of its line the count begins: after a corner, or a 0."""
SHORTEST_SIDE = 4
"""Rows or columns that stay at least."""


def without_labels(
    grid: Grid, symbol_chances: Array, sides_at_edge: tuple[CutSide, ...]
) -> tuple[Grid, Array]:
    """The grid without lines of numbers at its ends, and bool (n,): which cells stay.

    symbol_chances: float (n, symbols), how likely the first network holds each symbol
    sides_at_edge: those on which the picture's edge may cut the board
    """
    ends_at_edge = {(side.axis, side.end) for side in sides_at_edge}
    symbols = symbol_chances[:, :JUNK].argmax(axis=1).reshape(grid.rows, grid.cols)
    stays = np.ones((grid.rows, grid.cols), bool)
    for axis in (0, 1):
        for end in (0, 1):
            lines = symbols if axis == 0 else symbols.T
            is_short = grid.run(axis).cells <= SHORTEST_SIDE
            if is_short or (axis, end) in ends_at_edge or not _counts(lines[-end]):
                continue
            staying_lines = stays if axis == 0 else stays.T
            staying_lines[-end] = False
            grid = shorter(grid, axis, end)
    return grid, stays.ravel()


def _counts(line: Array) -> bool:
    """Whether the cells of a line count 1 2 3 4 5, near its beginning."""
    pieces = (line[start : start + len(COUNTED)] for start in COUNT_STARTS)
    return any(np.array_equal(piece, COUNTED) for piece in pieces)
