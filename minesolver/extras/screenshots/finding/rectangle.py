"""The board in a lattice: the rectangle of its cells that gains most, as the first network sees them."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from ..cells import cells_of, one_way_changes
from ..found_board import FoundBoard
from ..lattice import CellRun, Changes, Grid, between_cells, border_clearness, refined
from ..symbols import JUNK, likelihoods
from ..work import CELL_SEEN, Work

WHOLE_GRID, FIRST_PASS, LAST_PASS = 0, 2, 4
"""How a board is looked for in a lattice: all of it, and cells beside it, few and then more."""
REACH_OF_PASS = {WHOLE_GRID: 0, FIRST_PASS: 2}
LAST_REACH = 12
"""Cells on each side of a lattice that are looked at too, at first, and in later looks."""
MOST_LATTICE_CELLS = 20_000
"""Cells of a lattice that is looked at: no board has more."""
LEAST_GAIN = 3
"""Of a rectangle: what gains less is no board."""
LEAST_SIDE = 3
"""Rows and columns of a board at least."""
EDGE_GAIN = -2.0
"""What a cell gains that is the edge of a frame or of a title."""
AS_GOOD = 0.8
"""Of the gain of a board: how much the next look at it gains at least, that it be taken."""
CUT_OFF = 0.2
"""Of a cell: how much the picture may lack of one at its edge."""


class Rectangle(NamedTuple):
    """Cells of a lattice, the ends not in it, and what they gain together."""

    first_row: int
    end_row: int
    first_col: int
    end_col: int
    gain: float

    @property
    def rows(self) -> int:
        """Their number."""
        return self.end_row - self.first_row

    @property
    def cols(self) -> int:
        """Their number."""
        return self.end_col - self.first_col

    def grid_in(self, lattice: Grid) -> Grid:
        """Its cells in a lattice."""
        right = self.first_col * lattice.width
        down = self.first_row * lattice.height
        return replace(lattice.moved(right, down), rows=self.rows, cols=self.cols)

    def reaches_end_of(self, lattice: Grid) -> bool:
        """Whether it lies at an end of a lattice."""
        begins_there = 0 in (self.first_row, self.first_col)
        return begins_there or self.end_row == lattice.rows or self.end_col == lattice.cols

    def cell_numbers(self, lattice: Grid) -> Array:
        """int (n,): which of a lattice's cells are in it."""
        numbers = np.arange(lattice.rows * lattice.cols).reshape(lattice.rows, lattice.cols)
        return numbers[self.first_row : self.end_row, self.first_col : self.end_col].ravel()


def board_in_grid(
    image: Array, changes: Changes, grid: Grid, work: Work, pass_number: int = FIRST_PASS
) -> FoundBoard | None:
    """The rectangle of the lattice of a grid that is most likely the board.

    pass_number: ``WHOLE_GRID``: it is all of the grid; ``FIRST_PASS`` and above: cells beside it are looked
        at too, few at first, more in each of up to two further passes
    """
    lattice, own_cells = _lengthened(image, grid, pass_number)
    cell_count = lattice.rows * lattice.cols
    if min(lattice.rows, lattice.cols) < 1 or cell_count > MOST_LATTICE_CELLS:
        return None
    if not work.affords(CELL_SEEN * cell_count):
        return None
    centred = grid if pass_number == WHOLE_GRID else between_cells(changes, grid)
    gap_right, gap_down = centred.left - grid.left, centred.top - grid.top
    work.spend(CELL_SEEN * cell_count)
    cells = cells_of(image, lattice.moved(gap_right, gap_down))
    symbol_chances = likelihoods(cells)
    borders = border_clearness(changes, lattice)
    gain = _gain(symbol_chances, borders, own_cells, pass_number)
    if pass_number == WHOLE_GRID:
        return FoundBoard(float(gain.sum()), grid, cells, symbol_chances)

    # A frame or a title's edge is no cell.
    is_edge = one_way_changes(cells).reshape(lattice.rows, lattice.cols)
    rectangle = best_rectangle(np.where(is_edge, EDGE_GAIN, gain))
    if rectangle is None or min(rectangle.rows, rectangle.cols) < LEAST_SIDE:
        return None
    board_grid = rectangle.grid_in(lattice)

    # Once more in the lattice of the board's own lines; and again, while it goes on to the end of this one.
    if pass_number < LAST_PASS and (pass_number == FIRST_PASS or rectangle.reaches_end_of(lattice)):
        next_board = board_in_grid(
            image, changes, refined(changes, board_grid), work, pass_number + 1
        )
        if next_board is not None and next_board.gain >= AS_GOOD * rectangle.gain:
            return next_board
    inside = rectangle.cell_numbers(lattice)
    moved_grid = board_grid.moved(gap_right, gap_down)
    return FoundBoard(rectangle.gain, moved_grid, cells[inside], symbol_chances[inside])


