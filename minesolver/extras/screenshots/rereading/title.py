"""A title that was taken for the first rows of a board: a picture of a whole window is divided evenly, title
and all, where that nearly fits.
"""

from dataclasses import replace

import numpy as np

from ..answer import ScreenshotReading
from ..arrays import Array
from ..cells import cells_of
from ..lattice import CellRun, Grid, border_clearness, brightness_changes, shorter
from ..marks import SURE
from ..one_board import read_grid
from ..size.sizes import LEAST_LINES, has_game_size, has_usual_shape
from ..symbols import JUNK, likelihoods
from ..task import Task
from ..work import CELL_FREED, CELL_SEEN, CELL_SIGNS, PIXEL_CHANGES
from .other_sizes import MOST_TRIMMED

NEAR_EDGE = 0.1
"""Of a cell: how far from the picture's edges a board ends that fills it."""
NEAR_EDGE_OF_TITLE = 0.5
"""The same above a title that was most likely taken for a row."""
UNSURE_TITLE, UNSURE_MORE = 0.25, 2
"""The share of unsure cells in a first row that may be a title, and how many times that of the rows below
titles it is at least."""
TITLE_BORDERS, TITLE_JUNK = 0.5, 0.25
"""How clear the borders of a title's cells are at most, of those of the other rows; and how likely they are
none, at least, in the mean."""


def below_a_title(task: Task, reading: ScreenshotReading) -> ScreenshotReading:
    """The reading without a title that was taken for its first rows; or the same, as a question where it
    may be so."""
    if not _may_have_title(task, reading):
        return reading

    # Its last row stays where it is; of one that was divided evenly the cells are square, or a title is
    # as high as a cell.
    grid = reading.grid
    likely_rows = [(grid.run(0).end, grid.height)]
    if _fills_picture(grid, task.pixels):
        likely_rows.insert(0, (task.pixels.shape[0], grid.width))
    for bottom, row_height in likely_rows:
        smaller = _below_rows(task, reading, bottom, row_height)
        if smaller is not None:
            return replace(smaller, resized=grid)
    return replace(reading, strange="the first row is unsure: if it is a title, cut the board out")


def _may_have_title(task: Task, reading: ScreenshotReading) -> bool:
    """Whether the first row of a board that begins with the picture may be a title."""
    grid = reading.grid
    # No game has a row more than a usual size, but a title may be as high as one.
    is_one_too_many = has_game_size(shorter(grid, 0, 0))
    farthest_top = NEAR_EDGE_OF_TITLE if is_one_too_many else NEAR_EDGE
    is_at_top = abs(grid.top) < farthest_top * grid.height
    if not is_at_top or reading.cut or has_usual_shape(grid):
        return False
    is_unsure = reading.chances < SURE
    unsure_first_share = is_unsure[0].mean()
    unsure_rest_share = is_unsure[MOST_TRIMMED:].mean()
    is_first_unsure = unsure_first_share >= max(UNSURE_TITLE, UNSURE_MORE * unsure_rest_share)
    return is_first_unsure or is_one_too_many or _is_first_row_bare(task, grid)


def _below_rows(
    task: Task, reading: ScreenshotReading, bottom: float, row_height: float
) -> ScreenshotReading | None:
    """The reading of a usual shape with rows of this height, of which more is sure; ``None``: none is."""
    grid = reading.grid
    most_rows = min(grid.rows - 1, int(bottom / row_height))
    fewest_rows = max(LEAST_LINES, grid.rows - MOST_TRIMMED)
    for rows in range(most_rows, fewest_rows - 1, -1):
        smaller_grid = grid.with_run(0, CellRun(bottom - rows * row_height, row_height, rows))
        cost = (CELL_SEEN + CELL_FREED + CELL_SIGNS) * rows * grid.cols
        if not has_usual_shape(smaller_grid) or not task.work.affords(cost):
            continue
        smaller = read_grid(task, smaller_grid)
        if task.is_answer(smaller) and len(smaller.uncertain) < len(reading.uncertain):
            return smaller
    return None


def _is_first_row_bare(task: Task, grid: Grid) -> bool:
    """Whether the first row looks like no cells, and lacks the borders that the other rows have."""
    pixels, work = task.pixels, task.work
    cost = PIXEL_CHANGES * pixels[:, :, 0].size + CELL_SEEN * grid.cols
    if not work.affords(cost):
        return False
    work.spend(cost)
    borders = border_clearness(brightness_changes(pixels), grid)
    first_row = grid.with_run(0, CellRun(grid.top, grid.height, 1))
    junk_share = likelihoods(cells_of(pixels, first_row))[:, JUNK].mean()
    usual_border = np.median(borders[1:])
    return bool(borders[0].mean() < TITLE_BORDERS * usual_border and junk_share > TITLE_JUNK)


def _fills_picture(grid: Grid, pixels: Array) -> bool:
    """Whether a board ends with its picture on all sides."""
    for axis in (0, 1):
        run = grid.run(axis)
        farthest = max(abs(run.start), abs(run.end - pixels.shape[axis]))
        if farthest > NEAR_EDGE * run.pitch:
            return False
    return True
