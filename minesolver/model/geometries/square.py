"""Squares, and squares whose opposite edges are joined."""

from collections.abc import Callable
from functools import partial

from ..declared import described
from .geometry import Kind, Place, Point

_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def corners(place: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    r, c = place
    return ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))


def around(place: Place) -> list[Place]:
    return [(place[0] + down, place[1] + right) for down, right in _AROUND]


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
}
