"""What the enumerating engines share: collecting solutions of a component, and the check by forced cells."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, prod

from ..analysis import Analysis
from ..board import Cell
from ..counting.joining import ComponentCount
from ..counting.problem import Component
from ..errors import MinesolverError
from ..limits import Budget

SOLUTIONS = 500_000
"""Default limit on the solutions (mine counts of groups) that one analysis may list."""
SECONDS = 60.0
"""Default limit on the time of one analysis."""


class Tally:
    """Adds up solutions, each the mines of every group; a solution stands for prod C(size, mines) layouts."""

    def __init__(self, component: Component, budget: Budget) -> None:
        self._sizes = [len(group) for group in component.groups]
        self._budget = budget
        self._models = [0] * (component.cells + 1)
        self._mines = [[0] * (component.cells + 1) for _ in component.groups]
        self.solutions = 0

    def add(self, solution: Sequence[int]) -> None:
        self._budget.spend_solution()
        self.solutions += 1
        total = sum(solution)
        weight = prod(map(comb, self._sizes, solution))
        self._models[total] += weight
        for tally, mines in zip(self._mines, solution, strict=True):
            tally[total] += mines * weight

    def result(self) -> ComponentCount:
        return ComponentCount(0, self._models, self._mines, states=self.solutions)


def check_forced(analysis: Analysis, safe: frozenset[Cell], mines: frozenset[Cell]) -> Analysis:
    """Two roads to the proved cells, counting and feasibility, must meet."""
    if (analysis.safe, analysis.mines) != (safe, mines):
        wrong = sorted((analysis.safe ^ safe) | (analysis.mines ^ mines))
        raise MinesolverError(
            f"engine {analysis.engine!r} contradicts itself about {wrong}: please report this board"
        )
    return analysis
