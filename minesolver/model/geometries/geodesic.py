"""A sphere of hexagons and twelve pentagons: an icosahedron, its faces cut into triangles, by their corners.

Its net is five strips of n rows and 2n columns, from the north pole to the south pole, and the poles: places
(strip, row, column), and (5, 0, 0) and (5, 0, 1).
"""

from math import cos, pi, sin, sqrt

from ...base.errors import PuzzleError
from ..declared import described
from .geometry import Kind, Place, Point

_AROUND = ((-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1))
_POLES = 5  # the number of the strip that the poles are in, and of the strips before it


def _around(coordinates: Place) -> list[Place]:
    strip, row, col = coordinates
    if strip == _POLES:
        # Of each strip the first place, or (-2, -2), which stands for the last.
        return [(each_strip, -2 * col, -2 * col) for each_strip in range(_POLES)]
    return [(strip, row + down, col + right) for down, right in _AROUND]


def _joined(coordinates: Place, shape: tuple[int, ...]) -> Place:
    """Beyond a strip is the one before or after it; (-2, -2) is its last place, before the south pole."""
    strip, row, col = coordinates
    size = shape[1]
    strip_before, strip_after = (strip - 1) % _POLES, (strip + 1) % _POLES

    # Places of the strips themselves, and their last place by its other name.
    if strip == _POLES or (0 <= row < size and 0 <= col < 2 * size):
        return coordinates
    if (row, col) == (-2, -2):
        return (strip, size - 1, 2 * size - 1)

    # The two corners of a strip at the poles.
    if (row, col) in ((-1, 0), (size - 1, 2 * size)):
        return (_POLES, 0, int(row >= 0))

    # Beyond the right end and the top is the strip after this one, beyond the left end and the bottom the one
    # before, whose rows and columns meet as the edges of the icosahedron do.
    if col == 2 * size:
        return (strip_after, size - 1, size + row + 1)
    if row == -1 and col <= size:
        return (strip_after, col - 1, 0)
    if row == -1:
        return (strip_after, size - 1, col - size)
    if col == -1:
        return (strip_before, 0, row)
    if col < size:
        return (strip_before, 0, size + col)
    return (strip_before, col - size, 2 * size - 1)


def _held(coordinates: Place, shape: tuple[int, ...]) -> bool:
    strips, size, cols = shape
    if strips != _POLES + 1 or cols != 2 * size:
        raise PuzzleError(
            f"a sphere has five strips, twice as wide as high, and its poles: 6x{size}x{2 * size}"
        )
    return coordinates[0] < _POLES or (coordinates[1] == 0 and coordinates[2] < 2)


def _corners(coordinates: Place, shape: tuple[int, ...]) -> list[Point]:
    strip, row, col = coordinates
    size = shape[1]
    is_pole = strip == _POLES
    is_pentagon = is_pole or (row == size - 1 and col % size == 0)
    if is_pole:  # drawn above and below the middle strip
        strip, row, col = 2, col * size - 1, col * 2 * size
    side_count = 5 if is_pentagon else 6

    # The middle of the cell; each corner is a radius away.
    radius = 1 / sqrt(3)
    x = strip * size + (size + col - row) / 2
    y = (row + col + 1) * sqrt(3) / 2 + radius
    angles = [side * 2 * pi / side_count for side in range(side_count)]
    return [(x + sin(angle) / sqrt(3), y - cos(angle) / sqrt(3)) for angle in angles]


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
