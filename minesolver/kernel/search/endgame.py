"""Compiled: the whole game tree over the layouts that remain, where these are few.

All layouts are equally likely and what a player knows is the set of them that agrees with all that was
seen; so the value of a set is the number of its layouts that the best play wins. A cell that is safe in all
of a set costs nothing to open, so it is opened before any guess; what is seen then follows from the set.
Before the parts that a cell divides a set into are searched, each is bounded: by what was found of it before,
or by the layouts that its safest cell survives. Sets met before are looked up by a 128-bit sum of scrambled
words over their layouts. Of a listed position the word of a layout is that of its mines, less those that the
whole set has in common: so regions that are solved, and in whichever way, make no difference. Of layouts that
are given it is random.
"""

import cython
from cython.cimports.libc.stdint import int8_t, int32_t, int64_t, uint8_t, uint64_t
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.minesolver.kernel.clock import look
from cython.cimports.minesolver.kernel.search.listing import list_component
from cython.cimports.minesolver.kernel.search.types import (
    PLACES_OF_WORD,
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
_FIRST_BITS = cython.declare(uint64_t, 0x0101010101010101)
_LARGE = cython.declare(int32_t, 2000)  # layouts of a set that takes its time
_GOLDEN = cython.declare(uint64_t, 0x9E3779B97F4A7C15)

Survey = cython.struct(  # of a set of layouts
    fewest=int32_t,  # in so many each place that tells some apart is a mine, at least
    mines=Words,  # sum over the places that are mines in all
    safe=Words,  # and over those that are safe in all and tell some apart
)


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
def _pair_wins(t: cython.pointer(Tree), begin: int32_t) -> int32_t:
    """Of two layouts: both, where a cell that is safe in both tells them apart."""
    one: uint64_t
    other: uint64_t
    differ: uint64_t
    mines: uint64_t
    which: cython.int
    for which in range((t.place_count + PLACES_OF_WORD - 1) // PLACES_OF_WORD):
        memcpy(cython.address(one), _shown(t, begin) + which * PLACES_OF_WORD, PLACES_OF_WORD)
        memcpy(cython.address(other), _shown(t, begin + 1) + which * PLACES_OF_WORD, PLACES_OF_WORD)
        differ = one ^ other
        differ |= differ >> 2
        differ |= differ >> 1
        mines = one >> 3 & one | other >> 3 & other
        if differ & ~mines & _FIRST_BITS:
            return 2
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _open(
    t: cython.pointer(Tree), frame: cython.pointer(Frame), place: int32_t, least: int32_t
) -> cython.void:
    """Open a place: the parts that follow, the layouts won in those that are plain, bounds of the others.

    Given up where it cannot be more than ``least``.
    """
    entry: cython.pointer(TableEntry)
    survey: Survey
    size: int32_t
    v: cython.int
    frame.cell = place
    frame.total = 0
    frame.next_value = 0
    _divide(t, frame, place)
    frame.rest = frame.ends[VALUES] - frame.begin
    for v in range(VALUES):
        size = frame.ends[v + 1] - frame.ends[v]
        frame.bounds[v] = 0
        if size == 0:
            continue
        frame.rest -= size
        if size <= 2:
            frame.total += 1 if size == 1 else _pair_wins(t, frame.ends[v])
        else:
            _survey(t, frame.ends[v], frame.ends[v + 1], cython.address(survey))
            frame.bounds[v] = size - survey.fewest
            frame.keys[v] = _make_key(t, frame.ends[v], frame.ends[v + 1], cython.address(survey))
            entry = _entry(t, frame.keys[v])
            if entry.key.low == frame.keys[v].low and entry.key.high == frame.keys[v].high:
                if entry.bound == _EXACT:
                    frame.total += entry.wins
                    frame.bounds[v] = 0
                elif entry.bound == _AT_MOST:
                    frame.bounds[v] = min(frame.bounds[v], entry.wins)
            frame.rest += frame.bounds[v]
        if frame.total + frame.rest <= least:
            return


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _add(key: cython.pointer(Words), low: uint64_t, high: uint64_t) -> cython.void:
    """Add two words, scrambled, to a sum."""
    low = (low ^ (low >> 30)) * cython.cast(uint64_t, 0xBF58476D1CE4E5B9)
    low = (low ^ (low >> 27)) * cython.cast(uint64_t, 0x94D049BB133111EB)
    low ^= low >> 31
    key.low += low
    key.high += (high ^ low) * _GOLDEN


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _survey(
    t: cython.pointer(Tree), begin: int32_t, end: int32_t, survey: cython.pointer(Survey)
) -> cython.void:
    """What the layouts of a set have in common.

    Eight places at a time, a byte each; of 0 to 9, only a mine has both the first and the fourth bit.
    """
    word: uint64_t
    common: uint64_t
    some: uint64_t
    mines: uint64_t
    bytes_: uint8_t[PLACES_OF_WORD]
    common_bytes: uint8_t[PLACES_OF_WORD]
    some_bytes: uint8_t[PLACES_OF_WORD]
    often: int32_t[PLACES_OF_WORD]
    words: cython.pointer(Words)
    at: int32_t
    last: int32_t
    which: cython.int
    k: cython.int
    p: cython.int
    survey.fewest = end - begin
    survey.mines.low = survey.mines.high = survey.safe.low = survey.safe.high = 0
    for which in range((t.place_count + PLACES_OF_WORD - 1) // PLACES_OF_WORD):
        at = which * PLACES_OF_WORD
        common = ~cython.cast(uint64_t, 0)
        some = 0
        memset(often, 0, PLACES_OF_WORD * cython.sizeof(int32_t))
        k = begin
        while k < end:
            last = min(end, k + 255)
            mines = 0
            while k < last:
                memcpy(cython.address(word), _shown(t, k) + at, PLACES_OF_WORD)
                common &= word
                some |= word
                mines += word >> 3 & word & _FIRST_BITS
                k += 1
            memcpy(bytes_, cython.address(mines), PLACES_OF_WORD)
            for p in range(PLACES_OF_WORD):
                often[p] += bytes_[p]
        if common == some and (common >> 3 & common & _FIRST_BITS) == 0:
            continue
        memcpy(common_bytes, cython.address(common), PLACES_OF_WORD)
        memcpy(some_bytes, cython.address(some), PLACES_OF_WORD)
        for p in range(min(PLACES_OF_WORD, t.place_count - at)):
            words = cython.address(t.place_words[at + p])
            if common_bytes[p] == SHOWN_MINE:
                survey.mines.low ^= words.low
                survey.mines.high ^= words.high
            elif common_bytes[p] != some_bytes[p]:
                survey.fewest = min(survey.fewest, often[p])
                if often[p] == 0:
                    _add(cython.address(survey.safe), words.low + _GOLDEN, words.high)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _key_by_mines(
    t: cython.pointer(Tree), begin: int32_t, end: int32_t, survey: cython.pointer(Survey)
) -> Words:
    """The key of a set: the mines that its layouts differ in, and the safe cells that tell them apart."""
    key: Words = survey.safe
    words: cython.pointer(Words)
    k: cython.int
    for k in range(begin, end):
        words = cython.address(t.words[t.layouts[k]])
        _add(cython.address(key), words.low ^ survey.mines.low, words.high ^ survey.mines.high)
    return key


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _key_by_layouts(t: cython.pointer(Tree), begin: int32_t, end: int32_t) -> Words:
    """The key of a set: the sum of random words."""
    key: Words
    words: cython.pointer(Words)
    k: cython.int
    key.low = key.high = 0
    for k in range(begin, end):
        words = cython.address(t.words[t.layouts[k]])
        key.low += words.low
        key.high += words.high
    return key


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _make_key(t: cython.pointer(Tree), begin: int32_t, end: int32_t, survey: cython.pointer(Survey)) -> Words:
    """The key of a set that was surveyed."""
    key: Words = _key_by_mines(t, begin, end, survey) if t.by_mines else _key_by_layouts(t, begin, end)
    key.low ^= t.generation * _GOLDEN
    return key


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _entry(t: cython.pointer(Tree), key: Words) -> cython.pointer(TableEntry):
    return t.table + cython.cast(int64_t, key.low & cython.cast(uint64_t, t.table_mask))


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
    frame.improved = False
    if safe >= 0:
        frame.tried = -1
        frame.best = 0
        _open(t, frame, safe, frame.least)
        return _GO_ON
    for a in range(frame.open_count):
        bound = max(bound, frame.survivors[a])
    if bound <= frame.least:
        return bound
    _sort_cells(t, frame)
    frame.best = max(0, frame.least)
    frame.tried = 0
    frame.total = frame.rest = 0
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
    entry: cython.pointer(TableEntry) = _entry(t, frame.key)
    if d > 1 and _holds(entry, frame):
        return entry.wins
    t.nodes += 1
    if t.nodes > t.most_nodes or d + 1 >= TREE_DEPTH:
        return _OUT_OF_NODES
    if ((t.nodes & _BETWEEN_LOOKS) == 0 or frame.end - frame.begin > _LARGE) and look(t.clock):
        return _OUT_OF_NODES
    return _plan(t, frame, frame - 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _next_cell(t: cython.pointer(Tree), d: cython.int) -> cython.bint:
    """End a try that cannot be, or was, the best, and begin the next; False where there is none."""
    frame: cython.pointer(Frame) = cython.address(t.frames[d])
    a: int32_t
    while True:
        if frame.total + frame.rest > frame.best:
            if frame.rest:
                return True
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
        _open(t, frame, frame.open[a], frame.best)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _follow(t: cython.pointer(Tree), d: cython.int) -> cython.bint:
    """Set up frame ``d + 1`` with the next part to look at; False where frame ``d`` has its value."""
    frame: cython.pointer(Frame) = cython.address(t.frames[d])
    below: cython.pointer(Frame) = frame + 1
    border: int32_t
    v: int32_t
    if frame.tried < 0:  # a safe cell: all its parts
        if frame.total + frame.rest <= frame.least or frame.rest == 0:
            frame.best = frame.total + frame.rest
            return False
        border = frame.least
    else:
        if not _next_cell(t, d):
            return False
        border = frame.best
    while frame.bounds[frame.next_value] == 0:
        frame.next_value += 1
    v = frame.next_value
    frame.next_value += 1
    frame.rest -= frame.bounds[v]
    below.begin = frame.ends[v]
    below.end = frame.ends[v + 1]
    below.least = border - frame.total - frame.rest
    below.key = frame.keys[v]
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _finish(t: cython.pointer(Tree), d: cython.int) -> int32_t:
    """Remember and return the value of frame ``d``."""
    frame: cython.pointer(Frame) = cython.address(t.frames[d])
    entry: cython.pointer(TableEntry) = _entry(t, frame.key)
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
    survey: Survey
    value: int32_t
    d: cython.int = 1
    if last - first == 1:
        return 1
    root.begin = first
    root.end = last
    root.least = least
    _survey(t, first, last, cython.address(survey))
    root.key = _make_key(t, first, last, cython.address(survey))
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
    shown: cython.pointer(int8_t)
    words: cython.pointer(Words)
    layout: cython.int
    place: cython.int
    t.nodes = 0
    t.most_nodes = nodes
    t.generation += 1
    t.first_cell = -1
    t.frames[0].open_count = t.place_count
    for place in range(t.place_count):
        t.frames[0].open[place] = place
    if not t.by_mines:
        return
    for layout in range(t.layout_count):
        shown = t.shown + layout * t.stride
        words = cython.address(t.words[layout])
        words.low = words.high = 0
        for place in range(t.place_count):
            if shown[place] == SHOWN_MINE:
                words.low ^= t.place_words[place].low
                words.high ^= t.place_words[place].high


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
