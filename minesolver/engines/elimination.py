"""Exact counting by variable elimination, :mod:`minesolver.counting.elimination`, as an engine."""

from __future__ import annotations

from functools import cached_property

from ..base.limits import Limit
from ..counting.elimination import count
from ..model.analysis import Fractions, Outcome
from ..model.subject import Subject
from .engine import Engine, by_counting

_STATES = 40_000_000  # default limit on visited states, minutes of work

ENGINE = Engine(
    "elimination",
    "exact counting by variable elimination, big integers, rationals for every cell",
    by_counting("elimination", count, states=_STATES),
    source="bucket elimination (Dechter 1999) with packed counting polynomials",
)


class Counts:
    """The fractions and the solution count behind an answer in floats, counted when first asked for."""

    def __init__(self, subject: Subject, limit: Limit) -> None:
        self._subject = subject
        self._limit = limit

    @cached_property
    def _found(self) -> Outcome:
        return ENGINE.run(self._subject, self._limit)

    def fractions(self) -> Fractions:
        found = self._found.fractions
        assert found is not None
        assert not callable(found)
        return found

    def solutions(self) -> int:
        found = self._found.solutions
        assert isinstance(found, int)
        return found
