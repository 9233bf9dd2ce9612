"""Two steps away."""

from __future__ import annotations

from ..geometries import Geometry
from .rule import Neighbourhood


def _sees(geometry: Geometry) -> list[tuple[int, ...]]:
    near = geometry.neighbours
    return [tuple(sorted({k for j in (i, *own) for k in (j, *near[j])} - {i})) for i, own in enumerate(near)]


RULE = Neighbourhood(
    "radius-2",
    "RR",
    "A clue sees the cells within two steps from neighbour to neighbour (5x5 round it, on squares).",
    "minesweepr, Hexcells",
    also="radius2",
    sees=_sees,
)
