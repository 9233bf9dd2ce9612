"""The best play of a small board in a file: what to open in each position where nothing is proved.

The file is NumPy's ``.npz``: ``positions``, int8 (positions, rows, cols), -1 hidden, else the value shown,
all proved cells open, the position before the first cell first; ``moves``, int16 (positions, 2), the row and
the column to open; ``mines``; ``first_click``, the rule; ``wins`` and ``allowed``, the layouts that this play
wins and those that the rule leaves for its first cell; ``version``, of minesolver.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..base.errors import WeightsError, check_callable, check_type
from ..base.files import read_arrays, write_arrays
from ..base.version import __version__
from ..model.board import HIDDEN, Cell, numbers
from .optimal import Optimum, SmallBoard

_WHAT = "policy as `minesolver optimal --save` writes it"


@dataclass(eq=False)
class SavedPolicy:
    """What to open in each position of a board that best play can come to, by the arrays of the file."""

    positions: npt.NDArray[np.int8]
    moves: npt.NDArray[np.int16]
    mines: int
    first_click: str
    wins: int
    allowed: int

    def __post_init__(self) -> None:
        self._moves: dict[bytes, Cell] = {
            position.tobytes(): (row, col)
            for position, (row, col) in zip(self.positions, self.moves.tolist(), strict=True)
        }

    @property
    def rows(self) -> int:
        """Rows of the board."""
        return int(self.positions.shape[1])

    @property
    def cols(self) -> int:
        """Columns of the board."""
        return int(self.positions.shape[2])

    @property
    def win_probability(self) -> Fraction:
        """The chance of winning by this play, exactly."""
        return Fraction(self.wins, self.allowed)

    def move(self, grid: npt.NDArray[np.int8]) -> Cell | None:
        """What to open in a position in which all proved cells are open.

        grid: int8 (rows, cols): board codes; marked mines count as hidden
        Returns: The cell; None for a position that this play does not come to.
        """
        codes = numbers(grid, 2)
        return self._moves.get(np.where(codes > 8, HIDDEN, codes).astype(np.int8).tobytes())

    def save(self, path: str | Path) -> None:
        """Write the file, under exactly this name."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        write_arrays(path, **values, version=__version__)

    @classmethod
    def load(cls, path: str | Path) -> SavedPolicy:
        """Read a file that :meth:`save` wrote. Raises WeightsError: it is another file, or damaged."""
        stored = read_arrays(path, WeightsError, _WHAT)
        try:
            positions, moves = stored["positions"].astype(np.int8), stored["moves"].astype(np.int16)
            numbers = {name: int(stored[name]) for name in ("mines", "wins", "allowed")}
            return cls(positions, moves, first_click=str(stored["first_click"]), **numbers)
        except (ValueError, KeyError, IndexError, TypeError, OverflowError) as error:
            raise WeightsError(f"{path} is no {_WHAT}") from error


def best_play(
    board: SmallBoard, best: Optimum, progress: Callable[[int], None] | None = None
) -> SavedPolicy:
    """The best play of a board, from the first of its best first cells.

    best: Its value; see :meth:`SmallBoard.optimum`
    progress: Called with the number of positions so far, now and then
    """
    check_type(board, SmallBoard, "best play is that of a SmallBoard")
    check_type(best, Optimum, "the value of a board is an Optimum")
    check_callable(progress, "progress is a function")
    positions, moves = [], []
    for guess in board.guesses(best.best_first[0], best.first_click):
        positions.append(guess.position)
        moves.append(guess.cell)
        if progress is not None and len(moves) % 100 == 0:
            progress(len(moves))
    return SavedPolicy(
        np.array(positions, np.int8),
        np.array(moves, np.int16),
        best.mines,
        best.first_click,
        best.wins,
        best.allowed,
    )
