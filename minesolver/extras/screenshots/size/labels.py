"""The numbers of rows and columns beside a board, where these were taken for cells of it.

In the first row of a board no 1 2 3 4 5 can stand: the 4 has five neighbours, and two of them are clues.
Where the picture's edge may cut the board it has more.
"""

import numpy as np

from ..arrays import Array
from ..lattice import GRID_ENDS, Grid, shorter
from ..symbols import JUNK, ZERO
from .edge import CutSide

COUNTED = np.arange(1, 6) + ZERO
"""The symbols that no end of a board shows beside one another, in this order."""
COUNT_STARTS = range(3)
"""At which cell of its line the count begins: after a corner, or a 0, or both."""
BEHIND_CORNER = COUNT_STARTS[-1]
"""Where it begins after both: then the corner's other line is one of labels as well, such as letters."""
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
    likeliest = symbol_chances[:, :JUNK].argmax(axis=1)
    symbols = likeliest.reshape(grid.rows, grid.cols)
    label_lines = set()
    for axis, end in GRID_ENDS:
        lines = symbols if axis == 0 else symbols.T
        count_start = _start_of_count(lines[-end])
        if count_start is None or (axis, end) in ends_at_edge:
            continue
        label_lines.add((axis, end))
        if count_start == BEHIND_CORNER:
            label_lines.add((1 - axis, 0))

    stays = np.ones((grid.rows, grid.cols), bool)
    for axis, end in sorted(label_lines):
        if grid.run(axis).cells > SHORTEST_SIDE:
            staying_lines = stays if axis == 0 else stays.T
            staying_lines[-end] = False
            grid = shorter(grid, axis, end)
    return grid, stays.ravel()


def _start_of_count(line: Array) -> int | None:
    """At which cell of a line a count of 1 2 3 4 5 begins, near the line's beginning; ``None``: at none."""
    for start in COUNT_STARTS:
        if np.array_equal(line[start : start + len(COUNTED)], COUNTED):
            return start
    return None
