from libc.stdint cimport int64_t, uint64_t

from minesolver.kernel.types cimport Analyzer, Arena, ComponentCache

cdef struct Key:
    int64_t length  # 0 where it does not fit
    uint64_t hash

cdef void allocate_cache(ComponentCache *cache, Arena *arena) noexcept nogil
cdef Key write_key(Analyzer *a, int component) noexcept nogil
cdef int64_t find(ComponentCache *cache, Key key) noexcept nogil
cdef bint recall(Analyzer *a, int64_t slot, int component) noexcept nogil
cdef void store(Analyzer *a, Key key, int component, int64_t states, int width) noexcept nogil
cdef void forget(ComponentCache *cache) noexcept nogil
