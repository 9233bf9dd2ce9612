from libc.stdint cimport int32_t

from minesolver.kernel.search.types cimport BoostedTrees, Candidate, Position, Search, Seen, Shared, Traits
from minesolver.kernel.types cimport Status

cdef Status describe_candidate(
    Search *s, const Position *p, const Candidate *candidate, Traits *out
) noexcept nogil
cdef void describe_shared(Search *s, const Position *p, Shared *out) noexcept nogil
cdef void compare(const Traits *table, int32_t count, int32_t which, Seen *out) noexcept nogil
cdef double boosted(const BoostedTrees *trees, const double *seen) noexcept nogil
