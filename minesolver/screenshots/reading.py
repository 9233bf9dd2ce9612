"""A board in a screenshot, read: its grid, the symbol of each cell, and how far each is to be trusted."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from ..base.errors import BoardFormatError, InconsistentBoardError, MinesolverError
from ..base.limits import Limit
from ..game.levels import LEVELS
from ..model.board import HIDDEN, MINE, Board, Cell
from ..solve import analyze
from .arrays import Array, beside_any
from .board import (
    CLEAR_END,
    CLEAR_GAIN,
    END_UNSEEN,
    MUCH_CLEARER,
    FoundBoard,
    board_of_repeated_sides,
    boards_beside,
    find_board,
    half_size,
    longer_up_to_the_edge,
    with_lines_beside,
)
from .cells import cells_of, plain_cells
from .consistency import lookalikes, nearest_consistent, without_alternative
from .counter import read_counter
from .doubts import Doubts
from .gap import boards_beside_a_gap
from .kinds import Kinds, blanks_like_others, with_opened_blanks
from .labels import without_labels
from .lattice import (
    SMALLEST_SIDE,
    CellRun,
    Grid,
    border_clearness,
    brightness_changes,
    longer,
    scaled,
    shorter,
)
from .marks import (
    SURE,
    clues_against_flags,
    flat_cells,
    lonely_zeros,
    marks_on_hidden,
    none_opened,
    of_rare_colour,
    shown_mines,
    strangeness,
)
from .part import (
    CUT_THROUGH_CELLS,
    ENDS_WITH_PICTURE,
    NO_LAYOUT_UNLESS_CUT,
    WHOLE_BOARD,
    CellsBeyond,
    cut_sides,
    lies_at,
    may_go_on,
    pixels_to_the_edge,
    sides_at_the_edge,
    sides_likely_cut,
    whole_grids,
)
from .picture import Picture, load_picture
from .several import check_board_number, several_boards
from .shape import checked_shape, no_board_of, placements, size_seen
from .sizes import has_game_size
from .symbols import (
    FLAG,
    JUNK,
    LABELS,
    ZERO,
    likelihoods,
    mixed,
    pictured,
    with_signs,
)
from .symbols import HIDDEN as HIDDEN_SYMBOL
from .work import CELL_FREED, CELL_SEEN, CELL_SIGNS, PIXEL_CHANGES, Work

LIKELY, MOST_UNLIKELY = 0.8, 0.05
"""Of the cells held with less than the first, more than that share make a reading a question; cells that are
held with less than ``SURE`` are named."""
MOST_WITHOUT_LOOKS = 0.25
"""Of a board's cells: where more are held with less than ``LIKELY``, that they can be nothing else is asked
of a board that may be none."""
STANDARD_DENSITIES = (0.05, 0.4)
"""Mines a cell: a counter and flags that say fewer or more are misread."""
LEAST_WORK, MOST_COST_ABOVE = 0.4, 5
"""What may be spent on a board's symbols however late it was found; and how much more than one that has a
layout a reading costs at most that is looked at, as logarithms. Set by hand."""
SHORT_WORK = 0.1
"""What is spent on them at least, where all work is nearly done."""
MOST_READINGS = 200
"""Readings looked at for one that has a layout."""
MOST_SIGN_CELLS = 3000
"""Cells of a board whose signs are looked at apart from their borders; of more it would take too much
room."""
CLEAR_ENOUGH, CLEAR_SMALLER = 0.5, 0.8
"""The clearness of a board that is read at once, and of one that is taken from a smaller picture: 1 is every
cell clearly one."""
OTHER_LOOK = 0.1
"""How likely a 0 is wrong, at least, that looks more like hidden cells than like other 0s, and a hidden cell
of a colour that hardly another has: it is named, and alone makes no question. Set by hand."""
CLEAR_CHANGE = 0.005
"""How likely the symbol of a changed cell is at most, where something else was clearly seen there."""
MOST_OTHER_SIZES = 4
"""Other sizes that are tried for a reading that is a question."""
LEAST_KEPT = 0.8
"""Of a board's cells: so many stay where lines are left out that are none of it."""
WHOLE_LINE = 0.95
"""Of a line: so much of one that was lost lies in the picture."""
SAME_LOOK = 6.0
"""How far the pixels of a lost line and of hidden cells are apart in the mean at most, of 255."""
MANY_HIDDEN = 0.25
"""Of the cells that were read as hidden: more look as a lost line does."""
MOST_TRIMMED, LEAST_LINES, DOUBTFUL_LINE = 3, 4, 0.5
"""Lines at an end that are left out at most, that stay at least, and the share of doubtful cells in one."""
RATHER_DOUBTFUL_LINE, MORE_DOUBTFUL = 0.25, 8
"""The same of one that is left out for a usual shape or a contradiction in it, and how many times the share
of the other lines that is at least."""
MOST_UNLIKELY_PLACE = 6
"""Of the logarithm of odds: how much less likely than the likeliest of any size the place of a board of a
known size is at most. Of 66 published pictures the true size has 3 at most, one row or column more or less
has 5 in the mean."""
LEVEL_SIZES = {(rows, cols) for rows, cols, _ in LEVELS.values()}
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
MOST_UNSURE_BESIDE_SEAM = 0.25
"""Of a board's cells: where more are unsure, a line of such cells says nothing."""
WORK_BESIDE = 0.2
"""Of the limit: what is spent to look for other boards in the picture."""
LAYOUT_WORK = 0.3
"""What is left of the work for layouts, where the kinds of cells take all else."""
COUNTER_STATES = 1_000_000
"""What may be counted to ask whether a counter's mine count has a layout: states, not time."""
OPENED_GAIN = 0.01
"""Of the cost: by how much a reading is preferred in which strange hidden cells are opened, if it fits."""
REPETITION_WORK = 0.5
"""Of the limit: what is spent to look for a board of cells of any sides, where no other is an answer."""
MOST_OF_AREA = 0.9
"""Of the board of squares: how much a board of other cells covers at least. One whose columns are not all as
wide is a part of it."""
FINDING_SHARE = 0.8
"""Of the limit: what may be spent before the board is found."""
MOST_FINDING, MOST_WORK = 1.2, 1.8
"""Of the limit: what no step to find the board goes beyond, and no step of all. At the usual limit of 2 s the
whole takes less than 3 s of the processor so, but for a few pictures that cost more than is counted."""


@dataclass(frozen=True)
class UncertainCell:
    """A cell that may be misread. ``read``: its symbol on the board; ``instead``: the next likely one;
    ``chance``: how likely ``read`` is held; ``changed``: exactness forbade what was seen first."""

    cell: Cell
    read: str
    instead: str
    chance: float
    changed: bool

    def to_dict(self) -> dict[str, Any]:
        """The cell as JSON values."""
        return {**asdict(self), "cell": list(self.cell)}

    def __str__(self) -> str:
        row, col = self.cell
        why = (
            f"looked like {self.instead}, which no layout allows"
            if self.changed
            else f"or {self.instead}?"
        )
        return f"({row},{col}) {self.read}: {why}"


