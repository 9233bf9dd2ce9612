"""Sums over cells, as the compiled core takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .constraint import Constraint, SumConstraint

MAX_CODE = 127  # what a cell of a position shows is an int8
MAX_UNITS = 62
"""The most that the weights of one sum may be together."""
ANY_SUM = 2**64 - 1
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
    def of(
        cls, lists: Sequence[Sequence[int]], weights: Sequence[Sequence[int]] | None = None
    ) -> Lists:
        """Of lists of cells, in any order; ``weights``: of the same form."""
        if weights is not None and not all(map(_fits, weights)):
            raise ValueError(
                f"the weights of a clue are {MAX_UNITS} together at most, and none is 0"
            )

        # The core wants each list in rising order, and what belongs to its cells in the same order.
        starts = np.cumsum([0, *map(len, lists)], dtype=np.int32)
        sorted_cells: list[int] = []
        sorted_weights: list[int] = []
        for list_number, cells in enumerate(lists):
            positions_in_order = sorted(range(len(cells)), key=cells.__getitem__)
            sorted_cells += [cells[position] for position in positions_in_order]
            if weights is not None:
                cell_weights = weights[list_number]
                sorted_weights += [cell_weights[position] for position in positions_in_order]
        cell_array = np.array(sorted_cells, np.int32)
        if weights is None:
            return cls(starts, cell_array)
        return cls(starts, cell_array, np.array(sorted_weights, np.int8))


def _fits(weights: Sequence[int]) -> bool:
    """Whether the core takes a sum of these weights."""
    return 0 not in weights and sum(map(abs, weights)) <= MAX_UNITS


class CorePosition(NamedTuple):
    """A position as the core takes it.

    codes: int8 of each cell, row by row: -1 hidden; of a square board its codes, else -2 a known mine, and on
        open cells the count or the symbol that they show, or anything where there is ``allowed``
    shape: Rows and columns
    """

    codes: npt.NDArray[np.int8] | bytes
    shape: tuple[int, ...]
    lists: Lists | None = None
    allowed: npt.NDArray[np.uint64] | None = None

    @classmethod
    def of(
        cls,
        cells: npt.NDArray[np.int8],
        lists: Lists | None = None,
        allowed: npt.NDArray[np.uint64] | None = None,
    ) -> CorePosition:
        """A position whose codes are in an array."""
        return cls(cells, cells.shape, lists, allowed)

    @property
    def cells(self) -> npt.NDArray[np.int8]:
        """The codes as an array (rows, cols)."""
        return np.frombuffer(self.codes, np.int8).reshape(self.shape)

    @property
    def playable(self) -> bool:
        """Whether the core knows what cells show."""
        return self.allowed is None


def in_rows(codes: npt.NDArray[np.int8], columns: int) -> npt.NDArray[np.int8]:
    """Codes of all cells as int8 (rows, cols), with so many columns where that comes out."""
    if codes.size and codes.size % columns == 0:
        return codes.reshape(-1, columns)
    return codes.reshape(1, -1)


class CellSum(NamedTuple):
    """A sum over cells alone. ``allowed``: a bit for each value, by its surplus over the least possible."""

    cells: tuple[int, ...]
    weights: tuple[int, ...]
    allowed: int

    @property
    def units(self) -> int:
        """The most above the least."""
        return sum(map(abs, self.weights))


def as_cell_sum(
    constraint: Constraint, cell_count: int, values: Mapping[int, int]
) -> CellSum | None:
    """A constraint as a sum over the cells that are not known; None where it is none.

    values: What is known of the cells, and of the hidden quantities after them
    """
    if not isinstance(constraint, SumConstraint):
        return None

    # What is known is a number; what is not must be a cell.
    known_sum = 0
    weight_of: dict[int, int] = {}
    for index, weight in zip(constraint.cells, constraint.weights, strict=True):
        if index in values:
            known_sum += weight * values[index]
        elif index < cell_count:
            weight_of[index] = weight_of.get(index, 0) + weight
        else:
            return None
    weight_of = {index: weight for index, weight in weight_of.items() if weight}

    # The least sum is the one with a mine on every cell that takes away.
    lowest_sum = known_sum + sum(weight for weight in weight_of.values() if weight < 0)
    max_surplus = sum(map(abs, weight_of.values()))
    allowed_bits = 0
    for allowed_sum in constraint.allowed:
        if 0 <= allowed_sum - lowest_sum <= max_surplus:
            allowed_bits |= 1 << (allowed_sum - lowest_sum)
    return CellSum(tuple(weight_of), tuple(weight_of.values()), allowed_bits)
