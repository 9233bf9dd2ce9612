"""What a rule is: what a clue says, which cells it sees, or where mines may lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ..constraint import Constraint, SumConstraint
from ..geometries import Geometry

Value = int | tuple[int, ...]
"""What a clue shows."""
Quantity = tuple[str, int, int | None]
"""A hidden quantity: its name, the most that it can be, its value if that is known."""
Layout = Sequence[int]
"""Mines of every cell, by index."""

VARIANTS = "14 Minesweeper Variants"


@dataclass(frozen=True, slots=True)
class ClueView:
    """A clue's place.

    cell: Index of the cell that the clue stands on
    sees: Indices of the cells that it sees
    """

    geometry: Geometry
    cell: int
    sees: tuple[int, ...]

    def mines(self, layout: Layout) -> int:
        """Mines among the cells seen."""
        return sum(layout[i] for i in self.sees)


def read_number(text: str) -> Value:
    """A clue that is one number."""
    if not text.isdecimal():
        raise ValueError("a whole number")
    return int(text)


@dataclass(frozen=True)
class Rule:
    """What all rules have.

    name: As in ``--rules``
    tag: The letters before a clue of this rule on a mixed board, and the name that players use
    definition: What it says, in one sentence
    source: Where it is from
    needs: What the geometry must have
    """

    name: str
    tag: str
    definition: str
    source: str = VARIANTS
    needs: tuple[str, ...] = ()
    also: str = ""


@dataclass(frozen=True)
class Neighbourhood(Rule):
    """Which cells a clue sees.

    Attributes
    ----------
    name, tag, definition, source, needs, also
        As for :class:`Rule`.
    sees
        The cells seen from each cell of a geometry.
    """

    sees: Callable[[Geometry], Sequence[tuple[int, ...]]] = lambda geometry: geometry.neighbours


@dataclass(frozen=True)
class ClueRule(Rule):
    """What a clue says.

    Attributes
    ----------
    name, tag, definition, source, needs, also
        As for :class:`Rule`.
    values
        What the clue may show over a layout, without knowing the constraint.
    constraint
        What a value says.
    read
        A value from text; raises ``ValueError`` saying what it wants.
    show
        The text of a value.
    """

    values: Callable[[ClueView, Layout], tuple[Value, ...]] = lambda view, layout: (view.mines(layout),)
    constraint: Callable[[ClueView, Value, str], Constraint] = lambda view, value, name: SumConstraint(
        view.sees, [number(value)], name, view.cell
    )
    read: Callable[[str], Value] = read_number
    show: Callable[[Value], str] = str


@dataclass(frozen=True)
class PlacementRule(Rule):
    """Where mines may lie.

    Attributes
    ----------
    name, tag, definition, source, needs, also
        As for :class:`Rule`.
    constraints
        Those over a whole geometry; the second argument finds the index of a hidden quantity.
    quantities
        (name, most, value if known) of the hidden quantities, by geometry and mine count.
    allows
        The definition, for checks: whether the rule holds of a layout.
    """

    constraints: Callable[[Geometry, Callable[[str], int]], list[Constraint]] = lambda geometry, index: []
    quantities: Callable[[Geometry, int | None], list[Quantity]] = lambda geometry, mines: []


def number(value: Value) -> int:
    """A value that is one number."""
    assert isinstance(value, int)
    return value


def at_most(groups: Iterable[Sequence[int]], most: int, name: str, geometry: Geometry) -> list[Constraint]:
    """Each group holds at most so many mines; equal groups once."""
    return _each(groups, lambda size: range(most + 1) if size > most else None, name, geometry)


def at_least(groups: Iterable[Sequence[int]], least: int, name: str, geometry: Geometry) -> list[Constraint]:
    """Each group holds at least so many mines; equal groups once."""
    return _each(groups, lambda size: range(least, size + 1), name, geometry)


def _each(
    groups: Iterable[Sequence[int]], counts: Callable[[int], range | None], name: str, geometry: Geometry
) -> list[Constraint]:
    from ..reason import show

    found: list[Constraint] = []
    for group in dict.fromkeys(tuple(sorted(set(group))) for group in groups):
        allowed = counts(len(group))
        if allowed is not None:
            where = " ".join(show(geometry.cells[i]) for i in group)
            found.append(SumConstraint(group, allowed, f"{name} ({where})"))
    return found


def row_of_cells(geometry: Geometry, start: int, direction: int, length: int) -> tuple[int, ...] | None:
    """So many different cells straight on through the ring's direction, or ``None``."""
    cells = [start]
    while len(cells) < length:
        following = geometry.ring[cells[-1]][direction]
        if following == -1 or following in cells:
            return None
        cells.append(following)
    return tuple(cells)
