from minesolver.kernel.search.types cimport Choice, Search
from minesolver.kernel.types cimport Analyzer, Game, Outcome
from minesolver.kernel.workspace cimport Workspace


cdef class Chooser:
    cdef readonly Workspace workspace
    cdef Search search
    cdef Choice choice
    cdef object trees
    cdef const unsigned char[:, ::1] nodes
    cdef list _candidates(self)
