"""Compiled: which cell to guess, by policies that look ahead."""

from __future__ import annotations

import math

import numpy as np

from .endgame import list_layouts, play_out
from .frontier import CONTRADICTION, DEAD, UNKNOWN
from .jit import compiled
from .looking import FEATURES, describe, keep, least_risks, restore, suppose
from .solving import COMPONENTS, GROUPS

SAFEST, PSEQ, BLEND, ESTIMATE = 0, 1, 2, 3
# Parameters, in the order of minesolver.policy.policy.Search; layouts as logarithms of their number.
FACTOR, LAYOUTS, NODES, LEAF_LAYOUTS, LEAF_NODES, TREE_CELLS, SLOTS, TREE_LAYOUTS = range(8)
WIDTHS = (FEATURES, 24, 12)
_TIE = 1e-9
_H1, _H2 = WIDTHS[1], WIDTHS[2]


@compiled
def estimate(weights, x, hidden):
    """The estimated winning chance: a network with two hidden layers of rectified units."""
    at = 0
    for j in range(_H1):
        total = weights[at + FEATURES]
        for i in range(FEATURES):
            total += weights[at + i] * x[i]
        hidden[j] = max(0.0, total)
        at += FEATURES + 1
    for j in range(_H2):
        total = weights[at + _H1]
        for i in range(_H1):
            total += weights[at + i] * hidden[i]
        hidden[_H1 + j] = max(0.0, total)
        at += _H1 + 1
    total = weights[at + _H2]
    for i in range(_H2):
        total += weights[at + i] * hidden[_H1 + i]
    return 1.0 / (1.0 + math.exp(-total))


@compiled
def rank_of(f, cell):
    """Among equals, as ``Analysis.best``: beside a clue, few neighbours, few of them hidden."""
    hidden = 0
    for a in range(f.degree[cell]):
        hidden += f.state[f.around[cell, a]] != 3
    return (100 if hidden == f.degree[cell] else 0) + 10 * f.degree[cell] + hidden


@compiled
def remote(f, cell):
    """Whether the cell and all around it are unknown and away from the clues."""
    if f.group_of[cell] >= 0:
        return False
    for a in range(f.degree[cell]):
        j = f.around[cell, a]
        if f.state[j] != UNKNOWN or f.group_of[j] >= 0:
            return False
    return True


@compiled
def candidates(f, probability, factor, cells):
    """Unknown cells with at least ``factor`` times the best safety, safest first; returns their number.

    Of cells that are alike whatever happens (all around unknown, away from the clues), one of each degree.
    """
    n = f.state.size
    least = 2.0
    for i in range(n):
        if f.state[i] == UNKNOWN:
            least = min(least, probability[i])
    border = 1.0 - factor * (1.0 - least) + _TIE
    number = 0
    seen = 0
    for i in range(n):
        if f.state[i] != UNKNOWN or probability[i] > border or probability[i] >= 1.0:
            continue
        if remote(f, i):
            if seen & (1 << f.degree[i]):
                continue
            seen |= 1 << f.degree[i]
        cells[number] = i
        number += 1
    for a in range(1, number):
        i = cells[a]
        at = a
        while at > 0:
            j = cells[at - 1]
            if probability[j] < probability[i] - _TIE or (
                probability[j] <= probability[i] + _TIE and rank_of(f, j) <= rank_of(f, i)
            ):
                break
            cells[at] = j
            at -= 1
        cells[at] = i
    return number


@compiled
def leaf(f, e, b, cols, remaining, models, kind, parameters, weights, x, hidden):
    """The value of a position that is looked at."""
    if kind == BLEND:
        safe, first, second = least_risks(f, b.probability, b.proof)
        if safe or first >= 1.0:
            return 1.0
        return (4.0 * (1.0 - first) + (1.0 - second)) / 5.0
    if remaining >= 0 and models <= parameters[LEAF_LAYOUTS]:
        if models < 1e-9:
            return 1.0
        if list_layouts(f, e, np.int64(f.report[GROUPS]), np.int64(f.report[COMPONENTS]), remaining):
            won, _ = play_out(e, np.int64(parameters[LEAF_NODES]))
            if won >= 0:
                return won / e.totals[0]
    describe(f, b, remaining, models, x)
    return estimate(weights, x, hidden)


