"""What a geometry is: cells, their neighbours, and how to walk and draw it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

from ...base.errors import PuzzleError
from ..reason import show

Step = Callable[[Any, int], Any]
"""(place, direction) -> the next place, whether there is a cell or not."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Kind:
    """A registered geometry.

    Attributes
    ----------
    name
        As in ``--rules``.
    definition
        What it is, in one sentence.
    make
        (places that have cells, shape) -> geometry.
    dimensions
        How many sizes a shape has; ``None``: any, the places decide.
    source
        Where it is from.
    """

    name: str
    definition: str
    make: Callable[[Sequence[Any], tuple[int, ...]], Geometry]
    dimensions: int = 2
    source: str = ""


@dataclass(frozen=True)
class Geometry:
    """Cells of one shape, by index in their natural order.

    Attributes
    ----------
    name
        Its name.
    cells
        Names of the cells.
    shape
        Its sizes.
    neighbours
        For each cell those that share a corner or an edge with it.
    edges
        For each cell those that share an edge with it.
    ring
        For each cell its neighbours in cyclic order, -1 where there is none; empty for geometries without.
    rays
        For each cell the cells straight ahead through each edge, nearest first; empty where there are no
        straight lines.
    colour
        1 for cells that count as coloured in the rules that need two colours; empty without.
    border
        Cells with a missing neighbour through an edge.
    corners
        Of each cell's outline, for drawing; a cell has the width 1.
    offset
        The cell at (cell, rows down, columns to the right), or -1; ``None`` without rows and columns.
    """

    name: str
    cells: tuple[Any, ...]
    shape: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    edges: tuple[tuple[int, ...], ...]
    ring: tuple[tuple[int, ...], ...] = ()
    rays: Sequence[tuple[tuple[int, ...], ...]] = field(default=(), compare=False)
    colour: tuple[int, ...] = ()
    border: frozenset[int] = frozenset()
    corners: tuple[tuple[Point, ...], ...] = ()
    offset: Callable[[int, int, int], int] | None = field(default=None, compare=False)

    @cached_property
    def index(self) -> dict[Any, int]:
        """The index of each cell's name."""
        return {name: i for i, name in enumerate(self.cells)}

    def need(self, rule: str, *parts: str) -> None:
        """Check that the geometry has what a rule needs.

        parts: Names of the fields that it needs
        Raises PuzzleError: the geometry does not have one of them.
        """
        words = {
            "ring": "a ring of neighbours round each cell",
            "rays": "straight lines through the edges of cells",
            "colour": "cells of two colours",
            "border": "a border",
            "offset": "rows and columns of squares",
        }
        for part in parts:
            if not getattr(self, part):
                raise PuzzleError(f"the rule {rule} needs {words[part]}, which {self.name} has not")

    def at(self, i: int, down: int, right: int) -> int:
        """The cell so many rows below and columns to the right of another.

        i: Index of the other cell
        Returns: Its index, or -1 off the board.
        """
        assert self.offset is not None
        return self.offset(i, down, right)


class Rays(Sequence[tuple[tuple[int, ...], ...]]):
    """The rays of each cell, walked when they are asked for: together they are far more than the cells."""

    def __init__(self, around: tuple[tuple[int, ...], ...], through: tuple[int, ...]) -> None:
        self._around = around
        self._through = through

    def __len__(self) -> int:
        return len(self._around)

    @overload
    def __getitem__(self, index: int) -> tuple[tuple[int, ...], ...]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[tuple[int, ...], ...]]: ...
    def __getitem__(self, index: int | slice) -> Any:
        cells = range(len(self._around))[index]
        return [self[i] for i in cells] if isinstance(cells, range) else self._from(cells)

    def _from(self, cell: int) -> tuple[tuple[int, ...], ...]:
        rays = []
        for direction in self._through:
            seen: dict[int, None] = {}
            j = self._around[cell][direction]
            while j not in (-1, cell) and j not in seen:
                seen[j] = None
                j = self._around[j][direction]
            rays.append(tuple(seen))
        return tuple(rays)


def walked(
    name: str,
    places: Sequence[Any],
    shape: tuple[int, ...],
    step: Step,
    directions: int,
    edges: Iterable[int],
    *,
    ring: bool = True,
    rays: bool = True,
    colour: Callable[[Any], int] | None = None,
    corners: Callable[[Any], Iterable[Point]],
    offset: Callable[[Any, int, int], Any] | None = None,
) -> Geometry:
    """A geometry from a step function.

    step: (place, direction) -> the next place in that direction
    directions: How many directions there are, in cyclic order
    edges: The directions that cross an edge
    ring: Whether the neighbours have a cyclic order
    rays: Whether there are straight lines
    colour: The colour of a place, 0 or 1
    corners: The outline of a place
    offset: (place, rows down, columns to the right) -> place
    """
    index = {place: i for i, place in enumerate(places)}
    around = tuple(tuple(index.get(step(p, d), -1) for d in range(directions)) for p in places)
    through = tuple(edges)
    near = tuple(tuple(dict.fromkeys(j for j in ring_ if j not in (-1, i))) for i, ring_ in enumerate(around))
    by_edge = tuple(
        tuple(dict.fromkeys(own[d] for d in through if own[d] not in (-1, i))) for i, own in enumerate(around)
    )

    def moved(i: int, down: int, right: int) -> int:
        assert offset is not None
        return index.get(offset(places[i], down, right), -1)

    return Geometry(
        name,
        tuple(places),
        shape,
        near,
        by_edge,
        around if ring else (),
        Rays(around, through) if rays else (),
        tuple(colour(p) for p in places) if colour else (),
        frozenset(i for i, own in enumerate(around) if any(own[d] == -1 for d in through)),
        tuple(tuple(corners(p)) for p in places),
        moved if offset else None,
    )


def described(geometry: Geometry) -> str:
    """Its shape in words: ``4x5 hexagon board``."""
    return f"{'x'.join(map(str, geometry.shape))} {geometry.name} board"


def missing(name: Any) -> PuzzleError:
    """The error for a cell that the geometry does not have."""
    return PuzzleError(f"{show(name)} is no cell of the board", cell=name)
