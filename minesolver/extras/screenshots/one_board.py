"""One board that was found, read: from the cells of its grid to a reading with what is doubtful about it."""

from dataclasses import replace

import numpy as np

from ...base.errors import BoardFormatError, InconsistentBoardError
from ...model.board import Board, Cell
from .answer import ScreenshotReading, uncertain_cells
from .arrays import Array
from .fitting_symbols import likeliest_symbols
from .found_board import FoundBoard, with_lines_beside
from .lattice import Grid
from .margin import CUT_THROUGH_CELLS, MarginCells
from .mine_count import with_counted_mines
from .shown_position import Position, position_shown
from .size.edge import cut_sides, sides_at_the_edge
from .size.labels import without_labels
from .size.size_doubts import doubt_about_size
from .strangeness import strangeness
from .symbols import HIDDEN
from .task import Task
from .trust import doubt_flags_against_clues, trust_in_cells


def first_reading(task: Task, found_board: FoundBoard, is_whole: bool) -> ScreenshotReading:
    """The board that was found, with the lines beside it that are likely its own, unless it is whole."""
    task.allow_all_work()
    if is_whole:
        return read_board(task, found_board, None)
    board, doubt_at_ends = with_its_lines(task, found_board)
    return read_board(task, board, doubt_at_ends)


def with_its_lines(task: Task, found_board: FoundBoard) -> tuple[FoundBoard, str | None]:
    """The board with the lines beside it that are likely its own, and without the numbers of rows and
    columns; and what is doubtful about its size."""
    grid, doubt_at_ends = with_lines_beside(
        task.pixels, found_board.grid, found_board.cells, found_board.symbol_chances, task.work
    )
    board = found_board
    if grid != found_board.grid:
        board = task.board_in(grid, found_board.gain)
    sides_at_edge = cut_sides(task.pixels, grid) + sides_at_the_edge(task.pixels, grid)
    grid, is_cell = without_labels(grid, board.symbol_chances, sides_at_edge)
    cells, symbol_chances = board.cells[is_cell], board.symbol_chances[is_cell]
    return FoundBoard(board.gain, grid, cells, symbol_chances), doubt_at_ends


def read_grid(task: Task, grid: Grid, margin_cells: MarginCells | None = None) -> ScreenshotReading:
    """The reading of a grid, about whose ends nothing is doubtful; see :func:`read_board`."""
    return read_board(task, task.board_in(grid), None, margin_cells)


def read_board(
    task: Task,
    found_board: FoundBoard,
    doubt_at_ends: str | None,
    margin_cells: MarginCells | None = None,
) -> ScreenshotReading:
    """The reading of a board whose cells have been seen.

    doubt_at_ends: What is doubtful about its size by its ends
    margin_cells: What lies beyond the picture's edge; without it that is seen
    Raises BoardFormatError: no likely reading fits the mine count.
    """
    margin_cells = margin_cells or MarginCells(cut_sides(task.pixels, found_board.grid))
    margin_cells = margin_cells.with_sides(task.facts.cut)

    # Of a board that the picture's edge cuts only the whole lines are read.
    grid, is_whole = margin_cells.whole_lines(found_board.grid)
    cells, symbol_chances = found_board.cells[is_whole], found_board.symbol_chances[is_whole]
    appearance = task.appearances.of_cells(grid, cells, symbol_chances)
    symbols = likeliest_symbols(task, grid, appearance, margin_cells)
    position = position_shown(grid, appearance, symbols, task.facts.flags)
    board = _board_of_position(task, position, margin_cells)

    error = symbols.error
    trust = trust_in_cells(task, position, margin_cells, has_layout=error is None)
    counter = None
    is_mine_count_open = task.facts.mines is None and task.facts.density is None
    if is_mine_count_open and not margin_cells.sides and error is None:
        board, counter = with_counted_mines(task.pixels, board, position, trust)
    doubt_flags_against_clues(position, trust)
    return replace(
        _reading_of(board, position, trust, margin_cells),
        contradiction=None if error is None else str(error),
        against=tuple(error.clues) if isinstance(error, InconsistentBoardError) else (),
        strange=_doubt_about(task, board, position, trust, margin_cells, doubt_at_ends),
        counter=counter,
    )


def _board_of_position(task: Task, position: Position, margin_cells: MarginCells) -> Board:
    """The board of a position. Raises BoardFormatError: it cannot have the mine count that was given."""
    try:
        return task.board_of(position.grid, position.chosen, margin_cells)
    except BoardFormatError as error:
        shape = f"{position.grid.rows}x{position.grid.cols}"
        raise BoardFormatError(
            f"{error}; these are the {shape} cells that were read: if the board is another, give its size "
            "(--shape ROWSxCOLS), or cut it out of the picture"
        ) from error


def _doubt_about(
    task: Task,
    board: Board,
    position: Position,
    trust: Array,
    margin_cells: MarginCells,
    doubt_at_ends: str | None,
) -> str | None:
    """Why a board is a question, whatever its single cells are: a part of one, or a strange one, or of a size
    that is doubtful, unless the caller has given it."""
    grid = position.grid
    is_size_known = (grid.rows, grid.cols) == task.facts.shape
    if not set(margin_cells.names) <= set(task.facts.cut):
        return margin_cells.description(CUT_THROUGH_CELLS)
    strange = _strangeness(position, is_size_known)
    if strange is not None or is_size_known:
        return strange
    symbol_table, trust_table = position.by_cell(position.chosen), position.by_cell(trust)
    return doubt_about_size(grid, board, symbol_table, trust_table, doubt_at_ends)


def _strangeness(position: Position, is_size_known: bool) -> str | None:
    """What hardly a game in course shows, in the cells of a whole board."""
    is_unmarked_hidden = (position.chosen == HIDDEN) & ~position.is_marked
    return strangeness(
        position.by_cell(position.chosen),
        position.cells[is_unmarked_hidden],
        bool(position.mines.any()),
        position.by_cell(position.was_changed),
        is_size_known=is_size_known,
        is_fresh=position.is_fresh,
    )


def _reading_of(
    board: Board, position: Position, trust: Array, margin_cells: MarginCells
) -> ScreenshotReading:
    """The reading of a position."""
    grid = position.grid
    return ScreenshotReading(
        board=board,
        grid=grid,
        uncertain=uncertain_cells(position.chances, position.shown_symbols, trust, grid),
        flags=_cells_where(position.is_flag, grid),
        chances=trust.reshape(grid.rows, grid.cols),
        mines_shown=_cells_where(position.mines, grid),
        cut=margin_cells.names,
    )


def _cells_where(is_so: Array, grid: Grid) -> tuple[Cell, ...]:
    """The cells of a board, bool (n,), for which it is so."""
    return tuple(divmod(int(index), grid.cols) for index in np.flatnonzero(is_so))
