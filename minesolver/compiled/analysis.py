"""Compiled: positions from grid to probabilities."""

from __future__ import annotations

import numpy as np

from .frontier import CONTRADICTION, LIMIT, SAFE, enqueue_all, load, propagate
from .jit import entry
from .solving import COMPONENTS, STATES, WIDTH, frontier_probabilities
from .workspace import bind_frontier


@entry
def analyze(table, cols, grids, mines, odds, probability, proof, report):
    """Positions of one shape, each a row of board codes in ``grids``, int8 (m, n).

    ``mines``: int64 (m,) on the board, or -1 with the prior ``odds`` p / (1 - p) of each hidden cell. Writes
    ``probability`` float64 (m, n), ``proof`` int8 (m, n; 1 safe, 2 mine) and ``report`` int64 (m, 4):
    components, width, states, status. Only rows whose status is LIMIT are looked at.
    """
    f = bind_frontier(table)
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
        _, status = frontier_probabilities(f, cols, remaining, odds[row], probability[row], proof[row])
        report[row, 0] = np.int64(f.report[COMPONENTS])
        report[row, 1] = np.int64(f.report[WIDTH])
        report[row, 2] = np.int64(f.report[STATES])
        report[row, 3] = status
