"""M: some mines count twice."""

from __future__ import annotations

from ..constraint import Constraint, SumConstraint
from .rule import ClueRule, ClueView, Layout, Value, number


def _values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
    return (sum(layout[i] * (1 + view.geometry.colour[i]) for i in view.sees),)


def _constraint(view: ClueView, value: Value, name: str) -> Constraint:
    weights = [1 + view.geometry.colour[i] for i in view.sees]
    return SumConstraint(view.sees, [number(value)], name, view.cell, weights)


RULE = ClueRule(
    "multiple",
    "M",
    "The number of mines seen, where a mine on a coloured cell (row + column is odd) counts twice.",
    needs=("colour",),
    values=_values,
    constraint=_constraint,
)
