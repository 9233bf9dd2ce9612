"""E: how far one sees."""

from __future__ import annotations

from ..constraint import Constraint, SightConstraint
from .rule import ClueRule, ClueView, Layout, Value, number


def _rays(view: ClueView) -> tuple[tuple[int, ...], list[list[int]]]:
    rays = view.geometry.rays[view.cell]
    cells = tuple(dict.fromkeys(i for ray in rays for i in ray))
    place = {i: k for k, i in enumerate(cells)}
    return cells, [[place[i] for i in ray] for ray in rays]


def _values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
    seen = 1
    for ray in view.geometry.rays[view.cell]:
        for i in ray:
            if layout[i]:
                break
            seen += 1
    return (seen,)


def _constraint(view: ClueView, value: Value, name: str) -> Constraint:
    cells, rays = _rays(view)
    return SightConstraint(cells, rays, [number(value) - 1], name, view.cell)


RULE = ClueRule(
    "eyesight",
    "E",
    "The number of cells without a mine that are seen straight on through the edges, the clue's own among "
    "them; mines block the view.",
    needs=("rays",),
    values=_values,
    constraint=_constraint,
)
