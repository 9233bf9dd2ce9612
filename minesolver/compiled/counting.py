"""Compiled: models of one component by mines, and the mines of its groups (forward and backward pass).

A state is the residual of each open clue, 4 bits a clue in two 64-bit words; its value is a polynomial in the
number of mines, kept from its first to its last coefficient that can be other than zero. First come the
states and the transitions between them, layer by layer, then the values. Where those of all layers do not
fit, only those of every so many layers are kept, and the ones between are made again on the way back.

All values are counts, at least 1 until a layer is scaled down by a power of two, so a coefficient is zero
only where there is no model; scaling that could lose one refuses the component instead.
"""

from __future__ import annotations

import math

import numpy as np

from .frontier import CONTRADICTION, LIMIT
from .jit import compiled, inlined

_CHOOSE = np.array([[math.comb(n, k) for k in range(9)] for n in range(9)], dtype=np.float64)
_LARGE = 2.0**400
_SMALL = 2.0**-400
_DOWN = 2.0**-360
_STEP = 360
_FAINT = 1e-280  # products below this may have lost a factor to rounding to zero


@inlined
def _hash(low, high):
    z = (low ^ (high * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(32))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(29))


@inlined
def count(f, p, start, stop, component, model_at, tally_at):
    """Count one component; returns (models' end, tallies' end, states, status).

    Leaves ``f.low``, ``f.length``, ``f.scale``, ``f.model_at`` of the component and ``f.tally_at`` of its
    positions.
    """
    n = stop - start
    if not _plan(f, start, n):
        return model_at, tally_at, np.int64(0), LIMIT
    states, status = _layers(f, p, start, n)
    if status != 0:
        return model_at, tally_at, states, status
    # The last layer is the one state in which every clue is met.
    last = f.layer_at[n]
    low = np.int64(p.least[last])
    length = np.int64(p.most[last]) - low + 1
    if model_at + length > p.models.size or tally_at + n * length > p.tallies.shape[0]:
        return model_at, tally_at, states, LIMIT
    if 9 * length > p.joint.size:
        return model_at, tally_at, states, LIMIT
    block, room_at = _arrange(f, p, n)
    if block == 0:
        return model_at, tally_at, states, LIMIT
    p.values[f.value_at[0]] = 1.0
    f.scales[0] = 0
    for t in range(n):
        if f.stop[0] or not _advance(f, p, start, np.int64(t)):
            return model_at, tally_at, states, LIMIT
    f.low[component] = low
    f.length[component] = length
    f.model_at[component] = model_at
    f.scale[component] = f.scales[n]
    for v in range(length):
        p.models[model_at + v] = p.values[f.value_at[n] + v]

    # Back: the completions of each state, as polynomials, in the values of two layers by turns.
    half = (p.values.size - room_at) // 2
    side = np.int64(0)
    p.behind[0, 0] = p.behind[1, 0] = p.behind[2, 0] = 0
    p.values[room_at] = 1.0
    written = np.int64(1)
    scale = np.int64(0)
    for t in range(n - 1, -1, -1):
        if (t + 1) % block == 0 and t + 1 < n:
            for u in range(t + 1 - block, t):
                _advance(f, p, start, np.int64(u))
        step = np.int64(t)
        written, scale = _retreat(
            f, p, start, step, n, low, length, tally_at, room_at, half, side, written, scale
        )
        if f.stop[0] or scale < 0:
            return model_at, tally_at, states, LIMIT
        f.tally_at[start + t] = tally_at
        tally_at += length
        side = 1 - side
    return model_at + length, tally_at, states, np.int64(0)


@inlined
def _plan(f, start, n):
    """What each step opens, takes from and checks in the keys; whether 32 places for clues are enough."""
    slot_of = f.mark_clue
    vacant = f.chosen
    vacancies = used = 0
    for q in range(start, start + n):
        g = f.order[q]
        for e in range(f.group_degree[g]):
            k = f.group_clues[g, e]
            f.room[k] = f.left[f.clues[k]]
            slot_of[k] = -1
    one = np.uint64(1)
    for t in range(n):
        g = f.order[start + t]
        opens_low = opens_high = takes_low = takes_high = np.uint64(0)
        for e in range(f.group_degree[g]):
            k = f.group_clues[g, e]
            opened = slot_of[k] < 0
            if opened:
                if vacancies:
                    vacancies -= 1
                    slot_of[k] = vacant[vacancies]
                else:
                    slot_of[k] = used
                    used += 1
                    if used > 32:
                        return False
            s = slot_of[k]
            need = np.uint64(f.need[f.clues[k]]) if opened else np.uint64(0)
            if s < 16:
                opens_low += need << np.uint64(4 * s)
                takes_low += one << np.uint64(4 * s)
            else:
                opens_high += need << np.uint64(4 * (s - 16))
                takes_high += one << np.uint64(4 * (s - 16))
            f.room[k] -= f.group_size[g]
            f.check_slot[t, e] = s
            f.check_room[t, e] = f.room[k]
        f.opens_low[t] = opens_low
        f.opens_high[t] = opens_high
        f.takes_low[t] = takes_low
        f.takes_high[t] = takes_high
        for e in range(f.group_degree[g]):
            k = f.group_clues[g, e]
            if f.room[k] == 0:
                vacant[vacancies] = slot_of[k]
                vacancies += 1
    return True


