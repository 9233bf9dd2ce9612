"""The pipeline on one page: a board or a puzzle and an engine's name in, an analysis out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any, overload

from .base.errors import (
    ArgumentError,
    EngineLimitError,
    MissingDependencyError,
    truth,
)
from .base.limits import NO_LIMIT, Limit
from .counting.problem import ContradictionError
from .engine import ENGINES, ESTIMATE
from .engine.kernel import QUICK
from .model.analysis import Analysis
from .model.board import Board
from .model.puzzle import Puzzle
from .model.reason import Step
from .model.state import BoardUnderRules
from .model.subject import FractionsT, NameT, NumbersT, Subject

_loaded_engines = ENGINES.loaded
FindSteps = Callable[[Analysis[Any]], Iterator[Step]]


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
    """Everything that an engine can say about a board or a puzzle. Threads gain nothing on boards of
    up to 256 cells, where the core keeps Python's lock, if Python has one; for many boards see
    :func:`minesolver.analyze_many` and its ``jobs``, or take processes.

    >>> import minesolver as ms
    >>> analysis = ms.analyze(ms.Board.parse("1#\\n##", mines=1))
    >>> analysis.solutions, analysis.best, float(analysis.probability[0, 1].round(3))
    (3, (0, 1), 0.333)

    board: The board or puzzle
    engine: A name of :func:`minesolver.engines`; ``"auto"`` takes the compiled core, or elimination; where
        a count would take too much it proves all that can be proved and estimates the rest
    limit: What the engine may spend; a number is so many seconds
    proofs_only: Every proved cell, the quickest way: counted where the core does that sooner than SAT proves,
        else by engine ``"estimate"``, with estimates of the other cells
    Raises InconsistentBoardError: no layout agrees with the board; the error names clues that cannot hold
        together. For a puzzle :class:`~minesolver.base.errors.InconsistentPuzzleError`; EngineLimitError: the
        engine cannot finish within its limit, or does not take puzzles; UnknownNameError: no such engine;
        ArgumentError: ``proofs_only`` with another engine, or a limit that is none; ArgumentTypeError: what
        is given is neither a board nor a puzzle, or the engine is no text.
    """
    if proofs_only is not False and truth(proofs_only, "proofs_only is True or False"):
        if engine not in ("auto", ESTIMATE):
            raise ArgumentError(
                f"proofs_only is an engine of its own; engine {engine!r} cannot be asked as well"
            )
        engine = ESTIMATE
    # A bot asks when the processor's caches have other things: there the registry takes a tenth of an
    # analysis, and the dictionary of what is loaded does not.
    try:
        chosen_engine = _loaded_engines[engine]
    except (KeyError, TypeError):  # one that is not loaded, or no name at all
        chosen_engine = ENGINES.get(engine)
    spending, steps, began = _NO_LIMIT if limit is None else _limited(limit)
    try:
        if proofs_only:
            counting = spending
            if spending.seconds is not None:
                counting = replace(spending, seconds=_COUNTING_SHARE * spending.seconds)
            with suppress(EngineLimitError, MissingDependencyError):
                return QUICK.analyze(board, counting, steps)
            return chosen_engine.analyze(board, spending.after(perf_counter() - began), steps)
        return chosen_engine.analyze(board, spending, steps)
    except ContradictionError:
        from .explain.conflict import conflict  # few boards are so

        seconds_left = None
        if spending.seconds is not None:
            seconds_left = spending.seconds - (perf_counter() - began)
        raise conflict(board, seconds_left) from None
    except MemoryError:
        raise EngineLimitError(f"engine {engine!r} ran out of memory; no answer is given") from None


def _limited(limit: Limit | float) -> tuple[Limit, FindSteps, float]:
    """What may be spent, how the steps of its analysis are found within it, and when it began."""
    spending = Limit.of(limit)
    return spending, partial(_steps, spending.seconds), perf_counter()


def _steps(seconds: float | None, analysis: Analysis[Any]) -> Iterator[Step]:
    from .explain.reasons import steps  # few ask for them

    return steps(analysis, seconds)


find_steps = partial(_steps, None)
_NO_LIMIT = NO_LIMIT, find_steps, 0.0
_COUNTING_SHARE = 0.2  # of a limit of seconds, where only proofs are wanted; the rest is for SAT
