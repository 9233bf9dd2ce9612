"""Placement rules of small groups of cells: no group is all mines, or each has one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..constraint import Constraint, SumConstraint
from ..geometries import Geometry
from ..reason import show
from .neighbourhoods import knights
from .rule import VARIANTS_2, PlacementRule

Groups = Callable[[Geometry], Iterable[Iterable[int]]]


def group_rule(groups: Groups, *, least: int = 0, spared: int = 1, **described: Any) -> PlacementRule:
    """The rule that each group holds at least ``least`` mines, and ``spared`` of its cells none; equal groups
    once."""

    def constraints(geometry: Geometry, index: Callable[[str], int]) -> list[Constraint]:
        found: list[Constraint] = []
        for group in dict.fromkeys(tuple(sorted(set(own))) for own in groups(geometry)):
            where = " ".join(show(geometry.cells[i]) for i in group)
            counts = range(least, len(group) - spared + 1)
            found.append(SumConstraint(group, counts, f"{described['name']} ({where})"))
        return found

    return PlacementRule(**described, constraints=constraints)


def _lines(geometry: Geometry, steps: Iterable[tuple[int, int]], length: int) -> Iterable[set[int]]:
    """So many different cells in a line from each cell, by (rows down, columns to the right)."""
    for i in range(len(geometry.cells)):
        for down, right in steps:
            line = {geometry.offset(i, k * down, k * right) for k in range(length)}
            if len(line) == length and -1 not in line:
                yield line


def threes(geometry: Geometry) -> Iterable[tuple[int, ...]]:
    """Three different cells straight on through the directions of the ring."""
    for i, ring in enumerate(geometry.ring):
        for d, j in enumerate(ring[: len(ring) // 2]):
            line = (i, j, geometry.ring[j][d])
            if -1 not in line and len({*line}) == 3:
                yield line


def blocks(geometry: Geometry) -> Iterable[set[int]]:
    for i in range(len(geometry.cells)):
        block = {i, *(geometry.offset(i, down, right) for down, right in ((0, 1), (1, 0), (1, 1)))}
        if len(block) == 4 and -1 not in block:
            yield block


def _ships(geometry: Geometry) -> Iterable[set[int]]:
    # Without two mines corner to corner, every group that shares edges is a straight line.
    yield from _lines(geometry, ((1, -1), (1, 1)), 2)
    yield from _lines(geometry, ((0, 1), (1, 0)), 5)


def _pairs(lists: Iterable[Iterable[int]]) -> Iterable[tuple[int, int]]:
    return ((i, j) for i, own in enumerate(lists) for j in own)


RULES = {
    rule.name: rule
    for rule in (
        group_rule(
            blocks,
            least=1,
            spared=0,
            name="quad",
            tag="Q",
            definition="Each 2x2 block holds at least one mine.",
            needs=("offset",),
        ),
        group_rule(
            threes,
            name="triplet",
            tag="T",
            definition="No three mines lie in a row, orthogonally or diagonally.",
            needs=("ring",),
        ),
        group_rule(
            lambda geometry: _lines(geometry, ((0, 1), (1, 0)), 3),
            least=1,
            name="mixed-triplets",
            tag="2T",
            definition="Of three cells in a row, orthogonally, one has a mine and one has none.",
            source=VARIANTS_2,
            needs=("offset",),
        ),
        group_rule(
            lambda geometry: _pairs(knights(geometry)),
            name="anti-knight",
            tag="A",
            definition="No two mines lie a knight's move apart.",
            needs=("offset",),
        ),
        group_rule(
            lambda geometry: _lines(geometry, ((0, 1),), 2),
            name="horizontal",
            tag="H",
            definition="No two mines lie side by side in a row.",
            needs=("offset",),
        ),
        group_rule(
            lambda geometry: _pairs(geometry.edges),
            name="unary",
            tag="U",
            definition="No two mines share an edge.",
        ),
        group_rule(
            _ships,
            name="battleship",
            tag="D'",
            definition="Mines are ships: straight lines of one to four cells that touch each other not even "
            "at a corner.",
            needs=("offset",),
        ),
    )
}
