from libc.stdint cimport int64_t, uint64_t

cdef uint64_t mix(uint64_t z) noexcept nogil
cdef int64_t below(uint64_t *state, int64_t n) noexcept nogil
cdef double chance(uint64_t *state) noexcept nogil
