"""A sphere of hexagons and twelve pentagons: an icosahedron, its faces cut into triangles, by their corners.

Its net is five strips of n rows and 2n columns, from the north pole to the south pole, and the poles: places
(strip, row, column), and (5, 0, 0) and (5, 0, 1).
"""

from math import cos, pi, sin, sqrt

from ...base.errors import PuzzleError
from ..declared import described
from .geometry import Kind, Place, Point

_AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))
_POLES = 5


def _around(place: Place) -> list[Place]:
    strip, r, c = place
    if strip == _POLES:
        return [(other, -2 * c, -2 * c) for other in range(_POLES)]
    return [(strip, r + down, c + right) for down, right in _AROUND]


def _joined(place: Place, shape: tuple[int, ...]) -> Place:
    """Beyond a strip is the one before or after it; (-2, -2) is its last place, before the south pole."""
    strip, r, c = place
    size = shape[1]
    before, after = (strip - 1) % _POLES, (strip + 1) % _POLES
    if strip == _POLES or (0 <= r < size and 0 <= c < 2 * size):
        return place
    if (r, c) == (-2, -2):
        return (strip, size - 1, 2 * size - 1)
    if (r, c) in ((-1, 0), (size - 1, 2 * size)):
        return (_POLES, 0, int(r >= 0))
    if c == 2 * size:
        return (after, size - 1, size + r + 1)
    if r == -1:
        return (after, c - 1, 0) if c <= size else (after, size - 1, c - size)
    if c == -1:
        return (before, 0, r)
    return (before, 0, size + c) if c < size else (before, c - size, 2 * size - 1)


def _held(place: Place, shape: tuple[int, ...]) -> bool:
    strips, size, cols = shape
    if strips != _POLES + 1 or cols != 2 * size:
        raise PuzzleError(
            f"a sphere has five strips, twice as wide as high, and its poles: 6x{size}x{2 * size}"
        )
    return place[0] < _POLES or (place[1] == 0 and place[2] < 2)


def _corners(place: Place, shape: tuple[int, ...]) -> list[Point]:
    strip, r, c = place
    size = shape[1]
    pole = strip == _POLES
    if pole:  # drawn above and below the middle strip
        strip, r, c = 2, c * size - 1, c * 2 * size
    sides = 5 if pole or (r == size - 1 and c % size == 0) else 6
    x, y = strip * size + (size + c - r) / 2, (r + c + 1) * sqrt(3) / 2 + 1 / sqrt(3)
    return [
        (x + sin(k * 2 * pi / sides) / sqrt(3), y - cos(k * 2 * pi / sides) / sqrt(3)) for k in range(sides)
    ]


GEOMETRIES = {
    "geodesic": Kind(
        **described("geodesic"),
        around=_around,
        edges=(0, 1, 2, 3, 4, 5),
        corners=_corners,
        dimensions=3,
        joined=_joined,
        held=_held,
        closed=True,
        rays=False,
        coloured=False,
    ),
}
