"""Which cells a clue sees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

from ..geometries import Geometry
from .rule import VARIANTS_2, Neighbourhood


def moved(*moves: tuple[int, int]) -> Callable[[Geometry], list[tuple[int, ...]]]:
    """The cells so far (down, to the right) of each cell."""

    def sees(geometry: Geometry) -> list[tuple[int, ...]]:
        return [
            tuple(dict.fromkeys(j for move in moves if (j := geometry.offset(i, *move)) not in (-1, i)))
            for i in range(len(geometry.cells))
        ]

    return sees


knights = moved((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
"""The cells a knight's move away from each cell."""


def _ahead(geometry: Geometry, most: int | None = None) -> list[tuple[int, ...]]:
    """So many cells straight on through each edge, by default all."""
    rays = map(geometry.rays, range(len(geometry.cells)))
    return [tuple(dict.fromkeys(j for ray in own for j in ray[:most])) for own in rays]


def _two_steps(near: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    return [tuple(sorted({k for j in (i, *own) for k in (j, *near[j])} - {i})) for i, own in enumerate(near)]


RULES = {
    rule.name: rule
    for rule in (
        Neighbourhood(
            name="eight",
            tag="",
            definition="A clue sees its neighbours: all cells that share an edge or a corner with it.",
            source="Minesweeper",
            sees=lambda geometry: geometry.neighbours,
        ),
        Neighbourhood(
            name="four",
            tag="X'",
            definition="A clue sees the cells that share an edge with it (four, on squares).",
            also="mini-cross",
            sees=lambda geometry: geometry.edges,
        ),
        Neighbourhood(
            name="cross",
            tag="X",
            definition="A clue sees two cells straight on through each of its edges.",
            needs=("rays",),
            sees=lambda geometry: _ahead(geometry, 2),
        ),
        Neighbourhood(
            name="knight",
            tag="K",
            definition="A clue sees the cells a knight's move away.",
            needs=("offset",),
            sees=knights,
        ),
        Neighbourhood(
            name="radius-2",
            tag="RR",
            definition="A clue sees the cells within two steps from neighbour to neighbour (5x5 round it, on "
            "squares).",
            source="minesweepr, Hexcells",
            also="radius2",
            sees=lambda geometry: _two_steps(geometry.neighbours),
        ),
        Neighbourhood(
            name="deviation",
            tag="2D",
            definition="A clue sees the 3x3 block round the cell above it.",
            source=VARIANTS_2,
            needs=("offset",),
            sees=moved(*product((-2, -1, 0), (-1, 0, 1))),
        ),
        Neighbourhood(
            name="kinsho",
            tag="2K",
            definition="A clue sees the cells that share an edge with it and the two diagonally above it.",
            source=VARIANTS_2,
            needs=("offset",),
            sees=moved((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 0), (0, -1)),
        ),
        Neighbourhood(
            name="diamond",
            tag="2K'",
            definition="A clue sees the cells within two steps through edges (twelve, on squares).",
            source=VARIANTS_2,
            sees=lambda geometry: _two_steps(geometry.edges),
        ),
        Neighbourhood(
            name="lines",
            tag="RC",
            definition="A clue sees all cells straight on through its edges: on squares, its row and column.",
            source="MinesweeperVariants (1X+)",
            needs=("rays",),
            sees=_ahead,
        ),
    )
}
