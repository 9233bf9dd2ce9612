from libc.stdint cimport int64_t

from minesolver.kernel.types cimport Analyzer, Prior, Status

cdef Status join(Analyzer *a, int64_t free, Prior prior) noexcept nogil
