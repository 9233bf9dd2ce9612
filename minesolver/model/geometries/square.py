"""Squares, and squares whose opposite edges are joined."""

from __future__ import annotations

from functools import partial

from .geometry import Kind, Place, Point

_AROUND = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def corners(place: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    r, c = place
    return ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1))


def around(place: Place) -> list[Place]:
    return [(place[0] + down, place[1] + right) for down, right in _AROUND]


_squares = partial(Kind, around=around, edges=(1, 3, 5, 7), corners=corners, offset=True)

KINDS = {
    "square": _squares(
        name="square",
        definition="Squares in rows and columns; neighbours share an edge or a corner.",
    ),
    "torus": _squares(
        name="torus",
        definition="Squares; the left edge is joined to the right, the top to the bottom.",
        joined=lambda place, shape: (place[0] % shape[0], place[1] % shape[1]),
        source="minesweepr, multiminesweeper",
    ),
    "cylinder": _squares(
        name="cylinder",
        definition="Squares; the left edge is joined to the right.",
        joined=lambda place, shape: (place[0], place[1] % shape[1]),
        source="multiminesweeper",
    ),
}
