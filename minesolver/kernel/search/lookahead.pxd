from libc.stdint cimport int32_t

from minesolver.kernel.search.types cimport Risks, Search, Snapshot, Supposition
from minesolver.kernel.types cimport Analyzer, Marginals, Prior

cdef void keep(Analyzer *a, Snapshot *snapshot) noexcept nogil
cdef void restore(Analyzer *a, const Snapshot *snapshot) noexcept nogil
cdef Supposition suppose(Analyzer *a, Prior prior, int32_t cell, int32_t value, Marginals *out) noexcept nogil
cdef bint informative(Analyzer *a, const Marginals *m, int32_t cell) noexcept nogil
cdef int32_t safe_cells(Analyzer *a, const Marginals *m) noexcept nogil
cdef Risks least_risks(Analyzer *a, const Marginals *m, bint only_informative) noexcept nogil
cdef double expected_errors(Analyzer *a, const Marginals *m) noexcept nogil
