"""The one face of all engines, and the path that the counting ones share."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import inf, prod
from typing import Any, NamedTuple

import numpy as np

from ..base.errors import ArgumentTypeError, EngineLimitError, MinesolverError
from ..base.limits import NO_LIMIT, Budget, Limit
from ..counting import elimination, joining, problem
from ..counting.joining import ComponentCount
from ..counting.problem import Component, ContradictionError, Problem
from ..model.analysis import Analysis, Fractions, Outcome, Statistics
from ..model.board import Board
from ..model.cut import CutBoard
from ..model.puzzle import Puzzle
from ..model.reason import Step
from ..model.subject import Subject
from .ring import without_ring

Run = Callable[..., Outcome]
Proved = tuple[Iterable[int], Iterable[int]]
"""Indices of cells: proved safe, proved mines."""
Count = Callable[[Component, int, Budget], ComponentCount]
"""(component, columns of the board, budget) -> its models by number of mines."""

# Default limit on the solutions (mine counts of groups) that one analysis may list: 10 s of PySAT or 25 s of
# CP-SAT.
SOLUTIONS = 100_000
SECONDS = 60.0  # the same on its time
# States that may be stored to count them before, half a second; under rules, whose states cost more, fewer.
_FORESIGHT_STATES = 1_000_000
_FORESIGHT_STATES_OF_RULES = 200_000
_COUNTING_ENGINES = "engines 'auto' and 'elimination' count without listing solutions"


class Backbone(NamedTuple):
    """Hidden cells that are proved, by index.

    complete: Whether no other cell is the same in every layout; ``False`` where the search was stopped
    """

    safe: Sequence[int]
    mines: Sequence[int]
    complete: bool


@dataclass(frozen=True)
class Engine:
    """A registered engine.

    description: What it does, in one line
    run: (board or puzzle, limit) -> :class:`~minesolver.model.analysis.Outcome`; raises
        ``ContradictionError`` where no layout agrees and :class:`~minesolver.base.errors.EngineLimitError`
        past its limit
    exact: Whether it gives the exact probability of every cell
    rational: Whether it gives them as fractions too
    source: Where the algorithm is from
    subjects: What it takes: ``"boards"``, square ones with plain clues only, or ``"any"``: rules too
    """

    name: str
    description: str
    run: Run
    exact: bool = True
    rational: bool = True
    source: str = ""
    subjects: str = "boards"

    def analyze(
        self,
        subject: Subject,
        limit: Limit,
        steps: Callable[[Analysis[Any]], Iterable[Step]] | None = None,
    ) -> Analysis[Any]:
        """Run it; a board under rules that says the same as a square board is run as one, and a cut board
        with the hidden cells that lie next to its cut edges.

        steps: As for :class:`~minesolver.model.analysis.Analysis`
        Raises ContradictionError: no layout agrees; EngineLimitError: the engine does not take such a
            subject, or cannot finish within its limit; ArgumentTypeError: it is neither a board nor a puzzle.
        """
        if limit is not NO_LIMIT:
            limit = Limit.of(limit)
        if type(subject) is Board:  # what most are
            # `Analysis(...)` in its two steps, which is quicker: as a call C would call `__init__`, and
            # Python from there. Nor does it look for a method `run` of the class.
            run = self.run
            outcome = run(subject, limit)
            analysis = _new_object(Analysis)
            _fill_in(analysis, subject, self.name, outcome, steps)
            return analysis
        if isinstance(subject, Puzzle):
            subject = subject.copy()  # more may be said of it later
        elif not isinstance(subject, Subject):
            raise ArgumentTypeError(
                f"analyze takes a Board or a Puzzle, not {type(subject).__name__}; "
                "see Board.parse, from_array"
            )
        if isinstance(subject, CutBoard):
            whole_outcome = self.run(subject.whole, limit)
            return Analysis(subject, self.name, without_ring(subject, whole_outcome), steps)
        plain = subject._plain
        if plain is None and self.subjects == "boards":
            raise EngineLimitError(
                f"engine {self.name!r} knows square boards only; a puzzle takes auto, elimination, pysat, "
                "cpsat or brute_force"
            )
        return Analysis(
            subject, self.name, self.run(subject if plain is None else plain, limit), steps
        )


_new_object, _fill_in = object.__new__, Analysis.__init__


def by_counting(
    name: str,
    count: Count,
    forced: Callable[[Problem, Budget], Proved] | None = None,
    *,
    states: float = inf,
    solutions: float = inf,
    seconds: float | None = None,
) -> Run:
    """The ``run`` of an :class:`Engine` that only knows how to count one component.

    forced: A second road to the proved cells, which must agree
    states, solutions, seconds: The engine's own limits, where the user gives none
    """

    def run(
        subject: Subject, limit: Limit, proved_values: Iterable[tuple[int, int]] = ()
    ) -> Outcome:
        if limit.seconds is None and seconds is not None:
            limit = Limit(seconds, limit.states, limit.solutions)
        budget = Budget(limit, name, states=states, solutions=solutions)
        to_count = problem.build(subject, proved_values)
        try:
            if forced and solutions != inf:
                _refuse_long_lists(to_count, budget, limit)
            proved = forced(to_count, budget) if forced else None
            component_counts = [
                count(component, to_count.cols, budget) for component in to_count.components
            ]
        except EngineLimitError as error:
            if solutions == inf:
                raise
            raise EngineLimitError(f"{error}; {_COUNTING_ENGINES}") from None
        joined = joining.join(to_count, component_counts)

        # All cells, in groups of those that are alike, with the mines expected in each group.
        groups = [
            (to_count.safe, (0, 1)),
            (to_count.mines, (len(to_count.mines), 1)),
            (to_count.free, joined.free),
        ]
        for component, expected in zip(to_count.components, joined.groups, strict=True):
            groups += zip(component.groups, expected, strict=True)
        statistics = Statistics(
            len(component_counts),
            max((component_count.width for component_count in component_counts), default=0),
            sum(component_count.states for component_count in component_counts),
            budget.elapsed,
        )
        outcome = outcome_of(to_count.size, to_count.marked, groups, joined.solutions, statistics)
        if proved is not None:
            _require_agreement(name, subject, outcome, proved)
        return outcome

    return run


def _refuse_long_lists(to_list: Problem, budget: Budget, limit: Limit) -> None:
    """Raises EngineLimitError: there are more solutions than the budget lets an engine list.

    Elimination counts them without a list, which costs little. No answer makes use of that number.
    """
    # Of most boards not even all values of the groups would be too many, whether they fit the clues or not.
    value_counts = [
        [component.most_of(group) + 1 for group in range(len(component.groups))]
        for component in to_list.components
    ]
    if sum(map(prod, value_counts)) <= budget.solutions:
        return
    number = 0
    has_rules = any(component.rules for component in to_list.components)
    states = _FORESIGHT_STATES_OF_RULES if has_rules else _FORESIGHT_STATES
    foresight = Budget(replace(limit, states=states), budget.engine)
    for component in to_list.components:
        # A group of cells as one cell that holds as much: its values have one layout each, so solutions are
        # counted and not layouts.
        groups = range(len(component.groups))
        as_listed = replace(
            component,
            groups=tuple(cells[:1] for cells in component.groups),
            capacity=tuple(map(component.most_of, groups)),
            uncounted=frozenset(groups),
        )
        try:
            number += sum(elimination.count(as_listed, to_list.cols, foresight).models)
        except EngineLimitError:
            return  # too wide to foresee: the list itself will tell
        if number > budget.solutions:
            budget.exceeded(f"{budget.solutions:,} solutions to list; there are {number:,} or more")


def _require_agreement(name: str, subject: Subject, outcome: Outcome, proved: Proved) -> None:
    """Raises MinesolverError: an engine's count and its other road do not prove the same cells."""
    for cells, code in zip(proved, (1, 2), strict=True):
        by_other_road = {cell for cell in cells if cell < len(outcome.proof)}
        differing = by_other_road.symmetric_difference(
            np.flatnonzero(outcome.proof == code).tolist()
        )
        if differing:
            names = sorted(map(str, subject._named(sorted(differing))))
            raise MinesolverError(
                f"engine {name!r} contradicts itself about {', '.join(names)}: please report this board"
            )


