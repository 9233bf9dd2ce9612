"""SplitMix64: random numbers that are the same on every machine and with every version of Python.

Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014; :mod:`minesolver.game.seeding` has
the formulas.
"""

_MASK = (1 << 64) - 1


def mix(word: int) -> int:
    """The SplitMix64 finaliser of a 64-bit integer (taken modulo 2**64)."""
    word &= _MASK
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    word = (word ^ word >> 27) * 0x94D049BB133111EB & _MASK
    return word ^ word >> 31


class SplitMix64:
    """A stream of random 64-bit integers."""

    def __init__(self, state: int) -> None:
        self.state = state & _MASK

    def next(self) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & _MASK
        return mix(self.state)

    def below(self, end: int) -> int:
        """Uniform from 0 to ``end - 1``, without bias; of several integers where it has more bits."""
        word_count = max(1, -(-end.bit_length() // 64))
        # What lies above the largest multiple would make small numbers likelier: it is drawn again.
        largest_multiple = (1 << 64 * word_count) // end * end
        while True:
            random_bits = 0
            for _ in range(word_count):
                random_bits = random_bits << 64 | self.next()
            if random_bits < largest_multiple:
                return random_bits % end
