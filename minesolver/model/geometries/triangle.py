"""Triangles in rows, pointing up where row and column are both even or both odd."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from .geometry import Geometry, Kind, Point, walked

Place = tuple[int, int]
_UP = ((0, -2), (0, -1), (0, 1), (0, 2), (-1, -1), (-1, 0), (-1, 1), (1, -2), (1, -1), (1, 0), (1, 1), (1, 2))
_DOWN = tuple((-down, right) for down, right in _UP)
_EDGES = (1, 2, 9)  # left, right, and the one across the base


def corners(place: Place) -> tuple[Point, ...]:
    r, c = place
    height = sqrt(3) / 2
    left, top = c / 2, r * height
    if (r + c) % 2 == 0:
        return ((left + 0.5, top), (left + 1, top + height), (left, top + height))
    return ((left, top), (left + 1, top), (left + 0.5, top + height))


def _step(place: Place, direction: int) -> Place:
    down, right = (_UP if sum(place) % 2 == 0 else _DOWN)[direction]
    return place[0] + down, place[1] + right


def triangle(places: Sequence[Place], shape: tuple[int, ...]) -> Geometry:
    return walked(
        "triangle",
        places,
        shape,
        _step,
        12,
        _EDGES,
        ring=False,
        rays=False,
        colour=lambda p: (p[0] + p[1]) % 2,
        corners=corners,
    )


KINDS = {
    "triangle": Kind(
        "triangle",
        "Triangles, the first pointing up, then down in turn; the twelve neighbours share a corner.",
        triangle,
        source="minesweepr, multiminesweeper",
    ),
}
