"""What a cell of a board under rules shows, and such a board as a type."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from .subject import Name, Position

Value = int | tuple[int, ...]
"""What a clue says: a number, or several."""


@dataclass(frozen=True, slots=True)
class Clue:
    """What an opened cell shows, and the tag of the rule that it follows; empty for the board's own."""

    value: Value
    tag: str = ""


State = Clue | str
"""Of a cell: a clue, or one of ``HIDDEN``, ``OPENED`` and ``MINE`` of :mod:`minesolver.model.variant`."""

BoardUnderRules = Position[Name, Mapping[Name, float], Mapping[Name, Fraction], State | Value]
"""For annotations; a :class:`~minesolver.model.variant.VariantBoard` is the one that there is."""
