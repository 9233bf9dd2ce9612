"""Placement rules of the shape that all mines have together."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..connected import Connected
from ..constraint import Constraint, SumConstraint
from ..geometries import Geometry
from ..reason import show
from .rule import PlacementRule, Quantity

Index = Callable[[str], int]


def _lines(geometry: Geometry) -> list[tuple[str, dict[int, list[int]]]]:
    lines: list[tuple[str, dict[int, list[int]]]] = [("row", {}), ("column", {})]
    for i, cell in enumerate(geometry.cells):
        for number, (_, own) in zip(cell, lines, strict=True):
            own.setdefault(number, []).append(i)
    return lines


def _quantities(geometry: Geometry, mines: int | None) -> list[Quantity]:
    found = []
    for name, lines in _lines(geometry):
        most = min(map(len, lines.values()))
        known = None if mines is None or mines % len(lines) else mines // len(lines)
        found.append((f"mines in each {name}", most, known if known is None or known <= most else None))
    return found


def _balance(geometry: Geometry, index: Index) -> list[Constraint]:
    found: list[Constraint] = []
    for name, lines in _lines(geometry):
        for number, cells in lines.items():
            own = (*cells, index(f"mines in each {name}"))
            weights = (*[1] * len(cells), -1)
            found.append(SumConstraint(own, [0], f"balance of {name} {number}", weights=weights))
    return found


def _beside(geometry: Geometry, name: str, wanted: Iterable[int]) -> list[Constraint]:
    """A mine shares edges with one of these numbers of mines."""
    found: list[Constraint] = []
    for i, near in enumerate(geometry.edges):
        weight = len(near) + 1  # more than all others together: the sum says whether the cell is a mine
        counts = {*range(weight), *(weight + count for count in wanted)}
        if not counts.issuperset(range(2 * weight)):
            label = f"{name} at {show(geometry.cells[i])}"
            found.append(SumConstraint((i, *near), counts, label, weights=(weight, *[1] * len(near))))
    return found


def _snake(geometry: Geometry, index: Index) -> list[Constraint]:
    whole = Connected(range(len(geometry.cells)), geometry.edges, "snake", acyclic=True)
    return [*_beside(geometry, "snake", range(3)), whole]


def _connected(geometry: Geometry, index: Index) -> list[Constraint]:
    return [Connected(range(len(geometry.cells)), geometry.neighbours, "connected")]


def _outside(geometry: Geometry, index: Index) -> list[Constraint]:
    cells = range(len(geometry.cells))
    return [
        Connected(cells, geometry.edges, "outside (cells without mines)", kind=0),
        Connected(cells, geometry.edges, "outside (mines)", anchors=geometry.border),
    ]


RULES = {
    rule.name: rule
    for rule in (
        PlacementRule(
            name="balance",
            tag="B",
            definition="All rows hold equally many mines, and so do all columns.",
            needs=("offset",),
            constraints=_balance,
            quantities=_quantities,
        ),
        PlacementRule(
            name="dual",
            tag="D",
            definition="Mines lie in pairs: each shares an edge with exactly one other.",
            constraints=lambda geometry, _: _beside(geometry, "dual", [1]),
        ),
        PlacementRule(
            name="connected",
            tag="C",
            definition="All mines, of which there is at least one, are connected through edges and corners.",
            constraints=_connected,
        ),
        PlacementRule(
            name="outside",
            tag="O",
            definition="All cells without a mine are connected through edges, and so is every mine with the "
            "edge of the board.",
            needs=("border",),
            constraints=_outside,
        ),
        PlacementRule(
            name="snake",
            tag="S",
            definition="The mines are one snake: a path through edges that does not branch or touch itself "
            "through an edge.",
            constraints=_snake,
        ),
    )
}
