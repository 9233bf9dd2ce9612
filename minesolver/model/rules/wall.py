"""W: lengths of the runs of mines round the clue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ..constraint import Constraint, TableConstraint
from ..geometries import Geometry
from .rule import ClueRule, ClueView, Layout, Value


def ring_of(geometry: Geometry, cell: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells round a cell, and for each direction which of them it is, or -1."""
    ring = geometry.ring[cell]
    cells = tuple(dict.fromkeys(i for i in ring if i not in (-1, cell)))
    return cells, tuple(cells.index(i) if i in cells else -1 for i in ring)


def runs(ring: Sequence[int], values: Sequence[int]) -> tuple[int, ...]:
    """Lengths of the longest runs of mines round a ring, in increasing order; it ends at missing cells."""
    mines = [place >= 0 and values[place] > 0 for place in ring]
    if all(mines):
        return (len(mines),)
    start = mines.index(False)
    lengths = [0]
    for mine in (*mines[start:], *mines[:start]):
        if mine:
            lengths[-1] += 1
        elif lengths[-1]:
            lengths.append(0)
    return tuple(sorted(length for length in lengths if length))


def _is(ring: tuple[int, ...], wanted: tuple[int, ...], values: tuple[int, ...]) -> bool:
    return runs(ring, values) == wanted


def _values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
    cells, ring = ring_of(view.geometry, view.cell)
    return (runs(ring, [layout[i] for i in cells]),)


def _constraint(view: ClueView, value: Value, name: str) -> Constraint:
    cells, ring = ring_of(view.geometry, view.cell)
    assert isinstance(value, tuple)
    return TableConstraint.where(cells, partial(_is, ring, value), name, view.cell)


def _read(text: str) -> Value:
    parts = text.split("+")
    if not all(part.isdecimal() for part in parts):
        raise ValueError("lengths of runs such as 1+3, or 0 for none")
    return tuple(sorted(length for part in parts if (length := int(part))))


def _show(value: Value) -> str:
    assert isinstance(value, tuple)
    return "+".join(map(str, value)) or "0"


RULE = ClueRule(
    "wall",
    "W",
    "The lengths of the runs of mines round the clue, such as 1+2; the ring of neighbours is closed, and "
    "cells beyond the edge are no mines.",
    needs=("ring",),
    values=_values,
    constraint=_constraint,
    read=_read,
    show=_show,
)
