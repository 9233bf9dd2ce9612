"""S: the mines are one snake."""

from __future__ import annotations

from collections.abc import Callable

from ..connected import Connected
from ..constraint import Constraint, SumConstraint
from ..geometries import Geometry
from ..reason import show
from .rule import PlacementRule


def _constraints(geometry: Geometry, index: Callable[[str], int]) -> list[Constraint]:
    cells = range(len(geometry.cells))
    found: list[Constraint] = []
    for i, near in enumerate(geometry.edges):
        weight = (
            len(near) + 1
        )  # more than all others together: the sum says whether the cell itself is a mine
        if len(near) > 2:
            counts = {*range(weight), weight, weight + 1, weight + 2}
            name = f"snake at {show(geometry.cells[i])}"
            found.append(SumConstraint((i, *near), counts, name, weights=(weight, *[1] * len(near))))
    return [*found, Connected(cells, geometry.edges, "snake", acyclic=True)]


RULE = PlacementRule(
    "snake",
    "S",
    "The mines are one snake: a path through edges that does not branch or touch itself through an edge.",
    constraints=_constraints,
)
