"""Compiled: layouts that need no guess, each proved so by playing it from the start with proved cells only.

Layouts are drawn as :mod:`minesolver.game` says; try ``k`` of board ``i`` has the key
``game_key(game_key(seed, i), k)``.
"""

import cython
from cython.cimports.libc.stdint import int32_t, int64_t, uint64_t
from cython.cimports.minesolver.kernel.analysis.marginals import analyze_frontier
from cython.cimports.minesolver.kernel.clock import look
from cython.cimports.minesolver.kernel.play.layouts import key_of_game, lay
from cython.cimports.minesolver.kernel.play.opening import advance, open_proved, reveal, start_position
from cython.cimports.minesolver.kernel.rng import below, mix
from cython.cimports.minesolver.kernel.types import DONE, OPEN, UNKNOWN, Analyzer, Game, Prior


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_board(
    a: cython.pointer(Analyzer),
    g: cython.pointer(Game),
    start: int32_t,
    key: uint64_t,
    tries: int64_t,
    repairs: int32_t,
    trial: cython.pointer(Trial),
) -> cython.void:
    """Draw up to ``tries`` more layouts until one needs no guess from ``start``; it is then in ``g.layout``.

    A layout with a position that does not fit is not counted, and is tried again by the next call.
    """
    stream: uint64_t
    moved: int32_t
    end: int64_t = trial.tries + tries
    trial.status = STUCK
    while trial.status == STUCK and trial.tries < end:
        stream = key_of_game(key, trial.tries)
        lay(a, g, 2, start, stream)
        stream = mix(stream + 1)
        trial.status = _prove(a, g, start)
        moved = 0
        while trial.status == STUCK and moved < repairs and _repair(a, g, start, cython.address(stream)):
            moved += 1
            trial.status = _prove(a, g, start)
        if trial.status == TOO_WIDE or trial.status == INTERRUPTED:
            return
        trial.tries += 1
        trial.repairs += moved


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _prove(a: cython.pointer(Analyzer), g: cython.pointer(Game), start: int32_t) -> Generated:
    """Play the layout with proved cells only; where it is STUCK, ``a.known`` is the position."""
    prior: Prior
    opened: int32_t
    prior.log_odds = 0.0
    start_position(a, g)
    reveal(a, g, start)
    while True:
        if look(cython.address(a.clock)):
            return INTERRUPTED
        advance(a, g)  # the single-clue rule finds most of them, and costs least
        if g.opened == a.board.cells - g.mines:
            return SOLVED
        prior.mines = g.mines - g.proved_mines
        if analyze_frontier(a, prior, cython.address(g.marginals)) != DONE:
            return INTERRUPTED if a.clock.stopped else TOO_WIDE
        opened = g.opened
        open_proved(a, g)
        if g.opened == opened:
            return STUCK


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _repair(
    a: cython.pointer(Analyzer), g: cython.pointer(Game), start: int32_t, stream: cython.pointer(uint64_t)
) -> cython.bint:
    """Move one mine of a stuck position across its edge; whether that could be done.

    A cell that is not settled and touches an opened one (the edge) changes places with one that is not.
    """
    edge: cython.int = 0
    inside: cython.int = 0
    size: cython.int = 0
    cell: int32_t
    i: cython.int
    for i in range(a.board.cells):
        if a.known.state[i] != UNKNOWN:
            continue
        if _touches_open(a, i):
            g.stack[edge] = i
            edge += 1
        else:
            g.deck[inside] = i
            inside += 1
    if edge == 0:
        return False
    cell = g.stack[below(stream, edge)]
    for i in range(inside):
        if g.layout[g.deck[i]] != g.layout[cell]:
            g.stack[size] = g.deck[i]
            size += 1
    if size == 0:  # nothing left inside: across the settled cells, away from the first click
        for i in range(a.board.cells):
            if g.layout[i] != g.layout[cell] and i != cell and not _near(a, i, start):
                g.stack[size] = i
                size += 1
        if size == 0:
            return False
    i = g.stack[below(stream, size)]
    g.layout[cell] = 1 - g.layout[cell]
    g.layout[i] = 1 - g.layout[i]
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _touches_open(a: cython.pointer(Analyzer), cell: int32_t) -> cython.bint:
    k: cython.int
    for k in range(a.board.degree[cell]):
        if a.known.state[a.board.around[cell][k]] == OPEN:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _near(a: cython.pointer(Analyzer), cell: int32_t, start: int32_t) -> cython.bint:
    k: cython.int
    for k in range(a.board.degree[start]):
        if a.board.around[start][k] == cell:
            return True
    return cell == start
