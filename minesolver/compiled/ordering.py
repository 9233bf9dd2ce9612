"""Compiled: elimination orders of a component, priced by the states that they can need at most."""

from __future__ import annotations

import numpy as np

from .jit import compiled

_CHEAP = 64.0  # states below which a better order cannot pay for the search
_UNBOUNDED = 1e300


@compiled
def price(f, order, start, stop):
    """(states over all layers at most, most clues open at once) of an order of groups."""
    for p in range(start, stop):
        g = order[p]
        for e in range(f.group_degree[g]):
            k = f.group_clues[g, e]
            f.room[k] = f.left[f.clues[k]]
            f.mark_clue[k] = 1
    cost = 0.0
    states = 1.0
    width = now = 0
    for p in range(start, stop):
        g = order[p]
        size = f.group_size[g]
        for e in range(f.group_degree[g]):
            k = f.group_clues[g, e]
            i = f.clues[k]
            if f.room[k] == f.left[i]:
                now += 1
            f.room[k] -= size
            states /= f.mark_clue[k]
            f.mark_clue[k] = 1
            if f.room[k] > 0:
                low = max(0, f.need[i] - (f.left[i] - f.room[k]))
                span = max(1, min(f.need[i], f.room[k]) - low + 1)
                f.mark_clue[k] = span
                states *= span
            else:
                now -= 1
        width = max(width, now)
        cost += states
        if cost > _UNBOUNDED:
            break
    return cost, width


@compiled
def _sort(f, order, start, stop, cols, by_column):
    """Heap sort of order[start:stop] by the place of each group's first cell."""
    n = stop - start
    for i in range(n):
        cell = f.group_cell[order[start + i]]
        f.mark[order[start + i]] = (
            (cell % cols) * (f.state.size // cols) + cell // cols if by_column else cell
        )
    # In-place heap sort: no allocation, and O(n log n) on large components.
    for root in range(n // 2 - 1, -1, -1):
        _sift(f, order, start, np.int64(root), np.int64(n))
    for end in range(n - 1, 0, -1):
        order[start], order[start + end] = order[start + end], order[start]
        _sift(f, order, start, np.int64(0), np.int64(end))


@compiled
def _sift(f, order, start, root, n):
    while True:
        child = 2 * root + 1
        if child >= n:
            return
        if child + 1 < n and f.mark[order[start + child]] < f.mark[order[start + child + 1]]:
            child += 1
        if f.mark[order[start + root]] >= f.mark[order[start + child]]:
            return
        order[start + root], order[start + child] = order[start + child], order[start + root]
        root = child


@compiled
def _greedy(f, order, start, stop, first):
    """Next the group that opens fewest clues and closes most; among equals the one found first."""
    for p in range(start, stop):
        g = order[p]
        f.mark[g] = 0
        for e in range(f.group_degree[g]):
            k = f.group_clues[g, e]
            f.mark_clue[k] = 0
            f.room[k] = f.clue_degree[k]
    # order[start:done] is chosen, order[done:border] may be chosen next.
    for p in range(start, stop):
        if order[p] == first:
            order[p], order[start] = order[start], order[p]
            break
    f.mark[first] = 1
    border = start + 1
    done = start
    scratch = f.chosen
    scratch[start] = first
    while done < stop:
        best = -1
        best_score = 1 << 30
        for p in range(done, border):
            g = scratch[p]
            score = 0
            for e in range(f.group_degree[g]):
                k = f.group_clues[g, e]
                if f.mark_clue[k] == 0:
                    score += 1
                if f.room[k] == 1:
                    score -= 1
            if score < best_score:
                best_score = score
                best = p
        scratch[done], scratch[best] = scratch[best], scratch[done]
        g = scratch[done]
        done += 1
        for e in range(f.group_degree[g]):
            k = f.group_clues[g, e]
            f.room[k] -= 1
            if f.mark_clue[k] == 0:
                f.mark_clue[k] = 1
                for b in range(f.clue_degree[k]):
                    h = f.clue_groups[k, b]
                    if f.mark[h] == 0:
                        f.mark[h] = 1
                        scratch[border] = h
                        border += 1
    for p in range(start, stop):
        order[p] = scratch[p]


@compiled
def choose(f, start, stop, cols):
    """Put the groups of one component into the cheapest of a few orders; returns (cost, width)."""
    best = f.order
    cost, width = price(f, best, start, stop)  # as found: breadth first
    if cost <= _CHEAP or stop - start <= 2:
        return cost, width
    trial = f.trial
    for attempt in range(4):
        for p in range(start, stop):
            trial[p] = best[p]
        if attempt < 2:
            _sort(f, trial, start, stop, cols, attempt == 0)
        else:
            _greedy(f, trial, start, stop, best[start if attempt == 2 else stop - 1])
        own_cost, own_width = price(f, trial, start, stop)
        if own_cost < cost:
            cost, width = own_cost, own_width
            for p in range(start, stop):
                best[p] = trial[p]
        if cost <= _CHEAP:
            break
    return cost, width
