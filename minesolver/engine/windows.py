"""Wide boards made narrow by what small parts of them prove, and counted by the core then.

Where many clues are open at once a board has more states than the core can hold. Nearly every proved cell
follows from a few dozen clues around it, though. The clues of such a window are counted alone, as if there
were no others, and what they prove holds on the whole board. With these cells known it falls apart into many
small components: of random boards of 100x100 and 200x200 cells the core counts nearly all that it refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import inf
from time import perf_counter

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..base.errors import EngineLimitError
from ..base.limits import Budget, Limit
from ..counting import elimination
from ..counting.layout_count import LayoutCount
from ..counting.problem import Component, ContradictionError, Problem, build
from ..model.analysis import Analysis, Fractions, Outcome
from ..model.lists import ANY_SUM, MAX_UNITS, CellSum, CorePosition, Lists, as_cell_sum, in_rows
from ..model.subject import Subject
from . import kernel as compiled
from .engine import by_counting

# Of random boards of 100x100 to 200x200 cells, windows of 24 clues prove 96 % of the proved cells, of 48
# clues 99.7 %, of 64 and 80 all; those of 80 take the same time, and some are too wide.
_CLUES = 64
_MIDDLE_CLUES = 21  # of them, those nearest to the middle: no window is made around these
_STATES = 20_000  # of the core for one window, 5 ms; a wider window proves nothing
# Clues of windows in which a layout is changed, and of their middles: small ones change few mines.
# What does not change in small ones nearly always does in large ones.
_SIZES_OF_A_CHANGE = ((24, 8), (64, 21))

_count_known = by_counting("auto", elimination.count)


def sums_of(component: Component, size: int) -> list[CellSum] | None:
    """All that a component says, over unknown cells; ``None`` where the core takes no such thing.

    size: How many cells the problem has
    """
    if component.capacity:  # cells of several mines, or hidden quantities
        return None
    sums = []
    for mine_count, groups in component.constraints:
        cells = tuple([i for g in groups for i in component.groups[g]])
        sums.append(CellSum(cells, (1,) * len(cells), 1 << mine_count))
    for rule in component.rules:
        constraint = rule.constraint
        values = {constraint.cells[index]: value for index, value in rule.values.items()}
        weighted = as_cell_sum(constraint, size, values)
        if weighted is None:
            return None
        sums.append(weighted)
    return None if any(clue.units > MAX_UNITS for clue in sums) else sums


class _ComponentClues:
    """The clues of a component, some of which are asked at a time; the others say nothing meanwhile."""

    def __init__(self, sums: Sequence[CellSum]) -> None:
        from ..kernel.core import Workspace

        self.sums = sums
        self.cells = list(dict.fromkeys([i for clue in sums for i in clue.cells]))
        self.index_of = {i: index for index, i in enumerate(self.cells)}
        local_sums = [
            clue._replace(cells=tuple([self.index_of[i] for i in clue.cells])) for clue in sums
        ]
        self._hidden = np.full(len(self.cells), -1, np.int8)
        self._grid = _grid_of(self._hidden, len(self.cells), local_sums)
        self._allowed = np.array([clue.allowed for clue in sums], np.uint64)
        self._workspace = Workspace(1, len(self.cells), self._grid.lists)

    def windows(self, clues: int, covered: int) -> Iterator[list[int]]:
        """Clues that lie together, by number: so many of them, and each clue is in the middle of a window.

        covered: How many count as the middle
        """
        clues_over: dict[int, list[int]] = {}
        for number, clue in enumerate(self.sums):
            for i in clue.cells:
                clues_over.setdefault(i, []).append(number)
        done: set[int] = set()
        for middle in range(len(self.sums)):
            if middle in done:
                continue
            # Breadth first, so that the nearest come first.
            window = {middle: None}
            pending = [middle]
            for number in pending:
                if len(window) >= clues:
                    break
                for i in self.sums[number].cells:
                    for neighbour in clues_over[i]:
                        if neighbour not in window:
                            window[neighbour] = None
                            pending.append(neighbour)
            nearest_first = list(window)[:clues]
            done.update(nearest_first[:covered])
            yield nearest_first

    def ask(
        self, window: Sequence[int], budget: Budget, codes: npt.NDArray[np.int8] | None = None
    ) -> bytes | None:
        """What some clues prove of each of ``cells``, 1 safe and 2 a mine; ``None``: it is too much.

        codes: -1 for the cells that are asked about and -2 for mines, where some are supposed to be known
        Raises ContradictionError: the clues cannot hold together.
        """
        size = len(self.cells)
        allowed = np.full(size + len(self.sums), ANY_SUM, np.uint64)
        allowed[[size + number for number in window]] = self._allowed[list(window)]
        grid = self._grid._replace(codes=self._hidden if codes is None else codes, allowed=allowed)
        states = min(_STATES, budget.states)
        _, proof, _, status = self._workspace.analyze(grid, None, 0.0, budget.remaining, states)
        if status == "contradiction":
            raise ContradictionError
        return proof if status == "done" else None


def narrowed(subject: Subject, problem: Problem, budget: Budget) -> Problem:
    """The same problem with all known that windows of its clues prove, as far as there is time.

    Raises ContradictionError: the clues of a window cannot hold together.
    """
    proved: dict[int, int] = {}
    for component in problem.components:
        sums = sums_of(component, problem.size)
        if sums is None or len(sums) <= _CLUES:
            continue
        clues = _ComponentClues(sums)
        for window in clues.windows(_CLUES, _MIDDLE_CLUES):
            if budget.elapsed > budget.seconds:
                break
            proof = clues.ask(window, budget)
            if proof is None:
                continue
            for number in window:
                for i in sums[number].cells:
                    code = proof[clues.index_of[i]]
                    if code:
                        proved[i] = code - 1
    return build(subject, proved.items()) if proved else problem


class _LayoutInWindows:
    """A layout of a component that is changed in one window at a time: all cells outside are as they were."""

    def __init__(
        self, clues: _ComponentClues, component: Component, solution: Sequence[int]
    ) -> None:
        self.clues = clues
        self.group_of: dict[int, int] = {}
        self._codes = np.zeros(len(clues.cells), np.int8)
        for group, (cells, mines) in enumerate(zip(component.groups, solution, strict=True)):
            cell_indices = [clues.index_of[i] for i in cells]
            self.group_of.update(dict.fromkeys(cell_indices, group))
            self._codes[cell_indices[:mines]] = -2
        self._clues_over = self._count_clues(range(len(clues.sums)))

    def _count_clues(self, numbers: Iterable[int]) -> Counter[int]:
        """Of each cell, how many of some clues see it."""
        clues_over: Counter[int] = Counter()
        for number in numbers:
            clues_over.update([self.clues.index_of[i] for i in self.clues.sums[number].cells])
        return clues_over

    def cells_inside(self, window: Sequence[int]) -> list[int]:
        """The cells under these clues alone, which may change."""
        cells = []
        for cell, clue_count in self._count_clues(window).items():
            if clue_count == self._clues_over[cell]:
                cells.append(cell)
        return cells

    def groups_of(self, cells: Iterable[int]) -> set[int]:
        return {self.group_of[cell] for cell in cells}

    def changed(
        self, window: Sequence[int], inside: Sequence[int], budget: Budget
    ) -> set[int] | None:
        """The groups of cells inside that may have a mine and may have none; ``None``: it is too much."""
        codes = self._codes.copy()
        codes[inside] = -1
        proof = self.clues.ask(window, budget, codes)
        if proof is None:
            return None
        return self.groups_of([cell for cell in inside if not proof[cell]])

    def possible_change(self, window: Sequence[int], inside: Sequence[int]) -> tuple[int, int]:
        """How many mines fewer and how many more a change inside may leave."""
        clues_over_inside = [self._clues_over[cell] for cell in inside]
        has_mine = [bool(self._codes[cell]) for cell in inside]
        only_counts = all(_is_count(self.clues.sums[number]) for number in window)
        return _possible_change(clues_over_inside, has_mine, only_counts)


def changeable(
    component: Component,
    size: int,
    solution: Sequence[int],
    budget: Budget,
    allowed_fewer: float = inf,
    allowed_more: float = inf,
) -> tuple[set[int], int, int]:
    """(groups that a change of one layout in a window shows with a mine and without, how many mines fewer and
    how many more a changed layout may have).

    size: How many cells the problem has
    solution: The mines of each group in the layout
    allowed_fewer, allowed_more: Mines by which a changed layout may differ
    """
    changing: set[int] = set()
    max_fewer = max_more = 0
    sums = sums_of(component, size)
    if sums is None or len(sums) <= _SIZES_OF_A_CHANGE[0][0]:
        return changing, max_fewer, max_more
    clues = _ComponentClues(sums)
    layout = _LayoutInWindows(clues, component, solution)
    for clue_count, middle_count in _SIZES_OF_A_CHANGE:
        for window in clues.windows(clue_count, middle_count):
            if budget.elapsed > budget.seconds:
                break
            inside = layout.cells_inside(window)
            if layout.groups_of(inside) <= changing:
                continue
            mines_fewer, mines_more = layout.possible_change(window, inside)
            if mines_fewer > allowed_fewer or mines_more > allowed_more:
                continue
            changed_groups = layout.changed(window, inside, budget)
            if changed_groups is None or changed_groups <= changing:
                continue
            changing |= changed_groups
            max_fewer = max(max_fewer, mines_fewer)
            max_more = max(max_more, mines_more)
    return changing, max_fewer, max_more


def _is_count(clue: CellSum) -> bool:
    """Whether a sum says how many mines are among its cells."""
    return clue.allowed.bit_count() == 1 and all(weight == 1 for weight in clue.weights)


def _possible_change(
    clues_over: Sequence[int], has_mine: Sequence[bool], only_counts: bool
) -> tuple[int, int]:
    """How many mines fewer and how many more the cells of a window may have than in a layout.

    clues_over: Of each cell, how many clues of the window see it
    has_mine: Of each cell, in the layout
    only_counts: Whether each of these clues says how many mines it sees
    """
    mines = sum(has_mine)
    min_mines = 0
    max_mines = len(has_mine)
    if only_counts and clues_over:
        # Whatever changes, the clues together see as many: each mine once at least.
        mines_seen = sum(
            number for number, is_mine in zip(clues_over, has_mine, strict=True) if is_mine
        )
        min_mines = -(-mines_seen // max(clues_over))
        max_mines = min(max_mines, mines_seen)
    return mines - min_mines, max_mines - mines


def _grid_of(codes: npt.NDArray[np.int8], columns: int, sums: Sequence[CellSum]) -> CorePosition:
    """Cells and clues as the core takes them: each clue is on no cell.

    codes: -1 for hidden cells, -2 for known mines, else 0
    """
    no_clues: list[tuple[int, ...]] = [()] * codes.size
    lists = Lists.of(
        [*no_clues, *(clue.cells for clue in sums)], [*no_clues, *(clue.weights for clue in sums)]
    )
    allowed = np.array([ANY_SUM] * codes.size + [clue.allowed for clue in sums], np.uint64)
    return CorePosition.of(in_rows(codes, columns), lists, allowed)


def _position_left(problem: Problem) -> CorePosition:
    """What is left of a problem as the core takes it; known cells hold no mine that counts.

    Raises EngineLimitError: it takes no such thing.
    """
    codes = np.zeros(problem.size, np.int8)
    codes[list(problem.free)] = -1
    sums: list[CellSum] = []
    for component in problem.components:
        component_sums = sums_of(component, problem.size)
        if component_sums is None:
            raise EngineLimitError("engine 'kernel' takes sums over cells of one mine only")
        sums += component_sums
        for cells in component.groups:
            codes[list(cells)] = -1
    return _grid_of(codes, problem.cols, sums)


def run(problem: Problem, limit: Limit, max_states: int | None = None) -> Outcome:
    """What the core says of a problem in which all proved cells that are known are taken out.

    Raises ContradictionError, EngineLimitError: as every engine's ``run``. ``max_states``: as the core's
    """
    prior = kernel.log_odds(problem.density)
    states = limit.states or max_states
    try:
        probability_bytes, proof_bytes, took, status = kernel.analyze_grid(
            _position_left(problem), problem.remaining, prior, limit.seconds, states
        )
    except MemoryError:
        raise EngineLimitError(compiled.NO_MEMORY) from None
    if status != "done" or (states is not None and took[2] > states):
        raise compiled.refusal(status, limit, states, took)
    probability = np.frombuffer(probability_bytes).copy()
    proof = np.frombuffer(proof_bytes, np.int8).copy()
    probability[list(problem.marked)] = 1
    probability[list(problem.mines)] = 1
    proof[list(problem.mines)] = 2
    proof[list(problem.safe)] = 1
    return Outcome(
        probability,
        proof,
        took,
        partial(_counts, limit=limit),
        layout_count=partial(_layout_count, limit=limit),
    )


def _counts(analysis: Analysis, limit: Limit) -> tuple[int, Fractions]:
    """The solutions and fractions behind an answer in floats; its proved cells need not be counted again.
    As the core's they are counted in what the analysis left of its time."""
    began = perf_counter()
    limit_left = limit.after(analysis.statistics.seconds)
    subject = analysis.board._plain or analysis.board
    proved_values = _proved_values(analysis)
    problem = build(subject, proved_values.items())
    solutions, pairs, fraction_indices, status = kernel.count_grid(
        _position_left(problem),
        problem.remaining,
        problem.density,
        limit_left.seconds,
        limit.states,
    )
    if status != "done":
        limit_left = limit_left.after(perf_counter() - began)
        outcome = _count_known(subject, limit_left, proved_values.items())
        assert outcome.solutions is not None
        assert outcome.fractions is not None
        return outcome.solutions, outcome.fractions
    return solutions, Fractions(
        pairs, _with_mines(fraction_indices, [*problem.marked, *problem.mines])
    )


def _layout_count(analysis: Analysis, limit: Limit) -> LayoutCount | None:
    """The solutions alone, exactly or in bounds; None where the core refuses."""
    limit_left = limit.after(analysis.statistics.seconds)
    subject = analysis.board._plain or analysis.board
    problem = build(subject, _proved_values(analysis).items())
    return compiled.layout_count_of(_position_left(problem), problem.remaining, limit, limit_left)


def _proved_values(analysis: Analysis) -> dict[int, int]:
    """By index what is proved of a cell: 1 for a mine."""
    proof = np.frombuffer(bytes(analysis._outcome.proof), np.int8)
    return {int(cell): int(proof[cell]) - 1 for cell in np.flatnonzero(proof)}


def _with_mines(fraction_indices: bytes, mines: Sequence[int]) -> bytes:
    """The index of the fraction of each cell, that of known mines set: 0 is never, 1 always."""
    index_of_cell = np.frombuffer(fraction_indices, np.int32).copy()
    index_of_cell[list(mines)] = 1
    return index_of_cell.tobytes()
