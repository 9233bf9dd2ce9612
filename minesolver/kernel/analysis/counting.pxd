from minesolver.kernel.types cimport Analyzer, Status

cdef Status count_component(Analyzer *a, int component) noexcept nogil
