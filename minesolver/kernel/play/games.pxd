from libc.stdint cimport int32_t, int64_t, uint64_t

from minesolver.kernel.search.types cimport Choice, Search
from minesolver.kernel.types cimport Game, Outcome

cdef struct GameResult:
    Outcome outcome
    int32_t guesses
    int32_t opened
    int32_t survived  # guesses that were survived
    double adjusted  # the result with the luck of the guesses subtracted, see games.py

cdef void choose(Search *s, Game *g, Choice *choice) noexcept nogil
cdef GameResult play_on(
    Search *s, Game *g, int32_t cell, double risk, double worth, bint whole
) noexcept nogil
cdef GameResult play_game(Search *s, Game *g, int32_t protected_, int32_t start, uint64_t key, double worth) noexcept nogil
