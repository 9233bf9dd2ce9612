"""Hexagons in rows, every second row half a cell to the right."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin, sqrt

from .geometry import Geometry, Kind, Point, walked

Place = tuple[int, int]
# Right, down right, down left, left, up left, up right, in even and in odd rows.
_EVEN = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0))
_ODD = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1))


def corners(place: Place) -> list[Point]:
    r, c = place
    x, y = c + 0.5 + (r % 2) / 2, (r * 1.5 + 1) / sqrt(3)
    return [(x + sin(k * pi / 3) / sqrt(3), y - cos(k * pi / 3) / sqrt(3)) for k in range(6)]


def _step(place: Place, direction: int) -> Place:
    down, right = (_ODD if place[0] % 2 else _EVEN)[direction]
    return place[0] + down, place[1] + right


def hexagon(places: Sequence[Place], shape: tuple[int, ...]) -> Geometry:
    return walked("hex", places, shape, _step, 6, range(6), corners=corners)


KINDS = {
    "hex": Kind(
        "hex",
        "Hexagons, odd rows half a cell to the right; a cell has six neighbours.",
        hexagon,
        source="Hexcells, Tametsi, minesweepr",
    ),
}
