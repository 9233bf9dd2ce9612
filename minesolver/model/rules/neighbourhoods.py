"""Which cells a clue sees."""

from collections.abc import Callable, Sequence
from itertools import product

from ..declared import described
from ..geometries import Geometry
from .rule import Neighbourhood


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
    name: Neighbourhood(**described(name), sees=sees)
    for name, sees in {
        "eight": lambda geometry: geometry.neighbours,
        "four": lambda geometry: geometry.edges,
        "cross": lambda geometry: _ahead(geometry, 2),
        "knight": knights,
        "radius-2": lambda geometry: _two_steps(geometry.neighbours),
        "deviation": moved(*product((-2, -1, 0), (-1, 0, 1))),
        "kinsho": moved((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 0), (0, -1)),
        "diamond": lambda geometry: _two_steps(geometry.edges),
        "lines": _ahead,
    }.items()
}
