"""A board of the size that the caller says: in its likeliest place, as far as the picture shows one there."""

from contextlib import suppress
from dataclasses import replace

from ....base.errors import BoardFormatError
from ..answer import ScreenshotReading
from ..finding.finder import BoardFinder
from ..found_board import CLEAR_END, FoundBoard
from ..lattice import Grid
from ..margin import WHOLE_BOARD
from ..one_board import read_board, read_grid, with_its_lines
from ..shape import no_board_of, size_seen
from ..size.edge import cut_sides
from ..task import Task
from .second_reading import second_reading
from .size_placements import placements

MOST_UNLIKELY_PLACE = 6
"""Of the logarithm of odds: how much less likely than the likeliest of any size the place of a board of a
known size is at most. Of 66 published pictures the true size has 3 at most, one row or column more or less
has 5 in the mean."""


def reading_of_shape(
    task: Task,
    finder: BoardFinder,
    found_board: FoundBoard,
    is_whole: bool,
    shape: tuple[int, int],
) -> ScreenshotReading:
    """The reading with so many rows and columns, in the likeliest place where it is no question.

    Raises BoardFormatError: no board of that size is in this picture.
    """
    task.allow_all_work()
    usual_board, doubt_at_ends = found_board, None
    if not is_whole:
        usual_board, doubt_at_ends = with_its_lines(task, found_board)
    usual_reading = None
    if usual_board.shape == shape:
        with suppress(BoardFormatError):
            usual_reading = read_board(task, usual_board, None, WHOLE_BOARD)
            if not usual_reading.doubtful:
                return usual_reading

    # As many lines of the same cells, where the picture shows them.
    likely_grids, unlikely_grids = _grids_of_shape(task, found_board, shape)
    likely_reading = _first_answer(task, likely_grids, None)
    if likely_reading is not None and not likely_reading.doubtful:
        return likely_reading

    # Else what a second look at the picture finds. A mine count that the usual board cannot have is one
    # of another size.
    is_another_answer = False
    with suppress(BoardFormatError):
        usual_reading = usual_reading or read_board(task, usual_board, doubt_at_ends)
        if usual_reading.doubtful:
            usual_reading = second_reading(task, finder, usual_reading)
        if task.is_answer(usual_reading):
            return usual_reading
        is_another_answer = not usual_reading.doubtful

    # A less likely place is an answer unless the picture shows another board, and that is no question.
    size_text = size_seen(usual_board.shape, cut_sides(task.pixels, usual_board.grid))
    unlikely_reading = _first_answer(task, unlikely_grids, size_text if is_another_answer else None)
    if unlikely_reading is not None and not unlikely_reading.doubtful:
        return unlikely_reading
    for question in (usual_reading, likely_reading, unlikely_reading):
        if question is not None and question.board.shape == shape:
            return question
    raise no_board_of(shape, size_text)


def _grids_of_shape(
    task: Task, found_board: FoundBoard, shape: tuple[int, int]
) -> tuple[list[Grid], list[Grid]]:
    """The grids of this size in the lattice of a board: the likely ones, and others that may be."""
    likely_grids = []
    unlikely_grids = []
    for grid, loss in placements(task.pixels, found_board, shape, task.work):
        if loss < CLEAR_END:
            likely_grids.append(grid)
        elif loss < MOST_UNLIKELY_PLACE:
            unlikely_grids.append(grid)
    return likely_grids, unlikely_grids


def _first_answer(task: Task, grids: list[Grid], doubt: str | None) -> ScreenshotReading | None:
    """The first reading of these grids that is no question, else the first; ``None``: there is none.

    doubt: What is doubtful about all of them
    Raises BoardFormatError: none can have the mine count.
    """
    question = first_error = None
    for grid in grids:
        if not task.affords_reading(grid):
            continue
        try:
            reading = read_grid(task, grid, WHOLE_BOARD)
        except BoardFormatError as error:
            first_error = first_error or error
            continue
        reading = replace(reading, strange=reading.strange or doubt)
        if not reading.doubtful:
            return reading
        question = question or reading
    if question is None and first_error is not None:
        raise first_error
    return question
