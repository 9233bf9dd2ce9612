"""A picture read, step by step: its boards are found, and one is read, and again if it is a question."""

from dataclasses import replace

from ...base.errors import BoardFormatError
from ...model.cut import NO_MINE_COUNT
from .answer import ScreenshotReading
from .board_choice import check_board_number, which_board
from .finding.beside import all_boards, parted_at_a_gap
from .finding.finder import BoardFinder
from .found_board import FoundBoard
from .one_board import first_reading
from .picture import Picture
from .rereading.known_size import reading_of_shape
from .rereading.part import as_part, up_to_the_edge
from .rereading.second_reading import second_reading
from .rereading.title import below_a_title
from .task import BoardFacts, Task


def read(picture: Picture, facts: BoardFacts, limit: float, board: int | None) -> ScreenshotReading:
    """The likeliest reading that has a layout of mines, where one is found; see :func:`.any_picture.read`.

    Raises BoardFormatError: there is no grid of cells in the picture, or none of that size.
    """
    if facts.cut and facts.mines is not None:
        raise BoardFormatError(NO_MINE_COUNT, symbol=str(facts.mines))
    task = Task(picture.pixels, facts, limit)
    finder = BoardFinder(task)
    found_board = finder.find()
    if found_board is None:
        raise BoardFormatError(
            "there is no grid of Minesweeper cells in this picture; cut the board out of it, if there is "
            "one; of a board of text copy the text"
        )
    parted_boards = parted_at_a_gap(task, found_board)
    boards = all_boards(task, parted_boards)
    board_number = _number_asked_for(boards, board, facts.shape)
    chosen_board = parted_boards[0] if board_number is None else boards[board_number - 1]
    is_whole = len(parted_boards) > 1
    reading = _reading(task, finder, chosen_board, is_whole)
    reading = replace(reading, frames=picture.frames)
    if len(boards) == 1:
        return reading

    # Of several boards one is an answer only where it was asked for.
    grids = tuple(known_board.grid for known_board in boards)
    read_number = 1 + grids.index(chosen_board.grid)
    reading = replace(reading, boards=grids, board_number=read_number)
    if board_number is None:
        reading = replace(reading, strange=which_board(grids, read_number))
    return reading


def _number_asked_for(
    boards: list[FoundBoard], board_number: int | None, shape: tuple[int, int] | None
) -> int | None:
    """The number of the board that the caller asks for: by its number, or by a size that one board alone has;
    ``None``: by neither. Raises BoardFormatError: there is no such number."""
    if board_number is None and shape is not None:
        numbers = [number for number, one_board in enumerate(boards, 1) if one_board.shape == shape]
        board_number = numbers[0] if len(numbers) == 1 else None
    if board_number is not None:
        check_board_number(board_number, len(boards))
    return board_number


def _reading(
    task: Task, finder: BoardFinder, board: FoundBoard, is_whole: bool
) -> ScreenshotReading:
    """The reading of one board, looked at again where it is a question."""
    if task.facts.shape is not None:
        return reading_of_shape(task, finder, board, is_whole, task.facts.shape)
    reading_at_first = first_reading(task, board, is_whole)
    reading = (
        second_reading(task, finder, reading_at_first)
        if reading_at_first.doubtful
        else below_a_title(task, reading_at_first)
    )
    return up_to_the_edge(task, as_part(task, reading, reading_at_first))
