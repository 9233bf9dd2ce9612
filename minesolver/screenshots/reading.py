"""A board in a screenshot, read: its grid, the symbol of each cell, and how far each is to be trusted."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..base.errors import BoardFormatError, InconsistentBoardError, MinesolverError
from ..base.limits import Limit
from ..model.board import HIDDEN, MINE, Board, Cell, neighbours
from ..solve import analyze
from .board import FoundBoard, find_board, with_lines_beside
from .cells import cells_of, plain_cells
from .consistency import nearest_consistent
from .counter import read_counter
from .doubts import Doubts
from .lattice import Grid
from .picture import Picture, load_picture
from .symbols import (
    FLAG,
    JUNK,
    LABELS,
    ZERO,
    Kinds,
    broken,
    likelihoods,
    mixed,
    pictured,
    with_signs,
)
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
    that and the flags; ``frames``: how many pictures an animation has, of which the last was read.
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
    found = find_board(reader.pixels, reader.work, FINDING_SHARE * limit)
    if found is None:
        raise BoardFormatError(
            "there is no grid of Minesweeper cells in this picture; cut the board out of it, if there is one"
        )
    return reader.reading(found)


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
            cells, seen = found.cells, found.seen
        else:
            self.work.spend(CELL_SEEN * grid.rows * grid.cols)
            cells = cells_of(self.pixels, grid)
            seen = likelihoods(cells)
        return self._read_cells(grid, cells, seen, size_doubt)

    def board_of(self, grid: Grid, chosen: Array) -> Board:
        """The board of a choice of symbols. Raises BoardFormatError: none is like that."""
        codes = np.where(chosen == 0, HIDDEN, chosen - 1)
        codes = np.where(chosen == FLAG, MINE if self.flags else HIDDEN, codes)
        return Board(codes.astype(np.int8).reshape(grid.rows, grid.cols), self.mines, self.density)

    def _read_cells(self, grid: Grid, cells: Array, seen: Array, size_doubt: str | None) -> ScreenshotReading:
        symbols = self._symbols(grid, cells, seen)
        chosen, chances = symbols.chosen, symbols.chances
        shown = chosen.reshape(grid.rows, grid.cols)
        is_flag = (chances.argmax(axis=1) == FLAG) & (chosen == FLAG)
        flags = tuple(divmod(int(i), grid.cols) for i in np.flatnonzero(is_flag))
        uncertain = uncertain_cells(chances, chosen, grid)
        error = symbols.error
        board = self.board_of(grid, chosen)  # raises where no likely reading fits the mine count
        counter = None
        if self.mines is None and self.density is None and error is None:
            board, counter = self._with_counter(board, grid, len(flags), uncertain)
        return ScreenshotReading(
            board,
            grid,
            uncertain,
            flags,
            np.take_along_axis(chances, chosen[:, None], axis=1).reshape(grid.rows, grid.cols),
            None if error is None else str(error),
            tuple(error.clues) if isinstance(error, InconsistentBoardError) else (),
            strangeness(shown, cells[chosen == 0]) or size_doubt,
            counter,
            self.frames,
        )

    def _symbols(self, grid: Grid, cells: Array, seen: Array) -> _Symbols:
        """The likeliest symbols of a board's cells that have a layout, where some are found."""
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
        return min(tried, key=lambda symbols: (symbols.error is not None, symbols.cost))

    def _with_counter(
        self, board: Board, grid: Grid, flags: int, uncertain: tuple[UncertainCell, ...]
    ) -> tuple[Board, int | None]:
        """The board with the mine count that its counter and flags say, where that fits what is sure."""
        counter = read_counter(self.pixels, grid)
        if counter is None:
            return board, None
        total = counter + flags
        doubtful_flag = any(LABELS[FLAG] in (cell.read, cell.instead) for cell in uncertain)
        if doubtful_flag or not 0.05 * board.grid.size < total < 0.4 * board.grid.size:
            return board, None
        try:
            counted = Board(board.grid, total)
            analyze(counted, limit=Limit(seconds=1.0))
        except MinesolverError:
            return board, None
        return counted, counter


def strangeness(symbols: Array, hidden: Array) -> str | None:
    """What hardly a game in course shows, though a layout may fit it: a misread kind of cell, mostly.

    symbols: int (rows, cols); ``hidden``: the hidden cells, uint8 (n, SIDE, SIDE, 3)
    """
    is_clue = (symbols > ZERO) & (symbols < FLAG)
    clues, flags, zeros = is_clue.sum(), (symbols == FLAG).sum(), (symbols == ZERO).sum()
    if max(symbols.shape) > 5 * min(symbols.shape) or symbols.size < (16 if clues else 25):
        return "a board is hardly as narrow or as small as this"
    if not len(hidden) and not flags:
        return "no hidden cell was seen"
    if not clues and (flags or zeros):
        return "no clues were seen"
    # Hidden cells that look in two ways may be opened, and so many clues hardly ever lie beside no 0.
    two = len(hidden) and np.ptp(hidden.mean(axis=(1, 2)), axis=0).max() > 25
    if not zeros and (two or clues > 12):
        return "no opened cell without a clue was seen"
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
    minima = kinds.search(work, until - 0.3)
    for cost, choice, energy in minima:
        others = [(more - cost, other) for more, other, _ in minima if (other != choice).any()]
        wrong = np.clip(doubts.chances(choice, energy, others), 1e-4, 0.99)
        symbols = choice[kinds.kind]
        # If it is wrong: what its kind is, and what it is alone.
        of_kind = np.exp(-np.maximum(energy - energy.min(axis=1, keepdims=True), 0))[kinds.kind]
        chances = np.where(impossible, 0.0, of_kind + alone[:, :JUNK] + 1e-6)
        np.put_along_axis(chances, symbols[:, None], 0.0, axis=1)
        chances *= (wrong / chances.sum(axis=1))[:, None]
        np.put_along_axis(chances, symbols[:, None], 1 - wrong[:, None], axis=1)
        chances = np.where(impossible, 0.0, chances)
        chances /= chances.sum(axis=1, keepdims=True)
        yield cost, chances.argmax(axis=1), chances


def uncertain_cells(chances: Array, chosen: Array, grid: Grid) -> tuple[UncertainCell, ...]:
    """The cells that were changed, or are not sure; those that were changed first, then the most doubtful."""
    cells = []
    for i, (of_cell, symbol) in enumerate(zip(chances, chosen.tolist(), strict=True)):
        first, second = np.argsort(-of_cell)[:2].tolist()
        changed = symbol != first
        if changed or of_cell[symbol] < SURE:
            other = first if changed else second
            cell = divmod(i, grid.cols)
            cells.append(UncertainCell(cell, LABELS[symbol], LABELS[other], float(of_cell[symbol]), changed))
    return tuple(sorted(cells, key=lambda cell: (not cell.changed, cell.chance)))
