"""Boards from screenshots: what :mod:`minesolver.screenshots` reads, by the name that users know.

A picture that this package drew has its board's text in it, and nothing is guessed.
"""

from fractions import Fraction
from pathlib import Path

import numpy as np

from .. import screenshots
from ..base.errors import BoardFormatError
from ..model.board import Board
from ..screenshots import Grid, ScreenshotReading, UncertainCell
from .formats import parse
from .formats.drawings import text_in_png
from .pictures import SIDE

__all__ = ["Grid", "ScreenshotReading", "UncertainCell", "read"]


def read(
    picture: str | Path | bytes,
    mines: int | None = None,
    *,
    density: float | str | Fraction | None = None,
    flags: bool = False,
    limit: float = 2.0,
) -> ScreenshotReading:
    """The board in a screenshot; see :func:`minesolver.screenshots.read`, which has the same arguments.

    Raises BoardFormatError: the file is no picture, or there is no grid of square cells in it;
        MissingDependencyError: Pillow is not installed.
    """
    data = picture if isinstance(picture, bytes) else Path(picture).read_bytes()
    text = text_in_png(data)
    if text is None:
        return screenshots.read(data, mines, density=density, flags=flags, limit=limit)
    board = parse(text, mines=mines, density=density)
    if not isinstance(board, Board):
        message = f"this picture shows a board under rules, {board.title}; Board.from_file reads it"
        raise BoardFormatError(message)
    grid = Grid(0.0, 0.0, SIDE, SIDE, board.rows, board.cols)
    return ScreenshotReading(board, grid, (), (), np.ones(board.shape))
