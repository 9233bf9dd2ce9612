"""Squares, and squares whose opposite edges are joined."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .geometry import Geometry, Kind, Point, walked

Place = tuple[int, int]
_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
_EDGES = (1, 3, 5, 7)


def corners(place: Place) -> tuple[Point, ...]:
    r, c = place
    return ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))


def _squares(
    name: str, places: Sequence[Place], shape: tuple[int, ...], joined: Callable[[int, int], Place]
) -> Geometry:
    return walked(
        name,
        places,
        shape,
        lambda p, d: joined(p[0] + _AROUND[d][0], p[1] + _AROUND[d][1]),
        8,
        _EDGES,
        colour=lambda p: (p[0] + p[1]) % 2,
        corners=corners,
        offset=lambda p, down, right: joined(p[0] + down, p[1] + right),
    )


def square(places: Sequence[Place], shape: tuple[int, ...]) -> Geometry:
    return _squares("square", places, shape, lambda r, c: (r, c))


def torus(places: Sequence[Place], shape: tuple[int, ...]) -> Geometry:
    rows, cols = shape
    return _squares("torus", places, shape, lambda r, c: (r % rows, c % cols))


def cylinder(places: Sequence[Place], shape: tuple[int, ...]) -> Geometry:
    cols = shape[1]
    return _squares("cylinder", places, shape, lambda r, c: (r, c % cols))


KINDS = {
    "square": Kind("square", "Squares in rows and columns; neighbours share an edge or a corner.", square),
    "torus": Kind(
        "torus",
        "Squares; the left edge is joined to the right, the top to the bottom.",
        torus,
        source="minesweepr, multiminesweeper",
    ),
    "cylinder": Kind(
        "cylinder",
        "Squares; the left edge is joined to the right.",
        cylinder,
        source="multiminesweeper",
    ),
}
