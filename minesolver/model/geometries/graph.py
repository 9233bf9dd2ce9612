"""Any graph: cells by name, and their neighbours."""

from collections.abc import Iterable, Mapping
from math import cos, pi, sin
from typing import Any

from ...base.errors import PuzzleError
from ..reason import show
from .geometry import Geometry


def graph(neighbours: Mapping[Any, Iterable[Any]]) -> Geometry:
    """The geometry of a graph. An edge may be given from either end, or from both.

    Raises :class:`~minesolver.base.errors.PuzzleError` for a neighbour that is no cell.
    """
    cells = tuple(neighbours)
    index = {name: i for i, name in enumerate(cells)}
    near: list[dict[int, None]] = [{} for _ in cells]
    for name, others in neighbours.items():
        for other in others:
            if other not in index:
                raise PuzzleError(f"{show(other)} is no cell of the board", cell=other)
            if other != name:
                near[index[name]][index[other]] = None
                near[index[other]][index[name]] = None
    sides = tuple(tuple(sorted(own)) for own in near)
    radius = max(1.0, 0.8 * len(cells) / pi)
    corners = []
    for i in range(len(cells)):
        turn = 2 * pi * i / len(cells)
        x, y = radius * (1 + cos(turn)) + 0.5, radius * (1 + sin(turn)) + 0.5
        corners.append(tuple((x + 0.45 * cos(k * pi / 6), y + 0.45 * sin(k * pi / 6)) for k in range(12)))
    return Geometry("graph", cells, (len(cells),), sides, sides, corners=tuple(corners))
