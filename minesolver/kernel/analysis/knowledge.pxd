from libc.stdint cimport int8_t, int32_t

from minesolver.kernel.types cimport Analyzer, Status

cdef Status load(Analyzer *a, const int8_t *grid, int32_t *marked, int32_t *hidden) noexcept nogil
cdef void enqueue_all(Analyzer *a) noexcept nogil
cdef Status settle(Analyzer *a, int32_t cell, bint is_mine) noexcept nogil
cdef Status propagate(Analyzer *a) noexcept nogil
