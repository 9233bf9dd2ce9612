"""Sets of cells of a board as integers, a bit for each cell, and what single clues prove in them.

A whole board takes a few operations on integers, where lists of cells take hundreds of steps.
"""

from collections.abc import Iterator
from functools import reduce
from operator import or_, xor

import numpy as np
import numpy.typing as npt

from ..model.board import HIDDEN, MINE, Board

CellSet = int
"""Which cells are in it, as a :class:`CellSets` numbers them."""


class CellSets:
    """The sets of cells of a board of some size. A column that is in no set separates the rows."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows = rows
        self.cols = cols
        self.width = cols + 1
        self.all_cells: CellSet = sum(((1 << cols) - 1) << row * self.width for row in range(rows))

    def of_index(self, index: int) -> CellSet:
        """The set of one cell."""
        return 1 << index + index // self.cols

    def of_mask(self, mask: npt.NDArray[np.bool_]) -> CellSet:
        """The set of the cells where a (rows, cols) array is true."""
        padded = np.zeros((self.rows, self.width), np.bool_)
        padded[:, : self.cols] = mask
        return int.from_bytes(np.packbits(padded, bitorder="little").tobytes(), "little")

    def around(self, cells: CellSet) -> CellSet:
        """The cells and their neighbours, and some places that are no cells."""
        in_row = cells | cells << 1 | cells >> 1
        return in_row | in_row << self.width | in_row >> self.width

    def counts_around(self, cells: CellSet) -> list[CellSet]:
        """How many neighbours of each cell are in a set: the cells with each binary digit, lowest first."""
        # In a row: the two neighbours beside a cell, and all three with the cell itself.
        left, right = cells << 1, cells >> 1
        beside_ones, beside_twos = left ^ right, left & right
        row_ones, row_twos = _digits_of_sum(left, cells, right)

        # With the rows above and below, each digit by itself; what is carried goes to the next.
        width = self.width
        ones, carry = _digits_of_sum(row_ones << width, beside_ones, row_ones >> width)
        twos, fours = _digits_of_sum(row_twos << width, beside_twos, row_twos >> width)
        carry_of_twos = twos & carry
        return [ones, twos ^ carry, fours ^ carry_of_twos, fours & carry_of_twos]


def _digits_of_sum(first: CellSet, second: CellSet, third: CellSet) -> tuple[CellSet, CellSet]:
    """In how many of three sets each cell is, as binary digits: the cells with 1, and those with 2."""
    in_one_of_two = first ^ second
    return in_one_of_two ^ third, first & second | in_one_of_two & third


class SingleClues:
    """What the clues of a board prove one at a time.

    clue_digits: The cells whose clue has each binary digit, the lowest first; of cells that are not opened it
        makes no difference
    """

    def __init__(self, sets: CellSets, clue_digits: list[CellSet]) -> None:
        self._sets = sets
        self._clue_digits = clue_digits

    @classmethod
    def of(cls, sets: CellSets, board: Board) -> "SingleClues":
        """Those of a board."""
        codes = board.grid
        clue_digits = [sets.of_mask((codes & 1 << digit) != 0) for digit in range(4)]
        return cls(sets, clue_digits)

    def equal(self, mines: CellSet) -> CellSet:
        """The cells whose clue is the number of these mines around them."""
        counts = self._sets.counts_around(mines)
        return ~reduce(or_, map(xor, self._clue_digits, counts))

    def mines(self, opened: CellSet, possible: CellSet) -> CellSet:
        """Of the cells that may hold mines those around a clue that wants all of them."""
        return possible & self._sets.around(opened & self.equal(possible))

    def safe(self, opened: CellSet, possible: CellSet, mines: CellSet) -> CellSet:
        """Of the cells that may hold mines those around a clue that has all its mines."""
        return possible & ~mines & self._sets.around(opened & self.equal(mines))


def rounds(board: Board) -> Iterator[CellSet]:
    """The cells that single clues prove in one round, in two, and so on; each round sees what those before it
    have proved, not the mine count."""
    sets = CellSets(*board.shape)
    clues = SingleClues.of(sets, board)
    known_mines = sets.of_mask(board.grid == MINE)
    hidden = sets.of_mask(board.grid == HIDDEN)
    opened = sets.all_cells & ~hidden & ~known_mines
    safe, mines = 0, known_mines
    while True:
        proved_before = safe | mines
        possible = (hidden | known_mines) & ~safe
        new_safe = clues.safe(opened, possible, mines)
        mines = clues.mines(opened, possible) | known_mines
        safe |= new_safe
        if safe | mines == proved_before:
            return
        yield (safe | mines) & ~known_mines
