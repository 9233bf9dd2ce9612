"""Compiled: components counted before, by what they are; most do not change from one move to the next.

A component is its clues: for each the cell, the mines it still wants and which neighbours are unknown, in the
order of the search that found the component. This key is compared word by word, so nothing is mixed up.
"""

from __future__ import annotations

import numpy as np

from .frontier import LIMIT, UNKNOWN
from .jit import inlined

SLOTS = 1 << 10
WORDS = 1 << 15
VALUES = 1 << 17
# Columns of a slot.
HASH, KEY_AT, KEY_LENGTH, GROUPS, VALUE_AT, LENGTH, LOW, SCALE, WIDTH, STATES, SINCE = range(11)
COLUMNS = 16
# Places in ``ends``. A slot counts while the memory was not emptied since: while its SINCE is EPOCH.
WORDS_END, VALUES_END, EPOCH = range(3)


@inlined
def key_of(f, m, start, stop):
    """Write the key behind the last one; returns (length, hash), length 0 where it does not fit."""
    at = m.ends[WORDS_END]
    for q in range(start, stop):
        g = f.order[q]
        for e in range(f.group_degree[g]):
            f.mark_clue[f.group_clues[g, e]] = 0
    length = 0
    mixed = np.uint64(stop - start)
    for q in range(start, stop):
        g = f.order[q]
        for e in range(f.group_degree[g]):
            k = f.group_clues[g, e]
            if f.mark_clue[k]:
                continue
            f.mark_clue[k] = 1
            i = np.int64(f.clues[k])
            word = i << 16 | np.int64(f.need[i]) << 8
            for a in range(f.degree[i]):
                if f.state[f.around[i, a]] == UNKNOWN:
                    word |= 1 << a
            if at + length >= m.words.size:
                return 0, np.int64(0)
            m.words[at + length] = word
            length += 1
            mixed = (mixed ^ np.uint64(word)) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
    return length, np.int64(mixed >> np.uint64(1))


@inlined
def find(m, length, mixed):
    """The slot of the key that :func:`key_of` wrote, or -1."""
    at = m.ends[WORDS_END]
    for side in range(2):
        slot = (mixed ^ side) & (SLOTS - 1)
        if (
            m.slots[slot, HASH] == mixed
            and m.slots[slot, KEY_LENGTH] == length
            and m.slots[slot, SINCE] == m.ends[EPOCH]
        ):
            own = m.slots[slot, KEY_AT]
            same = True
            for w in range(length):
                if m.words[own + w] != m.words[at + w]:
                    same = False
                    break
            if same:
                return slot
    return np.int64(-1)


@inlined
def recall(f, p, m, slot, start, component, model_at, tally_at):
    """What ``count`` left of this component; returns (models' end, tallies' end, states, width, status)."""
    groups = m.slots[slot, GROUPS]
    length = m.slots[slot, LENGTH]
    if m.slots[slot, STATES] > p.least.size:  # the same limit, whether remembered or not
        return model_at, tally_at, np.int64(0), np.int64(0), LIMIT
    if model_at + length > p.models.size or tally_at + groups * length > p.tallies.shape[0]:
        return model_at, tally_at, np.int64(0), np.int64(0), LIMIT
    f.low[component] = m.slots[slot, LOW]
    f.length[component] = length
    f.scale[component] = m.slots[slot, SCALE]
    f.model_at[component] = model_at
    at = m.slots[slot, VALUE_AT]
    for v in range(length):
        p.models[model_at + v] = m.values[at + v]
    at += length
    cells = m.slots[slot, KEY_AT] + m.slots[slot, KEY_LENGTH]
    for t in range(groups):
        f.order[start + t] = f.group_of[m.words[cells + t]]
        f.tally_at[start + t] = tally_at
        for _ in range(length):
            p.tallies[tally_at, 0] = m.values[at]
            p.tallies[tally_at, 1] = m.values[at + 1]
            at += 2
            tally_at += 1
    return model_at + length, tally_at, m.slots[slot, STATES], m.slots[slot, WIDTH], 0


@inlined
def store(f, p, m, start, stop, component, key_length, mixed, states, width):
    """Keep what ``count`` left of this component, under the key that :func:`key_of` wrote."""
    groups = stop - start
    length = np.int64(f.length[component])
    words = key_length + groups
    size = length * (1 + 2 * groups)
    if 8 * words > m.words.size or 8 * size > m.values.size:
        return
    if m.ends[WORDS_END] + words > m.words.size or m.ends[VALUES_END] + size > m.values.size:
        forget(m)  # full: what is in use comes back soon; the key is lost, so this one waits
        return
    slot = mixed & (SLOTS - 1)
    if m.slots[slot, SINCE] == m.ends[EPOCH]:
        slot ^= 1
    at = m.ends[VALUES_END]
    m.slots[slot, HASH] = mixed
    m.slots[slot, SINCE] = m.ends[EPOCH]
    m.slots[slot, KEY_AT] = m.ends[WORDS_END]
    m.slots[slot, KEY_LENGTH] = key_length
    m.slots[slot, GROUPS] = groups
    m.slots[slot, VALUE_AT] = at
    m.slots[slot, LENGTH] = length
    m.slots[slot, LOW] = f.low[component]
    m.slots[slot, SCALE] = f.scale[component]
    m.slots[slot, WIDTH] = width
    m.slots[slot, STATES] = states
    for v in range(length):
        m.values[at + v] = p.models[f.model_at[component] + v]
    at += length
    cells = m.ends[WORDS_END] + key_length
    for t in range(groups):
        m.words[cells + t] = f.group_cell[f.order[start + t]]
        for v in range(length):
            m.values[at] = p.tallies[f.tally_at[start + t] + v, 0]
            m.values[at + 1] = p.tallies[f.tally_at[start + t] + v, 1]
            at += 2
    m.ends[WORDS_END] += words
    m.ends[VALUES_END] = at


@inlined
def forget(m):
    """Empty the memory."""
    m.ends[WORDS_END] = 0
    m.ends[VALUES_END] = 0
    m.ends[EPOCH] += 1
