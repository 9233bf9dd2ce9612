from libc.stdint cimport int32_t, int64_t, uint64_t

from minesolver.kernel.search.types cimport Position, Search
from minesolver.kernel.types cimport Analyzer, Status

cdef double SCORE_SCALE

cdef struct Racer:
    # A candidate that is played out.
    int32_t cell
    double score  # before; then less what it is behind the best
    double total  # of its results
    double won  # share of games won, or -1
    double behind
    bint racing

cdef uint64_t key_of_position(Analyzer *a) noexcept nogil
cdef Status draw(Search *s, int32_t mines, uint64_t *stream) noexcept nogil
cdef Status play_on(Search *s, int32_t cell, double risk, double *result) noexcept nogil
cdef void begin_playout(Search *s) noexcept nogil
cdef int32_t race(Search *s, const Position *p, Racer *racers, int32_t count, Status *status) noexcept nogil
