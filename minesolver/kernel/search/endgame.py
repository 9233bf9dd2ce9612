"""Compiled: the whole game tree over the layouts that remain, where these are few.

All layouts are equally likely and what a player knows is the set of them that agrees with all that was
seen; so the value of a set is the number of its layouts that the best play wins. A cell that is safe in all
of a set costs nothing to open, so it is opened before any guess; what is seen then follows from the set.
Sets met before are looked up by a 128-bit sum of random words, one pair a layout. Where symmetries turn the
layouts into each other, sets that they turn into each other have the same key: the least of their sums.
"""

import cython
from cython.cimports.libc.stdint import int8_t, int32_t, int64_t, uint64_t
from cython.cimports.libc.string import memset
from cython.cimports.minesolver.kernel.clock import look
from cython.cimports.minesolver.kernel.search.listing import list_component
from cython.cimports.minesolver.kernel.search.types import (
    SHOWN_MINE,
    TREE_DEPTH,
    VALUES,
    Frame,
    TableEntry,
    Tree,
    Words,
)
from cython.cimports.minesolver.kernel.types import UNKNOWN, Analyzer, Frontier

_EXACT = cython.declare(int32_t, 1)
_AT_MOST = cython.declare(int32_t, 2)
_OUT_OF_NODES = cython.declare(int32_t, -1)
_GO_ON = cython.declare(int32_t, -2)
_BETWEEN_LOOKS = cython.declare(int64_t, 255)  # nodes from one look at the clock to the next: a mask
_LARGE = cython.declare(int32_t, 2000)  # layouts of a set that takes its time
_GOLDEN = cython.declare(uint64_t, 0x9E3779B97F4A7C15)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _shown(t: cython.pointer(Tree), at: int32_t) -> cython.pointer(int8_t):
    """What the places show in the layout at a place of ``t.layouts``."""
    return t.shown + t.layouts[at] * t.stride


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _divide(t: cython.pointer(Tree), frame: cython.pointer(Frame), place: int32_t) -> cython.void:
    """Put the layouts of a set side by side that show the same in a place; ``frame.ends`` their borders."""
    at: int32_t[10]
    v: cython.int
    k: cython.int
    for v in range(10):
        at[v] = 0
    for k in range(frame.begin, frame.end):
        at[_shown(t, k)[place]] += 1
        t.spare[k] = t.layouts[k]
    frame.ends[0] = frame.begin
    for v in range(10):
        frame.ends[v + 1] = frame.ends[v] + at[v]
        at[v] = frame.ends[v]
    for k in range(frame.begin, frame.end):
        v = t.shown[t.spare[k] * t.stride + place]
        t.layouts[at[v]] = t.spare[k]
        at[v] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pair_wins(
    t: cython.pointer(Tree), frame: cython.pointer(Frame), parent: cython.pointer(Frame)
) -> int32_t:
    """Of two layouts: both, where a cell that is safe in both tells them apart."""
    one: cython.pointer(int8_t) = _shown(t, frame.begin)
    other: cython.pointer(int8_t) = _shown(t, frame.begin + 1)
    place: int32_t
    k: cython.int
    for k in range(parent.open_count):
        place = parent.open[k]
        if one[place] != other[place] and one[place] != SHOWN_MINE and other[place] != SHOWN_MINE:
            return 2
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _make_key(t: cython.pointer(Tree), frame: cython.pointer(Frame)) -> cython.void:
    """The key of a set, and its slot in the table."""
    key: Words
    image: Words
    words: cython.pointer(Words)
    to: cython.pointer(int32_t)
    g: cython.int
    k: cython.int
    key.low = key.high = 0
    for k in range(frame.begin, frame.end):
        words = cython.address(t.words[t.layouts[k]])
        key.low += words.low
        key.high += words.high
    for g in range(t.image_count):
        to = t.images + cython.cast(int64_t, g) * t.layout_count
        image.low = image.high = 0
        for k in range(frame.begin, frame.end):
            words = cython.address(t.words[to[t.layouts[k]]])
            image.low += words.low
            image.high += words.high
        if image.low < key.low or (image.low == key.low and image.high < key.high):
            key = image
    key.low ^= t.generation * _GOLDEN
    frame.key = key
    frame.slot = cython.cast(int64_t, key.low & cython.cast(uint64_t, t.table_mask))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_shown(
    t: cython.pointer(Tree), frame: cython.pointer(Frame), parent: cython.pointer(Frame)
) -> cython.void:
    """What the layouts of a set show in each open cell of its parent: layout by layout, as they lie."""
    shown: cython.pointer(int8_t)
    k: cython.int
    a: cython.int
    memset(t.counts, 0, parent.open_count * 10 * cython.sizeof(int32_t))
    for k in range(frame.begin, frame.end):
        shown = _shown(t, k)
        for a in range(parent.open_count):
            t.counts[a][shown[parent.open[a]]] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_at_cells(
    t: cython.pointer(Tree), frame: cython.pointer(Frame), parent: cython.pointer(Frame)
) -> int32_t:
    """Which cells tell the layouts of a set apart, and in how many each is no mine.

    Returns the place of the cell that is safe in all of them and divides them most finely, or -1.
    """
    size: int32_t = frame.end - frame.begin
    count: cython.pointer(int32_t)
    largest: int32_t
    squares: int64_t
    safe: int32_t = -1
    safe_squares: int64_t = cython.cast(int64_t, size) * size
    survivors: int32_t
    place: int32_t
    open_count: int32_t = 0
    a: cython.int
    v: cython.int
    _count_shown(t, frame, parent)
    for a in range(parent.open_count):
        place = parent.open[a]
        count = t.counts[a]
        largest = 0
        squares = 0
        for v in range(10):
            largest = max(largest, count[v])
            squares += cython.cast(int64_t, count[v]) * count[v]
        if largest == size:
            continue
        survivors = size - count[SHOWN_MINE]
        if survivors == size and squares < safe_squares:
            safe = place
            safe_squares = squares
        # By least mines, then by how finely they divide.
        t.rank[open_count] = (
            -(cython.cast(int64_t, survivors) << 40)
            + squares
            - cython.cast(int64_t, count[SHOWN_MINE]) * count[SHOWN_MINE]
        )
        frame.survivors[open_count] = survivors
        frame.open[open_count] = place
        open_count += 1
    frame.open_count = open_count
    return safe


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sort_cells(t: cython.pointer(Tree), frame: cython.pointer(Frame)) -> cython.void:
    """The order in which the cells of a set are tried."""
    a: cython.int
    at: cython.int
    for a in range(frame.open_count):
        at = a
        while at > 0 and t.rank[frame.order[at - 1]] > t.rank[a]:
            frame.order[at] = frame.order[at - 1]
            at -= 1
        frame.order[at] = a


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _plan(t: cython.pointer(Tree), frame: cython.pointer(Frame), parent: cython.pointer(Frame)) -> int32_t:
    """What to try in a set; returns its value where that is plain, else -2."""
    safe: int32_t = _look_at_cells(t, frame, parent)
    bound: int32_t = 0
    a: cython.int
    frame.total = 0
    frame.next_value = 0
    frame.improved = False
    if safe >= 0:
        frame.tried = -1
        frame.cell = safe
        frame.rest = frame.end - frame.begin
        frame.best = 0
        _divide(t, frame, safe)
        return _GO_ON
    for a in range(frame.open_count):
        bound = max(bound, frame.survivors[a])
    if bound <= frame.least:
        return bound
    _sort_cells(t, frame)
    frame.best = max(0, frame.least)
    frame.tried = 0
    frame.next_value = VALUES  # no part of a try before is left
    return _GO_ON


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _holds(entry: cython.pointer(TableEntry), frame: cython.pointer(Frame)) -> cython.bint:
    """Whether the table has what is to be known of a set."""
    if entry.key.low != frame.key.low or entry.key.high != frame.key.high:
        return False
    return entry.bound == _EXACT or (entry.bound == _AT_MOST and entry.wins <= frame.least)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _enter(t: cython.pointer(Tree), d: cython.int) -> int32_t:
    """Look at the set of frame ``d``; returns its value where that is plain, -1 out of nodes, -2 to go on."""
    frame: cython.pointer(Frame) = cython.address(t.frames[d])
    entry: cython.pointer(TableEntry)
    if frame.end - frame.begin == 1:
        return 1
    if frame.end - frame.begin == 2 and d > 1:
        return _pair_wins(t, frame, frame - 1)
    t.nodes += 1
    if t.nodes > t.most_nodes or d + 1 >= TREE_DEPTH:
        return _OUT_OF_NODES
    if ((t.nodes & _BETWEEN_LOOKS) == 0 or frame.end - frame.begin > _LARGE) and look(t.clock):
        return _OUT_OF_NODES
    _make_key(t, frame)
    entry = cython.address(t.table[frame.slot])
    if d > 1 and _holds(entry, frame):
        return entry.wins
    return _plan(t, frame, frame - 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _next_cell(t: cython.pointer(Tree), d: cython.int) -> cython.bint:
    """End a try that cannot be, or was, the best, and begin the next; False where there is none."""
    frame: cython.pointer(Frame) = cython.address(t.frames[d])
    a: int32_t
    if frame.next_value < VALUES and frame.total + frame.rest > frame.best:
        return True
    if frame.tried > 0 and frame.rest == 0 and frame.total > frame.best:
        frame.best = frame.total
        frame.improved = True
        if d == 1:
            t.first_cell = frame.cell
    if frame.tried == frame.open_count:
        return False
    a = frame.order[frame.tried]
    if frame.survivors[a] <= frame.best:
        return False
    frame.tried += 1
    frame.cell = frame.open[a]
    frame.rest = frame.survivors[a]
    frame.total = 0
    frame.next_value = 0
    _divide(t, frame, frame.cell)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _follow(t: cython.pointer(Tree), d: cython.int) -> cython.bint:
    """Set up frame ``d + 1`` with the next part to look at; False where frame ``d`` has its value."""
    frame: cython.pointer(Frame) = cython.address(t.frames[d])
    below: cython.pointer(Frame) = frame + 1
    border: int32_t
    v: int32_t
    while True:
        if frame.tried < 0:  # a safe cell: all its parts
            if frame.total + frame.rest <= frame.least:
                frame.best = frame.total + frame.rest
                return False
            if frame.next_value == VALUES:
                frame.best = frame.total
                return False
            border = frame.least
        else:
            if not _next_cell(t, d):
                return False
            border = frame.best
        while frame.next_value < VALUES:
            v = frame.next_value
            frame.next_value += 1
            if frame.ends[v + 1] > frame.ends[v]:
                frame.rest -= frame.ends[v + 1] - frame.ends[v]
                below.begin = frame.ends[v]
                below.end = frame.ends[v + 1]
                below.least = border - frame.total - frame.rest
                return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _finish(t: cython.pointer(Tree), d: cython.int) -> int32_t:
    """Remember and return the value of frame ``d``."""
    frame: cython.pointer(Frame) = cython.address(t.frames[d])
    entry: cython.pointer(TableEntry) = cython.address(t.table[frame.slot])
    exact: cython.bint = frame.improved
    if frame.tried < 0:
        exact = frame.best > frame.least
        if d == 1:
            t.first_cell = frame.cell
    entry.key = frame.key
    entry.wins = frame.best
    entry.bound = _EXACT if exact else _AT_MOST
    return frame.best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def wins(t: cython.pointer(Tree), first: int32_t, last: int32_t, least: int32_t) -> int32_t:
    """How many of the layouts ``first`` to ``last - 1`` the best play wins; -1 out of nodes or time.

    If that is not more than ``least``, any bound up to ``least``.
    """
    root: cython.pointer(Frame) = cython.address(t.frames[1])
    value: int32_t
    d: cython.int = 1
    root.begin = first
    root.end = last
    root.least = least
    while True:
        value = _enter(t, d)
        if value == _OUT_OF_NODES:
            return value
        while True:  # up with values as long as there are any
            if value >= 0:
                d -= 1
                if d == 0:
                    return value
                t.frames[d].total += value
            if _follow(t, d):
                d += 1
                break
            value = _finish(t, d)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def wins_opening(t: cython.pointer(Tree), place: int32_t, least: int32_t) -> int32_t:
    """:func:`wins` of all layouts when a place is opened first, or any bound up to ``least``."""
    root: cython.pointer(Frame) = cython.address(t.frames[0])
    rest: int32_t
    won: int32_t
    total: int32_t = 0
    v: cython.int
    root.begin = 0
    root.end = t.layout_count
    _divide(t, root, place)
    rest = root.ends[VALUES]
    for v in range(VALUES):
        if root.ends[v + 1] == root.ends[v]:
            continue
        rest -= root.ends[v + 1] - root.ends[v]
        won = wins(t, root.ends[v], root.ends[v + 1], least - total - rest)
        if won < 0:
            return won
        total += won
        if total + rest <= least:
            return total + rest
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def begin(t: cython.pointer(Tree), nodes: int64_t) -> cython.void:
    """A new tree over the layouts that are listed, with so many nodes to spend."""
    place: cython.int
    t.nodes = 0
    t.most_nodes = nodes
    t.generation += 1
    t.first_cell = -1
    t.frames[0].open_count = t.place_count
    for place in range(t.place_count):
        t.frames[0].open[place] = place


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_out(t: cython.pointer(Tree), nodes: int64_t) -> int32_t:
    """Layouts that the best play wins, ``t.first_cell`` the place it opens first; -1 out of nodes or time."""
    begin(t, nodes)
    return wins(t, 0, t.layout_count, -1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _isolated(a: cython.pointer(Analyzer), t: cython.pointer(Tree), component: int32_t) -> cython.bint:
    """Whether all unknown cells around those of a component are its own."""
    frontier: cython.pointer(Frontier) = cython.address(a.frontier)
    group: int32_t
    cell: int32_t
    q: cython.int
    i: cython.int
    k: cython.int
    for q in range(frontier.group_count):
        t.in_component[q] = 0
    for q in range(frontier.start[component], frontier.start[component + 1]):
        t.in_component[frontier.order[q]] = 1
    for i in range(a.board.cells):
        group = frontier.group_of[i]
        if a.known.state[i] != UNKNOWN or group < 0 or not t.in_component[group]:
            continue
        for k in range(a.board.degree[i]):
            cell = a.board.around[i][k]
            if a.known.state[cell] == UNKNOWN:
                group = frontier.group_of[cell]
                if group < 0 or not t.in_component[group]:
                    return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_region(a: cython.pointer(Analyzer), t: cython.pointer(Tree), nodes: int64_t) -> int32_t:
    """:func:`play_out` of a region that has nothing to do with the others; -1 where there is none.

    Its mines are so many in all layouts and no cell around its own is unknown: whatever is opened elsewhere
    tells nothing about it, nor the other way round. So it is played by itself, and now is as good as later.
    """
    won: int32_t
    c: cython.int
    for c in range(a.frontier.component_count):
        if a.counts.component[c].length != 1 or not _isolated(a, t, c):
            continue
        if list_component(a, t, c):
            won = play_out(t, nodes)
            if won >= 0 and t.first_cell >= 0:
                return won
    return -1
