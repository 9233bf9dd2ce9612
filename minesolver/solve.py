"""The pipeline on one page: a board or a puzzle and an engine's name in, an analysis out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import perf_counter
from typing import Any, overload

from .base.errors import EngineLimitError
from .base.limits import NO_LIMIT, Limit
from .counting.problem import ContradictionError
from .engines import ENGINES, ESTIMATE
from .model.analysis import Analysis
from .model.board import Board
from .model.puzzle import Puzzle
from .model.reason import Step
from .model.state import BoardUnderRules
from .model.subject import FractionsT, NameT, NumbersT, Subject

# A bot asks when the processor's caches have other things: there the registry takes a tenth of an analysis.
_loaded_engines = ENGINES.loaded
# There, too, `Analysis(...)` takes longer than its two steps: C would call `__init__`, and Python from there.
_new_object = object.__new__
_fill_in = Analysis.__init__


@overload
def analyze(
    board: Board, engine: str = ..., *, limit: Limit | float | None = ..., proofs_only: bool = ...
) -> Analysis[Board]: ...
@overload
def analyze(
    board: BoardUnderRules,
    engine: str = ...,
    *,
    limit: Limit | float | None = ...,
    proofs_only: bool = ...,
) -> Analysis[BoardUnderRules]: ...
@overload
def analyze(
    board: Puzzle, engine: str = ..., *, limit: Limit | float | None = ..., proofs_only: bool = ...
) -> Analysis[Puzzle]: ...
@overload
def analyze(
    board: Subject[NameT, NumbersT, FractionsT],
    engine: str = ...,
    *,
    limit: Limit | float | None = ...,
    proofs_only: bool = ...,
) -> Analysis[Subject[NameT, NumbersT, FractionsT]]: ...


def analyze(
    board: Subject,
    engine: str = "auto",
    *,
    limit: Limit | float | None = None,
    proofs_only: bool = False,
) -> Analysis[Any]:
    """Everything that an engine can say about a board or a puzzle.

    board: The board or puzzle
    engine: A name of :func:`minesolver.engines`; ``"auto"`` takes the compiled core, or elimination; where
        a count would take too much it proves all that can be proved and estimates the rest
    limit: What the engine may spend; a number is so many seconds
    proofs_only: Count nothing: every proved cell and estimates of the others, which is engine ``"estimate"``
    Raises InconsistentBoardError: no layout agrees with the board; the error names clues that cannot hold
        together. For a puzzle :class:`~minesolver.base.errors.InconsistentPuzzleError`; EngineLimitError: the
        engine cannot finish within its limit, or does not take puzzles; UnknownNameError: no such engine;
        TypeError: neither a board nor a puzzle, or an engine that is no text.
    """
    if proofs_only and engine not in ("auto", ESTIMATE):
        raise ValueError(
            f"proofs_only is an engine of its own; engine {engine!r} cannot be asked as well"
        )
    try:
        loaded_engine = None if proofs_only else _loaded_engines[engine]
    except (KeyError, TypeError):  # an engine that is not loaded, or no name at all
        loaded_engine = None
    if loaded_engine is None:
        loaded_engine = ENGINES.get(ESTIMATE if proofs_only else engine)
    steps = find_steps
    began = 0.0
    if limit is None:
        limit = NO_LIMIT
    else:
        limit = Limit.of(limit)
        steps = partial(_steps, limit.seconds)
        began = perf_counter()
    is_board = type(board) is Board
    if not is_board:
        if isinstance(board, Puzzle):
            board = board.copy()  # more may be said of it later
        elif not isinstance(board, Subject):
            raise TypeError(
                f"analyze takes a Board or a Puzzle, not {type(board).__name__}; see Board.parse, from_array"
            )
    try:
        if is_board:  # what most are: as `Engine.analyze` would, with a step less
            run = loaded_engine.run
            outcome = run(board, limit)
            analysis = _new_object(Analysis)
            _fill_in(analysis, board, loaded_engine.name, outcome, steps)
            return analysis
        return loaded_engine.analyze(board, limit, steps)
    except ContradictionError:
        from .explain.conflict import conflict  # few boards are so

        seconds_left = None
        if limit.seconds is not None:
            seconds_left = limit.seconds - (perf_counter() - began)
        raise conflict(board, seconds_left) from None
    except MemoryError:
        raise EngineLimitError(f"engine {engine!r} ran out of memory; no answer is given") from None


def _steps(seconds: float | None, analysis: Analysis[Any]) -> Iterator[Step]:
    from .explain.reasons import steps  # few ask for them

    return steps(analysis, seconds)


find_steps = partial(_steps, None)
