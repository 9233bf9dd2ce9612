"""Compiled: the candidates of one position with what speaks for them, and game trees over given layouts."""

from __future__ import annotations

import numpy as np

from .choosing import BLEND, ESTIMATE, FACTS, LAYOUTS, NODES, REGIONS, SLOTS, TREE_CELLS, TREE_LAYOUTS, guess
from .endgame import begin, list_layouts, play_out, play_region, tree, wins, wins_opening
from .frontier import LIMIT, SAFE, UNKNOWN, enqueue_all, load, propagate, settle
from .jit import entry
from .looking import position
from .solving import COMPONENTS, MODELS, frontier_probabilities
from .workspace import bind_frontier

PROVED, TREE, LOOKED, REFUSED, REGION = 0, 1, 2, 3, 4


@entry
def advise(table, cols, grid, mines, odds, kind, parameters, weights, cells, out, details, won):
    """What the policy makes of a position; returns (how it was settled, candidates, status of the analysis).

    ``grid``: int8 (n,) codes. ``mines`` on the board, or -1 with the prior ``odds``. Writes ``cells`` int64
    (n,): the candidates; ``out`` float64 (n, FACTS + 1) and ``details`` float64 (n, 9, 3) as ``guess``, and
    last the estimated winning chance where there are weights; ``won`` int64 (3,): by the game tree, layouts
    that the best play wins, and layouts; the chosen cell.
    """
    f = bind_frontier(table)
    n = f.state.size
    known, _, status = load(f, grid)
    if status != 0:
        return PROVED, 0, status
    size = enqueue_all(f)
    _, settled, status = propagate(f, np.int64(size), np.int64(0))
    if status != 0:
        return PROVED, 0, status
    b = position(f, cols)
    probability = np.zeros(n)
    proof = np.zeros(n, np.int8)
    remaining = np.int64(-1)
    if mines >= 0:
        remaining = np.int64(mines - known - settled)
    models = 0.0
    proved = np.int64(1)
    while proved:  # with the proved mines taken out, the position is the one that a game comes to
        for i in range(n):
            if f.state[i] == SAFE:
                return PROVED, 0, 0
        proved, status = frontier_probabilities(f, cols, remaining, odds, probability, proof)
        if status != 0:
            return PROVED, 0, status
        models = f.report[MODELS]
        size = np.int64(0)
        for i in range(n):
            if f.state[i] == UNKNOWN and proof[i] > 0:
                size, _ = settle(f, np.int64(i), np.int64(proof[i] == 2), size)
                if remaining >= 0:
                    remaining -= np.int64(proof[i] == 2)
        if proved:
            _, settled, _ = propagate(f, size, np.int64(0))
            if remaining >= 0:
                remaining -= settled
    unknown = 0
    for i in range(n):
        unknown += f.state[i] == UNKNOWN
    if unknown == 0:
        return PROVED, 0, 0
    e = tree(
        n, np.int64(parameters[TREE_LAYOUTS]), np.int64(parameters[TREE_CELLS]), np.int64(parameters[SLOTS]),
        np.empty((0, 0), np.int32),
    )  # fmt: skip
    few = kind >= BLEND and remaining >= 0 and models <= parameters[LAYOUTS]
    total = place = np.int64(-1)
    how = TREE
    if few and list_layouts(f, e, np.int64(0), np.int64(f.report[COMPONENTS]), remaining, np.int64(1)):
        total, place = play_out(e, np.int64(parameters[NODES]))
    if place < 0 and kind == BLEND and parameters[REGIONS] > 0.0:
        how = REGION
        total, place = play_region(f, e, np.int64(f.report[COMPONENTS]), np.int64(parameters[NODES]))
    if place >= 0:
        won[0], won[1], won[2] = total, e.totals[0], e.cells[place]
        cells[0] = e.cells[place]
        out[0, 0] = total
        out[0, 1] = 1.0 - probability[e.cells[place]]
        number = np.int64(1)
        begin(e, 10 * np.int64(parameters[NODES]))
        for u in range(e.totals[1]):
            i = e.cells[u]
            if u == place or probability[i] >= 1.0:
                continue
            own = wins_opening(e, np.int64(u), np.int64(-1))
            if own < 0:
                break
            out[number, 0] = own
            out[number, 1] = 1.0 - probability[i]
            cells[number] = i
            number += 1
        return how, number, 0
    best, number = guess(
        f, e, b, cols, remaining, odds, models, probability, kind, parameters, weights, cells, out,
        np.empty((1, 9, 3)),
    )  # fmt: skip
    # Once more for show; each time from the analysis of the position itself.
    if number >= 0:
        frontier_probabilities(f, cols, remaining, odds, probability, proof)
        _, number = guess(
            f, e, b, cols, remaining, odds, models, probability, kind, parameters, weights, cells, out,
            details,
        )  # fmt: skip
    if number > 0 and weights.estimate.size > 1 and remaining >= 0:
        estimates = np.zeros(out.shape)
        others = np.empty(n, np.int64)  # in an order of their own
        frontier_probabilities(f, cols, remaining, odds, probability, proof)
        _, estimated = guess(
            f, e, b, cols, remaining, odds, models, probability, ESTIMATE, parameters, weights, others,
            estimates, np.empty((n, 9, 3)),
        )  # fmt: skip
        for a in range(number):
            for c in range(estimated):
                if others[c] == cells[a]:
                    out[a, FACTS] = estimates[c, 0]
    if number < 0:
        return REFUSED, 0, LIMIT
    won[2] = best
    return LOOKED, number, 0


@entry
def play_layouts(shown, images, first, nodes, slots, least, result):
    """Layouts that the best play wins, out of all, opening cell ``first`` first (-1: the best one).

    ``shown``: int8 (layouts, cells), 9 a mine; ``images``: see ``Tree``. Writes ``result`` int64 (3,):
    layouts won, or -1 where nodes ran out, or a bound up to ``least``; the best first cell, or -1; nodes.
    """
    layouts, cells = shown.shape
    e = tree(1, layouts, cells, slots, images)
    for s in range(layouts):
        e.which[s] = s
        for u in range(cells):
            e.shown[s, u] = shown[s, u]
    e.totals[0] = layouts
    e.totals[1] = cells
    begin(e, nodes)
    if first >= 0:
        result[0] = wins_opening(e, first, least)
    else:
        result[0] = wins(e, np.int64(0), np.int64(layouts), least)
    result[1] = e.totals[5]
    result[2] = e.totals[2]
