"""M: some mines count twice."""

from __future__ import annotations

from ..constraint import Constraint, Sum
from .rule import ClueRule, Layout, Value, View, number


def _values(view: View, layout: Layout) -> tuple[Value, ...]:
    return (sum(layout[i] * (1 + view.geometry.colour[i]) for i in view.sees),)


def _constraint(view: View, value: Value, name: str) -> Constraint:
    weights = [1 + view.geometry.colour[i] for i in view.sees]
    return Sum(view.sees, [number(value)], name, view.cell, weights)


RULE = ClueRule(
    "multiple",
    "M",
    "The number of mines seen, where a mine on a coloured cell (row + column is odd) counts twice.",
    needs=("colour",),
    values=_values,
    constraint=_constraint,
)
