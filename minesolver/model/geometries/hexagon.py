"""Hexagons in rows, every second row half a cell to the right."""

from math import cos, pi, sin, sqrt

from ..declared import described
from .geometry import Kind, Place, Point

# Right, down right, down left, left, up left, up right, in even and in odd rows.
_EVEN = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))
_ODD = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1))


def _corners(place: Place, shape: tuple[int, ...]) -> list[Point]:
    r, c = place
    x, y = c + 0.5 + (r % 2) / 2, (r * 1.5 + 1) / sqrt(3)
    return [(x + sin(k * pi / 3) / sqrt(3), y - cos(k * pi / 3) / sqrt(3)) for k in range(6)]


def _around(place: Place) -> list[Place]:
    return [(place[0] + down, place[1] + right) for down, right in (_ODD if place[0] % 2 else _EVEN)]


GEOMETRIES = {
    "hex": Kind(
        **described("hex"),
        around=_around,
        edges=(0, 1, 2, 3, 4, 5),
        corners=_corners,
        coloured=False,
    ),
}