@dataclass(frozen=True)
class ScreenshotReading:
    """A board read from a picture.

    ``uncertain``: the cells that may be misread, the most doubtful first; ``flags``: the cells with a flag,
    which is the player's opinion; ``chances``: float (rows, cols), how likely each symbol is right;
    ``contradiction``: why no layout fits the reading, and ``against``: the cells of it; ``strange``: what
    hardly a game in course shows; ``counter``: what the mine counter shows, where the board's mine count is
    that and the flags; ``frames``: how many pictures an animation has, of which the last was read;
    ``mines_shown``: the cells in which mines are seen, for the game is over: the board is the position before
    its last move; ``resized``: the grid that was seen first, where a reading of another size has a layout and
    few doubts, and that one had not; ``cut``: the sides ("below", ...) on which the picture's edge cuts the
    board, so that it is a part, in which the cells that are cut are hidden ones, without a mine count;
    ``may_go_on``: the sides on which a board of an unusual size ends with the picture, so that nothing shows
    whether it goes on there;
    ``boards``: where all boards are, if the picture has several, and ``board_number``: which was read, 1 the
    first.
    """

    board: Board
    grid: Grid
    uncertain: tuple[UncertainCell, ...]
    flags: tuple[Cell, ...]
    chances: Array
    contradiction: str | None = None
    against: tuple[Cell, ...] = ()
    strange: str | None = None
    counter: int | None = None
    frames: int = 1
    mines_shown: tuple[Cell, ...] = ()
    resized: Grid | None = None
    cut: tuple[str, ...] = ()
    may_go_on: tuple[str, ...] = ()
    boards: tuple[Grid, ...] = ()
    board_number: int = 1

    @property
    def doubtful(self) -> bool:
        """Whether it is a question and not an answer: a contradiction, something strange, or over 5 % of the
        cells held with less than 80 %."""
        unlikely_share = (self.chances < LIKELY).mean()
        return (
            self.contradiction is not None
            or self.strange is not None
            or bool(unlikely_share > MOST_UNLIKELY)
        )


def read(
    picture: str | Path | bytes | Picture,
    mines: int | None = None,
    *,
    density: float | str | Fraction | None = None,
    flags: bool = False,
    limit: float = 2.0,
    board: int | None = None,
    shape: tuple[int, int] | None = None,
) -> ScreenshotReading:
    """The board in a screenshot: the likeliest reading that has a layout of mines, where one is found.

    picture: A file's name or its bytes: PNG, JPEG or whatever else Pillow reads; of an animation its last
    frame mines, density: As for :meth:`minesolver.Board.parse`; without them a counter above the board is
    read flags: Flags are known mines; ``False``: they are hidden cells, as a player's flags may be wrong
    limit: How long to look for the board, and for a reading that has a layout: seconds of the processor on an
        idle machine, about; it is work that is counted, so a busy machine reads the same
    board: Which one, where the picture has several: 1 is the highest, of those side by side the one on the
        left. Without it several are a question, which names them
    shape: Rows and columns, where they are known: where the board ends is no question then
    Raises BoardFormatError: the file is no picture, or there is no grid of cells in it, or none of that size;
        MissingDependencyError: Pillow is not installed.
    """
    reader = _Reader(load_picture(picture), mines, density, flags, limit, checked_shape(shape))
    found_board = reader.find()
    if found_board is None:
        raise BoardFormatError(
            "there is no grid of Minesweeper cells in this picture; cut the board out of it, if there is one"
        )
    parted_boards = reader.parted_at_a_gap(found_board)
    found_board = parted_boards[0]
    boards = reader.all_boards(parted_boards)
    if board is None and reader.shape is not None:
        # Where one board alone has the size that was given, it is the one that is meant.
        numbers = [number for number, known in enumerate(boards, 1) if known.shape == reader.shape]
        board = numbers[0] if len(numbers) == 1 else None
    if board is not None:
        check_board_number(board, len(boards))
        found_board = boards[board - 1]
    is_whole = len(parted_boards) > 1
    if reader.shape is None:
        first_reading = reader.reading(found_board, is_whole)
        look_again = reader.second_look if first_reading.doubtful else reader.below_a_title
        reading = reader.as_part(look_again(first_reading), first_reading)
        reading = reader.up_to_the_edge(reading)
    else:
        reading = reader.reading_of_shape(found_board, is_whole, reader.shape)
    if len(boards) == 1:
        return reading

    # Of several boards one is an answer only where it was asked for.
    grids = tuple(known_board.grid for known_board in boards)
    read_number = 1 + grids.index(found_board.grid)
    reading = replace(reading, boards=grids, board_number=read_number)
    return (
        reading
        if board is not None
        else replace(reading, strange=several_boards(grids, read_number))
    )


@dataclass(frozen=True)
class _Symbols:
    """The symbols of a board's cells in one reading: ``chosen`` int (n,), ``chances`` float (n, JUNK), what
    it costs, and why it has no layout."""

    cost: float
    chosen: Array
    chances: Array
    error: MinesolverError | None


@dataclass(frozen=True)
class _Position:
    """The position that a board's cells show, before the last move of a game that is over.

    ``chosen``: int (n,), their symbols; ``shown_symbols``: with flags as hidden cells, unless these are to be
    known mines; ``chances``: float (n, JUNK), how likely each symbol is then, and ``flag_chances``: float
    (n,), how likely a flag is; ``is_flag``: bool (n,); ``mines``: bool (n,), in which a mine is shown;
    ``is_marked``: bool (n,), hidden ones in which something is shown; ``was_changed``: bool (n,), in which
    something else was seen, which no layout allows; ``is_fresh``: whether none was opened yet
    """

    chosen: Array
    shown_symbols: Array
    chances: Array
    flag_chances: Array
    is_flag: Array
    mines: Array
    is_marked: Array
    was_changed: Array
    is_fresh: bool

    def doubt_flags_against_clues(self, held_chances: Array, grid: Grid) -> None:
        """Hold less, float (n,), what clues with too many flags and these flags were read as: one of them is
        misread, or the player was wrong."""
        if self.mines.any():
            return
        symbol_table = self.chosen.reshape(grid.rows, grid.cols)
        changed_table = self.was_changed.reshape(grid.rows, grid.cols)
        against_flags = clues_against_flags(symbol_table, changed_table)
        flags_against = (symbol_table == FLAG) & beside_any(against_flags)
        is_against = (against_flags | flags_against).ravel()
        held_chances[is_against] = np.minimum(held_chances[is_against], LIKELY)


_LookOfCell = tuple[bytes, bytes]
"""The pixels of a cell, and of its sign alone."""


