"""Grids of other sizes, where a reading is a question: lines at its ends are left out or added."""

import numpy as np

from ....model.board import Cell
from ..answer import LIKELY, ScreenshotReading
from ..arrays import Array
from ..lattice import GRID_ENDS, Grid, longer, pixels_to_the_edge, shorter
from ..size.sizes import LEAST_LINES, has_game_size, has_usual_shape

MOST_TRIMMED = 3
"""Lines at an end that are left out at most."""
DOUBTFUL_LINE = 0.5
"""The share of doubtful cells in a line at an end that is left out."""
RATHER_DOUBTFUL_LINE, MORE_DOUBTFUL = 0.25, 8
"""The same of one that is left out for a usual shape or a contradiction in it, and how many times the share
of the other lines that is at least."""


def trimmed(reading: ScreenshotReading) -> Grid | None:
    """The grid without the lines at its ends whose cells are doubtful, or much more so than the others where
    the clues that cannot be lie there or the rest is of a usual shape; ``None`` where there are none.

    Where mines are shown and a layout fits, the game is over: its symbols are doubtful anywhere.
    """
    if reading.mines_shown and reading.contradiction is None:
        return None
    grid = _without_doubtful_lines(reading, DOUBTFUL_LINE, 0.0)
    if grid == reading.grid:
        grid = _without_doubtful_lines(reading, RATHER_DOUBTFUL_LINE, MORE_DOUBTFUL)
        is_cause_left_out = not all(_is_in(grid, reading.grid, cell) for cell in reading.against)
        if not has_usual_shape(grid) and not is_cause_left_out:
            return None
    return None if grid == reading.grid else grid


def _is_in(smaller_grid: Grid, grid: Grid, cell: Cell) -> bool:
    """Whether a smaller grid has a cell of a grid."""
    x0, y0, x1, y1 = grid.box(*cell)
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    down, across = smaller_grid.run(0), smaller_grid.run(1)
    is_in_rows = down.start <= middle_y <= down.end
    is_in_cols = across.start <= middle_x <= across.end
    return is_in_rows and is_in_cols


def _without_doubtful_lines(
    reading: ScreenshotReading, least_share: float, times_the_rest: float
) -> Grid:
    """The grid of a reading without the lines at its ends of which this share of cells is doubtful, and so
    many times that of the other lines."""
    grid, is_doubtful = reading.grid, reading.chances < LIKELY
    for axis, end in GRID_ENDS:
        for _ in range(MOST_TRIMMED):
            lines = is_doubtful if axis == 0 else is_doubtful.T
            if len(lines) <= LEAST_LINES:
                break
            line_share = lines[-end].mean()
            rest_share = np.delete(lines, -end, 0).mean()
            if line_share < max(least_share, times_the_rest * rest_share):
                break
            grid = shorter(grid, axis, end)
            is_doubtful = np.delete(is_doubtful, -end, axis)
    return grid


def without_a_line_against(reading: ScreenshotReading) -> Grid | None:
    """The grid without a line at an end where clues of a contradiction lie, if the rest is of a size that
    games have: numbers beside a board may pass for a column of clues. ``None``: it is not so."""
    if reading.contradiction is None:
        return None
    for axis, line_count in enumerate((reading.grid.rows, reading.grid.cols)):
        for end in (0, 1):
            last_line = line_count - 1 if end else 0
            grid = shorter(reading.grid, axis, end)
            if has_game_size(grid) and any(cell[axis] == last_line for cell in reading.against):
                return grid
    return None


def lengthened(reading: ScreenshotReading, pixels: Array) -> Grid | None:
    """The grid with one more line where the clues of a contradiction lie at an end, and the picture shows at
    least half of that line; ``None``: it is not so."""
    grid = reading.grid
    ends = set()
    for cell in reading.against:
        for axis, line_count in enumerate((grid.rows, grid.cols)):
            if cell[axis] in (0, line_count - 1):
                ends.add((axis, int(cell[axis] > 0)))
    for axis, end in sorted(ends):
        if pixels_to_the_edge(pixels, grid, axis, end) > grid.run(axis).pitch / 2:
            grid = longer(grid, axis, end)
    return None if grid == reading.grid else grid
