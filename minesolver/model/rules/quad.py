"""Q: a mine in each block of four."""

from __future__ import annotations

from ..geometries import Geometry
from .rule import PlacementRule, at_least


def blocks(geometry: Geometry) -> list[tuple[int, ...]]:
    """The 2x2 blocks of a board of squares."""
    found = []
    for i in range(len(geometry.cells)):
        block = {i, *(geometry.at(i, down, right) for down, right in ((0, 1), (1, 0), (1, 1)))}
        if len(block) == 4 and -1 not in block:
            found.append(tuple(sorted(block)))
    return found


RULE = PlacementRule(
    "quad",
    "Q",
    "Each 2x2 block holds at least one mine.",
    needs=("offset",),
    constraints=lambda geometry, _: at_least(blocks(geometry), 1, "quad", geometry),
)
