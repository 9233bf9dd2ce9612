"""What a rule is: what a clue says, which cells it sees, or where mines may lie."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..constraint import Constraint
from ..geometries import Geometry
from ..state import Value

__all__ = ["ClueRule", "ClueView", "Neighbourhood", "PlacementRule", "Quantity", "Rule", "Value"]

Quantity = tuple[str, int, int | None]
"""A hidden quantity: its name, the most that it can be, its value if that is known."""
CellValues = Sequence[int]
"""Mines of every cell, by index; hidden quantities follow."""


@dataclass(frozen=True, slots=True)
class ClueView:
    """A clue's place, the cells that it sees, the index of each hidden quantity of the board, and the most
    mines in a cell.
    """

    geometry: Geometry
    cell: int
    sees: tuple[int, ...]
    hidden: Mapping[str, int] = field(default_factory=dict)
    capacity: int = 1


def read_number(text: str) -> Value:
    """A clue that is one number."""
    if not text.isdecimal():
        raise ValueError("a whole number")
    return int(text)


def read_parts(text: str) -> tuple[int, ...]:
    """A clue that is several numbers, in any order."""
    number_texts = text.split("+")
    if not all(number_text.isdecimal() for number_text in number_texts):
        raise ValueError("numbers such as 1+3")
    return tuple(sorted(map(int, number_texts)))


def read_pair(text: str) -> Value:
    """A clue that is two numbers."""
    pair = read_parts(text)
    if len(pair) != 2:
        raise ValueError("two numbers such as 1+3")
    return pair


def show_parts(value: Any) -> str:
    """Several numbers as text."""
    return "+".join(map(str, value)) or "0"


def _no_constraints(geometry: Geometry, index: Callable[[str], int]) -> Iterable[Constraint]:
    return ()


def _no_quantities(geometry: Geometry, mines: int | None) -> list[Quantity]:
    return []


def _no_values(total: int, max_weight: int) -> tuple[Value, ...]:
    return ()


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What all rules have.

    name: As in ``--rules``
    tag: The letters before a clue of this rule on a mixed board, and the name that players use
    definition: What it says, in one sentence
    source: Where it is from
    needs: What the geometry must have
    also: Another name
    surfaces: What it says on boards with holes and joined edges, where the definition leaves that open
    constraints: What it says of a whole geometry; the second argument finds the index of a hidden quantity
    quantities: The hidden quantities, by geometry and mine count
    """

    name: str
    definition: str
    tag: str = ""
    source: str = ""
    needs: tuple[str, ...] = ()
    also: str = ""
    surfaces: str = ""
    constraints: Callable[[Geometry, Callable[[str], int]], Iterable[Constraint]] = _no_constraints
    quantities: Callable[[Geometry, int | None], list[Quantity]] = _no_quantities


@dataclass(frozen=True, kw_only=True)
class Neighbourhood(Rule):
    """Which cells a clue sees, from each cell of a geometry.

    printed: Whether its clues stand on cells that may hold mines, as in a puzzle on paper; else a clue is
        shown where a cell is open
    """

    sees: Callable[[Geometry], Sequence[tuple[int, ...]]]
    printed: bool = False


@dataclass(frozen=True, kw_only=True)
class ClueRule(Rule):
    """What a clue says.

    values: What the clue may show over a layout
    constraint: What a value says, as a constraint of the name given
    read: A value from text; raises ``ValueError`` saying what it wants
    show: The text of a value
    weights, shows: Of a clue that shows something of one sum: the weight of each cell that it sees, and what
        it may show for a sum and the most of these weights. The compiled core counts and plays by them.
    sees_neighbours: Whether a clue is about the cells of a neighbourhood, not about some that the rule names
    near: The neighbourhood that it is always about
    wraps: Of one that says something of what another rule shows: that of both
    most: How many values it may show over one layout
    """

    values: Callable[[ClueView, CellValues], tuple[Value, ...]]
    constraint: Callable[[ClueView, Value, str], Constraint]
    read: Callable[[str], Value] = read_number
    show: Callable[[Value], str] = str
    weights: Callable[[ClueView], Sequence[int]] | None = None
    shows: Callable[[int, int], tuple[Value, ...]] = _no_values
    sees_neighbours: bool = True
    near: Neighbourhood | None = None
    wraps: "Callable[[ClueRule], ClueRule] | None" = None
    most: int = 4


@dataclass(frozen=True, kw_only=True)
class PlacementRule(Rule):
    """Where mines may lie: ``constraints``, and how many in a cell.

    capacity: The most mines in a cell
    """

    capacity: int = 1
