"""Compiled: a game on from an opened cell, with all that is proved, to the next guess or the end."""

from __future__ import annotations

import numpy as np

from .frontier import DEAD, OPEN, SAFE, UNKNOWN, propagate, settle
from .jit import compiled
from .solving import frontier_probabilities

LOST, WON, UNFINISHED, GUESS = 0, 1, 2, 3
AGENDA, OPENED, PROVED_MINES = 0, 1, 2
_TIE = 1e-9  # as in minesolver.analysis


@compiled
def reveal(f, cell, size):
    """Open a safe cell, and the region around a zero; returns (cells opened, length of the agenda)."""
    opened = 0
    f.stack[0] = cell
    depth = 1
    while depth:
        depth -= 1
        i = f.stack[depth]
        if f.state[i] == OPEN:
            continue
        was_unknown = f.state[i] == UNKNOWN
        f.state[i] = OPEN
        opened += 1
        clue = need = left = 0
        for a in range(f.degree[i]):
            j = f.around[i, a]
            clue += f.layout[j]
            if f.state[j] == DEAD:
                need -= 1
            elif f.state[j] == UNKNOWN:
                left += 1
            elif f.state[j] == OPEN and was_unknown:
                f.left[j] -= 1
                if f.left[j] > 0 and f.need[j] == f.left[j] and f.queued[j] == 0:
                    f.queued[j] = 1
                    f.agenda[size] = j
                    size += 1
        f.need[i] = need + clue
        f.left[i] = left
        if clue == 0:
            for a in range(f.degree[i]):
                j = f.around[i, a]
                if f.state[j] != OPEN and f.clue_of[j] != -2:
                    f.clue_of[j] = -2  # once on the stack is enough: it holds n cells
                    f.stack[depth] = j
                    depth += 1
        elif left > 0 and (f.need[i] == 0 or f.need[i] == left) and f.queued[i] == 0:
            f.queued[i] = 1
            f.agenda[size] = i
            size += 1
    return opened, size


@compiled
def advance(f, size):
    """The single-clue rule, opening what it proves, until it has nothing left; (opened, mines settled)."""
    opened = dead = 0
    while size > 0:
        found, settled, _ = propagate(f, size, np.int64(0))
        size = np.int64(0)
        dead += settled
        for a in range(found):
            if f.state[f.found[a]] == SAFE:
                more, size = reveal(f, np.int64(f.found[a]), size)
                opened += more
    return opened, dead


@compiled
def take(f, proof):
    """Settle what counting proved and open its safe cells; (opened, mines settled, length of the agenda)."""
    for i in range(f.state.size):
        f.clue_of[i] = -1
    found = opened = dead = 0
    size = np.int64(0)
    for i in range(f.state.size):
        if f.state[i] == UNKNOWN and proof[i] > 0:
            size, _ = settle(f, np.int64(i), np.int64(proof[i] == 2), size)
            if proof[i] == 2:
                dead += 1
            else:
                f.deck[found] = i
                found += 1
    for a in range(found):
        more, size = reveal(f, np.int64(f.deck[a]), size)
        opened += more
    return opened, dead, size


@compiled
def rank_of(f, cell):
    """Among equals, as ``Analysis.best``: beside a clue, few neighbours, few of them hidden."""
    hidden = 0
    for a in range(f.degree[cell]):
        hidden += f.state[f.around[cell, a]] != 3
    return (100 if hidden == f.degree[cell] else 0) + 10 * f.degree[cell] + hidden


@compiled
def safest(f, probability):
    """The unknown cell to guess, by the rule of ``Analysis.best``."""
    n = f.state.size
    least = 2.0
    for i in range(n):
        if f.state[i] == UNKNOWN:
            least = min(least, probability[i])
    best = -1
    best_rank = 1 << 30
    for i in range(n):
        if f.state[i] == UNKNOWN and probability[i] <= least + _TIE:
            rank = rank_of(f, i)
            if rank < best_rank:
                best, best_rank = i, rank
    return best


@compiled
def proceed(f, cols, mines, cell, counts, probability, proof):
    """Open a cell and all that is then proved safe; LOST, WON, UNFINISHED, or GUESS where no cell is proved.

    ``counts``: int64 (3,): length of the agenda, cells opened, mines proved. At a guess ``probability`` and
    ``proof`` are of the position, as is ``f.report``.
    """
    size = counts[AGENDA]
    while True:
        if cell >= 0:
            if f.layout[cell]:
                return LOST
            more, size = reveal(f, cell, size)
            counts[OPENED] += more
            cell = np.int64(-1)
        more, settled = advance(f, size)
        counts[AGENDA] = 0
        counts[OPENED] += more
        counts[PROVED_MINES] += settled
        if counts[OPENED] == f.state.size - mines:
            return WON
        remaining = np.int64(mines - counts[PROVED_MINES])
        proved, status = frontier_probabilities(f, cols, remaining, 1.0, probability, proof)
        if status != 0:
            return UNFINISHED
        if proved == 0:
            return GUESS
        more, settled, size = take(f, proof)  # proved mines alone change what is counted, too
        counts[OPENED] += more
        counts[PROVED_MINES] += settled
