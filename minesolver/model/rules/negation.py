"""N: coloured against uncoloured."""

from __future__ import annotations

from ..constraint import Constraint, SumConstraint
from .rule import ClueRule, ClueView, Layout, Value, number


def _values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
    coloured = sum(layout[i] for i in view.sees if view.geometry.colour[i])
    return (abs(2 * coloured - view.mines(layout)),)


def _constraint(view: ClueView, value: Value, name: str) -> Constraint:
    weights = [2 * view.geometry.colour[i] - 1 for i in view.sees]
    return SumConstraint(view.sees, {number(value), -number(value)}, name, view.cell, weights)


RULE = ClueRule(
    "negation",
    "N",
    "The difference between the mines seen on coloured cells (row + column is odd) and those on the others.",
    needs=("colour",),
    values=_values,
    constraint=_constraint,
)
