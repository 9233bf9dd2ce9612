"""A board in a screenshot, read: its grid, the symbol of each cell, and how far each is to be trusted."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..base.errors import BoardFormatError, InconsistentBoardError, MinesolverError
from ..base.limits import Limit
from ..game.levels import LEVELS
from ..model.board import HIDDEN, MINE, Board, Cell, neighbours
from ..solve import analyze
from .board import FoundBoard, cut_sides, find_board, half_size, with_lines_beside
from .cells import cells_of, plain_cells
from .consistency import nearest_consistent
from .counter import read_counter
from .doubts import Doubts
from .kinds import Kinds, with_opened_blanks
from .lattice import SMALLEST_SIDE, Grid, longer, shorter
from .picture import Picture, load_picture
from .symbols import (
    FLAG,
    JUNK,
    LABELS,
    ZERO,
    broken,
    frames_of,
    likelihoods,
    mixed,
    pictured,
    with_signs,
)
from .symbols import HIDDEN as HIDDEN_SYMBOL
from .work import CELL_SEEN, CELL_SIGNS, Work

Array = npt.NDArray[Any]

SURE, LIKELY = 0.98, 0.8
"""Cells held with less than the first are named; over 5 % held with less than the second make it a
question."""
MOST_READINGS = 200
"""Readings looked at for one that has a layout."""
MOST_SIGN_CELLS = 3000
"""Cells of a board whose signs are looked at apart from their borders; of more it would take too much
room."""
LONELY_ZEROS = 0.05
"""Of a board's cells: fewer 0s without any clue are none."""
BORDER, FLAT_CONTRAST = 3, 10.0
"""Pixels of a cell's border, of SIDE; and how far the eight most different pixels inside it are from its
colour, of 255, where nothing is there: the faintest number of 38 published pictures has 31, blank cells 0."""
MINE_LIKENESS, MINE_LIKENESS_SUM = 0.7, 1.56
"""How like itself a mine's sign is at least in a mirror, upside down, and turned by a right angle; and the
sum of the last and the lesser of the others. Of 170 mines of published pictures and of gnome-mines the least
sum is 1.58; of 600 flags and marks of 52 published pictures the largest is 1.54."""
MINE_AREA, MINE_STRENGTH = (0.08, 0.45), 60.0
"""The share of a cell that a mine's sign takes, and how far its colour is from its ground's, of 255."""
MOST_SHOWN_MINES = 0.4
"""Of a board's cells: more are a pattern of hidden cells."""
RAISED_RIM, SAME_RIM = 40.0, 13.0
"""How far the colours of a raised rim go from light to dark at least, and how far those of rims that are the
same are apart at most, of 255."""
CLEAR_ENOUGH, CLEAR_SMALLER = 0.5, 0.8
"""The clearness of a board that is read at once, and of one that is taken from a smaller picture: 1 is every
cell clearly one."""
MOST_OTHER_SIZES, SECOND_LOOK = 4, 1.75
"""Other sizes that are tried for a reading that is a question; and of the limit, what may be spent before."""
MOST_TRIMMED, LEAST_LINES, DOUBTFUL_LINE = 3, 4, 0.5
"""Lines at an end that are left out at most, that stay at least, and the share of doubtful cells in one."""
OPENED_GAIN = 0.01
"""Of the cost: by how much a reading is preferred in which strange hidden cells are opened, if it fits."""
FINDING_SHARE = 0.8
"""Of the limit: what may be spent before the board is found."""


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
        why = f"looked like {self.instead}, which no layout allows" if self.changed else f"or {self.instead}?"
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
    few doubts, and that one had not.
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

    @property
    def doubtful(self) -> bool:
        """Whether it is a question and not an answer: a contradiction, something strange, or over 5 % of the
        cells held with less than 80 %."""
        many = 20 * (self.chances < LIKELY).sum() > self.chances.size
        return self.contradiction is not None or self.strange is not None or bool(many)


def read(
    picture: str | Path | bytes,
    mines: int | None = None,
    *,
    density: float | str | Fraction | None = None,
    flags: bool = False,
    limit: float = 2.0,
) -> ScreenshotReading:
    """The board in a screenshot: the likeliest reading that has a layout of mines, where one is found.

    picture: A file's name or its bytes: PNG, JPEG or whatever else Pillow reads; of an animation its last
    frame mines, density: As for :meth:`minesolver.Board.parse`; without them a counter above the board is
    read flags: Flags are known mines; ``False``: they are hidden cells, as a player's flags may be wrong
    limit: How long to look for the board, and for a reading that has a layout: seconds of the processor on an
        idle machine, about; it is work that is counted, so a busy machine reads the same
    Raises BoardFormatError: the file is no picture, or there is no grid of cells in it;
        MissingDependencyError: Pillow is not installed.
    """
    reader = _Reader(load_picture(picture), mines, density, flags, limit)
    found = reader.find()
    if found is None:
        raise BoardFormatError(
            "there is no grid of Minesweeper cells in this picture; cut the board out of it, if there is one"
        )
    reading = reader.reading(found)
    return reader.second_look(reading) if reading.doubtful else reading


