"""Squares, also with opposite edges joined; hexagons; triangles."""

from collections.abc import Callable, Sequence
from functools import partial
from math import cos, pi, sin, sqrt

from ..declared import described
from .geometry import Kind, Place, Point

_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
# Right, down right, down left, left, up left, up right, in even and in odd rows.
_HEX = (
    ((0, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0)),
    ((0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1)),
)
_UP = ((0, -2), (0, -1), (0, 1), (0, 2), (-1, -1), (-1, 0), (-1, 1), (1, -2), (1, -1), (1, 0), (1, 1), (1, 2))
_DOWN = tuple((-down, right) for down, right in _UP)


def _at(place: Place, moves: Sequence[Place]) -> list[Place]:
    return [(place[0] + down, place[1] + right) for down, right in moves]


def corners(place: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    r, c = place
    return ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))


def around(place: Place) -> list[Place]:
    return _at(place, _AROUND)


def _of_hexagon(place: Place, shape: tuple[int, ...]) -> list[Point]:
    """In rows, every second row half a cell to the right."""
    r, c = place
    x, y = c + 0.5 + (r % 2) / 2, (r * 1.5 + 1) / sqrt(3)
    return [(x + sin(k * pi / 3) / sqrt(3), y - cos(k * pi / 3) / sqrt(3)) for k in range(6)]


def _of_triangle(place: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    """In rows, pointing up where row and column are both even or both odd."""
    r, c = place
    height = sqrt(3) / 2
    left, top = c / 2, r * height
    if (r + c) % 2 == 0:
        return ((left + 0.5, top), (left + 1, top + height), (left, top + height))
    return ((left, top), (left + 1, top), (left + 0.5, top + height))


_squares = partial(Kind, around=around, edges=(1, 3, 5, 7), corners=corners, offset=True)


def _joined(down: int, right: int) -> Callable[[Place, tuple[int, ...]], Place]:
    """Joins top and bottom (``down``), left and right: 0 not at all, 1 as they lie, -1 turned over."""

    def joined(place: Place, shape: tuple[int, ...]) -> Place:
        (r, c), (rows, cols) = place, shape
        over = down == -1 and r // rows % 2, right == -1 and c // cols % 2
        r, c = rows - 1 - r if over[1] else r, cols - 1 - c if over[0] else c
        return (r % rows if down else r, c % cols if right else c)

    return joined


GEOMETRIES = {
    name: _squares(**described(name), joined=_joined(*ends), rays=-1 not in ends)
    for name, ends in (
        ("square", (0, 0)),
        ("torus", (1, 1)),
        ("cylinder", (0, 1)),
        ("moebius", (0, -1)),
        ("klein", (-1, 1)),
        ("projective", (-1, -1)),
    )
} | {
    "hex": Kind(
        **described("hex"),
        around=lambda place: _at(place, _HEX[place[0] % 2]),
        edges=(0, 1, 2, 3, 4, 5),
        corners=_of_hexagon,
        coloured=False,
    ),
    "triangle": Kind(
        **described("triangle"),
        around=lambda place: _at(place, _DOWN if sum(place) % 2 else _UP),
        edges=(1, 2, 9),  # left, right, and the one across the base
        corners=_of_triangle,
        ring=False,
        rays=False,
    ),
}
