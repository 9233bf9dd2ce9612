"""The optimum of a whole small board: the game tree over all its layouts, as an exact fraction.

All layouts that the first-click rule leaves are equally likely. Cells that a symmetry of the board turns
into each other win equally often, so one of each kind is searched; so do sets of layouts.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import comb, inf, prod
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..base.errors import EngineLimitError, RuleError, counted
from ..model.board import HIDDEN, Cell, neighbours
from ..model.variant import Field, VariantBoard

MOST_LAYOUTS = 6_000_000
MOST_CELLS = 64  # a layout is the bits of one number
MOST_RULED = 50_000  # under rules, where they are listed and read one by one
FIRST_CLICKS = ("none", "safe", "zero")
_MINE = 9
_MANY = 0.36  # mines a cell: from there layouts are mostly told apart by mines alone, measured on 4x5 and 5x5
_FEW = 5_000  # layouts that a small table does for


@dataclass(frozen=True)
class Optimum:
    """The value of best play from the first click on.

    win_probability: ``wins`` / ``allowed``
    best_first: The first cells that have it
    layouts: Layouts of the board
    nodes: Sets of layouts that were searched
    board, shape: Its rules and sizes
    wins: Layouts that best play wins
    allowed: Layouts that the rule leaves for the first cell
    """

    rows: int
    cols: int
    mines: int
    first_click: str
    win_probability: Fraction
    best_first: tuple[Any, ...]
    layouts: int
    nodes: int
    seconds: float
    wins: int
    allowed: int
    board: str = "square"
    shape: tuple[int, ...] = ()


class BestGuess(NamedTuple):
    """What the best play opens in a position where nothing is proved.

    ``position``: int8 (rows, cols), -1 hidden, else the value shown.
    """

    position: npt.NDArray[np.int8]
    cell: Cell


def optimal(
    rows: int,
    cols: int,
    mines: int,
    first_click: str = "safe",
    *,
    board: str = "square",
    layers: Sequence[int] = (),
    nodes: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Optimum:
    """The greatest winning chance of a small board, and the first cells that have it: the game tree over all
    layouts.

    board, layers: Its rules, and sizes before rows and columns
    first_click: ``"none"``: it may be a mine; ``"safe"``: it is never one; ``"zero"``: no mine is around it
        either
    nodes: The most sets of layouts to search
    progress: Called with (kinds of first cells done, kinds of first cells)
    Raises RuleError: A board that cannot be played; EngineLimitError: the board has too many layouts, or more
        than ``nodes`` sets have to be searched; MissingDependencyError: the core was not built.
    """
    small = SmallBoard(rows, cols, mines, board=board, layers=layers)
    return small.optimum(first_click, nodes=nodes, progress=progress)


class SmallBoard:
    """All layouts of a board, and the sets searched so far, for one first-click rule after another.

    slots: Sets of layouts to remember, a power of two (24 bytes each)
    Raises RuleError: the mines do not fit on the board; EngineLimitError: there are more than
        ``MOST_LAYOUTS`` layouts.
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        mines: int,
        *,
        slots: int | None = None,
        board: str = "square",
        layers: Sequence[int] = (),
    ) -> None:
        kernel.require()
        from ..kernel.core import LayoutTree

        self.rows, self.cols, self.mines = rows, cols, mines
        self.board, self.shape = board, (*layers, rows, cols)
        if min(self.shape) < 1 or not 0 <= mines <= prod(self.shape):
            raise RuleError(f"{mines} mines do not fit on {'x'.join(map(str, self.shape))} cells")
        if board != "square":
            self._under_rules(slots or 1 << 20)
            return
        self._kinds = kinds(rows, cols)
        self.layouts = comb(rows * cols, mines)
        if self.layouts > MOST_LAYOUTS or rows * cols > MOST_CELLS:
            raise EngineLimitError(
                f"{rows}x{cols}/{mines} has {rows * cols} cells and {_about(self.layouts)} layouts; boards "
                f"of up to {MOST_CELLS} cells and {_about(MOST_LAYOUTS)} layouts can be searched"
            )
        codes = _codes(rows * cols, mines)
        mined = np.zeros((self.layouts, rows * cols), np.uint8)
        for cell in range(rows * cols):
            mined[:, cell] = (codes >> np.uint64(cell)) & np.uint64(1)
        self._shown = shown(mined, rows, cols)
        if slots is None:
            slots = 1 << (22 if self.layouts > _FEW else 16)
        grouped = mines < _MANY * rows * cols
        self._tree = LayoutTree(self._shown, _images(codes, mined, rows, cols), slots, grouped)

    def _under_rules(self, slots: int) -> None:
        from ..kernel.core import LayoutTree
        from .analysed import listed, seen

        field = Field.parse(self.board, self.shape)
        blank = VariantBoard(field, field.rules, {}, self.mines)
        if len(blank) > 64:
            raise EngineLimitError(f"{blank.title} has {len(blank)} cells; at most 64 can be searched")
        layouts = list(islice(listed(blank, inf), MOST_RULED + 1))
        if not layouts:
            raise RuleError(f"no layout of {blank.title} has {counted(self.mines, 'mine')}")
        if len(layouts) > MOST_RULED:
            raise EngineLimitError(
                f"{blank.title} has more than {MOST_RULED} layouts, the most to be searched"
            )
        found = seen(blank, layouts)
        if isinstance(found, str):
            raise EngineLimitError(f"{blank.title} has no game tree: {found}")
        self._shown, self.layouts, self._kinds = found, len(layouts), [[k] for k in range(len(blank))]
        self._tree = LayoutTree(found, np.arange(len(layouts), dtype=np.int32)[None, :], slots, True)

    def optimum(
        self,
        first_click: str = "safe",
        *,
        nodes: int | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Optimum:
        """As :func:`optimal`, of this board.

        Raises RuleError: no first click fits the rule; EngineLimitError: more than ``nodes`` sets have to be
            searched.
        """
        if first_click not in FIRST_CLICKS:
            raise RuleError(f"first click {first_click!r}: one of {', '.join(FIRST_CLICKS)}")
        began = perf_counter()
        budget = 1 << 62 if nodes is None else nodes
        if first_click == "zero" and self.board != "square":
            raise RuleError("a first click of a zero is for square boards with Minesweeper's own clues")
        best: tuple[int, int] | None = None
        first: list[Any] = []
        used = 0
        for done, kind in enumerate(self._kinds):
            layouts = self._allowed(first_click, kind[0])
            if len(layouts):
                least = -1
                if best is not None:  # as many as the best so far is wanted, less is not looked into
                    least = -(-best[0] * len(layouts) // best[1]) - 1
                won, searched = self._tree.opening(layouts, kind[0], least, budget - used)
                if won < 0:
                    raise EngineLimitError(f"the search was not over after {budget} sets of layouts")
                used += searched
                if won > least:
                    if best is None or won * best[1] > best[0] * len(layouts):
                        best, first = (won, len(layouts)), []
                    first += [tuple(map(int, np.unravel_index(k, self.shape))) for k in kind]
            if progress is not None:
                progress(done + 1, len(self._kinds))
        if best is None:
            raise RuleError(
                f"no first click fits rule {first_click!r} on {self.rows}x{self.cols}/{self.mines}"
            )
        return Optimum(
            self.rows,
            self.cols,
            self.mines,
            first_click,
            Fraction(*best),
            tuple(sorted(first)),
            self.layouts,
            used,
            perf_counter() - began,
            *best,
            self.board,
            self.shape,
        )

    def guesses(self, first: Cell, first_click: str = "safe") -> Iterator[BestGuess]:
        """The guesses of best play, one for each position that it can come to. Every cell that is proved safe
        is open before a guess, so the position says all that is known. In the first one everything is
        hidden.

        first: The cell that is opened first, (row, column)
        """
        opened = first[0] * self.cols + first[1]
        hidden = np.full((self.rows, self.cols), HIDDEN, np.int8)
        yield BestGuess(hidden, first)
        stack = [(self._allowed(first_click, opened), opened)]
        while stack:
            layouts, opened = stack.pop()
            column = self._shown[layouts, opened]
            for part in self._parts(layouts[column != _MINE]):
                if len(part) == 1:
                    continue
                _, guess = self._tree.best(part)
                values = self._shown[part]
                safe = (values != _MINE).all(axis=0)
                if guess < 0:  # no guess tells them apart: one layout is won, and any will do
                    guess = int(np.flatnonzero((values[0] != _MINE) & ~safe)[0])
                position = np.where(safe, values[0].astype(np.int8), HIDDEN).reshape(self.rows, self.cols)
                yield BestGuess(position, divmod(guess, self.cols))
                stack.append((part, guess))

    def _parts(self, layouts: npt.NDArray[np.int32]) -> Iterator[npt.NDArray[np.int32]]:
        """What opening every cell that is safe, and so on, makes of a set of layouts."""
        stack = [layouts] if len(layouts) else []
        while stack:
            layouts = stack.pop()
            values = self._shown[layouts]
            safe = (values != _MINE).all(axis=0)
            told, part_of = np.unique(values[:, safe], axis=0, return_inverse=True)
            if len(told) < 2:
                yield layouts
            else:
                stack += [layouts[part_of.reshape(-1) == part] for part in range(len(told))]

    def _allowed(self, first_click: str, cell: int) -> npt.NDArray[np.int32]:
        """The layouts that the rule leaves for a first cell."""
        column = self._shown[:, cell]
        if first_click == "none":
            return np.arange(self.layouts, dtype=np.int32)
        return np.flatnonzero(column != _MINE if first_click == "safe" else column == 0).astype(np.int32)


def _about(number: int) -> str:
    """A number for a message: in full where it is short."""
    if number < 10**9:
        return f"{number:,}"
    digits = str(number)
    return f"about {digits[0]}.{digits[1]}e{len(digits) - 1}"


def _codes(cells: int, mines: int) -> npt.NDArray[np.uint64]:
    """Every layout as a number with a bit for each mine, in rising order."""
    empty = np.zeros(0, np.uint64)
    found = [np.zeros(1, np.uint64)] + [empty] * mines  # by mines in the cells so far
    for cell in range(cells):
        bit = np.uint64(1 << cell)
        more = [empty, *(codes | bit for codes in found[:-1])]
        least = mines - (cells - 1 - cell)  # fewer leave more mines than there are cells to come
        pairs = enumerate(zip(found, more, strict=True))
        found = [np.concatenate(pair) if count >= least else empty for count, pair in pairs]
    return found[mines]


def shown(mined: npt.NDArray[np.uint8], rows: int, cols: int) -> npt.NDArray[np.uint8]:
    """uint8 (layouts, cells): what each cell shows in each layout, 9 for a mine."""
    found = np.zeros_like(mined)
    for cell, near in enumerate(neighbours(rows, cols)):
        for other in near:
            found[:, cell] += mined[:, other]
    found[mined == 1] = _MINE
    return found


def _images(
    codes: npt.NDArray[np.uint64], mined: npt.NDArray[np.uint8], rows: int, cols: int
) -> npt.NDArray[np.int32]:
    """int32 (symmetries, layouts): which layout each is turned into by each symmetry of the rectangle."""
    found = []
    for own in _turned(rows, cols):
        image = np.zeros_like(codes)
        for cell, other in enumerate(own):
            image |= mined[:, other].astype(np.uint64) << np.uint64(cell)
        found.append(np.searchsorted(codes, image))
    return np.array(found, np.int32)


def kinds(rows: int, cols: int) -> list[list[int]]:
    """Cells that the symmetries of the rectangle turn into each other."""
    return sorted(map(sorted, {frozenset(images) for images in zip(*_turned(rows, cols), strict=True)}))


def _turned(rows: int, cols: int) -> list[list[int]]:
    """The cell that comes to the place of each, by each symmetry."""
    plain = np.arange(rows * cols).reshape(rows, cols)
    turned = [plain, plain.T] if rows == cols else [plain]
    return [own[::down, ::right].ravel().tolist() for own in turned for down in (1, -1) for right in (1, -1)]
