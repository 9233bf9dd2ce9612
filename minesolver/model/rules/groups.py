"""Rules of how many mines hang together through edges."""

from collections.abc import Collection
from functools import partial

from ..connected import Sized
from ..constraint import Constraint
from ..declared import described
from ..geometries import Geometry
from .rule import ClueRule, ClueView, Layout, PlacementRule, Value


def _groups(size: int, geometry: Geometry, _: object) -> list[Constraint]:
    return [Sized(range(len(geometry.cells)), geometry.edges, {size}, f"group-{size}")]


def _area(view: ClueView, sizes: Collection[int], name: str) -> Sized:
    """Over the cells that a group of the largest of these sizes can reach, and one step more."""
    edges = view.geometry.edges
    found = last = {view.cell}
    for _ in range(min(1 + max(sizes), len(edges))):
        last = {j for i in last for j in edges[i]} - found
        found = found | last
    cells = sorted(found - {view.cell})
    place = {i: k for k, i in enumerate(cells)}
    near = [[place[j] for j in edges[i] if j in place] for i in cells]
    return Sized(cells, near, sizes, name, view.cell, [place[j] for j in edges[view.cell]])


def _values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
    whole = _area(view, {len(layout)}, "")
    return (len(whole.groups([layout[i] for i in whole.cells])[0]),)


def _constraint(view: ClueView, value: Value, name: str) -> Constraint:
    assert isinstance(value, int)
    return _area(view, {value}, name)


RULES = {
    "area": ClueRule(**described("area"), looks=False, values=_values, constraint=_constraint),
    "group-4": PlacementRule(**described("group-4"), constraints=partial(_groups, 4)),
    "group-3": PlacementRule(**described("group-3"), constraints=partial(_groups, 3)),
}
