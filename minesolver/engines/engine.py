"""The one face of all engines, and the path that the counting ones share."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf, prod
from typing import Any

import numpy as np

from ..base.errors import EngineLimitError, MinesolverError
from ..base.limits import Budget, Limit
from ..counting import joining, problem
from ..counting.joining import ComponentCount
from ..counting.problem import Component, ContradictionError, Problem
from ..model.analysis import Analysis, Fractions, Outcome, Statistics
from ..model.board import Board
from ..model.reason import Step
from ..model.subject import Subject

Run = Callable[..., Outcome]
Proved = tuple[Iterable[int], Iterable[int]]
"""Indices of cells: proved safe, proved mines."""
Count = Callable[[Component, int, Budget], ComponentCount]
"""(component, columns of the board, budget) -> its models by number of mines."""

SOLUTIONS = 500_000  # default limit on the solutions (mine counts of groups) that one analysis may list
SECONDS = 60.0  # the same on its time


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
        """Run it; a board under rules that says the same as a square board is run as one.

        steps: As for :class:`~minesolver.model.analysis.Analysis`
        Raises ContradictionError: no layout agrees; EngineLimitError: the engine does not take such a
            subject, or cannot finish within its limit.
        """
        plain = subject if type(subject) is Board else subject.plain
        if plain is None and self.subjects == "boards":
            raise EngineLimitError(
                f"engine {self.name!r} knows square boards only; a puzzle takes auto, elimination, pysat, "
                "cpsat or brute_force"
            )
        return Analysis(subject, self.name, self.run(subject if plain is None else plain, limit), steps)


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

    def run(subject: Subject, limit: Limit, known: Iterable[tuple[int, int]] = ()) -> Outcome:
        if limit.seconds is None and seconds is not None:
            limit = Limit(seconds, limit.states, limit.solutions)
        budget = Budget(limit, name, states=states, solutions=solutions)
        given = problem.build(subject, known)
        proved = forced(given, budget) if forced else None
        counted = [count(component, given.cols, budget) for component in given.components]
        joined = joining.join(given, counted)
        parts = [(given.safe, (0, 1)), (given.mines, (len(given.mines), 1)), (given.free, joined.free)]
        for component, expected in zip(given.components, joined.groups, strict=True):
            parts += zip(component.groups, expected, strict=True)
        statistics = Statistics(
            len(counted),
            max((count.width for count in counted), default=0),
            sum(count.states for count in counted),
            budget.elapsed,
        )
        found = outcome_of(given.size, given.marked, parts, joined.solutions, statistics)
        if proved is not None:
            for cells, code in zip(proved, (1, 2), strict=True):
                wrong = {i for i in cells if i < len(found.proof)} ^ {*np.flatnonzero(found.proof == code)}
                if wrong:
                    names = sorted(map(str, subject.named(sorted(map(int, wrong)))))
                    raise MinesolverError(
                        f"engine {name!r} contradicts itself about {', '.join(names)}: "
                        "please report this board"
                    )
        return found

    return run


def always(
    given: Problem,
    groups: Sequence[tuple[int, ...]],
    mosts: Sequence[int],
    solve: Callable[[int | None, int, int], Sequence[int] | None],
) -> Proved:
    """What is the same in every layout, by asking for one where a group has a mine, or a cell without.

    groups, mosts: Cells that are alike, and the most mines that they can hold together
    solve: (group or ``None``, the least, the most mines in it) -> the mines of each group in some layout, or
        ``None``
    Raises ContradictionError: there is no layout.
    """
    found = solve(None, 0, 0)
    if found is None:
        raise ContradictionError
    least, most = list(found), list(found)

    def can(group: int, low: int, high: int) -> bool:
        found = solve(group, low, high)
        if found is not None:
            least[:], most[:] = map(min, least, found), map(max, most, found)
        return found is not None

    safe, mines = list(given.safe), list(given.mines)
    for g, cells in enumerate(groups):
        # All cells have a mine where the group has more than all but one of them can hold.
        but_one = mosts[g] - mosts[g] // len(cells)
        if most[g] == 0 and not can(g, 1, mosts[g]):
            safe += cells
        elif least[g] > but_one and not can(g, 0, but_one):
            mines += cells
    return safe, mines


def outcome_of(
    size: int,
    marked: Iterable[int],
    parts: Iterable[tuple[Sequence[int], tuple[int, int]]],
    solutions: int,
    statistics: Statistics,
) -> Outcome:
    """What exact counts say of each cell.

    marked: Cells known to have a mine
    parts: Cells that are alike, and the mines expected in them together, as (numerator, denominator)
    """
    flat, proof, places = [0.0] * size, [0] * size, [0] * size
    fractions = [(0, 1), (1, 1)]
    for i in marked:
        flat[i], places[i] = 1.0, 1
    for cells, (numerator, denominator) in parts:
        if not cells:
            continue
        denominator *= len(cells)
        fractions.append((numerator, denominator))
        p = numerator / denominator
        proved = 1 if numerator == 0 else 2 if numerator == denominator else 0
        for i in cells:
            if i < size:
                flat[i], proof[i], places[i] = p, proved, len(fractions) - 1
    own = Fractions(fractions, np.array(places, np.int32).tobytes())
    return Outcome(np.array(flat), np.array(proof, np.int8), statistics, fractions=own, solutions=solutions)


class SolutionTally:
    """Adds up solutions, each the mines of every group; a solution stands for the product of layouts."""

    def __init__(self, component: Component, budget: Budget) -> None:
        self._values = [component.values_of(g) for g in range(len(component.groups))]
        self._counted = [g for g in range(len(component.groups)) if g not in component.uncounted]
        self._budget = budget
        self._models = [0] * (component.most + 1)
        self._mines = [[0] * (component.most + 1) for _ in component.groups]
        self.solutions = 0

    def add(self, solution: Sequence[int]) -> None:
        self._budget.spend_solution()
        self.solutions += 1
        total = sum(solution[g] for g in self._counted)
        chosen = [values[x] for values, x in zip(self._values, solution, strict=True)]
        weight = prod(layouts for _, layouts, _ in chosen)
        self._models[total] += weight
        for tally, (_, layouts, cells) in zip(self._mines, chosen, strict=True):
            tally[total] += weight // layouts * cells

    def result(self) -> ComponentCount:
        return ComponentCount(0, self._models, self._mines, states=self.solutions)
