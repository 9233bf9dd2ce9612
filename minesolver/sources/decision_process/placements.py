"""Every placement of the bombs on a small board, and which of them agree with what is seen.

Cells are flat indices ``row * cols + col``. A set of layouts is one integer with a bit per layout, so that
conditioning on a cell is one ``&`` and counting layouts one ``bit_count``.
"""

from functools import cache, lru_cache
from itertools import combinations
from math import comb

import numpy as np

from ...base.errors import EngineLimitError, counted
from ...model.board import MINE, Cell, checked_cell, neighbours
from ...policy.optimal import shown
from .game import rules

MOST_LAYOUTS = 200_000


class Layouts:
    """All layouts of ``bombs`` on ``rows`` x ``cols`` cells. Build it by :func:`all_layouts`.

    ``showing[cell][value]``: the layouts in which the cell has that value, 0 to 8, or 10 for a bomb.
    ``everything``: all layouts. Raises :class:`EngineLimitError` beyond ``MOST_LAYOUTS``.
    """

    def __init__(self, rows: int, cols: int, bombs: int) -> None:
        rules("none").check(rows, cols, bombs)
        cells = rows * cols
        self.rows, self.cols, self.bombs, self.cells = rows, cols, bombs, cells
        self.total = comb(cells, bombs)
        if self.total > MOST_LAYOUTS:
            raise EngineLimitError(
                f"{counted(self.total, 'layout')} of {counted(bombs, 'bomb')} on {rows}x{cols} cells; "
                f"at most {MOST_LAYOUTS} are listed"
            )

        # A set of layouts is one whole number with a bit for each: sets are met millions of times.
        self.everything = (1 << self.total) - 1
        self._around = neighbours(rows, cols)
        mines = np.zeros((self.total, cells), np.uint8)
        for number, layout in enumerate(combinations(range(cells), bombs)):
            mines[number, list(layout)] = 1
        self._values = np.where(mines == 1, MINE, shown(mines, rows, cols))
        self.showing = tuple(self._layouts_by_value(cell) for cell in range(cells))
        self.region = cache(self._region)

    def _layouts_by_value(self, cell: int) -> tuple[int, ...]:
        """For each value the layouts in which a cell has it, as a number with a bit for each."""
        sets = []
        for value in range(MINE + 1):
            bits = np.packbits(self._values[:, cell] == value, bitorder="little")
            sets.append(int.from_bytes(bits.tobytes(), "little"))
        return tuple(sets)

    def index(self, cell: Cell) -> int:
        row, col = checked_cell(cell, self.rows, self.cols)
        return row * self.cols + col

    def cell(self, index: int) -> Cell:
        return divmod(index, self.cols)

    def value(self, layout: int, cell: int) -> int:
        return int(self._values[layout, cell])

    def permitted(self, first_click: str, cell: int) -> int:
        """The layouts that can be placed when ``cell`` is opened first; 0 where there are none."""
        layouts = self.everything
        allowed_cells = rules(first_click).allowed(self.rows, self.cols, self.cell(cell))
        for protected_cell in set(range(self.cells)).difference(allowed_cells):
            layouts &= ~self.showing[protected_cell][MINE]
        return layouts

    def _region(self, layout: int, cell: int) -> tuple[int, ...]:
        """The cells that opening ``cell`` shows: itself, and a whole opening around a cell of value 0."""
        shown_cells = {cell}
        pending = [cell]
        while pending:
            current = pending.pop()
            if self._values[layout, current] == 0:
                new_cells = set(self._around[current]) - shown_cells
                shown_cells |= new_cells
                pending += new_cells
        return tuple(sorted(shown_cells))


def members(layouts: int) -> list[int]:
    """The numbers of the layouts in a set."""
    numbers = []
    while layouts:
        lowest_bit = layouts & -layouts
        numbers.append(lowest_bit.bit_length() - 1)
        layouts ^= lowest_bit
    return numbers


@lru_cache(maxsize=16)
def all_layouts(rows: int, cols: int, bombs: int) -> Layouts:
    """The layouts of a board, built once."""
    return Layouts(rows, cols, bombs)
