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
_ALONG_ROWS_AND_COLUMNS = ((0, 1), (1, 0))
_diagonals = Moves(((-1, -1), (-1, 1), (1, -1), (1, 1)))

Groups = Callable[[Geometry], Iterable[Iterable[int]]]


def group_rule(
    groups: Groups, *, min_mines: int = 0, min_free_cells: int = 1, **description: Any
) -> PlacementRule:
    """The rule that each group holds at least ``min_mines`` mines, and ``min_free_cells`` of its cells none;
    equal groups once.

    description: Name, definition and the like, as :class:`PlacementRule` takes them
    """

    def constraints(geometry: Geometry, index: Callable[[str], int]) -> Iterator[Constraint]:
        all_groups = [tuple(sorted(set(group_cells))) for group_cells in groups(geometry)]
        for group in dict.fromkeys(all_groups):
            cell_names = " ".join(show(geometry.cells[cell]) for cell in group)
            counts = range(min_mines, len(group) - min_free_cells + 1)
            yield SumConstraint(group, counts, f"{description['name']} ({cell_names})")

    return PlacementRule(**description, constraints=constraints)


def _lines(geometry: Geometry, steps: Iterable[tuple[int, int]], length: int) -> Iterable[set[int]]:
    """So many different cells in a line from each cell, by (rows down, columns to the right)."""
    for cell in range(len(geometry.cells)):
        for down, right in steps:
            line_cells = {
                geometry.offset(cell, step_number * down, step_number * right)
                for step_number in range(length)
            }
            if len(line_cells) == length and -1 not in line_cells:
                yield line_cells


def threes(geometry: Geometry) -> Iterable[tuple[int, ...]]:
    """Three different cells in a row: the third lies opposite the first in the ring of the second."""
    for middle_cell, ring in enumerate(geometry.ring):
        if len(ring) % 2:  # nothing lies opposite in the ring of a pentagon
            continue
        for cell_before, cell_after in zip(ring, ring[len(ring) // 2 :], strict=False):
            if (
                -1 not in (cell_before, cell_after)
                and len({cell_before, middle_cell, cell_after}) == 3
            ):
                yield (cell_before, middle_cell, cell_after)


def blocks(geometry: Geometry) -> Iterable[set[int]]:
    """The four different cells of each 2x2 block."""
    for cell in range(len(geometry.cells)):
        block_cells = {cell}
        for down, right in ((0, 1), (1, 0), (1, 1)):
            block_cells.add(geometry.offset(cell, down, right))
        if len(block_cells) == 4 and -1 not in block_cells:
            yield block_cells


def _rows_of_three(geometry: Geometry) -> Iterable[set[int]]:
    return _lines(geometry, _ALONG_ROWS_AND_COLUMNS, 3)


def _pairs_in_rows(geometry: Geometry) -> Iterable[set[int]]:
    return _lines(geometry, ((0, 1),), 2)


def _knights_moves(geometry: Geometry) -> Iterable[tuple[int, int]]:
    return _pairs(knights(geometry))


def _pairs_at_edges(geometry: Geometry) -> Iterable[tuple[int, int]]:
    return _pairs(geometry.edges)


def _battleship(geometry: Geometry, index: Callable[[str], int]) -> Iterator[Constraint]:
    """No two ships touch at a corner, and no group of mines that share edges is anything but a ship."""
    ship_lines: set[frozenset[int]] = set()
    for length in range(1, _LONGEST_SHIP + 1):
        ship_lines.update(map(frozenset, _lines(geometry, _ALONG_ROWS_AND_COLUMNS, length)))

    # Cells corner to corner are of two ships, unless they lie in one: round a small board both may be so.
    never_both = set()
    diagonal_pairs = {tuple(sorted(pair)) for pair in _pairs(_diagonals(geometry))}
    for pair in sorted(diagonal_pairs):
        statement_name = f"battleship ({' '.join(show(geometry.cells[cell]) for cell in pair)})"
        not_both = SumConstraint(pair, [0, 1], statement_name)
        joining_ships = sorted(tuple(sorted(ship)) for ship in ship_lines if ship.issuperset(pair))
        if not joining_ships:
            never_both.add(frozenset(pair))
            yield not_both
        elif frozenset(pair) not in ship_lines:
            whole_ships = [
                (SumConstraint(ship, [len(ship)], statement_name),) for ship in joining_ships
            ]
            yield OneOf([(not_both,), *whole_ships], statement_name)

    # The least groups that are no ship: a ship and a cell beside it. Where two of its cells are never both
    # mines it need not be said again, which leaves lines of five on boards without joined edges.
    least_groups = set()
    for ship in ship_lines:
        for cell in ship:
            least_groups |= {
                tuple(sorted(ship | {neighbour})) for neighbour in geometry.edges[cell]
            }
    for group in sorted(least_groups):
        pairs_in_group = map(frozenset, combinations(group, 2))
        if frozenset(group) not in ship_lines and never_both.isdisjoint(pairs_in_group):
            cell_names = " ".join(show(geometry.cells[cell]) for cell in group)
            yield SumConstraint(group, range(len(group)), f"battleship ({cell_names})")


def _pairs(neighbour_lists: Iterable[Iterable[int]]) -> Iterable[tuple[int, int]]:
    """Each cell with each of its list."""
    for cell, neighbours in enumerate(neighbour_lists):
        for neighbour in neighbours:
            yield cell, neighbour


RULES = (
    group_rule(blocks, min_mines=1, min_free_cells=0, **described("quad")),
    group_rule(threes, **described("triplet")),
    group_rule(_rows_of_three, min_mines=1, **described("mixed-triplets")),
    group_rule(_knights_moves, **described("anti-knight")),
    group_rule(_pairs_in_rows, **described("horizontal")),
    group_rule(_pairs_at_edges, **described("unary")),
    PlacementRule(**described("battleship"), constraints=_battleship),
)
