from libc.stdint cimport int32_t

from minesolver.kernel.types cimport Analyzer, Game, Outcome

cdef void start_position(Analyzer *a, Game *g) noexcept nogil
cdef bint advance(Analyzer *a, Game *g) noexcept nogil
cdef void reveal(Analyzer *a, Game *g, int32_t cell) noexcept nogil
cdef void open_proved(Analyzer *a, Game *g) noexcept nogil
cdef Outcome proceed(Analyzer *a, Game *g, int32_t cell) noexcept nogil
cdef int32_t rank_of(Analyzer *a, int32_t cell) noexcept nogil
cdef int32_t safest(Analyzer *a, double *probability) noexcept nogil
