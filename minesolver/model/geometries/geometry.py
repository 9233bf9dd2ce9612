"""What a geometry is: cells, their neighbours, and how to walk and draw it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import product
from typing import Any

from ...base.errors import PuzzleError
from ..reason import show

Place = tuple[int, ...]
Point = tuple[float, float]

_FIELDS_IN_WORDS = {
    "ring": "a ring of neighbours round each cell",
    "rays": "straight lines through the edges of cells",
    "colour": "cells of two colours",
    "border": "a border",
    "offset": "rows and columns of squares",
}


_KEPT_CELLS = 10_000  # of a geometry, at most: sixteen of them take some 100 MB
"""Larger geometries are made anew for each board."""


def _lacking(*_: int) -> Any:
    raise PuzzleError("the geometry has no straight lines, or no rows and columns of squares")


@dataclass(frozen=True)
class Geometry:
    """Cells of one shape, by index in their natural order.

    name: Its name
    cells: Names of the cells
    shape: Its sizes
    neighbours: For each cell those that share a corner or an edge with it
    edges: For each cell those that share an edge with it
    ring: For each cell its neighbours in cyclic order, -1 where there is none; empty for geometries without
    rays: The cells straight ahead of a cell through each edge, nearest first. Two rays are over the same
        cells, in opposite order, or have none in common.
    colour: 1 for cells that count as coloured in the rules that need two colours; empty without
    border: Cells with a missing neighbour through an edge
    corners: Of each cell's outline, for drawing; a cell has the width 1
    offset: The cell at (cell, rows down, columns to the right), or -1
    """

    name: str
    cells: tuple[Any, ...]
    shape: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[int, ...], ...]
    ring: tuple[tuple[int, ...], ...] = ()
    rays: Callable[[int], list[tuple[int, ...]]] = field(default=_lacking, compare=False)
    colour: tuple[int, ...] = ()
    border: frozenset[int] = frozenset()
    corners: tuple[tuple[Point, ...], ...] = ()
    offset: Callable[[int, int, int], int] = field(default=_lacking, compare=False)

    @cached_property
    def index(self) -> dict[Any, int]:
        """The index of each cell's name."""
        return {cell_name: index for index, cell_name in enumerate(self.cells)}

    def need(self, rule: str, *field_names: str) -> None:
        """Check that the geometry has the fields that a rule needs. Raises :class:`PuzzleError`."""
        for field_name in field_names:
            if getattr(self, field_name) in ((), frozenset(), _lacking):
                raise PuzzleError(
                    f"the rule {rule} needs {_FIELDS_IN_WORDS[field_name]}, which {self.name} has not"
                )


def _not_joined(coordinates: Place, shape: tuple[int, ...]) -> Place:
    return coordinates


