from libc.stdint cimport int32_t

from minesolver.kernel.search.types cimport Tree
from minesolver.kernel.types cimport Analyzer

cdef bint list_layouts(Analyzer *a, Tree *t, int32_t mines) noexcept nogil
cdef bint list_component(Analyzer *a, Tree *t, int32_t component) noexcept nogil
