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
    reached_cells = outermost_cells = {view.cell}
    for _ in range(min(1 + max(sizes), len(edges))):
        outermost_cells = set().union(*(edges[cell] for cell in outermost_cells)) - reached_cells
        reached_cells = reached_cells | outermost_cells

    cells = sorted(reached_cells - {view.cell})
    position_of = {cell: position for position, cell in enumerate(cells)}
    adjacent = [_positions(edges[cell], position_of) for cell in cells]
    return Sized(cells, adjacent, sizes, name, view.cell, _positions(edges[view.cell], position_of))


def _positions(cells: Iterable[int], position_of: Mapping[int, int]) -> list[int]:
    return [position_of[cell] for cell in cells if cell in position_of]


def _values(view: ClueView, layout: CellValues) -> tuple[Value, ...]:
    area_constraint = _area(view, {len(layout)}, "")
    (group_cells,) = area_constraint.groups([layout[cell] for cell in area_constraint.cells])
    return (len(group_cells),)


def _constraint(view: ClueView, value: Value, name: str) -> Constraint:
    assert isinstance(value, int)
    return _area(view, {value}, name)


RULES = {
    "area": ClueRule(
        **described("area"), sees_neighbours=False, values=_values, constraint=_constraint
    ),
    "group-4": PlacementRule(**described("group-4"), constraints=partial(_groups, 4)),
    "group-3": PlacementRule(**described("group-3"), constraints=partial(_groups, 3)),
}
