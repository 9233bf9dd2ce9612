from libc.stdint cimport int8_t, int32_t, int64_t

from minesolver.kernel.types cimport Analyzer, Arena

cdef void *take(Arena *arena, int64_t count, size_t size) noexcept nogil
cdef int8_t *take_bytes(Arena *arena, int64_t count) noexcept nogil
cdef int32_t *take_ints(Arena *arena, int64_t count) noexcept nogil
cdef double *take_doubles(Arena *arena, int64_t count) noexcept nogil
cdef void release(Arena *arena) noexcept nogil
cdef bint allocate_analyzer(Analyzer *a, int rows, int cols, int64_t states) noexcept nogil
cdef bint allocate_states(Analyzer *a, int64_t states) noexcept nogil
cdef void release_analyzer(Analyzer *a) noexcept nogil
