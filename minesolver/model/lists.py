"""Sums over cells, as the compiled core takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .constraint import Constraint, SumConstraint

MOST = 62
"""Of the weights of one sum together."""
NOTHING = 2**64 - 1
"""What a clue that says nothing allows."""


@dataclass(frozen=True, eq=False)
class Lists:
    """The cells that each clue is about, where they are not the eight around it.

    Clues have places (sites): first one on each cell, then those on none. In a grid -2 is a known mine.

    starts: int32 (sites + 1,), where the list of each clue begins in ``cells``
    cells: int32, the lists one after the other, each in rising order
    weights: int8, what a mine in each cell of a list adds to the sum of the clue; below 0: what no mine in it
        adds. None: clues are plain sums, one on each cell. Else each clue allows a set of sums, at most 62:
        ``allowed`` of a position, uint64 (sites,), a bit each; all 64 bits: the clue says nothing
    kinds, symbol, symbol_sums: What clues show: int32 (sites,) the kind of each; int8 (kinds, sums, ways) the
        symbol that a sum is shown by, in one of several ways; uint64 (kinds, symbols) the sums that a symbol
        allows. A position can then be given by symbols, without ``allowed``, and games be played
    shown: What the symbols stand for, where that is not their number
    """

    starts: npt.NDArray[np.int32]
    cells: npt.NDArray[np.int32]
    weights: npt.NDArray[np.int8] | None = None
    kinds: npt.NDArray[np.int32] | None = None
    symbol: npt.NDArray[np.int8] | None = None
    symbol_sums: npt.NDArray[np.uint64] | None = None
    shown: tuple[Any, ...] = ()

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]], weights: Sequence[Sequence[int]] | None = None) -> Lists:
        """Of lists of cells, in any order; ``weights``: of the same form."""
        order = [sorted(range(len(own)), key=own.__getitem__) for own in lists]
        cells = [own[k] for own, places in zip(lists, order, strict=True) for k in places]
        starts = np.cumsum([0, *map(len, lists)], dtype=np.int32)
        if weights is None:
            return cls(starts, np.array(cells, np.int32))
        if any(0 in own or sum(map(abs, own)) > MOST for own in weights):
            raise ValueError(f"the weights of a clue are {MOST} together at most, and none is 0")
        by_cell = [own[k] for own, places in zip(weights, order, strict=True) for k in places]
        return cls(starts, np.array(cells, np.int32), np.array(by_cell, np.int8))


class Grid(NamedTuple):
    """A position as the core takes it.

    cells: int8 (rows, cols): -1 hidden; of a square board its codes, else -2 a known mine, and on open cells
        the count or the symbol that they show, or anything where there is ``allowed``
    """

    cells: npt.NDArray[np.int8]
    lists: Lists | None = None
    allowed: npt.NDArray[np.uint64] | None = None

    @property
    def playable(self) -> bool:
        """Whether the core knows what cells show."""
        return self.allowed is None


def in_rows(codes: npt.NDArray[np.int8], columns: int) -> npt.NDArray[np.int8]:
    """Codes of all cells as int8 (rows, cols), with so many columns where that comes out."""
    return codes.reshape((-1, columns) if codes.size and codes.size % columns == 0 else (1, -1))


class Sum(NamedTuple):
    """Over cells alone. ``allowed``: a bit for each sum, by its surplus over the least that there can be."""

    cells: tuple[int, ...]
    weights: tuple[int, ...]
    allowed: int

    @property
    def units(self) -> int:
        """The most above the least."""
        return sum(map(abs, self.weights))


def summed(constraint: Constraint, size: int, values: Mapping[int, int]) -> Sum | None:
    """A constraint as a sum over the cells that are not known; None where it is none.

    size, values: How many cells there are; what is known of them, and of the hidden quantities after them
    """
    if not isinstance(constraint, SumConstraint):
        return None
    own: dict[int, int] = {}
    least = 0
    for i, weight in zip(constraint.cells, constraint.weights, strict=True):
        if i in values:
            least += weight * values[i]
        elif i < size:
            own[i] = own.get(i, 0) + weight
        else:
            return None
    own = {i: weight for i, weight in own.items() if weight}
    units = sum(map(abs, own.values()))
    least += sum(weight for weight in own.values() if weight < 0)
    allowed = sum(1 << a - least for a in constraint.allowed if 0 <= a - least <= units)
    return Sum(tuple(own), tuple(own.values()), allowed)
