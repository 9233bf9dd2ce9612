from libc.stdint cimport int64_t

from minesolver.kernel.types cimport Analyzer, Game


cdef class Workspace:
    cdef Analyzer analyzer
    cdef Game game
    cdef int64_t states
    cdef _raise_interrupt(self)
