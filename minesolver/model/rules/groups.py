"""Rules of how many mines hang together through edges."""

from collections.abc import Collection, Iterable, Mapping
from functools import partial

from ..connected import Sized
from ..constraint import Constraint
from ..declared import described
from ..geometries import Geometry
from .rule import CellValues, ClueRule, ClueView, PlacementRule, Value


def _groups(size: int, geometry: Geometry, _: object) -> list[Constraint]:
    return [Sized(range(len(geometry.cells)), geometry.edges, {size}, f"group-{size}")]


def _area(view: ClueView, sizes: Collection[int], name: str) -> Sized:
    """Over the cells that a group of the largest of these sizes can reach, and one step more."""
    edges = view.geometry.edges
    reached = newly_reached = {view.cell}
    for _ in range(min(1 + max(sizes), len(edges))):
        newly_reached = set().union(*(edges[cell] for cell in newly_reached)) - reached
        reached = reached | newly_reached

    cells = sorted(reached - {view.cell})
    position_of = {cell: position for position, cell in enumerate(cells)}
    adjacent = [_positions(edges[cell], position_of) for cell in cells]
    return Sized(cells, adjacent, sizes, name, view.cell, _positions(edges[view.cell], position_of))


def _positions(cells: Iterable[int], position_of: Mapping[int, int]) -> list[int]:
    return [position_of[cell] for cell in cells if cell in position_of]


def _values(view: ClueView, layout: CellValues) -> tuple[Value, ...]:
    area = _area(view, {len(layout)}, "")
    (group,) = area.groups([layout[cell] for cell in area.cells])
    return (len(group),)


def _constraint(view: ClueView, value: Value, name: str) -> Constraint:
    assert isinstance(value, int)
    return _area(view, {value}, name)


RULES = {
    "area": ClueRule(**described("area"), looks=False, values=_values, constraint=_constraint),
    "group-4": PlacementRule(**described("group-4"), constraints=partial(_groups, 4)),
    "group-3": PlacementRule(**described("group-3"), constraints=partial(_groups, 3)),
}