@dataclass(frozen=True)
class _Symbols:
    """The symbols of a board's cells in one reading: ``chosen`` int (n,), ``chances`` float (n, JUNK), what
    it costs, and why it has no layout."""

    cost: float
    chosen: Array
    chances: Array
    error: MinesolverError | None


class _Reader:
    """One picture that is read, with what was said of its board."""

    def __init__(
        self,
        picture: Picture,
        mines: int | None,
        density: float | str | Fraction | None,
        flags: bool,
        limit: float,
    ) -> None:
        self.pixels, self.frames = picture
        self.mines, self.density, self.flags, self.limit = mines, density, flags, limit
        self.work = Work()

    def reading(self, found: FoundBoard) -> ScreenshotReading:
        """The board that was found, with the lines beside it that are likely its own."""
        grid, size_doubt = with_lines_beside(self.pixels, found.grid, found.cells, found.seen, self.work)
        if grid == found.grid:
            return self._read_cells(grid, found.cells, found.seen, size_doubt)
        return self._read_grid(grid, size_doubt)

    def _read_grid(self, grid: Grid, size_doubt: str | None) -> ScreenshotReading:
        self.work.spend(CELL_SEEN * grid.rows * grid.cols)
        cells = cells_of(self.pixels, grid)
        return self._read_cells(grid, cells, likelihoods(cells), size_doubt)

    def find(self) -> FoundBoard | None:
        """The board in the picture; where it is not clear, and clearer in a half or a quarter of the picture,
        that one: smaller pictures have no dither and no texture."""
        found = find_board(self.pixels, self.work, FINDING_SHARE * self.limit)
        if found is not None and found.clearness > CLEAR_ENOUGH:
            return found
        pixels = self.pixels
        for scale in (2, 4):
            pixels = half_size(pixels)
            if min(pixels.shape[:2]) < LEAST_LINES * SMALLEST_SIDE:
                break
            board = find_board(pixels, self.work, self.work.seconds + 0.3 * self.limit)
            if board is not None and board.clearness > CLEAR_SMALLER:
                enlarged = self._enlarged(board, scale)
                if found is None or enlarged.grid.area > 0.5 * found.grid.area:
                    return enlarged
        return found

    def _enlarged(self, board: FoundBoard, scale: int) -> FoundBoard:
        """The board that was seen in a picture that is so many times smaller."""
        small = board.grid
        left, top, width, height = (scale * x for x in (small.left, small.top, small.width, small.height))
        grid = Grid(left, top, width, height, small.rows, small.cols)
        self.work.spend(CELL_SEEN * grid.rows * grid.cols)
        cells = cells_of(self.pixels, grid)
        return FoundBoard(board.gain, grid, cells, likelihoods(cells))

    def second_look(self, doubtful: ScreenshotReading) -> ScreenshotReading:
        """The first reading of another size that is no question; else the doubtful one: a title or a toolbar
        may have been taken for a row, or a line at an end be lost."""
        reading = doubtful
        for _ in range(MOST_OTHER_SIZES):
            grid = trimmed(reading) or lengthened(reading)
            if grid is None or self.work.seconds > SECOND_LOOK * self.limit:
                break
            reading = self._read_grid(grid, None)
            if not reading.doubtful:
                return replace(reading, resized=doubtful.grid)
        return doubtful

    def board_of(self, grid: Grid, chosen: Array) -> Board:
        """The board of a choice of symbols. Raises BoardFormatError: none is like that."""
        codes = np.where(chosen == 0, HIDDEN, chosen - 1)
        codes = np.where(chosen == FLAG, MINE if self.flags else HIDDEN, codes)
        return Board(codes.astype(np.int8).reshape(grid.rows, grid.cols), self.mines, self.density)

    def _read_cells(self, grid: Grid, cells: Array, seen: Array, size_doubt: str | None) -> ScreenshotReading:
        symbols, plain = self._symbols(grid, cells, seen)
        chosen, chances = symbols.chosen.copy(), symbols.chances
        error = symbols.error

        # The mines of a game that is over were hidden before its last move.
        mines = shown_mines(plain, chosen, chances)
        marked = mines | marks_on_hidden(cells, chosen) | lonely_zeros(chosen)
        chosen[marked] = HIDDEN_SYMBOL
        is_flag = (chances.argmax(axis=1) == FLAG) & (chosen == FLAG)
        flags = tuple(divmod(int(i), grid.cols) for i in np.flatnonzero(is_flag))

        board = self.board_of(grid, chosen)  # raises where no likely reading fits the mine count
        chances = chances if self.flags else _flags_as_hidden(chances)
        shown = chosen if self.flags else np.where(chosen == FLAG, HIDDEN_SYMBOL, chosen)
        held = np.take_along_axis(chances, shown[:, None], axis=1)[:, 0]
        held[mines] = 1.0
        counter, cut = None, cut_sides(self.pixels, grid)
        if not cut and self.mines is None and self.density is None and error is None and not mines.any():
            unsure = (symbols.chances[:, FLAG] > 1 - SURE) & (symbols.chances[:, FLAG] < SURE)
            board, counter = self._with_counter(board, grid, len(flags), bool(unsure.any()))
            if counter is not None and board.mines == counter and flags:
                held[is_flag] = np.minimum(held[is_flag], LIKELY)  # these are none, by the counter
        unmarked = cells[(chosen == HIDDEN_SYMBOL) & ~marked]
        strange = strangeness(chosen.reshape(grid.rows, grid.cols), unmarked, bool(mines.any()))
        if cut:
            strange = f"the edge of the picture cuts the board ({' and '.join(cut)}): this is a part of it"
        return ScreenshotReading(
            board,
            grid,
            uncertain_cells(chances, shown, held, grid),
            flags,
            held.reshape(grid.rows, grid.cols),
            None if error is None else str(error),
            tuple(error.clues) if isinstance(error, InconsistentBoardError) else (),
            strange or size_doubt,
            counter,
            self.frames,
            tuple(divmod(int(i), grid.cols) for i in np.flatnonzero(mines)),
        )

    def _symbols(self, grid: Grid, cells: Array, seen: Array) -> tuple[_Symbols, Array]:
        """The likeliest symbols of a board's cells that have a layout, where some are found; and each cell's
        sign alone."""
        plain, share, nets = cells, 1.0, [seen, seen, seen]
        if len(cells) < MOST_SIGN_CELLS:
            self.work.spend(CELL_SIGNS * len(cells))
            plain, share = plain_cells(self.pixels, grid, cells)
            nets[1:] = likelihoods(plain, signs=True), pictured(cells, plain)
        # A board that was found late is looked at as well.
        until = max(self.limit, self.work.seconds + 0.4)
        tried: list[_Symbols] = []
        for cost, first, chances in likely_readings(cells, plain, share, nets, grid, self.work, until):
            least = min((symbols.cost for symbols in tried if symbols.error is None), default=np.inf)
            if tried and (self.work.seconds > until or cost > least + 5):
                continue
            chosen, error = nearest_consistent(
                first,
                chances,
                grid,
                lambda choice: self.board_of(grid, choice),
                self.work,
                until,
                MOST_READINGS,
            )
            logs = np.log(np.take_along_axis(chances, np.stack([first, chosen], axis=1), axis=1) + 1e-300)
            tried.append(_Symbols(cost + float((logs[:, 0] - logs[:, 1]).sum()), chosen, chances, error))
        return min(tried, key=lambda symbols: (symbols.error is not None, symbols.cost)), plain

    def _with_counter(
        self, board: Board, grid: Grid, flags: int, unsure_flags: bool
    ) -> tuple[Board, int | None]:
        """The board with the mine count that its counter and flags say, where that fits what is sure. A board
        of a standard size has the standard one, if the counter says it with or without the flags."""
        counter = read_counter(self.pixels, grid)
        if counter is None:
            return board, None
        usual = [mines for *size, mines in LEVELS.values() if size == [grid.rows, grid.cols]]
        if usual and usual[0] in (counter + flags, counter):
            total = usual[0]
        elif unsure_flags or not 0.05 * board.grid.size < counter + flags < 0.4 * board.grid.size:
            return board, None
        else:
            total = counter + flags
        try:
            counted = Board(board.grid, total)
            analyze(counted, limit=Limit(seconds=1.0))
        except MinesolverError:
            return board, None
        return counted, counter


