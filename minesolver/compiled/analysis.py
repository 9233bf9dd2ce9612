"""Compiled: positions from grid to probabilities."""

from __future__ import annotations

import numpy as np

from .counting import count
from .frontier import (
    CONTRADICTION,
    LIMIT,
    SAFE,
    UNKNOWN,
    enqueue_all,
    group,
    load,
    propagate,
    split,
)
from .jit import compiled, entry
from .joining import join
from .ordering import choose
from .remembering import find, key_of, recall, store
from .workspace import bind


@compiled
def frontier_probabilities(f, p, m, cols, remaining, odds, probability, proof):
    """Fill in the unknown cells of a propagated frontier.

    ``remaining``: mines among them, or -1. Returns (components, width, states, proved, log of the number of
    models, status); ``proof`` gets 1 for proved safe, 2 for proved mines.
    """
    _, groups, status = group(f)
    if status != 0:
        return 0, 0, 0, 0, 0.0, status
    components = np.int64(split(f, groups))
    f.totals[0] = groups
    f.totals[1] = components
    width = np.int64(0)
    states = np.int64(0)
    model_at = np.int64(0)
    tally_at = np.int64(0)
    for c in range(components):
        start, stop = np.int64(f.first[c]), np.int64(f.first[c + 1])  # one type, one compilation
        key_length, mixed = key_of(f, m, start, stop)
        slot = find(m, key_length, mixed) if key_length else np.int64(-1)
        if slot >= 0:
            model_at, tally_at, used, own, status = recall(f, p, m, slot, start, c, model_at, tally_at)
        else:
            own = choose(f, start, stop, cols)[1]
            model_at, tally_at, used, status = count(f, p, start, stop, c, model_at, tally_at)
            if status == 0 and key_length:
                store(f, p, m, start, stop, c, key_length, mixed, used, own)
        width = max(width, own)
        states += used
        if status != 0:
            return components, width, states, 0, 0.0, status
    free = np.int64(0)
    for i in range(f.state.size):
        if f.state[i] == UNKNOWN and f.group_of[i] < 0:
            free += 1
    probability_free, proof_free, models, status = join(f, p, components, free, remaining, odds)
    if status != 0:
        return components, width, states, 0, 0.0, status
    # From positions in the order to cells, by way of the groups.
    for q in range(groups):
        f.place[f.order[q]] = q
    proved = 0
    for i in range(f.state.size):
        if f.state[i] != UNKNOWN:
            continue
        g = f.group_of[i]
        if g >= 0:
            probability[i] = f.probability[f.place[g]]
            proof[i] = f.mark[f.place[g]]
        else:
            probability[i] = probability_free
            proof[i] = proof_free
        proved += np.int64(proof[i] > 0)
    return components, width, states, proved, models, 0


@entry
def analyze(table, cols, grids, mines, odds, probability, proof, report):
    """Positions of one shape, each a row of board codes in ``grids``, int8 (m, n).

    ``mines``: int64 (m,) on the board, or -1 with the prior ``odds`` p / (1 - p) of each hidden cell. Writes
    ``probability`` float64 (m, n), ``proof`` int8 (m, n; 1 safe, 2 mine) and ``report`` int64 (m, 4):
    components, width, states, status. Only rows whose status is LIMIT are looked at.
    """
    f, p, m = bind(table)
    for row in range(grids.shape[0]):
        if report[row, 3] != LIMIT:
            continue
        report[row, 3] = CONTRADICTION
        grid = grids[row]
        known, hidden, status = load(f, grid)
        if status != 0:
            continue
        size = enqueue_all(f)
        found, settled, status = propagate(f, np.int64(size), np.int64(0))
        if status != 0:
            continue
        for i in range(grid.size):
            proof[row, i] = 0
            probability[row, i] = 1.0 if grid[i] == 10 else 0.0
        for a in range(found):
            i = f.found[a]
            proof[row, i] = 1 if f.state[i] == SAFE else 2
            probability[row, i] = 0.0 if f.state[i] == SAFE else 1.0
        remaining = np.int64(-1)
        if mines[row] >= 0:
            remaining = np.int64(mines[row] - known - settled)
            if remaining < 0 or remaining > hidden - found:
                continue
        components, width, states, _, _, status = frontier_probabilities(
            f, p, m, cols, remaining, odds[row], probability[row], proof[row]
        )
        report[row, 0] = components
        report[row, 1] = width
        report[row, 2] = states
        report[row, 3] = status
