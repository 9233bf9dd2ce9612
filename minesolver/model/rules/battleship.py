"""D': ships of at most four cells."""

from __future__ import annotations

from collections.abc import Callable

from ..constraint import Constraint
from ..geometries import Geometry
from .rule import PlacementRule, at_most


def _constraints(geometry: Geometry, index: Callable[[str], int]) -> list[Constraint]:
    # Without two mines corner to corner, every group that shares edges is a straight line.
    corners = [
        (i, j)
        for i in range(len(geometry.cells))
        for right in (-1, 1)
        if (j := geometry.at(i, 1, right)) not in (-1, i)
    ]
    lines = []
    for i in range(len(geometry.cells)):
        for down, right in ((0, 1), (1, 0)):
            line = {geometry.at(i, k * down, k * right) for k in range(5)}
            if len(line) == 5 and -1 not in line:
                lines.append(tuple(line))
    return at_most(corners, 1, "battleship", geometry) + at_most(lines, 4, "battleship", geometry)


RULE = PlacementRule(
    "battleship",
    "D'",
    "Mines are ships: straight lines of one to four cells that touch each other not even at a corner.",
    needs=("offset",),
    constraints=_constraints,
)
