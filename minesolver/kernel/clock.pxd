from minesolver.kernel.types cimport Clock

cdef bint look(Clock *clock) noexcept nogil
cdef void start(Clock *clock, double seconds) noexcept nogil
cdef object finish(Clock *clock)
