"""Compiled: which cell to guess, by policies that look ahead."""

from __future__ import annotations

import math

import numpy as np

from .endgame import list_layouts, play_out, play_region
from .frontier import CONTRADICTION, DEAD, UNKNOWN
from .jit import compiled
from .looking import (
    FEATURES,
    describe,
    doomed,
    doubt,
    keep,
    least_risks,
    restore,
    safe_cells,
    suppose,
)  # fmt: skip
from .opening import rank_of
from .playouts import MOST, SCALE, WIDTH, race
from .ranking import COMMON, OWN, TRAITS, boosted, common, compare, traits
from .solving import COMPONENTS, frontier_probabilities

SAFEST, PSEQ, BLEND, ESTIMATE = 0, 1, 2, 3
# Parameters, in the order of minesolver.policy.policy.Search; layouts as logarithms of their number.
(
    FACTOR, LAYOUTS, NODES, LEAF_LAYOUTS, LEAF_NODES, TREE_CELLS, SLOTS, LIVING, INFLUENCE, SECOND, NEXT,
    BESIDE, OPENING, REGIONS, PLAYOUTS, PLAYOUT_LAYOUTS, THIRD,
    DOUBT, RANKING, TREE_LAYOUTS,
) = range(20)  # fmt: skip
WIDTHS = (FEATURES, 24, 12)
FACTS = 8  # of what ``guess`` says of a candidate
_TIE = 1e-9
_DEAD = 1e-3  # the share of its score that is left to a cell that can tell nothing
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
        first, second, third = least_risks(f, b.probability, b.proof, cols, parameters[LIVING] > 0.0)
        value = 1.0 - first - parameters[SECOND] * (second - first) - parameters[THIRD] * (third - first)
        if parameters[DOUBT] > 0.0:
            value -= parameters[DOUBT] * math.log(1.0 + doubt(f, b.probability, b.proof))
        return value
    if remaining >= 0 and models <= parameters[LEAF_LAYOUTS]:
        if models < 1e-9:
            return 1.0
        if list_layouts(f, e, np.int64(0), np.int64(f.report[COMPONENTS]), remaining, np.int64(1)):
            won, _ = play_out(e, np.int64(parameters[LEAF_NODES]))
            if won >= 0:
                return won / e.totals[0]
    describe(f, b, remaining, models, x)
    return estimate(weights.estimate, x, hidden)


@compiled
def look(f, e, b, cols, remaining, odds, models, cell, kind, parameters, weights, needed, x, hidden, out):
    """What opening ``cell`` brings; ``f`` is left at one of the positions looked at.

    ``out``: float64 (9, 3) gets for each value its chance, the cells then proved safe, and the value of the
    position. Returns (value, chance of a safe cell, expected safe cells, entropy of the value in nats,
    chance of the least value, status). ``needed``: float64 (2,), gives up where the value cannot be more than
    the first; and the safety of the cell.
    """
    score = progress = expected = entropy = opening = 0.0
    values = 0
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
            return 0.0, 0.0, 0.0, 0.0, 0.0, status
        chance = math.exp(own - models)
        safe = safe_cells(f, b.proof)
        if v == dead:
            opening = chance
        out[v, 0] = chance
        out[v, 1] = safe
        values += 1
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
    if values == 1 and parameters[LIVING] > 0.0:
        score *= _DEAD
    return score, progress, expected, entropy, opening, 0


@compiled
def _close(out, number, top, close, scores):
    """The candidates with a score close to the ``top``, best first, and their scores; returns how many."""
    taken = 0
    for a in range(number):
        if out[a, 0] < (1.0 - WIDTH) * top:
            continue
        at = min(taken, MOST - 1)
        if taken < MOST:
            taken += 1
        elif out[a, 0] <= scores[at]:
            continue
        while at > 0 and scores[at - 1] < out[a, 0]:
            close[at], scores[at] = close[at - 1], scores[at - 1]
            at -= 1
        close[at], scores[at] = a, out[a, 0]
    return taken


@compiled
def _ranked(
    f, b, cols, remaining, odds, models, probability, beside, cells, close, number, share, trees, x, out
):  # fmt: skip
    """Correct the scores of the close candidates by what the trees see of them; returns the status."""
    table = np.empty((number, TRAITS))
    shared = np.empty(COMMON)
    seen = np.empty(2 * TRAITS + COMMON)
    restore(f, b)
    _, status = frontier_probabilities(f, cols, remaining, odds, probability, b.proof)
    if status != 0:
        return status
    common(f, b, remaining, models, probability, b.proof, shared)
    for k in range(number):
        cell = np.int64(cells[close[k]])
        status = traits(
            f, b, cols, remaining, odds, models, cell, beside[cell], out[close[k], :OWN], x, table[k]
        )  # fmt: skip
        if status != 0:
            return status
    for k in range(number):
        compare(table, number, k, shared, seen)
        out[close[k], 7] = math.exp(share * boosted(trees, seen) / SCALE)
        out[close[k], 0] *= out[close[k], 7]
    return status


@compiled
def _closest(f, e, b, cols, remaining, cells, close, number, probability, parameters, scores, out, best):
    """The best of the close candidates, by playouts; their scores change."""
    own = np.empty(MOST, np.int64)
    won = np.empty(MOST)
    for k in range(number):
        own[k] = cells[close[k]]
    leader, status = race(
        f, e, b, cols, remaining, own, number, probability, scores, won, np.int64(parameters[PLAYOUTS])
    )  # fmt: skip
    if status != 0:
        return best
    for k in range(number):
        out[close[k], 0] = scores[k]
        out[close[k], 6] = max(0.0, won[k])
    return own[leader]


