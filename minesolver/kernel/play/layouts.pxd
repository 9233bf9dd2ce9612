from libc.stdint cimport int32_t, int64_t, uint64_t

from minesolver.kernel.types cimport Analyzer, Board, Game

cdef bint allocate_game(Game *g, Board *board) noexcept nogil
cdef void release_game(Game *g) noexcept nogil
cdef void lay(Analyzer *a, Game *g, int32_t protected_, int32_t start, uint64_t key) noexcept nogil
cdef uint64_t key_of_game(uint64_t seed, int64_t number) noexcept nogil
cdef void begin_game(Analyzer *a, Game *g, int32_t protected_, int32_t start, uint64_t key) noexcept nogil
