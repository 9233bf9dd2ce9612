"""2M: the remainder."""

from __future__ import annotations

from ..constraint import Constraint, SumConstraint
from .rule import ClueRule, ClueView, Layout, Value, number


def _values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
    return (view.mines(layout) % 3,)


def _constraint(view: ClueView, value: Value, name: str) -> Constraint:
    counts = [count for count in range(len(view.sees) + 1) if count % 3 == number(value)]
    # A clue of 3 or more fits nothing; the sum then says so.
    return SumConstraint(view.sees, counts or [-1], name, view.cell)


RULE = ClueRule(
    "modulo",
    "2M",
    "The mines seen modulo 3.",
    "14 Minesweeper Variants 2",
    values=_values,
    constraint=_constraint,
)
