"""Placement rules of small groups of cells: no group is all mines, or each has one."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..constraint import Constraint, SumConstraint
from ..declared import described
from ..geometries import Geometry
from ..reason import show
from .neighbourhoods import knights
from .rule import PlacementRule

Groups = Callable[[Geometry], Iterable[Iterable[int]]]


def group_rule(groups: Groups, *, least: int = 0, spared: int = 1, **more: Any) -> PlacementRule:
    """The rule that each group holds at least ``least`` mines, and ``spared`` of its cells none; equal groups
    once."""

    def constraints(geometry: Geometry, index: Callable[[str], int]) -> Iterator[Constraint]:
        for group in dict.fromkeys(tuple(sorted(set(own))) for own in groups(geometry)):
            where = " ".join(show(geometry.cells[i]) for i in group)
            counts = range(least, len(group) - spared + 1)
            yield SumConstraint(group, counts, f"{more['name']} ({where})")

    return PlacementRule(**more, constraints=constraints)


def _lines(geometry: Geometry, steps: Iterable[tuple[int, int]], length: int) -> Iterable[set[int]]:
    """So many different cells in a line from each cell, by (rows down, columns to the right)."""
    for i in range(len(geometry.cells)):
        for down, right in steps:
            line = {geometry.offset(i, k * down, k * right) for k in range(length)}
            if len(line) == length and -1 not in line:
                yield line


def threes(geometry: Geometry) -> Iterable[tuple[int, ...]]:
    """Three different cells in a row: the third lies opposite the first in the ring of the second."""
    for j, ring in enumerate(geometry.ring):
        for i, k in zip(ring, ring[len(ring) // 2 :], strict=False):
            if -1 not in (i, k) and len({i, j, k}) == 3:
                yield (i, j, k)


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


RULES = (
    group_rule(blocks, least=1, spared=0, **described("quad")),
    group_rule(threes, **described("triplet")),
    group_rule(
        lambda geometry: _lines(geometry, ((0, 1), (1, 0)), 3), least=1, **described("mixed-triplets")
    ),
    group_rule(lambda geometry: _pairs(knights(geometry)), **described("anti-knight")),
    group_rule(lambda geometry: _lines(geometry, ((0, 1),), 2), **described("horizontal")),
    group_rule(lambda geometry: _pairs(geometry.edges), **described("unary")),
    group_rule(_ships, **described("battleship")),
)
