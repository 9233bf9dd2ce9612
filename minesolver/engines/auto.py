"""The default: the compiled core's probabilities and proofs, exact counting behind them.

A board that the core refuses, and every board where the core was not built, goes to elimination.

Given a limit that exact counting cannot meet, it falls back to all layers, simplest first, and their
likelihoods: the analysis says so (``is_exact`` is False, ``note`` says why). Without a limit it never
approximates.
"""

from dataclasses import replace
from time import perf_counter

from .. import kernel
from ..base.errors import EngineLimitError, MissingDependencyError
from ..base.limits import Limit, limit_exceeded
from ..counting.ordering import elimination_order
from ..counting.problem import build
from ..model.analysis import Outcome, Statistics
from ..model.board import Board
from ..model.subject import Subject
from . import elimination, heuristic
from . import kernel as compiled
from .engine import Engine

_LISTING = 2.0  # seconds for the layouts of what is known at once to be too wide to be counted


def _run(subject: Subject, limit: Limit) -> Outcome:
    began = perf_counter()
    try:
        return _exact(subject, limit, began)
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


def _exact(subject: Subject, limit: Limit, began: float) -> Outcome:
    try:
        return compiled.run(subject, limit)
    except MissingDependencyError:
        kernel.warn_of_absence()
    except EngineLimitError:
        if limit.seconds is not None:
            left = limit.seconds - (perf_counter() - began)
            if left <= 0:
                raise
            limit = replace(limit, seconds=left)
        if subject.sums() is not None:
            given = build(subject)  # which may be too wide for elimination as well, by its own prices
            if any(elimination_order(c, given.cols).cost > elimination.STATES for c in given.components):
                raise limit_exceeded("auto", "what exact counting can hold") from None
    return elimination.ENGINE.run(subject, limit)


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
