"""Clues that depend on the runs of mines in the ring of cells round them."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from ..constraint import TableConstraint
from ..declared import described
from ..geometries import Geometry
from .rule import ClueRule, ClueView, Layout, Value, read_parts, show_parts

Runs = tuple[int, ...]


def _ring(geometry: Geometry, cell: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells round a cell, and for each direction which of them it is, or -1."""
    ring = geometry.ring[cell]
    cells = tuple(dict.fromkeys(i for i in ring if i not in (-1, cell)))
    return cells, tuple(cells.index(i) if i in cells else -1 for i in ring)


def _runs(ring: Sequence[int], values: Sequence[int]) -> Runs:
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


@lru_cache(maxsize=64)
def _layouts(ring: tuple[int, ...]) -> dict[Runs, list[tuple[int, ...]]]:
    """The values of a ring's cells, by their runs."""
    found: dict[Runs, list[tuple[int, ...]]] = {}
    for row in product((0, 1), repeat=max(ring, default=-1) + 1):
        found.setdefault(_runs(ring, row), []).append(row)
    return found


def ring_rule(shows: Callable[[Runs], Value], **more: Any) -> ClueRule:
    """The rule of a clue that shows something of the lengths of the runs round it."""

    def values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
        cells, ring = _ring(view.geometry, view.cell)
        return (shows(_runs(ring, [layout[i] for i in cells])),)

    def constraint(view: ClueView, value: Value, name: str) -> TableConstraint:
        cells, ring = _ring(view.geometry, view.cell)
        rows = (row for runs, own in _layouts(ring).items() if shows(runs) == value for row in own)
        return TableConstraint(cells, rows, name, view.cell)

    return ClueRule(**more, looks=False, values=values, constraint=constraint)


def _read(text: str) -> Value:
    return tuple(length for length in read_parts(text) if length)


RULES = (
    ring_rule(lambda runs: runs, **described("wall"), read=_read, show=show_parts),
    ring_rule(lambda runs: max(runs, default=0), **described("longest-wall")),
    ring_rule(len, **described("partition")),
)