def trimmed(reading: ScreenshotReading) -> Grid | None:
    """The grid without the lines at its ends whose cells are doubtful; ``None`` where there are none."""
    grid, doubtful = reading.grid, reading.chances < LIKELY
    for axis in (0, 1):
        for end in (0, 1):
            for _ in range(MOST_TRIMMED):
                lines = doubtful if axis == 0 else doubtful.T
                if len(lines) <= LEAST_LINES or lines[-end].mean() < DOUBTFUL_LINE:
                    break
                grid = shorter(grid, axis, end)
                doubtful = np.delete(doubtful, -end, axis)
    return None if grid == reading.grid else grid


def lengthened(reading: ScreenshotReading) -> Grid | None:
    """The grid with one more line where the clues of a contradiction lie at an end; ``None``: they do not."""
    grid = reading.grid
    ends = set()
    for row, col in reading.against:
        for axis, line, number in ((0, row, grid.rows), (1, col, grid.cols)):
            if line in (0, number - 1):
                ends.add((axis, int(line > 0)))
    for axis, end in sorted(ends):
        grid = longer(grid, axis, end)
    return None if grid == reading.grid else grid


def flat_cells(cells: Array) -> Array:
    """bool (n,): which cells, uint8 (n, SIDE, SIDE, 3), are of one colour inside their borders: without a
    number, wherever in the cell that would be."""
    inside = cells[:, BORDER:-BORDER, BORDER:-BORDER].astype(np.float32).reshape(len(cells), -1, 3)
    contrast = np.abs(inside - np.median(inside, axis=1)[:, None]).max(axis=2)
    return np.asarray(np.partition(contrast, -8, axis=1)[:, -8:].mean(axis=1) < FLAT_CONTRAST)


