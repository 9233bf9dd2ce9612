"""Cells in three or four dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from .geometry import Geometry, Kind, Point, walked
from .square import corners

Place = tuple[int, ...]


def cube(places: Sequence[Place], shape: tuple[int, ...]) -> Geometry:
    size = len(shape)
    around = [move for move in product((-1, 0, 1), repeat=size) if any(move)]
    edges = [d for d, move in enumerate(around) if sum(map(abs, move)) == 1]

    def step(place: Place, direction: int) -> Place:
        return tuple(a + b for a, b in zip(place, around[direction], strict=True))

    def outline(place: Place) -> tuple[Point, ...]:
        """Layers beside each other, blocks of layers below each other, a cell's width apart."""
        down = place[0] * (shape[-2] + 1) if size == 4 else 0
        return corners((down + place[-2], place[-3] * (shape[-1] + 1) + place[-1]))

    return walked(
        f"{size}d",
        places,
        shape,
        step,
        len(around),
        edges,
        ring=False,
        colour=lambda p: sum(p) % 2,
        corners=outline,
    )


KINDS = {
    "3d": Kind(
        "3d",
        "Cubes in layers; neighbours share a face, an edge or a corner (26 of them).",
        cube,
        3,
        "minesweepr, gamescomputersplay/minesweeper-solver",
    ),
    "4d": Kind(
        "4d",
        "Cells in four dimensions; neighbours differ by at most 1 in each (80 of them).",
        cube,
        4,
        "Steam's 4D Minesweeper",
    ),
}
