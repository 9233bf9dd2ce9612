"""D: mines in pairs."""

from __future__ import annotations

from collections.abc import Callable

from ..constraint import Constraint, SumConstraint
from ..geometries import Geometry
from ..reason import show
from .rule import PlacementRule


def _constraints(geometry: Geometry, index: Callable[[str], int]) -> list[Constraint]:
    found: list[Constraint] = []
    for i, near in enumerate(geometry.edges):
        weight = (
            len(near) + 1
        )  # more than all others together: the sum says whether the cell itself is a mine
        found.append(
            SumConstraint(
                (i, *near),
                {*range(weight), weight + 1},
                f"dual at {show(geometry.cells[i])}",
                weights=(weight, *[1] * len(near)),
            )
        )
    return found


RULE = PlacementRule(
    "dual",
    "D",
    "Mines lie in pairs: each shares an edge with exactly one other.",
    constraints=_constraints,
)
