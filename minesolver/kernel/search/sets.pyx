# Sets of layouts, for the game trees of positions (``endgame``) and of whole boards (``whole_board``).

cdef inline uint8_t *row_of(const Sets *sets, int32_t index) noexcept nogil:
    """What the columns show in the layout at a place of ``layouts``."""
    return sets.shown_values + sets.layouts[index] * sets.stride

cdef void divide(Sets *sets, int32_t begin, int32_t end, int32_t column, int32_t *ends) noexcept nogil:
    """Put the layouts of a set side by side that show the same in a column.

    ``ends``: the eleven borders of these stretches."""
    cdef uint8_t *shown_values = sets.shown_values + column
    cdef int32_t next_index[10]
    for v in range(10):
        next_index[v] = 0
    for k in range(begin, end):
        sets.spare[k] = sets.layouts[k]
        next_index[shown_values[sets.layouts[k] * sets.stride]] += 1
    ends[0] = begin
    for v in range(10):
        ends[v + 1] = ends[v] + next_index[v]
        next_index[v] = ends[v]
    for k in range(begin, end):
        v = shown_values[sets.spare[k] * sets.stride]
        sets.layouts[next_index[v]] = sets.spare[k]
        next_index[v] += 1

cdef bint told_apart(const Sets *sets, int32_t begin) noexcept nogil:
    """Whether a column that is safe in both of two layouts tells them apart."""
    cdef uint64_t row, other_row, differ
    for column in range(0, sets.column_count, 8):
        memcpy(&row, row_of(sets, begin) + column, COLUMNS_OF_WORD)
        memcpy(&other_row, row_of(sets, begin + 1) + column, COLUMNS_OF_WORD)
        differ = row ^ other_row
        differ |= differ >> 2
        differ |= differ >> 1
        # Of the values only 9, a mine, has both the first and the fourth bit.
        if differ & ~(row >> 3 & row | other_row >> 3 & other_row) & FIRST_BITS:
            return True
    return False

cdef inline bint same_key(const Words *key, const Words *other_key) noexcept nogil:
    return key.low == other_key.low and key.high == other_key.high
