# Components counted before, by their clues; most do not change from one move to the next.
#
# A component is its clues: for each the cell, the mines it still needs and which neighbours are unknown, in
# the order of the search that found the component. Keys are compared in full, so hash collisions are
# harmless.

cdef struct Key:
    int64_t length  # 0 of a component that is too large to be kept
    uint64_t hash

cdef extern from *:
    const int64_t _SLOTS "(int64_t)(1 << 10)"
    const int64_t _WORDS "(int64_t)(1 << 15)"
    const int64_t _VALUES "(int64_t)(1 << 17)"

cdef void allocate_cache(ComponentCache *cache, Arena *arena) noexcept nogil:
    take(arena, cache.slots, _SLOTS)
    take(arena, cache.words, _WORDS)
    take(arena, cache.values, _VALUES)
    cache.epoch = 1  # that of an empty slot is 0

cdef Key write_key(Analyzer *a, int component_index) noexcept nogil:
    """Write the key of a component behind the last one; what is kept takes an eighth of the room at most."""
    cdef Frontier *f = &a.frontier
    cdef ComponentCache *cache = &a.cache
    cdef int groups = f.group_start[component_index + 1] - f.group_start[component_index]
    cdef Key key
    if 8 * cache.words_size > 7 * _WORDS or 8 * cache.values_size > 7 * _VALUES:
        forget(cache)  # full: what is in use comes back soon
    key.length = 0
    key.hash = groups
    for k in range(f.clue_start[component_index], f.clue_start[component_index + 1]):
        if 8 * (key.length + 4 + groups) > _WORDS:
            key.length = 0
            return key
        _write_clue(a, f.clue_cell[f.clue_order[k]], &key)
    key.hash = key.hash >> 1
    return key

cdef inline void _write_word(ComponentCache *cache, Key *key, uint64_t word) noexcept nogil:
    cache.words[cache.words_size + key.length] = <int64_t>word
    key.length += 1
    key.hash = (key.hash ^ word) * GOLDEN
    key.hash ^= key.hash >> 29

cdef void _write_clue(Analyzer *a, int64_t site, Key *key) noexcept nogil:
    """A clue: its site, what it needs, which of its cells are unknown; the sums where it is no plain sum."""
    cdef uint64_t word = <uint64_t>(site << 16 | <int64_t>a.knowledge.min_needed[site] << 8)
    cdef int shift = 0
    cdef int32_t *neighbours = a.board.neighbours[site]
    for k in range(a.board.degree[site]):
        if shift == 8 and k == 8 or shift == 64:
            _write_word(&a.cache, key, word)
            word = shift = 0
        word |= <uint64_t>(a.knowledge.state[neighbours[k]] == UNKNOWN) << shift
        shift += 1
    _write_word(&a.cache, key, word)
    if not a.board.sums:
        _write_word(&a.cache, key, sums_left(&a.knowledge, <int32_t>site))

cdef int64_t find(ComponentCache *cache, Key key) noexcept nogil:
    """The slot of the key that was just written, or -1."""
    cdef int64_t slot_index
    for side in range(2):
        slot_index = <int64_t>(key.hash ^ side) & (_SLOTS - 1)
        slot = &cache.slots[slot_index]
        if slot.epoch != cache.epoch or slot.hash != key.hash or slot.key_length != key.length:
            continue
        for w in range(key.length):
            if cache.words[slot.key_at + w] != cache.words[cache.words_size + w]:
                break
        else:
            return slot_index
    return -1

cdef bint recall(Analyzer *a, int64_t slot, int component_index) noexcept nogil:
    """Put back what was counted of this component; False without room."""
    cdef Frontier *f = &a.frontier
    cdef Counts *counts = &a.counts
    cdef ComponentCache *cache = &a.cache
    cdef CacheSlot *cached = &cache.slots[slot]
    cdef Component *component = &counts.component[component_index]
    cdef double *values = cache.values + cached.values_at
    cdef int start = f.group_start[component_index]
    component[0] = cached.component
    component.models_start = counts.models_size
    if (
        cached.states > a.elimination.state_capacity  # the same limit, whether remembered or not
        or counts.models_size + component.length > counts.models_capacity
        or counts.tallies_size + cached.groups * component.length > counts.tally_capacity
    ):
        return False
    memcpy(counts.models + counts.models_size, values, component.length * sizeof(double))
    values += component.length
    counts.models_size += component.length
    for k in range(cached.groups):
        f.order[start + k] = f.group_of[cache.words[cached.key_at + cached.key_length + k]]
        counts.tally_start[start + k] = counts.tallies_size
        memcpy(&counts.tallies[counts.tallies_size], values, component.length * sizeof(Tally))
        values += 2 * component.length
        counts.tallies_size += component.length
    return True

cdef void store(Analyzer *a, Key key, int component_index, int64_t states, int width) noexcept nogil:
    """Keep what was counted of this component, under the key that was just written."""
    cdef Frontier *f = &a.frontier
    cdef ComponentCache *cache = &a.cache
    cdef Counts *counts = &a.counts
    cdef Component *component = &counts.component[component_index]
    cdef int groups = f.group_start[component_index + 1] - f.group_start[component_index]
    cdef int64_t size = <int64_t>component.length * (1 + 2 * groups)
    cdef int64_t slot_index = <int64_t>key.hash & (_SLOTS - 1)
    if 8 * size > _VALUES:
        return
    if cache.slots[slot_index].epoch == cache.epoch:
        slot_index ^= 1
    cache.slots[slot_index] = CacheSlot(hash=key.hash, key_at=cache.words_size, key_length=key.length,
                                        values_at=cache.values_size, epoch=cache.epoch, states=states,
                                        groups=groups, width=width, component=component[0])
    # The order of the groups, the models and the tallies, behind those kept so far.
    values = cache.values + cache.values_size
    memcpy(values, counts.models + component.models_start, component.length * sizeof(double))
    values += component.length
    cache.words_size += key.length
    for q in range(f.group_start[component_index], f.group_start[component_index + 1]):
        cache.words[cache.words_size] = f.group_cell[f.order[q]]
        cache.words_size += 1
        memcpy(values, &counts.tallies[counts.tally_start[q]], component.length * sizeof(Tally))
        values += 2 * component.length
    cache.values_size = values - cache.values

cdef void forget(ComponentCache *cache) noexcept nogil:
    """Empty the cache."""
    cache.words_size = cache.values_size = 0
    cache.epoch += 1
