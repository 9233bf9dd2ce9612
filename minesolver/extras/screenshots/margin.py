"""What lies beyond the edge of a picture that shows a part of a board.

What lies there is not known: the lines of cells that are cut, and those of which nothing is seen, are taken
for hidden cells. So each clue that is read has all its neighbours, and what is proved holds for the whole
board.
"""

import numpy as np

from ...model.board import neighbours
from .arrays import Array
from .lattice import Grid, longer, shorter
from .size.edge import CutSide


class MarginCells:
    """The hidden cells around what is read of a board that is cut: a line on each of these sides."""

    def __init__(self, sides: tuple[CutSide, ...]) -> None:
        self.sides = sides
        ends = {(side.axis, side.end) for side in sides}
        self._rows_before = int((0, 0) in ends)
        self._cols_before = int((1, 0) in ends)

    @property
    def lines_before(self) -> tuple[int, int]:
        """How many rows and columns lie before those that are read."""
        return self._rows_before, self._cols_before

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
        whole_grid = self.whole_grid(grid)
        counts = [
            len(cells_around) for cells_around in neighbours(whole_grid.rows, whole_grid.cols)
        ]
        first_row, first_col = self.lines_before
        by_cell = np.array(counts).reshape(whole_grid.rows, whole_grid.cols)
        return by_cell[first_row:, first_col:][: grid.rows, : grid.cols].ravel()

    def description(self, cause: str) -> str:
        """That a board is a part of one, why it is taken for one, and what follows from it."""
        names = " and ".join(side.name for side in self.sides)
        words = cause.format(sides=names)
        return (
            f"{words}; what lies beyond is taken for hidden cells, and no mine count is put on it"
        )

    def whole_grid(self, grid: Grid) -> Grid:
        """The grid of what is read, with the lines beyond."""
        for side in self.sides:
            grid = longer(grid, side.axis, side.end)
        return grid

    def around(self, values: Array, grid: Grid, hidden_value: Array | float) -> Array:
        """Values of the cells that are read, (n, ...), with those of the hidden cells around: of all
        cells of the whole grid."""
        by_cell = values.reshape(grid.rows, grid.cols, -1)
        whole_grid = self.whole_grid(grid)
        whole_shape = whole_grid.rows, whole_grid.cols, by_cell.shape[2]
        whole_values = np.empty(whole_shape, values.dtype)
        whole_values[:] = hidden_value
        first_row, first_col = self.lines_before
        whole_values[first_row : first_row + grid.rows, first_col : first_col + grid.cols] = by_cell
        return whole_values.reshape(-1, *values.shape[1:])


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
