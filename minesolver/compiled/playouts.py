"""Compiled: close candidates told apart by playing on from each, on the same layouts drawn at random.

After each guess of a playout the chance to have survived it is known, so its luck is taken out of the result
(a martingale control variate, as in AIVAT, Burch et al. 2018); a playout ends where a small game tree takes
over. Its guesses are the safest cell: a hundred times as quick as looking ahead, and of a pair of candidates
it tells much the same.
"""

from __future__ import annotations

import math

import numpy as np

from .endgame import list_layouts, play_out
from .frontier import DEAD, LIMIT, OPEN, UNKNOWN, propagate, settle
from .jit import compiled
from .looking import restore
from .opening import GUESS, OPENED, PROVED_MINES, UNFINISHED, WON, proceed, safest
from .solving import COMPONENTS, MODELS, frontier_probabilities
from .splitmix import below, chance, mix

MOST = 6  # candidates
WIDTH = 0.06  # how far below the best score, as a share of it
_BATCH = 16  # layouts between two looks at how it stands
_WORTH = 0.57  # of a guess survived, in games: near the winning chance there
_PRIOR = 70.0  # the scores count as much as so many playouts
SCALE = 0.75  # points of winning chance, as a share of it, for a point of score
_VARIANCE = 0.034  # of the difference between two playouts on the same layout
_SURE = 1.4  # standard deviations behind the best: no longer in the race
_TREE = math.log(25.5)  # layouts that the game tree takes over
_NODES = 4_000


@compiled
def key_of_position(f):
    """Where the random numbers of a position start: the same position is always played out alike."""
    key = np.uint64(f.state.size)
    for i in range(f.state.size):
        word = np.uint64(f.state[i])
        if f.state[i] == OPEN:
            word |= np.uint64(f.need[i]) << np.uint64(8)
        key = mix(key ^ (word << np.uint64(32)) ^ np.uint64(i))
    return key


@compiled
def draw(f, b, cols, remaining, probability, proof, state):
    """Lay the mines of a layout of position ``b``, each equally likely; (state of the stream, status).

    One frontier cell after another by its probability given those before, then the rest.
    """
    n = f.state.size
    restore(f, b)
    _, status = frontier_probabilities(f, cols, remaining, 1.0, probability, proof)
    first = 0
    while status == 0:
        while first < n and (f.state[first] != UNKNOWN or f.group_of[first] < 0):
            first += 1
        if first == n:
            break
        state, luck = chance(state)
        mine = np.int64(proof[first] == 2 or (proof[first] == 0 and luck < probability[first]))
        size, status = settle(f, np.int64(first), mine, np.int64(0))
        if status != 0:
            break
        _, more, status = propagate(f, size, np.int64(0))
        if status != 0:
            break
        remaining -= mine + more
        _, status = frontier_probabilities(f, cols, np.int64(remaining), 1.0, probability, proof)
    if status != 0:
        return state, status
    free = 0
    for i in range(n):
        f.layout[i] = f.state[i] == DEAD
        if f.state[i] == UNKNOWN:
            f.deck[free] = i
            free += 1
    for a in range(remaining):
        state, other = below(state, free - a)
        other += a
        f.deck[a], f.deck[other] = f.deck[other], f.deck[a]
        f.layout[f.deck[a]] = 1
    return state, 0


@compiled
def play_on(f, e, cols, mines, cell, risk, counts, probability, proof):
    """Open ``cell``, a mine with the chance ``risk``, and play to the end; (result with the luck out, whether
    it came to one)."""
    result = 0.0
    while True:
        result -= _WORTH * (risk - f.layout[cell])
        for i in range(f.state.size):
            f.clue_of[i] = -1
        outcome = np.int64(proceed(f, cols, mines, cell, counts, probability, proof))
        if outcome != GUESS:
            return result + (outcome == WON), outcome != UNFINISHED
        if f.report[MODELS] <= _TREE:
            remaining = np.int64(mines - counts[PROVED_MINES])
            if list_layouts(f, e, np.int64(0), np.int64(f.report[COMPONENTS]), remaining, np.int64(1)):
                won, _ = play_out(e, np.int64(_NODES))
                if won >= 0:
                    return result + won / e.totals[0], True
        cell = np.int64(safest(f, probability))
        risk = probability[cell]


@compiled
def race(f, e, b, cols, remaining, cells, number, probability, scores, won, most):
    """Which of the first ``number`` of ``cells`` wins most often, by playouts on at most ``most`` layouts.

    ``scores``, float64 (number,), the best first: what they are worth as far as one knows. They come back as
    the greatest of them, less what each is behind; ``won``, float64 (number,), gets the share of games won.
    Those that are out of the race are not played out any more. ``probability`` is of position ``b``. Returns
    (the place of the best, status); ``f`` is left changed: to be restored.
    """
    n = f.state.size
    known = opened = 0
    for i in range(n):
        known += b.state[i] == DEAD
        opened += b.state[i] == OPEN
    mines = np.int64(remaining + known)
    counts = np.zeros(3, np.int64)
    own = np.empty(n)
    proof = np.empty(n, np.int8)
    hidden = np.empty(n, np.int8)  # the mines of the game that is on
    for i in range(n):
        hidden[i] = f.layout[i]
    total = np.zeros(number)
    behind = np.zeros(number)
    racing = np.ones(number, np.int8)
    left = number
    leader = 0
    mean = 1.0
    layouts = 0
    restore(f, b)
    state = key_of_position(f)
    status = np.int64(0)
    while layouts < most and left > 1 and status == 0:
        for _ in range(_BATCH):
            state, status = draw(f, b, cols, remaining, own, proof, state)
            for a in range(number):
                if status != 0:
                    break
                if racing[a]:
                    restore(f, b)
                    counts[:] = 0
                    counts[OPENED] = opened
                    counts[PROVED_MINES] = known
                    cell = np.int64(cells[a])
                    result, ended = play_on(f, e, cols, mines, cell, probability[cell], counts, own, proof)
                    total[a] += result
                    if not ended:
                        status = np.int64(LIMIT)
        layouts += _BATCH
        mean = 0.0
        for a in range(number):
            if racing[a]:
                mean += total[a] / (layouts * left)
        mean = max(mean, 0.02)
        share = layouts / (layouts + _PRIOR)
        top = -2.0
        for a in range(number):
            if racing[a]:
                before = SCALE * mean * math.log(scores[a] / scores[0])
                won[a] = total[a] / layouts
                behind[a] = (1.0 - share) * before + share * won[a]
                if behind[a] > top:
                    top = behind[a]
                    leader = a
        for a in range(number):
            if racing[a]:
                behind[a] = top - behind[a]
                if behind[a] > _SURE * share * math.sqrt(_VARIANCE / layouts):
                    racing[a] = 0
                    left -= 1
    for i in range(n):
        f.layout[i] = hidden[i]
    if status == 0:
        for a in range(number - 1, -1, -1):
            scores[a] = scores[0] * math.exp(-behind[a] / (SCALE * mean))
    return leader, status
