"""Which cells a clue sees."""

from __future__ import annotations

from ..geometries import Geometry
from .rule import Neighbourhood

_MOVES = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))


def knights(geometry: Geometry) -> list[tuple[int, ...]]:
    """The cells a knight's move away from each cell."""
    return [
        tuple(
            dict.fromkeys(
                j for down, right in _MOVES if (j := geometry.offset(i, down, right)) not in (-1, i)
            )
        )
        for i in range(len(geometry.cells))
    ]


def _crosses(geometry: Geometry) -> list[tuple[int, ...]]:
    rays = map(geometry.rays, range(len(geometry.cells)))
    return [tuple(dict.fromkeys(j for ray in own for j in ray[:2])) for own in rays]


def _two_steps(geometry: Geometry) -> list[tuple[int, ...]]:
    near = geometry.neighbours
    return [tuple(sorted({k for j in (i, *own) for k in (j, *near[j])} - {i})) for i, own in enumerate(near)]


RULES = {
    rule.name: rule
    for rule in (
        Neighbourhood(
            name="eight",
            tag="V",
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
            sees=_crosses,
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
            sees=_two_steps,
        ),
    )
}
