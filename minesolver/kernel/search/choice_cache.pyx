# Guesses chosen before. Most games on a small board come through the same first positions.
#
# A choice follows from the position alone (playouts, too, are seeded by it), so looking it up changes no
# game. Keys are 128-bit sums over the cells. A bucket has a few slots; a new choice takes that of the least
# use.

cdef enum:
    _MOST_USES = 1 << 20

cdef extern from *:
    const int64_t _BUCKETS "(int64_t)(1 << 13)"

cdef void allocate_choices(ChoiceCache *cache, Arena *arena) noexcept nogil:
    take(arena, cache.slots, _BUCKETS * CHOICES_OF_BUCKET)

cdef Words key_of_choice(Analyzer *a, const Position *p) noexcept nogil:
    """What a choice follows from: the state of the cells, the mines, and the times that it was forgotten."""
    cdef Words key
    cdef uint64_t word
    key.low = mix(<uint64_t>a.forgotten + GOLDEN)
    key.high = mix(key.low ^ <uint64_t>p.prior.mines)
    for i in range(a.board.cells):
        word = <uint64_t>i << 8 | <uint64_t>a.knowledge.state[i]
        if a.knowledge.state[i] == OPEN:
            word |= (1 + clue_word(a, i)) << 40
        word = mix(word + GOLDEN)
        key.low += word
        word *= GOLDEN
        key.high += word ^ (word >> 29)
    return key

cdef inline ChoiceSlot *_bucket(ChoiceCache *cache, Words key) noexcept nogil:
    cdef int64_t bucket_index = <int64_t>(key.low & <uint64_t>(_BUCKETS - 1))
    return cache.slots + CHOICES_OF_BUCKET * bucket_index

cdef bint find_choice(ChoiceCache *cache, Words key, Choice *choice) noexcept nogil:
    """The choice that was made at the position of this key; False where none is remembered."""
    cdef ChoiceSlot *slot = _bucket(cache, key)
    for k in range(CHOICES_OF_BUCKET):
        if slot[k].uses and slot[k].key.low == key.low and slot[k].key.high == key.high:
            slot[k].uses = min(slot[k].uses + 1, _MOST_USES)
            choice[0] = slot[k].choice
            return True
    return False

cdef void remember_choice(ChoiceCache *cache, Words key, Choice *choice) noexcept nogil:
    """Keep a choice, unless a position did not fit, or it is a game tree's: there games have come apart."""
    cdef ChoiceSlot *slot = _bucket(cache, key)
    cdef int least_used = 0
    if choice.status != DONE or choice.decision == BY_TREE:
        return
    for k in range(1, CHOICES_OF_BUCKET):
        if slot[k].uses < slot[least_used].uses:
            least_used = k
    for k in range(CHOICES_OF_BUCKET):  # what was used once gives way in the end
        slot[k].uses -= slot[k].uses > 1
    slot[least_used].key = key
    slot[least_used].choice = choice[0]
    slot[least_used].uses = 1