class _Reader:
    """One picture that is read, with what was said of its board."""

    def __init__(
        self,
        picture: Picture,
        mines: int | None,
        density: float | str | Fraction | None,
        flags: bool,
        limit: float,
        shape: tuple[int, int] | None = None,
    ) -> None:
        self.pixels, self.frames = picture
        self.shape = shape
        self.mines, self.density, self.flags, self.limit = mines, density, flags, limit
        self.work = Work(most=MOST_FINDING * limit)
        self.found_board: FoundBoard | None = None
        self.is_repetition_known = False
        self.repeated_board: FoundBoard | None = None
        self._seen: dict[_LookOfCell, tuple[Array, Array]] = {}

    def reading(self, found_board: FoundBoard, is_whole: bool) -> ScreenshotReading:
        """The board that was found, with the lines beside it that are likely its own, unless it is whole."""
        self.work.most = MOST_WORK * self.limit
        if is_whole:
            return self._read_board(found_board, None)
        board, size_doubt = self._with_its_lines(found_board)
        return self._read_board(board, size_doubt)

    def _with_its_lines(self, found_board: FoundBoard) -> tuple[FoundBoard, str | None]:
        """The board with the lines beside it that are likely its own, and without the numbers of rows and
        columns; and what is doubtful about its size."""
        grid, size_doubt = with_lines_beside(
            self.pixels, found_board.grid, found_board.cells, found_board.symbol_chances, self.work
        )
        cells, symbol_chances = found_board.cells, found_board.symbol_chances
        if grid != found_board.grid:
            cells, symbol_chances = self._cells_seen(grid)
        sides_at_edge = cut_sides(self.pixels, grid) + sides_at_the_edge(self.pixels, grid)
        grid, is_cell = without_labels(grid, symbol_chances, sides_at_edge)
        board = FoundBoard(found_board.gain, grid, cells[is_cell], symbol_chances[is_cell])
        return board, size_doubt

    def reading_of_shape(
        self, found_board: FoundBoard, is_whole: bool, shape: tuple[int, int]
    ) -> ScreenshotReading:
        """The reading with so many rows and columns, in the likeliest place where it is no question.

        Raises BoardFormatError: no board of that size is in this picture.
        """
        self.work.most = MOST_WORK * self.limit
        usual_board, size_doubt = found_board, None
        if not is_whole:
            usual_board, size_doubt = self._with_its_lines(found_board)
        usual_reading = None
        if usual_board.shape == shape:
            with suppress(BoardFormatError):
                usual_reading = self._read_board(usual_board, None, WHOLE_BOARD)
                if not usual_reading.doubtful:
                    return usual_reading

        # As many lines of the same cells, where the picture shows them.
        likely_grids = []
        unlikely_grids = []
        for grid, loss in placements(self.pixels, found_board, shape, self.work):
            if loss < CLEAR_END:
                likely_grids.append(grid)
            elif loss < MOST_UNLIKELY_PLACE:
                unlikely_grids.append(grid)
        likely_reading = self._first_answer(likely_grids, None)
        if likely_reading is not None and not likely_reading.doubtful:
            return likely_reading

        # Else what a second look at the picture finds. A mine count that the usual board cannot have is one
        # of another size.
        is_another_answer = False
        with suppress(BoardFormatError):
            usual_reading = usual_reading or self._read_board(usual_board, size_doubt)
            if usual_reading.doubtful:
                usual_reading = self.second_look(usual_reading)
            if self._is_answer(usual_reading):
                return usual_reading
            is_another_answer = not usual_reading.doubtful

        # A less likely place is an answer unless the picture shows another board, and that is no question.
        seen = size_seen(usual_board.shape, cut_sides(self.pixels, usual_board.grid))
        unlikely_reading = self._first_answer(unlikely_grids, seen if is_another_answer else None)
        if unlikely_reading is not None and not unlikely_reading.doubtful:
            return unlikely_reading
        for question in (usual_reading, likely_reading, unlikely_reading):
            if question is not None and question.board.shape == shape:
                return question
        raise no_board_of(shape, seen)

    def _read_board(
        self, board: FoundBoard, size_doubt: str | None, beyond: CellsBeyond | None = None
    ) -> ScreenshotReading:
        """The reading of a board whose cells have been seen."""
        return self._read_cells(board.grid, board.cells, board.symbol_chances, size_doubt, beyond)

    def _first_answer(self, grids: list[Grid], doubt: str | None) -> ScreenshotReading | None:
        """The first reading of these grids that is no question, else the first; ``None``: there is none.

        doubt: What is doubtful about all of them
        Raises BoardFormatError: none can have the mine count.
        """
        question = first_error = None
        for grid in grids:
            if not self._affords_reading(grid):
                continue
            try:
                reading = self._read_grid(grid, None, WHOLE_BOARD)
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

    def _is_answer(self, reading: ScreenshotReading) -> bool:
        """Whether a reading is no question, and of the size that was given, if one was."""
        return not reading.doubtful and self.shape in (None, reading.board.shape)

    def _affords_reading(self, grid: Grid) -> bool:
        """Whether the cells of a grid, most of which are known, may still be read."""
        cell_cost = CELL_SEEN + CELL_FREED
        return self.work.affords(cell_cost * grid.rows * grid.cols + SHORT_WORK)

    def _read_grid(
        self, grid: Grid, size_doubt: str | None, beyond: CellsBeyond | None = None
    ) -> ScreenshotReading:
        cells, symbol_chances = self._cells_seen(grid)
        return self._read_cells(grid, cells, symbol_chances, size_doubt, beyond)

    def _cells_seen(self, grid: Grid) -> tuple[Array, Array]:
        """The cells of a grid, and how likely the first network holds each symbol there."""
        self.work.spend(CELL_SEEN * grid.rows * grid.cols)
        cells = cells_of(self.pixels, grid)
        return cells, likelihoods(cells)

    def find(self) -> FoundBoard | None:
        """The board in the picture, of cells that are about squares; where it is not clear, that of cells of
        any sides if it is clearer."""
        self.found_board = squares = self._find_squares()
        least_clearness = 0.0
        if squares is not None:
            if squares.clearness > CLEAR_GAIN:
                return squares
            least_clearness = squares.clearness + MUCH_CLEARER
        other_board = self._find_by_repetition(squares)
        if other_board is not None and other_board.clearness > least_clearness:
            self.found_board = other_board
        return self.found_board

    def _find_squares(self) -> FoundBoard | None:
        """The board of cells that are about squares; where it is not clear, and clearer in a half or a
        quarter of the picture, that one: smaller pictures have no dither and no texture."""
        smaller_boards: list[FoundBoard | None] = []
        work_limit = FINDING_SHARE * self.limit
        found_board = find_board(self.pixels, self.work, work_limit, smaller_boards)
        if found_board is not None and found_board.clearness > CLEAR_ENOUGH:
            return found_board
        for number, scale in enumerate((2, 4)):
            if min(self.pixels.shape[:2]) // scale < LEAST_LINES * SMALLEST_SIDE:
                break
            if number == len(smaller_boards):
                pixels = half_size(self.pixels)
                if scale == 4:
                    pixels = half_size(pixels)
                work_limit = self.work.seconds + 0.3 * self.limit
                smaller_boards.append(find_board(pixels, self.work, work_limit))
            board = smaller_boards[number]
            if board is not None and board.clearness > CLEAR_SMALLER:
                grid = scaled(board.grid, scale, scale)
                enlarged = self._board_in_grid(grid, board.gain)
                if found_board is None or enlarged.grid.area > 0.5 * found_board.grid.area:
                    return enlarged
        return found_board

    def parted_at_a_gap(self, found_board: FoundBoard) -> list[FoundBoard]:
        """The board, or the two of which it is, where a gap breaks the distances of its lines."""
        grids = boards_beside_a_gap(self.pixels, found_board.grid)
        if grids is None:
            return [found_board]
        boards = []
        for grid in grids:
            gain = found_board.clearness * grid.rows * grid.cols
            boards.append(self._board_in_grid(grid, gain))
        return boards

    def all_boards(self, parted_boards: list[FoundBoard]) -> list[FoundBoard]:
        """The board, or those that were parted, and others in the picture, the highest first, those side by
        side from the left."""
        boards = list(parted_boards)
        if len(boards) == 1:
            # Counted apart: what is looked at beside a board is not to be missed by its reading.
            work = Work(most=WORK_BESIDE * self.limit)
            boards += boards_beside(self.pixels, boards[0], work)
        highest = min(board.grid.top for board in boards)
        height = boards[0].grid.height

        def place(board: FoundBoard) -> tuple[int, float]:
            # What begins within three cells of the same height lies side by side.
            return int((board.grid.top - highest) / (3 * height)), board.grid.left

        return sorted(boards, key=place)

    def _find_by_repetition(self, known_board: FoundBoard | None) -> FoundBoard | None:
        """The board of cells of any sides at which the picture repeats itself, if they are others than those
        of the board that is known: buttons with a text are no squares often, and of a board of which no cell
        is opened several cells may have been taken for one."""
        if not self.is_repetition_known:
            self.is_repetition_known = True
            known_grid = None if known_board is None else known_board.grid
            work_left = self.work.most - self.work.seconds
            work = Work(most=min(REPETITION_WORK * self.limit, work_left))
            board = board_of_repeated_sides(self.pixels, known_grid, work)
            self.work.spend(work.seconds)
            least_area = 0.0 if known_grid is None else MOST_OF_AREA * known_grid.area
            if board is not None and board.grid.area > least_area:
                self.repeated_board = self._board_in_grid(board.grid, board.gain)
        return self.repeated_board

    def _board_in_grid(self, grid: Grid, gain: float) -> FoundBoard:
        """The board of a grid that was found in another size of the picture."""
        cells, symbol_chances = self._cells_seen(grid)
        return FoundBoard(gain, grid, cells, symbol_chances)

    def second_look(self, doubtful: ScreenshotReading) -> ScreenshotReading:
        """The first reading of another size that is no question; else the doubtful one: a title or a toolbar
        may have been taken for a row, or a line at an end be lost."""
        looks = (
            self._of_a_game_size,
            self._with_a_lost_line,
            self.below_a_title,
            self._of_other_cells,
        )
        for look_again in looks:
            reading = look_again(doubtful)
            if self._is_answer(reading):
                return reading
        # Lines are left out or added, as long as the reading stays a question. Some much smaller board nearly
        # always makes sense, and shows nothing.
        for _ in range(MOST_OTHER_SIZES):
            grid = self._of_another_size(reading, doubtful.grid)
            if grid is None or not self._affords_reading(grid):
                break
            reading = self._read_grid(grid, None)
            if not shows_its_size(reading):
                break
            is_likely = has_game_size(grid) or grid.area > LEAST_KEPT * doubtful.grid.area
            if self._is_answer(reading) and is_likely:
                return replace(reading, resized=doubtful.grid)
        return doubtful

    def _of_another_size(self, reading: ScreenshotReading, first_grid: Grid) -> Grid | None:
        """The grid of a reading that is a question, with other lines at its ends than the first grid had;
        ``None``: nothing speaks for one."""
        shorter_grid = trimmed(reading) or without_a_line_against(reading)
        # What was left out is not added again.
        if shorter_grid is not None or reading.grid.area < first_grid.area:
            return shorter_grid
        longer_grid = lengthened(reading, self.pixels)
        if longer_grid is None:
            return None
        # Where the picture ends with the board elsewhere, the board goes on up to its edge.
        return longer_up_to_the_edge(self.pixels, longer_grid)

    def _with_a_lost_line(self, doubtful: ScreenshotReading) -> ScreenshotReading:
        """A board that fits no layout as it is seen, with one line more, which makes it of a size that games
        have and lies in the picture and looks as hidden cells do, where its reading is no question; else the
        same one. A line of hidden cells may be as dark as what lies around the board."""
        grid = doubtful.grid
        has_changes = any(cell.changed for cell in doubtful.uncertain)
        fits_as_seen = doubtful.contradiction is None and not has_changes
        if doubtful.cut or fits_as_seen or has_usual_shape(grid):
            return doubtful
        for axis, end in ((0, 0), (0, 1), (1, 0), (1, 1)):
            run = grid.run(axis)
            room = pixels_to_the_edge(self.pixels, grid, axis, end)
            longer_grid = longer(grid, axis, end)
            if room < WHOLE_LINE * run.pitch or not has_game_size(longer_grid):
                continue
            start = run.end if end else run.start - run.pitch
            line = grid.with_run(axis, CellRun(start, run.pitch, 1))
            if looks_hidden(self.pixels, line, doubtful) and self._affords_reading(longer_grid):
                reading = self._read_grid(longer_grid, None)
                if self._is_answer(reading) and shows_its_size(reading):
                    return replace(reading, resized=grid)
        return doubtful

    def _of_other_cells(self, doubtful: ScreenshotReading) -> ScreenshotReading:
        """The board of cells of other sides, where its reading is no question; else the same one."""
        board = self._find_by_repetition(self.found_board)
        if board is None or board is self.found_board:
            return doubtful
        reading = self.reading(board, is_whole=False)
        return replace(reading, resized=doubtful.grid) if self._is_answer(reading) else doubtful

    def _of_a_game_size(self, reading: ScreenshotReading) -> ScreenshotReading:
        """The whole board of a size that games have, where its last lines at the picture's edge are mostly
        seen, or none, and its reading is no question; else the same reading."""
        if not reading.cut:
            return reading
        for grid in whole_grids(self.pixels, reading.grid, reading.cut):
            cell_cost = CELL_SEEN * grid.rows * grid.cols
            if not has_game_size(grid) or not self.work.affords(cell_cost + SHORT_WORK):
                continue
            board = self._read_grid(grid, None, WHOLE_BOARD)
            if self._is_answer(board):
                return replace(board, resized=reading.grid)
        return reading

    def as_part(
        self, reading: ScreenshotReading, first_reading: ScreenshotReading
    ) -> ScreenshotReading:
        """A reading that fits no layout, or only against what is clearly seen, as a part of a board that goes
        on beyond the picture's edge, where that helps: a picture may be cut between two cells. The first
        reading is rather a part than a whole board of another size that no usual game has."""
        if reading.resized is not None and not has_game_size(reading.grid):
            part = self._part_against(first_reading)
            if part is not None:
                return part
        return self._part_against(reading) or reading

    def _part_against(self, reading: ScreenshotReading) -> ScreenshotReading | None:
        """The reading as a part of a board, where something at the picture's edge speaks against it, and
        nothing against the part; ``None``: it is not so."""
        cells_against = {*reading.against, *_clear_changes(reading)}
        sides = sides_at_the_edge(self.pixels, reading.grid)
        if reading.cut or not lies_at(sides, reading.grid, cells_against):
            return None
        part = self._read_as_part(reading, CellsBeyond(sides), NO_LAYOUT_UNLESS_CUT)
        if part is None or part.contradiction is not None or _clear_changes(part):
            return None
        return part

    def _read_as_part(
        self, reading: ScreenshotReading, beyond: CellsBeyond, cause: str
    ) -> ScreenshotReading | None:
        """The board of a reading as a part, with hidden cells beyond it; ``None``: there is no work left."""
        if not self.work.affords(CELL_SEEN * reading.chances.size + SHORT_WORK):
            return None
        part = self._read_grid(reading.grid, None, beyond)
        return replace(part, strange=beyond.description(cause))

    def up_to_the_edge(self, reading: ScreenshotReading) -> ScreenshotReading:
        """The reading with the sides at which its board ends with the picture and may go on; as a part, and a
        question, where it most likely does."""
        if reading.cut:
            return reading
        likely_cut = sides_likely_cut(self.pixels, reading.grid)
        if likely_cut and not reading.doubtful:
            part = self._read_as_part(reading, CellsBeyond(likely_cut), ENDS_WITH_PICTURE)
            if part is not None:
                return part
        sides = may_go_on(self.pixels, reading.grid)
        return replace(reading, may_go_on=tuple(side.name for side in sides))

    def below_a_title(self, reading: ScreenshotReading) -> ScreenshotReading:
        """The reading without a title that was taken for its first rows; or the same, as a question where it
        may be so. A picture of a whole window is divided evenly, title and all, where that nearly fits."""
        grid = reading.grid
        # No game has a row more than a usual size, but a title may be as high as one.
        is_one_too_many = has_game_size(shorter(grid, 0, 0))
        farthest_top = NEAR_EDGE_OF_TITLE if is_one_too_many else NEAR_EDGE
        is_at_top = abs(grid.top) < farthest_top * grid.height
        if not is_at_top or reading.cut or has_usual_shape(grid):
            return reading
        is_unsure = reading.chances < SURE
        unsure_first_share = is_unsure[0].mean()
        unsure_rest_share = is_unsure[MOST_TRIMMED:].mean()
        is_first_unsure = unsure_first_share >= max(UNSURE_TITLE, UNSURE_MORE * unsure_rest_share)
        if not (is_first_unsure or is_one_too_many or self._is_first_row_bare(grid)):
            return reading

        # Its last row stays where it is; of one that was divided evenly the cells are square, or a title is
        # as high as a cell.
        runs = [(grid.run(0).end, grid.height)]
        if fills_picture(grid, self.pixels):
            runs.insert(0, (self.pixels.shape[0], grid.width))
        for end, side in runs:
            smaller = self._below_rows(reading, end, side)
            if smaller is not None:
                return replace(smaller, resized=grid)
        return replace(
            reading, strange="the first row is unsure: if it is a title, cut the board out"
        )

    def _below_rows(
        self, reading: ScreenshotReading, end: float, side: float
    ) -> ScreenshotReading | None:
        """The reading of a usual shape with rows of a height up to an end, of which more is sure; or none."""
        grid = reading.grid
        most_rows = min(grid.rows - 1, int(end / side))
        for rows in range(most_rows, max(LEAST_LINES, grid.rows - MOST_TRIMMED) - 1, -1):
            smaller_grid = grid.with_run(0, CellRun(end - rows * side, side, rows))
            cell_cost = CELL_SEEN + CELL_FREED + CELL_SIGNS
            if not has_usual_shape(smaller_grid) or not self.work.affords(
                cell_cost * rows * grid.cols
            ):
                continue
            smaller = self._read_grid(smaller_grid, None)
            if self._is_answer(smaller) and len(smaller.uncertain) < len(reading.uncertain):
                return smaller
        return None

    def _is_first_row_bare(self, grid: Grid) -> bool:
        """Whether the first row looks like no cells, and lacks the borders that the other rows have."""
        cost = PIXEL_CHANGES * self.pixels[:, :, 0].size + CELL_SEEN * grid.cols
        if not self.work.affords(cost):
            return False
        self.work.spend(cost)
        borders = border_clearness(brightness_changes(self.pixels), grid)
        first_row = grid.with_run(0, CellRun(grid.top, grid.height, 1))
        junk_share = likelihoods(cells_of(self.pixels, first_row))[:, JUNK].mean()
        usual_border = np.median(borders[1:])
        return bool(borders[0].mean() < TITLE_BORDERS * usual_border and junk_share > TITLE_JUNK)

    def board_of(self, grid: Grid, chosen: Array, beyond: CellsBeyond = WHOLE_BOARD) -> Board:
        """The board of a choice of symbols. Raises BoardFormatError: none is like that."""
        codes = np.where(chosen == 0, HIDDEN, chosen - 1)
        codes = np.where(chosen == FLAG, MINE if self.flags else HIDDEN, codes).astype(np.int8)
        whole_grid = beyond.whole_grid(grid)
        whole_codes = beyond.around(codes, grid, HIDDEN).reshape(whole_grid.rows, whole_grid.cols)
        # A mine count is one of the whole board.
        return Board(whole_codes, None if beyond.sides else self.mines, self.density)

    def _read_cells(
        self,
        grid: Grid,
        cells: Array,
        symbol_chances: Array,
        size_doubt: str | None,
        beyond: CellsBeyond | None = None,
    ) -> ScreenshotReading:
        beyond = beyond or CellsBeyond(cut_sides(self.pixels, grid))

        # Of a board that the picture's edge cuts only the whole lines are read.
        grid, is_whole = beyond.whole_lines(grid)
        cells, symbol_chances = cells[is_whole], symbol_chances[is_whole]
        symbols, plain = self._symbols(grid, cells, symbol_chances, beyond)
        position = self._before_the_last_move(grid, cells, plain, symbols)
        # Raises where no likely reading fits the mine count.
        board = self.board_of(grid, position.chosen, beyond)

        held_chances = self._held_chances(grid, cells, position, symbols.error is None, beyond)
        counter = None
        is_mine_count_open = self.mines is None and self.density is None
        if is_mine_count_open and not beyond.sides and symbols.error is None:
            board, counter = self._counted(board, grid, position, held_chances)
        position.doubt_flags_against_clues(held_chances, grid)
        if beyond.sides:
            strange: str | None = beyond.description(CUT_THROUGH_CELLS)
        else:
            strange = self._strangeness(grid, cells, position)
        if (grid.rows, grid.cols) != self.shape:
            size_doubt = _size_doubt(grid, board, position, held_chances, size_doubt)
            strange = strange or size_doubt
        return self._reading_of(
            grid, board, position, held_chances, beyond, symbols.error, strange, counter
        )

    def _before_the_last_move(
        self, grid: Grid, cells: Array, plain: Array, symbols: _Symbols
    ) -> "_Position":
        """The position that a board shows. The mines of a game that is over were hidden before its last move,
        and what marks a hidden cell is none of its symbols."""
        chosen, chances = symbols.chosen.copy(), symbols.chances
        mines = shown_mines(plain, chosen, chances)
        is_marked = mines | marks_on_hidden(cells, chosen) | lonely_zeros(chosen)
        is_fresh = none_opened(cells, chosen, has_usual_shape(grid) or has_game_size(grid))
        if is_fresh:
            is_marked |= chosen != HIDDEN_SYMBOL
            chances = _rather_hidden(chances)
        chosen[is_marked] = HIDDEN_SYMBOL

        # Flags are hidden cells unless they are to be known mines.
        is_flag = (chances.argmax(axis=1) == FLAG) & (chosen == FLAG)
        flag_chances = chances[:, FLAG]
        shown_symbols = chosen
        if not self.flags:
            chances = _flags_as_hidden(chances)
            shown_symbols = np.where(chosen == FLAG, HIDDEN_SYMBOL, chosen)
        was_changed = (shown_symbols != chances.argmax(axis=1)) & ~is_marked
        return _Position(
            chosen=chosen,
            shown_symbols=shown_symbols,
            chances=chances,
            flag_chances=flag_chances,
            is_flag=is_flag,
            mines=mines,
            is_marked=is_marked,
            was_changed=was_changed,
            is_fresh=is_fresh,
        )

    def _held_chances(
        self,
        grid: Grid,
        cells: Array,
        position: "_Position",
        has_layout: bool,
        beyond: CellsBeyond,
    ) -> Array:
        """float (n,): how far the symbol of each cell is held."""
        symbols, chances = position.shown_symbols, position.chances
        held_chances = np.take_along_axis(chances, symbols[:, None], axis=1)[:, 0]
        is_rare = of_rare_colour(cells, position.chosen)
        held_chances[is_rare] = np.minimum(held_chances[is_rare], 1 - OTHER_LOOK)
        held_chances[position.mines] = 1.0
        if has_layout:
            only_symbols = self._only_symbols(grid, symbols, chances, held_chances, beyond)
            held_chances[only_symbols] = LIKELY
            is_hidden = hidden_by_mines(grid, symbols, chances, position.mines)
            held_chances[is_hidden] = np.maximum(held_chances[is_hidden], LIKELY)
        return held_chances

    def _counted(
        self, board: Board, grid: Grid, position: "_Position", held_chances: Array
    ) -> tuple[Board, int | None]:
        """The board with the mine count that a counter shows, and what that shows: how many mines a whole
        board has, while its game goes on. Flags that are no mines by it are held less."""
        if position.mines.any():
            return board, None
        flag_chances, is_flag = position.flag_chances, position.is_flag
        has_unsure_flags = bool(((flag_chances > 1 - SURE) & (flag_chances < SURE)).any())
        board, counter = self._with_counter(board, grid, int(is_flag.sum()), has_unsure_flags)
        if counter is not None and board.mines == counter and is_flag.any():
            held_chances[is_flag] = np.minimum(held_chances[is_flag], LIKELY)
        return board, counter

    def _strangeness(self, grid: Grid, cells: Array, position: "_Position") -> str | None:
        """What hardly a game in course shows, in the cells of a whole board."""
        is_unmarked_hidden = (position.chosen == HIDDEN_SYMBOL) & ~position.is_marked
        return strangeness(
            position.chosen.reshape(grid.rows, grid.cols),
            cells[is_unmarked_hidden],
            bool(position.mines.any()),
            position.was_changed.reshape(grid.rows, grid.cols),
            is_size_known=(grid.rows, grid.cols) == self.shape,
            is_fresh=position.is_fresh,
        )

    def _reading_of(
        self,
        grid: Grid,
        board: Board,
        position: "_Position",
        held_chances: Array,
        beyond: CellsBeyond,
        error: MinesolverError | None,
        strange: str | None,
        counter: int | None,
    ) -> ScreenshotReading:
        """The reading of a position with the cells beyond the edge, which are hidden ones: nothing is
        doubtful about that."""
        hidden_chances = np.eye(JUNK)[HIDDEN_SYMBOL]
        chances = beyond.around(position.chances, grid, hidden_chances)
        shown_symbols = beyond.around(position.shown_symbols, grid, HIDDEN_SYMBOL)
        held_chances = beyond.around(held_chances, grid, 1.0)
        is_flag = beyond.around(position.is_flag, grid, False)
        mines = beyond.around(position.mines, grid, False)
        whole_grid = beyond.whole_grid(grid)
        return ScreenshotReading(
            board=board,
            grid=whole_grid,
            uncertain=uncertain_cells(chances, shown_symbols, held_chances, whole_grid),
            flags=_cells_where(is_flag, whole_grid),
            chances=held_chances.reshape(whole_grid.rows, whole_grid.cols),
            contradiction=None if error is None else str(error),
            against=tuple(error.clues) if isinstance(error, InconsistentBoardError) else (),
            strange=strange,
            counter=counter,
            frames=self.frames,
            mines_shown=_cells_where(mines, whole_grid),
            cut=tuple(side.name for side in beyond.sides),
        )

    def _only_symbols(
        self,
        grid: Grid,
        chosen: Array,
        chances: Array,
        held_chances: Array,
        beyond: CellsBeyond,
    ) -> Array:
        """bool (n,): the unlikely cells that can be nothing else, as the rest of the board is read."""
        unlikely_cells = np.flatnonzero(held_chances < LIKELY)
        is_question = len(unlikely_cells) > MOST_UNLIKELY * len(chosen)
        if not is_question or len(unlikely_cells) > MOST_WITHOUT_LOOKS * len(chosen):
            return np.zeros(len(chosen), bool)
        return without_alternative(
            unlikely_cells,
            chosen,
            chances,
            lambda choice: self.board_of(grid, choice, beyond),
            self.work,
        )

    def _symbols(
        self, grid: Grid, cells: Array, symbol_chances: Array, beyond: CellsBeyond
    ) -> tuple[_Symbols, Array]:
        """The likeliest symbols of a board's cells that have a layout, where some are found; and each cell's
        sign alone."""
        plain, share, nets = self._networks(grid, cells, symbol_chances)
        # A board that was found late is looked at as well.
        work_limit = max(
            self.limit,
            min(self.work.seconds + LEAST_WORK, self.work.most),
            self.work.seconds + SHORT_WORK,
        )
        tried: list[_Symbols] = []
        for cost, first_choice, chances in likely_readings(
            cells, plain, share, nets, grid, self.work, work_limit, beyond
        ):
            # Once one has a layout, those that cost much more are not looked at.
            least_cost = min(
                (symbols.cost for symbols in tried if symbols.error is None), default=np.inf
            )
            if tried and (self.work.seconds > work_limit or cost > least_cost + MOST_COST_ABOVE):
                continue
            chosen, error = nearest_consistent(
                first_choice,
                chances,
                grid,
                lambda choice: self.board_of(grid, choice, beyond),
                self.work,
                work_limit,
                MOST_READINGS,
                beyond.before,
            )
            both_choices = np.stack([first_choice, chosen], axis=1)
            logs = np.log(np.take_along_axis(chances, both_choices, axis=1) + 1e-300)
            change_cost = float((logs[:, 0] - logs[:, 1]).sum())
            tried.append(_Symbols(cost + change_cost, chosen, chances, error))
        return min(tried, key=lambda symbols: (symbols.error is not None, symbols.cost)), plain

    def _networks(
        self, grid: Grid, cells: Array, symbol_chances: Array
    ) -> tuple[Array, float, list[Array]]:
        """The signs of a board's cells alone, their share of a cell's side, and what each network sees: that
        of cells, of signs, and of both. Cells that look exactly alike are looked at once; where all would
        cost too much, the other networks look at those of which the first is least sure."""
        by_signs = symbol_chances.copy()
        by_both = symbol_chances[:, :JUNK] / symbol_chances[:, :JUNK].sum(axis=1, keepdims=True)
        freeing_cost = CELL_FREED * len(cells)
        if len(cells) >= MOST_SIGN_CELLS or not self.work.affords(freeing_cost):
            return cells, 1.0, [symbol_chances, by_signs, by_both]
        self.work.spend(freeing_cost)
        plain, share = plain_cells(self.pixels, grid, cells)

        looks = [(cell.tobytes(), sign.tobytes()) for cell, sign in zip(cells, plain, strict=True)]
        self._look_at(looks, cells, plain, symbol_chances.max(axis=1))
        for cell, look in enumerate(looks):
            if look in self._seen:
                by_signs[cell], by_both[cell] = self._seen[look]
        return plain, share, [symbol_chances, by_signs, by_both]

    def _look_at(
        self, looks: list["_LookOfCell"], cells: Array, plain: Array, sureness: Array
    ) -> None:
        """Remember what the networks of signs and of both see in cells of new looks, in as many of the least
        sure ones as there is work for."""
        examples = {look: cell for cell, look in enumerate(looks) if look not in self._seen}
        new_cells = np.array(list(examples.values()), int)
        work_left = self.work.most - self.work.seconds
        for_layouts = min(LEAST_WORK, work_left / 2)
        most_looked_at = max(0, int((work_left - for_layouts) / CELL_SIGNS))
        least_sure_first = np.argsort(sureness[new_cells], kind="stable")
        chosen = new_cells[np.sort(least_sure_first[:most_looked_at])]
        if not len(chosen):
            return
        self.work.spend(CELL_SIGNS * len(chosen))
        by_signs = likelihoods(plain[chosen], signs=True)
        by_both = pictured(cells[chosen], plain[chosen])
        for cell, of_signs, of_both in zip(chosen.tolist(), by_signs, by_both, strict=True):
            self._seen[looks[cell]] = of_signs, of_both

    def _with_counter(
        self, board: Board, grid: Grid, flag_count: int, has_unsure_flags: bool
    ) -> tuple[Board, int | None]:
        """The board with the mine count that its counter and flags say, where that fits what is sure. A board
        of a standard size has the standard one, if the counter says it with or without the flags."""
        counter = read_counter(self.pixels, grid)
        if counter is None:
            return board, None
        mine_count = counter + flag_count
        standard_counts = [
            mines for *size, mines in LEVELS.values() if size == [grid.rows, grid.cols]
        ]
        if standard_counts and standard_counts[0] in (mine_count, counter):
            mine_count = standard_counts[0]
        else:
            least_mines, most_mines = (density * board.grid.size for density in STANDARD_DENSITIES)
            if has_unsure_flags or not least_mines < mine_count < most_mines:
                return board, None
        try:
            counted_board = Board(board.grid, mine_count)
            analyze(counted_board, limit=Limit(states=COUNTER_STATES))
        except MinesolverError:
            return board, None
        return counted_board, counter


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
    left, top, right, bottom = grid.box(*cell)
    is_in_rows = smaller_grid.run(0).start <= (top + bottom) / 2 <= smaller_grid.run(0).end
    is_in_cols = smaller_grid.run(1).start <= (left + right) / 2 <= smaller_grid.run(1).end
    return is_in_rows and is_in_cols


