"""Rules of how many mines hang together through edges."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from ..connected import Sized
from ..constraint import Constraint
from ..geometries import Geometry
from .rule import VARIANTS_2, ClueRule, ClueView, Layout, PlacementRule, Value


def _groups(size: int, geometry: Geometry, _: object) -> list[Constraint]:
    return [Sized(range(len(geometry.cells)), geometry.edges, {size}, f"group-{size}")]


def _area(view: ClueView, sizes: Collection[int], name: str) -> Sized:
    """Over the cells that a group of the largest of these sizes can reach, and one step more."""
    edges = view.geometry.edges
    found = last = {view.cell}
    for _ in range(1 + max(sizes)):
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
    "area": ClueRule(
        name="area",
        tag="2A",
        definition="The number of mines in the groups beside the clue: all those that hang together, through "
        "edges, with a mine that shares an edge with it.",
        source=VARIANTS_2,
        looks=False,
        values=_values,
        constraint=_constraint,
    )
} | {
    f"group-{size}": PlacementRule(
        name=f"group-{size}",
        tag=tag,
        definition=f"Mines lie in groups of {size}: so many hang together through edges.",
        source=VARIANTS_2,
        constraints=partial(_groups, size),
    )
    for size, tag in ((4, "2G"), (3, "2G'"))
}
