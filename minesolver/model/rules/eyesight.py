"""E: how far one sees."""

from __future__ import annotations

from ..constraint import Constraint, SightConstraint
from .rule import ClueRule, ClueView, Layout, Value


def _sight(view: ClueView, counts: list[int], name: str) -> SightConstraint:
    rays = view.geometry.rays(view.cell)
    place = {i: k for k, i in enumerate(dict.fromkeys(i for ray in rays for i in ray))}
    return SightConstraint(place, [[place[i] for i in ray] for ray in rays], counts, name, view.cell)


def _values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
    sight = _sight(view, [], "")
    return (1 + sight.seen([layout[i] for i in sight.cells]),)


def _constraint(view: ClueView, value: Value, name: str) -> Constraint:
    assert isinstance(value, int)
    return _sight(view, [value - 1], name)


RULES = {
    "eyesight": ClueRule(
        name="eyesight",
        tag="E",
        definition="The number of cells without a mine that are seen straight on through the edges, the "
        "clue's own among them; mines block the view.",
        needs=("rays",),
        values=_values,
        constraint=_constraint,
    )
}
