"""Compiled: random numbers that are the same everywhere: splitmix64 (Steele et al. 2014)."""

from __future__ import annotations

import numpy as np

from .jit import compiled

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@compiled
def mix(z):
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled
def below(state, n):
    """(next state of the stream, uniform in 0..n-1)"""
    left = np.uint64(n)
    over = (np.uint64(0) - left) % left  # 2**64 modulo n
    while True:
        state += _GOLDEN
        value = mix(state)
        if over == np.uint64(0) or value < np.uint64(0) - over:
            return state, np.int64(value % left)


@compiled
def chance(state):
    """(next state of the stream, uniform in [0, 1))"""
    state += _GOLDEN
    return state, np.float64(mix(state) >> np.uint64(11)) * 2.0**-53
