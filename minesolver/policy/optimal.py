"""The optimum of a whole small board: the game tree over all its layouts, as an exact fraction.

The best is the most wins, or another objective of :mod:`minesolver.policy.objectives`.

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
from ..base.errors import (
    ArgumentError,
    EngineLimitError,
    RuleError,
    check_callable,
    check_type,
    counted,
    quoted,
)
from ..base.limits import whole_number, whole_numbers
from ..model.board import HIDDEN, Board, Cell, neighbours
from ..model.variant import Field, VariantBoard
from .expected_cost import MINE, NO_LIMIT, CostSearch, Layouts, TreeCost
from .forgiven_guesses import ForgivenGuesses
from .least_clicks import LeastClicks
from .objectives import Objective, objective_of

MOST_LAYOUTS = 6_000_000  # a gigabyte of tables or so on 64 cells
MOST_CELLS = 64  # a layout is the bits of one number
MOST_RULED = 50_000  # layouts under rules, where they are listed and read one by one
FIRST_CLICKS = ("none", "safe", "zero")
_MOST_COUNTED_CELLS = 10_000  # of a board whose layouts are counted for the message that refuses it
_POSITION_MEMORY = 1 << 30  # bytes, where clicks count
_POSITION_BYTES = 400  # and two bits for each layout of the board, by measurement
# A cell: from there mines alone mostly tell layouts apart, measured on 4x5 and 5x5.
_MANY_MINES = 0.36
_FEWEST_SLOTS, _MOST_SLOTS = 4, 1 << 28
_FEW_LAYOUTS = 5_000  # that a small table does for


@dataclass(frozen=True)
class Optimum:
    """The value of best play from the first click on.

    objective: What it is the best at, a name of :data:`minesolver.policy.objectives.OBJECTIVES`
    expected: What that counts in a game, on average over the layouts allowed (clicks: over those won);
        ``None`` where it is the wins
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
    objective: str = "wins"
    expected: Fraction | None = None


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
    objective: str = "wins",
    board: str = "square",
    layers: Sequence[int] = (),
    nodes: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Optimum:
    """The greatest winning chance of a small board, or the best by another objective, and the first cells
    that
    have it: the game tree over all layouts.

    objective: ``"wins"``, ``"clicks"``, ``"guesses"``, ``"hits"`` or ``"forgiven"``; see
        :mod:`minesolver.policy.objectives`
    board, layers: Its rules, and sizes before rows and columns
    first_click: ``"none"``: it may be a mine; ``"safe"``: it is never one; ``"zero"``: no mine is around it
        either
    nodes: The most sets of layouts to search, or positions where clicks count
    progress: Called with (kinds of first cells done, kinds of first cells)
    Raises RuleError: A board that cannot be played; UnknownNameError: no such objective; EngineLimitError:
        the board has too many layouts, or more than ``nodes`` sets have to be searched;
        MissingDependencyError: the core was not built.
    """
    small = SmallBoard(rows, cols, mines, board=board, layers=layers)
    return small.optimum(first_click, objective=objective, nodes=nodes, progress=progress)


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

        rows = whole_number(rows, "the number of rows")
        cols = whole_number(cols, "the number of columns")
        mines = whole_number(mines, "the mine count")
        if slots is not None and not _FEWEST_SLOTS <= whole_number(slots, "slots") <= _MOST_SLOTS:
            raise ArgumentError(
                f"slots are {_FEWEST_SLOTS} to {_MOST_SLOTS:,}, not {quoted(slots)}"
            )
        self.rows, self.cols, self.mines = rows, cols, mines
        check_type(board, str, "rules are names")
        self.board, self.shape = board, (*whole_numbers(layers, "a board's size"), rows, cols)
        self._trees: dict[str, Any] = {}  # of other objectives than wins
        if min(self.shape) < 1 or not 0 <= mines <= prod(self.shape):
            raise RuleError(f"{mines} mines do not fit on {'x'.join(map(str, self.shape))} cells")
        if board != "square":
            self._under_rules(slots or 1 << 20)
            return
        # Of boards with many cells the layouts are not even counted.
        self.layouts = comb(rows * cols, mines) if rows * cols <= _MOST_COUNTED_CELLS else 0
        if self.layouts > MOST_LAYOUTS or rows * cols > MOST_CELLS:
            layouts_text = f" and {_about(self.layouts)} layouts" if self.layouts else ""
            raise EngineLimitError(
                f"{rows}x{cols}/{mines} has {rows * cols} cells{layouts_text}; boards of up to "
                f"{MOST_CELLS} cells and {_about(MOST_LAYOUTS)} layouts can be searched"
            )
        self._kinds = kinds(rows, cols)
        codes = _codes(rows * cols, mines)
        mined = np.zeros((self.layouts, rows * cols), np.uint8)
        for cell in range(rows * cols):
            mined[:, cell] = (codes >> np.uint64(cell)) & np.uint64(1)
        self._shown = shown(mined, rows, cols)
        if slots is None:
            slots = 1 << (22 if self.layouts > _FEW_LAYOUTS else 16)
        by_values = mines < _MANY_MINES * rows * cols
        self._slots = slots
        self._layout_images = _images(codes, mined, rows, cols)
        self._tree = LayoutTree(self._shown, self._layout_images, slots, by_values)

    def _under_rules(self, slots: int) -> None:
        """List all layouts under the rules of the board. Raises as the class."""
        from ..kernel.core import LayoutTree
        from .analysed import NoGameTree, list_layouts, shown_values

        field = Field.parse(self.board, self.shape)
        blank = VariantBoard(field, field.rules, {}, self.mines)
        if len(blank) > MOST_CELLS:
            raise EngineLimitError(
                f"{blank._title} has {len(blank)} cells; at most {MOST_CELLS} can be searched"
            )
        layouts = list(islice(list_layouts(blank, inf), MOST_RULED + 1))
        if not layouts:
            raise RuleError(f"no layout of {blank._title} has {counted(self.mines, 'mine')}")
        if len(layouts) > MOST_RULED:
            raise EngineLimitError(
                f"{blank._title} has more than {MOST_RULED} layouts, the most to be searched"
            )
        try:
            self._shown = shown_values(blank, layouts)
        except NoGameTree as obstacle:
            raise EngineLimitError(f"{blank._title} has no game tree: {obstacle}") from None
        self.layouts = len(layouts)
        # No symmetry of the rules is known: each cell is a kind of its own, each layout its only image.
        self._kinds = [[cell] for cell in range(len(blank))]
        self._slots = slots
        self._layout_images = np.arange(len(layouts), dtype=np.int32)[None, :]
        self._tree = LayoutTree(self._shown, self._layout_images, slots, True)

    def optimum(
        self,
        first_click: str = "safe",
        *,
        objective: str = "wins",
        nodes: int | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> Optimum:
        """As :func:`optimal`, of this board.

        Raises RuleError: no first click fits the rule; UnknownNameError: no such objective; ArgumentError:
            fewer nodes than none; EngineLimitError: more than ``nodes`` sets have to be searched.
        """
        chosen_objective = objective_of(objective)
        _check_first_click(first_click)
        check_callable(progress, "progress is a function")
        began = perf_counter()
        budget = NO_LIMIT
        if nodes is not None:
            budget = min(whole_number(nodes, "the number of nodes"), NO_LIMIT)
            if budget < 0:
                raise ArgumentError(f"the number of nodes is at least 0, not {quoted(nodes)}")
        if first_click == "zero" and self.board != "square":
            raise RuleError(
                "a first click of a zero is for square boards with Minesweeper's own clues"
            )

        # The first cells that cost least on average; of clicks, among those that win most often.
        search = self._search_for(chosen_objective)
        candidates: set[Any] | None = None
        if chosen_objective.name == "clicks":
            candidates = set(self.optimum(first_click).best_first)
            budget = min(budget, _POSITION_MEMORY // (_POSITION_BYTES + self.layouts // 4))
        search.allow(budget)
        least_cost: Fraction | None = None
        best_cells: list[int] = []
        allowed = 0
        for done, kind in enumerate(self._kinds, 1):
            layouts = self._allowed(first_click, kind[0])
            is_candidate = candidates is None or self._coordinates(kind[0]) in candidates
            if len(layouts) and is_candidate:
                cost = search.opening(layouts, kind[0], least_cost)
                if cost is not None and (least_cost is None or cost < least_cost):
                    least_cost, allowed = cost, len(layouts)
                    best_cells = []
                if cost is not None and cost == least_cost:
                    best_cells += kind
            if progress is not None:
                progress(done, len(self._kinds))
        if least_cost is None:
            raise RuleError(
                f"no first click fits rule {first_click!r} on {self.rows}x{self.cols}/{self.mines}"
            )

        # Where a mine ends no game all are won.
        won = Fraction(1)
        if chosen_objective.name == "wins":
            won = 1 - least_cost
        elif chosen_objective.name == "clicks":
            won = self.optimum(first_click).win_probability
        return Optimum(
            self.rows,
            self.cols,
            self.mines,
            first_click,
            won,
            tuple(sorted(map(self._coordinates, best_cells))),
            self.layouts,
            search.spent,
            perf_counter() - began,
            wins=int(won * allowed),
            allowed=allowed,
            board=self.board,
            shape=self.shape,
            objective=chosen_objective.name,
            expected=None if chosen_objective.name == "wins" else least_cost,
        )

    def _search_for(self, objective: Objective) -> CostSearch:
        """What values first cells by an objective. Raises RuleError: it is not for this board."""
        if objective.mine == "is forgiven":
            return ForgivenGuesses(self._shown)
        if objective.name != "clicks":
            return TreeCost(self._tree_for(objective))
        if self.board != "square":
            raise RuleError("clicks are counted on square boards with Minesweeper's own clues")
        return LeastClicks(self._shown, neighbours(self.rows, self.cols), self._wins)

    def _tree_for(self, objective: Objective) -> Any:
        """The core's game tree of an objective, with the sets searched so far."""
        from ..kernel.core import LayoutTree

        if objective.costs is None:
            return self._tree
        if objective.name not in self._trees:
            self._trees[objective.name] = LayoutTree(
                self._shown, self._layout_images, self._slots, False, objective.costs
            )
        return self._trees[objective.name]

    def _wins(self, layouts: Layouts) -> int:
        """How many of some layouts best play wins, where it is not over and something is safe."""
        safe_cell = np.flatnonzero((self._shown[layouts] != MINE).all(axis=0))[0]
        won: int = self._tree.opening(layouts, int(safe_cell), -1, NO_LIMIT)[0]
        return won

    def _coordinates(self, cell: int) -> tuple[int, ...]:
        """The coordinates of a cell."""
        return tuple(map(int, np.unravel_index(cell, self.shape)))

    def guesses(self, first: Cell, first_click: str = "safe") -> Iterator[BestGuess]:
        """The guesses of best play, one for each position that it can come to. Every cell that is proved safe
        is open before a guess, so the position says all that is known. In the first one everything is
        hidden.

        first: The cell that is opened first, (row, column)
        """
        _check_first_click(first_click)
        first_cell = Board.hidden(self.rows, self.cols).index(first)
        blank = np.full((self.rows, self.cols), HIDDEN, np.int8)
        yield BestGuess(blank, first)
        # Sets of layouts, with the cell that is opened in each.
        pending = [(self._allowed(first_click, first_cell), first_cell)]
        while pending:
            layouts, opened_cell = pending.pop()
            survived = layouts[self._shown[layouts, opened_cell] != MINE]
            for position_layouts in self._positions_after(survived):
                if len(position_layouts) == 1:
                    continue
                _, guess = self._tree.best(position_layouts)
                values = self._shown[position_layouts]
                is_safe = (values != MINE).all(axis=0)
                if guess < 0:  # no guess tells them apart: one layout is won, and any will do
                    guess = int(np.flatnonzero((values[0] != MINE) & ~is_safe)[0])
                position = np.where(is_safe, values[0].astype(np.int8), HIDDEN)
                yield BestGuess(position.reshape(self.rows, self.cols), divmod(guess, self.cols))
                pending.append((position_layouts, guess))

    def _positions_after(self, layouts: npt.NDArray[np.int32]) -> Iterator[npt.NDArray[np.int32]]:
        """The sets of layouts into which opening every cell that is safe, and so on, divides a set."""
        pending = [layouts] if len(layouts) else []
        while pending:
            undivided = pending.pop()
            values = self._shown[undivided]
            is_safe = (values != MINE).all(axis=0)
            views, view_of_layout = np.unique(values[:, is_safe], axis=0, return_inverse=True)
            if len(views) < 2:
                yield undivided
                continue
            for view in range(len(views)):
                pending.append(undivided[view_of_layout.reshape(-1) == view])

    def _allowed(self, first_click: str, cell: int) -> npt.NDArray[np.int32]:
        """The layouts that the rule leaves for a first cell."""
        if first_click == "none":
            return np.arange(self.layouts, dtype=np.int32)
        shown_values = self._shown[:, cell]
        is_allowed = shown_values != MINE if first_click == "safe" else shown_values == 0
        return np.flatnonzero(is_allowed).astype(np.int32)


def _check_first_click(rule: object) -> None:
    """Raises RuleError: there is no such rule."""
    if not isinstance(rule, str) or rule not in FIRST_CLICKS:
        raise RuleError(f"first click {quoted(rule)}: one of {', '.join(FIRST_CLICKS)}")


def _about(number: int) -> str:
    """A number for a message: in full where it is short."""
    if number < 10**9:
        return f"{number:,}"
    digits = str(number)
    return f"about {digits[0]}.{digits[1]}e{len(digits) - 1}"


def _codes(cells: int, mines: int) -> npt.NDArray[np.uint64]:
    """Every layout as a number with a bit for each mine, in rising order."""
    no_codes = np.zeros(0, np.uint64)
    codes_by_count = [np.zeros(1, np.uint64)]  # by the mines in the cells so far
    for cell in range(cells):
        bit = np.uint64(1 << cell)
        fewest = mines - (cells - 1 - cell)  # fewer leave more mines than there are cells to come
        next_codes: list[npt.NDArray[np.uint64]] = []
        for count in range(min(mines, cell + 1) + 1):
            without_mine = codes_by_count[count] if count < len(codes_by_count) else no_codes
            with_mine = codes_by_count[count - 1] | bit if count else no_codes
            next_codes.append(
                np.concatenate((without_mine, with_mine)) if count >= fewest else no_codes
            )
        codes_by_count = next_codes
    return codes_by_count[mines]


def shown(mined: npt.NDArray[np.uint8], rows: int, cols: int) -> npt.NDArray[np.uint8]:
    """uint8 (layouts, cells): what each cell shows in each layout, 9 for a mine."""
    values = np.zeros_like(mined)
    for cell, neighbour_cells in enumerate(neighbours(rows, cols)):
        for neighbour in neighbour_cells:
            values[:, cell] += mined[:, neighbour]
    values[mined == 1] = MINE
    return values


def _images(
    codes: npt.NDArray[np.uint64], mined: npt.NDArray[np.uint8], rows: int, cols: int
) -> npt.NDArray[np.int32]:
    """int32 (symmetries, layouts): which layout each is turned into by each symmetry of the rectangle."""
    images = []
    for symmetry in _symmetries(rows, cols):
        image_codes = np.zeros_like(codes)
        for cell, source_cell in enumerate(symmetry):
            image_codes |= mined[:, source_cell].astype(np.uint64) << np.uint64(cell)
        images.append(np.searchsorted(codes, image_codes))
    return np.array(images, np.int32)


def kinds(rows: int, cols: int) -> list[list[int]]:
    """Cells that the symmetries of the rectangle turn into each other."""
    orbits = {frozenset(images) for images in zip(*_symmetries(rows, cols), strict=True)}
    return sorted(map(sorted, orbits))


def _symmetries(rows: int, cols: int) -> list[list[int]]:
    """The cell that comes to the place of each, by each symmetry."""
    cells = np.arange(rows * cols).reshape(rows, cols)
    symmetries = []
    for turned in [cells, cells.T] if rows == cols else [cells]:
        for row_step in (1, -1):
            for col_step in (1, -1):
                symmetries.append(turned[::row_step, ::col_step].ravel().tolist())
    return symmetries
