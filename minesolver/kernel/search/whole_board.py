"""Compiled: the best play of a whole small board, by its game tree over sets of layouts.

As in ``endgame``, what a player knows is the set of layouts that agrees with all that was seen, and its value
the number of them that the best play wins. Here the boards are as large as time and memory allow, so:

* A cell that is safe in all layouts is opened at once; only sets without one that tells something (*parts*)
  are searched and remembered. A part of two layouts is worth 1.
* A dead cell, which shows one value wherever it is no mine, tells nothing, so it can be opened last: it is
  never guessed. A part with dead cells only is worth 1.
* A part is worth at most as many layouts as its safest cell that is not dead is no mine in; a guess at most
  the sum over the parts that it leads to, and that is what orders the guesses and cuts most of them.
* Two layouts that show the same in every cell that is safe in both cannot both be won, whatever is opened.
  So a part is worth at most as many as the groups of such layouts that it falls into.
* A guess is not tried where another that was tried is a mine in fewer layouts (or the same) and tells all
  that it would tell.
* Sets that a symmetry of the board turns into each other have one key, the least of their 128-bit sums of
  random words.
"""

import cython
from cython.cimports.libc.math import INFINITY
from cython.cimports.libc.stdint import int16_t, int32_t, int64_t, uint8_t, uint64_t
from cython.cimports.libc.string import memset
from cython.cimports.minesolver.kernel.clock import finish, look, start
from cython.cimports.minesolver.kernel.memory import release, take, take_ints
from cython.cimports.minesolver.kernel.rng import mix
from cython.cimports.minesolver.kernel.search.types import SHOWN_MINE, VALUES, Words
from cython.cimports.minesolver.kernel.search.whole_board import (
    BLOCK,
    LEAST_GROUPED,
    MOST_CELLS,
    MOST_GROUPED,
    MOST_IMAGES,
    Part,
    Seen,
    SetEntry,
    WholeBoard,
)
from cython.cimports.minesolver.kernel.types import Clock

