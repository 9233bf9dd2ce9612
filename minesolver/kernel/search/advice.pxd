from libc.stdint cimport int8_t, int32_t, int64_t

from minesolver.kernel.search.types cimport Choice, Position, Search, Tree
from minesolver.kernel.types cimport Prior

cdef Choice advise(Search *s, const int8_t *grid, Prior prior) noexcept nogil

cdef struct Played:
    # What the game tree of given layouts found.
    int32_t won  # -1: out of nodes or time
    int32_t first_cell  # or -1
    int64_t nodes

cdef Played play_layouts(
    Tree *t, int32_t first, int64_t nodes, int32_t least
) noexcept nogil
