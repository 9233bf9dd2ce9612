from minesolver.kernel.search.types cimport Choice, Search
from minesolver.kernel.workspace cimport Workspace


cdef class Chooser:
    cdef readonly Workspace workspace
    cdef Search search
    cdef Choice choice
    cdef const unsigned char[:, ::1] trees
    cdef dict _found(self)
    cdef dict _candidate(self, int which)
