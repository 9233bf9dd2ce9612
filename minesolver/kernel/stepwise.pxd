from libc.stdint cimport int8_t, int32_t

from minesolver.kernel.driver cimport Chooser
from minesolver.kernel.search.types cimport Position, Search, Snapshot, Tree
from minesolver.kernel.types cimport Arena, Game, Outcome
from minesolver.kernel.workspace cimport Workspace


cdef class Driver:
    cdef readonly Workspace workspace
    cdef Game trial
    cdef Snapshot root
    cdef Position position
    cdef Tree tree
    cdef int32_t first_cell
    cdef int32_t protected_
    cdef int32_t cell
    cdef readonly Outcome outcome
    cdef Arena arena
    cdef _come_back(self, Chooser chooser)
    cdef _check(self, int32_t cell)
    cdef double _one(self, Search *s, int32_t cell, const int8_t *layout, double worth) noexcept nogil