def _without_doubtful_lines(
    reading: ScreenshotReading, least_share: float, times_the_rest: float
) -> Grid:
    """The grid of a reading without the lines at its ends of which this share of cells is doubtful, and so
    many times that of the other lines."""
    grid, is_doubtful = reading.grid, reading.chances < LIKELY
    for axis in (0, 1):
        for end in (0, 1):
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


def looks_hidden(pixels: Array, line: Grid, reading: ScreenshotReading) -> bool:
    """Whether the cells of a line are alike, and look as many hidden cells do, borders and all."""
    is_hidden = (reading.board.grid == HIDDEN).ravel()
    if not is_hidden.any():
        return False
    hidden_cells = cells_of(pixels, reading.grid)[is_hidden].astype(np.float32)
    line_cells = cells_of(pixels, line).astype(np.float32)
    usual_cell = np.median(line_cells, axis=0)
    line_distance = np.abs(line_cells - usual_cell).mean(axis=(1, 2, 3))
    hidden_distance = np.abs(hidden_cells - usual_cell).mean(axis=(1, 2, 3))
    is_alike = hidden_distance < SAME_LOOK
    return bool(line_distance.max() < SAME_LOOK and is_alike.mean() > MANY_HIDDEN)


def hidden_by_mines(grid: Grid, chosen: Array, chances: Array, mines: Array) -> Array:
    """bool (n,): the cells that were read as hidden, or else as 0, of which one that looks the same lies
    beside a mine that is shown: that one is no 0.

    chosen: int (n,), as what they were read; ``chances``: float (n, JUNK); ``mines``: bool (n,)
    """
    next_chances = chances.copy()
    np.put_along_axis(next_chances, chosen[:, None], 0.0, axis=1)
    may_be_zero = (chosen == HIDDEN_SYMBOL) & (next_chances.argmax(axis=1) == ZERO) & ~mines
    is_beside_mine = beside_any(mines.reshape(grid.rows, grid.cols)).ravel()
    is_hidden = np.zeros(len(chosen), bool)
    for alike_cells in set(lookalikes(chosen, chances)):
        group = list(alike_cells)
        if may_be_zero[group].all() and is_beside_mine[group].any():
            is_hidden[group] = True
    return is_hidden


