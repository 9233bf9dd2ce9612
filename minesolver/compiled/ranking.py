"""Compiled: what tells close candidates apart beyond their scores, by boosted trees over traits of each.

The trees are fitted to playouts by ``benchmarks/ranking.py``. They see a candidate, what its values would
leave on average, and how it differs from the candidates beside it.
"""

from __future__ import annotations

import math

import numpy as np

from .frontier import CONTRADICTION, DEAD, OPEN, UNKNOWN
from .jit import compiled
from .looking import FEATURES, describe, doubt, least_risks, restore, suppose

OWN = 6  # columns of ``guess``: score, safety, progress, expected safe cells, entropy, flip
TRAITS = OWN + 13 + FEATURES
COMMON = 5  # of the position, alike for all its candidates
_EDGE = 6  # as far from the edge as any


@compiled
def traits(f, b, cols, remaining, odds, models, cell, beside, own, x, out):
    """Describe candidate ``cell`` of position ``b``; ``out``: float64 (TRAITS,), ``own``: its columns of
    ``guess``, ``x``: float64 (FEATURES,), scratch. Returns the status; ``f`` is left changed."""
    n = f.state.size
    rows = n // cols
    row = cell // cols
    col = cell % cols
    down = min(row, rows - 1 - row)
    right = min(col, cols - 1 - col)
    near = dead = left = 0
    for r in range(max(0, row - 2), min(rows, row + 3)):
        for c in range(max(0, col - 2), min(cols, col + 3)):
            near += b.state[r * cols + c] == OPEN
    for a in range(f.degree[cell]):
        dead += b.state[f.around[cell, a]] == DEAD
        left += b.state[f.around[cell, a]] == UNKNOWN
    out[:] = 0.0
    for k in range(OWN):
        out[k] = own[k]
    out[0] = math.log(max(own[0], 1e-6))
    k = OWN
    out[k] = beside
    out[k + 1] = f.degree[cell]
    out[k + 2] = left
    out[k + 3] = near
    out[k + 4] = min(min(down, right), _EDGE)
    out[k + 5] = min(max(down, right), _EDGE)
    for v in range(dead, dead + left + 1):
        restore(f, b)
        rest, after, status = suppose(f, b.probability, b.proof, cols, remaining, odds, cell, np.int64(v))
        if status == CONTRADICTION:
            continue
        if status != 0:
            return status
        chance = math.exp(after - models)
        if v == dead:
            out[k + 6] = chance
        out[k + 7] += chance * chance
        first, second, third = least_risks(f, b.probability, b.proof, cols, True)
        out[k + 8] += chance * first
        out[k + 9] += chance * second
        out[k + 10] += chance * third
        describe(f, b, rest, after, x)
        out[k + 11] += chance * math.log(1.0 + 20.0 * x[11])  # entropy
        out[k + 12] += chance * math.log(1.0 + 10.0 * x[12])  # doubt
        for a in range(FEATURES):
            out[k + 13 + a] += chance * x[a]
    return np.int64(0)


@compiled
def common(f, b, remaining, models, probability, proof, out):
    """Describe position ``b``, which ``f`` is at; ``out``: float64 (COMMON,)."""
    opened = unknown = 0
    for i in range(f.state.size):
        opened += b.state[i] == OPEN
        unknown += b.state[i] == UNKNOWN
    out[0] = models
    out[1] = opened
    out[2] = remaining
    out[3] = unknown
    out[4] = doubt(f, probability, proof)


@compiled
def boosted(trees, x):
    """The sum of all trees. ``trees``: (number, nodes, 4), a node each: the feature, its threshold, where to
    go below or at it, and above; a leaf: -1, its value."""
    total = 0.0
    for t in range(trees.shape[0]):
        at = 0
        while trees[t, at, 0] >= 0.0:
            low = x[int(trees[t, at, 0])] <= trees[t, at, 1]
            at = int(trees[t, at, 2] if low else trees[t, at, 3])
        total += trees[t, at, 1]
    return total


@compiled
def compare(table, number, k, shared, out):
    """What the trees see of candidate ``k`` of ``number``; ``table``: float64 (m, TRAITS), a row each.

    ``out``, float64 (2 * TRAITS + COMMON,): its traits, the same less their mean over the candidates, those
    of the position.
    """
    for t in range(TRAITS):
        mean = 0.0
        for a in range(number):
            mean += table[a, t] / number
        out[t] = table[k, t]
        out[TRAITS + t] = table[k, t] - mean
    for t in range(COMMON):
        out[2 * TRAITS + t] = shared[t]
