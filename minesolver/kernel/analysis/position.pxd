from libc.stdint cimport int8_t, int64_t

from minesolver.kernel.types cimport Analyzer, Marginals, Status

cdef Status analyze_position(
    Analyzer *a, const int8_t *grid, int64_t mines, double log_odds, Marginals *out
) noexcept nogil
