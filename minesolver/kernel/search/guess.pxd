from libc.stdint cimport int32_t

from minesolver.kernel.search.types cimport Candidate, Choice, Position, Search
from minesolver.kernel.types cimport Status

cdef int32_t list_candidates(Search *s, double share) noexcept nogil
cdef bint decide_by_tree(Search *s, const Position *p, Choice *choice) noexcept nogil
cdef Choice choose_guess(Search *s, const Position *p, bint recording) noexcept nogil
