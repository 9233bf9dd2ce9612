"""What the enumerating engines share: collecting solutions of a component, and the check by forced cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import Any, TypeVar

from ..base.errors import MinesolverError
from ..base.limits import Budget, Limit
from ..counting import joining, problem
from ..counting.joining import ComponentCount
from ..counting.problem import Component, Problem
from ..model.analysis import Analysis, from_marginals
from ..model.board import Board, Cell

A = TypeVar("A", bound=Analysis)

SOLUTIONS = 500_000
"""Default limit on the solutions (mine counts of groups) that one analysis may list."""
SECONDS = 60.0
"""Default limit on the time of one analysis."""


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


def check_forced(analysis: A, proved: tuple[Iterable[Any], Iterable[Any]]) -> A:
    """Two roads to the proved cells, counting and feasibility, must meet. ``proved``: safe, mines."""
    safe, mines = map(frozenset, proved)
    if (analysis.safe, analysis.mines) != (safe, mines):
        wrong = sorted((analysis.safe ^ safe) | (analysis.mines ^ mines))
        raise MinesolverError(
            f"engine {analysis.engine!r} contradicts itself about {wrong}: please report this board"
        )
    return analysis


def at(board: Board, cells: Iterable[int]) -> list[Cell]:
    """(row, col) of flat indices."""
    return [divmod(i, board.cols) for i in cells]


def boards_by_counting(
    name: str,
    count: Callable[[Component, int, Budget], ComponentCount],
    forced: Callable[[Problem, Budget], tuple[Iterable[int], Iterable[int]]],
) -> Callable[[Board, Limit], Analysis]:
    """The run of an engine that lists the solutions of components, and finds the proved cells by itself."""

    def run(board: Board, limit: Limit) -> Analysis:
        if limit.seconds is None:
            limit = Limit(SECONDS, limit.states, limit.solutions)
        budget = Budget(limit, name, solutions=SOLUTIONS)
        given = problem.build(board)
        safe, mines = forced(given, budget)
        counted = [count(component, board.cols, budget) for component in given.components]
        analysis = from_marginals(name, given, counted, joining.join(given, counted), budget.elapsed)
        return check_forced(analysis, (at(board, safe), at(board, mines)))

    return run
