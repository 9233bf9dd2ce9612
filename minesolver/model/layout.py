"""Layouts: where the mines are, as values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, overload

import numpy as np

from ..base.errors import (
    ArgumentTypeError,
    BoardFormatError,
    check_iterable,
    check_type,
    counted,
    quoted,
)
from ..base.limits import whole_number
from ..base.render import render
from .board import HIDDEN, MAX_CELLS, MINE, Board, Cell, is_whole
from .numbers import measures

_MINES_EXPECTED = "the mines of a layout are cells, such as {(0, 1)}"


@dataclass(frozen=True)
class Layout:
    """A rectangle of cells and the mines in it.

    >>> import minesolver as ms
    >>> print(ms.Layout(2, 3, [(0, 0)]).board)
    2x3x1
    *10
    110

    rows, cols: The size
    mine_cells: (row, column) of each mine
    Raises BoardFormatError: A mine is outside; ArgumentTypeError: a size or a cell that is none.
    """

    rows: int
    cols: int
    mine_cells: frozenset[Cell]

    def __post_init__(self) -> None:
        for name in ("rows", "cols"):
            object.__setattr__(self, name, whole_number(getattr(self, name), name))
        if self.rows < 1 or self.cols < 1:
            raise BoardFormatError(
                f"a board has at least one row and one column, not {self.rows}x{self.cols}"
            )
        if self.rows * self.cols > MAX_CELLS:
            raise BoardFormatError(f"a layout has at most {MAX_CELLS:,} cells")
        check_iterable(self.mine_cells, _MINES_EXPECTED)
        mine_cells: set[Cell] = set()
        for cell in self.mine_cells:
            check_type(cell, tuple, _MINES_EXPECTED)
            if len(cell) != 2 or not (is_whole(cell[0]) and is_whole(cell[1])):
                raise ArgumentTypeError(f"{_MINES_EXPECTED}, not {quoted(cell)}")
            mine_cells.add((int(cell[0]), int(cell[1])))
        object.__setattr__(self, "mine_cells", frozenset(mine_cells))  # of a list, too: each once
        for row, col in sorted(mine_cells):
            if not (0 <= row < self.rows and 0 <= col < self.cols):
                raise BoardFormatError(
                    f"mine ({row},{col}) is not on the {self.rows}x{self.cols} board"
                )

    @property
    def mines(self) -> int:
        """The mine count."""
        return len(self.mine_cells)

    @cached_property
    def board(self) -> Board:
        """Every cell open: mines (10) and clues."""
        # With a margin each cell has eight neighbours.
        mine_counts = np.zeros((self.rows + 2, self.cols + 2), np.int8)
        for row, col in self.mine_cells:
            mine_counts[row + 1, col + 1] = 1
        of_three_columns = mine_counts[:, :-2] + mine_counts[:, 1:-1] + mine_counts[:, 2:]
        clues = of_three_columns[:-2] + of_three_columns[1:-1] + of_three_columns[2:]
        is_mine = mine_counts[1:-1, 1:-1] == 1
        grid = np.where(is_mine, MINE, clues).astype(np.int8)
        return Board(grid, self.mines)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """3BV, openings, islands and ZiNi (the clicks of its greedy form, with flags and chords)."""
        clues = {cell: clue for cell, clue in self.board.items() if clue != MINE}
        return measures(self.rows, self.cols, clues)

    @classmethod
    def from_board(cls, board: Board) -> Layout:
        """The layout of a board.

        >>> import minesolver as ms
        >>> sorted(ms.Layout.from_board(ms.Board.parse("2x2x1\\n*1\\n11")).mine_cells)
        [(0, 0)]

        board: A board without hidden cells, or with its mines hidden and all else open
        Raises BoardFormatError: the clues do not belong to the mines, or safe cells are hidden.
        """
        check_type(board, Board, "the layout of a board is made from a Board")
        if board.cut:
            raise BoardFormatError(f"a layout is that of a whole board: this one is {board._title}")
        mine_cells = frozenset(board.where(MINE)) | frozenset(board.where(HIDDEN))
        layout = cls(board.rows, board.cols, mine_cells)

        # Each cell that is open shows how many of these mines lie around it.
        is_wrong = (layout.board.grid != board.grid) & (board.grid != HIDDEN)
        if is_wrong.any():
            row, col = np.argwhere(is_wrong)[0].tolist()
            raise BoardFormatError(
                f"not a layout: ({row},{col}) shows {board[row, col]} with "
                f"{counted(layout.board[row, col], 'mine')} around it "
                "(every safe cell of a layout is open)",
                line=row + 1,
                column=col + 1,
            )
        if board.mines not in (None, layout.mines):
            raise BoardFormatError(
                f"not a layout: {counted(layout.mines, 'mine')}, and the mine count is {board.mines}"
            )
        return layout

    @overload
    def text(self, format: Literal["mbf"]) -> bytes: ...  # type: ignore[overload-overlap]

    @overload
    def text(self, format: str = "canonical") -> str: ...

    def text(self, format: str = "canonical") -> str | bytes:
        """All cells in a format that is written, as text; ``mbf`` gives bytes."""
        board_text: str | bytes = render("write", self.board, format)
        return board_text
