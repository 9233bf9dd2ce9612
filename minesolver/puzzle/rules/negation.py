"""N: coloured against uncoloured."""

from __future__ import annotations

from ..constraint import Constraint, Sum
from .rule import ClueRule, Layout, Value, View, number


def _values(view: View, layout: Layout) -> tuple[Value, ...]:
    coloured = sum(layout[i] for i in view.sees if view.geometry.colour[i])
    return (abs(2 * coloured - view.mines(layout)),)


def _constraint(view: View, value: Value, name: str) -> Constraint:
    weights = [2 * view.geometry.colour[i] - 1 for i in view.sees]
    return Sum(view.sees, {number(value), -number(value)}, name, view.cell, weights)


RULE = ClueRule(
    "negation",
    "N",
    "The difference between the mines seen on coloured cells (row + column is odd) and those on the others.",
    needs=("colour",),
    values=_values,
    constraint=_constraint,
)