_EXACT = cython.declare(int32_t, 1)
_AT_MOST = cython.declare(int32_t, 2)
_STOPPED = cython.declare(int32_t, -1)
_WAYS = cython.declare(cython.int, 4)  # entries of the table that a key can have
_SEED = cython.declare(uint64_t, 0x2545F4914F6CDD1D)
_ONES = cython.declare(uint64_t, 0x0001000100010001)
_GOLDEN = cython.declare(uint64_t, 0x9E3779B97F4A7C15)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _shown(w: cython.pointer(WholeBoard), at: int32_t) -> cython.pointer(uint8_t):
    """What the cells show in the layout at a place of ``w.layouts``."""
    return w.shown + cython.cast(int64_t, w.layouts[at]) * w.stride


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look(
    w: cython.pointer(WholeBoard), begin: int32_t, size: int32_t, seen: cython.pointer(Seen)
) -> cython.void:
    """Sum up what a set shows, four words of four cells at a time."""
    v0: uint64_t
    v1: uint64_t
    v2: uint64_t
    v3: uint64_t
    m0: uint64_t
    m1: uint64_t
    m2: uint64_t
    m3: uint64_t
    row: cython.pointer(uint64_t)
    words: cython.int = w.stride // 4
    at: cython.int
    a: cython.int
    k: int32_t
    last: int32_t
    at = 0
    while at < words:
        v0 = v1 = v2 = v3 = 0
        for a in range(16):
            seen.mines[4 * at + a] = 0
        k = begin
        while k < begin + size:
            last = min(begin + size, k + 65535)  # sixteen bits count no further
            m0 = m1 = m2 = m3 = 0
            while k < last:
                row = w.bits + cython.cast(int64_t, w.layouts[k]) * words + at
                v0 |= row[0]
                v1 |= row[1]
                v2 |= row[2]
                v3 |= row[3]
                m0 += (row[0] >> SHOWN_MINE) & _ONES
                m1 += (row[1] >> SHOWN_MINE) & _ONES
                m2 += (row[2] >> SHOWN_MINE) & _ONES
                m3 += (row[3] >> SHOWN_MINE) & _ONES
                k += 1
            for a in range(4):
                seen.mines[4 * at + a] += cython.cast(int32_t, (m0 >> 16 * a) & 65535)
                seen.mines[4 * at + 4 + a] += cython.cast(int32_t, (m1 >> 16 * a) & 65535)
                seen.mines[4 * at + 8 + a] += cython.cast(int32_t, (m2 >> 16 * a) & 65535)
                seen.mines[4 * at + 12 + a] += cython.cast(int32_t, (m3 >> 16 * a) & 65535)
        seen.values[at] = v0
        seen.values[at + 1] = v1
        seen.values[at + 2] = v2
        seen.values[at + 3] = v3
        at += 4


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _values(seen: cython.pointer(Seen), cell: int32_t) -> cython.int:
    """A bit for each value, mines left out, that a cell shows in a set."""
    return cython.cast(cython.int, seen.values[cell >> 2] >> (16 * (cell & 3))) & 511


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _told_apart(w: cython.pointer(WholeBoard), begin: int32_t) -> cython.bint:
    """Whether a cell that is safe in both of two layouts tells them apart."""
    words: cython.int = w.stride // 4
    one: cython.pointer(uint64_t) = w.bits + cython.cast(int64_t, w.layouts[begin]) * words
    other: cython.pointer(uint64_t) = w.bits + cython.cast(int64_t, w.layouts[begin + 1]) * words
    at: cython.int
    for at in range(words):
        if (one[at] ^ other[at]) & ~((((one[at] | other[at]) >> SHOWN_MINE) & _ONES) * 1023):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _divide(
    w: cython.pointer(WholeBoard), begin: int32_t, size: int32_t, cell: int32_t, ends: cython.pointer(int32_t)
) -> cython.void:
    """Put the layouts of a set side by side that show the same in a cell; ``ends`` their eleven borders."""
    at: int32_t[10]
    v: cython.int
    k: int32_t
    column: cython.pointer(uint8_t) = w.shown + cell
    for v in range(10):
        at[v] = 0
    for k in range(begin, begin + size):
        w.spare[k] = w.layouts[k]
        at[column[cython.cast(int64_t, w.layouts[k]) * w.stride]] += 1
    ends[0] = begin
    for v in range(10):
        ends[v + 1] = ends[v] + at[v]
        at[v] = ends[v]
    for k in range(begin, begin + size):
        v = column[cython.cast(int64_t, w.spare[k]) * w.stride]
        w.layouts[at[v]] = w.spare[k]
        at[v] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_part(w: cython.pointer(WholeBoard), begin: int32_t, size: int32_t, bound: int32_t) -> cython.void:
    part: cython.pointer(Part) = w.parts + w.part_count
    part.begin = begin
    part.size = size
    part.bound = bound
    w.part_count += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _open_safe(w: cython.pointer(WholeBoard), begin: int32_t, size: int32_t) -> int32_t:
    """Open what is safe in a set, and so on; returns the most layouts that can be won of all its parts.

    The parts that may be worth less than their bounds are put on the stack.
    """
    seen: Seen
    ends: int32_t[11]
    bound: int32_t = 1
    total: int32_t
    widest: cython.int = 0
    safe: int32_t = -1
    a: cython.int
    v: cython.int
    if size == 1:
        return 1
    if size == 2:
        return 2 if _told_apart(w, begin) else 1
    _look(w, begin, size, cython.address(seen))
    for a in range(w.cells):
        v = _values(cython.address(seen), a)
        if v & (v - 1) == 0:
            continue
        if seen.mines[a]:
            bound = max(bound, size - seen.mines[a])
        elif v > widest:
            widest = v
            safe = a
    if safe < 0:
        if bound > 2:  # two layouts that a guess tells apart are both won; a part of three has no more
            _add_part(w, begin, size, bound)
        return bound
    _divide(w, begin, size, safe, ends)
    total = 0
    for v in range(VALUES):
        if ends[v + 1] > ends[v]:
            total += _open_safe(w, ends[v], ends[v + 1] - ends[v])
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _make_key(w: cython.pointer(WholeBoard), part: cython.pointer(Part)) -> cython.void:
    """The least sum of words over the images of a set."""
    sums: Words[8]
    words: cython.pointer(Words)
    k: int32_t
    g: cython.int
    memset(sums, 0, cython.sizeof(sums))
    for k in range(part.begin, part.begin + part.size):
        words = w.words + cython.cast(int64_t, w.layouts[k]) * w.images
        for g in range(w.images):
            sums[g].low += words[g].low
            sums[g].high += words[g].high
    part.key = sums[0]
    for g in range(1, w.images):
        if sums[g].low < part.key.low or (sums[g].low == part.key.low and sums[g].high < part.key.high):
            part.key = sums[g]


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _bucket(w: cython.pointer(WholeBoard), key: cython.pointer(Words)) -> cython.pointer(SetEntry):
    return w.table + cython.cast(int64_t, (key.low & w.table_mask) & ~cython.cast(uint64_t, 3))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _recall(w: cython.pointer(WholeBoard), part: cython.pointer(Part)) -> cython.bint:
    """Whether the value of a part is remembered; its bound becomes the least that is known."""
    entry: cython.pointer(SetEntry) = _bucket(w, cython.address(part.key))
    i: cython.int
    for i in range(_WAYS):
        if entry[i].key.low == part.key.low and entry[i].key.high == part.key.high and entry[i].known:
            if entry[i].known == _EXACT:
                part.bound = entry[i].wins
                return True
            part.bound = min(part.bound, entry[i].wins)
            return False
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _remember(
    w: cython.pointer(WholeBoard), part: cython.pointer(Part), wins: int32_t, exact: cython.bint
) -> cython.void:
    """Keep what was found in place of the same set, an empty entry, or the smallest set of the bucket."""
    entry: cython.pointer(SetEntry) = _bucket(w, cython.address(part.key))
    worst: cython.pointer(SetEntry) = entry
    size: int16_t = cython.cast(int16_t, min(part.size, 32767))
    i: cython.int
    for i in range(_WAYS):
        if not entry[i].known or (entry[i].key.low == part.key.low and entry[i].key.high == part.key.high):
            worst = entry + i
            break
        if entry[i].size < worst.size:
            worst = entry + i
    worst.key = part.key
    worst.wins = wins
    worst.size = size
    worst.known = _EXACT if exact else _AT_MOST


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _lowest(word: uint64_t) -> cython.int:
    """The place of the lowest bit that is set."""
    at: cython.int = 0
    step: cython.int = 32
    while step:
        if (word & ((cython.cast(uint64_t, 1) << step) - 1)) == 0:
            word >>= step
            at += step
        step >>= 1
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list_alike(
    w: cython.pointer(WholeBoard), part: cython.pointer(Part), cells: cython.pointer(int32_t)
) -> int32_t:
    """Fill ``w.alike``: by cell and value, the layouts that show it or have a mine there, a bit each.

    ``cells``: those that show more than one value; returns how many.
    """
    seen: Seen
    row: cython.pointer(uint8_t)
    alike: cython.pointer(uint64_t)
    words: cython.int = (part.size + 63) // 64
    count: int32_t = 0
    k: int32_t
    v: cython.int
    i: cython.int
    a: cython.int
    _look(w, part.begin, part.size, cython.address(seen))
    for a in range(w.cells):
        v = _values(cython.address(seen), a)
        if v & (v - 1):
            cells[count] = a
            count += 1
    memset(w.alike, 0, count * 10 * words * cython.sizeof(uint64_t))
    for k in range(part.size):
        row = _shown(w, part.begin + k)
        for a in range(count):
            w.alike[(a * 10 + row[cells[a]]) * words + (k >> 6)] |= cython.cast(uint64_t, 1) << (k & 63)
    for a in range(count):
        alike = w.alike + a * 10 * words
        for v in range(VALUES):
            for i in range(words):
                alike[v * words + i] |= alike[SHOWN_MINE * words + i]
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _count_groups(w: cython.pointer(WholeBoard), part: cython.pointer(Part)) -> int32_t:
    """A number of groups that a set falls into, any two layouts of a group not told apart: a bound."""
    cells: int32_t[64]
    left: uint64_t[8]
    group: uint64_t[8]
    words: cython.int = (part.size + 63) // 64
    cell_count: int32_t = _list_alike(w, part, cells)
    count: int32_t = 0
    row: cython.pointer(uint8_t)
    alike: cython.pointer(uint64_t)
    a: cython.int
    i: cython.int
    j: cython.int
    for i in range(words):
        left[i] = 0xFFFFFFFFFFFFFFFF
    if part.size & 63:
        left[words - 1] = (cython.cast(uint64_t, 1) << (part.size & 63)) - 1
    i = 0
    while i < words:
        if left[i] == 0:
            i += 1
            continue
        count += 1
        if count >= part.bound:
            return part.bound
        for j in range(i, words):
            group[j] = left[j]
        j = i
        while j < words:  # of those that are alike to all of the group so far, the first joins it
            if group[j] == 0:
                j += 1
                continue
            a = _lowest(group[j])
            left[j] &= ~(cython.cast(uint64_t, 1) << a)
            group[j] &= ~(cython.cast(uint64_t, 1) << a)
            row = _shown(w, part.begin + 64 * j + a)
            for a in range(cell_count):
                if row[cells[a]] != SHOWN_MINE:
                    alike = w.alike + (a * 10 + row[cells[a]]) * words
                    _keep(group, alike, j, words)
    return count


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _keep(
    group: cython.pointer(uint64_t), alike: cython.pointer(uint64_t), begin: cython.int, end: cython.int
) -> cython.void:
    i: cython.int
    for i in range(begin, end):
        group[i] &= alike[i]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _dominated(
    w: cython.pointer(WholeBoard), begin: int32_t, size: int32_t, cell: int32_t, by: int32_t
) -> cython.bint:
    """Whether another cell is a mine only where ``cell`` is, and what it shows says what ``cell`` shows."""
    means: int32_t[9]
    row: cython.pointer(uint8_t)
    own: int32_t
    other: int32_t
    k: int32_t
    for k in range(9):
        means[k] = -1
    for k in range(begin, begin + size):
        row = _shown(w, k)
        own = row[cell]
        other = row[by]
        if other == SHOWN_MINE:
            if own != SHOWN_MINE:
                return False
        elif means[other] < 0:
            means[other] = own
        elif means[other] != own:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _guess(
    w: cython.pointer(WholeBoard), begin: int32_t, size: int32_t, cell: int32_t, least: int32_t
) -> int32_t:
    """How many layouts of a set are won by opening a cell; if not more than ``least``, a bound up to it."""
    base: int64_t = w.part_count
    ends: int32_t[11]
    total: int32_t = 0
    value: int32_t
    part: cython.pointer(Part)
    k: int64_t
    v: cython.int
    _divide(w, begin, size, cell, ends)
    for v in range(VALUES):
        if ends[v + 1] > ends[v]:
            total += _open_safe(w, ends[v], ends[v + 1] - ends[v])
    k = base
    while k < w.part_count and total > least:
        part = w.parts + k
        _make_key(w, part)
        total -= part.bound
        if _recall(w, part):
            total += part.bound
            w.part_count -= 1
            part[0] = w.parts[w.part_count]
        else:
            if w.grouped and part.size >= LEAST_GROUPED and part.size <= MOST_GROUPED:
                part.bound = min(part.bound, _count_groups(w, part))
            total += part.bound
            k += 1
    k = base
    while k < w.part_count and total > least:
        part = w.parts + k
        value = _wins(w, part, least - total + part.bound)
        if value == _STOPPED:
            w.part_count = base
            return value
        total += value - part.bound
        k += 1
    w.part_count = base
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rank_guesses(
    w: cython.pointer(WholeBoard),
    part: cython.pointer(Part),
    least: int32_t,
    cells: cython.pointer(int32_t),
    bounds: cython.pointer(int32_t),
    settled: cython.pointer(int32_t),
) -> int32_t:
    """The guesses that may win more than ``least``, by falling bound; returns how many.

    ``settled[0]``: the most that a guess wins whose bound is its value, ``settled[1]`` that cell (or -1) and
    ``settled[2]`` the most that any guess left out could win.
    """
    seen: Seen
    ends: int32_t[11]
    tried: int32_t[64]
    base: int64_t
    one: cython.pointer(Part)
    exact: cython.bint
    candidates: int32_t = 0
    count: int32_t = 0
    bound: int32_t
    at: int32_t
    k: int32_t
    a: int32_t
    v: cython.int
    settled[0] = least
    settled[1] = -1
    settled[2] = 1
    _look(w, part.begin, part.size, cython.address(seen))
    for a in range(w.cells):  # by rising number of mines
        v = _values(cython.address(seen), a)
        if v & (v - 1) == 0:
            continue
        at = candidates
        while at > 0 and seen.mines[tried[at - 1]] > seen.mines[a]:
            tried[at] = tried[at - 1]
            at -= 1
        tried[at] = a
        candidates += 1
    for k in range(candidates):
        a = tried[k]
        bound = part.size - seen.mines[a]
        if bound <= settled[0]:
            settled[2] = max(settled[2], bound)
            break
        for at in range(k):
            if _dominated(w, part.begin, part.size, a, tried[at]):
                break
        else:
            at = k
        if at < k:
            continue
        _divide(w, part.begin, part.size, a, ends)
        bound = 0
        base = w.part_count
        for v in range(VALUES):
            if ends[v + 1] > ends[v]:
                bound += _open_safe(w, ends[v], ends[v + 1] - ends[v])
        exact = True
        while w.part_count > base and bound > settled[0]:
            w.part_count -= 1
            one = w.parts + w.part_count
            _make_key(w, one)
            bound -= one.bound
            if not _recall(w, one):
                exact = False
                if w.grouped and one.size >= LEAST_GROUPED and one.size <= MOST_GROUPED:
                    one.bound = min(one.bound, _count_groups(w, one))
            bound += one.bound
        w.part_count = base
        if bound <= settled[0]:
            settled[2] = max(settled[2], bound)
            continue
        if exact:
            settled[0] = bound
            settled[1] = a
            continue
        at = count
        while at > 0 and bounds[at - 1] < bound:
            bounds[at] = bounds[at - 1]
            cells[at] = cells[at - 1]
            at -= 1
        bounds[at] = bound
        cells[at] = a
        count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _best_guess(
    w: cython.pointer(WholeBoard),
    part: cython.pointer(Part),
    least: int32_t,
    best_cell: cython.pointer(int32_t),
) -> int32_t:
    """The most layouts that a guess wins, and its cell; if not more than ``least``, a bound, and no cell."""
    cells: int32_t[64]
    bounds: int32_t[64]
    settled: int32_t[3]
    count: int32_t = _rank_guesses(w, part, max(least, 0), cells, bounds, settled)
    best: int32_t = settled[0]
    bound: int32_t = settled[2]
    value: int32_t
    i: int32_t
    best_cell[0] = settled[1]
    for i in range(count):
        if bounds[i] <= best:
            bound = max(bound, bounds[i])
            break
        value = _guess(w, part.begin, part.size, cells[i], best)
        if value == _STOPPED:
            return value
        if value > best:
            best = value
            best_cell[0] = cells[i]
        else:
            bound = max(bound, value)
    return best if best_cell[0] >= 0 else bound


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _wins(w: cython.pointer(WholeBoard), part: cython.pointer(Part), least: int32_t) -> int32_t:
    """How many layouts of a part the best play wins; if not more than ``least``, a bound up to it."""
    own: Part = part[0]  # the stack is used below
    value: int32_t
    cell: int32_t
    w.nodes += 1
    if w.nodes > w.most_nodes or ((w.nodes & 63) == 0 and look(w.clock)):
        return _STOPPED
    if own.bound <= least:
        return own.bound
    value = _best_guess(w, cython.address(own), least, cython.address(cell))
    if value != _STOPPED:
        _remember(w, cython.address(own), value, cell >= 0)
    return value