def _flags_as_hidden(chances: Array) -> Array:
    """float (n, JUNK): how likely each symbol is where a flag is no more than a hidden cell."""
    merged = chances.copy()
    merged[:, HIDDEN_SYMBOL] += merged[:, FLAG]
    merged[:, FLAG] = 0.0
    return merged


def shown_mines(plain: Array, chosen: Array, chances: Array) -> Array:
    """bool (n,): in which cells a mine is shown, as when a game is over: a round sign that is none of the
    symbols, and looks the same in a mirror, upside down, and turned. A flag looks so in none of these.

    plain: uint8 (n, SIDE, SIDE, 3), the signs alone; ``chosen``, ``chances``: as what they were read
    """
    nothing = np.zeros(len(chosen), bool)
    candidates = np.isin(chosen, (HIDDEN_SYMBOL, ZERO, FLAG))
    held = chances[np.arange(len(chosen)), chosen]
    candidates &= (chosen != ZERO) | (held < SURE)
    if not candidates.any():
        return nothing
    pixels = plain.astype(np.float32)
    ground = np.median(pixels.reshape(len(pixels), -1, 3), axis=1)[:, None, None]
    ink = np.abs(pixels - ground).max(axis=3)
    strength = np.partition(ink.reshape(len(ink), -1), -8, axis=1)[:, -8:].mean(axis=1)
    area = (ink > 0.5 * strength[:, None, None]).mean(axis=(1, 2))
    mines = candidates & (strength > MINE_STRENGTH) & (area > MINE_AREA[0]) & (area < MINE_AREA[1])
    mirrored = np.minimum(_likeness(ink, ink[:, :, ::-1]), _likeness(ink, ink[:, ::-1]))
    turned = _likeness(ink, ink.transpose(0, 2, 1))
    mines &= (np.minimum(mirrored, turned) > MINE_LIKENESS) & (mirrored + turned > MINE_LIKENESS_SUM)
    return mines if mines.sum() < MOST_SHOWN_MINES * len(mines) else nothing


def lonely_zeros(chosen: Array) -> Array:
    """bool (n,): the few opened 0s of a board without any clue: hidden cells under the mouse pointer, which
    are drawn lighter. A 0 that was opened has opened its neighbours, up to clues."""
    zeros = chosen == ZERO
    clues = (chosen > ZERO) & (chosen < FLAG)
    few = not clues.any() and zeros.sum() < LONELY_ZEROS * len(chosen)
    return zeros if few else np.zeros(len(chosen), bool)


