"""O: the mines reach the edge of the board, the rest hangs together."""

from __future__ import annotations

from collections.abc import Callable

from ..connected import Connected
from ..constraint import Constraint
from ..geometries import Geometry
from .rule import PlacementRule


def _constraints(geometry: Geometry, index: Callable[[str], int]) -> list[Constraint]:
    cells = range(len(geometry.cells))
    return [
        Connected(cells, geometry.edges, "outside (cells without mines)", kind=0),
        Connected(cells, geometry.edges, "outside (mines)", anchors=geometry.border),
    ]


RULE = PlacementRule(
    "outside",
    "O",
    "All cells without a mine are connected through edges, and so is every mine with the edge of the board.",
    needs=("border",),
    constraints=_constraints,
)
