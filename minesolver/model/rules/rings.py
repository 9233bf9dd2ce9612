"""Clues that depend on the runs of mines in the ring of cells round them."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from ..constraint import TableConstraint
from ..declared import described
from ..geometries import Geometry
from .rule import CellValues, ClueRule, ClueView, Value, read_parts, show_parts

Runs = tuple[int, ...]


def _ring(geometry: Geometry, cell: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cells round a cell, and for each direction which of them it is, or -1."""
    ring = geometry.ring[cell]
    cells = tuple(dict.fromkeys(neighbour for neighbour in ring if neighbour not in (-1, cell)))
    return cells, tuple(cells.index(neighbour) if neighbour in cells else -1 for neighbour in ring)


def _runs(ring: Sequence[int], values: Sequence[int]) -> Runs:
    """Lengths of the longest runs of mines round a ring, in increasing order; it ends at missing cells."""
    is_mine = [position >= 0 and values[position] > 0 for position in ring]
    if all(is_mine):
        return (len(is_mine),)
    first_gap = is_mine.index(False)  # from a gap on, no run goes round the end
    run_lengths = [0]
    for has_mine in (*is_mine[first_gap:], *is_mine[:first_gap]):
        if has_mine:
            run_lengths[-1] += 1
        elif run_lengths[-1]:
            run_lengths.append(0)
    return tuple(sorted(length for length in run_lengths if length))


@lru_cache(maxsize=64)
def _layouts(ring: tuple[int, ...]) -> dict[Runs, list[tuple[int, ...]]]:
    """The values of a ring's cells, by their runs."""
    layouts_of_runs: dict[Runs, list[tuple[int, ...]]] = {}
    for values in product((0, 1), repeat=max(ring, default=-1) + 1):
        layouts_of_runs.setdefault(_runs(ring, values), []).append(values)
    return layouts_of_runs


def ring_rule(shows: Callable[[Runs], Value], **description: Any) -> ClueRule:
    """The rule of a clue that shows something of the lengths of the runs round it.

    description: Name, definition and the like, as :class:`ClueRule` takes them
    """

    def values(view: ClueView, layout: CellValues) -> tuple[Value, ...]:
        cells, ring = _ring(view.geometry, view.cell)
        return (shows(_runs(ring, [layout[neighbour] for neighbour in cells])),)

    def constraint(view: ClueView, value: Value, name: str) -> TableConstraint:
        cells, ring = _ring(view.geometry, view.cell)
        allowed_rows: list[tuple[int, ...]] = []
        for runs, layouts in _layouts(ring).items():
            if shows(runs) == value:
                allowed_rows += layouts
        return TableConstraint(cells, allowed_rows, name, view.cell)

    return ClueRule(**description, sees_neighbours=False, values=values, constraint=constraint)


def _all_runs(runs: Runs) -> Value:
    return runs


def _longest_run(runs: Runs) -> Value:
    return max(runs, default=0)


def _read_runs(text: str) -> Value:
    return tuple(length for length in read_parts(text) if length)


RULES = (
    ring_rule(_all_runs, **described("wall"), read=_read_runs, show=show_parts),
    ring_rule(_longest_run, **described("longest-wall")),
    ring_rule(len, **described("partition")),
)