def _everywhere(coordinates: Place, shape: tuple[int, ...]) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A registered geometry.

    name: As in ``--rules``
    definition: What it is, in one sentence
    around: The next place in each direction from one, in cyclic order, whether there is a cell or not
    edges: The directions that cross an edge
    corners: The outline of a place in a shape
    source: Where it is from
    dimensions: How many sizes a shape has
    usual: The shape where none is asked for; empty: squares
    joined: The place that one beyond the edge of a shape stands for
    held: Whether there can be a cell at a place of a shape
    closed: Whether there is no border: some places have fewer neighbours, without a gap in their ring
    ring, rays, coloured, offset: Whether directions have a cyclic order, and straight lines; whether cells of
        odd sums are coloured; whether cells lie in rows and columns of squares
    """

    name: str
    definition: str
    around: Callable[[Place], Sequence[Place]]
    edges: tuple[int, ...]
    corners: Callable[[Place, tuple[int, ...]], Iterable[Point]]
    source: str = ""
    dimensions: int = 2
    usual: tuple[int, ...] = ()
    joined: Callable[[Place, tuple[int, ...]], Place] = _not_joined
    held: Callable[[Place, tuple[int, ...]], bool] = _everywhere
    closed: bool = False
    ring: bool = True
    rays: bool = True
    coloured: bool = True
    offset: bool = False

    def places(self, shape: tuple[int, ...]) -> list[Place]:
        """Where a shape has cells. Raises PuzzleError: there is no such shape."""
        return [
            coordinates
            for coordinates in product(*map(range, shape))
            if self.held(coordinates, shape)
        ]

    def make(self, cells: Sequence[Place], shape: tuple[int, ...]) -> Geometry:
        """The geometry of these cells. Raises PuzzleError: there can be none at such coordinates."""
        if len(cells) > _KEPT_CELLS:
            return self._made(tuple(cells), tuple(shape))
        return _kept_geometry(self, tuple(cells), tuple(shape))

    def _made(self, cells: tuple[Place, ...], shape: tuple[int, ...]) -> Geometry:
        for cell in cells:
            if not self.held(cell, shape):
                raise PuzzleError(f"{self.name} has no cell at {show(cell)}")
        index_of = {cell: index for index, cell in enumerate(cells)}

        # What lies in each direction from each cell. Without a border, several directions may lead to one.
        cells_around: list[tuple[int, ...]] = []
        for cell in cells:
            joined_places = [self.joined(coordinates, shape) for coordinates in self.around(cell)]
            if self.closed:
                joined_places = list(dict.fromkeys(joined_places))
            cells_around.append(
                tuple(index_of.get(coordinates, -1) for coordinates in joined_places)
            )

        # Straight on through an edge, until there is no cell or the way comes back.
        def rays(start: int) -> list[tuple[int, ...]]:
            all_rays = []
            for direction in self.edges:
                ray_cells: dict[int, None] = {}
                next_cell = cells_around[start][direction]
                while next_cell not in (-1, start) and next_cell not in ray_cells:
                    ray_cells[next_cell] = None
                    next_cell = cells_around[next_cell][direction]
                all_rays.append(tuple(ray_cells))
            return all_rays

        def offset(start: int, down: int, right: int) -> int:
            row, col = cells[start]
            return index_of.get(self.joined((row + down, col + right), shape), -1)

        # At the border are cells that lack a neighbour through an edge.
        every_direction = range(len(cells_around[0]))
        border = []
        for index, cells_by_direction in enumerate(cells_around):
            if -1 in _in_directions(cells_by_direction, self.edges):
                border.append(index)
        return Geometry(
            name=self.name,
            cells=cells,
            shape=shape,
            neighbours=_beside(cells_around, every_direction),
            edges=_beside(cells_around, self.edges),
            ring=tuple(cells_around) if self.ring else (),
            rays=rays if self.rays else _lacking,
            colour=tuple(sum(cell) % 2 for cell in cells) if self.coloured else (),
            border=frozenset(border),
            corners=tuple(tuple(self.corners(cell, shape)) for cell in cells),
            offset=offset if self.offset else _lacking,
        )


@lru_cache(maxsize=16)
def _kept_geometry(kind: Kind, cells: tuple[Place, ...], shape: tuple[int, ...]) -> Geometry:
    """The boards of a session are of few shapes, and making one takes most of the time that reading a board
    under rules does."""
    return kind._made(cells, shape)


def _in_directions(
    cells_by_direction: Sequence[int], direction_numbers: Iterable[int]
) -> list[int]:
    """What lies in some of the directions, as far as a cell has them: a pentagon has five."""
    return [
        cells_by_direction[direction]
        for direction in direction_numbers
        if direction < len(cells_by_direction)
    ]


def _beside(
    cells_around: Sequence[Sequence[int]], direction_numbers: Sequence[int]
) -> tuple[tuple[int, ...], ...]:
    """Of each cell the others in some of the directions, each once."""
    neighbour_lists = []
    for cell, cells_by_direction in enumerate(cells_around):
        neighbours = dict.fromkeys(_in_directions(cells_by_direction, direction_numbers))
        neighbour_lists.append(
            tuple(neighbour for neighbour in neighbours if neighbour not in (-1, cell))
        )
    return tuple(neighbour_lists)