def _lengthened(image: Array, grid: Grid, pass_number: int) -> tuple[Grid, tuple[slice, slice]]:
    """The grid with some cells beside it on all sides, as far as the picture goes; and which of its rows and
    columns are its own."""
    reach = REACH_OF_PASS.get(pass_number, LAST_REACH)
    height, width = image.shape[:2]
    across, cols_before = _longer_run(grid.run(1), reach, width)
    down, rows_before = _longer_run(grid.run(0), reach, height)
    own_rows = slice(rows_before, rows_before + grid.rows)
    own_cols = slice(cols_before, cols_before + grid.cols)
    return grid.with_run(1, across).with_run(0, down), (own_rows, own_cols)


def _longer_run(run: CellRun, reach: int, picture_size: int) -> tuple[CellRun, int]:
    """Cells with up to so many more on both sides, as far as the picture goes, which may end a bit too
    early; and how many lie before its own."""
    lacking = CUT_OFF * run.pitch
    cells_before = min(reach, int((run.start + lacking) / run.pitch))
    start = run.start - cells_before * run.pitch
    room = int((picture_size - start + lacking) / run.pitch)
    cell_count = min(run.cells + cells_before + reach, room)
    return CellRun(start, run.pitch, cell_count), cells_before


def _gain(
    symbol_chances: Array, borders: Array, own_cells: tuple[slice, slice], pass_number: int
) -> Array:
    """float (rows, cols): how much each cell of a lattice speaks for a board with it, about 1 where it is
    clearly one and -2 where it is clearly none. The numbers were set by hand.

    borders: float (rows, cols), how clear those of each cell are; ``own_cells``: which ones are sure
    """
    junk = symbol_chances[:, JUNK].reshape(borders.shape)
    symbol = symbol_chances[:, 2:JUNK].sum(axis=1).reshape(borders.shape)
    blank = np.clip(1.0 - junk - symbol, 0, 1)
    # A blank cell is one by its borders, as strong as those of the cells that are sure.
    usual = max(float(np.median(borders[own_cells])), 0.05)
    bordered = np.clip(borders / usual, 0, 1.5)
    least_blank = 0.5 if pass_number == WHOLE_GRID else -1.5
    of_blank = np.clip(3.2 * (bordered - 0.55), least_blank, 1.0)
    return np.asarray(1.5 * symbol + blank * of_blank - 2.0 * junk)


def best_rectangle(gain: Array) -> Rectangle | None:
    """The rectangle of the largest sum. Kadane's algorithm over the columns, for each pair of rows."""
    best = Rectangle(0, 0, 0, 0, 0.0)
    above_first = np.zeros((1, gain.shape[1]))
    total = np.concatenate([above_first, np.cumsum(gain, axis=0)])
    for first_row in range(len(gain)):
        strips = np.cumsum(total[first_row + 1 :] - total[first_row], axis=1)
        before_first = np.zeros((len(strips), 1))
        padded = np.concatenate([before_first, strips], axis=1)
        sums = padded - np.minimum.accumulate(padded, axis=1)
        strip, end_col = divmod(int(sums.argmax()), sums.shape[1])
        largest_sum = float(sums[strip, end_col])
        if largest_sum > best.gain:
            first_col = int(padded[strip, : end_col + 1].argmin())
            end_row = first_row + 1 + strip
            best = Rectangle(first_row, end_row, first_col, end_col, largest_sum)
    return best if best.gain > LEAST_GAIN else None