@compiled
def guess(
    f, e, b, cols, remaining, odds, models, probability, kind, parameters, weights, scratch, out, details
):
    """The cell to guess where none is proved safe; (cell, number of candidates), 0 candidates where a game
    tree decided, -1 where a position that was looked at did not fit. ``f`` comes back as it was.

    Must follow the analysis of the position. ``scratch``: int64 (n,) gets the candidates; ``out``: float64
    (n, FACTS), a row each: score, safety, chance of a safe cell, expected safe cells, entropy, chance that
    the cell is a mine in a coin flip, games won by playouts (a share, or -1), what the trees multiplied the
    score by; ``details``: float64 (rows, 9, 3),
    what each value brings, see ``look``; what comes last stays where rows are too few.
    """
    x = np.empty(FEATURES)
    hidden = np.empty(_H1 + _H2)
    needed = np.zeros(2)
    keep(f, b)
    few = kind >= BLEND and remaining >= 0 and models <= parameters[LAYOUTS]
    if few and list_layouts(f, e, np.int64(0), np.int64(f.report[COMPONENTS]), remaining, np.int64(1)):
        won, place = play_out(e, np.int64(parameters[NODES]))
        if won >= 0:
            scratch[0] = e.cells[place]
            return np.int64(e.cells[place]), 0
    if kind == BLEND and parameters[REGIONS] > 0.0:
        _, place = play_region(f, e, np.int64(f.report[COMPONENTS]), np.int64(parameters[NODES]))
        if place >= 0:
            scratch[0] = e.cells[place]
            return np.int64(e.cells[place]), 0
    n = f.state.size
    risk = np.empty(n)
    beside = np.empty(n, np.int8)
    for i in range(n):
        risk[i] = 0.0
        beside[i] = f.group_of[i] >= 0
    if kind == BLEND and parameters[INFLUENCE] > 0.0:
        doomed(f, b, cols, remaining, odds, models, probability, risk)
        restore(f, b)
        frontier_probabilities(f, cols, remaining, odds, b.probability, b.proof)  # the groups, for candidates
    for i in range(n):
        risk[i] = probability[i] - parameters[INFLUENCE] * risk[i]
    ahead = parameters[NEXT] if kind == BLEND else 1.0
    extra = max(parameters[BESIDE], parameters[OPENING]) if kind == BLEND else 0.0
    number = candidates(f, risk, 1.0 if kind == PSEQ else parameters[FACTOR], scratch)
    ranked = kind == BLEND and remaining >= 0 and parameters[RANKING] > 0.0
    raced = kind == BLEND and remaining >= 0 and parameters[PLAYOUTS] > 0.0
    raced = raced and models <= parameters[PLAYOUT_LAYOUTS]
    reach = 1.0 - WIDTH if ranked or raced else 1.0  # as a share of the best score
    best = np.int64(scratch[0])
    patient = details.shape[0] > 1  # for show: no candidate is given up
    if number == 1 and not patient:
        return best, number
    top = -1.0
    top_safe = top_expected = top_entropy = -1.0
    begun = 0
    while True:
        for a in range(begun, number):
            cell = np.int64(scratch[a])
            safety = 1.0 - probability[cell]
            bound = (1.0 - risk[cell]) * (1.0 + extra)
            if kind >= BLEND and bound <= reach * top and not patient:
                number = a
                break
            if kind == PSEQ:
                needed[0] = -1.0 if patient else top_safe - 2.0 * _TIE
            else:
                needed[0] = -1.0 if patient or top <= 0.0 else safety * (reach * top / bound) ** (1.0 / ahead)
            needed[1] = safety
            score, progress, expected, entropy, opening, status = look(
                f, e, b, cols, remaining, odds, models, cell, kind, parameters, weights, needed, x, hidden,
                details[a % details.shape[0]],
            )  # fmt: skip
            if status != 0:
                restore(f, b)
                return best, -1
            if kind == BLEND:
                score = (1.0 - risk[cell]) * (score / safety) ** ahead
                score *= 1.0 + (
                    parameters[BESIDE] if beside[cell] else parameters[OPENING] * opening / safety
                )
            out[a, 0] = score
            out[a, 1] = safety
            out[a, 2] = progress
            out[a, 3] = expected
            out[a, 4] = entropy
            out[a, 5] = (probability[cell] - risk[cell]) / max(parameters[INFLUENCE], 1e-9)
            out[a, 6] = -1.0
            out[a, 7] = 1.0
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
        if kind == PSEQ or top > _DEAD or begun > 0 or parameters[LIVING] <= 0.0:
            break
        # None of them can tell anything: a riskier one that can goes first, these are as good later.
        restore(f, b)
        frontier_probabilities(f, cols, remaining, odds, b.probability, b.proof)
        begun = number
        number = candidates(f, risk, 0.0, scratch)
        if number == begun:
            break
    if (ranked or raced) and top > _DEAD:
        close = np.empty(MOST, np.int64)
        scores = np.empty(MOST)
        taken = _close(out, number, top, close, scores)
        if ranked and taken > 1:
            status = _ranked(
                f, b, cols, remaining, odds, models, probability, beside, scratch, close, taken,
                parameters[RANKING], weights.ranking, x, out,
            )  # fmt: skip
            for k in range(taken):
                top = max(top, out[close[k], 0])
            taken = _close(out, number, top, close, scores)
            best = np.int64(scratch[close[0]])
        if raced and taken > 1:
            best = _closest(
                f, e, b, cols, remaining, scratch, close, taken, probability, parameters, scores, out, best
            )  # fmt: skip
    restore(f, b)
    return best, number
