"""The compiled engine: counting in 64-bit floats, and in integers where fractions or counts are asked for.

Proved cells come from which models exist, not from rounded numbers. A board that does not fit is refused.
"""

from __future__ import annotations

from functools import cached_property, partial
from math import inf
from time import perf_counter
from typing import Any, NoReturn

from .. import kernel
from ..base.errors import EngineLimitError
from ..base.limits import Limit, limit_exceeded
from ..counting.problem import ContradictionError
from ..model.analysis import Fractions, Outcome, Statistics
from ..model.subject import Subject
from . import elimination
from .engine import Engine


def run(subject: Subject, limit: Limit) -> Outcome:
    """As every engine's ``run``."""
    began = perf_counter()
    grid = subject.sums()
    if grid is None:
        raise EngineLimitError("engine 'kernel' takes sums over cells of one mine only; use 'elimination'")
    try:
        found = kernel.analyze_grid(
            grid.cells,
            -1 if subject.mines is None else subject.mines,
            kernel.log_odds(subject.density),
            grid.lists,
            grid.allowed,
            states=inf if limit.states is None else limit.states,
            seconds=inf if limit.seconds is None else limit.seconds,
        )
    except MemoryError:
        raise EngineLimitError("engine 'kernel' has not enough memory for this board") from None
    probability, proof, components, width, states, status = found
    if status != "done":
        _refuse(status, limit)
    if limit.states is not None and states > limit.states:  # a small workspace is there in any case
        raise limit_exceeded("kernel", "states")
    counts = Counts(subject, limit)
    return Outcome(
        probability.ravel(),
        proof.ravel(),
        statistics=Statistics(components, width, states, perf_counter() - began),
        fractions=counts.fractions,
        solutions=counts.solutions,
        best=partial(kernel.best_cell, grid.cells, probability, proof) if grid.lists is None else None,
    )


class Counts:
    """The fractions and the solution count behind an answer in floats, counted when first asked for: by the
    core or, what that refuses, by elimination."""

    def __init__(self, subject: Subject, limit: Limit) -> None:
        self._subject = subject
        self._limit = limit

    @cached_property
    def _found(self) -> tuple[Any, Any]:
        subject, limit = self._subject, self._limit
        grid = subject.sums()
        assert grid is not None  # the core has counted it
        solutions, fractions, status = kernel.count_grid(
            grid.cells,
            -1 if subject.mines is None else subject.mines,
            subject.density,
            grid.lists,
            grid.allowed,
            states=inf if limit.states is None else limit.states,
            seconds=inf if limit.seconds is None else limit.seconds,
        )
        if status == "stopped":
            raise limit_exceeded("kernel", f"{limit.seconds:g} s")
        if status == "limit":
            outcome = elimination.ENGINE.run(subject, limit)
            return outcome.solutions, outcome.fractions
        return solutions, fractions

    def solutions(self) -> int:
        solutions: int = self._found[0]
        return solutions

    def fractions(self) -> Fractions:
        fractions: Fractions = self._found[1]
        return fractions


def _refuse(status: str, limit: Limit) -> NoReturn:
    if status == "contradiction":
        raise ContradictionError
    if status == "stopped":
        raise limit_exceeded("kernel", f"{limit.seconds:g} s")
    if limit.states is not None:
        raise limit_exceeded("kernel", "states")
    raise EngineLimitError("engine 'kernel' cannot hold this board; use 'elimination'")


ENGINE = Engine(
    "kernel",
    "the same counting compiled, in 64-bit floats, and in integers when fractions are asked for",
    run,
    subjects="any",
)
