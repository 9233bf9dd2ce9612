"""The default: the compiled core's probabilities and proofs, exact counting behind them.

A board that the core refuses, and every board where the core was not built, goes to elimination.

Given a limit that exact counting cannot meet, it falls back to all layers, simplest first, and their
likelihoods: the analysis says so (``is_exact`` is False, ``note`` says why). Without a limit it never
approximates.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from math import inf
from time import perf_counter

from .. import kernel
from ..base.errors import EngineLimitError, MinesolverError, MissingDependencyError
from ..base.limits import Budget, Limit, limit_exceeded
from ..counting.ordering import elimination_order
from ..counting.problem import build
from ..model.analysis import Outcome, Statistics
from ..model.board import Board
from ..model.subject import Subject
from . import elimination, heuristic
from . import kernel as compiled
from .engine import Engine

_STAGES = ((5000, 10_000_000), (200_000, 100_000_000))
"""States that are counted, and propagations that a solver then has for what it can prove, in turns."""
_ENCODED = 200  # unknown values up to which it is asked
_LISTING = 2.0  # seconds for the layouts of what is known at once to be too wide to be counted


def _run(subject: Subject, limit: Limit) -> Outcome:
    began = perf_counter()
    try:
        return compiled.run(subject, limit)  # with nothing around it: most analyses end here
    except (MissingDependencyError, EngineLimitError) as error:
        refused = error
    try:
        return _otherwise(subject, limit, began, refused)
    except EngineLimitError as error:
        within = limit.seconds is not None or limit.states is not None
        if isinstance(subject, Board):
            if within:
                return _likely(subject, limit, began, str(error))
        elif not within:  # too many states, but perhaps few solutions: list them
            from . import pysat

            try:
                quick = limit if subject.sums() is None else replace(limit, seconds=_LISTING)
                return pysat.ENGINE.run(subject, quick)
            except EngineLimitError:
                pass
        raise


def _otherwise(subject: Subject, limit: Limit, began: float, refused: MinesolverError) -> Outcome:
    """What the core refused, or is not here to do."""

    def left(states: int | None = limit.states) -> Limit:
        seconds = limit.seconds and max(1e-3, limit.seconds - (perf_counter() - began))
        return replace(limit, states=states, seconds=seconds)

    if isinstance(refused, MissingDependencyError):
        kernel.warn_of_absence()
    elif limit.seconds is not None and perf_counter() - began >= limit.seconds:
        raise refused
    priced = isinstance(refused, EngineLimitError) and subject.sums() is not None
    proved: list[tuple[int, int]] | None = None
    dear = 1 + sum([c.lazy for c in subject.constraints])  # of a state
    many = len(subject.capacity) - len(subject.values()) > _ENCODED
    for states, propagations in () if many else _STAGES:
        if proved is None and states < (limit.states or inf):
            with suppress(EngineLimitError):
                return elimination.ENGINE.run(subject, left(max(1, states // dear)))
            proved = _proved(subject, left(), propagations)
            if priced:
                _check(subject, proved or (), left())
    if priced:
        _check(subject, proved or (), left())
    return elimination.ENGINE.run(subject, left(), proved or ())


def _check(subject: Subject, proved: Iterable[tuple[int, int]], limit: Limit) -> None:
    """Refuse sums that are too wide for elimination by its own prices."""
    given, budget = build(subject, proved), Budget(limit, "auto")
    if any(elimination_order(c, given.cols, budget).cost > elimination.STATES for c in given.components):
        raise limit_exceeded("auto", "what exact counting can hold")


def _proved(subject: Subject, limit: Limit, propagations: int) -> list[tuple[int, int]] | None:
    """Values that a solver proves, so that only what is open is counted; ``None`` where it is stopped."""
    from . import pysat  # loading it takes longer than most analyses

    with suppress(EngineLimitError):
        safe, mines = pysat.backbone(build(subject), Budget(limit, "auto"), propagations)
        capacity = subject.capacity
        return [*((i, 0) for i in safe), *((i, 1) for i in mines if capacity[i] == 1)]
    return None


def _likely(board: Board, limit: Limit, began: float, why: str) -> Outcome:
    layer = heuristic.engine("layered_bounds_total" if board.mines is not None else "layered_bounds")
    found = layer.run(board, limit)
    why = why.removesuffix("; no answer is given")
    return found._replace(
        note=f"{why}; these are likelihoods of the layered engines, only the proved cells are certain",
        # The time of both: what was waited for, not what the fallback took.
        statistics=Statistics(seconds=perf_counter() - began),
    )


ENGINE = Engine("auto", "the compiled core; elimination where it does not fit", _run, subjects="any")
