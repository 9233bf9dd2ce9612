"""The compiled engine: counting in 64-bit floats, and in integers where fractions or counts are asked for.

Proved cells come from which models exist, not from rounded numbers. A board that does not fit is refused.
"""

from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np

from .. import kernel
from ..base.errors import EngineLimitError
from ..base.limits import NO_LIMIT, Budget, Limit, limit_exceeded
from ..counting.layout_count import LayoutCount
from ..counting.problem import ContradictionError
from ..model.analysis import Analysis, Fractions, Outcome, Statistics
from ..model.lists import CorePosition
from ..model.subject import Subject
from . import elimination
from .engine import Engine

NO_MEMORY = "engine 'kernel' has not enough memory for this board"
_FLOAT_TYPE = np.dtype(float)
_new_tuple = tuple.__new__


def run(subject: Subject, limit: Limit, max_states: int | None = None) -> Outcome:
    """As every engine's ``run``. ``max_states``: how many it may take now, where the limit has none."""
    grid = subject._sums()
    if grid is None:
        raise EngineLimitError(
            "engine 'kernel' takes sums over cells of one mine only; use 'elimination'"
        )
    mine_count = subject._mines  # as `mines` would, without a step of Python
    prior = 0.0 if mine_count is not None else kernel.log_odds(subject.density)
    seconds = limit.seconds
    states = limit.states or max_states

    try:
        outcome, status = kernel.outcome_of_grid(
            grid, mine_count, prior, seconds, states, blank_outcomes
        )
    except MemoryError:
        raise EngineLimitError(NO_MEMORY) from None
    if status != "done":
        raise refusal(status, limit, states, outcome.statistics)
    if limit is NO_LIMIT:
        return outcome
    return outcome._replace(
        counts=partial(counts, limit=limit), layout_count=partial(layout_count, limit=limit)
    )


def blank_outcomes(
    buffers: list[tuple[bytes, bytes, bytes]], shape: tuple[int, int] | None
) -> list[Outcome]:
    """Around what the core writes into, (probability, proof, statistics) of each; some are made at once, for
    NumPy's code is large: where nothing is in the processor's cache, to make an array takes a fifth of an
    analysis."""
    outcomes = []
    for probability, proof, statistics in buffers:
        # Of bytes an array is made that can never be written to.
        in_rows = None if shape is None else np.ndarray(shape, _FLOAT_TYPE, probability)
        # As `Outcome(...)` would, in a third of its time.
        outcome = _new_tuple(
            Outcome,
            (
                probability,
                proof,
                statistics,
                counts,
                best,
                True,
                "",
                None,
                None,
                None,
                True,
                in_rows,
                layout_count,
            ),
        )
        outcomes.append(outcome)
    return outcomes


def refusal(
    status: str,
    limit: Limit,
    states: int | None,
    statistics: tuple[int, int, int, float] | bytes = Statistics(),
) -> EngineLimitError | ContradictionError:
    """Why the core's ``analyze`` gave no answer, or took too many states for one: what an engine raises then.

    status: What the core said
    states: How many it might take
    statistics: What it took, as in an outcome
    """
    if status == "contradiction":
        return ContradictionError()
    if status == "stopped":
        error = limit_exceeded("kernel", f"{limit.seconds:g} s")
    elif states is None:
        error = EngineLimitError(
            "engine 'kernel' cannot hold this board; use 'auto', which narrows it first"
        )
    else:
        error = limit_exceeded("kernel", "states")
    error.seconds = Statistics.of(statistics).seconds
    return error


def best(analysis: Analysis) -> int:
    """The best cell, or -1: of a square board by the core."""
    plain_board = analysis.board._plain
    if plain_board is None:
        return analysis._least_risky()
    outcome = analysis._outcome
    return kernel.best_of_grid(plain_board._sums(), outcome.probability, outcome.proof)


def counts(analysis: Analysis, limit: Limit = NO_LIMIT) -> tuple[int, Fractions]:
    """The solutions and fractions behind an answer in floats, by the core or, what that refuses, by
    elimination, in what the analysis left of its time."""
    subject = analysis.board._plain or analysis.board
    began = perf_counter()
    limit_left = limit
    if limit.seconds is not None:
        limit_left = limit.after(analysis.statistics.seconds)
    solutions, fractions, fraction_indices, status = kernel.count_grid(
        subject._sums(), subject.mines, subject.density, limit_left.seconds, limit.states
    )
    if status == "stopped":
        raise limit_exceeded("kernel", f"{limit.seconds:g} s")
    if status == "limit":
        outcome = elimination.ENGINE.run(subject, limit_left.after(perf_counter() - began))
        assert outcome.solutions is not None
        assert outcome.fractions is not None
        return outcome.solutions, outcome.fractions
    return solutions, Fractions(fractions, fraction_indices)


def layout_count(analysis: Analysis[Any], limit: Limit = NO_LIMIT) -> LayoutCount | None:
    """The solutions without any fraction, exactly or in bounds; None where the core refuses."""
    subject = analysis.board._plain or analysis.board
    limit_left = limit.after(analysis.statistics.seconds)
    position = subject._sums()
    assert position is not None, "the core has analysed it"
    return layout_count_of(position, subject.mines, limit, limit_left)


def layout_count_of(
    position: CorePosition, mines: int | None, limit: Limit, limit_left: Limit
) -> LayoutCount | None:
    """The same of a position. ``mines``: in it; ``limit_left``: what is left of the limit."""
    budget = Budget(limit_left, "kernel")
    components, free_cells, known_mines, status = kernel.models_of_grid(
        position, limit_left.seconds, limit_left.states
    )
    if status == "stopped":
        raise limit_exceeded("kernel", f"{limit.seconds:g} s")
    if status != "done":
        return None
    mines_left = None if mines is None else mines - known_mines
    return LayoutCount(components, free_cells, mines_left, budget.check_time)


ENGINE = Engine(
    "kernel",
    "the same counting compiled, in 64-bit floats, and in integers when fractions are asked for",
    run,
    subjects="any",
)
_QUICK_STATES = 100_000  # up to 25 ms, where proofs by SAT take from 10 ms to a second
QUICK = replace(ENGINE, run=partial(run, max_states=_QUICK_STATES))
"""The same, which refuses what SAT may prove sooner."""
