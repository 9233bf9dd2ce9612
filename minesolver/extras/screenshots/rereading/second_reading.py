"""The second look at a picture whose first reading is a question: is another size no question?"""

from dataclasses import replace

from ..answer import ScreenshotReading
from ..finding.finder import BoardFinder
from ..found_board import longer_up_to_the_edge
from ..lattice import Grid
from ..margin import WHOLE_BOARD
from ..one_board import first_reading, read_grid
from ..size.edge import whole_grids
from ..size.size_doubts import shows_its_size
from ..size.sizes import has_game_size
from ..task import SHORT_WORK, Task
from ..work import CELL_SEEN
from .lost_line import with_a_lost_line
from .other_sizes import lengthened, trimmed, without_a_line_against
from .title import below_a_title

MOST_OTHER_SIZES = 4
"""Other sizes that are tried for a reading that is a question."""
LEAST_KEPT = 0.8
"""Of a board's cells: so many stay where lines are left out that are none of it."""


def second_reading(
    task: Task, finder: BoardFinder, doubtful: ScreenshotReading
) -> ScreenshotReading:
    """The first reading of another size that is no question; else the doubtful one: a title or a toolbar
    may have been taken for a row, or a line at an end be lost."""
    for read_again in (_of_a_game_size, with_a_lost_line, below_a_title):
        reading = read_again(task, doubtful)
        if task.is_answer(reading):
            return reading
    reading = _of_other_cells(task, finder, doubtful)
    if task.is_answer(reading):
        return reading

    # Lines are left out or added, as long as the reading stays a question. Some much smaller board nearly
    # always makes sense, and shows nothing.
    for _ in range(MOST_OTHER_SIZES):
        grid = _of_another_size(task, reading, doubtful.grid)
        if grid is None or not task.affords_reading(grid):
            break
        reading = read_grid(task, grid)
        if not shows_its_size(reading):
            break
        is_likely = has_game_size(grid) or grid.area > LEAST_KEPT * doubtful.grid.area
        if task.is_answer(reading) and is_likely:
            return replace(reading, resized=doubtful.grid)
    return doubtful


def _of_another_size(task: Task, reading: ScreenshotReading, first_grid: Grid) -> Grid | None:
    """The grid of a reading that is a question, with other lines at its ends than the first grid had;
    ``None``: nothing speaks for one."""
    shorter_grid = trimmed(reading) or without_a_line_against(reading)
    # What was left out is not added again.
    if shorter_grid is not None or reading.grid.area < first_grid.area:
        return shorter_grid
    longer_grid = lengthened(reading, task.pixels)
    if longer_grid is None:
        return None
    # Where the picture ends with the board elsewhere, the board goes on up to its edge.
    return longer_up_to_the_edge(task.pixels, longer_grid)


def _of_a_game_size(task: Task, doubtful: ScreenshotReading) -> ScreenshotReading:
    """The whole board of a size that games have, where its last lines at the picture's edge are mostly
    seen, or none, and its reading is no question; else the same reading."""
    if not doubtful.cut:
        return doubtful
    for grid in whole_grids(task.pixels, doubtful.grid, doubtful.cut):
        cell_cost = CELL_SEEN * grid.rows * grid.cols
        if not has_game_size(grid) or not task.work.affords(cell_cost + SHORT_WORK):
            continue
        reading = read_grid(task, grid, WHOLE_BOARD)
        if task.is_answer(reading):
            return replace(reading, resized=doubtful.grid)
    return doubtful


def _of_other_cells(
    task: Task, finder: BoardFinder, doubtful: ScreenshotReading
) -> ScreenshotReading:
    """The board of cells of other sides, where its reading is no question; else the same one."""
    board = finder.board_of_other_sides(finder.found_board)
    if board is None or board is finder.found_board:
        return doubtful
    reading = first_reading(task, board, is_whole=False)
    return replace(reading, resized=doubtful.grid) if task.is_answer(reading) else doubtful
