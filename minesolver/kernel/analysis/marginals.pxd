from minesolver.kernel.types cimport Analyzer, Marginals, Prior, Status

cdef Status analyze_frontier(Analyzer *a, Prior prior, Marginals *out) noexcept nogil