def fills_picture(grid: Grid, pixels: Array) -> bool:
    """Whether a board ends with its picture on all sides."""
    for axis in (0, 1):
        run = grid.run(axis)
        farthest = max(abs(run.start), abs(run.end - pixels.shape[axis]))
        if farthest > NEAR_EDGE * run.pitch:
            return False
    return True


def has_usual_shape(grid: Grid) -> bool:
    """Whether a board is a square, or of the size of one of the levels."""
    return grid.rows == grid.cols or (grid.rows, grid.cols) in LEVEL_SIZES


def shows_its_size(reading: ScreenshotReading) -> bool:
    """Whether the clues of a reading are evidence of its size: without one that is sure any part of a board
    fits as well, and only a usual shape is."""
    is_clue = (reading.board.grid > 0) & (reading.board.grid < MINE)
    if not is_clue.any():
        return has_usual_shape(reading.grid)
    return bool((reading.chances[is_clue] >= SURE).any())


def blank_doubt(grid: Grid, symbols: Array, chances: Array) -> str | None:
    """What is doubtful about the size of a board without clues: nothing says that its cells are not halves of
    cells, but for a usual shape or cells that are all sure. ``None``: nothing.

    symbols: int (rows, cols); ``chances``: float (rows, cols), how likely each symbol is right
    """
    is_clue = (symbols > ZERO) & (symbols < FLAG)
    unsure_share = (chances < SURE).mean()
    if is_clue.any() or has_usual_shape(grid) or unsure_share <= MOST_UNLIKELY:
        return None
    return "no clues were seen, and the size is an unusual one"