@compiled
def look(f, e, b, cols, remaining, odds, models, cell, kind, parameters, weights, needed, x, hidden, out):
    """What opening ``cell`` brings; ``f`` is left at one of the positions looked at.

    ``out``: float64 (9, 3) gets for each value its chance, the cells then proved safe, and the value of the
    position. Returns (score, chance of a safe cell, expected safe cells, entropy of the value in nats,
    status).
    """
    score = progress = expected = entropy = 0.0
    for v in range(9):
        out[v, 0] = 0.0
    dead = left = 0
    for a in range(f.degree[cell]):
        dead += b.state[f.around[cell, a]] == DEAD
        left += b.state[f.around[cell, a]] == UNKNOWN
    rest = 2.0
    for v in range(dead, dead + left + 1):
        restore(f, b)
        mines, own, status = suppose(f, b.probability, b.proof, cols, remaining, odds, cell, np.int64(v))
        if status == CONTRADICTION:
            continue
        if status != 0:
            return 0.0, 0.0, 0.0, 0.0, status
        chance = math.exp(own - models)
        safe, _, _ = least_risks(f, b.probability, b.proof)
        out[v, 0] = chance
        out[v, 1] = safe
        if safe:
            progress += chance
            expected += chance * safe
        if chance > 0.0:
            entropy -= chance * math.log(chance)
        if rest > 1.0:
            rest = needed[1]
        rest -= chance
        if kind >= BLEND:
            value = leaf(f, e, b, cols, mines, own, kind, parameters, weights, x, hidden)
            out[v, 2] = value
            score += chance * value
            if score + rest <= needed[0]:
                break
        elif progress + rest < needed[0]:
            break
    return score, progress, expected, entropy, 0


@compiled
def guess(
    f, e, b, cols, remaining, odds, models, probability, kind, parameters, weights, scratch, out, details
):
    """The cell to guess where none is proved safe; (cell, number of candidates), 0 candidates where the game
    tree decided, -1 where a position that was looked at did not fit. ``f`` comes back as it was.

    Must follow the analysis of the position. ``scratch``: int64 (n,) gets the candidates; ``out``: float64
    (n, 5), a row each: score, safety, chance of a safe cell, expected safe cells, entropy; ``details``:
    float64 (rows, 9, 3), what each value brings, see ``look``; what comes last stays where rows are too few.
    """
    x = np.empty(FEATURES)
    hidden = np.empty(_H1 + _H2)
    needed = np.zeros(2)
    keep(f, b)
    few = kind >= BLEND and remaining >= 0 and models <= parameters[LAYOUTS]
    if few and list_layouts(f, e, np.int64(f.report[GROUPS]), np.int64(f.report[COMPONENTS]), remaining):
        won, place = play_out(e, np.int64(parameters[NODES]))
        if won >= 0:
            scratch[0] = e.cells[place]
            return np.int64(e.cells[place]), 0
    number = candidates(f, probability, 1.0 if kind == PSEQ else parameters[FACTOR], scratch)
    best = np.int64(scratch[0])
    patient = details.shape[0] > 1  # for show: no candidate is given up
    if number == 1 and not patient:
        return best, number
    top = -1.0
    top_safe = top_expected = top_entropy = -1.0
    for a in range(number):
        cell = np.int64(scratch[a])
        safety = 1.0 - probability[cell]
        needed[0] = -1.0 if patient else (top_safe - 2.0 * _TIE if kind == PSEQ else top)
        needed[1] = safety
        if kind >= BLEND and safety <= top and not patient:
            number = a
            break
        score, progress, expected, entropy, status = look(
            f, e, b, cols, remaining, odds, models, cell, kind, parameters, weights, needed, x, hidden,
            details[a % details.shape[0]],
        )  # fmt: skip
        if status != 0:
            restore(f, b)
            return best, -1
        out[a, 0] = score
        out[a, 1] = safety
        out[a, 2] = progress
        out[a, 3] = expected
        out[a, 4] = entropy
        if kind == PSEQ:
            better = progress > top_safe + _TIE or (
                progress > top_safe - _TIE
                and (
                    expected > top_expected + _TIE
                    or (expected > top_expected - _TIE and entropy > top_entropy + _TIE)
                )
            )
        else:
            better = score > top + _TIE
        if better:
            best = cell
            top = score
            top_safe, top_expected, top_entropy = progress, expected, entropy
    restore(f, b)
    return best, number
