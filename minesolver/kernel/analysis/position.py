"""Compiled: a position from the codes of its cells to probabilities."""

import cython
from cython.cimports.libc.stdint import int8_t, int32_t, int64_t
from cython.cimports.minesolver.kernel.analysis.knowledge import enqueue_all, load, propagate
from cython.cimports.minesolver.kernel.analysis.marginals import analyze_frontier
from cython.cimports.minesolver.kernel.types import (
    CONTRADICTION,
    DONE,
    LIMIT,
    MINE,
    NOT_PROVED,
    PROVED_MINE,
    PROVED_SAFE,
    SAFE,
    UNKNOWN,
    Analyzer,
    Knowledge,
    Marginals,
    Prior,
    Status,
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def analyze_position(
    a: cython.pointer(Analyzer),
    grid: cython.pointer(cython.const[int8_t]),
    mines: int64_t,
    log_odds: cython.double,
    out: cython.pointer(Marginals),
) -> Status:
    """Probabilities and proofs of all cells. ``mines``: on the board, or -1 with the prior ``log_odds``."""
    known: cython.pointer(Knowledge) = cython.address(a.known)
    prior: Prior
    marked: int32_t
    hidden: int32_t
    remaining: int64_t
    status: Status
    i: cython.int
    cell: int32_t
    a.frontier.component_count = 0
    a.summary.width = 0
    a.summary.states = 0
    if load(a, grid, cython.address(marked), cython.address(hidden)) != DONE:
        return CONTRADICTION
    enqueue_all(a)
    if propagate(a) != DONE:
        return CONTRADICTION
    for i in range(a.board.cells):
        out.proof[i] = NOT_PROVED
        out.probability[i] = known.state[i] == MINE
    for i in range(known.settled_size):
        cell = known.settled[i]
        out.proof[cell] = PROVED_SAFE if known.state[cell] == SAFE else PROVED_MINE
    prior.mines = -1
    prior.log_odds = log_odds
    if mines >= 0:
        remaining = mines - marked - known.settled_mines
        if remaining < 0 or remaining > hidden - known.settled_size:
            return CONTRADICTION
        prior.mines = cython.cast(int32_t, remaining)
    status = analyze_frontier(a, prior, out)
    if status == DONE and not _all_finite(a, out):
        return LIMIT
    return status


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _all_finite(a: cython.pointer(Analyzer), out: cython.pointer(Marginals)) -> cython.bint:
    """A float that is no probability never leaves the core."""
    i: cython.int
    for i in range(a.board.cells):
        if a.known.state[i] == UNKNOWN and not 0.0 <= out.probability[i] <= 1.0:
            return False
    return True
