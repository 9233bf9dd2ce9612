"""Any graph: cells by name, and their neighbours."""

from collections.abc import Iterable, Mapping
from math import cos, pi, sin
from typing import Any

from ...base.errors import PuzzleError
from ..reason import show
from .geometry import Geometry, Point

Corners = Mapping[Any, Iterable[Point]]
"""Of each cell the corners of its outline, x to the right and y down; a cell is about 1 wide."""
_DIGITS = 4  # of a corner's place after the point, so that a drawing is the same after JSON


def graph(neighbours: Mapping[Any, Iterable[Any]], outlines: Corners | None = None) -> Geometry:
    """The geometry of a graph. An edge may be given from either end, or from both.

    outlines: How the cells are drawn; by default they lie in a circle

    Raises :class:`~minesolver.base.errors.PuzzleError` for a neighbour that is no cell.
    """
    cells = tuple(neighbours)
    index_of = {name: index for index, name in enumerate(cells)}
    neighbour_sets: list[set[int]] = [set() for _ in cells]
    for name, other_names in neighbours.items():
        for other_name in other_names:
            if other_name not in index_of:
                raise PuzzleError(f"{show(other_name)} is no cell of the board", cell=other_name)
            if other_name != name:
                neighbour_sets[index_of[name]].add(index_of[other_name])
                neighbour_sets[index_of[other_name]].add(index_of[name])
    neighbour_lists = tuple(tuple(sorted(neighbour_set)) for neighbour_set in neighbour_sets)
    corners = in_a_circle(len(cells)) if outlines is None else _rounded(cells, outlines)
    return Geometry(
        "graph", cells, (len(cells),), neighbour_lists, neighbour_lists, corners=corners
    )


def in_a_circle(cell_count: int) -> tuple[tuple[Point, ...], ...]:
    """The outlines of cells, twelve corners each, round a circle on which they do not touch."""
    radius = max(1.0, 0.8 * cell_count / pi)
    outlines = []
    for cell in range(cell_count):
        turn = 2 * pi * cell / cell_count
        x, y = radius * (1 + cos(turn)) + 0.5, radius * (1 + sin(turn)) + 0.5
        angles = [k * pi / 6 for k in range(12)]
        outlines.append(tuple((x + 0.45 * cos(angle), y + 0.45 * sin(angle)) for angle in angles))
    return tuple(outlines)


def _rounded(cells: tuple[Any, ...], outlines: Corners) -> tuple[tuple[Point, ...], ...]:
    """The outlines as they are after JSON. Raises PuzzleError: a cell has none."""
    rounded = []
    for name in cells:
        if name not in outlines:
            raise PuzzleError(f"{show(name)} has no outline", cell=name)
        rounded.append(tuple((round(x, _DIGITS), round(y, _DIGITS)) for x, y in outlines[name]))
    return tuple(rounded)
