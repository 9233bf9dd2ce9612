"""The likeliest reading of a board that some layout of mines allows.

A contradiction names clues that cannot hold together: one of these or of their neighbours is misread.
Single cells, or all cells that look like one, are changed around each contradiction, the cheapest set of
changes first, so the first reading with a layout is the likeliest of those tried.
"""

import heapq
from collections.abc import Callable, Iterator

import numpy as np

from ...base.errors import BoardFormatError, InconsistentBoardError, MinesolverError
from ...base.limits import NO_LIMIT
from ...counting.problem import ContradictionError
from ...engine import ENGINES
from ...explain.conflict import conflict
from ...model.board import Board, Cell, neighbours
from ...solver import find_steps
from .arrays import Array
from .lattice import Grid
from .symbols import HIDDEN, ZERO
from .work import ANALYSIS, CONFLICT, CONFLICT_STEPS, Work

Changes = tuple[tuple[int, int], ...]
"""(cell, symbol) of each cell that is read otherwise than it looks, in rising order."""

LIKELY_ALTERNATIVE = 0.1
"""Of what a cell may be instead of what was read: symbols with a smaller share are not asked about."""
BLANK = {HIDDEN, ZERO}
LEAST_CHANCE = 1e-5
"""Symbols less likely than this are not tried. Set by hand, on the programs of ``benchmarks/screenshots``."""


def nearest_consistent(
    first_choice: Array,
    chances: Array,
    grid: Grid,
    board_of: Callable[[Array], Board],
    work: Work,
    work_limit: float,
    reading_count: int,
) -> tuple[Array, MinesolverError | None]:
    """The likeliest choice of a symbol a cell that has a layout; else the first choice and its contradiction.

    first_choice: int (n,), the symbol that each cell looks most like
    chances: float (n, symbols)
    board_of: The board of a choice; raises BoardFormatError where none is like that
    work_limit: Of the work, after which no further reading is tried
    reading_count: How many are tried at most
    """
    # What a change costs: by how much the symbol is less likely than the first.
    first_chance = np.take_along_axis(chances, first_choice[:, None], axis=1)
    log_of_first = np.log(first_chance + 1e-300)
    cost = np.maximum(log_of_first - np.log(chances + 1e-300), 0)
    alike_cells = lookalikes(first_choice, chances)

    queue: list[tuple[float, int, Changes]] = [(0.0, 0, ())]
    queued: set[Changes] = {()}
    first_error: MinesolverError | None = None
    for _ in range(reading_count):
        if not queue or work.seconds >= work_limit:
            break
        price, _, changes = heapq.heappop(queue)
        choice = first_choice.copy()
        for cell, symbol in changes:
            choice[cell] = symbol

        # A reading with a layout is the answer; the others name the cells that may be misread.
        # What the user is told is the error of the first.
        error = _contradiction(board_of, choice, work, is_first=not changes)
        if error is None:
            return np.asarray(choice), None
        first_error = first_error or error
        suspects = _suspects(error, grid)
        # The mine count alone contradicts: the whole reading is wrong, or the count.
        if not suspects:
            return first_choice, first_error

        # Each suspect alone, and with all that look like it, is tried as every other symbol.
        for group in _groups(suspects - {cell for cell, _ in changes}, alike_cells, changes):
            leader = group[0]
            for symbol in np.flatnonzero(chances[leader] > LEAST_CHANCE).tolist():
                group_changes = tuple((cell, symbol) for cell in group)
                next_changes = tuple(sorted((*changes, *group_changes)))
                if symbol != first_choice[leader] and next_changes not in queued:
                    queued.add(next_changes)
                    next_price = price + float(cost[leader, symbol])
                    heapq.heappush(queue, (next_price, len(queued), next_changes))
    return first_choice, first_error or BoardFormatError("no time was left to look for a layout")


