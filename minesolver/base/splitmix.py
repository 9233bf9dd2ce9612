"""SplitMix64: random numbers that are the same on every machine and with every version of Python.

Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014; :mod:`minesolver.game.seeding` has
the formulas.
"""

_MASK = (1 << 64) - 1


def mix(z: int) -> int:
    """The SplitMix64 finaliser of a 64-bit integer (taken modulo 2**64)."""
    z &= _MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
    return z ^ z >> 31


class SplitMix64:
    """A stream of random 64-bit integers."""

    def __init__(self, state: int) -> None:
        self.state = state & _MASK

    def next(self) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & _MASK
        return mix(self.state)

    def below(self, n: int) -> int:
        """Uniform in 0..n-1, without bias; of several integers where n has more bits."""
        words = max(1, -(-n.bit_length() // 64))
        bound = (1 << 64 * words) // n * n  # what lies above would make small numbers likelier
        while True:
            value = 0
            for _ in range(words):
                value = value << 64 | self.next()
            if value < bound:
                return value % n