def proved_by_asking(
    problem: Problem,
    groups: Sequence[tuple[int, ...]],
    capacities: Sequence[int],
    solve: Callable[[int | None, int, int], Sequence[int] | None],
) -> Proved:
    """What is the same in every layout, by asking for one where a group has a mine, or a cell without.

    groups, capacities: Cells that are alike, and the most mines that they can hold together
    solve: (group or ``None``, the least, the most mines in it) -> the mines of each group in some layout, or
        ``None``
    Raises ContradictionError: there is no layout.
    """
    first_layout = solve(None, 0, 0)
    if first_layout is None:
        raise ContradictionError
    # Whatever some layout shows need not be asked.
    fewest_shown = list(first_layout)
    most_shown = list(first_layout)

    def can_hold(group: int, low: int, high: int) -> bool:
        layout = solve(group, low, high)
        if layout is None:
            return False
        fewest_shown[:] = map(min, fewest_shown, layout)
        most_shown[:] = map(max, most_shown, layout)
        return True

    safe = list(problem.safe)
    mines = list(problem.mines)
    for group, cells in enumerate(groups):
        # All cells have a mine where the group has more than all but one of them can hold.
        capacity = capacities[group]
        all_but_one = capacity - capacity // len(cells)
        if most_shown[group] == 0 and not can_hold(group, 1, capacity):
            safe += cells
        elif fewest_shown[group] > all_but_one and not can_hold(group, 0, all_but_one):
            mines += cells
    return safe, mines