def without_alternative(
    cells: Array,
    chosen: Array,
    chances: Array,
    board_of: Callable[[Array], Board],
    work: Work,
) -> Array:
    """bool (n,): which of these cells can be nothing else, as the rest of the board is read: whatever else
    is likely there has no layout, in the cell alone and in all these cells that look like it.

    cells: int (k,), numbers of cells; ``chosen``: int (n,), a reading that has a layout
    chances: float (n, symbols)
    """
    alike_cells = lookalikes(chosen, chances)
    asked_cells = set(cells.tolist())
    has_none = np.zeros(len(chosen), bool)
    for cell in cells.tolist():
        instead = chances[cell].copy()
        instead[chosen[cell]] = 0.0
        alternatives = np.flatnonzero(instead >= LIKELY_ALTERNATIVE * instead.sum()).tolist()
        # Which blank cells are hidden is seen by their looks alone: few clues say it.
        if chosen[cell] in BLANK and not BLANK.isdisjoint(alternatives):
            continue
        groups = {(cell,), tuple(like for like in alike_cells[cell] if like in asked_cells)}
        if not work.affords(ANALYSIS * len(groups) * len(alternatives)):
            break
        has_none[cell] = not any(
            _has_layout(board_of, chosen, group, symbol, work)
            for group in groups
            for symbol in alternatives
        )
    return has_none


def _has_layout(
    board_of: Callable[[Array], Board],
    chosen: Array,
    group: tuple[int, ...],
    symbol: int,
    work: Work,
) -> bool:
    """Whether a reading with this symbol in some of its cells has a layout."""
    choice = chosen.copy()
    choice[list(group)] = symbol
    work.spend(ANALYSIS)
    try:
        ENGINES.get("auto").analyze(board_of(choice), NO_LIMIT, find_steps)
    except (BoardFormatError, ContradictionError):
        return False
    return True


def _contradiction(
    board_of: Callable[[Array], Board], choice: Array, work: Work, is_first: bool
) -> MinesolverError | None:
    """Why a reading has no layout, by a few clues, not always a smallest set; ``None`` where it has one."""
    work.spend(ANALYSIS)
    try:
        board = board_of(choice)
        ENGINES.get("auto").analyze(board, NO_LIMIT, find_steps)
        return None
    except BoardFormatError as error:
        return error
    except ContradictionError:
        work.spend(CONFLICT)
        return conflict(board, work=CONFLICT_STEPS, tries_cuts=is_first)


def lookalikes(first_choice: Array, chances: Array) -> list[tuple[int, ...]]:
    """Of each cell the cells that are read like it, and as surely, itself among them."""
    _, kind = np.unique(
        np.column_stack([first_choice, chances.round(1)]), axis=0, return_inverse=True
    )
    kind = kind.ravel()
    members = []
    for number in range(kind.max() + 1):
        members.append(tuple(np.flatnonzero(kind == number).tolist()))
    return [members[number] for number in kind]


def _suspects(error: MinesolverError, grid: Grid) -> set[int]:
    """The cells one of which must be misread; none where the contradiction is one of the mine count alone."""
    if isinstance(error, InconsistentBoardError):
        clues = [_index(cell, grid) for cell in error.clues]
        neighbours_of = neighbours(grid.rows, grid.cols)
        suspects = set(clues)
        for clue in clues:
            suspects.update(neighbours_of[clue])
        return suspects
    assert isinstance(error, BoardFormatError)
    if error.line is None or error.column is None:
        return set()
    return {_index((error.line - 1, error.column - 1), grid)}


def _index(cell: Cell, grid: Grid) -> int:
    """The number of a board's cell in the grid."""
    row, col = cell
    return row * grid.cols + col


def _groups(
    cells: set[int], alike_cells: list[tuple[int, ...]], changes: Changes
) -> Iterator[tuple[int, ...]]:
    """Cells that are changed together: first all that look alike, then each alone."""
    changed = {cell for cell, _ in changes}
    groups = dict.fromkeys(alike_cells[cell] for cell in sorted(cells))
    for group in groups:
        if len(group) > 1 and changed.isdisjoint(group):
            yield group
    for cell in sorted(cells):
        yield (cell,)
