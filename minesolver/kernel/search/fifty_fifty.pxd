from minesolver.kernel.search.types cimport CellPair, Position, Search
from minesolver.kernel.types cimport Analyzer, Board

cdef void list_pairs(const Board *board, CellPair (*pairs)[2]) noexcept nogil
cdef void fifty_fifty_risks(Search *s, const Position *p) noexcept nogil
cdef double plain_fifty_fifties(Search *s, double *greatest) noexcept nogil
