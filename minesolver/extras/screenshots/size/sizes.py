"""Sizes that games have: what a board is likely to be where its picture does not say where it ends.

The levels of Windows (8x8 until Windows 2000, then 9x9; 16x16; 16x30), which GNOME Mines, KMines and XBomb
have too; those of Google (8x10, 14x18, 20x24); and the two other sizes that are seen most: of 234 whole
boards of which people published pictures 174 are of the five squares below or 16x30.
"""

from ....game.board_sizes import LEVELS
from ..lattice import Grid

WINDOWS_SIZES = {(8, 8), (9, 9), (16, 16), (16, 30)}
GOOGLE_SIZES = {(8, 10), (14, 18), (20, 24)}
TUTORIAL_SIZES = {(10, 10), (20, 20)}
GAME_SIZES = WINDOWS_SIZES | GOOGLE_SIZES | TUTORIAL_SIZES
LEVEL_SIZES = {(rows, cols) for rows, cols, _ in LEVELS.values()}
"""Rows and columns."""
LEAST_LINES = 4
"""Rows and columns of a board at least, where lines at its ends may be none of it: fewer show nothing."""


def has_game_size(grid: Grid) -> bool:
    """Whether a board is of a size that games have."""
    return (grid.rows, grid.cols) in GAME_SIZES


def has_usual_shape(grid: Grid) -> bool:
    """Whether a board is a square, or of the size of one of the levels."""
    return grid.rows == grid.cols or (grid.rows, grid.cols) in LEVEL_SIZES