def _size_doubt(
    grid: Grid, board: Board, position: _Position, held_chances: Array, size_doubt: str | None
) -> str | None:
    """What is doubtful about the size of a board that is read, by itself and by its cells.

    size_doubt: What is doubtful about it by its ends
    """
    # A level's mine count on a board of its size says that the whole board was read; and so does a size that
    # games have, where an end is not clear.
    is_level = (grid.rows, grid.cols, board.mines) in LEVELS.values()
    if is_level or (size_doubt == END_UNSEEN and has_game_size(grid)):
        size_doubt = None
    held_table = held_chances.reshape(grid.rows, grid.cols)
    symbol_table = position.chosen.reshape(grid.rows, grid.cols)
    return size_doubt or seam(held_table) or blank_doubt(grid, symbol_table, held_table)


def seam(chances: Array) -> str | None:
    """Why a board may be two whose frames touch: one row or column within it has no cell that is sure, while
    most others are; ``None``: none has.

    chances: float (rows, cols), how likely each symbol is right
    """
    is_unsure = chances < SURE
    if is_unsure.mean() > MOST_UNSURE_BESIDE_SEAM:
        return None
    for name, lines in (("row", is_unsure), ("column", is_unsure.T)):
        seams = LEAST_LINES + np.flatnonzero(lines[LEAST_LINES:-LEAST_LINES].all(axis=1))
        if len(seams):
            return (
                f"every cell of {name} {int(seams[0])} is unsure: if two boards touch there, "
                "cut one of them out"
            )
    return None


