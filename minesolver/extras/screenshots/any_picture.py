"""Pictures of all kinds: one that this package drew has its board's text in it, and nothing is guessed."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import numpy as np

from ...base.errors import BoardFormatError
from ...base.files import read_file
from ...io.formats import parse
from ...io.formats.drawings import text_in_png
from ...io.pictures import SIDE
from ...model.board import Board
from ...model.cut import checked_cut
from . import reading
from .answer import ScreenshotReading
from .lattice import Grid
from .picture import load_picture
from .shape import checked_shape, no_board_of, size_seen
from .task import BoardFacts


def read(
    picture: str | Path | bytes,
    mines: int | None = None,
    *,
    density: float | str | Fraction | None = None,
    flags: bool = False,
    limit: float = 2.0,
    board: int | None = None,
    shape: tuple[int, int] | None = None,
    cut: str | Iterable[str] | None = None,
) -> ScreenshotReading:
    """The board in a screenshot.

    picture: A file's name or its bytes: PNG, JPEG or whatever else Pillow reads; of an animation its last
        frame
    mines, density: As for :meth:`minesolver.Board.parse`; without them a counter above the board is read
    flags: Flags are known mines; ``False``: they are hidden cells, as a player's flags may be wrong
    limit: How long to look for the board, and for a reading that has a layout: seconds of the processor on an
        idle machine, about; it is work that is counted, so a busy machine reads the same
    board: Which one, where the picture has several: 1 is the highest, of those side by side the one on the
        left. Without it several are a question, which names them
    shape: Rows and columns, where they are known: where the board ends is no question then
    cut: The edges beyond which the board goes on, as :meth:`minesolver.Board.parse` has it: that it does is
        no question then
    Raises BoardFormatError: the file is no picture, or there is no grid of cells in it, or none of that size;
        MissingDependencyError: Pillow is not installed.
    """
    shape = checked_shape(shape)
    data = picture if isinstance(picture, bytes) else read_file(picture, BoardFormatError)
    text = text_in_png(data)
    if text is not None:
        return _drawn_here(text, mines, density, shape, cut)
    facts = BoardFacts(mines, density, flags, shape, checked_cut(cut))
    return reading.read(load_picture(data), facts, limit, board)


def _drawn_here(
    text: str,
    mines: int | None,
    density: float | str | Fraction | None,
    shape: tuple[int, int] | None,
    cut: str | Iterable[str] | None,
) -> ScreenshotReading:
    """The board of a picture that this package drew. Raises BoardFormatError: it is one under rules, or of
    another shape."""
    board = parse(text, mines=mines, density=density, cut=cut)
    if not isinstance(board, Board):
        message = (
            f"this picture shows a board under rules, {board._title}; Board.from_file reads it"
        )
        raise BoardFormatError(message)
    if shape not in (None, board.shape):
        raise no_board_of(shape, size_seen(board.shape))
    grid = Grid(0.0, 0.0, SIDE, SIDE, board.rows, board.cols)
    return ScreenshotReading(board, grid, (), (), np.ones(board.shape))
