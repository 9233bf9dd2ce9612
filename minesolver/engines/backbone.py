"""The backbone: cells that are the same in every layout, by an incremental SAT solver, without counting.

A layout that the solver finds settles many questions at once: whatever it shows can be. Only what no layout
has shown yet is asked, one cell and polarity at a time, and the solver is told to try these polarities first.

The mine count is over the whole board and swamps a solver on a large one. There each component is asked by
itself first. What its layouts show can be on the board as well if the other components and the unconstrained
cells can hold the mines that are left; that is a sum of the totals that were seen. Only questions that this
leaves open are asked with the mine count.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from math import inf
from typing import NamedTuple

from pysat.formula import IDPool
from pysat.solvers import Solver

from ..base.errors import EngineLimitError
from ..base.limits import Budget
from ..counting.problem import Component, ContradictionError, Problem
from .cnf import between, constraint_clauses, exactly, solve
from .windows import changeable

SOLVER = "minisat22"  # takes a limit on propagations, and the phases that are to be tried first
_AT_ONCE = 2000  # clauses given to a solver between two looks at the clock
_FEW_CELLS = 200  # up to which the mine count is cheap enough to be told at once (10 to 20 ms with it)

Watch = Callable[[], None]
"""Raises :class:`EngineLimitError` where no more may be spent."""


class Backbone(NamedTuple):
    """Hidden cells that are proved, by index.

    complete: Whether no other cell is the same in every layout; ``False`` where the search was stopped
    """

    safe: list[int]
    mines: list[int]
    complete: bool


def backbone(problem: Problem, budget: Budget, propagations: float = inf, by_core: bool = False) -> Backbone:
    """Every proved cell, or those that were proved within the limit.

    propagations: What the solver may take, so that an answer does not depend on how busy the machine is
    by_core: Whether the compiled core shows what else can be, by changing a layout in one place
    Raises ContradictionError: there is no layout.
    """
    search = _BackboneSearch(problem, budget, propagations, by_core)
    complete = True
    try:
        search.run()
    except EngineLimitError:
        complete = False
    safe, mines = search.proved()
    return Backbone([*problem.safe, *safe], [*problem.mines, *mines], complete)


def ladders_of(component: Component, pool: IDPool, watch: Watch) -> tuple[list[list[int]], list[list[int]]]:
    """The ordered booleans of each group, the j-th for "at least j mines", and the clauses of a component."""
    ladders = [[pool.id() for _ in range(component.most_of(g))] for g in range(len(component.groups))]
    clauses = [[-upper, lower] for ladder in ladders for lower, upper in pairwise(ladder)]
    for mines, groups in component.constraints:
        watch()
        clauses += exactly([y for g in groups for y in ladders[g]], mines, pool)
    for rule in component.rules:
        at = {p: ladders[g] for g, p in zip(rule.groups, rule.places, strict=True)}
        clauses += constraint_clauses(rule.constraint, at, rule.values, pool)
    return ladders, clauses


def refuted(component: Component, ladders: Sequence[list[int]], solution: Sequence[int]) -> list[list[int]]:
    """Clauses against a solution, of the rules that the solver does not have."""
    clauses = []
    for rule in component.rules:
        broken = rule.broken(solution) if rule.whole_board else None
        if broken is not None:
            clauses.append([-ladders[g][value - 1] if value else ladders[g][0] for g, value in broken])
    return clauses


def values_of(ladders: Sequence[list[int]], model: Sequence[int]) -> list[int]:
    """The mines of each group in a model; variables in no clause may be missing from it."""
    true = {literal for literal in model if literal > 0}
    return [sum([y in true for y in ladder]) for ladder in ladders]


@dataclass(slots=True)
class _Seen:
    """What the layouts found so far show of one group: bit t is set for a layout of t mines in its component.

    with_mine, without: Of layouts in which some cell of the group has a mine, or has none
    """

    cells: tuple[int, ...]
    most: int
    counted: bool
    with_mine: int = 0
    without: int = 0
    proof: int = 0  # 1 safe, 2 a mine

    @property
    def all_but_one(self) -> int:
        """The most mines that it holds while one of its cells has none."""
        return self.most - self.most // len(self.cells)

    def add(self, value: int, total: int) -> None:
        """A layout with so many mines in the group, and in its component."""
        if value > 0:
            self.with_mine |= 1 << total
        if value <= self.all_but_one:
            self.without |= 1 << total


class _Asked:
    """One solver about some components, and perhaps the mine count over them and the unconstrained cells."""

    def __init__(self, components: Sequence[Component], watch: Watch, limit: Callable[[int], None]) -> None:
        self.pool = IDPool()
        self.components = components
        self.ladders: list[list[list[int]]] = []
        self._watch = watch
        self._limit = limit
        self._solver = Solver(SOLVER)
        for component in components:
            ladders, clauses = ladders_of(component, self.pool, watch)
            self.ladders.append(ladders)
            self.tell(clauses)

    def close(self) -> None:
        self._solver.delete()

    def tell(self, clauses: Sequence[list[int]]) -> None:
        for first in range(0, len(clauses), _AT_ONCE):
            self._watch()
            self._solver.append_formula(clauses[first : first + _AT_ONCE])

    def prefer(self, literals: Sequence[int]) -> None:
        """Polarities that the solver tries first."""
        self._solver.set_phases(literals)

    def layout(self, assumed: Sequence[int] = ()) -> tuple[list[list[int]], list[int]] | None:
        """The mines of each group, by component, in some layout, and the model; ``None``: there is none."""

        def look() -> None:
            self._watch()
            self._limit(self._solver.accum_stats()["propagations"])

        while solve(self._solver, assumed, look):
            model = self._solver.get_model()
            solution = [values_of(ladders, model) for ladders in self.ladders]
            against = [
                clause
                for component, ladders, values in zip(self.components, self.ladders, solution, strict=True)
                if component.rules
                for clause in refuted(component, ladders, values)
            ]
            if not against:
                return solution, model
            self._solver.append_formula(against)
        return None


class _BackboneSearch:
    """The questions about one problem, and what has been seen and proved."""

    def __init__(self, problem: Problem, budget: Budget, propagations: float, by_core: bool) -> None:
        self._problem = problem
        self._by_core = by_core
        self._difference = 0  # in mines, of a layout that was changed in one place
        self._budget = budget
        self._propagations = propagations
        self._spent = 0
        self._seen = [
            [
                _Seen(cells, component.most_of(g), g not in component.uncounted)
                for g, cells in enumerate(component.groups)
            ]
            for component in problem.components
        ]
        self._totals = [0] * len(problem.components)  # seen in each component, a bit each
        free = problem.free
        self._free = [_Seen(free, len(free), True)] if free and problem.remaining is not None else []

    def run(self) -> None:
        """Settle every question. Raises EngineLimitError: the limit is reached first."""
        problem = self._problem
        counted = sum([len(group) for component in problem.components for group in component.groups])
        if problem.remaining is None or counted > _FEW_CELLS:
            for number, component in enumerate(problem.components):
                self._component_apart(number, component)
            if problem.remaining is None or self._mine_count_fits():
                return
        self._whole_board()

    def proved(self) -> tuple[list[int], list[int]]:
        """Cells proved safe and proved mines so far."""
        groups = [*chain.from_iterable(self._seen), *self._free]
        safe = [i for seen in groups if seen.proof == 1 for i in seen.cells]
        mines = [i for seen in groups if seen.proof == 2 for i in seen.cells]
        return safe, mines

    def _limit(self, before: int) -> Callable[[int], None]:
        """Checks the propagations of one solver, after so many of those before it."""

        def check(done: int) -> None:
            self._spent = before + done
            if self._spent > self._propagations:
                self._budget.exceeded("propagations")

        return check

    def _asked(self, components: Sequence[Component]) -> _Asked:
        return _Asked(components, self._budget.check_time, self._limit(self._spent))

    def _component_apart(self, number: int, component: Component) -> None:
        """What one component forces by itself; the mine count can only force more."""
        asked = self._asked([component])
        try:
            self._settle(asked, [number], by_core=self._by_core)
        finally:
            asked.close()

    def _whole_board(self) -> None:
        """What is still open, with the mine count."""
        problem = self._problem
        asked = self._asked(problem.components)
        try:
            selectors = self._tell_mine_count(asked)
            # What was seen without the mine count says nothing here; what was proved stays.
            for seen in chain.from_iterable(self._seen):
                if not seen.proof:
                    seen.with_mine = seen.without = 0
            self._settle(asked, range(len(problem.components)), selectors)
        finally:
            asked.close()

    def _tell_mine_count(self, asked: _Asked) -> list[int]:
        """Returns selectors for "some unconstrained cell is a mine" and "some is none"."""
        problem, free, rest = self._problem, len(self._problem.free), self._problem.remaining
        if rest is None:
            return []
        literals = [
            y
            for component, ladders in zip(problem.components, asked.ladders, strict=True)
            for g, ladder in enumerate(ladders)
            if g not in component.uncounted
            for y in ladder
        ]
        asked.tell(between(literals, rest - free, rest, asked.pool))
        selectors: list[int] = []
        for least, most in ((rest - free, rest - 1), (rest - free + 1, rest)) if free else ():
            self._budget.check_time()
            selectors.append(asked.pool.id())
            clauses = between(literals, least, most, asked.pool)
            asked.tell([[-selectors[-1], *clause] for clause in clauses])
        return selectors

    def _settle(
        self,
        asked: _Asked,
        numbers: Sequence[int],
        selectors: Sequence[int] = (),
        by_core: bool = False,
    ) -> None:
        """Ask for every polarity of every group that no layout has shown, some components at a time.

        by_core: Whether the core changes the first layout; it does not know the mine count
        """
        first_layout = self._look_at(asked, numbers, selectors, ())
        if first_layout is None:
            raise ContradictionError
        if by_core:
            self._change(numbers[0], first_layout[0])
        groups = [
            (seen, [ladder[0]], [-ladder[seen.all_but_one]])
            for number, ladders in zip(numbers, asked.ladders, strict=True)
            for seen, ladder in zip(self._seen[number], ladders, strict=True)
        ]
        if selectors:
            groups.append((self._free[0], [selectors[0]], [selectors[1]]))
        for seen, mine, none in groups:
            if seen.proof:
                continue
            if not seen.with_mine and self._look_at(asked, numbers, selectors, mine) is None:
                seen.proof = 1
                asked.tell([[-mine[0]]])
            elif not seen.without and self._look_at(asked, numbers, selectors, none) is None:
                seen.proof = 2
                asked.tell([[-none[0]]])

    def _change(self, number: int, solution: Sequence[int]) -> None:
        """Note what changes of a component's layout show, as if each had as many mines as that layout."""
        component = self._problem.components[number]
        changing, difference = changeable(component, self._problem.size, solution, self._budget)
        self._difference = max(self._difference, difference)
        mines = sum([value for g, value in enumerate(solution) if g not in component.uncounted])
        for g in changing:
            self._seen[number][g].with_mine |= 1 << mines
            self._seen[number][g].without |= 1 << mines

    def _look_at(
        self, asked: _Asked, numbers: Sequence[int], selectors: Sequence[int], assumed: Sequence[int]
    ) -> list[list[int]] | None:
        """The mines of each group in some layout in which this holds; what it shows is written down."""
        layout = asked.layout(assumed)
        if layout is None:
            return None
        solution, _ = layout
        preferred: list[int] = []
        mines = 0
        for number, ladders, values in zip(numbers, asked.ladders, solution, strict=True):
            groups = self._seen[number]
            total = sum([value for seen, value in zip(groups, values, strict=True) if seen.counted])
            mines += total
            self._totals[number] |= 1 << total
            for seen, ladder, value in zip(groups, ladders, values, strict=True):
                seen.add(value, total)
                if not seen.with_mine:
                    preferred.append(ladder[0])
                elif not seen.without:
                    preferred.append(-ladder[seen.all_but_one])
        if selectors:
            self._free[0].add((self._problem.remaining or 0) - mines, 0)
        asked.prefer(preferred)
        return solution

    def _mine_count_fits(self) -> bool:
        """Whether all that was seen in components can be on the board, with the mines that it has."""
        # A layout that was changed in one place may have so many mines more or less than it is noted with.
        spare = self._difference
        free, rest = len(self._problem.free) - 2 * spare, (self._problem.remaining or 0) - spare
        # Bit s: the components before one, those from it on, all of them can hold s mines together.
        before = list(accumulate(self._totals, _sums, initial=1))
        after = list(accumulate(reversed(self._totals), _sums, initial=1))[::-1]
        least, most = _within(before[-1], rest - free, rest)
        if most < 0:
            return False
        for number, groups in enumerate(self._seen):
            others = _sums(before[number], after[number + 1])
            fitting = 0
            for total in _bits(self._totals[number]):
                if _within(others, rest - free - total, rest - total)[1] >= 0:
                    fitting |= 1 << total
            for seen in groups:
                if not seen.proof and not (seen.with_mine & fitting and seen.without & fitting):
                    return False
        # The unconstrained cells hold the rest: some of them a mine, and some none?
        return not free or (least < rest and most > rest - free)


def _bits(number: int) -> Iterator[int]:
    """The numbers of the bits that are set, the lowest first."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def _sums(some: int, others: int) -> int:
    """Which sums there are of one number of each set, both given as bits."""
    found = 0
    for shift in _bits(others):
        found |= some << shift
    return found


def _within(numbers: int, low: int, high: int) -> tuple[int, int]:
    """The least and the largest of these numbers, given as bits, from ``low`` to ``high``; -1 without one."""
    low = max(low, 0)
    if high < low:
        return -1, -1
    inside = numbers >> low & (1 << high - low + 1) - 1
    if not inside:
        return -1, -1
    return low + (inside & -inside).bit_length() - 1, low + inside.bit_length() - 1
