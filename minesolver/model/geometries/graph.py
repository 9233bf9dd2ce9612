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
    index_of = {cell_name: index for index, cell_name in enumerate(cells)}

    # An edge joins both of its ends, whichever named it.
    neighbour_sets: list[set[int]] = [set() for _ in cells]
    for cell_name, other_names in neighbours.items():
        for other_name in other_names:
            if other_name not in index_of:
                raise PuzzleError(f"{show(other_name)} is no cell of the board", cell=other_name)
            if other_name != cell_name:
                neighbour_sets[index_of[cell_name]].add(index_of[other_name])
                neighbour_sets[index_of[other_name]].add(index_of[cell_name])
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
        x = radius * (1 + cos(turn)) + 0.5
        y = radius * (1 + sin(turn)) + 0.5
        corners = []
        for corner_number in range(12):
            angle = corner_number * pi / 6
            corners.append((x + 0.45 * cos(angle), y + 0.45 * sin(angle)))
        outlines.append(tuple(corners))
    return tuple(outlines)


def _rounded(cells: tuple[Any, ...], outlines: Corners) -> tuple[tuple[Point, ...], ...]:
    """The outlines as they are after JSON. Raises PuzzleError: a cell has none."""
    rounded_outlines = []
    for cell_name in cells:
        if cell_name not in outlines:
            raise PuzzleError(f"{show(cell_name)} has no outline", cell=cell_name)
        corners = [(round(x, _DIGITS), round(y, _DIGITS)) for x, y in outlines[cell_name]]
        rounded_outlines.append(tuple(corners))
    return tuple(rounded_outlines)
