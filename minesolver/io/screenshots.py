"""Boards from screenshots: what :mod:`minesolver.screenshots` reads, by the name that users know.

A picture that this package drew has its board's text in it, and nothing is guessed. A board that a program
printed in a terminal is text in a picture: its signs are seen, and the reader of pasted text does the rest.
"""

from dataclasses import replace
from fractions import Fraction
from itertools import chain, product
from pathlib import Path
from typing import Any

import numpy as np

from .. import screenshots
from ..base.errors import BoardFormatError, MinesolverError
from ..base.files import read_file
from ..model.board import HIDDEN, MINE, Board, Cell
from ..screenshots import Grid, ScreenshotReading, UncertainCell
from ..screenshots.marks import SURE
from ..screenshots.picture import Picture, load_picture
from ..screenshots.several import check_board_number, several_boards
from ..screenshots.shape import checked_shape, no_board_of, size_seen
from ..screenshots.size.edge import may_go_on
from ..screenshots.terminal import (
    HIDDEN_BY_CURSOR,
    PAGE,
    PANEL_SIGNS,
    UNKNOWN_SIGNS,
    TextGrid,
    tables,
    texts_in,
)
from ..screenshots.work import Work
from ..solve import analyze
from .formats import interpret_one, parse
from .formats.drawings import text_in_png
from .pictures import SIDE

__all__ = ["Grid", "ScreenshotReading", "UncertainCell", "read"]

LEAST_CLUES, LEAST_SIDE = 8, 4
"""Of a board in a terminal: with fewer clues, or of fewer rows or columns, text may be anything."""
MOST_STEP = 4
"""Columns of text that a column of a board takes at most."""
BLANK_ENDS = "cells that are blank may go on at its ends: it has neither a frame nor numbers"
MOST_UNKNOWN_SIGNS = 2
AS_HIDDEN = " as hidden"
MOST_COVERED_SIGNS = 2
"""Signs of covered cells: one of hidden cells, and one of flags."""
TWO_HIDDEN_SIGNS = "two signs that are not the same were both read as hidden cells"
MANY_SIGNS = "more signs than of hidden cells and flags are no digits"
MOST_CURSORS = 2
"""Cells with a sign of their own of which one may be covered by a cursor."""


def read(
    picture: str | Path | bytes,
    mines: int | None = None,
    *,
    density: float | str | Fraction | None = None,
    flags: bool = False,
    limit: float = 2.0,
    board: int | None = None,
    shape: tuple[int, int] | None = None,
) -> ScreenshotReading:
    """The board in a screenshot; see :func:`minesolver.screenshots.read`, which has the same arguments.

    Raises BoardFormatError: the file is no picture, or there is no grid of cells in it, or none of that size;
        MissingDependencyError: Pillow is not installed.
    """
    shape = checked_shape(shape)
    data = picture if isinstance(picture, bytes) else read_file(picture, BoardFormatError)
    text = text_in_png(data)
    if text is not None:
        return _drawn_here(text, mines, density, shape)
    loaded = load_picture(data)
    refusal = None
    try:
        reading = screenshots.read(
            loaded, mines, density=density, flags=flags, limit=limit, board=board, shape=shape
        )
        if not reading.doubtful:
            return reading
    except BoardFormatError as error:
        refusal = error

    # What is no board of cells may be one of text.
    options = {"mines": mines, "density": density, "flags_are_guesses": not flags}
    printed = _printed(loaded, options, board, shape)
    if printed is not None:
        return printed
    if refusal is not None:
        raise refusal
    return reading


def _drawn_here(
    text: str,
    mines: int | None,
    density: float | str | Fraction | None,
    shape: tuple[int, int] | None,
) -> ScreenshotReading:
    """The board of a picture that this package drew. Raises BoardFormatError: it is one under rules, or of
    another shape."""
    board = parse(text, mines=mines, density=density)
    if not isinstance(board, Board):
        message = f"this picture shows a board under rules, {board.title}; Board.from_file reads it"
        raise BoardFormatError(message)
    if shape not in (None, board.shape):
        raise no_board_of(shape, size_seen(board.shape))
    grid = Grid(0.0, 0.0, SIDE, SIDE, board.rows, board.cols)
    return ScreenshotReading(board, grid, (), (), np.ones(board.shape))


