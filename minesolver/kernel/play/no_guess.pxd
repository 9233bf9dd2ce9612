from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t

from minesolver.kernel.types cimport Analyzer, Game

cpdef enum Generated:
    SOLVED = 0
    STUCK = 1
    TOO_WIDE = 2  # a position did not fit
    INTERRUPTED = 3

cdef struct Trial:
    # How far the search for one board has come.
    Generated status
    int64_t tries  # layouts drawn
    int64_t repairs  # mines moved

cdef void find_board(
    Analyzer *a, Game *g, int32_t start, uint64_t key, int64_t tries, int32_t repairs, Trial *trial
) noexcept nogil
