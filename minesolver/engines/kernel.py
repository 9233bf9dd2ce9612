"""The compiled engine: the same counting in 64-bit floats. See :mod:`minesolver.kernel`.

Proved cells come from which models exist, not from rounded numbers. A board that does not fit is refused.
"""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import NoReturn

from .. import kernel
from ..base.errors import EngineLimitError
from ..base.limits import Limit, limit_exceeded
from ..counting.problem import ContradictionError
from ..model.analysis import Outcome, Statistics
from ..model.board import Board
from .elimination import Counts
from .engine import Engine


def run(board: Board, limit: Limit) -> Outcome:
    """As every engine's ``run``; the solution count is made when it is asked for."""
    began = perf_counter()
    try:
        found = kernel.analyze_grid(
            board._cells,
            -1 if board.mines is None else board.mines,
            kernel.log_odds(board.density),
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
    return Outcome(
        probability.ravel(),
        proof.ravel(),
        statistics=Statistics(components, width, states, perf_counter() - began),
        solutions=Counts(board, limit).solutions,
    )


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
    "the same counting compiled, in 64-bit floats: for games and many boards",
    run,
    rational=False,
    subjects="boards",
)
