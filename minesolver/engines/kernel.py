"""The compiled engine: counting in 64-bit floats, and in integers where fractions or counts are asked for.

Proved cells come from which models exist, not from rounded numbers. A board that does not fit is refused.
"""

from functools import partial

from .. import kernel
from ..base.errors import EngineLimitError
from ..base.limits import NO_LIMIT, Limit, limit_exceeded
from ..counting.problem import ContradictionError
from ..model.analysis import Analysis, Fractions, Outcome
from ..model.subject import Subject
from . import elimination
from .engine import Engine

_new_tuple = tuple.__new__


def run(subject: Subject, limit: Limit, max_states: int | None = None) -> Outcome:
    """As every engine's ``run``. ``max_states``: how many it may take now, where the limit has none."""
    grid = subject.sums()
    if grid is None:
        raise EngineLimitError(
            "engine 'kernel' takes sums over cells of one mine only; use 'elimination'"
        )
    mine_count = subject._mines  # as `mines` would, without a step of Python
    prior = 0.0 if mine_count is not None else kernel.log_odds(subject.density)
    seconds = limit.seconds
    states = limit.states or max_states

    # Not by a function that `windows` could use as well: each step costs a cold analysis some percent.
    try:
        probability, proof, took, status, in_rows = kernel.analyze_grid(
            grid, mine_count, prior, seconds, states
        )
    except MemoryError:
        raise refusal("no memory", limit, states) from None
    # A small workspace is always there.
    if status != "done" or (states is not None and took[2] > states):
        error = refusal(status, limit, states)
        if isinstance(error, EngineLimitError):
            error.seconds = took[3]
        raise error
    in_integers = counts if limit is NO_LIMIT else partial(counts, limit=limit)
    # As `Outcome(...)` would, in a third of its time.
    return _new_tuple(
        Outcome,
        (probability, proof, took, in_integers, best, True, "", None, None, None, True, in_rows),
    )


def refusal(status: str, limit: Limit, states: int | None) -> Exception:
    """Why the core's ``analyze`` gave no answer, or took too many states for one: what an engine raises then.

    status: What the core said, or ``"no memory"``
    states: How many it might take
    """
    if status == "contradiction":
        return ContradictionError()
    if status == "no memory":
        return EngineLimitError("engine 'kernel' has not enough memory for this board")
    if status == "stopped":
        return limit_exceeded("kernel", f"{limit.seconds:g} s")
    if states is None:
        return EngineLimitError(
            "engine 'kernel' cannot hold this board; use 'auto', which narrows it first"
        )
    return limit_exceeded("kernel", "states")


def best(analysis: Analysis) -> int:
    """The best cell, or -1: of a square board by the core."""
    plain_board = analysis.board.plain
    if plain_board is None:
        return analysis._least_risky()
    outcome = analysis._outcome
    return kernel.best_of_grid(plain_board.sums(), outcome.probability, outcome.proof)


def counts(analysis: Analysis, limit: Limit = NO_LIMIT) -> tuple[int, Fractions]:
    """The solutions and fractions behind an answer in floats, by the core or, what that refuses, by
    elimination."""
    subject = analysis.board.plain or analysis.board
    solutions, fractions, fraction_indices, status = kernel.count_grid(
        subject.sums(), subject.mines, subject.density, limit.seconds, limit.states
    )
    if status == "stopped":
        raise limit_exceeded("kernel", f"{limit.seconds:g} s")
    if status == "limit":
        outcome = elimination.ENGINE.run(subject, limit)
        assert outcome.solutions is not None
        assert outcome.fractions is not None
        return outcome.solutions, outcome.fractions
    return solutions, Fractions(fractions, fraction_indices)


ENGINE = Engine(
    "kernel",
    "the same counting compiled, in 64-bit floats, and in integers when fractions are asked for",
    run,
    subjects="any",
)
