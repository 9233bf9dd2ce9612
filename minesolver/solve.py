"""The pipeline on one page: a board or a puzzle and an engine's name in, an analysis out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, overload

from .base.errors import EngineLimitError, InconsistentBoardError
from .base.limits import Limit
from .counting.problem import ContradictionError
from .engines import ENGINES
from .model.analysis import Analysis
from .model.board import Board, Cell
from .model.puzzle import Puzzle
from .model.reason import Reason, Step

if TYPE_CHECKING:
    from .model.puzzle_analysis import PuzzleAnalysis

_NO_LIMIT = Limit()


@overload
def analyze(board: Board, engine: str = ..., *, limit: Limit | None = ...) -> Analysis: ...
@overload
def analyze(board: Puzzle, engine: str = ..., *, limit: Limit | None = ...) -> PuzzleAnalysis: ...


def analyze(board: Board | Puzzle, engine: str = "auto", *, limit: Limit | None = None) -> Analysis:
    """Everything that an engine can say about a board or a puzzle.

    Parameters
    ----------
    board
        The board or puzzle.
    engine
        A name of :func:`minesolver.engines`; ``"auto"`` takes the compiled core, or elimination.
    limit
        What the engine may spend.

    Returns
    -------
    Analysis
        For a puzzle a :class:`~minesolver.model.puzzle_analysis.PuzzleAnalysis`.

    Raises
    ------
    InconsistentBoardError
        No layout agrees with the board; the error names clues that cannot hold together. For a puzzle
        :class:`~minesolver.base.errors.InconsistentPuzzleError`.
    EngineLimitError
        The engine cannot finish within its limit, or does not take puzzles.
    UnknownNameError
        No such engine.
    TypeError
        Neither a board nor a puzzle.
    """
    chosen = ENGINES.get(engine)
    limit = limit or _NO_LIMIT
    began = perf_counter()
    try:
        if isinstance(board, Board):
            found = chosen.run(board, limit)
            return found.explained_by(
                _reasons_in_full if limit.seconds is None else partial(_reasons, limit.seconds)
            )
        if isinstance(board, Puzzle):
            if chosen.puzzle is None:
                raise EngineLimitError(
                    f"engine {engine!r} knows square boards only; a puzzle takes auto, elimination, pysat, "
                    "cpsat or brute_force"
                )
            return chosen.puzzle(board.copy(), limit).proved_by(partial(_steps, limit.seconds))
    except ContradictionError:
        left = None if limit.seconds is None else limit.seconds - (perf_counter() - began)
        raise _conflict(board, left) from None
    except MemoryError:
        raise EngineLimitError(f"engine {engine!r} ran out of memory; no answer is given") from None
    raise TypeError(
        f"analyze takes a Board or a Puzzle, not {type(board).__name__}; see Board.parse and from_array"
    )


def _conflict(board: Board | Puzzle, seconds: float | None) -> InconsistentBoardError:
    if isinstance(board, Board):
        from .explain.conflict import conflict

        return conflict(board, seconds)
    from .explain.puzzle_conflict import conflict as puzzle_conflict

    return puzzle_conflict(board, seconds)


def _reasons(seconds: float | None, analysis: Analysis) -> dict[Cell, Reason]:
    from .explain import explain  # few ask for reasons

    return explain(analysis, seconds)


_reasons_in_full = partial(_reasons, None)


def _steps(seconds: float | None, analysis: PuzzleAnalysis) -> Iterator[Step]:
    from .explain.steps import steps

    return steps(analysis, seconds)
