"""Compiled: the whole game tree over the layouts that remain, where these are few.

All layouts are equally likely and what a player knows is the set of them that agrees with all that was
seen; so the value of a set is the number of its layouts that the best play wins. A cell that is safe in all
of a set costs nothing to open, so it is opened before any guess; what is seen then follows from the set.
Sets met before are looked up by a 128-bit sum of random words, one pair a layout. Where symmetries turn the
layouts into each other, sets that they turn into each other have the same key: the least of their sums.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .frontier import DEAD, SAFE, UNKNOWN
from .jit import compiled
from .workspace import Array

MINE = 9
DEPTH = 96
# Columns of the table of sets.
LOW, HIGH, WINS, KIND = range(4)
EXACT, AT_MOST = 1, 2
# Columns of a frame, a set on the way from the root. TRIES: cells tried so far, -1 for a safe cell.
(BEGIN, END, LEAST, LIVING, TRIES, CELL, VALUE, REST, TOTAL, BEST, IMPROVED, SLOT, KEY_LOW, KEY_HIGH) = range(
    14
)


class Tree(NamedTuple):
    shown: Array  # int8 (layouts, cells): what a cell shows in a layout
    which: Array  # int32 (layouts,): the layouts, those of a set side by side
    spare: Array  # int32 (layouts,)
    words: Array  # uint64 (layouts, 2)
    images: Array  # int32 (symmetries, layouts): the layout that each is turned into; none in games
    living: Array  # int16 (DEPTH, cells): cells that do not show the same in all layouts of the set
    counts: Array  # int32 (DEPTH, cells, 10)
    ends: Array  # int32 (DEPTH, 11)
    rank: Array  # int64 (DEPTH, cells)
    order: Array  # int16 (DEPTH, cells)
    safes: Array  # int64 (DEPTH, cells): layouts in which the cell is no mine
    frames: Array  # int64 (DEPTH, 14)
    table: Array  # int64 (SLOTS, 4)
    cells: Array  # int32 (cells,): flat indices
    place: Array  # int32 (n,): the place of a flat index in cells
    totals: Array  # int64: layouts, cells, nodes, most nodes, generation
    choice: Array  # int8: the layout being built
    tail: Array  # int64 (n + 1, 2): least and most mines of what comes after a place


@compiled
def tree(n, layouts, cells, slots, images):
    words = np.empty((layouts, 2), np.uint64)
    z = np.uint64(0x243F6A8885A308D3)
    for i in range(layouts):
        for k in range(2):
            z += np.uint64(0x9E3779B97F4A7C15)
            w = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            w = (w ^ (w >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            words[i, k] = w ^ (w >> np.uint64(31))
    return Tree(
        np.empty((layouts, cells), np.int8),
        np.empty(layouts, np.int32),
        np.empty(layouts, np.int32),
        words,
        images,
        np.empty((DEPTH, cells), np.int16),
        np.empty((DEPTH, cells, 10), np.int32),
        np.empty((DEPTH, 11), np.int32),
        np.empty((DEPTH, cells), np.int64),
        np.empty((DEPTH, cells), np.int16),
        np.empty((DEPTH, cells), np.int64),
        np.zeros((DEPTH, 14), np.int64),
        np.zeros((slots, 4), np.int64),
        np.empty(n, np.int32),
        np.empty(n, np.int32),
        np.zeros(6, np.int64),
        np.empty(n, np.int8),
        np.empty((n + 1, 2), np.int64),
    )


@compiled
def list_layouts(f, e, begun, components, remaining, free):
    """All layouts of some components and of the free cells; False where there is no room for them.

    Components ``begun`` to ``components - 1``, with ``remaining`` mines in all. Not ``free``: of these
    components alone, without the free cells and what is proved safe.
    """
    n = f.state.size
    cells = 0
    for q in range(f.first[begun], f.first[components]):
        g = f.order[q]
        # The cells of a group: unknown, around its first clue.
        k = f.clues[f.group_clues[g, 0]]
        for a in range(f.degree[k]):
            j = f.around[k, a]
            if f.state[j] == UNKNOWN and f.group_of[j] == g:
                e.cells[cells] = j
                cells += 1
    for i in range(n):
        if free and f.state[i] == UNKNOWN and f.group_of[i] < 0:
            e.cells[cells] = i
            cells += 1
    if cells > e.shown.shape[1]:
        return False
    # What the components from a place on can hold: bounds for the total.
    e.tail[cells, 0] = 0
    e.tail[cells, 1] = 0
    for t in range(cells - 1, -1, -1):
        e.tail[t, 0] = e.tail[t + 1, 0]
        e.tail[t, 1] = e.tail[t + 1, 1] + 1
    last = cells
    for t in range(cells):
        if f.group_of[e.cells[t]] < 0:
            last = t
            break
    low = np.int64(0)
    high = np.int64(cells - last)
    t = last
    for c in range(components - 1, begun - 1, -1):
        size = np.int64(0)
        for q in range(f.first[c], f.first[c + 1]):
            size += f.group_size[f.order[q]]
        for k in range(1, size):
            e.tail[t - k, 0] = low
            e.tail[t - k, 1] = high + k
        t -= size
        low += f.low[c]
        high += f.low[c] + f.length[c] - 1
        e.tail[t, 0] = low
        e.tail[t, 1] = high
    for i in range(n):
        e.place[i] = -1
    for t in range(cells):
        e.place[e.cells[t]] = t
        e.choice[t] = 2  # not yet tried
    found = np.int64(0)
    steps = np.int64(0)
    most = e.shown.shape[0]
    t = 0
    left = remaining
    while t >= 0:
        steps += 1
        if steps > 400 * most + 20000:
            return _undo(f, e, min(t, cells - 1), False)
        if t == cells:
            if left == 0:
                if found == most:
                    return _undo(f, e, cells - 1, False)
                for u in range(cells):
                    e.shown[found, u] = e.choice[u]
                found += 1
            t -= 1
            continue
        i = e.cells[t]
        was = e.choice[t]
        if was < 2:  # take back
            for a in range(f.degree[i]):
                k = f.around[i, a]
                if f.clue_of[k] >= 0:
                    f.left[k] += 1
                    f.need[k] += was
            left += was
        if was == 0:
            e.choice[t] = 2
            t -= 1
            continue
        now = was - 1  # first a mine, then not
        e.choice[t] = now
        good = True
        for a in range(f.degree[i]):
            k = f.around[i, a]
            if f.clue_of[k] >= 0:
                f.left[k] -= 1
                f.need[k] -= now
                if f.need[k] < 0 or f.need[k] > f.left[k]:
                    good = False
        left -= now
        if good and e.tail[t + 1, 0] <= left <= e.tail[t + 1, 1]:
            t += 1
    # From mines to what is shown, also in the safe cells that are not yet open.
    for i in range(n):
        if free and f.state[i] == SAFE:
            if cells == e.shown.shape[1]:
                return False
            e.cells[cells] = i
            e.place[i] = cells
            for s in range(found):
                e.shown[s, cells] = 0
            cells += 1
    e.totals[0] = found
    e.totals[1] = cells
    for s in range(found):
        e.which[s] = s
    dead = np.empty(cells, np.int64)
    degree = np.zeros(cells, np.int64)
    near = np.empty((cells, 8), np.int64)
    for u in range(cells):
        i = e.cells[u]
        dead[u] = 0
        for a in range(f.degree[i]):
            j = f.around[i, a]
            if f.state[j] == DEAD:
                dead[u] += 1
            elif e.place[j] >= 0:
                near[u, degree[u]] = e.place[j]
                degree[u] += 1
    for s in range(found):
        for u in range(cells):
            e.choice[u] = e.shown[s, u]
        for u in range(cells):
            if e.choice[u] == 1:
                e.shown[s, u] = MINE
            else:
                value = dead[u]
                for a in range(degree[u]):
                    value += e.choice[near[u, a]]
                e.shown[s, u] = value
    return True


@compiled
def _undo(f, e, t, answer):
    """Take back all choices below place ``t``."""
    for u in range(t, -1, -1):
        was = e.choice[u]
        if was < 2:
            i = e.cells[u]
            for a in range(f.degree[i]):
                k = f.around[i, a]
                if f.clue_of[k] >= 0:
                    f.left[k] += 1
                    f.need[k] += was
    return answer


@compiled
def _divide(e, begin, end, cell, depth):
    """Put the layouts side by side that show the same in ``cell``; ``e.ends[depth]`` their borders."""
    for v in range(11):
        e.ends[depth, v] = 0
    for s in range(begin, end):
        e.ends[depth, e.shown[e.which[s], cell] + 1] += 1
    e.ends[depth, 0] = begin
    for v in range(10):
        e.ends[depth, v + 1] += e.ends[depth, v]
    for s in range(begin, end):
        e.spare[s] = e.which[s]
    at = e.counts[depth, 0]  # free again once the order of the cells is known
    for v in range(10):
        at[v] = e.ends[depth, v]
    for s in range(begin, end):
        v = e.shown[e.spare[s], cell]
        e.which[at[v]] = e.spare[s]
        at[v] += 1


@compiled
def _enter(e, d):
    """Look at the set of frame ``d``; returns its value where that is plain, -1 out of nodes, -2 to go on."""
    w = e.frames[d]
    begin, end, least = w[BEGIN], w[END], w[LEAST]
    n = end - begin
    if n == 1:
        return np.int64(1)
    if n == 2 and d > 1:
        return _pair(e, begin, d, e.frames[d - 1, LIVING])
    e.totals[2] += 1
    if e.totals[2] > e.totals[3] or d + 1 >= DEPTH:
        return np.int64(-1)
    low = high = np.uint64(0)
    for s in range(begin, end):
        low += e.words[e.which[s], 0]
        high += e.words[e.which[s], 1]
    for g in range(e.images.shape[0]):
        own_low = own_high = np.uint64(0)
        for s in range(begin, end):
            image = e.images[g, e.which[s]]
            own_low += e.words[image, 0]
            own_high += e.words[image, 1]
        if own_low < low or (own_low == low and own_high < high):
            low, high = own_low, own_high
    low ^= np.uint64(e.totals[4]) * np.uint64(0x9E3779B97F4A7C15)
    slot = np.int64(low & np.uint64(e.table.shape[0] - 1))
    w[SLOT] = slot
    w[KEY_LOW] = np.int64(low >> np.uint64(1))
    w[KEY_HIGH] = np.int64(high >> np.uint64(1))
    if d > 1 and e.table[slot, LOW] == w[KEY_LOW] and e.table[slot, HIGH] == w[KEY_HIGH]:
        known = e.table[slot, WINS]
        if e.table[slot, KIND] == EXACT or known <= least:
            return known
    # What each living cell shows in how many of the layouts.
    living = 0
    safe = np.int64(-1)
    safe_squares = 1 << 62
    bound = np.int64(0)
    for a in range(e.frames[d - 1, LIVING]):
        u = e.living[d - 1, a]
        count = e.counts[d, living]
        for v in range(10):
            count[v] = 0
        for s in range(begin, end):
            count[e.shown[e.which[s], u]] += 1
        largest = 0
        squares = np.int64(0)
        for v in range(10):
            largest = max(largest, count[v])
            squares += np.int64(count[v]) * count[v]
        if largest == n:
            continue
        if count[MINE] == 0 and squares < safe_squares:
            safe = np.int64(u)
            safe_squares = squares
        mines = np.int64(count[MINE])
        bound = max(bound, n - mines)
        e.safes[d, living] = n - mines
        # By least mines, then by how finely they divide.
        e.rank[d, living] = -((n - mines) << 40) + squares - mines * mines
        e.living[d, living] = u
        living += 1
    w[LIVING] = living
    w[TOTAL] = 0
    w[VALUE] = 0
    w[IMPROVED] = 0
    if safe >= 0:
        w[TRIES] = -1
        w[CELL] = safe
        w[REST] = n
        w[BEST] = 0
        _divide(e, begin, end, safe, d)
        return np.int64(-2)
    if bound <= least:
        return bound
    for a in range(living):
        at = a
        while at > 0 and e.rank[d, e.order[d, at - 1]] > e.rank[d, a]:
            e.order[d, at] = e.order[d, at - 1]
            at -= 1
        e.order[d, at] = a
    w[BEST] = max(np.int64(0), least)
    w[TRIES] = 0
    w[VALUE] = 9  # no part of the try before is left
    return np.int64(-2)


@compiled
def _follow(e, d):
    """Set up frame ``d + 1`` with the next part to look at; False where frame ``d`` has its value."""
    w = e.frames[d]
    while True:
        if w[TRIES] < 0:  # a safe cell: all its parts
            if w[TOTAL] + w[REST] <= w[LEAST]:
                w[BEST] = w[TOTAL] + w[REST]
                return False
            if w[VALUE] == 9:
                w[BEST] = w[TOTAL]
                return False
            border = w[LEAST]
        else:
            if w[VALUE] == 9 or w[TOTAL] + w[REST] <= w[BEST]:
                if w[CELL] >= 0 and w[TRIES] > 0 and w[REST] == 0 and w[TOTAL] > w[BEST]:
                    w[BEST] = w[TOTAL]
                    w[IMPROVED] = 1
                    if d == 1:
                        e.totals[5] = w[CELL]
                if w[TRIES] == w[LIVING]:
                    return False
                a = e.order[d, w[TRIES]]
                if e.safes[d, a] <= w[BEST]:
                    return False
                w[TRIES] += 1
                w[CELL] = e.living[d, a]
                w[REST] = e.safes[d, a]
                w[TOTAL] = 0
                w[VALUE] = 0
                _divide(e, w[BEGIN], w[END], w[CELL], d)
            border = w[BEST]
        while w[VALUE] < 9:
            v = w[VALUE]
            w[VALUE] += 1
            part = np.int64(e.ends[d, v + 1]) - e.ends[d, v]
            if part:
                w[REST] -= part
                below = e.frames[d + 1]
                below[BEGIN] = e.ends[d, v]
                below[END] = e.ends[d, v + 1]
                below[LEAST] = border - w[TOTAL] - w[REST]
                below[CELL] = -1
                return True


@compiled
def _finish(e, d):
    """Remember and return the value of frame ``d``."""
    w = e.frames[d]
    exact = w[BEST] > w[LEAST] if w[TRIES] < 0 else w[IMPROVED] > 0
    e.table[w[SLOT], LOW] = w[KEY_LOW]
    e.table[w[SLOT], HIGH] = w[KEY_HIGH]
    e.table[w[SLOT], WINS] = w[BEST]
    e.table[w[SLOT], KIND] = EXACT if exact else AT_MOST
    if d == 1 and w[TRIES] < 0:
        e.totals[5] = w[CELL]
    return w[BEST]


@compiled
def wins(e, begin, end, least):
    """How many of the layouts begin..end the best play wins; -1 when the search runs out of nodes.

    If that is not more than ``least``, any bound up to ``least``. A frame stands for a set and its own bound.
    """
    w = e.frames[1]
    w[BEGIN] = begin
    w[END] = end
    w[LEAST] = least
    w[CELL] = -1
    d = np.int64(1)
    while True:
        value = _enter(e, d)
        if value == -1:
            return value
        while True:  # up with values as long as there are any
            if value >= 0:
                d -= 1
                if d == 0:
                    return value
                e.frames[d, TOTAL] += value
            if _follow(e, d):
                d += 1
                break
            value = _finish(e, d)


@compiled
def _pair(e, begin, depth, parents):
    one, other = e.which[begin], e.which[begin + 1]
    for a in range(parents):
        u = e.living[depth - 1, a]
        x, y = e.shown[one, u], e.shown[other, u]
        if x != y and x != MINE and y != MINE:
            return np.int64(2)
    return np.int64(1)


@compiled
def begin(e, nodes):
    """A new tree over the layouts that ``e`` holds, with so many nodes to spend."""
    e.totals[2] = 0
    e.totals[3] = nodes
    e.totals[4] += 1
    e.totals[5] = -1
    for u in range(e.totals[1]):
        e.living[0, u] = u
    e.frames[0, LIVING] = e.totals[1]


@compiled
def play_out(e, nodes):
    """(layouts won by the best play, place of the best first cell); -1 wins where nodes ran out."""
    begin(e, nodes)
    won = wins(e, np.int64(0), e.totals[0], np.int64(-1))
    return won, e.totals[5]


@compiled
def _apart(f, component):
    """Whether all unknown cells around those of a component are its own."""
    for q in range(f.first[component], f.first[component + 1]):
        f.mark[f.order[q]] = 1
    apart = True
    for i in range(f.state.size):
        if f.state[i] == UNKNOWN and f.group_of[i] >= 0 and f.mark[f.group_of[i]] == 1:
            for a in range(f.degree[i]):
                j = f.around[i, a]
                if f.state[j] == UNKNOWN and (f.group_of[j] < 0 or f.mark[f.group_of[j]] != 1):
                    apart = False
    for q in range(f.first[component], f.first[component + 1]):
        f.mark[f.order[q]] = 0
    return apart


@compiled
def play_region(f, e, components, nodes):
    """:func:`play_out` of a region that has nothing to do with the others; (-1, -1) where there is none.

    Its mines are so many in all layouts and no cell around its own is unknown: whatever is opened elsewhere
    tells nothing about it, nor the other way round. So it is played by itself, and now is as good as later.
    """
    for i in range(f.mark.size):
        f.mark[i] = 0
    for c in range(components):
        if f.length[c] != 1 or not _apart(f, c):
            continue
        if list_layouts(f, e, np.int64(c), np.int64(c + 1), np.int64(f.low[c]), np.int64(0)):
            won, place = play_out(e, nodes)
            if won >= 0 and place >= 0:
                return won, place
    return np.int64(-1), np.int64(-1)


@compiled
def wins_opening(e, u, least):
    """:func:`wins` of all layouts when cell ``u`` is opened first, or any bound up to ``least``."""
    _divide(e, np.int64(0), e.totals[0], u, 0)
    ends = np.empty(11, np.int64)
    for v in range(11):
        ends[v] = e.ends[0, v]
    rest = ends[9]
    total = np.int64(0)
    for v in range(9):
        part = ends[v + 1] - ends[v]
        if part == 0:
            continue
        rest -= part
        won = wins(e, ends[v], ends[v + 1], least - total - rest)
        if won < 0:
            return won
        total += won
        if total + rest <= least:
            return total + rest
    return total