def marks_on_hidden(cells: Array, chosen: Array) -> Array:
    """bool (n,): which of the clues that were read are marks on hidden cells, such as a cross where to start:
    they have the raised rim that hidden cells have, and no opened cell.

    cells: uint8 (n, SIDE, SIDE, 3); ``chosen``: int (n,), as what they were read
    """
    rims = frames_of(cells)
    hidden = chosen == HIDDEN_SYMBOL
    clues = (chosen > ZERO) & (chosen < FLAG)
    nothing = np.zeros(len(chosen), bool)
    if hidden.sum() < 9 or not clues.any():
        return nothing
    usual = np.median(rims[hidden], axis=0)
    if np.ptp(usual, axis=0).max() < RAISED_RIM:
        return nothing
    apart = np.abs(rims - usual).max(axis=2).mean(axis=1)
    like_hidden = clues & (apart < SAME_RIM)
    opened = (clues | (chosen == ZERO)) & ~like_hidden
    if like_hidden.sum() > 0.1 * max(opened.sum(), 10) or (opened & (apart < 2 * SAME_RIM)).any():
        return nothing  # opened cells have much the same rim
    return like_hidden


def _likeness(one: Array, other: Array) -> Array:
    """float (n,): the correlation of pictures, float (n, height, width)."""
    one = one - one.mean(axis=(1, 2), keepdims=True)
    other = other - other.mean(axis=(1, 2), keepdims=True)
    scale = (one * one).sum(axis=(1, 2)) * (other * other).sum(axis=(1, 2))
    return np.asarray((one * other).sum(axis=(1, 2)) / np.sqrt(scale + 1e-9))


def strangeness(symbols: Array, hidden: Array, over: bool) -> str | None:
    """What hardly a game in course shows, though a layout may fit it: a misread kind of cell, mostly.

    symbols: int (rows, cols); ``hidden``: the hidden cells, uint8 (n, SIDE, SIDE, 3);
    ``over``: whether mines are shown
    """
    is_clue = (symbols > ZERO) & (symbols < FLAG)
    clues, flags, zeros = is_clue.sum(), (symbols == FLAG).sum(), (symbols == ZERO).sum()
    if max(symbols.shape) > 5 * min(symbols.shape) or symbols.size < (16 if clues else 25):
        return "a board is hardly as narrow or as small as this"
    if not len(hidden) and not flags and not over:
        return "no hidden cell was seen"
    if not clues and (flags or zeros):
        return "no clues were seen"
    # Hidden cells that look in two ways may be opened, and so many clues hardly ever lie beside no 0.
    two = len(hidden) and np.ptp(hidden.mean(axis=(1, 2)), axis=0).max() > 25
    if not zeros and (two or (clues > 12 and symbols.size > 49)):  # a puzzle is small, and no cascade
        return "no opened cell without a clue was seen"
    if over:  # flags are crossed out then, and look in many ways
        return None
    if flags > 0.25 * symbols.size or broken(symbols)[0].any():
        return "more flags than the clues allow were seen"
    return None


def likely_readings(
    cells: Array, plain: Array, share: float, nets: list[Array], grid: Grid, work: Work, until: float
) -> Iterator[tuple[float, Array, Array]]:
    """Readings of a board's cells, the likeliest first: cost, symbols int (n,), chances float (n, JUNK)."""
    alone = mixed(with_signs(plain, share, *nets[:2]), nets[2])
    kinds = Kinds(cells, plain, alone, nets, grid.rows, grid.cols)
    doubts = Doubts(kinds, [*nets, alone], cells)
    # No clue is larger than its neighbourhood.
    room = np.array([len(around) for around in neighbours(grid.rows, grid.cols)])
    impossible = np.arange(-1, JUNK - 1)[None, :] > np.where(room < 8, room, 99)[:, None]
    impossible[:, FLAG] = False
    impossible[flat_cells(cells), ZERO + 1 : FLAG] = True
    minima = kinds.search(work, until - 0.3)
    for cost, choice, energy in minima:
        others = [(more - cost, other) for more, other, _ in minima if (other != choice).any()]
        wrong = np.clip(doubts.chances(choice, energy, others), 1e-4, 0.99)
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


def uncertain_cells(chances: Array, chosen: Array, held: Array, grid: Grid) -> tuple[UncertainCell, ...]:
    """The cells that were changed, or are not sure; those that were changed first, then the most doubtful."""
    cells = []
    for i, symbol in enumerate(chosen.tolist()):
        if held[i] >= SURE:
            continue
        first, second = np.argsort(-chances[i])[:2].tolist()
        changed = symbol != first
        cells.append(
            UncertainCell(
                divmod(i, grid.cols),
                LABELS[symbol],
                LABELS[first if changed else second],
                float(held[i]),
                changed,
            )
        )
    return tuple(sorted(cells, key=lambda cell: (not cell.changed, cell.chance)))
