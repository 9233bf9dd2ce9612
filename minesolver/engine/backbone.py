"""The backbone: cells that are the same in every layout, by an incremental SAT solver, without counting.

A layout that the solver finds settles many questions at once: whatever it shows can be. Only what no layout
has shown yet is asked, one cell and polarity at a time, and the solver is told to try these polarities first.

The mine count is over the whole board and swamps a solver on a large one. There each component is asked by
itself first. What its layouts show can be on the board as well if the other components and the unconstrained
cells can hold the mines that are left; that is a sum of the totals that were seen. Only questions that this
leaves open are asked with the mine count.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import inf

import numpy as np
import numpy.typing as npt

from ..base.errors import EngineLimitError
from ..base.interrupt import let_go
from ..base.limits import Budget
from ..counting.problem import Component, ContradictionError, Problem
from .cnf import between, constraint_clauses, exactly, solve
from .engine import Backbone
from .sat_library import IDPool, Solver
from .windows import changeable

SOLVER = "minisat22"  # takes a limit on propagations, and the phases that are to be tried first
_CLAUSES_AT_ONCE = 2000  # clauses given to a solver between two looks at the clock
# That it takes as long to see why a layout breaks a rule of the whole board, for each of its cells.
_PROPAGATIONS_PER_CELL = 200
# Up to which the mine count is cheap enough to be told at once (10 to 20 ms with it).
_FEW_CELLS = 200

Bools = npt.NDArray[np.bool_]
Watch = Callable[[], None]
"""Raises :class:`EngineLimitError` where no more may be spent."""


def backbone(
    problem: Problem, budget: Budget, propagations: float = inf, by_core: bool = False
) -> Backbone:
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


def ladders_of(
    component: Component, pool: IDPool, watch: Watch
) -> tuple[list[list[int]], list[list[int]]]:
    """The ordered booleans of each group, the j-th for "at least j mines", and the clauses of a component."""
    ladders = []
    for group in range(len(component.groups)):
        ladders.append([pool.id() for _ in range(component.most_of(group))])
    clauses = [[-upper, lower] for ladder in ladders for lower, upper in pairwise(ladder)]
    for mine_count, groups in component.constraints:
        watch()
        literals = [literal for group in groups for literal in ladders[group]]
        clauses += exactly(literals, mine_count, pool)
    for rule in component.rules:
        watch()
        ladder_at = {
            index: ladders[group] for group, index in zip(rule.groups, rule.places, strict=True)
        }
        clauses += constraint_clauses(rule.constraint, ladder_at, rule.values, pool)
    return ladders, clauses


def refuted(
    component: Component, ladders: Sequence[list[int]], solution: Sequence[int]
) -> list[list[int]]:
    """Clauses against a solution, of the rules that the solver does not have."""
    clauses = []
    for rule in component.rules:
        nogoods = rule.broken(solution) if rule.whole_board else []
        for nogood in nogoods:
            clause = []
            for group, value in nogood:
                ladder = ladders[group]
                clause.append(-ladder[value - 1] if value else ladder[0])
            clauses.append(clause)
    return clauses


def values_of(ladders: Sequence[list[int]], model: Sequence[int]) -> list[int]:
    """The mines of each group in a model; variables in no clause may be missing from it."""
    true_variables = {literal for literal in model if literal > 0}
    return [len(true_variables.intersection(ladder)) for ladder in ladders]


class _Evidence:
    """What the layouts so far show of the groups of one component, and what is proved of them.

    all_but_one: The most mines that each group holds while one of its cells has none
    is_counted: Of each group, whether its values are mines, and no hidden quantities
    with_mine, without: In which groups some cell had a mine, or had none
    with_mine_at, without_at: The same of layouts with so many mines in the component
    proof: Of each group 1 safe, 2 a mine, 0 neither so far
    """

    def __init__(
        self,
        groups: Sequence[tuple[int, ...]],
        capacities: Sequence[int],
        uncounted: Container[int] = (),
    ) -> None:
        self.groups = groups
        capacity = np.array(capacities, int)
        self.all_but_one = capacity - capacity // np.array([len(cells) for cells in groups], int)
        self.is_counted = np.array([group not in uncounted for group in range(len(groups))], bool)
        self.proof = np.zeros(len(groups), np.int8)
        self.forget()

    def forget(self) -> None:
        """Nothing was shown; what is proved stays."""
        self.with_mine = np.zeros(len(self.groups), bool)
        self.without = np.zeros(len(self.groups), bool)
        self.with_mine_at: dict[int, Bools] = {}
        self.without_at: dict[int, Bools] = {}

    def add(self, mines_of_groups: Sequence[int]) -> int:
        """A layout with so many mines in each group. Returns how many it has in the component."""
        values = np.array(mines_of_groups, int)
        mine_count = int(values[self.is_counted].sum())
        self.note(mine_count, values > 0, values <= self.all_but_one)
        return mine_count

    def note(self, mine_count: int, with_mine: Bools, without: Bools) -> None:
        """Groups that layouts with so many mines in the component show with a mine, and without."""
        self.with_mine |= with_mine
        self.without |= without
        self.with_mine_at[mine_count] = with_mine | self.with_mine_at.get(mine_count, False)
        self.without_at[mine_count] = without | self.without_at.get(mine_count, False)

    def all_shown(self, mine_counts: Iterable[int]) -> bool:
        """Whether layouts with these mine counts show each group without a proof with a mine and without."""
        with_mine = self.proof > 0
        without = self.proof > 0
        for mine_count in mine_counts:
            with_mine = with_mine | self.with_mine_at[mine_count]
            without = without | self.without_at[mine_count]
        return bool((with_mine & without).all())


class _Questions:
    """One solver about some components, and perhaps the mine count over them and the unconstrained cells."""

    def __init__(
        self,
        components: Sequence[Component],
        watch: Watch,
        check_propagations: Callable[[int], None],
    ) -> None:
        self.pool = IDPool()
        self.components = components
        self.ladders: list[list[list[int]]] = []
        self._watch = watch
        self._check_propagations = check_propagations
        self._cells_refuted = 0  # of all layouts that broke a rule
        self._cell_count = sum([component.cells for component in components])
        self._solver = Solver(SOLVER)
        for component in components:
            ladders, clauses = ladders_of(component, self.pool, watch)
            self.ladders.append(ladders)
            self.add_clauses(clauses)

    def close(self) -> None:
        let_go(self._solver)

    def add_clauses(self, clauses: Sequence[list[int]]) -> None:
        for start in range(0, len(clauses), _CLAUSES_AT_ONCE):
            self._watch()
            self._solver.append_formula(clauses[start : start + _CLAUSES_AT_ONCE])

    def prefer(self, literals: Sequence[int]) -> None:
        """Polarities that the solver tries first."""
        self._solver.set_phases(literals)

    def layout(self, assumed: Sequence[int] = ()) -> tuple[list[list[int]], list[int]] | None:
        """The mines of each group, by component, in some layout, and the model; ``None``: there is none."""

        def check_limits() -> None:
            self._watch()
            propagations: int = self._solver.accum_stats()["propagations"]
            self._check_propagations(propagations + _PROPAGATIONS_PER_CELL * self._cells_refuted)

        # A rule that the solver does not have may be broken; with a clause against that, ask again.
        while solve(self._solver, assumed, check_limits):
            model = self._solver.get_model()
            solution = [values_of(ladders, model) for ladders in self.ladders]
            against: list[list[int]] = []
            for component, ladders, values in zip(
                self.components, self.ladders, solution, strict=True
            ):
                if component.rules:
                    against += refuted(component, ladders, values)
            if not against:
                return solution, model
            self._cells_refuted += self._cell_count
            self._solver.append_formula(against)
        return None


class _BackboneSearch:
    """The questions about one problem, and what layouts have shown and what is proved."""

    def __init__(
        self, problem: Problem, budget: Budget, propagations: float, by_core: bool
    ) -> None:
        self._problem = problem
        self._by_core = by_core
        # Mines that a layout may have that was changed in one place, than it is noted with.
        self._fewer = 0
        self._more = 0
        self._budget = budget
        self._propagations = propagations
        self._spent = 0
        self._evidence: list[_Evidence] = []  # of each component
        for component in problem.components:
            capacities = [component.most_of(group) for group in range(len(component.groups))]
            self._evidence.append(_Evidence(component.groups, capacities, component.uncounted))
        self._component_cells = sum([component.cells for component in problem.components])
        self._free: _Evidence | None = None
        if problem.free and problem.remaining is not None:
            self._free = _Evidence([problem.free], [len(problem.free)])

    def run(self) -> None:
        """Settle every question. Raises EngineLimitError: the limit is reached first."""
        problem = self._problem
        if problem.remaining is None or self._component_cells > _FEW_CELLS:
            for number, component in enumerate(problem.components):
                self._component_apart(number, component)
            if problem.remaining is None or self._mine_count_fits():
                return
        self._whole_board()

    def proved(self) -> tuple[list[int], list[int]]:
        """Cells proved safe and proved mines so far."""
        safe: list[int] = []
        mines: list[int] = []
        for evidence in [*self._evidence, self._free]:
            if evidence is None:
                continue
            for proof, cells in zip(evidence.proof, evidence.groups, strict=True):
                if proof == 1:
                    safe += cells
                elif proof == 2:
                    mines += cells
        return safe, mines

    def _questions(self, components: Sequence[Component]) -> _Questions:
        spent_before = self._spent

        def check_propagations(done: int) -> None:
            self._spent = spent_before + done
            if self._spent > self._propagations:
                self._budget.exceeded("propagations")

        return _Questions(components, self._budget.check_time, check_propagations)

    def _component_apart(self, number: int, component: Component) -> None:
        """What one component forces by itself; the mine count can only force more."""
        questions = self._questions([component])
        try:
            self._settle(questions, [number], by_core=self._by_core)
        finally:
            questions.close()

    def _whole_board(self) -> None:
        """What is still open, with the mine count."""
        problem = self._problem
        questions = self._questions(problem.components)
        try:
            selectors = self._add_mine_count(questions)
            # What was shown without the mine count says nothing here; what was proved stays.
            for evidence in self._evidence:
                evidence.forget()
            self._settle(questions, range(len(problem.components)), selectors)
        finally:
            questions.close()

    def _add_mine_count(self, questions: _Questions) -> list[int]:
        """Returns selectors for "some unconstrained cell is a mine" and "some is none"."""
        problem = self._problem
        max_mines = problem.remaining  # in the components: where no unconstrained cell has one
        if max_mines is None:
            return []
        literals: list[int] = []
        for component, ladders in zip(problem.components, questions.ladders, strict=True):
            for group, ladder in enumerate(ladders):
                if group not in component.uncounted:
                    literals += ladder
        min_mines = max_mines - len(problem.free)
        questions.add_clauses(between(literals, min_mines, max_mines, questions.pool))
        if not problem.free:
            return []

        selectors: list[int] = []
        for low, high in ((min_mines, max_mines - 1), (min_mines + 1, max_mines)):
            self._budget.check_time()
            selector = questions.pool.id()
            selectors.append(selector)
            clauses = between(literals, low, high, questions.pool)
            questions.add_clauses([[-selector, *clause] for clause in clauses])
        return selectors

    def _settle(
        self,
        questions: _Questions,
        numbers: Sequence[int],
        selectors: Sequence[int] = (),
        by_core: bool = False,
    ) -> None:
        """Ask for every polarity of every group that no layout has shown, some components at a time.

        by_core: Whether the core changes the first layout; it does not know the mine count
        """
        first_layout = self._record_layout(questions, numbers, selectors, ())
        if first_layout is None:
            raise ContradictionError
        if by_core:
            self._record_changes(numbers[0], first_layout[0])

        # Of each group the literals that say that some cell of it has a mine, and that some has none.
        polarities = []
        for number, ladders in zip(numbers, questions.ladders, strict=True):
            evidence = self._evidence[number]
            for group, ladder in enumerate(ladders):
                polarities.append(
                    (evidence, group, ladder[0], -ladder[evidence.all_but_one[group]])
                )
        if selectors and self._free is not None:
            some_mine, some_safe = selectors
            polarities.append((self._free, 0, some_mine, some_safe))

        def is_possible(literal: int) -> bool:
            return self._record_layout(questions, numbers, selectors, [literal]) is not None

        for evidence, group, some_mine, some_safe in polarities:
            if evidence.proof[group]:
                continue
            if not evidence.with_mine[group] and not is_possible(some_mine):
                evidence.proof[group] = 1
                questions.add_clauses([[-some_mine]])
            elif not evidence.without[group] and not is_possible(some_safe):
                evidence.proof[group] = 2
                questions.add_clauses([[-some_safe]])

    def _record_changes(self, number: int, solution: Sequence[int]) -> None:
        """Note what changes of a component's layout show, as if each had as many mines as that layout."""
        problem = self._problem
        component = problem.components[number]
        allowed_fewer = allowed_more = inf
        if problem.remaining is not None:
            # The cells without clues take up the difference: half of what they can, of both kinds.
            free_count = len(problem.free)
            free_mines = problem.remaining * free_count / (free_count + self._component_cells)
            allowed_more = free_mines / 2
            allowed_fewer = (free_count - free_mines) / 2
        changing, mines_fewer, mines_more = changeable(
            component, problem.size, solution, self._budget, allowed_fewer, allowed_more
        )
        self._fewer = max(self._fewer, mines_fewer)
        self._more = max(self._more, mines_more)
        evidence = self._evidence[number]
        is_changing = np.zeros(len(solution), bool)
        is_changing[list(changing)] = True
        evidence.note(evidence.add(solution), is_changing, is_changing)

    def _record_layout(
        self,
        questions: _Questions,
        numbers: Sequence[int],
        selectors: Sequence[int],
        assumed: Sequence[int],
    ) -> list[list[int]] | None:
        """The mines of each group in some layout in which this holds; what it shows is written down."""
        layout = questions.layout(assumed)
        if layout is None:
            return None
        solution, _ = layout
        preferred_literals: list[int] = []
        mines_in_components = 0
        for number, ladders, values in zip(numbers, questions.ladders, solution, strict=True):
            evidence = self._evidence[number]
            mines_in_components += evidence.add(values)

            # The next layout had better show what none has shown yet.
            for group in np.flatnonzero(~evidence.with_mine):
                preferred_literals.append(ladders[group][0])
            for group in np.flatnonzero(evidence.with_mine & ~evidence.without):
                preferred_literals.append(-ladders[group][evidence.all_but_one[group]])
        if selectors and self._free is not None:
            self._free.add([(self._problem.remaining or 0) - mines_in_components])
        questions.prefer(preferred_literals)
        return solution

    def _mine_count_fits(self) -> bool:
        """Whether all that was shown in components can be on the board, with the mines that it has."""
        # A layout that was changed in one place may have more or fewer mines than it is noted with.
        mines_left = self._problem.remaining or 0
        max_mines = mines_left - self._more  # in all components
        free_count = len(self._problem.free)
        min_mines = mines_left - free_count + self._fewer

        # Bit s: the components before one, those from it on, all of them can hold s mines together.
        totals = []
        for evidence in self._evidence:
            totals.append(sum([1 << mine_count for mine_count in evidence.with_mine_at]))
        sums_before = list(accumulate(totals, _sums, initial=1))
        sums_from = list(accumulate(reversed(totals), _sums, initial=1))[::-1]
        fewest, largest = _within(sums_before[-1], min_mines, max_mines)
        if largest < 0:
            return False
        for number, evidence in enumerate(self._evidence):
            self._budget.check_time()
            sums_of_others = _sums(sums_before[number], sums_from[number + 1])
            fitting_counts = []
            for mines in evidence.with_mine_at:
                _, largest_of_others = _within(sums_of_others, min_mines - mines, max_mines - mines)
                if largest_of_others >= 0:
                    fitting_counts.append(mines)
            if not evidence.all_shown(fitting_counts):
                return False
        # The unconstrained cells hold the rest: some of them a mine, and some none?
        return not free_count or (fewest < mines_left and largest > mines_left - free_count)


