"""Compiled: a propagated frontier from clues to probabilities; called through its address."""

from __future__ import annotations

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]

from .counting import count
from .frontier import UNKNOWN, group, split
from .jit import call, callback, inlined, pointer
from .joining import join
from .ordering import choose
from .remembering import find, key_of, recall, store
from .workspace import bind

# Places in Frontier.report.
GROUPS, COMPONENTS, WIDTH, STATES, PROVED, MODELS = range(6)
_WORD = types.int64


@callback(_WORD(_WORD, _WORD, _WORD, types.float64, _WORD, _WORD))
def solve_frontier(table, cols, remaining, odds, probability_at, proof_at):
    """:func:`frontier_probabilities` with addresses for arrays; returns the status."""
    f, p, m = bind(carray(pointer(table), (31,), np.int64))
    n = f.state.size
    probability = carray(pointer(probability_at), (n,), np.float64)
    proof = carray(pointer(proof_at), (n,), np.int8)
    _, groups, status = group(f)
    if status != 0:
        return status
    components = np.int64(split(f, groups))
    f.report[GROUPS] = groups
    f.report[COMPONENTS] = components
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
            return status
    f.report[WIDTH] = width
    f.report[STATES] = states
    free = np.int64(0)
    for i in range(n):
        if f.state[i] == UNKNOWN and f.group_of[i] < 0:
            free += 1
    probability_free, proof_free, models, status = join(f, p, components, free, remaining, odds)
    if status != 0:
        return status
    # From positions in the order to cells, by way of the groups.
    for q in range(groups):
        f.place[f.order[q]] = q
    proved = 0
    for i in range(n):
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
    f.report[PROVED] = proved
    f.report[MODELS] = models
    return 0


@inlined
def frontier_probabilities(f, cols, remaining, odds, probability, proof):
    """Fill in the unknown cells of a propagated frontier; returns (cells proved, status).

    ``remaining``: mines among them, or -1. ``proof`` gets 1 for proved safe, 2 for proved mines. ``f.report``
    has the rest, among it the log of the weight of all models.
    """
    status = call(
        f.addresses[1], f.addresses[0], cols, remaining, odds, probability.ctypes.data, proof.ctypes.data
    )
    return np.int64(f.report[PROVED]), status