@cython.cclass
class LayoutTree:
    """The game tree over listed layouts, with a table of sets that is kept from call to call.

    Parameters
    ----------
    shown : uint8 (layouts, cells)
        What each cell shows in each layout, 9 for a mine.
    images : int32 (symmetries, layouts)
        The layout that each is turned into by each symmetry of the board, the identity among them.
    slots
        Sets to remember, a power of two (24 bytes each).
    grouped
        Whether to bound sets by groups of layouts that nothing safe tells apart: it pays where mines are few.
    """

    def __cinit__(
        self,
        shown: cython.const[uint8_t][:, ::1],
        images: cython.const[int32_t][:, ::1],
        slots: int64_t,
        grouped: cython.bint,
    ):
        w: cython.pointer(WholeBoard) = cython.address(self.board)
        state: uint64_t
        at: int64_t
        k: int32_t
        g: cython.int
        a: cython.int
        if shown.shape[1] > MOST_CELLS or images.shape[0] > MOST_IMAGES or slots < 4:
            raise ValueError("at most 64 cells and 8 symmetries, at least 4 slots")
        memset(w, 0, cython.sizeof(WholeBoard))
        memset(cython.address(self.clock), 0, cython.sizeof(Clock))
        self.cells = w.cells = shown.shape[1]
        w.clock = cython.address(self.clock)
        w.layout_count = shown.shape[0]
        w.blocks = (w.cells + BLOCK - 1) // BLOCK
        w.stride = w.blocks * BLOCK
        w.images = images.shape[0]
        w.grouped = grouped
        w.part_room = cython.cast(int64_t, w.layout_count) * (w.cells + 1) // 4 + 64
        w.table_mask = slots - 1
        w.bits = cython.cast(
            cython.pointer(uint64_t),
            take(cython.address(w.arena), cython.cast(int64_t, w.layout_count) * w.stride // 4, 8),
        )
        w.shown = cython.cast(
            cython.pointer(uint8_t),
            take(cython.address(w.arena), cython.cast(int64_t, w.layout_count) * w.stride, 1),
        )
        w.words = cython.cast(
            cython.pointer(Words),
            take(
                cython.address(w.arena), cython.cast(int64_t, w.layout_count) * w.images, cython.sizeof(Words)
            ),
        )
        w.layouts = take_ints(cython.address(w.arena), w.layout_count)
        w.spare = take_ints(cython.address(w.arena), w.layout_count)
        w.alike = cython.cast(
            cython.pointer(uint64_t),
            take(cython.address(w.arena), cython.cast(int64_t, w.cells) * 10 * (MOST_GROUPED // 64), 8),
        )
        w.parts = cython.cast(
            cython.pointer(Part), take(cython.address(w.arena), w.part_room, cython.sizeof(Part))
        )
        w.table = cython.cast(
            cython.pointer(SetEntry), take(cython.address(w.arena), slots, cython.sizeof(SetEntry))
        )
        if w.arena.failed:
            raise MemoryError
        for k in range(w.layout_count):
            for a in range(w.stride):
                at = cython.cast(int64_t, k) * w.stride + a
                w.shown[at] = shown[k, a] if a < w.cells else 0
                w.bits[at // 4] |= cython.cast(uint64_t, 1) << (16 * (a & 3) + w.shown[at])
            for g in range(w.images):
                state = _SEED + 2 * cython.cast(uint64_t, images[g, k]) * _GOLDEN
                w.words[cython.cast(int64_t, k) * w.images + g].low = mix(state)
                w.words[cython.cast(int64_t, k) * w.images + g].high = mix(state + _GOLDEN)

    def __dealloc__(self):
        release(cython.address(self.board.arena))

    def opening(
        self, layouts: cython.const[int32_t][::1], cell: int32_t, least: int32_t, nodes: int64_t
    ) -> tuple:
        """How many of the layouts are won by opening a cell and the best play from there, and sets searched.

        -1 where the nodes ran out; if not more than ``least``, any bound up to it.
        """
        w: cython.pointer(WholeBoard) = cython.address(self.board)
        size: int32_t = self._begin(layouts, nodes)
        value: int32_t
        with cython.nogil:
            start(w.clock, INFINITY)
            value = _guess(w, 0, size, cell, least)
        self._raise()
        return value, w.nodes

    def best(self, layouts: cython.const[int32_t][::1]) -> tuple:
        """(layouts won, the best cell) of a set in which no safe cell tells layouts apart.

        The cell is -1 where no guess tells layouts apart either: one layout is won.
        """
        w: cython.pointer(WholeBoard) = cython.address(self.board)
        part: Part
        cell: int32_t
        value: int32_t
        part.begin = 0
        part.size = self._begin(layouts, cython.cast(int64_t, 1) << 62)
        with cython.nogil:
            start(w.clock, INFINITY)
            value = _best_guess(w, cython.address(part), 0, cython.address(cell))
        self._raise()
        return value, cell

    def _begin(self, layouts: cython.const[int32_t][::1], nodes: int64_t) -> cython.int:
        """Lay the layouts of a set out; returns how many they are."""
        w: cython.pointer(WholeBoard) = cython.address(self.board)
        k: int32_t
        if layouts.shape[0] > w.layout_count:
            raise ValueError("more layouts than there are")
        w.nodes = 0
        w.most_nodes = nodes
        w.part_count = 0
        for k in range(layouts.shape[0]):
            w.layouts[k] = layouts[k]
        return layouts.shape[0]

    @cython.cfunc
    def _raise(self) -> object:
        error: object = finish(cython.address(self.clock))
        if error is not None:
            raise error
        return None
