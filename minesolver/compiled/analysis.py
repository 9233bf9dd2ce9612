"""Compiled: positions from grid to probabilities."""

from __future__ import annotations

import numpy as np

from .frontier import CONTRADICTION, LIMIT, SAFE, enqueue_all, load, propagate
from .jit import entry, inlined
from .solving import COMPONENTS, STATES, WIDTH, frontier_probabilities
from .workspace import bind_frontier


@inlined
def _position(f, cols, grid, mines, odds, probability, proof):
    """One position, flat; (components, width, states, status)."""
    known, hidden, status = load(f, grid)
    if status != 0:
        return 0, 0, 0, CONTRADICTION
    size = enqueue_all(f)
    found, settled, status = propagate(f, np.int64(size), np.int64(0))
    if status != 0:
        return 0, 0, 0, CONTRADICTION
    for i in range(grid.size):
        proof[i] = 0
        probability[i] = 1.0 if grid[i] == 10 else 0.0
    for a in range(found):
        i = f.found[a]
        proof[i] = 1 if f.state[i] == SAFE else 2
        probability[i] = 0.0 if f.state[i] == SAFE else 1.0
    remaining = np.int64(-1)
    if mines >= 0:
        remaining = np.int64(mines - known - settled)
        if remaining < 0 or remaining > hidden - found:
            return 0, 0, 0, CONTRADICTION
    _, status = frontier_probabilities(f, cols, remaining, odds, probability, proof)
    return f.report[COMPONENTS], f.report[WIDTH], f.report[STATES], status


@entry
def analyze(table, grids, mines, odds, probability, proof, report):
    """Positions of one shape, board codes int8 (m, rows, cols).

    ``mines``: int64 (m,) on the board, or -1 with the prior ``odds`` p / (1 - p) of each hidden cell. Writes
    ``probability`` float64 and ``proof`` int8 (1 safe, 2 mine), both (m, rows, cols), and ``report`` int64
    (m, 4): components, width, states, status. Only rows whose status is LIMIT are looked at.
    """
    f = bind_frontier(table)
    cols = np.int64(grids.shape[2])
    for row in range(grids.shape[0]):
        if report[row, 3] == LIMIT:
            components, width, states, status = _position(
                f, cols, grids[row].ravel(), mines[row], odds[row],
                probability[row].ravel(), proof[row].ravel(),
            )  # fmt: skip
            report[row, 0] = np.int64(components)
            report[row, 1] = np.int64(width)
            report[row, 2] = np.int64(states)
            report[row, 3] = status


@entry
def analyze_one(table, grid, mines, odds, probability, proof):
    """One position, all arrays (rows, cols), otherwise as above; returns what a row of ``report`` is."""
    f = bind_frontier(table)
    cols = np.int64(grid.shape[1])
    components, width, states, status = _position(
        f, cols, grid.ravel(), mines, odds, probability.ravel(), proof.ravel()
    )
    return np.int64(components), np.int64(width), np.int64(states), np.int64(status)
