"""Lost causes: even guesses that nothing which can still be opened decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic

from .reason import CellT, show, written


@dataclass(frozen=True)
class LostCause(Generic[CellT]):
    """An even guess that nothing decides.

    either, other: The mines are all cells of one of these, and none of the other
    """

    either: frozenset[CellT]
    other: frozenset[CellT]

    @property
    def cells(self) -> frozenset[CellT]:
        """All its cells."""
        return self.either | self.other

    def __str__(self) -> str:
        first_half = " and ".join(map(show, _in_order(self.either)))
        second_half = " and ".join(map(show, _in_order(self.other)))
        verb = "hold mines" if len(self.either) > 1 else "holds a mine"
        return f"{first_half} or {second_half} {verb}, an even guess whatever is opened elsewhere"

    def to_json(self) -> list[list[object]]:
        """The two halves as JSON values."""
        first_half = list(map(written, _in_order(self.either)))
        second_half = list(map(written, _in_order(self.other)))
        return [first_half, second_half]


def _in_order(cells: Iterable[Any]) -> list[Any]:
    """Names of cells are of one kind, which has an order, but no type says so."""
    return sorted(cells)
