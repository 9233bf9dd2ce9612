"""What a geometry is: cells, their neighbours, and how to walk and draw it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
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
        return {name: i for i, name in enumerate(self.cells)}

    def need(self, rule: str, *field_names: str) -> None:
        """Check that the geometry has the fields that a rule needs. Raises :class:`PuzzleError`."""
        for field_name in field_names:
            if getattr(self, field_name) in ((), frozenset(), _lacking):
                raise PuzzleError(
                    f"the rule {rule} needs {_FIELDS_IN_WORDS[field_name]}, which {self.name} has not"
                )


def _not_joined(place: Place, shape: tuple[int, ...]) -> Place:
    return place


def _everywhere(place: Place, shape: tuple[int, ...]) -> bool:
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
        return [place for place in product(*map(range, shape)) if self.held(place, shape)]

    def make(self, places: Sequence[Place], shape: tuple[int, ...]) -> Geometry:
        """The geometry over the places that have cells. Raises PuzzleError: there can be none at a place."""
        for place in places:
            if not self.held(place, shape):
                raise PuzzleError(f"{self.name} has no cell at {show(place)}")
        index_of = {place: index for index, place in enumerate(places)}

        # What lies in each direction from each cell. Without a border, several directions may lead to one.
        around = []
        for place in places:
            joined_places = [self.joined(beyond, shape) for beyond in self.around(place)]
            if self.closed:
                joined_places = list(dict.fromkeys(joined_places))
            around.append(tuple(index_of.get(joined_place, -1) for joined_place in joined_places))

        def rays(cell: int) -> list[tuple[int, ...]]:
            all_rays = []
            for direction in self.edges:
                ray: dict[int, None] = {}
                ahead = around[cell][direction]
                while ahead not in (-1, cell) and ahead not in ray:
                    ray[ahead] = None
                    ahead = around[ahead][direction]
                all_rays.append(tuple(ray))
            return all_rays

        def offset(cell: int, down: int, right: int) -> int:
            row, col = places[cell]
            return index_of.get(self.joined((row + down, col + right), shape), -1)

        every_direction = range(len(around[0]))
        border = [
            cell for cell, directions in enumerate(around) if -1 in _in_directions(directions, self.edges)
        ]
        return Geometry(
            name=self.name,
            cells=tuple(places),
            shape=shape,
            neighbours=_beside(around, every_direction),
            edges=_beside(around, self.edges),
            ring=tuple(around) if self.ring else (),
            rays=rays if self.rays else _lacking,
            colour=tuple(sum(place) % 2 for place in places) if self.coloured else (),
            border=frozenset(border),
            corners=tuple(tuple(self.corners(place, shape)) for place in places),
            offset=offset if self.offset else _lacking,
        )


def _in_directions(directions: Sequence[int], wanted: Iterable[int]) -> list[int]:
    """What lies in some of the directions, as far as a cell has them: a pentagon has five."""
    return [directions[number] for number in wanted if number < len(directions)]


def _beside(around: Sequence[Sequence[int]], wanted: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Of each cell the others in some of the directions, each once."""
    lists = []
    for cell, directions in enumerate(around):
        others = dict.fromkeys(_in_directions(directions, wanted))
        lists.append(tuple(other for other in others if other not in (-1, cell)))
    return tuple(lists)
