"""What is doubtful about the size of a board that is read, by its cells."""

import numpy as np

from ....game.board_sizes import LEVELS
from ....model.board import MINE, Board
from ..answer import MOST_UNLIKELY, ScreenshotReading
from ..arrays import Array
from ..found_board import END_UNSEEN, ROOM_ON_ONE_SIDE
from ..lattice import Grid
from ..marks import SURE
from ..symbols import FLAG, ZERO
from .sizes import LEAST_LINES, has_game_size, has_usual_shape

MOST_UNSURE_BESIDE_SEAM = 0.25
"""Of a board's cells: where more are unsure, a line of such cells says nothing."""


def doubt_about_size(
    grid: Grid, board: Board, symbols: Array, held_chances: Array, doubt_at_ends: str | None
) -> str | None:
    """What is doubtful about the size of a board that is read; ``None``: nothing.

    symbols: int (rows, cols); ``held_chances``: float (rows, cols), how far each is held; ``doubt_at_ends``:
        what is doubtful about its size by its ends
    """
    # A level's mine count on a board of its size says that the whole board was read; and so does a size that
    # games have, where an end is not clear.
    is_level = (grid.rows, grid.cols, board.mines) in LEVELS.values()
    is_settled_by_size = doubt_at_ends in (END_UNSEEN, ROOM_ON_ONE_SIDE)
    if is_level or (is_settled_by_size and has_game_size(grid)):
        doubt_at_ends = None
    return doubt_at_ends or seam(held_chances) or blank_doubt(grid, symbols, held_chances)


def blank_doubt(grid: Grid, symbols: Array, chances: Array) -> str | None:
    """What is doubtful about the size of a board without clues: nothing says that its cells are not halves of
    cells, but for a usual shape or cells that are all sure. ``None``: nothing.

    symbols: int (rows, cols); ``chances``: float (rows, cols), how likely each symbol is right
    """
    is_clue = (symbols > ZERO) & (symbols < FLAG)
    unsure_share = (chances < SURE).mean()
    if is_clue.any() or has_usual_shape(grid) or unsure_share <= MOST_UNLIKELY:
        return None
    return "no clues were seen, and the size is an unusual one"


def seam(chances: Array) -> str | None:
    """Why a board may be two whose frames touch: one row or column within it has no cell that is sure, while
    most others are; ``None``: none has.

    chances: float (rows, cols), how likely each symbol is right
    """
    is_unsure = chances < SURE
    if is_unsure.mean() > MOST_UNSURE_BESIDE_SEAM:
        return None
    for name, lines in (("row", is_unsure), ("column", is_unsure.T)):
        seams = LEAST_LINES + np.flatnonzero(lines[LEAST_LINES:-LEAST_LINES].all(axis=1))
        if len(seams):
            return (
                f"every cell of {name} {int(seams[0])} is unsure: if two boards touch there, "
                "cut one of them out"
            )
    return None


def shows_its_size(reading: ScreenshotReading) -> bool:
    """Whether the clues of a reading are evidence of its size: without one that is sure any part of a board
    fits as well, and only a usual shape is."""
    is_clue = (reading.board.grid > 0) & (reading.board.grid < MINE)
    if not is_clue.any():
        return has_usual_shape(reading.grid)
    return bool((reading.chances[is_clue] >= SURE).any())