def _printed(
    picture: Picture,
    options: dict[str, Any],
    board_number: int | None,
    shape: tuple[int, int] | None,
) -> ScreenshotReading | None:
    """The board that a picture of a terminal shows as text, of several the one that was asked for; ``None``:
    it shows none, or not surely, or none of this shape.

    Raises BoardFormatError: it shows none of this number.
    """
    readings: list[ScreenshotReading] = []
    for text in texts_in(picture.pixels, Work()):
        readings_of_text = _boards_printed(text, options, shape)
        readings = readings or readings_of_text
        if not all(reading.doubtful for reading in readings_of_text):
            readings = readings_of_text
            break
    if not readings:
        return None
    if board_number is not None:
        check_board_number(board_number, len(readings))
        chosen = board_number
    else:
        # Without a choice it is the first that is no question, but of several one is none.
        chosen = 1 + min(range(len(readings)), key=lambda number: readings[number].doubtful)
    reading = replace(readings[chosen - 1], frames=picture.frames)
    if shape is None:
        sides = may_go_on(picture.pixels, reading.grid)
        # Lines of a text begin at the left edge wherever it goes on.
        names = tuple(side.name for side in sides if side.axis == 0)
        reading = replace(reading, may_go_on=names)
    if len(readings) == 1:
        return reading
    grids = tuple(reading_of_board.grid for reading_of_board in readings)
    reading = replace(reading, boards=grids, board_number=chosen)
    return (
        reading
        if board_number is not None
        else replace(reading, strange=several_boards(grids, chosen))
    )


def _boards_printed(
    text: TextGrid, options: dict[str, Any], shape: tuple[int, int] | None
) -> list[ScreenshotReading]:
    """The boards of a text, the highest first: at each place the first reading that is no question before one
    that is."""
    readings: list[ScreenshotReading] = []
    for board_text in chain(tables(text), text.boards()):
        for text_of_board in (board_text, board_text.without_grounds()):
            # A table and the lines that it is in are one board, which is read once.
            place = board_text.grid_of(0, 0, 1, 1, board_text.signs.shape)
            here = [known for known in readings if known.grid.overlaps(place)]
            if text_of_board is None or not all(known.doubtful for known in here):
                continue
            reading = _reading_behind_cursor(text_of_board, options)
            if reading is None or shape not in (None, reading.board.shape):
                continue
            if not here or not reading.doubtful:
                elsewhere = [known for known in readings if not known.grid.overlaps(place)]
                readings = [*elsewhere, reading]
    return sorted(readings, key=lambda reading: (reading.grid.top, reading.grid.left))


def _reading_behind_cursor(text: TextGrid, options: dict[str, Any]) -> ScreenshotReading | None:
    """The board of a text, where a cursor may hide what one of its cells shows: that cell is hidden then."""
    reading = _reading_of_text(text, options)
    if reading is not None and not reading.doubtful:
        return reading
    # With more signs of which nothing is known it would be a question all the same.
    cursors = list(text.cursors())
    unknown_signs = set(text.signs.ravel().tolist()) & set(UNKNOWN_SIGNS)
    if len(cursors) > MOST_CURSORS or len(unknown_signs) > MOST_UNKNOWN_SIGNS + 1:
        return reading
    for cursor in cursors:
        behind = _reading_behind(text, cursor, options)
        if behind is not None:
            return behind
    return reading


def _reading_behind(
    text: TextGrid, cursor: Cell, options: dict[str, Any]
) -> ScreenshotReading | None:
    """The board of a text with one cell hidden; ``None``: it is not the same, or a question, with all signs
    there that make sense."""
    possible = []
    for sign in sorted(set(text.signs.ravel().tolist()) - {text.signs[cursor]}):
        signs = text.signs.copy()
        signs[cursor] = sign
        chances = text.chances.copy()
        chances[cursor] = HIDDEN_BY_CURSOR
        behind = _reading_of_text(text._replace(signs=signs, chances=chances), options)
        if behind is not None and not behind.doubtful and behind.board.shape == signs.shape:
            board = behind.board.replace({cursor: HIDDEN})
            unsure = _unsure(board, behind.chances)
            possible.append(replace(behind, board=board, uncertain=unsure))
    boards = [behind.board for behind in possible]
    return possible[0] if boards and all(board == boards[0] for board in boards) else None


def _reading_of_text(text: TextGrid, options: dict[str, Any]) -> ScreenshotReading | None:
    """The board of a text, with where it is in the picture; ``None``: it is none, or not surely."""
    board_and_doubt = _board_of_text(text, options)
    # A sign that looks like a 4 or an 8 may be another one, where no layout fits the board with it as a clue.
    for other_text in text.without_doubtful_digits(SURE):
        if board_and_doubt is None:
            text = other_text
            board_and_doubt = _board_of_text(other_text, options)
    if board_and_doubt is None:
        return None
    board, doubt = board_and_doubt
    is_clue = (board.grid > 0) & (board.grid < MINE)
    if min(board.shape) < LEAST_SIDE or is_clue.sum() < LEAST_CLUES:
        return None
    text_place = _place_in_text(text, board, is_clue)
    if text_place is None:
        return None
    (line, column), (line_step, column_step) = text_place
    signs = text.signs[line::line_step, column::column_step][: board.rows, : board.cols]
    ground = text.ground[line::line_step, column::column_step][: board.rows, : board.cols]
    if len(set(signs.ravel().tolist()) & set(UNKNOWN_SIGNS)) > MOST_UNKNOWN_SIGNS:
        doubt = MANY_SIGNS
    is_ground = np.isin(signs, list(PANEL_SIGNS[1:])) & (ground != PAGE)
    covered_signs = set(signs[(board.grid == HIDDEN) & ~is_ground].tolist())
    if len(covered_signs) > MOST_COVERED_SIGNS:
        doubt = TWO_HIDDEN_SIGNS
    chances = text.chances[line::line_step, column::column_step][: board.rows, : board.cols].copy()
    grid = text.grid_of(line, column, line_step, column_step, board.shape)
    return ScreenshotReading(board, grid, _unsure(board, chances), (), chances, strange=doubt)


