"""What lies beyond the edge of a picture that shows a part of a board.

What lies there is not known: the lines of cells that are cut are left out as those of which nothing is seen,
and the board is one that is cut there (:class:`~minesolver.model.cut.CutBoard`). So each clue that is read
has all its neighbours, and what is proved holds for the whole board.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from ...model.board import neighbours
from ...model.cut import checked_cut
from .arrays import Array
from .lattice import Grid, longer, shorter
from .size.edge import SIDES, CutSide


class MarginCells:
    """The hidden cells around what is read of a board that is cut: a line on each of these sides."""

    def __init__(self, sides: tuple[CutSide, ...]) -> None:
        self.sides = sides
        ends = {(side.axis, side.end) for side in sides}
        self._rows_before = int((0, 0) in ends)
        self._cols_before = int((1, 0) in ends)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the sides, as a board has them where it is cut."""
        return checked_cut(side.name for side in self.sides)

    def whole_lines(self, grid: Grid) -> tuple[Grid, Array]:
        """The grid without lines that are cut, and bool (n,): which cells stay."""
        stays = np.ones((grid.rows, grid.cols), bool)
        for side in self.sides:
            if side.is_own_line:
                lines = stays if side.axis == 0 else stays.T
                lines[-1 if side.end else 0] = False
                grid = shorter(grid, side.axis, side.end)
        return grid, stays.ravel()

    def neighbour_counts(self, grid: Grid) -> Array:
        """int (n,): how many neighbours each cell of a grid has, those beyond among them."""
        whole_grid = grid
        for side in self.sides:
            whole_grid = longer(whole_grid, side.axis, side.end)
        counts = [
            len(cells_around) for cells_around in neighbours(whole_grid.rows, whole_grid.cols)
        ]
        by_cell = np.array(counts).reshape(whole_grid.rows, whole_grid.cols)
        of_grid = by_cell[self._rows_before :, self._cols_before :]
        return of_grid[: grid.rows, : grid.cols].ravel()

    def with_sides(self, names: Collection[str]) -> MarginCells:
        """The same with more sides, by their names, on which the board goes on between two cells."""
        known_names = self.names
        added_sides = []
        for axis, end, name in SIDES:
            if name in names and name not in known_names:
                added_sides.append(CutSide(axis, end, name, False))
        return MarginCells((*self.sides, *added_sides)) if added_sides else self

    def description(self, cause: str) -> str:
        """That a board is a part of one, why it is taken for one, and what follows from it."""
        words = cause.format(sides=" and ".join(self.names))
        return f"{words}; what lies beyond is not known, and no mine count is put on it"


CUT_THROUGH_CELLS = "the edge of the picture cuts the board ({sides}): this is a part of it"
NO_LAYOUT_UNLESS_CUT = (
    "no layout fits unless the edge of the picture cuts the board ({sides}): "
    "this may be a part of it"
)
ENDS_WITH_PICTURE = (
    "the board ends with the picture ({sides}) and nowhere else: this is most likely a part of it"
)
"""Why a board is taken for a part of one."""
WHOLE_BOARD = MarginCells(())
"""Nothing lies beyond a board that is not cut."""
