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

_WORDS = {
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

    def need(self, rule: str, *parts: str) -> None:
        """Check that the geometry has the fields that a rule needs. Raises :class:`PuzzleError`."""
        for part in parts:
            if getattr(self, part) in ((), frozenset(), _lacking):
                raise PuzzleError(f"the rule {rule} needs {_WORDS[part]}, which {self.name} has not")


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
    joined: Callable[[Place, tuple[int, ...]], Place] = lambda place, shape: place
    held: Callable[[Place, tuple[int, ...]], bool] = lambda place, shape: True
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
        index = {place: i for i, place in enumerate(places)}
        if wrong := next((place for place in places if not self.held(place, shape)), None):
            raise PuzzleError(f"{self.name} has no cell at {show(wrong)}")

        def at(place: Place) -> int:
            return index.get(self.joined(place, shape), -1)

        joined = [[self.joined(other, shape) for other in self.around(place)] for place in places]
        kept = dict.fromkeys if self.closed else list
        around = tuple(tuple(index.get(other, -1) for other in kept(own)) for own in joined)

        def rays(cell: int) -> list[tuple[int, ...]]:
            found = []
            for direction in self.edges:
                seen: dict[int, None] = {}
                j = around[cell][direction]
                while j not in (-1, cell) and j not in seen:
                    seen[j] = None
                    j = around[j][direction]
                found.append(tuple(seen))
            return found

        def offset(cell: int, down: int, right: int) -> int:
            r, c = places[cell]
            return at((r + down, c + right))

        def beside(directions: Iterable[int]) -> tuple[tuple[int, ...], ...]:
            near = (dict.fromkeys(own[d] for d in directions if d < len(own)) for own in around)
            return tuple(tuple(j for j in own if j not in (-1, i)) for i, own in enumerate(near))

        return Geometry(
            self.name,
            tuple(places),
            shape,
            beside(range(len(around[0]))),
            beside(self.edges),
            around if self.ring else (),
            rays if self.rays else _lacking,
            tuple(sum(place) % 2 for place in places) if self.coloured else (),
            frozenset(
                i for i, own in enumerate(around) if any(own[d] == -1 for d in self.edges if d < len(own))
            ),
            tuple(tuple(self.corners(place, shape)) for place in places),
            offset if self.offset else _lacking,
        )
