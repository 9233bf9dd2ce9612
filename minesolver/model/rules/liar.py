"""L: one too many or one too few."""

from __future__ import annotations

from ..constraint import Constraint, SumConstraint
from .rule import ClueRule, ClueView, Layout, Value, number


def _values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
    count = view.mines(layout)
    return (count - 1, count + 1) if count else (1,)


def _constraint(view: ClueView, value: Value, name: str) -> Constraint:
    return SumConstraint(view.sees, {number(value) - 1, number(value) + 1}, name, view.cell)


RULE = ClueRule(
    "liar",
    "L",
    "The number shown is one more or one less than the mines seen, never the truth.",
    values=_values,
    constraint=_constraint,
)
