"""What a geometry is: cells, who is next to whom, and how to walk and draw it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

from ...errors import PuzzleError
from ...reason import show

Step = Callable[[Any, int], Any]
"""(place, direction) -> the next place, whether there is a cell or not."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Kind:
    """A registered geometry.

    ``name``: as in ``--rules``. ``definition``: one sentence. ``make``: the geometry over some places (those
    that have cells) of a shape. ``dimensions``: numbers in a shape; ``None``: any (the places say it).
    ``source``: where it is from.
    """

    name: str
    definition: str
    make: Callable[[Sequence[Any], tuple[int, ...]], Geometry]
    dimensions: int = 2
    source: str = ""


@dataclass(frozen=True)
class Geometry:
    """Cells of one shape, by index in their natural order.

    ``cells``: names. ``shape``: its sizes. ``neighbours``: cells that share a corner or an edge.
    ``edges``: those that share an edge. ``ring``: for each cell its neighbours in cyclic order, -1 where
    there is none; empty for geometries without. ``rays``: for each cell the cells straight ahead through each
    edge, nearest first; empty where there are no straight lines. ``colour``: 1 for cells that count as
    coloured in the rules that need two colours; empty without. ``border``: cells with a missing neighbour
    through an edge. ``corners``: of each cell's outline, for drawing, one unit a cell.
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
        """Raise :class:`PuzzleError` where a rule needs something that this geometry does not have."""
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
        """The cell so many rows below and columns to the right of another, or -1; see :meth:`need`."""
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
    """A geometry from a step function: ``directions`` in cyclic order, ``edges`` those through an edge."""
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
