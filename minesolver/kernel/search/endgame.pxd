from libc.stdint cimport int32_t, int64_t

from minesolver.kernel.search.types cimport Tree
from minesolver.kernel.types cimport Analyzer

cdef void begin(Tree *t, int64_t nodes) noexcept nogil
cdef int32_t wins(Tree *t, int32_t first, int32_t last, int32_t least) noexcept nogil
cdef int32_t wins_opening(Tree *t, int32_t place, int32_t least) noexcept nogil
cdef int32_t play_out(Tree *t, int64_t nodes) noexcept nogil
cdef int32_t play_region(Analyzer *a, Tree *t, int64_t nodes) noexcept nogil
