"""What is read of a picture: a board, how far each of its cells is trusted, and what speaks against it."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ...model.board import Board, Cell
from .arrays import Array
from .lattice import Grid
from .marks import SURE
from .symbols import LABELS

LIKELY, MOST_UNLIKELY = 0.8, 0.05
"""Of the cells held with less than the first, more than that share make a reading a question; cells that are
held with less than ``SURE`` are named."""


@dataclass(frozen=True)
class UncertainCell:
    """A cell that may be misread. ``read``: its symbol on the board; ``instead``: the next likely one;
    ``chance``: how likely ``read`` is held; ``changed``: exactness forbade what was seen first."""

    cell: Cell
    read: str
    instead: str
    chance: float
    changed: bool

    def to_dict(self) -> dict[str, Any]:
        """The cell as JSON values."""
        return {**asdict(self), "cell": list(self.cell)}

    def __str__(self) -> str:
        row, col = self.cell
        why = (
            f"looked like {self.instead}, which no layout allows"
            if self.changed
            else f"or {self.instead}?"
        )
        return f"({row},{col}) {self.read}: {why}"


@dataclass(frozen=True)
class ScreenshotReading:
    """A board read from a picture.

    ``uncertain``: the cells that may be misread, the most doubtful first; ``flags``: the cells with a flag,
    which is the player's opinion; ``chances``: float (rows, cols), how likely each symbol is right;
    ``contradiction``: why no layout fits the reading, and ``against``: the cells of it; ``strange``: what
    hardly a game in course shows; ``counter``: what the mine counter shows, where the board's mine count is
    that and the flags; ``frames``: how many pictures an animation has, of which the last was read;
    ``mines_shown``: the cells in which mines are seen, for the game is over: the board is the position before
    its last move; ``resized``: the grid that was seen first, where a reading of another size has a layout and
    few doubts, and that one had not; ``cut``: the sides ("bottom", ...) on which the picture's edge cuts the
    board, or it goes on as the caller said, so that it is a part, without cut cells and a mine count;
    ``may_go_on``: the sides on which a board of an unusual size ends with the picture, so that nothing shows
    whether it goes on there;
    ``boards``: where all boards are, if the picture has several, and ``board_number``: which was read, 1 the
    first.
    """

    board: Board
    grid: Grid
    uncertain: tuple[UncertainCell, ...]
    flags: tuple[Cell, ...]
    chances: Array
    contradiction: str | None = None
    against: tuple[Cell, ...] = ()
    strange: str | None = None
    counter: int | None = None
    frames: int = 1
    mines_shown: tuple[Cell, ...] = ()
    resized: Grid | None = None
    cut: tuple[str, ...] = ()
    may_go_on: tuple[str, ...] = ()
    boards: tuple[Grid, ...] = ()
    board_number: int = 1

    @property
    def doubtful(self) -> bool:
        """Whether it is a question and not an answer: a contradiction, something strange, or over 5 % of the
        cells held with less than 80 %."""
        unlikely_share = (self.chances < LIKELY).mean()
        return (
            self.contradiction is not None
            or self.strange is not None
            or bool(unlikely_share > MOST_UNLIKELY)
        )


def uncertain_cells(
    chances: Array, chosen: Array, held_chances: Array, grid: Grid
) -> tuple[UncertainCell, ...]:
    """The cells that were changed, or are not sure; those that were changed first, then the most doubtful."""
    cells = []
    for index, symbol in enumerate(chosen.tolist()):
        if held_chances[index] >= SURE:
            continue
        likeliest, second = np.argsort(-chances[index])[:2].tolist()
        was_changed = symbol != likeliest
        instead = LABELS[likeliest if was_changed else second]
        cell = divmod(index, grid.cols)
        cells.append(
            UncertainCell(cell, LABELS[symbol], instead, float(held_chances[index]), was_changed)
        )
    return tuple(sorted(cells, key=lambda cell: (not cell.changed, cell.chance)))
