from minesolver.kernel.types cimport Analyzer

cdef int order_component(Analyzer *a, int component) noexcept nogil