def _flags_as_hidden(chances: Array) -> Array:
    """float (n, JUNK): how likely each symbol is where a flag is no more than a hidden cell."""
    merged = chances.copy()
    merged[:, HIDDEN_SYMBOL] += merged[:, FLAG]
    merged[:, FLAG] = 0.0
    return merged


def _rather_hidden(chances: Array) -> Array:
    """float (n, JUNK): how likely each symbol is where all cells are likely hidden ones."""
    hidden_chance = np.maximum(chances[:, HIDDEN_SYMBOL], LIKELY)
    rest = chances.copy()
    rest[:, HIDDEN_SYMBOL] = 0.0
    rest *= ((1 - hidden_chance) / np.maximum(rest.sum(axis=1), 1e-9))[:, None]
    rest[:, HIDDEN_SYMBOL] = hidden_chance
    return rest


def likely_readings(
    cells: Array,
    plain: Array,
    share: float,
    nets: list[Array],
    grid: Grid,
    work: Work,
    work_limit: float,
    beyond: CellsBeyond = WHOLE_BOARD,
) -> Iterator[tuple[float, Array, Array]]:
    """Readings of a board's cells, the likeliest first: cost, symbols int (n,), chances float (n, JUNK)."""
    alone = mixed(with_signs(plain, share, *nets[:2]), nets[2])
    kinds = Kinds(cells, plain, alone, nets, grid.rows, grid.cols)
    doubts = Doubts(kinds, [*nets, alone], cells)

    # No clue is larger than its neighbourhood, and a cell of one colour has none.
    neighbour_count = beyond.neighbour_counts(grid)
    largest_clue = np.where(neighbour_count < 8, neighbour_count, JUNK)
    impossible = np.arange(-1, JUNK - 1)[None, :] > largest_clue[:, None]
    impossible[:, FLAG] = False
    impossible[flat_cells(cells), ZERO + 1 : FLAG] = True

    minima = kinds.search(work, work_limit - LAYOUT_WORK)
    for cost, choice, energy in minima:
        other_readings = []
        for other_cost, other_choice, _ in minima:
            if (other_choice != choice).any():
                other_readings.append((other_cost - cost, other_choice))
        wrong = np.clip(doubts.chances(choice, energy, other_readings), 1e-4, 0.99)
        is_like_others = blanks_like_others(kinds, choice)[kinds.kind]
        wrong[is_like_others] = np.maximum(wrong[is_like_others], OTHER_LOOK)
        # If a cell is wrong: what its kind is, and what it is alone.
        of_kind = np.exp(-np.maximum(energy - energy.min(axis=1, keepdims=True), 0))[kinds.kind]
        instead = np.where(impossible, 0.0, of_kind + alone[:, :JUNK] + 1e-6)
        opened = with_opened_blanks(kinds, choice)
        if opened is not None:
            chances = _weighed(opened[kinds.kind], wrong, instead, impossible)
            yield cost - OPENED_GAIN, chances.argmax(axis=1), chances
        chances = _weighed(choice[kinds.kind], wrong, instead, impossible)
        yield cost, chances.argmax(axis=1), chances


