"""Any graph: cells by name, and their neighbours."""

from collections.abc import Iterable, Mapping
from math import cos, pi, sin
from typing import Any

from ...base.errors import PuzzleError
from ..reason import show
from .geometry import Geometry, Point


def graph(neighbours: Mapping[Any, Iterable[Any]]) -> Geometry:
    """The geometry of a graph. An edge may be given from either end, or from both.

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
    corners = _drawn_in_a_circle(len(cells))
    return Geometry("graph", cells, (len(cells),), neighbour_lists, neighbour_lists, corners=corners)


def _drawn_in_a_circle(cell_count: int) -> tuple[tuple[Point, ...], ...]:
    """The outlines of cells, twelve corners each, round a circle on which they do not touch."""
    radius = max(1.0, 0.8 * cell_count / pi)
    outlines = []
    for cell in range(cell_count):
        turn = 2 * pi * cell / cell_count
        x, y = radius * (1 + cos(turn)) + 0.5, radius * (1 + sin(turn)) + 0.5
        angles = [k * pi / 6 for k in range(12)]
        outlines.append(tuple((x + 0.45 * cos(angle), y + 0.45 * sin(angle)) for angle in angles))
    return tuple(outlines)
