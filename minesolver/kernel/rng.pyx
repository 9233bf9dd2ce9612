# Random numbers that are the same everywhere: splitmix64 (Steele et al. 2014).

cdef extern from *:
    const uint64_t GOLDEN "0x9E3779B97F4A7C15ull"

cdef uint64_t mix(uint64_t z) noexcept nogil:
    """The finalizer of splitmix64."""
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)

cdef int64_t below(uint64_t *state, int64_t n) noexcept nogil:
    """A number uniform in 0..n-1; the stream moves on."""
    cdef uint64_t bound = <uint64_t>n
    cdef uint64_t remainder = (0 - bound) % bound  # 2**64 modulo n
    cdef uint64_t value
    while True:
        state[0] += GOLDEN
        value = mix(state[0])
        if remainder == 0 or value < 0 - remainder:
            return <int64_t>(value % bound)

cdef double chance(uint64_t *state) noexcept nogil:
    """A number uniform in [0, 1); the stream moves on."""
    state[0] += GOLDEN
    return <double>(mix(state[0]) >> 11) * (1.0 / 9007199254740992.0)
