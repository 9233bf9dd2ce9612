"""The board in a lattice: the rectangle of its cells that gains most, as the first network sees them."""

from dataclasses import replace

import numpy as np

from ..arrays import Array
from ..board import FoundBoard
from ..cells import cells_of, one_way_changes
from ..lattice import CellRun, Changes, Grid, between_cells, border_clearness, refined
from ..symbols import JUNK, likelihoods
from ..work import CELL_SEEN, Work

WHOLE_GRID, FIRST_LOOK, LAST_LOOK = 0, 2, 4
"""How a board is looked for in a lattice: all of it, and cells beside it, few and then more."""
MOST_LATTICE_CELLS = 20_000
LEAST_GAIN = 3
"""Of a rectangle: what gains less is no board."""


def board_in_grid(
    image: Array, changes: Changes, grid: Grid, work: Work, look: int = FIRST_LOOK
) -> FoundBoard | None:
    """The rectangle of the lattice of a grid that is most likely the board.

    look: ``WHOLE_GRID``: it is all of the grid; ``FIRST_LOOK`` and above: cells beside it are looked at
        too, few at first, more in each of up to two further looks
    """
    wide, before_rows, before_cols = _lengthened(image, grid, look)
    cell_count = wide.rows * wide.cols
    if min(wide.rows, wide.cols) < 1 or cell_count > MOST_LATTICE_CELLS:
        return None
    if not work.affords(CELL_SEEN * cell_count):
        return None
    centred = grid if look == WHOLE_GRID else between_cells(changes, grid)
    moved_right = centred.left - grid.left
    moved_down = centred.top - grid.top
    centred_wide = replace(wide, left=wide.left + moved_right, top=wide.top + moved_down)
    work.spend(CELL_SEEN * cell_count)
    cells = cells_of(image, centred_wide)
    symbol_chances = likelihoods(cells)
    own_rows = slice(before_rows, before_rows + grid.rows)
    own_cols = slice(before_cols, before_cols + grid.cols)
    own_part = own_rows, own_cols
    gain = _gain(symbol_chances, border_clearness(changes, wide), own_part, look)
    if look == WHOLE_GRID:
        return FoundBoard(float(gain.sum()), grid, cells, symbol_chances)

    # A frame or a title's edge is no cell.
    is_edge = one_way_changes(cells).reshape(wide.rows, wide.cols)
    best = best_rectangle(np.where(is_edge, -2.0, gain))
    if best is None:
        return None
    first_row, end_row, first_col, end_col, total = best
    rows = end_row - first_row
    cols = end_col - first_col
    if rows < 3 or cols < 3:
        return None
    left = wide.left + first_col * wide.width
    top = wide.top + first_row * wide.height
    board = replace(wide, left=left, top=top, rows=rows, cols=cols)

    # Once more in the lattice of the board's own lines; and again, while it goes on to the end of this one.
    goes_on = 0 in (first_row, first_col, wide.rows - end_row, wide.cols - end_col)
    if look < LAST_LOOK and (look == FIRST_LOOK or goes_on):
        next_board = board_in_grid(image, changes, refined(changes, board), work, look + 1)
        if next_board is not None and next_board.gain >= 0.8 * total:
            return next_board
    numbers = np.arange(len(cells)).reshape(wide.rows, wide.cols)
    inside = numbers[first_row:end_row, first_col:end_col].ravel()
    moved = replace(board, left=board.left + moved_right, top=board.top + moved_down)
    return FoundBoard(total, moved, cells[inside], symbol_chances[inside])


def _lengthened(image: Array, grid: Grid, look: int) -> tuple[Grid, int, int]:
    """The grid with some cells beside it on all sides, as far as the picture goes; and how many rows and
    columns lie before its own."""
    reach = {WHOLE_GRID: 0, FIRST_LOOK: 2}.get(look, 12)
    height, width = image.shape[:2]
    across, before_cols = _longer_run(grid.run(1), reach, width)
    down, before_rows = _longer_run(grid.run(0), reach, height)
    return grid.with_run(1, across).with_run(0, down), before_rows, before_cols


def _longer_run(run: CellRun, reach: int, picture_size: int) -> tuple[CellRun, int]:
    """Cells with up to so many more on both sides, as far as the picture goes, which may end a fifth of a
    cell too early; and how many lie before its own."""
    before = min(reach, int((run.start + 0.2 * run.pitch) / run.pitch))
    start = run.start - before * run.pitch
    room = int((picture_size - start + 0.2 * run.pitch) / run.pitch)
    return CellRun(start, run.pitch, min(run.cells + before + reach, room)), before


def _gain(symbol_chances: Array, borders: Array, own_part: tuple[slice, slice], look: int) -> Array:
    """float (rows, cols): how much each cell of a lattice speaks for a board with it, about 1 where it is
    clearly one and -2 where it is clearly none."""
    junk = symbol_chances[:, JUNK].reshape(borders.shape)
    symbol = symbol_chances[:, 2:JUNK].sum(axis=1).reshape(borders.shape)
    blank = np.clip(1.0 - junk - symbol, 0, 1)
    # A blank cell is one by its borders, as strong as those of the cells that are sure.
    usual = max(float(np.median(borders[own_part])), 0.05)
    bordered = np.clip(borders / usual, 0, 1.5)
    least_blank = 0.5 if look == WHOLE_GRID else -1.5
    of_blank = np.clip(3.2 * (bordered - 0.55), least_blank, 1.0)
    return np.asarray(1.5 * symbol + blank * of_blank - 2.0 * junk)


def best_rectangle(gain: Array) -> tuple[int, int, int, int, float] | None:
    """The rectangle of the largest sum: first row, end row, first column, end column (ends not in it), and
    the sum. Kadane's algorithm over the columns, for each pair of rows."""
    best = (0, 0, 0, 0, 0.0)
    above_first = np.zeros((1, gain.shape[1]))
    total = np.concatenate([above_first, np.cumsum(gain, axis=0)])
    for first_row in range(len(gain)):
        strips = np.cumsum(total[first_row + 1 :] - total[first_row], axis=1)
        padded = np.concatenate([np.zeros((len(strips), 1)), strips], axis=1)
        sums = padded - np.minimum.accumulate(padded, axis=1)
        strip, end_col = divmod(int(sums.argmax()), sums.shape[1])
        largest_sum = float(sums[strip, end_col])
        if largest_sum > best[4]:
            first_col = int(padded[strip, : end_col + 1].argmin())
            end_row = first_row + 1 + strip
            best = (first_row, end_row, first_col, end_col, largest_sum)
    return best if best[4] > LEAST_GAIN else None
