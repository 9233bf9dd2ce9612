"""The optimum of a whole small board: the game tree over all its layouts, as an exact fraction.

The best is the most wins, or another objective of :mod:`minesolver.policy.objectives`.

All layouts that the first-click rule leaves are equally likely. Cells that a symmetry of the board turns
into each other win equally often, so one of each kind is searched; so do sets of layouts.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import ceil, comb, inf, prod
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..base.errors import EngineLimitError, RuleError, counted
from ..base.limits import whole_number
from ..model.board import HIDDEN, Cell, neighbours
from ..model.variant import Field, VariantBoard
from .forgiven_guesses import ForgivenGuesses
from .least_clicks import LeastClicks
from .objectives import Objective, objective_of

MOST_LAYOUTS = 6_000_000  # a gigabyte of tables or so on 64 cells
MOST_CELLS = 64  # a layout is the bits of one number
MOST_RULED = 50_000  # layouts under rules, where they are listed and read one by one
FIRST_CLICKS = ("none", "safe", "zero")
_POSITION_MEMORY = 1 << 30  # bytes, where clicks count
_POSITION_BYTES = 400  # and two bits for each layout of the board, by measurement
_NO_LIMIT = 1 << 62  # sets that no search comes to: the core counts in 64 bits
_MINE = 9  # what a mine shows
# A cell: from there mines alone mostly tell layouts apart, measured on 4x5 and 5x5.
_MANY_MINES = 0.36
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


class _Search(Protocol):
    """What values first cells."""

    def __call__(
        self, layouts: npt.NDArray[np.int32], cell: int, best: Fraction | None
    ) -> tuple[Fraction | None, int]:
        """(what a layout is worth on average by opening a cell first, the more the better; sets searched).
        The worth is ``None`` where it is less than ``best``.
        """


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
        self.rows, self.cols, self.mines = rows, cols, mines
        self.board, self.shape = board, (*layers, rows, cols)
        self._trees: dict[str, Any] = {}  # of other objectives than wins
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

        Raises RuleError: no first click fits the rule; UnknownNameError: no such objective; EngineLimitError:
            more than ``nodes`` sets have to be searched.
        """
        chosen_objective = objective_of(objective)
        if first_click not in FIRST_CLICKS:
            raise RuleError(f"first click {first_click!r}: one of {', '.join(FIRST_CLICKS)}")
        began = perf_counter()
        budget = _NO_LIMIT
        if nodes is not None:
            budget = min(whole_number(nodes, "the number of nodes"), _NO_LIMIT)
        if first_click == "zero" and self.board != "square":
            raise RuleError(
                "a first click of a zero is for square boards with Minesweeper's own clues"
            )

        # The first cells whose layouts are worth most on average.
        search = self._search_for(chosen_objective, first_click, budget)
        best: Fraction | None = None
        best_cells: list[int] = []
        allowed = nodes_searched = 0
        for done, kind in enumerate(self._kinds, 1):
            layouts = self._allowed(first_click, kind[0])
            if len(layouts):
                worth, searched = search(layouts, kind[0], best)
                nodes_searched += searched
                if worth is not None and (best is None or worth > best):
                    best, allowed = worth, len(layouts)
                    best_cells = []
                if worth is not None and worth == best:
                    best_cells += kind
            if progress is not None:
                progress(done, len(self._kinds))
        if best is None:
            raise RuleError(
                f"no first click fits rule {first_click!r} on {self.rows}x{self.cols}/{self.mines}"
            )

        # Where a mine ends no game all are won; a worth then is what is not spent.
        won = Fraction(1)
        expected: Fraction | None = None
        if chosen_objective.name == "wins":
            won = best
        elif chosen_objective.name == "clicks":
            won = self.optimum(first_click).win_probability
            expected = -best
        elif chosen_objective.costs is None:
            expected = -best
        else:
            expected = self._tree_for(chosen_objective).solved - best
        return Optimum(
            self.rows,
            self.cols,
            self.mines,
            first_click,
            won,
            tuple(sorted(map(self._coordinates, best_cells))),
            self.layouts,
            nodes_searched,
            perf_counter() - began,
            wins=int(won * allowed),
            allowed=allowed,
            board=self.board,
            shape=self.shape,
            objective=chosen_objective.name,
            expected=expected,
        )

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

    def _search_for(self, objective: Objective, first_click: str, budget: int) -> _Search:
        """What values first cells by an objective. Raises RuleError: it is not for this board."""
        if objective.name == "clicks":
            return self._by_positions(first_click, budget)
        nodes_left = budget
        if objective.mine == "is forgiven":
            forgiven = ForgivenGuesses(self._shown, budget)

            def search_forgiven(
                layouts: npt.NDArray[np.int32], cell: int, best: Fraction | None
            ) -> tuple[Fraction | None, int]:
                sets_before = forgiven.sets
                return -forgiven.opening(layouts, cell), forgiven.sets - sets_before

            return search_forgiven
        tree = self._tree_for(objective)

        def search_layouts(
            layouts: npt.NDArray[np.int32], cell: int, best: Fraction | None
        ) -> tuple[Fraction | None, int]:
            nonlocal nodes_left
            # The search may stop at a worth of so much or less: a smaller mean than the best.
            too_little = -1 if best is None else ceil(best * len(layouts)) - 1
            worth, searched = tree.opening(layouts, cell, too_little, nodes_left)
            if worth < 0:
                raise EngineLimitError(f"the search was not over after {budget} sets of layouts")
            nodes_left -= searched
            mean = Fraction(worth, len(layouts)) if worth > too_little else None
            return mean, searched

        return search_layouts

    def _by_positions(self, first_click: str, budget: int) -> _Search:
        """What values first cells by the clicks of won games; those that win less often have no worth."""
        if self.board != "square":
            raise RuleError("clicks are counted on square boards with Minesweeper's own clues")
        best_first = set(self.optimum(first_click).best_first)

        def wins(layouts: npt.NDArray[np.int32]) -> int:
            safe_cell = np.flatnonzero((self._shown[layouts] != _MINE).all(axis=0))[0]
            won: int = self._tree.opening(layouts, int(safe_cell), -1, _NO_LIMIT)[0]
            return won

        memory_of_position = _POSITION_BYTES + self.layouts // 4
        most_positions = min(budget, _POSITION_MEMORY // memory_of_position)
        clicks = LeastClicks(self._shown, neighbours(self.rows, self.cols), wins, most_positions)

        def search_positions(
            layouts: npt.NDArray[np.int32], cell: int, best: Fraction | None
        ) -> tuple[Fraction | None, int]:
            if self._coordinates(cell) not in best_first:
                return None, 0
            positions_before = clicks.positions
            won, least = clicks.opening(layouts, cell)
            mean = -Fraction(least, won) if won else Fraction(0)
            return mean, clicks.positions - positions_before

        return search_positions

    def _coordinates(self, cell: int) -> tuple[int, ...]:
        """The coordinates of a cell."""
        return tuple(map(int, np.unravel_index(cell, self.shape)))

    def guesses(self, first: Cell, first_click: str = "safe") -> Iterator[BestGuess]:
        """The guesses of best play, one for each position that it can come to. Every cell that is proved safe
        is open before a guess, so the position says all that is known. In the first one everything is
        hidden.

        first: The cell that is opened first, (row, column)
        """
        blank = np.full((self.rows, self.cols), HIDDEN, np.int8)
        yield BestGuess(blank, first)
        first_cell = first[0] * self.cols + first[1]
        # Sets of layouts, with the cell that is opened in each.
        pending = [(self._allowed(first_click, first_cell), first_cell)]
        while pending:
            layouts, opened_cell = pending.pop()
            survived = layouts[self._shown[layouts, opened_cell] != _MINE]
            for position_layouts in self._positions_after(survived):
                if len(position_layouts) == 1:
                    continue
                _, guess = self._tree.best(position_layouts)
                values = self._shown[position_layouts]
                is_safe = (values != _MINE).all(axis=0)
                if guess < 0:  # no guess tells them apart: one layout is won, and any will do
                    guess = int(np.flatnonzero((values[0] != _MINE) & ~is_safe)[0])
                position = np.where(is_safe, values[0].astype(np.int8), HIDDEN)
                yield BestGuess(position.reshape(self.rows, self.cols), divmod(guess, self.cols))
                pending.append((position_layouts, guess))

    def _positions_after(self, layouts: npt.NDArray[np.int32]) -> Iterator[npt.NDArray[np.int32]]:
        """The sets of layouts into which opening every cell that is safe, and so on, divides a set."""
        pending = [layouts] if len(layouts) else []
        while pending:
            undivided = pending.pop()
            values = self._shown[undivided]
            is_safe = (values != _MINE).all(axis=0)
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
        shown = self._shown[:, cell]
        is_allowed = shown != _MINE if first_click == "safe" else shown == 0
        return np.flatnonzero(is_allowed).astype(np.int32)


def _about(number: int) -> str:
    """A number for a message: in full where it is short."""
    if number < 10**9:
        return f"{number:,}"
    digits = str(number)
    return f"about {digits[0]}.{digits[1]}e{len(digits) - 1}"


def _codes(cells: int, mines: int) -> npt.NDArray[np.uint64]:
    """Every layout as a number with a bit for each mine, in rising order."""
    none = np.zeros(0, np.uint64)
    codes_by_count = [np.zeros(1, np.uint64)]  # by the mines in the cells so far
    for cell in range(cells):
        bit = np.uint64(1 << cell)
        fewest = mines - (cells - 1 - cell)  # fewer leave more mines than there are cells to come
        next_codes: list[npt.NDArray[np.uint64]] = []
        for count in range(min(mines, cell + 1) + 1):
            without_mine = codes_by_count[count] if count < len(codes_by_count) else none
            with_mine = codes_by_count[count - 1] | bit if count else none
            next_codes.append(
                np.concatenate((without_mine, with_mine)) if count >= fewest else none
            )
        codes_by_count = next_codes
    return codes_by_count[mines]


def shown(mined: npt.NDArray[np.uint8], rows: int, cols: int) -> npt.NDArray[np.uint8]:
    """uint8 (layouts, cells): what each cell shows in each layout, 9 for a mine."""
    values = np.zeros_like(mined)
    for cell, neighbour_cells in enumerate(neighbours(rows, cols)):
        for neighbour in neighbour_cells:
            values[:, cell] += mined[:, neighbour]
    values[mined == 1] = _MINE
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