@inlined
def _layers(f, p, start, n):
    """States, transitions and the sizes of the values (``f.value_at``), layer by layer; (states, status)."""
    capacity = p.least.size
    ring = p.low_key.size - 1  # the keys of two layers are needed at a time
    p.low_key[0] = 0
    p.high_key[0] = 0
    p.least[0] = 0
    p.most[0] = 0
    p.at[0] = 0
    f.layer_at[0] = 0
    f.layer_at[1] = 1
    f.value_at[0] = 1
    edges = np.int64(0)
    for t in range(n):
        g = f.order[start + t]
        size = np.int64(f.group_size[g])
        checks = f.group_degree[g]
        begin, end = f.layer_at[t], f.layer_at[t + 1]
        f.edge_at[t] = edges
        if f.stop[0] or edges + (end - begin) * (size + 1) > p.target.size:
            return end, LIMIT
        wanted = 2 * (end - begin) * (size + 1)
        bits = 4
        while (1 << bits) < wanted:
            bits += 1
        while (1 << bits) > p.table.size:
            bits -= 1
        mask = (1 << bits) - 1
        for h in range(mask + 1):
            p.table[h] = -1
        limit = min(capacity, end + (mask + 1) // 2, begin + ring + 1)
        opens_low, opens_high = f.opens_low[t], f.opens_high[t]
        takes_low, takes_high = f.takes_low[t], f.takes_high[t]
        fresh = end
        for s in range(begin, end):
            low = p.low_key[s & ring] + opens_low
            high = p.high_key[s & ring] + opens_high
            least = np.int64(0)
            most = size
            for e in range(checks):
                slot = f.check_slot[t, e]
                if slot < 16:
                    residual = np.int64(low >> np.uint64(4 * slot)) & 15
                else:
                    residual = np.int64(high >> np.uint64(4 * (slot - 16))) & 15
                most = min(most, residual)
                least = max(least, residual - f.check_room[t, e])
            for x in range(size + 1):
                if x < least or x > most:
                    p.target[edges + x] = -1
                    continue
                to_low = low - np.uint64(x) * takes_low
                to_high = high - np.uint64(x) * takes_high
                h = np.int64(_hash(to_low, to_high)) & mask
                while True:
                    found = np.int64(p.table[h])
                    if found < 0:
                        if fresh >= limit:
                            return fresh, LIMIT
                        found = fresh
                        fresh += 1
                        p.table[h] = found
                        p.low_key[found & ring] = to_low
                        p.high_key[found & ring] = to_high
                        p.least[found] = p.least[s] + x
                        p.most[found] = p.most[s] + x
                        break
                    if p.low_key[found & ring] == to_low and p.high_key[found & ring] == to_high:
                        p.least[found] = min(p.least[found], p.least[s] + x)
                        p.most[found] = max(p.most[found], p.most[s] + x)
                        break
                    h = (h + 1) & mask
                p.target[edges + x] = found
            edges += size + 1
        if fresh == end:
            return fresh, CONTRADICTION
        f.layer_at[t + 2] = fresh
        values = np.int64(0)
        for s in range(end, fresh):
            p.at[s] = values
            values += p.most[s] - p.least[s] + 1
        f.value_at[t + 1] = values
    return np.int64(f.layer_at[n + 1]), 0


@inlined
def _arrange(f, p, n):
    """Turn the sizes in ``f.value_at`` into places; returns (layers a block, end of the places).

    The values of the first layer of each block stay; those between share the space of the largest block.
    """
    total = np.int64(0)
    largest = np.int64(0)
    for t in range(n + 1):
        total += f.value_at[t]
        largest = max(largest, f.value_at[t])
    block = n + 1
    if total + 3 * largest > p.values.size:
        block = max(1, np.int64(math.sqrt(n)))
    kept = shared = own = np.int64(0)
    for t in range(n + 1):
        if t % block == 0:
            kept += f.value_at[t]
            own = 0
        else:
            own += f.value_at[t]
            shared = max(shared, own)
    if kept + shared + 3 * largest > p.values.size:
        return np.int64(0), np.int64(0)
    at = np.int64(0)
    between = kept
    for t in range(n + 1):
        size = f.value_at[t]
        if t % block == 0:
            f.value_at[t] = at
            at += size
            between = kept
        else:
            f.value_at[t] = between
            between += size
    return np.int64(block), kept + shared


@compiled
def _advance(f, p, start, t):
    """The values of layer t + 1 from those of layer t; False where scaling could lose one."""
    g = f.order[start + t]
    size = f.group_size[g]
    begin, end, fresh = f.layer_at[t], f.layer_at[t + 1], f.layer_at[t + 2]
    source, target = f.value_at[t], f.value_at[t + 1]
    values_end = target + p.at[fresh - 1] + p.most[fresh - 1] - p.least[fresh - 1] + 1
    for v in range(target, values_end):
        p.values[v] = 0.0
    edge = f.edge_at[t]
    for s in range(begin, end):
        length = np.uint64(p.most[s] - p.least[s] + 1)
        at = np.uint64(source + p.at[s])
        for x in range(size + 1):
            to = p.target[edge]
            edge += 1
            if to >= 0:
                weight = _CHOOSE[size, x]
                shift = np.uint64(target + p.at[to] + p.least[s] + x - p.least[to])
                for v in range(length):  # unsigned places: several at a time
                    p.values[shift + v] += weight * p.values[at + v]
    more = _scale(p, target, values_end)
    f.scales[t + 1] = f.scales[t] + more
    return more >= 0


@inlined
def _scale(p, begin, end):
    """Scale the values of a layer down where they are large; by how much, -1 where that could lose one."""
    largest = 0.0
    for v in range(begin, end):
        largest = max(largest, p.values[v])
    if largest <= _LARGE:
        return 0
    for v in range(begin, end):
        value = p.values[v]
        if value > 0.0:
            if value < _SMALL:
                return -1
            p.values[v] = value * _DOWN
    return _STEP


@inlined
def _smallest(p, begin, end):
    """The smallest of some values that is not zero."""
    smallest = 1e300
    for v in range(begin, end):
        value = p.values[v]
        if value > 0.0:
            smallest = min(smallest, value)
    return smallest


@inlined
def _retreat(f, p, start, t, n, low, length, tally_at, room_at, half, side, filled, scale):
    """The completions of the states of layer t from those of layer t + 1, and the tallies of step t.

    Completions are read from one half of the space at ``room_at``, where they fill ``filled`` places and are
    scaled by ``scale``, and written to the other. Returns both for those written; the scale is -1 where they
    do not fit or a float could have lost one.
    """
    g = f.order[start + t]
    size = np.int64(f.group_size[g])
    begin, end = f.layer_at[t], f.layer_at[t + 1]
    old_at, old_least, old_most = p.behind[3 * side], p.behind[3 * side + 1], p.behind[3 * side + 2]
    new_at, new_least, new_most = p.behind[3 - 3 * side], p.behind[4 - 3 * side], p.behind[5 - 3 * side]
    old = room_at + half * side
    new = room_at + half * (1 - side)
    source = f.value_at[t]
    models = p.joint  # of this step: by mines of the group, then by mines of the component
    for v in range((size + 1) * length):
        models[v] = 0.0
    down = 1.0
    if f.scales[n] > 0 or scale > 0:
        down = math.ldexp(1.0, np.int64(f.scales[t] + scale - f.scales[n]))
        source_end = source + p.at[end - 1] + p.most[end - 1] - p.least[end - 1] + 1
        if _smallest(p, source, source_end) * down * _smallest(p, old, old + filled) < _FAINT:
            return np.int64(0), np.int64(-1)
    written = np.int64(0)
    for s in range(begin, end):
        edge = f.edge_at[t] + (s - begin) * (size + 1)
        least = np.int64(1 << 30)
        most = np.int64(-1)
        for x in range(size + 1):
            b = np.int64(p.target[edge + x]) - end
            if b >= 0 and old_most[b] >= old_least[b]:
                least = min(least, old_least[b] + x)
                most = max(most, old_most[b] + x)
        j = s - begin
        new_least[j] = least
        new_most[j] = most
        new_at[j] = written
        if most < least:
            continue  # no completion
        if written + most - least + 1 > half:
            return np.int64(0), np.int64(-1)
        for v in range(new + written, new + written + most - least + 1):
            p.values[v] = 0.0
        own = np.uint64(p.most[s] - p.least[s] + 1)
        at = np.uint64(source + p.at[s])
        for x in range(size + 1):
            b = np.int64(p.target[edge + x]) - end
            if b < 0 or old_most[b] < old_least[b]:
                continue
            weight = _CHOOSE[size, x]
            to = np.uint64(new + written + old_least[b] + x - least)
            total = np.uint64(x * length + p.least[s] + old_least[b] + x - low)
            behind = np.uint64(old + old_at[b])
            for v in range(np.uint64(old_most[b] - old_least[b] + 1)):
                value = weight * p.values[behind + v]
                p.values[to + v] += value
                if value > 0.0:
                    value *= down
                    for u in range(own):  # unsigned places: several at a time
                        models[total + v + u] += value * p.values[at + u]
        written += most - least + 1
    for v in range(length):
        mines = others = 0.0
        for x in range(size + 1):
            mines += x * models[x * length + v]
            others += (size - x) * models[x * length + v]
        p.tallies[tally_at + v, 0] = mines
        p.tallies[tally_at + v, 1] = others
    more = _scale(p, new, new + written)
    return written, np.int64(-1 if more < 0 else scale + more)
