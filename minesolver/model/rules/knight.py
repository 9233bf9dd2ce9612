"""K: a knight's move away."""

from __future__ import annotations

from ..geometries import Geometry
from .rule import Neighbourhood

_MOVES = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))


def moves(geometry: Geometry) -> list[tuple[int, ...]]:
    """The cells a knight's move away from each cell."""
    return [
        tuple(dict.fromkeys(j for down, right in _MOVES if (j := geometry.at(i, down, right)) not in (-1, i)))
        for i in range(len(geometry.cells))
    ]


RULE = Neighbourhood(
    "knight",
    "K",
    "A clue sees the cells a knight's move away.",
    needs=("offset",),
    sees=moves,
)
