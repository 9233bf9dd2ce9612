from minesolver.kernel.types cimport Analyzer, Status

cdef Status find_groups(Analyzer *a) noexcept nogil
cdef void find_components(Analyzer *a) noexcept nogil
