from libc.stdint cimport int8_t, int32_t, int64_t

from minesolver.kernel.search.types cimport BoostedTrees, Parameters, Search, Snapshot, Tree
from minesolver.kernel.types cimport Analyzer, Arena, Clock

cdef void allocate_snapshot(Snapshot *snapshot, Arena *arena, int32_t cells) noexcept nogil
cdef bint allocate_tree(
    Tree *t, Clock *clock, int32_t cells, int32_t layouts, int32_t places, int64_t slots, const int8_t *shown
) noexcept nogil
cdef void release_tree(Tree *t) noexcept nogil
cdef bint allocate_search(Search *s, Analyzer *a, const Parameters *p) noexcept nogil
cdef void release_search(Search *s) noexcept nogil
