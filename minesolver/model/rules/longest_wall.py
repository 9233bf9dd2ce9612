"""W': the longest run of mines round the clue."""

from __future__ import annotations

from functools import partial

from ..constraint import Constraint, TableConstraint
from .rule import ClueRule, ClueView, Layout, Value, number
from .wall import ring_of, runs


def _is(ring: tuple[int, ...], wanted: int, values: tuple[int, ...]) -> bool:
    return max(runs(ring, values), default=0) == wanted


def _values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
    cells, ring = ring_of(view.geometry, view.cell)
    return (max(runs(ring, [layout[i] for i in cells]), default=0),)


def _constraint(view: ClueView, value: Value, name: str) -> Constraint:
    cells, ring = ring_of(view.geometry, view.cell)
    return TableConstraint.where(cells, partial(_is, ring, number(value)), name, view.cell)


RULE = ClueRule(
    "longest-wall",
    "W'",
    "The length of the longest run of mines round the clue.",
    needs=("ring",),
    values=_values,
    constraint=_constraint,
)
