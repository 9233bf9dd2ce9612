"""Placement rules of small groups of cells: no group is all mines, or each has one."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

from ..constraint import Constraint, OneOf, SumConstraint
from ..declared import described
from ..geometries import Geometry
from ..reason import show
from .neighbourhoods import Moves, knights
from .rule import PlacementRule

_LONGEST_SHIP = 4
_diagonals = Moves(((-1, -1), (-1, 1), (1, -1), (1, 1)))

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
        if len(ring) % 2:  # nothing lies opposite in the ring of a pentagon
            continue
        for i, k in zip(ring, ring[len(ring) // 2 :], strict=False):
            if -1 not in (i, k) and len({i, j, k}) == 3:
                yield (i, j, k)


def blocks(geometry: Geometry) -> Iterable[set[int]]:
    for i in range(len(geometry.cells)):
        block = {i, *(geometry.offset(i, down, right) for down, right in ((0, 1), (1, 0), (1, 1)))}
        if len(block) == 4 and -1 not in block:
            yield block


def _battleship(geometry: Geometry, index: Callable[[str], int]) -> Iterator[Constraint]:
    """No two ships touch at a corner, and no group of mines that share edges is anything but a ship."""
    lines = [
        line for length in range(1, _LONGEST_SHIP + 1) for line in _lines(geometry, ((0, 1), (1, 0)), length)
    ]
    ships = {frozenset(line) for line in lines}

    # Cells corner to corner are of two ships, unless they lie in one: round a small board both may be so.
    corner_pairs = {(min(i, j), max(i, j)) for i, corners in enumerate(_diagonals(geometry)) for j in corners}
    never_both = set()
    for i, j in sorted(corner_pairs):
        name = f"battleship ({show(geometry.cells[i])} {show(geometry.cells[j])})"
        joining = [ship for ship in ships if {i, j} <= ship]
        not_both = SumConstraint((i, j), [0, 1], name)
        if not joining:
            never_both.add(frozenset((i, j)))
            yield not_both
        elif frozenset((i, j)) not in ships:
            whole_ships = [(SumConstraint(sorted(ship), [len(ship)], name),) for ship in joining]
            yield OneOf([(not_both,), *whole_ships], name)

    # The least groups that are no ship: a ship and a cell beside it. Where two of its cells are never both
    # mines it need not be said again, which leaves lines of five on boards without joined edges.
    for group in sorted(
        {tuple(sorted(ship | {j})) for ship in ships for i in ship for j in geometry.edges[i]}
    ):
        pairs = map(frozenset, combinations(group, 2))
        if frozenset(group) not in ships and never_both.isdisjoint(pairs):
            where = " ".join(show(geometry.cells[i]) for i in group)
            yield SumConstraint(group, range(len(group)), f"battleship ({where})")


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
    PlacementRule(**described("battleship"), constraints=_battleship),
)