def _weighed(symbols: Array, wrong: Array, instead: Array, impossible: Array) -> Array:
    """float (n, JUNK): how likely each symbol is in cells that were read as these symbols.

    wrong: float (n,), how likely a cell is another; ``instead``: float (n, JUNK), how likely is what then;
    ``impossible``: bool (n, JUNK)
    """
    chances = instead.copy()
    np.put_along_axis(chances, symbols[:, None], 0.0, axis=1)
    chances *= (wrong / chances.sum(axis=1))[:, None]
    np.put_along_axis(chances, symbols[:, None], 1 - wrong[:, None], axis=1)
    chances = np.where(impossible, 0.0, chances)
    chances /= chances.sum(axis=1, keepdims=True)
    return np.asarray(chances)


def _clear_changes(reading: ScreenshotReading) -> set[Cell]:
    """The cells in which something else was clearly seen, which no layout allows."""
    return {cell.cell for cell in reading.uncertain if cell.changed and cell.chance < CLEAR_CHANGE}


def _cells_where(flags: Array, grid: Grid) -> tuple[Cell, ...]:
    """The cells of a board, bool (n,), for which it is so."""
    return tuple(divmod(int(index), grid.cols) for index in np.flatnonzero(flags))


def uncertain_cells(
    chances: Array, chosen: Array, held_chances: Array, grid: Grid
) -> tuple[UncertainCell, ...]:
    """The cells that were changed, or are not sure; those that were changed first, then the most doubtful."""
    cells = []
    for index, symbol in enumerate(chosen.tolist()):
        if held_chances[index] >= SURE:
            continue
        likeliest, second = np.argsort(-chances[index])[:2].tolist()
        was_changed = symbol != likeliest
        instead = LABELS[likeliest if was_changed else second]
        cell = divmod(index, grid.cols)
        cells.append(
            UncertainCell(cell, LABELS[symbol], instead, float(held_chances[index]), was_changed)
        )
    return tuple(sorted(cells, key=lambda cell: (not cell.changed, cell.chance)))