def _runs(numbers: int) -> Iterator[tuple[int, int]]:
    """(first, how many) of numbers one after another in a set given as bits, the least first."""
    first = 0
    while numbers:
        gap = (numbers & -numbers).bit_length() - 1
        first += gap
        numbers >>= gap
        lowest_missing = ~numbers & numbers + 1
        length = lowest_missing.bit_length() - 1
        yield first, length
        first += length
        numbers >>= length


def _sums(first_set: int, second_set: int) -> int:
    """Which sums there are of one number of each set, both given as bits."""
    sums = 0
    for first, length in _runs(second_set):
        # By doubling: sets of thousands of numbers are one run, or few.
        sums_of_run = first_set
        numbers_done = 1
        while numbers_done < length:
            step = min(numbers_done, length - numbers_done)
            sums_of_run |= sums_of_run << step
            numbers_done += step
        sums |= sums_of_run << first
    return sums


def _within(numbers: int, low: int, high: int) -> tuple[int, int]:
    """The least and the largest of these numbers, given as bits, from ``low`` to ``high``; -1 without one."""
    low = max(low, 0)
    if high < low:
        return -1, -1
    inside = numbers >> low & (1 << high - low + 1) - 1
    if not inside:
        return -1, -1
    return low + (inside & -inside).bit_length() - 1, low + inside.bit_length() - 1
