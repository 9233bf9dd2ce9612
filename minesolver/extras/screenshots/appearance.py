"""What the three networks see in the cells of a board: in each cell, in its sign alone, and in both."""

from typing import NamedTuple

import numpy as np

from .arrays import Array
from .lattice import Grid
from .plain import plain_cells
from .symbols import JUNK, likelihoods, pictured
from .work import CELL_FREED, CELL_SIGNS, Work

MOST_SIGN_CELLS = 3000
"""Cells of a board whose signs are looked at apart from their borders; of more it would take too much
room."""
LEAST_WORK = 0.4
"""Seconds of the work that may be spent on a board's symbols however late it was found. Set by hand."""

PixelsOfCell = tuple[bytes, bytes]
"""The pixels of a cell, and of its sign alone."""


class CellAppearance(NamedTuple):
    """What is seen of a board's cells.

    ``cells``, ``plain``: uint8 (n, SIDE, SIDE, 3), with their borders, and their signs alone;
    ``sign_share``: how much of a cell's side a sign takes; ``nets``: how likely each symbol is by the network
    of cells, float (n, symbols), by that of signs, float (n, symbols), and by that of both, float (n, JUNK)
    """

    cells: Array
    plain: Array
    sign_share: float
    nets: list[Array]


class Appearances:
    """What the networks of signs, and of cells and signs, have seen in one picture: cells that look exactly
    alike are looked at once, in whatever grid they are seen."""

    def __init__(self, pixels: Array, work: Work) -> None:
        self._pixels = pixels
        self._work = work
        self._seen: dict[PixelsOfCell, tuple[Array, Array]] = {}

    def of_cells(self, grid: Grid, cells: Array, symbol_chances: Array) -> CellAppearance:
        """What is seen of the cells of a grid. Where all would cost too much, the networks look at those of
        which the first is least sure.

        symbol_chances: float (n, symbols), how likely the first network holds each symbol
        """
        by_signs = symbol_chances.copy()
        of_board = symbol_chances[:, :JUNK]
        by_both = of_board / of_board.sum(axis=1, keepdims=True)
        freeing_cost = CELL_FREED * len(cells)
        if len(cells) >= MOST_SIGN_CELLS or not self._work.affords(freeing_cost):
            return CellAppearance(cells, cells, 1.0, [symbol_chances, by_signs, by_both])
        self._work.spend(freeing_cost)
        plain, sign_share = plain_cells(self._pixels, grid, cells)

        pixel_bytes: list[PixelsOfCell] = []
        for cell_pixels, sign_pixels in zip(cells, plain, strict=True):
            pixel_bytes.append((cell_pixels.tobytes(), sign_pixels.tobytes()))
        self._see(pixel_bytes, cells, plain, symbol_chances.max(axis=1))
        for cell, pixels_of_cell in enumerate(pixel_bytes):
            if pixels_of_cell in self._seen:
                by_signs[cell], by_both[cell] = self._seen[pixels_of_cell]
        return CellAppearance(cells, plain, sign_share, [symbol_chances, by_signs, by_both])

    def _see(
        self, pixel_bytes: list[PixelsOfCell], cells: Array, plain: Array, sureness: Array
    ) -> None:
        """Remember what the networks of signs and of both see in cells of new looks, in as many of the least
        sure ones as there is work for."""
        examples = {
            pixels_of_cell: cell
            for cell, pixels_of_cell in enumerate(pixel_bytes)
            if pixels_of_cell not in self._seen
        }
        new_cells = np.array(list(examples.values()), int)
        remaining_work = self._work.most - self._work.seconds
        for_layouts = min(LEAST_WORK, remaining_work / 2)
        most_looked_at = max(0, int((remaining_work - for_layouts) / CELL_SIGNS))
        least_sure_first = np.argsort(sureness[new_cells], kind="stable")
        chosen = new_cells[np.sort(least_sure_first[:most_looked_at])]
        if not len(chosen):
            return
        self._work.spend(CELL_SIGNS * len(chosen))
        by_signs = likelihoods(plain[chosen], signs=True)
        by_both = pictured(cells[chosen], plain[chosen])
        for cell, of_signs, of_both in zip(chosen.tolist(), by_signs, by_both, strict=True):
            self._seen[pixel_bytes[cell]] = of_signs, of_both
