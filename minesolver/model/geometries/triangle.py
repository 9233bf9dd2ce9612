"""Triangles in rows, pointing up where row and column are both even or both odd."""

from math import sqrt

from ..declared import described
from .geometry import Kind, Place, Point

_UP = ((0, -2), (0, -1), (0, 1), (0, 2), (-1, -1), (-1, 0), (-1, 1), (1, -2), (1, -1), (1, 0), (1, 1), (1, 2))


def _corners(place: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    r, c = place
    height = sqrt(3) / 2
    left, top = c / 2, r * height
    if (r + c) % 2 == 0:
        return ((left + 0.5, top), (left + 1, top + height), (left, top + height))
    return ((left, top), (left + 1, top), (left + 0.5, top + height))


def _around(place: Place) -> list[Place]:
    up = -1 if sum(place) % 2 else 1
    return [(place[0] + up * down, place[1] + right) for down, right in _UP]


GEOMETRIES = {
    "triangle": Kind(
        **described("triangle"),
        around=_around,
        edges=(1, 2, 9),  # left, right, and the one across the base
        corners=_corners,
        ring=False,
        rays=False,
    ),
}
