"""A line of a board that was lost: one of hidden cells may be as dark as what lies around the board."""

from dataclasses import replace

import numpy as np

from ....model.board import HIDDEN
from ..answer import ScreenshotReading
from ..arrays import Array
from ..cells import cells_of
from ..lattice import GRID_ENDS, CellRun, Grid, longer, pixels_to_the_edge
from ..one_board import read_grid
from ..size.size_doubts import shows_its_size
from ..size.sizes import has_game_size, has_usual_shape
from ..task import Task

WHOLE_LINE = 0.95
"""Of a line: so much of one that was lost lies in the picture."""
SAME_APPEARANCE = 6.0
"""How far the pixels of a lost line and of hidden cells are apart in the mean at most, of 255."""
MANY_HIDDEN = 0.25
"""Of the cells that were read as hidden: more look as a lost line does."""


def with_a_lost_line(task: Task, doubtful: ScreenshotReading) -> ScreenshotReading:
    """A board that fits no layout as it is seen, with one line more, which makes it of a size that games
    have and lies in the picture and looks as hidden cells do, where its reading is no question; else the
    same one."""
    grid = doubtful.grid
    has_changes = any(cell.changed for cell in doubtful.uncertain)
    fits_as_seen = doubtful.contradiction is None and not has_changes
    if doubtful.cut or fits_as_seen or has_usual_shape(grid):
        return doubtful
    for axis, end in GRID_ENDS:
        run = grid.run(axis)
        room = pixels_to_the_edge(task.pixels, grid, axis, end)
        longer_grid = longer(grid, axis, end)
        if room < WHOLE_LINE * run.pitch or not has_game_size(longer_grid):
            continue
        start = run.end if end else run.start - run.pitch
        line = grid.with_run(axis, CellRun(start, run.pitch, 1))
        if is_like_hidden(task.pixels, line, doubtful) and task.affords_reading(longer_grid):
            reading = read_grid(task, longer_grid)
            if task.is_answer(reading) and shows_its_size(reading):
                return replace(reading, resized=grid)
    return doubtful


def is_like_hidden(pixels: Array, line: Grid, reading: ScreenshotReading) -> bool:
    """Whether the cells of a line are alike, and look as many hidden cells do, borders and all."""
    is_hidden = (reading.board.grid == HIDDEN).ravel()
    if not is_hidden.any():
        return False
    hidden_cells = cells_of(pixels, reading.grid)[is_hidden].astype(np.float32)
    line_cells = cells_of(pixels, line).astype(np.float32)
    usual_cell = np.median(line_cells, axis=0)
    line_distance = np.abs(line_cells - usual_cell).mean(axis=(1, 2, 3))
    hidden_distance = np.abs(hidden_cells - usual_cell).mean(axis=(1, 2, 3))
    is_alike = hidden_distance < SAME_APPEARANCE
    return bool(line_distance.max() < SAME_APPEARANCE and is_alike.mean() > MANY_HIDDEN)
