"""Compiled: whole games of a policy, for Monte-Carlo work.

Layouts are those of :mod:`minesolver.game.layout`: the same seed and number give the same game.
"""

from __future__ import annotations

import numpy as np

from .choosing import FACTS, SAFEST, SLOTS, TREE_CELLS, TREE_LAYOUTS, candidates, guess
from .endgame import tree
from .frontier import UNKNOWN
from .jit import compiled, entry
from .looking import FEATURES, describe, keep, position, restore, suppose
from .opening import GUESS, OPENED, PROVED_MINES, proceed, safest
from .solving import MODELS
from .splitmix import below, mix
from .workspace import bind_frontier


@compiled
def lay(f, mines, protected, start, key):
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
        state, other = below(state, size - k)
        other += k
        f.deck[k], f.deck[other] = f.deck[other], f.deck[k]
        f.layout[f.deck[k]] = 1


@compiled
def key_of_game(seed, number):
    return mix(mix(np.uint64(seed)) + np.uint64(number))


@compiled
def begin_game(f, mines, protected, start, key, counts):
    """Lay the mines, nothing open; ``counts`` as in :func:`proceed`."""
    lay(f, mines, protected, start, key)
    for i in range(f.state.size):
        f.state[i] = UNKNOWN
        f.queued[i] = 0
        f.clue_of[i] = -1
    counts[:] = 0


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
    out = np.empty((n, FACTS))
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
            deviate = 1 + np.int64(mix(key + np.uint64(77)) % np.uint64(explore))
        while True:
            outcome = proceed(f, cols, mines, cell, counts, probability, proof)
            if outcome != GUESS:
                break
            remaining = np.int64(mines - counts[PROVED_MINES])
            models = f.report[MODELS]
            if kind == SAFEST:
                cell = np.int64(safest(f, probability))
            else:
                cell, _ = guess(
                    f, e, b, cols, remaining, 1.0, models, probability, kind, parameters, weights,
                    scratch, out, details,
                )  # fmt: skip
                if guesses == deviate:
                    number = candidates(f, probability, 0.93, scratch)
                    cell = np.int64(scratch[np.int64(mix(key + np.uint64(78)) % np.uint64(number))])
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
