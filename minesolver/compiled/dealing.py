"""Compiled: layouts that need no guess, each proved so by playing it from the start with proved cells only.

Layouts are drawn as :mod:`minesolver.game.layout` says; try ``k`` of board ``i`` has the key
``game_key(game_key(seed, i), k)``.
"""

from __future__ import annotations

import numpy as np

from .frontier import OPEN, UNKNOWN
from .jit import compiled, entry
from .opening import advance, reveal, take
from .playing import lay
from .solving import frontier_probabilities
from .splitmix import below, mix
from .workspace import bind_frontier

SOLVED, STUCK, LIMIT = 0, 1, 2


@compiled
def prove(f, cols, mines, start, probability, proof):
    """Play the layout with proved cells only; SOLVED, STUCK (``f.state`` is the position) or LIMIT."""
    n = f.state.size
    for i in range(n):
        f.state[i] = UNKNOWN
        f.queued[i] = 0
        f.clue_of[i] = -1
    dead = 0
    opened, size = reveal(f, np.int64(start), np.int64(0))
    while True:
        # The single-clue rule finds most of them, and costs least.
        more, settled = advance(f, size)
        opened += more
        dead += settled
        if opened == n - mines:
            return SOLVED
        _, status = frontier_probabilities(f, cols, np.int64(mines - dead), 1.0, probability, proof)
        if status != 0:
            return LIMIT
        more, settled, size = take(f, proof)
        opened += more
        dead += settled
        if more == 0:
            return STUCK


@compiled
def repair(f, start, state):
    """Move one mine of a stuck position across its edge; returns (state of the stream, whether it could).

    A cell that is not settled and touches an opened one (the edge) changes places with one that is not.
    """
    n = f.state.size
    edge = other = 0
    for i in range(n):
        if f.state[i] != UNKNOWN:
            continue
        touches = False
        for a in range(f.degree[i]):
            if f.state[f.around[i, a]] == OPEN:
                touches = True
                break
        if touches:
            f.found[edge] = i
            edge += 1
        else:
            f.deck[other] = i
            other += 1
    if edge == 0:
        return state, False
    state, pick = below(state, edge)
    cell = f.found[pick]
    size = 0
    for a in range(other):
        if f.layout[f.deck[a]] != f.layout[cell]:
            f.stack[size] = f.deck[a]
            size += 1
    if size == 0:
        for i in range(n):  # nothing left inside: across the settled cells, away from the first click
            if f.layout[i] != f.layout[cell] and i != cell and i != start:
                near = False
                for a in range(f.degree[start]):
                    near = near or f.around[start, a] == i
                if not near:
                    f.stack[size] = i
                    size += 1
        if size == 0:
            return state, False
    state, pick = below(state, size)
    partner = f.stack[pick]
    f.layout[cell], f.layout[partner] = f.layout[partner], f.layout[cell]
    return state, True


@entry
def deal(table, cols, mines, start, seed, first, ready, tries, repairs, layouts, report):
    """Boards ``first + ready`` and on of a seed that need no guess from the flat cell ``start``.

    ``layouts``: int8 (m, n), 1 for a mine. ``report``: int64 (m, 3): status, layouts drawn so far, mines
    moved. Stops after ``tries`` layouts of one board, at a position that the pools cannot hold (that layout
    is tried again by the next call), or when all are there; returns the number of boards that are ready.
    """
    f = bind_frontier(table)
    n = f.state.size
    probability = np.empty(n)
    proof = np.empty(n, np.int8)
    for board in range(ready, layouts.shape[0]):
        root = mix(mix(mix(np.uint64(seed)) + np.uint64(first + board)))
        begun = report[board, 1]
        report[board, 0] = STUCK
        while report[board, 0] == STUCK and report[board, 1] < begun + tries:
            key = mix(root + np.uint64(report[board, 1]))
            lay(f, mines, 2, start, key)
            stream = mix(key + np.uint64(1))
            status = np.int64(prove(f, cols, mines, start, probability, proof))
            moved = 0
            while status == STUCK and moved < repairs:
                stream, could = repair(f, start, stream)
                if not could:
                    break
                moved += 1
                status = np.int64(prove(f, cols, mines, start, probability, proof))
            report[board, 0] = status
            if status != LIMIT:
                report[board, 1] += 1
                report[board, 2] += moved
        if report[board, 0] != SOLVED:
            return board
        for i in range(n):
            layouts[board, i] = f.layout[i]
    return layouts.shape[0]