def outcome_of(
    size: int,
    marked: Iterable[int],
    groups: Iterable[tuple[Sequence[int], tuple[int, int]]],
    solutions: int,
    statistics: Statistics,
) -> Outcome:
    """What exact counts say of each cell.

    marked: Cells known to have a mine
    groups: Cells that are alike, and the mines expected in them together, as (numerator, denominator)
    """
    # Cells that are alike share one fraction. The first two are those of known cells.
    pairs = [(0, 1), (1, 1)]
    fraction_of_cell = [0] * size
    probability = [0.0] * size
    proof = [0] * size
    for cell in marked:
        probability[cell] = 1.0
        fraction_of_cell[cell] = 1
    for cells, (numerator, denominator) in groups:
        if not cells:
            continue
        denominator *= len(cells)
        pairs.append((numerator, denominator))
        code = 0
        if numerator == 0:
            code = 1
        elif numerator == denominator:
            code = 2
        for cell in cells:
            if cell < size:  # hidden quantities come after the cells
                probability[cell] = numerator / denominator
                proof[cell] = code
                fraction_of_cell[cell] = len(pairs) - 1
    return Outcome(
        np.array(probability),
        np.array(proof, np.int8),
        statistics,
        fractions=Fractions(pairs, np.array(fraction_of_cell, np.int32).tobytes()),
        solutions=solutions,
    )


class SolutionTally:
    """Adds up solutions, each the mines of every group; a solution stands for the product of layouts."""

    def __init__(self, component: Component, budget: Budget) -> None:
        groups = range(len(component.groups))
        self._values = [component.values_of(group) for group in groups]
        self._counted_groups = [group for group in groups if group not in component.uncounted]
        self._budget = budget
        self._models = [0] * (component.most + 1)
        self._mines = [[0] * (component.most + 1) for _ in component.groups]
        self.solutions = 0

    def add(self, solution: Sequence[int]) -> None:
        self._budget.spend_solution()
        self.solutions += 1
        mine_count = sum(solution[group] for group in self._counted_groups)
        group_values = [values[mines] for values, mines in zip(self._values, solution, strict=True)]
        layout_count = prod(layouts for _, layouts, _ in group_values)
        self._models[mine_count] += layout_count
        for tally, (_, layouts, cells_with_mines) in zip(self._mines, group_values, strict=True):
            tally[mine_count] += layout_count // layouts * cells_with_mines

    def result(self) -> ComponentCount:
        return ComponentCount(0, self._models, self._mines, states=self.solutions)
