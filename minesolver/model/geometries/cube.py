"""Cells in three or four dimensions."""

from __future__ import annotations

from itertools import product

from . import square
from .geometry import Kind, Place, Point


def _corners(place: Place, shape: tuple[int, ...]) -> tuple[Point, ...]:
    """Layers beside each other, blocks of layers below each other, a cell's width apart."""
    down = place[0] * (shape[-2] + 1) if len(shape) == 4 else 0
    return square.corners((down + place[-2], place[-3] * (shape[-1] + 1) + place[-1]), shape)


def _cubes(size: int, definition: str, source: str) -> Kind:
    moves = [move for move in product((-1, 0, 1), repeat=size) if any(move)]
    return Kind(
        name=f"{size}d",
        definition=definition,
        around=lambda place: [tuple(a + b for a, b in zip(place, move, strict=True)) for move in moves],
        edges=tuple(d for d, move in enumerate(moves) if sum(map(abs, move)) == 1),
        corners=_corners,
        source=source,
        dimensions=size,
        ring=False,
    )


KINDS = {
    "3d": _cubes(
        3,
        "Cubes in layers; neighbours share a face, an edge or a corner (26 of them).",
        "minesweepr, gamescomputersplay/minesweeper-solver",
    ),
    "4d": _cubes(
        4,
        "Cells in four dimensions; neighbours differ by at most 1 in each (80 of them).",
        "Steam's 4D Minesweeper",
    ),
}