def _board_of_text(text: TextGrid, options: dict[str, Any]) -> tuple[Board, str | None] | None:
    """The board of a text, where all ways to read its signs give the same one and it has a layout; and why
    its size is a question."""
    board_and_words = _only_board("\n".join(text.lines), options)
    if board_and_words is None:
        return None

    # A text in a picture that no layout fits is more likely no board at all.
    board, taken = board_and_words
    try:
        analyze(board)
    except MinesolverError:
        return None
    return board, _doubt_about_signs(text, board, taken)


def _only_board(lines: str, options: dict[str, Any]) -> tuple[Board, tuple[str, ...]] | None:
    """The board that lines of text are, and what was taken for what; ``None``: they are none, or several."""
    try:
        reading = interpret_one(lines, **options)
        boards, taken = [reading.subject], reading.taken
    except BoardFormatError as error:
        # Where signs can be read in several ways each is tried: if all agree, the doubt makes no difference.
        boards, taken = _boards_by_signs(lines, error.readings, options), ()
    except MinesolverError:
        return None
    is_board = bool(boards) and isinstance(boards[0], Board)
    if not is_board or any(board != boards[0] for board in boards):
        return None
    return boards[0], taken


def _boards_by_signs(lines: str, ways_to_read: Any, options: dict[str, Any]) -> list[Any]:
    """The boards that lines of text are by each meaning of their signs; none where one makes no board."""
    try:
        return [interpret_one(lines, signs=signs, **options).subject for signs in ways_to_read]
    except MinesolverError:
        return []


def _doubt_about_signs(text: TextGrid, board: Board, taken: tuple[str, ...]) -> str | None:
    """Why the size or the signs of a text's board are a question; ``None``: they are none."""
    # One sign is hidden cells: a second one mostly is what stands between them, as a cursor does.
    for words in taken:
        if words.endswith(AS_HIDDEN) and len(words.removesuffix(AS_HIDDEN).split()) > 1:
            return TWO_HIDDEN_SIGNS

    # Blank cells at an end of a board cannot be told from what is beside it, but by the numbers there, or
    # where they are 0s: a hidden cell lies beside none.
    has_blanks = bool((text.signs == " ").any())
    if not has_blanks or not any(words.startswith("blank") for words in taken):
        return None
    is_numbered = sum("numbers" in words for words in taken) == 2
    ends_are_seen = "blank as 0" in taken and _is_hidden_at_all_ends(board)
    return None if is_numbered or ends_are_seen else BLANK_ENDS


def _is_hidden_at_all_ends(board: Board) -> bool:
    """Whether the rows and columns at the ends of a board have a hidden cell each."""
    is_hidden = board.grid == HIDDEN
    return all(
        end.any() for end in (is_hidden[0], is_hidden[-1], is_hidden[:, 0], is_hidden[:, -1])
    )


def _place_in_text(text: TextGrid, board: Board, is_clue: Any) -> tuple[Cell, Cell] | None:
    """Where a board's first cell is in a text, and how many lines and columns its cells are apart: where all
    of its clues are."""
    rows, cols = np.nonzero(is_clue)
    clues = board.grid[is_clue].astype(str)
    high, wide = text.signs.shape
    for line_step, column_step in product((1, 2), range(1, MOST_STEP + 1)):
        last_line, last_column = (board.rows - 1) * line_step, (board.cols - 1) * column_step
        for line, column in product(range(high - last_line), range(wide - last_column)):
            if (text.signs[line + rows * line_step, column + cols * column_step] == clues).all():
                return (line, column), (line_step, column_step)
    return None


def _unsure(board: Board, chances: Any) -> tuple[UncertainCell, ...]:
    """The cells of a printed board that may be misread, the most doubtful first."""
    cells = []
    for row, col in np.argwhere(chances < SURE).tolist():
        value = int(board.grid[row, col])
        read = "hidden" if value in (HIDDEN, MINE) else str(value)
        instead = "another clue" if read != "hidden" else "opened"
        cells.append(UncertainCell((row, col), read, instead, float(chances[row, col]), False))
    return tuple(sorted(cells, key=lambda cell: cell.chance))
