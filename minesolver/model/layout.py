"""Layouts: where the mines are, as values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..base.errors import BoardFormatError, counted
from ..base.render import render
from .board import HIDDEN, MINE, Board, Cell, neighbours


@dataclass(frozen=True)
class Layout:
    """A rectangle of cells and the mines in it.

    Attributes
    ----------
    rows, cols
        The size.
    mine_cells
        (row, column) of each mine.

    Raises
    ------
    BoardFormatError
        A mine is outside.
    """

    rows: int
    cols: int
    mine_cells: frozenset[Cell]

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise BoardFormatError(
                f"a board has at least one row and one column, not {self.rows}x{self.cols}"
            )
        outside = [(r, c) for r, c in self.mine_cells if not (0 <= r < self.rows and 0 <= c < self.cols)]
        if outside:
            r, c = min(outside)
            raise BoardFormatError(f"mine ({r},{c}) is not on the {self.rows}x{self.cols} board")

    @property
    def mines(self) -> int:
        """The mine count."""
        return len(self.mine_cells)

    @cached_property
    def board(self) -> Board:
        """Every cell open: mines (10) and clues."""
        mine = [False] * (self.rows * self.cols)
        for r, c in self.mine_cells:
            mine[r * self.cols + c] = True
        codes = [
            MINE if mine[i] else sum(mine[j] for j in near)
            for i, near in enumerate(neighbours(self.rows, self.cols))
        ]
        return Board(np.array(codes, np.int8).reshape(self.rows, self.cols), self.mines)

    @classmethod
    def from_board(cls, board: Board) -> Layout:
        """The layout of a board.

        board: A board without hidden cells, or with its mines hidden and all else open
        Raises BoardFormatError: the clues do not belong to the mines, or safe cells are hidden.
        """
        mines = frozenset(board.where(MINE)) | frozenset(board.where(HIDDEN))
        layout = cls(board.rows, board.cols, mines)
        wrong = (layout.board.grid != board.grid) & (board.grid != HIDDEN)
        if wrong.any():
            r, c = (int(i) for i in np.argwhere(wrong)[0])
            raise BoardFormatError(
                f"not a layout: ({r},{c}) shows {board[r, c]} with "
                f"{counted(layout.board[r, c], 'mine')} around it "
                "(every safe cell of a layout is open)",
                line=r + 1,
                column=c + 1,
            )
        if board.mines not in (None, layout.mines):
            raise BoardFormatError(
                f"not a layout: {counted(layout.mines, 'mine')}, and the mine count is {board.mines}"
            )
        return layout

    def to_mbf(self) -> bytes:
        """The layout as a Minesweeper board file (``.mbf``).

        Returns: The bytes of the file.
        Raises BoardFormatError: A size does not fit a byte.
        """
        if max(self.rows, self.cols) > 255 or self.mines > 65535:
            raise BoardFormatError(
                f"a .mbf file holds at most 255x255 cells and 65535 mines, not {self.rows}x{self.cols} "
                f"with {self.mines}"
            )
        places = [byte for r, c in sorted(self.mine_cells) for byte in (c, r)]
        return bytes([self.cols, self.rows, *self.mines.to_bytes(2, "big"), *places])

    @classmethod
    def from_mbf(cls, data: bytes) -> Layout:
        """Read the bytes of a ``.mbf`` file.

        data: The bytes
        Raises BoardFormatError: the bytes are no such file; with the reason.
        """
        if len(data) < 4:
            raise BoardFormatError(f"a .mbf file has at least 4 bytes, not {len(data)}")
        cols, rows, mines = data[0], data[1], int.from_bytes(data[2:4], "big")
        if len(data) != 4 + 2 * mines:
            raise BoardFormatError(
                f"a .mbf file of {counted(mines, 'mine')} has {4 + 2 * mines} bytes, not {len(data)}"
            )
        cells = frozenset((data[i + 1], data[i]) for i in range(4, len(data), 2))
        if len(cells) != mines:
            raise BoardFormatError(
                f"the .mbf file names a cell twice: {counted(mines, 'mine')} on {counted(len(cells), 'cell')}"
            )
        return cls(rows, cols, cells)

    def text(self, format: str = "canonical") -> str:
        """All cells as ``canonical`` or ``mine`` text, or one line of JSON.

        format: ``canonical``, ``mine`` or ``json``
        Raises UnknownNameError: no such format.
        """
        return render("board.write", self.board, format)
