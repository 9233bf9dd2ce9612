# Sets of layouts, for the game trees of positions (``endgame``) and of whole boards (``whole_board``).

cdef inline uint8_t *row_of(const Sets *sets, int32_t at) noexcept nogil:
    """What the places show in the layout at a place of ``layouts``."""
    return sets.shown + sets.layouts[at] * sets.stride

cdef void divide(Sets *sets, int32_t begin, int32_t end, int32_t place, int32_t *ends) noexcept nogil:
    """Put the layouts of a set side by side that show the same in a place; ``ends``: their eleven borders."""
    cdef uint8_t *column = sets.shown + place
    cdef int32_t at[10]
    for v in range(10):
        at[v] = 0
    for k in range(begin, end):
        sets.spare[k] = sets.layouts[k]
        at[column[sets.layouts[k] * sets.stride]] += 1
    ends[0] = begin
    for v in range(10):
        ends[v + 1] = ends[v] + at[v]
        at[v] = ends[v]
    for k in range(begin, end):
        v = column[sets.spare[k] * sets.stride]
        sets.layouts[at[v]] = sets.spare[k]
        at[v] += 1

cdef bint told_apart(const Sets *sets, int32_t begin) noexcept nogil:
    """Whether a place that is safe in both of two layouts tells them apart."""
    cdef uint64_t one, other, differ
    for at in range(0, sets.place_count, 8):
        memcpy(&one, row_of(sets, begin) + at, PLACES_OF_WORD)
        memcpy(&other, row_of(sets, begin + 1) + at, PLACES_OF_WORD)
        differ = one ^ other
        differ |= differ >> 2
        differ |= differ >> 1
        if differ & ~(one >> 3 & one | other >> 3 & other) & FIRST_BITS:  # only of 9 both bits are set
            return True
    return False

cdef inline bint same_key(const Words *one, const Words *other) noexcept nogil:
    return one.low == other.low and one.high == other.high
