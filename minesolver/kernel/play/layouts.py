"""Compiled: the mines of a game, as :mod:`minesolver.game` lays them: the same seed gives the same game."""

import cython
from cython.cimports.libc.stdint import int8_t, int32_t, int64_t, uint64_t
from cython.cimports.minesolver.kernel.memory import release, take
from cython.cimports.minesolver.kernel.play.opening import start_position
from cython.cimports.minesolver.kernel.rng import below, mix
from cython.cimports.minesolver.kernel.types import Analyzer, Arena, Board, Game


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def allocate_game(g: cython.pointer(Game), board: cython.pointer(Board)) -> cython.bint:
    """The arrays of a game; False where memory is short."""
    arena: cython.pointer(Arena) = cython.address(g.arena)
    n: int64_t = board.cells
    g.layout = cython.cast(cython.pointer(int8_t), take(arena, n, cython.sizeof(int8_t)))
    g.deck = cython.cast(cython.pointer(int32_t), take(arena, n, cython.sizeof(int32_t)))
    g.stack = cython.cast(cython.pointer(int32_t), take(arena, n, cython.sizeof(int32_t)))
    g.stacked = cython.cast(cython.pointer(int8_t), take(arena, n, cython.sizeof(int8_t)))
    g.marginals.probability = cython.cast(cython.p_double, take(arena, n, cython.sizeof(cython.double)))
    g.marginals.proof = cython.cast(cython.pointer(int8_t), take(arena, n, cython.sizeof(int8_t)))
    if arena.failed:
        release(arena)
        return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def release_game(g: cython.pointer(Game)) -> cython.void:
    release(cython.address(g.arena))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lay(
    a: cython.pointer(Analyzer), g: cython.pointer(Game), protected_: int32_t, start: int32_t, key: uint64_t
) -> cython.void:
    """Lay the mines where the first click allows. ``protected_``: 0 nothing, 1 the cell, 2 all around too."""
    size: int64_t = 0
    other: int64_t
    cell: int32_t
    i: cython.int
    k: cython.int
    for i in range(a.board.cells):
        g.layout[i] = protected_ > 0 and i == start
    if protected_ == 2:
        for k in range(a.board.degree[start]):
            g.layout[a.board.around[start][k]] = 1
    for i in range(a.board.cells):
        if not g.layout[i]:
            g.deck[size] = i
            size += 1
        g.layout[i] = 0
    for k in range(g.mines):
        other = k + below(cython.address(key), size - k)
        cell = g.deck[other]
        g.deck[other] = g.deck[k]
        g.deck[k] = cell
        g.layout[cell] = 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def key_of_game(seed: uint64_t, number: int64_t) -> uint64_t:
    """Where the random numbers of a game start."""
    return mix(mix(seed) + cython.cast(uint64_t, number))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def begin_game(
    a: cython.pointer(Analyzer), g: cython.pointer(Game), protected_: int32_t, start: int32_t, key: uint64_t
) -> cython.void:
    """Lay the mines, nothing open."""
    lay(a, g, protected_, start, key)
    start_position(a, g)
