"""T: no three in a row."""

from __future__ import annotations

from ..geometries import Geometry
from .rule import PlacementRule, at_most, row_of_cells


def threes(geometry: Geometry) -> list[tuple[int, ...]]:
    """Three cells in a line, orthogonal or diagonal."""
    axes = range(len(geometry.ring[0]) // 2)
    found = (row_of_cells(geometry, i, d, 3) for i in range(len(geometry.cells)) for d in axes)
    return [line for line in found if line]


RULE = PlacementRule(
    "triplet",
    "T",
    "No three mines lie in a row, orthogonally or diagonally.",
    needs=("ring",),
    constraints=lambda geometry, _: at_most(threes(geometry), 2, "triplet", geometry),
)
