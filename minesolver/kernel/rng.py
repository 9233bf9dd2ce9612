"""Compiled: random numbers that are the same everywhere: splitmix64 (Steele et al. 2014)."""

import cython
from cython.cimports.libc.stdint import int64_t, uint64_t

_GOLDEN = cython.declare(uint64_t, 0x9E3779B97F4A7C15)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mix(z: uint64_t) -> uint64_t:
    """The finalizer of splitmix64."""
    z = (z ^ (z >> 30)) * cython.cast(uint64_t, 0xBF58476D1CE4E5B9)
    z = (z ^ (z >> 27)) * cython.cast(uint64_t, 0x94D049BB133111EB)
    return z ^ (z >> 31)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def below(state: cython.pointer(uint64_t), n: int64_t) -> int64_t:
    """A number uniform in 0..n-1; the stream moves on."""
    bound: uint64_t = cython.cast(uint64_t, n)
    over: uint64_t = (0 - bound) % bound  # 2**64 modulo n
    value: uint64_t
    while True:
        state[0] += _GOLDEN
        value = mix(state[0])
        if over == 0 or value < 0 - over:
            return cython.cast(int64_t, value % bound)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def chance(state: cython.pointer(uint64_t)) -> cython.double:
    """A number uniform in [0, 1); the stream moves on."""
    state[0] += _GOLDEN
    return cython.cast(cython.double, mix(state[0]) >> 11) * (1.0 / 9007199254740992.0)
