"""The compiled engine: counting in 64-bit floats, and in integers where fractions or counts are asked for.

Proved cells come from which models exist, not from rounded numbers. A board that does not fit is refused.
"""

from functools import partial

from .. import kernel
from ..base.errors import EngineLimitError
from ..base.limits import NO_LIMIT, Limit, limit_exceeded
from ..counting.problem import ContradictionError
from ..model.analysis import Analysis, Fractions, Outcome
from ..model.lists import CorePosition
from ..model.subject import Subject
from . import elimination
from .engine import Engine

_new_tuple = tuple.__new__


def run(subject: Subject, limit: Limit, max_states: int | None = None) -> Outcome:
    """As every engine's ``run``. ``max_states``: how many it may take now, where the limit has none."""
    grid = subject.sums()
    if grid is None:
        raise EngineLimitError("engine 'kernel' takes sums over cells of one mine only; use 'elimination'")
    mine_count = subject.mines
    prior = 0.0 if mine_count is not None else kernel.log_odds(subject.density)
    probability, proof, took = answer(grid, mine_count, prior, limit, max_states)
    has_no_limit = limit.seconds is None and limit.states is None
    in_integers = counts if has_no_limit else partial(counts, limit=limit)
    choice = best if grid.lists is None else None
    # As `Outcome(...)` would, in a third of its time.
    return _new_tuple(
        Outcome, (probability, proof, took, in_integers, choice, True, "", None, None, None, True)
    )


def answer(
    grid: CorePosition, mine_count: int | None, log_odds: float, limit: Limit, max_states: int | None
) -> tuple[bytes, bytes, tuple[int, int, int, float]]:
    """(P(mine), proofs, what it took) of a position, as the core's ``analyze`` gives them.

    Raises ContradictionError: no layout agrees; EngineLimitError: past the limit, or more than it can hold.
    """
    seconds = limit.seconds
    states = limit.states or max_states
    try:
        probability, proof, took, status = kernel.analyze_grid(grid, mine_count, log_odds, seconds, states)
    except MemoryError:
        raise EngineLimitError("engine 'kernel' has not enough memory for this board") from None
    if status != "done" or (states is not None and took[2] > states):  # a small workspace is always there
        if status == "contradiction":
            raise ContradictionError
        if status == "stopped":
            raise limit_exceeded("kernel", f"{seconds:g} s")
        if states is None:
            raise EngineLimitError("engine 'kernel' cannot hold this board; use 'elimination'")
        raise limit_exceeded("kernel", "states")
    return probability, proof, took


def best(analysis: Analysis) -> int:
    """The best cell of a square board."""
    cells = analysis.board.plain.sums().cells
    outcome = analysis._outcome
    return kernel.workspace_for(*cells.shape).best(cells, outcome.probability, outcome.proof)


def counts(analysis: Analysis, limit: Limit = NO_LIMIT) -> tuple[int, Fractions]:
    """The solutions and fractions behind an answer in floats, by the core or, what that refuses, by
    elimination."""
    subject = analysis.board.plain or analysis.board
    solutions, fractions, places, status = kernel.count_grid(
        subject.sums(), subject.mines, subject.density, limit.seconds, limit.states
    )
    if status == "stopped":
        raise limit_exceeded("kernel", f"{limit.seconds:g} s")
    if status == "limit":
        outcome = elimination.ENGINE.run(subject, limit)
        assert outcome.solutions is not None
        assert outcome.fractions is not None
        return outcome.solutions, outcome.fractions
    return solutions, Fractions(fractions, places)


ENGINE = Engine(
    "kernel",
    "the same counting compiled, in 64-bit floats, and in integers when fractions are asked for",
    run,
    subjects="any",
)
