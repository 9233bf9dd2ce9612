"""Compiled: whole games of a policy, for Monte-Carlo work.

Layouts are those of :mod:`minesolver.game.layout`: the same seed and number give the same game.
"""

from __future__ import annotations

import numpy as np

from .choosing import SAFEST, SLOTS, TREE_CELLS, TREE_LAYOUTS, candidates, guess, rank_of
from .endgame import tree
from .frontier import DEAD, OPEN, SAFE, UNKNOWN, propagate, settle
from .jit import compiled, entry
from .looking import FEATURES, describe, keep, position, restore, suppose
from .solving import MODELS, frontier_probabilities
from .workspace import bind_frontier

_TIE = 1e-9  # as in minesolver.analysis
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
LOST, WON, UNFINISHED, GUESS = 0, 1, 2, 3
AGENDA, OPENED, PROVED_MINES = 0, 1, 2


@compiled
def _mix(z):
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def _deal(f, mines, protected, start, key):
    """Lay the mines where the first click allows. ``protected``: 0 nothing, 1 the cell, 2 all around."""
    n = f.state.size
    for i in range(n):
        f.layout[i] = protected > 0 and i == start
    if protected == 2:
        for a in range(f.degree[start]):
            f.layout[f.around[start, a]] = 1
    size = 0
    for i in range(n):
        if f.layout[i] == 0:
            f.deck[size] = i
            size += 1
        f.layout[i] = 0
    state = key
    for k in range(mines):
        left = np.uint64(size - k)
        over = (np.uint64(0) - left) % left  # 2**64 modulo left
        while True:
            state += _GOLDEN
            value = _mix(state)
            if over == np.uint64(0) or value < np.uint64(0) - over:
                break
        other = k + np.int64(value % left)
        f.deck[k], f.deck[other] = f.deck[other], f.deck[k]
        f.layout[f.deck[k]] = 1


@compiled
def key_of_game(seed, number):
    return _mix(_mix(np.uint64(seed)) + np.uint64(number))


@compiled
def begin_game(f, mines, protected, start, key, counts):
    """Lay the mines, nothing open; ``counts`` as in :func:`proceed`."""
    _deal(f, mines, protected, start, key)
    for i in range(f.state.size):
        f.state[i] = UNKNOWN
        f.queued[i] = 0
        f.clue_of[i] = -1
    counts[:] = 0


@compiled
def _reveal(f, cell, size):
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
                more, size = _reveal(f, np.int64(f.found[a]), size)
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
        more, size = _reveal(f, np.int64(f.deck[a]), size)
        opened += more
    return opened, dead, size


@compiled
def _best(f, probability):
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
            more, size = _reveal(f, cell, size)
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


@entry
def play(
    table, cols, mines, protected, start, seed, first, kind, parameters, weights, explore, results, samples
):
    """Games ``first`` and on of a seed; a row of ``results`` each: (outcome, guesses, cells opened).

    An outcome of 2 is a game that the pools could not hold at some point.
    """
    f = bind_frontier(table)
    n = f.state.size
    b = position(f, cols)
    e = tree(
        n, np.int64(parameters[TREE_LAYOUTS]), np.int64(parameters[TREE_CELLS]), np.int64(parameters[SLOTS]),
        np.empty((0, 0), np.int32),
    )  # fmt: skip
    scratch = np.empty(n, np.int64)
    out = np.empty((n, 6))
    details = np.empty((1, 9, 3))
    taken = np.int64(0)
    probability = np.empty(n)
    proof = np.empty(n, np.int8)
    counts = np.zeros(3, np.int64)
    for game in range(results.shape[0]):
        key = key_of_game(seed, first + game)
        begin_game(f, mines, protected, start, key, counts)
        guesses = 0
        cell = np.int64(start)
        if protected == 0:
            guesses = 1
        deviate = np.int64(-1)
        begun = taken
        if explore > 0:
            deviate = 1 + np.int64(_mix(key + np.uint64(77)) % np.uint64(explore))
        while True:
            outcome = proceed(f, cols, mines, cell, counts, probability, proof)
            if outcome != GUESS:
                break
            remaining = np.int64(mines - counts[PROVED_MINES])
            models = f.report[MODELS]
            if kind == SAFEST:
                cell = np.int64(_best(f, probability))
            else:
                cell, _ = guess(
                    f, e, b, cols, remaining, 1.0, models, probability, kind, parameters, weights,
                    scratch, out, details,
                )  # fmt: skip
                if guesses == deviate:
                    number = candidates(f, probability, 0.93, scratch)
                    cell = np.int64(scratch[np.int64(_mix(key + np.uint64(78)) % np.uint64(number))])
                    taken = begun
                if taken < samples.shape[0] and not f.layout[cell] and models > 2.0:
                    value = 0
                    for a in range(f.degree[cell]):
                        value += f.layout[f.around[cell, a]]
                    keep(f, b)
                    rest, own, _ = suppose(
                        f, b.probability, b.proof, cols, remaining, 1.0, cell, np.int64(value)
                    )
                    describe(f, b, rest, own, samples[taken])
                    samples[taken, FEATURES] = game
                    taken += 1
                    restore(f, b)
            for i in range(n):
                f.clue_of[i] = -1
            guesses += 1
        results[game, 0] = outcome
        results[game, 1] = guesses
        results[game, 2] = counts[OPENED]
    return taken
