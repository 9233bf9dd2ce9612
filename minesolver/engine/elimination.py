"""Exact counting by variable elimination, :mod:`minesolver.counting.elimination`, as an engine."""

from ..counting.elimination import count
from .engine import Engine, by_counting

STATES = 40_000_000  # default limit on visited states, minutes of work

ENGINE = Engine(
    "elimination",
    "exact counting by variable elimination, big integers, rationals for every cell",
    by_counting("elimination", count, states=STATES),
    subjects="any",
    source="bucket elimination (Dechter 1999) with packed counting polynomials",
)
