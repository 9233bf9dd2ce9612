"""The compiled engine: the same counting in 64-bit floats. See :mod:`minesolver.compiled`.

Proved cells come from which models exist, not from rounded numbers. A board that does not fit is refused.
"""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import NoReturn

from .. import compiled
from ..analysis import Analysis, Statistics
from ..board import Board
from ..counting.problem import ContradictionError
from ..errors import EngineLimitError
from ..limits import Limit, limit_exceeded
from . import elimination
from .engine import Engine


def _run(board: Board, limit: Limit) -> Analysis:
    began = perf_counter()
    mines, density = board.mines, board.density
    probability, proof, (components, width, states, status) = compiled.analyze_grid(
        board._cells,
        -1 if mines is None else mines,
        1.0 if density is None else float(density / (1 - density)),
        states=inf if limit.states is None else limit.states,
        seconds=inf if limit.seconds is None else limit.seconds,
    )
    if status == compiled.CONTRADICTION:
        raise ContradictionError
    if status == compiled.LIMIT:
        _refuse(limit, perf_counter() - began)
    probability.setflags(write=False)
    return Analysis(
        board,
        "kernel",
        probability,
        proof=proof,
        statistics=Statistics(components, width, states, perf_counter() - began),
        solutions=lambda: elimination.ENGINE.run(board, Limit()).solutions,
    )


def _refuse(limit: Limit, seconds: float) -> NoReturn:
    if limit.seconds is not None and seconds >= limit.seconds:
        raise limit_exceeded("kernel", f"{limit.seconds:g} s")
    if limit.states is not None:
        raise limit_exceeded("kernel", "states")
    raise EngineLimitError("engine 'kernel' cannot hold this board; use 'elimination'")


ENGINE = Engine(
    "kernel",
    "the same counting compiled (Numba), in 64-bit floats: for games and many boards",
    _run,
    rational=False,
)
