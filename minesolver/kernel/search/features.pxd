from minesolver.kernel.search.types cimport Features, Search
from minesolver.kernel.types cimport Prior

cdef void describe(Search *s, Prior prior, double log_models, Features *out) noexcept nogil
