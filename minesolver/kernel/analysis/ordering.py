"""Compiled: elimination orders of a component, priced by the states that they can need at most."""

import cython
from cython.cimports.libc.stdint import int32_t
from cython.cimports.minesolver.kernel.types import Analyzer, Frontier, Knowledge

_CHEAP = cython.declare(cython.double, 64.0)  # states below which a better order cannot pay for the search
_UNBOUNDED = cython.declare(cython.double, 1e300)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def order_component(a: cython.pointer(Analyzer), component: cython.int) -> cython.int:
    """Put the groups of one component into the cheapest of a few orders; returns its width: the most clues
    that are open at once."""
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    start: cython.int = f.start[component]
    stop: cython.int = f.start[component + 1]
    attempt: cython.int
    p: cython.int
    width: cython.int
    own_width: cython.int
    own_cost: cython.double
    cost: cython.double = _price(a, f.order, start, stop, cython.address(width))  # as found: breadth first
    if stop - start <= 2:
        return width
    for attempt in range(4):
        if cost <= _CHEAP:
            break
        for p in range(start, stop):
            f.trial_order[p] = f.order[p]
        if attempt == 0 or attempt == 1:
            _sort(a, start, stop, attempt == 0)
        else:
            _greedy(f, start, stop, f.order[start if attempt == 2 else stop - 1])
        own_cost = _price(a, f.trial_order, start, stop, cython.address(own_width))
        if own_cost < cost:
            cost = own_cost
            width = own_width
            for p in range(start, stop):
                f.order[p] = f.trial_order[p]
    return width


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _price(
    a: cython.pointer(Analyzer),
    order: cython.pointer(int32_t),
    start: cython.int,
    stop: cython.int,
    width: cython.pointer(cython.int),
) -> cython.double:
    """The states over all layers at most, where an open clue can have any residual by itself."""
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    known: cython.pointer(Knowledge) = cython.address(a.known)
    cost: cython.double = 0.0
    states: cython.double = 1.0
    open_clues: cython.int = 0
    p: cython.int
    e: cython.int
    group: int32_t
    clue: int32_t
    cell: int32_t
    least: int32_t
    width[0] = 0
    for p in range(start, stop):
        group = order[p]
        for e in range(f.group_degree[group]):
            clue = f.group_clues[group][e]
            f.clue_left[clue] = known.unknown[f.clue_cell[clue]]
            f.clue_span[clue] = 1
    for p in range(start, stop):
        group = order[p]
        for e in range(f.group_degree[group]):
            clue = f.group_clues[group][e]
            cell = f.clue_cell[clue]
            if f.clue_left[clue] == known.unknown[cell]:
                open_clues += 1
            f.clue_left[clue] -= f.group_size[group]
            states /= f.clue_span[clue]
            f.clue_span[clue] = 1
            if f.clue_left[clue] > 0:
                least = max(0, known.need[cell] - (known.unknown[cell] - f.clue_left[clue]))
                f.clue_span[clue] = max(1, min(known.need[cell], f.clue_left[clue]) - least + 1)
                states *= f.clue_span[clue]
            else:
                open_clues -= 1
        width[0] = max(width[0], open_clues)
        cost += states
        if cost > _UNBOUNDED:
            break
    return cost


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sort(
    a: cython.pointer(Analyzer), start: cython.int, stop: cython.int, by_column: cython.bint
) -> cython.void:
    """Heap sort of ``trial_order`` by the place of each group's first cell: nothing is allocated."""
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    order: cython.pointer(int32_t) = f.trial_order + start
    n: cython.int = stop - start
    cols: cython.int = a.board.cols
    i: cython.int
    cell: int32_t
    for i in range(n):
        cell = f.group_cell[order[i]]
        f.sort_key[order[i]] = cell % cols * a.board.rows + cell // cols if by_column else cell
    for i in range(n // 2 - 1, -1, -1):
        _sift(f.sort_key, order, i, n)
    for i in range(n - 1, 0, -1):
        _swap(order, 0, i)
        _sift(f.sort_key, order, 0, i)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sift(
    key: cython.pointer(int32_t), order: cython.pointer(int32_t), root: cython.int, n: cython.int
) -> cython.void:
    child: cython.int
    while True:
        child = 2 * root + 1
        if child >= n:
            return
        if child + 1 < n and key[order[child]] < key[order[child + 1]]:
            child += 1
        if key[order[root]] >= key[order[child]]:
            return
        _swap(order, root, child)
        root = child


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _swap(order: cython.pointer(int32_t), i: cython.int, j: cython.int) -> cython.void:
    kept: int32_t = order[i]
    order[i] = order[j]
    order[j] = kept


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _greedy(f: cython.pointer(Frontier), start: cython.int, stop: cython.int, first: int32_t) -> cython.void:
    """Into ``trial_order``: next the group that opens fewest clues and closes most, the first such."""
    order: cython.pointer(int32_t) = f.greedy_order
    p: cython.int
    e: cython.int
    group: int32_t
    for p in range(start, stop):
        group = f.trial_order[p]
        f.group_seen[group] = 0
        for e in range(f.group_degree[group]):
            f.clue_seen[f.group_clues[group][e]] = 0
            f.clue_left[f.group_clues[group][e]] = f.clue_degree[f.group_clues[group][e]]
    f.group_seen[first] = 1
    order[start] = first
    # order[start:done] is chosen, order[done:border] may be chosen next.
    border: cython.int = start + 1
    for p in range(start, stop):
        _swap(order, p, _best_next(f, p, border))
        border = _widen(f, order[p], border)
    for p in range(start, stop):
        f.trial_order[p] = order[p]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _best_next(f: cython.pointer(Frontier), done: cython.int, border: cython.int) -> cython.int:
    """The place of the group to choose next."""
    best: cython.int = done
    best_score: cython.int = 1 << 30
    p: cython.int
    e: cython.int
    group: int32_t
    score: cython.int
    for p in range(done, border):
        group = f.greedy_order[p]
        score = 0
        for e in range(f.group_degree[group]):
            score += f.clue_seen[f.group_clues[group][e]] == 0
            score -= f.clue_left[f.group_clues[group][e]] == 1
        if score < best_score:
            best_score = score
            best = p
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _widen(f: cython.pointer(Frontier), group: int32_t, border: cython.int) -> cython.int:
    """Let the groups beside a chosen one be chosen; returns the new border."""
    e: cython.int
    k: cython.int
    clue: int32_t
    other: int32_t
    for e in range(f.group_degree[group]):
        clue = f.group_clues[group][e]
        f.clue_left[clue] -= 1
        if f.clue_seen[clue]:
            continue
        f.clue_seen[clue] = 1
        for k in range(f.clue_degree[clue]):
            other = f.clue_groups[clue][k]
            if not f.group_seen[other]:
                f.group_seen[other] = 1
                f.greedy_order[border] = other
                border += 1
    return border
