"""B: as many mines in each row, and in each column."""

from __future__ import annotations

from collections.abc import Callable

from ..constraint import Constraint, SumConstraint
from ..geometries import Geometry
from .rule import PlacementRule


def _lines(geometry: Geometry) -> list[tuple[str, dict[int, list[int]]]]:
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for i, (r, c) in enumerate(geometry.cells):
        rows.setdefault(r, []).append(i)
        columns.setdefault(c, []).append(i)
    return [("row", rows), ("column", columns)]


def _quantities(geometry: Geometry, mines: int | None) -> list[tuple[str, int, int | None]]:
    found = []
    for name, lines in _lines(geometry):
        most = min(map(len, lines.values()))
        known = None if mines is None or mines % len(lines) else mines // len(lines)
        found.append((f"mines in each {name}", most, known if known is None or known <= most else None))
    return found


def _constraints(geometry: Geometry, index: Callable[[str], int]) -> list[Constraint]:
    return [
        SumConstraint(
            (*cells, index(f"mines in each {name}")),
            [0],
            f"balance of {name} {number}",
            weights=(*[1] * len(cells), -1),
        )
        for name, lines in _lines(geometry)
        for number, cells in lines.items()
    ]


RULE = PlacementRule(
    "balance",
    "B",
    "All rows hold equally many mines, and so do all columns.",
    needs=("offset",),
    constraints=_constraints,
    quantities=_quantities,
)
