"""Rules of how many mines a cell may hold: ``multi-2``, ``multi-3``, and by their numbers to ``multi-9``."""

import re

from ..declared import described
from .rule import PlacementRule

RULES = {
    "multi-2": PlacementRule(**described("multi-2"), capacity=2),
    "multi-3": PlacementRule(**described("multi-3"), capacity=3),
}

_NAME = re.compile(r"multi-([4-9])|m([4-9])")  # a known cell is *4 to *9: one digit
_NUMBERS = ("four", "five", "six", "seven", "eight", "nine")


def of_name(name: str) -> PlacementRule | None:
    """The rule of more mines a cell by its name or its tag; ``None`` where it is no such name."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    capacity = int(match[1] or match[2])
    number_word = _NUMBERS[capacity - 4]
    return PlacementRule(
        name=f"multi-{capacity}",
        tag=f"M{capacity}",
        definition=(
            f"A cell holds up to {number_word} mines, each of which counts; "
            f"*{capacity} is a cell that is known to hold {number_word}."
        ),
        source="multiminesweeper",
        capacity=capacity,
    )
