"""The one face of all engines, and the path that the counting ones share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..analysis import Analysis, from_marginals
from ..board import Board
from ..counting import joining, problem
from ..counting.joining import ComponentCount
from ..counting.problem import Component
from ..limits import Budget, Limit

Run = Callable[[Board, Limit], Analysis]
Count = Callable[[Component, int, Budget], ComponentCount]
"""(component, columns of the board, budget) -> its models by number of mines."""


@dataclass(frozen=True)
class Engine:
    """``run`` analyses a board: it raises ``ContradictionError`` where no layout fits and
    :class:`~minesolver.errors.EngineLimitError` past its limit. ``exact``: whether it gives exact
    probabilities of every cell, ``rational``: as fractions too. ``source``: where the algorithm is from.
    """

    name: str
    description: str
    run: Run
    exact: bool = True
    rational: bool = True
    source: str = ""


def by_counting(
    name: str, count: Count, *, states: float = float("inf"), solutions: float = float("inf")
) -> Run:
    """The whole path of an engine that only knows how to count one component."""

    def run(board: Board, limit: Limit) -> Analysis:
        budget = Budget(limit, name, states=states, solutions=solutions)
        given = problem.build(board)
        counted = [count(component, board.cols, budget) for component in given.components]
        marginals = joining.join(given, counted)
        return from_marginals(name, given, counted, marginals, budget.elapsed)

    return run
