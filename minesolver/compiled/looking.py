"""Compiled: what a position would be after one more cell, from exact probabilities; and features of it."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from .frontier import CONTRADICTION, DEAD, OPEN, SAFE, UNKNOWN, propagate, settle
from .jit import compiled
from .solving import MODELS, frontier_probabilities
from .workspace import Array

FEATURES = 20
_RARE = 0.002  # coin flips less likely than this are not counted


class Position(NamedTuple):
    """A copy of what is known, to come back to, with room for the analysis of what is looked at."""

    state: Array  # int8 (n,)
    need: Array  # int32 (n,)
    left: Array
    probability: Array  # float64 (n,)
    proof: Array  # int8 (n,)
    partner: Array  # int32 (n, 2): the cell to the right, the cell below; -1 where there is none
    outside: Array  # int32 (n, 2, 6): cells that touch only one of a cell and its partner; then -1


@compiled
def position(f, cols):
    n = f.state.size
    partner = np.full((n, 2), -1, np.int32)
    outside = np.full((n, 2, 6), -1, np.int32)
    for i in range(n):
        for kind in range(2):
            j = i + 1 if kind == 0 else i + cols
            if j >= n or (kind == 0 and j % cols == 0):
                continue
            partner[i, kind] = j
            number = 0
            for side in range(2):
                one, other = (i, j) if side == 0 else (j, i)
                for a in range(f.degree[one]):
                    k = f.around[one, a]
                    touches = k == other
                    for c in range(f.degree[other]):
                        touches |= f.around[other, c] == k
                    if not touches:
                        outside[i, kind, number] = k
                        number += 1
    return Position(
        np.empty(n, np.int8), np.empty(n, np.int32), np.empty(n, np.int32), np.empty(n), np.empty(n, np.int8),
        partner, outside,
    )  # fmt: skip


@compiled
def keep(f, b):
    for i in range(f.state.size):
        b.state[i] = f.state[i]
        b.need[i] = f.need[i]
        b.left[i] = f.left[i]


@compiled
def restore(f, b):
    for i in range(f.state.size):
        f.state[i] = b.state[i]
        f.need[i] = b.need[i]
        f.left[i] = b.left[i]
        f.queued[i] = 0


@compiled
def suppose(f, probability, proof, cols, remaining, odds, cell, value):
    """Open an unknown cell that shows ``value``, with all that follows by deduction.

    Returns (mines that remain among the unknown cells, log of the weight of the models, status); the
    frontier has the new position, ``probability`` and ``proof`` its unknown cells.
    """
    f.state[cell] = OPEN
    dead = left = size = 0
    for a in range(f.degree[cell]):
        j = f.around[cell, a]
        if f.state[j] == DEAD:
            dead += 1
        elif f.state[j] == UNKNOWN:
            left += 1
        elif f.state[j] == OPEN:
            f.left[j] -= 1
            if f.need[j] > f.left[j]:
                return remaining, 0.0, CONTRADICTION
            if f.left[j] > 0 and (f.need[j] == 0 or f.need[j] == f.left[j]) and f.queued[j] == 0:
                f.queued[j] = 1
                f.agenda[size] = j
                size += 1
    f.need[cell] = value - dead
    f.left[cell] = left
    if f.need[cell] < 0 or f.need[cell] > left:
        return remaining, 0.0, CONTRADICTION
    if left > 0 and (f.need[cell] == 0 or f.need[cell] == left):
        f.queued[cell] = 1
        f.agenda[size] = cell
        size += 1
    _, mines, status = propagate(f, np.int64(size), np.int64(0))
    if status != 0:
        return remaining, 0.0, status
    if remaining >= 0:
        remaining -= mines
        if remaining < 0:
            return remaining, 0.0, CONTRADICTION
    _, status = frontier_probabilities(f, cols, remaining, odds, probability, proof)
    models = f.report[MODELS]
    if remaining < 0 and mines > 0:  # the weight of the mines by the prior
        models += mines * math.log(odds)
    return remaining, models, status


@compiled
def _beside(one, other, cols):
    return abs(one // cols - other // cols) <= 1 and abs(one % cols - other % cols) <= 1


@compiled
def living(f, proof, cols, cell):
    """Whether opening ``cell`` can tell anything, as far as the clues around it show.

    It cannot where no cell around it is in doubt, or where these are just those of one clue: then what it
    would show is known, if it is no mine.
    """
    doubtful = 0
    last = -1
    for a in range(f.degree[cell]):
        j = f.around[cell, a]
        if f.state[j] == UNKNOWN and proof[j] == 0:
            doubtful += 1
            last = j
    if doubtful == 0:
        return False
    for a in range(f.degree[last]):
        k = f.around[last, a]
        if f.state[k] != OPEN:
            continue
        same = 0
        for c in range(f.degree[k]):
            j = f.around[k, c]
            if f.state[j] == UNKNOWN and proof[j] == 0 and j != cell:
                if not _beside(j, cell, cols):
                    same = -1
                    break
                same += 1
        if same == doubtful:
            return False
    return True


@compiled
def safe_cells(f, proof):
    """How many cells are proved safe and not yet open."""
    safe = 0
    for i in range(f.state.size):
        safe += f.state[i] == SAFE or (f.state[i] == UNKNOWN and proof[i] == 1)
    return safe


@compiled
def least_risks(f, probability, proof, cols, only_living):
    """The three least risks in doubt, 0 for a cell proved safe.

    With ``only_living`` a cell that can tell nothing does not count, as long as there is another.
    """
    safe = 0
    first = second = third = 1.0
    dead_first = dead_second = dead_third = 1.0
    for i in range(f.state.size):
        if f.state[i] == SAFE or (f.state[i] == UNKNOWN and proof[i] == 1):
            safe += not only_living or living(f, proof, cols, i)
            if safe > 2:
                return 0.0, 0.0, 0.0
        elif f.state[i] == UNKNOWN and proof[i] == 0 and probability[i] < third:
            risk = probability[i]
            if not only_living or living(f, proof, cols, i):
                first, second, third = _sorted_in(risk, first, second, third)
            elif risk < dead_third:
                dead_first, dead_second, dead_third = _sorted_in(risk, dead_first, dead_second, dead_third)
    if first >= 1.0:
        first, second, third = dead_first, dead_second, dead_third
    if first >= 1.0:  # nothing is in doubt
        return 0.0, 0.0, 0.0
    for _ in range(safe):
        first, second, third = 0.0, first, second
    return first, second, third


@compiled
def _sorted_in(risk, first, second, third):
    if risk < first:
        return risk, first, second
    if risk < second:
        return first, risk, second
    return first, second, min(risk, third)


@compiled
def _chance(f, b, cols, remaining, odds, models, mines, number, safe, safes):
    """The chance that the first ``number`` cells of ``mines`` are mines and ``safes`` of ``safe`` are not.

    ``f`` is left changed: to be restored.
    """
    restore(f, b)
    size = np.int64(0)
    for a in range(number):
        size, status = settle(f, np.int64(mines[a]), np.int64(1), size)
        if status != 0:
            return 0.0
    for a in range(safes):
        size, status = settle(f, np.int64(safe[a]), np.int64(0), size)
        if status != 0:
            return 0.0
    _, more, status = propagate(f, size, np.int64(0))
    if status != 0:
        return 0.0
    more += number
    left = remaining
    if remaining >= 0:
        left -= more
        if left < 0:
            return 0.0
    _, status = frontier_probabilities(f, cols, left, odds, b.probability, b.proof)
    if status != 0:
        return 0.0
    own = f.report[MODELS]
    if remaining < 0:
        own += more * math.log(odds)
    return math.exp(own - models)


@compiled
def doomed(f, b, cols, remaining, odds, models, probability, influence):
    """For each cell the chance that it is a mine and part of a coin flip, or what makes one.

    A coin flip: two neighbours, just one of them a mine, where each cell that touches only one of them is a
    mine; or a square of two by two, mines across, where each cell that touches only one of them is a mine.
    No clue will ever tell the two sides apart, so half of these games are lost whatever is opened. Where a
    cell is a mine in such layouts only, opening it costs nothing. After DavidNHill's long-term risk.

    Must follow :func:`keep`; ``f`` is left changed: to be restored. Writes ``influence``, float64 (n,).
    """
    n = f.state.size
    rows = n // cols
    mines = np.empty(8, np.int64)
    safe = np.empty(2, np.int64)
    square = np.zeros(n)
    for i in range(n):
        influence[i] = 0.0
    for i in range(n):
        if b.state[i] != UNKNOWN:
            continue
        for kind in range(2):
            j = b.partner[i, kind]
            if j < 0 or b.state[j] != UNKNOWN:
                continue
            number = 0
            least = min(probability[i], 1.0 - probability[j])
            for a in range(6):
                k = b.outside[i, kind, a]
                if k < 0 or least < _RARE:
                    break
                if b.state[k] == UNKNOWN:
                    mines[number] = k
                    number += 1
                    least = min(least, probability[k])
                elif b.state[k] != DEAD:
                    least = 0.0
            if least < _RARE or number > 3:
                continue
            mines[number] = i
            safe[0] = j
            chance = _chance(f, b, cols, remaining, odds, models, mines, number + 1, safe, np.int64(1))
            influence[i] += chance
            influence[j] += chance
            if number == 1:
                influence[mines[0]] += chance
        if i % cols == cols - 1 or i // cols == rows - 1:
            continue
        if b.state[i + 1] != UNKNOWN or b.state[i + cols] != UNKNOWN or b.state[i + cols + 1] != UNKNOWN:
            continue
        number = 0
        least = min(
            min(probability[i], probability[i + cols + 1]),
            min(1.0 - probability[i + 1], 1.0 - probability[i + cols]),
        )
        for down in (-1, 2):
            for right in (-1, 2):
                r = i // cols + down
                c = i % cols + right
                if r < 0 or c < 0 or r >= rows or c >= cols:
                    continue
                k = r * cols + c
                if b.state[k] == UNKNOWN:
                    mines[number] = k
                    number += 1
                    least = min(least, probability[k])
                elif b.state[k] != DEAD:
                    least = 0.0
        if least < _RARE or number > 3:
            continue
        mines[number] = i
        mines[number + 1] = i + cols + 1
        safe[0] = i + 1
        safe[1] = i + cols
        chance = _chance(f, b, cols, remaining, odds, models, mines, number + 2, safe, np.int64(2))
        for k in (i, i + 1, i + cols, i + cols + 1):
            square[k] = max(square[k], chance)
    for i in range(n):
        if b.state[i] == UNKNOWN:
            influence[i] = min(influence[i] + square[i], min(probability[i], 1.0 - probability[i]))


@compiled
def coin_flips(f, b):
    """(sum, greatest) of the chances that two neighbours are a coin flip that no clue can ever decide.

    They are when just one is a mine and every cell that touches one of them only is a mine. The chances of
    these cells are taken as independent: this is a feature, not a probability.
    """
    total = greatest = 0.0
    for i in range(f.state.size):
        if f.state[i] != UNKNOWN or b.proof[i] != 0:
            continue
        for kind in range(2):
            j = b.partner[i, kind]
            if j < 0 or f.state[j] != UNKNOWN or b.proof[j] != 0:
                continue
            x, y = b.probability[i], b.probability[j]
            chance = x + y - 2.0 * x * y
            for a in range(6):
                k = b.outside[i, kind, a]
                if k < 0:
                    break
                if f.state[k] == DEAD:
                    continue
                chance *= b.probability[k] if f.state[k] == UNKNOWN else 0.0
                if chance < 0.01:
                    break
            if chance >= 0.01:
                total += chance
                greatest = max(greatest, chance)
    return total, greatest


@compiled
def doubt(f, probability, proof):
    """How many cells would be guessed wrong if each was called what it most likely is."""
    total = 0.0
    for i in range(f.state.size):
        if f.state[i] == UNKNOWN and proof[i] == 0:
            total += min(probability[i], 1.0 - probability[i])
    return total


@compiled
def describe(f, b, remaining, models, out):
    """Features of a position for the estimate of its winning chance; ``out``: float64 (FEATURES,)."""
    n = f.state.size
    safe = unknown = frontier = mines = known = near = 0
    first = second = third = 1.0
    entropy = doubt = middle = 0.0
    for i in range(n):
        state = f.state[i]
        if state == SAFE:
            safe += 1
        elif state == DEAD:
            known += 1
        elif state == UNKNOWN:
            if b.proof[i] == 1:
                safe += 1
                continue
            if b.proof[i] == 2:
                mines += 1
                continue
            unknown += 1
            frontier += f.group_of[i] >= 0
            risk = min(max(b.probability[i], 1e-9), 1.0 - 1e-9)
            if risk < first:
                third = second
                second = first
                first = risk
            elif risk < second:
                third = second
                second = risk
            elif risk < third:
                third = risk
            entropy -= risk * math.log(risk) + (1.0 - risk) * math.log(1.0 - risk)
            doubt += min(risk, 1.0 - risk)
            middle += 0.4 < risk < 0.6
    for i in range(n):
        if f.state[i] == UNKNOWN and b.proof[i] == 0:
            near += b.probability[i] <= first + 0.03
    flips, flip = coin_flips(f, b)
    left = remaining - mines
    if unknown == 0:
        first = second = third = 0.0
    elif unknown < 3:
        third = min(third, 1.0)
    out[0] = math.log(1.0 + safe)
    out[1] = first
    out[2] = second
    out[3] = third
    out[4] = math.log(1.0 + near)
    out[5] = math.log(1.0 + unknown)
    out[6] = unknown / 100.0
    out[7] = left / 20.0
    out[8] = left / unknown if unknown else 0.0
    out[9] = models / 40.0
    out[10] = math.log(1.0 + max(0.0, models))
    out[11] = entropy / 20.0
    out[12] = doubt / 10.0
    out[13] = middle / 10.0
    out[14] = frontier / 40.0
    out[15] = (unknown - frontier) / 100.0
    out[16] = flips
    out[17] = flip
    out[18] = 1.0 if safe > 0 else 0.0
    out[19] = math.sqrt(entropy)
