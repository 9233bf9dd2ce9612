"""Compiled: a game on from an opened cell, with all that is proved, to the next guess or the end."""

import cython
from cython.cimports.libc.stdint import int32_t
from cython.cimports.minesolver.kernel.analysis.knowledge import propagate, settle
from cython.cimports.minesolver.kernel.analysis.marginals import analyze_frontier
from cython.cimports.minesolver.kernel.types import (
    DONE,
    GUESS,
    LOST,
    MINE,
    NOT_PROVED,
    OPEN,
    PROVED_MINE,
    SAFE,
    UNFINISHED,
    UNKNOWN,
    WON,
    Analyzer,
    Board,
    Game,
    Knowledge,
    Outcome,
    Prior,
)

_TIE = cython.declare(cython.double, 1e-9)  # as minesolver.model.analysis.TIE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def start_position(a: cython.pointer(Analyzer), g: cython.pointer(Game)) -> cython.void:
    """Nothing open."""
    known: cython.pointer(Knowledge) = cython.address(a.known)
    i: cython.int
    for i in range(a.board.cells):
        known.state[i] = UNKNOWN
        known.queued[i] = 0
    known.agenda_size = 0
    g.opened = g.proved_mines = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def reveal(a: cython.pointer(Analyzer), g: cython.pointer(Game), cell: int32_t) -> cython.void:
    """Open a safe cell, and the region around a zero; clues that then decide something go on the agenda."""
    board: cython.pointer(Board) = cython.address(a.board)
    known: cython.pointer(Knowledge) = cython.address(a.known)
    depth: cython.int = 1
    k: cython.int
    i: int32_t
    other: int32_t
    g.stack[0] = cell
    while depth:
        depth -= 1
        i = g.stack[depth]
        g.stacked[i] = 0
        if known.state[i] == OPEN:
            continue
        if _open_one(a, g, i) > 0:
            continue
        for k in range(board.degree[i]):
            other = board.around[i][k]
            if known.state[other] != OPEN and not g.stacked[other]:
                g.stacked[other] = 1  # once on the stack is enough: it holds as many as there are cells
                g.stack[depth] = other
                depth += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _open_one(a: cython.pointer(Analyzer), g: cython.pointer(Game), cell: int32_t) -> cython.int:
    """Open one cell; returns what it shows."""
    board: cython.pointer(Board) = cython.address(a.board)
    known: cython.pointer(Knowledge) = cython.address(a.known)
    was_unknown: cython.bint = known.state[cell] == UNKNOWN
    shown: cython.int = 0
    mines: cython.int = 0
    unknown: cython.int = 0
    k: cython.int
    other: int32_t
    known.state[cell] = OPEN
    g.opened += 1
    for k in range(board.degree[cell]):
        other = board.around[cell][k]
        shown += g.layout[other]
        if known.state[other] == MINE:
            mines += 1
        elif known.state[other] == UNKNOWN:
            unknown += 1
        elif known.state[other] == OPEN and was_unknown:
            known.unknown[other] -= 1
            if known.unknown[other] > 0 and known.need[other] == known.unknown[other]:
                _enqueue(known, other)
    known.need[cell] = shown - mines
    known.unknown[cell] = unknown
    if shown > 0 and unknown > 0 and (shown == mines or shown - mines == unknown):
        _enqueue(known, cell)
    return shown


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _enqueue(known: cython.pointer(Knowledge), cell: int32_t) -> cython.void:
    if not known.queued[cell]:
        known.queued[cell] = 1
        known.agenda[known.agenda_size] = cell
        known.agenda_size += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def advance(a: cython.pointer(Analyzer), g: cython.pointer(Game)) -> cython.bint:
    """The single-clue rule, opening what it proves, until it has nothing left; whether it opened a cell."""
    known: cython.pointer(Knowledge) = cython.address(a.known)
    before: cython.int = g.opened
    k: cython.int
    while known.agenda_size > 0:
        propagate(a)
        g.proved_mines += known.settled_mines
        for k in range(known.settled_size):
            if known.state[known.settled[k]] == SAFE:
                reveal(a, g, known.settled[k])
    return g.opened > before


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def open_proved(a: cython.pointer(Analyzer), g: cython.pointer(Game)) -> cython.void:
    """Settle what counting proved, then open its safe cells."""
    known: cython.pointer(Knowledge) = cython.address(a.known)
    found: cython.int = 0
    i: cython.int
    for i in range(a.board.cells):
        if known.state[i] != UNKNOWN or g.marginals.proof[i] == NOT_PROVED:
            continue
        settle(a, i, g.marginals.proof[i] == PROVED_MINE)
        if g.marginals.proof[i] == PROVED_MINE:
            g.proved_mines += 1
        else:
            g.deck[found] = i
            found += 1
    for i in range(found):
        reveal(a, g, g.deck[i])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def proceed(a: cython.pointer(Analyzer), g: cython.pointer(Game), cell: int32_t) -> Outcome:
    """Open a cell (-1: none) and all that is then proved safe, to the end or to a guess.

    At a guess ``g.marginals``, ``a.frontier``, ``a.counts`` and ``a.summary`` are of the position.
    """
    prior: Prior
    prior.log_odds = 0.0
    if cell >= 0:
        if g.layout[cell]:
            return LOST
        reveal(a, g, cell)
    while True:
        advance(a, g)
        if g.opened == a.board.cells - g.mines:
            return WON
        prior.mines = g.mines - g.proved_mines
        if analyze_frontier(a, prior, cython.address(g.marginals)) != DONE:
            return UNFINISHED
        if a.summary.proved == 0:
            return GUESS
        open_proved(a, g)  # proved mines alone change what is counted, too


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def rank_of(a: cython.pointer(Analyzer), cell: int32_t) -> int32_t:
    """Among equals, as ``Analysis.best``: beside a clue, few neighbours, few of them hidden."""
    degree: int32_t = a.board.degree[cell]
    hidden: int32_t = 0
    k: cython.int
    for k in range(degree):
        hidden += a.known.state[a.board.around[cell][k]] != OPEN
    return (100 if hidden == degree else 0) + 10 * degree + hidden


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def safest(a: cython.pointer(Analyzer), probability: cython.p_double) -> int32_t:
    """The unknown cell to guess, by the rule of ``Analysis.best``."""
    least: cython.double = 2.0
    best: int32_t = -1
    best_rank: int32_t = 1 << 30
    rank: int32_t
    i: cython.int
    for i in range(a.board.cells):
        if a.known.state[i] == UNKNOWN:
            least = min(least, probability[i])
    for i in range(a.board.cells):
        if a.known.state[i] == UNKNOWN and probability[i] <= least + _TIE:
            rank = rank_of(a, i)
            if rank < best_rank:
                best = i
                best_rank = rank
    return best
