"""Compiled: models of one component by mines, and the mines of its groups (forward and backward pass).

A state is the residual of each open clue, 4 bits a clue in two 64-bit words; its value is a polynomial in the
number of mines, kept from its first to its last coefficient that is not zero. All values are counts, at
least 1 until a layer is scaled down by a power of two, so a coefficient is zero only where there is no model;
scaling that could lose one refuses the component instead.
"""

from __future__ import annotations

import math

import numpy as np

from .frontier import CONTRADICTION, LIMIT
from .jit import compiled

_CHOOSE = np.array([[math.comb(n, k) for k in range(9)] for n in range(9)], dtype=np.float64)
_LARGE = 2.0**400
_SMALL = 2.0**-400
_DOWN = 2.0**-360
_STEP = 360


@compiled
def _hash(low, high):
    z = (low ^ (high * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xBF58476D1CE4E5B9)
    return z ^ (z >> np.uint64(29))


@compiled
def count(f, p, start, stop, component, model_at, tally_at):
    """Count one component; returns (models' end, tallies' end, states, status).

    Leaves ``f.low``, ``f.length``, ``f.scale``, ``f.model_at`` of the component and ``f.tally_at`` of its
    positions.
    """
    n = stop - start
    slot_of = f.mark_clue
    vacant = np.empty(64, np.int64)
    vacancies = used = 0
    layer_at = np.empty(n + 2, np.int64)
    trans_at = np.empty(n + 1, np.int64)
    scales = np.zeros(n + 1, np.int64)
    opens_low = np.zeros(n, np.uint64)
    opens_high = np.zeros(n, np.uint64)
    mine_low = np.zeros(n, np.uint64)
    mine_high = np.zeros(n, np.uint64)
    check_slot = np.zeros((n, 8), np.int64)
    check_room = np.zeros((n, 8), np.int64)
    capacity = p.least.size
    for q in range(start, stop):
        g = f.order[q]
        for e in range(f.group_degree[g]):
            k = f.group_clues[g, e]
            f.room[k] = f.left[f.clues[k]]
            slot_of[k] = -1
    one = np.uint64(1)
    for t in range(n):
        g = f.order[start + t]
        for e in range(f.group_degree[g]):
            k = f.group_clues[g, e]
            if slot_of[k] < 0:
                if vacancies:
                    vacancies -= 1
                    slot_of[k] = vacant[vacancies]
                else:
                    slot_of[k] = used
                    used += 1
                    if used > 32:
                        return model_at, tally_at, 0, LIMIT
                s = slot_of[k]
                need = np.uint64(f.need[f.clues[k]])
                if s < 16:
                    opens_low[t] += need << np.uint64(4 * s)
                else:
                    opens_high[t] += need << np.uint64(4 * (s - 16))
            s = slot_of[k]
            if s < 16:
                mine_low[t] += one << np.uint64(4 * s)
            else:
                mine_high[t] += one << np.uint64(4 * (s - 16))
            f.room[k] -= f.group_size[g]
            check_slot[t, e] = s
            check_room[t, e] = f.room[k]
        for e in range(f.group_degree[g]):
            k = f.group_clues[g, e]
            if f.room[k] == 0:
                vacant[vacancies] = slot_of[k]
                vacancies += 1

    # Forward.
    p.low_key[0] = 0
    p.high_key[0] = 0
    p.least[0] = 0
    p.most[0] = 0
    p.at[0] = 0
    p.values[0] = 1.0
    layer_at[0] = 0
    layer_at[1] = 1
    values_end = 1
    trans_end = 0
    for t in range(n):
        g = f.order[start + t]
        size = f.group_size[g]
        checks = f.group_degree[g]
        begin, end = layer_at[t], layer_at[t + 1]
        trans_at[t] = trans_end
        if trans_end + (end - begin) * (size + 1) > p.target.size:
            return model_at, tally_at, end, LIMIT
        wanted = 2 * (end - begin) * (size + 1)
        bits = 4
        while (1 << bits) < wanted:
            bits += 1
        while (1 << bits) > p.table.size:
            bits -= 1
        mask = (1 << bits) - 1
        fresh = end
        for h in range(mask + 1):
            p.table[h] = -1
        for s in range(begin, end):
            low = p.low_key[s] + opens_low[t]
            high = p.high_key[s] + opens_high[t]
            least = 0
            most = size
            for e in range(checks):
                slot = check_slot[t, e]
                if slot < 16:
                    residual = np.int64(low >> np.uint64(4 * slot)) & 15
                else:
                    residual = np.int64(high >> np.uint64(4 * (slot - 16))) & 15
                most = min(most, residual)
                least = max(least, residual - check_room[t, e])
            for x in range(size + 1):
                if x < least or x > most:
                    p.target[trans_end + x] = -1
                    continue
                to_low = low - np.uint64(x) * mine_low[t]
                to_high = high - np.uint64(x) * mine_high[t]
                h = np.int64(_hash(to_low, to_high)) & mask
                while True:
                    found = p.table[h]
                    if found < 0:
                        if fresh >= capacity or 2 * (fresh - end) > mask:
                            return model_at, tally_at, fresh, LIMIT
                        found = fresh
                        fresh += 1
                        p.table[h] = found
                        p.low_key[found] = to_low
                        p.high_key[found] = to_high
                        p.least[found] = p.least[s] + x
                        p.most[found] = p.most[s] + x
                        break
                    if p.low_key[found] == to_low and p.high_key[found] == to_high:
                        p.least[found] = min(p.least[found], p.least[s] + x)
                        p.most[found] = max(p.most[found], p.most[s] + x)
                        break
                    h = (h + 1) & mask
                p.target[trans_end + x] = found
            trans_end += size + 1
        if fresh == end:
            return model_at, tally_at, fresh, CONTRADICTION
        layer_at[t + 2] = fresh
        for s in range(end, fresh):
            p.at[s] = values_end
            values_end += p.most[s] - p.least[s] + 1
            if values_end >= p.values.size:
                return model_at, tally_at, fresh, LIMIT
            for v in range(p.at[s], values_end):
                p.values[v] = 0.0
        largest = 0.0
        edge = trans_at[t]
        for s in range(begin, end):
            length = p.most[s] - p.least[s] + 1
            for x in range(size + 1):
                to = p.target[edge]
                edge += 1
                if to < 0:
                    continue
                weight = _CHOOSE[size, x]
                shift = p.at[to] + p.least[s] + x - p.least[to]
                for v in range(length):
                    p.values[shift + v] += weight * p.values[p.at[s] + v]
        for v in range(p.at[end], values_end):
            largest = max(largest, p.values[v])
        scales[t + 1] = scales[t]
        if largest > _LARGE:
            scales[t + 1] += _STEP
            for v in range(p.at[end], values_end):
                value = p.values[v]
                if value > 0.0:
                    if value < _SMALL:
                        return model_at, tally_at, fresh, LIMIT
                    p.values[v] = value * _DOWN

    # The last layer is the one state in which every clue is met.
    last = layer_at[n]
    states = layer_at[n + 1]
    length = np.int64(p.most[last]) - p.least[last] + 1
    low = np.int64(p.least[last])
    if model_at + length > p.models.size or tally_at + n * length > p.tallies.shape[0]:
        return model_at, tally_at, states, LIMIT
    f.low[component] = low
    f.length[component] = length
    f.model_at[component] = model_at
    f.scale[component] = scales[n]
    for v in range(length):
        p.models[model_at + v] = p.values[p.at[last] + v]

    # Backward: the completions of each state, as polynomials, in the values of two alternating layers.
    room = p.values.size - values_end
    half = room // 2
    behind_at = np.empty(1, np.int64)
    behind_least = np.zeros(1, np.int64)
    behind_most = np.zeros(1, np.int64)
    behind_at[0] = values_end
    p.values[values_end] = 1.0
    behind_scale = 0
    for t in range(n - 1, -1, -1):
        g = f.order[start + t]
        size = f.group_size[g]
        begin, end = layer_at[t], layer_at[t + 1]
        write = values_end + (half if (n - 1 - t) % 2 == 0 else 0)
        write_end = write + half
        at = np.empty(end - begin, np.int64)
        least_of = np.empty(end - begin, np.int64)
        most_of = np.empty(end - begin, np.int64)
        f.tally_at[start + t] = tally_at
        for v in range(length):
            p.tallies[tally_at + v, 0] = 0.0
            p.tallies[tally_at + v, 1] = 0.0
        down = math.ldexp(1.0, scales[t] + behind_scale - scales[n])
        largest = 0.0
        first_value = write
        for s in range(begin, end):
            edge = trans_at[t] + (s - begin) * (size + 1)
            least = 1 << 30
            most = -1
            for x in range(size + 1):
                to = p.target[edge + x]
                if to >= 0:
                    b = to - end
                    if behind_most[b] >= behind_least[b]:
                        least = min(least, behind_least[b] + x)
                        most = max(most, behind_most[b] + x)
            j = s - begin
            least_of[j] = least
            most_of[j] = most
            at[j] = write
            if most < least:
                continue
            if write + most - least + 1 > write_end:
                return model_at, tally_at, states, LIMIT
            for v in range(most - least + 1):
                p.values[write + v] = 0.0
            own = p.most[s] - p.least[s] + 1
            for x in range(size + 1):
                to = p.target[edge + x]
                if to < 0:
                    continue
                b = to - end
                if behind_most[b] < behind_least[b]:
                    continue
                weight = _CHOOSE[size, x]
                shift = behind_least[b] + x - least
                base = tally_at + p.least[s] + behind_least[b] + x - low
                for v in range(behind_most[b] - behind_least[b] + 1):
                    value = weight * p.values[behind_at[b] + v]
                    p.values[write + shift + v] += value
                    if value > 0.0:
                        value *= down
                        for u in range(own):
                            term = value * p.values[p.at[s] + u]
                            p.tallies[base + v + u, 0] += x * term
                            p.tallies[base + v + u, 1] += (size - x) * term
            for v in range(write, write + most - least + 1):
                largest = max(largest, p.values[v])
            write += most - least + 1
        tally_at += length
        if largest > _LARGE:
            behind_scale += _STEP
            for v in range(first_value, write):
                value = p.values[v]
                if value > 0.0:
                    if value < _SMALL:
                        return model_at, tally_at, states, LIMIT
                    p.values[v] = value * _DOWN
        behind_at = at
        behind_least = least_of
        behind_most = most_of
    return model_at + length, tally_at, states, 0
