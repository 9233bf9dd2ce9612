"""Compiled: components counted before, by their clues; most do not change from one move to the next.

A component is its clues: for each the cell, the mines it still needs and which neighbours are unknown, in the
order of the search that found the component. Keys are compared in full, so hash collisions are harmless.
"""

import cython
from cython.cimports.libc.stdint import int64_t, uint64_t
from cython.cimports.minesolver.kernel.memory import take
from cython.cimports.minesolver.kernel.types import (
    UNKNOWN,
    Analyzer,
    Arena,
    CacheSlot,
    Component,
    ComponentCache,
    Counts,
    Frontier,
)

_SLOTS = cython.declare(int64_t, 1 << 10)
_WORDS = cython.declare(int64_t, 1 << 15)
_VALUES = cython.declare(int64_t, 1 << 17)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def allocate_cache(cache: cython.pointer(ComponentCache), arena: cython.pointer(Arena)) -> cython.void:
    cache.slots = cython.cast(cython.pointer(CacheSlot), take(arena, _SLOTS, cython.sizeof(CacheSlot)))
    cache.words = cython.cast(cython.pointer(int64_t), take(arena, _WORDS, cython.sizeof(int64_t)))
    cache.values = cython.cast(cython.p_double, take(arena, _VALUES, cython.sizeof(cython.double)))
    cache.epoch = 1  # that of an empty slot is 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_key(a: cython.pointer(Analyzer), component: cython.int) -> Key:
    """Write the key of a component behind the last one."""
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    cache: cython.pointer(ComponentCache) = cython.address(a.cache)
    start: cython.int = f.start[component]
    stop: cython.int = f.start[component + 1]
    key: Key
    q: cython.int
    e: cython.int
    clue: cython.int
    word: int64_t
    for q in range(start, stop):
        for e in range(f.group_degree[f.order[q]]):
            f.clue_seen[f.group_clues[f.order[q]][e]] = 0
    key.length = 0
    key.hash = stop - start
    for q in range(start, stop):
        for e in range(f.group_degree[f.order[q]]):
            clue = f.group_clues[f.order[q]][e]
            if f.clue_seen[clue]:
                continue
            f.clue_seen[clue] = 1
            if cache.words_size + key.length >= _WORDS:
                key.length = 0
                return key
            word = _word_of(a, f.clue_cell[clue])
            cache.words[cache.words_size + key.length] = word
            key.length += 1
            key.hash = (key.hash ^ cython.cast(uint64_t, word)) * cython.cast(uint64_t, 0x9E3779B97F4A7C15)
            key.hash ^= key.hash >> 29
    key.hash = key.hash >> 1
    return key


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _word_of(a: cython.pointer(Analyzer), cell: int64_t) -> int64_t:
    """A clue in one word: its cell, the mines that it needs, which of its neighbours are unknown."""
    word: int64_t = cell << 16 | cython.cast(int64_t, a.known.need[cell]) << 8
    k: cython.int
    for k in range(a.board.degree[cell]):
        if a.known.state[a.board.around[cell][k]] == UNKNOWN:
            word |= 1 << k
    return word


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find(cache: cython.pointer(ComponentCache), key: Key) -> int64_t:
    """The slot of the key that was just written, or -1."""
    slot: cython.pointer(CacheSlot)
    place: int64_t
    side: cython.int
    w: int64_t
    for side in range(2):
        place = cython.cast(int64_t, key.hash ^ side) & (_SLOTS - 1)
        slot = cython.address(cache.slots[place])
        if slot.epoch != cache.epoch or slot.hash != key.hash or slot.key_length != key.length:
            continue
        for w in range(key.length):
            if cache.words[slot.key_at + w] != cache.words[cache.words_size + w]:
                break
        else:
            return place
    return -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def recall(a: cython.pointer(Analyzer), slot: int64_t, component: cython.int) -> cython.bint:
    """Put back what was counted of this component; False without room."""
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    counts: cython.pointer(Counts) = cython.address(a.counts)
    cache: cython.pointer(ComponentCache) = cython.address(a.cache)
    kept: cython.pointer(CacheSlot) = cython.address(cache.slots[slot])
    own: cython.pointer(Component) = cython.address(counts.component[component])
    values: cython.p_double = cache.values + kept.values_at
    start: cython.int = f.start[component]
    t: cython.int
    v: cython.int
    if kept.states > a.elimination.state_capacity:  # the same limit, whether remembered or not
        return False
    if counts.models_size + kept.length > counts.models_capacity:
        return False
    if counts.tallies_size + kept.groups * kept.length > counts.tally_capacity:
        return False
    own.low = kept.low
    own.length = kept.length
    own.scale = kept.scale
    own.models_at = counts.models_size
    for v in range(kept.length):
        counts.models[counts.models_size + v] = values[v]
    values += kept.length
    counts.models_size += kept.length
    for t in range(kept.groups):
        f.order[start + t] = f.group_of[cache.words[kept.key_at + kept.key_length + t]]
        counts.tally_at[start + t] = counts.tallies_size
        for v in range(kept.length):
            counts.tallies[counts.tallies_size].mines = values[0]
            counts.tallies[counts.tallies_size].others = values[1]
            values += 2
            counts.tallies_size += 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def store(
    a: cython.pointer(Analyzer), key: Key, component: cython.int, states: int64_t, width: cython.int
) -> cython.void:
    """Keep what was counted of this component, under the key that was just written."""
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    cache: cython.pointer(ComponentCache) = cython.address(a.cache)
    own: cython.pointer(Component) = cython.address(a.counts.component[component])
    groups: cython.int = f.start[component + 1] - f.start[component]
    words: int64_t = key.length + groups
    size: int64_t = cython.cast(int64_t, own.length) * (1 + 2 * groups)
    place: int64_t = cython.cast(int64_t, key.hash) & (_SLOTS - 1)
    slot: cython.pointer(CacheSlot)
    if 8 * words > _WORDS or 8 * size > _VALUES:
        return
    if cache.words_size + words > _WORDS or cache.values_size + size > _VALUES:
        forget(cache)  # full: what is in use comes back soon; the key is lost, so this one waits
        return
    if cache.slots[place].epoch == cache.epoch:
        place ^= 1
    slot = cython.address(cache.slots[place])
    slot.hash = key.hash
    slot.epoch = cache.epoch
    slot.key_at = cache.words_size
    slot.key_length = key.length
    slot.groups = groups
    slot.values_at = cache.values_size
    slot.length = own.length
    slot.low = own.low
    slot.scale = own.scale
    slot.width = width
    slot.states = states
    _copy_in(a, component, key.length)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _copy_in(a: cython.pointer(Analyzer), component: cython.int, key_length: int64_t) -> cython.void:
    """The order of the groups, the models and the tallies, behind those kept so far."""
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    cache: cython.pointer(ComponentCache) = cython.address(a.cache)
    counts: cython.pointer(Counts) = cython.address(a.counts)
    own: cython.pointer(Component) = cython.address(counts.component[component])
    values: cython.p_double = cache.values + cache.values_size
    q: cython.int
    v: cython.int
    for v in range(own.length):
        values[v] = counts.models[own.models_at + v]
    values += own.length
    cache.words_size += key_length
    for q in range(f.start[component], f.start[component + 1]):
        cache.words[cache.words_size] = f.group_cell[f.order[q]]
        cache.words_size += 1
        for v in range(own.length):
            values[0] = counts.tallies[counts.tally_at[q] + v].mines
            values[1] = counts.tallies[counts.tally_at[q] + v].others
            values += 2
    cache.values_size = values - cache.values


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def forget(cache: cython.pointer(ComponentCache)) -> cython.void:
    """Empty the cache."""
    cache.words_size = 0
    cache.values_size = 0
    cache.epoch += 1
