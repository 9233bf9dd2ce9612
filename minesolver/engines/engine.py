"""The one face of all engines, and the path that the counting ones share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..base.limits import Budget, Limit
from ..counting import joining, problem
from ..counting.joining import ComponentCount
from ..counting.problem import Component, Problem
from ..model.analysis import Analysis, from_marginals
from ..model.board import Board

if TYPE_CHECKING:
    from ..model.puzzle import Puzzle
    from ..model.puzzle_analysis import PuzzleAnalysis

Run = Callable[[Board, Limit], Analysis]
PuzzleRun = Callable[["Puzzle", Limit], "PuzzleAnalysis"]
Proved = tuple[Iterable[int], Iterable[int]]
"""Flat indices of cells: proved safe, proved mines."""
Count = Callable[[Component, int, Budget], ComponentCount]
"""(component, columns of the board, budget) -> its models by number of mines."""


@dataclass(frozen=True)
class Engine:
    """A registered engine.

    Attributes
    ----------
    name
        Its name.
    description
        What it does, in one line.
    run
        Analyses a board; raises ``ContradictionError`` where no layout agrees and
        :class:`~minesolver.base.errors.EngineLimitError` past its limit.
    exact
        Whether it gives the exact probability of every cell.
    rational
        Whether it gives them as fractions too.
    source
        Where the algorithm is from.
    puzzle
        The same as ``run`` for a puzzle of any geometry and rules; ``None`` where it takes boards only.
    """

    name: str
    description: str
    run: Run
    exact: bool = True
    rational: bool = True
    source: str = ""
    puzzle: PuzzleRun | None = None


def by_counting(
    name: str, count: Count, *, states: float = float("inf"), solutions: float = float("inf")
) -> Run:
    """The whole path of an engine that only knows how to count one component.

    states, solutions: The engine's own limits, where the user gives none
    Returns: The ``run`` of an :class:`Engine`.
    """

    def run(board: Board, limit: Limit) -> Analysis:
        budget = Budget(limit, name, states=states, solutions=solutions)
        given = problem.build(board)
        counted = [count(component, board.cols, budget) for component in given.components]
        marginals = joining.join(given, counted)
        return from_marginals(name, given, counted, marginals, budget.elapsed)

    return run


def puzzles_by_counting(
    name: str,
    count: Count,
    forced: Callable[[Problem, Budget], Proved] | None = None,
    *,
    states: float = float("inf"),
    solutions: float = float("inf"),
    seconds: float | None = None,
) -> PuzzleRun:
    """The same path for puzzles. ``forced``: a second road to the proved cells, which must agree.

    ``seconds``: the time limit where the caller sets none.
    """

    def run(puzzle: Puzzle, limit: Limit) -> PuzzleAnalysis:
        from ..counting import puzzles
        from ..model import puzzle_analysis
        from .enumeration import check_forced

        if limit.seconds is None and seconds is not None:
            limit = Limit(seconds, limit.states, limit.solutions)
        budget = Budget(limit, name, states=states, solutions=solutions)
        given = puzzles.build(puzzle)
        proved = forced(given, budget) if forced else None
        counted = [count(component, given.cols, budget) for component in given.components]
        marginals = joining.join(given, counted)
        found = puzzle_analysis.from_marginals(name, given, counted, marginals, budget.elapsed)
        if proved is None:
            return found
        names = puzzle.cells
        safe, mines = ([names[i] for i in cells if i < len(names)] for cells in proved)
        return check_forced(found, (safe, mines))

    return run
