"""Layouts (where the mines are) as values and as files.

Files: ``canonical`` and ``mine`` text with every cell open, ``json``, and binary ``.mbf``: width and height
(a byte each), the number of mines (two bytes, high byte first), then column and row (a byte each) of every
mine.
Arbiter's ``.abf`` is read as the same: JSMinesweeper, which opens both, makes no difference between them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from .board import HIDDEN, MINE, Board, Cell, neighbours
from .errors import BoardFormatError, UnknownNameError

FORMATS = ("canonical", "mine", "mbf", "json")


@dataclass(frozen=True)
class Layout:
    """A rectangle of cells and the mines in it. Raises :class:`BoardFormatError` for mines outside."""

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
        """The layout of a board without hidden cells, or with its mines hidden and all else open.

        Raises :class:`BoardFormatError` where the clues do not belong to the mines, or safe cells are hidden.
        """
        mines = frozenset(board.cells(MINE)) | frozenset(board.cells(HIDDEN))
        layout = cls(board.rows, board.cols, mines)
        wrong = (layout.board.grid != board.grid) & (board.grid != HIDDEN)
        if wrong.any():
            r, c = (int(i) for i in np.argwhere(wrong)[0])
            raise BoardFormatError(
                f"not a layout: ({r},{c}) shows {board[r, c]} with {layout.board[r, c]} mines around it "
                "(every safe cell of a layout is open)",
                line=r + 1,
                column=c + 1,
            )
        if board.mines not in (None, layout.mines):
            raise BoardFormatError(f"not a layout: {layout.mines} mines where {board.mines} are told")
        return layout

    def to_mbf(self) -> bytes:
        """The bytes of a ``.mbf`` file. Raises :class:`BoardFormatError` where a size does not fit a byte."""
        if max(self.rows, self.cols) > 255 or self.mines > 65535:
            raise BoardFormatError(
                f"a .mbf file holds at most 255x255 cells and 65535 mines, not {self.rows}x{self.cols} "
                f"with {self.mines}"
            )
        places = [byte for r, c in sorted(self.mine_cells) for byte in (c, r)]
        return bytes([self.cols, self.rows, *self.mines.to_bytes(2, "big"), *places])

    @classmethod
    def from_mbf(cls, data: bytes) -> Layout:
        """Read the bytes of a ``.mbf`` file. Raises :class:`BoardFormatError`, with the reason."""
        if len(data) < 4:
            raise BoardFormatError(f"a .mbf file has at least 4 bytes, not {len(data)}")
        cols, rows, mines = data[0], data[1], int.from_bytes(data[2:4], "big")
        if len(data) != 4 + 2 * mines:
            raise BoardFormatError(f"a .mbf file of {mines} mines has {4 + 2 * mines} bytes, not {len(data)}")
        cells = frozenset((data[i + 1], data[i]) for i in range(4, len(data), 2))
        if len(cells) != mines:
            raise BoardFormatError(f"the .mbf file names a cell twice: {mines} mines on {len(cells)} cells")
        return cls(rows, cols, cells)

    def text(self, format: str = "canonical") -> str:
        """All cells as ``canonical`` or ``mine`` text, or one line of JSON."""
        return write_text(self.board, format)


def write_text(board: Board, format: str = "canonical") -> str:
    """A board (a position or a whole layout) as text that :meth:`Board.parse` reads back, no final newline.

    ``canonical``; ``grid`` (-1 hidden, 10 a mine; the total is told apart); ``mine``, which needs the mine
    total; ``json``, which has no place for a density. Raises
    :class:`BoardFormatError` for what the format cannot say, :class:`UnknownNameError` for other formats.
    """
    if format == "canonical":
        return str(board)
    if format == "grid":
        return "\n".join(" ".join(f"{code:2d}" for code in row) for row in board.grid.tolist())
    if format == "mine":
        if board.mines is None:
            raise BoardFormatError("a .mine text needs the mine total")
        signs = {HIDDEN: "H", MINE: "F"}
        rows = ["".join(signs.get(code, str(code)) for code in row) for row in board.grid.tolist()]
        return "\n".join([f"{board.cols}x{board.rows}x{board.mines}", *rows])
    if format == "json":
        if board.density is not None:
            raise BoardFormatError("the json format has no place for a mine density")
        signs = {HIDDEN: "#", MINE: "*"}
        rows = ["".join(signs.get(code, str(code)) for code in row) for row in board.grid.tolist()]
        return json.dumps({"board": rows} if board.mines is None else {"board": rows, "mines": board.mines})
    raise UnknownNameError(f"cannot write text in format {format!r}; known: canonical, grid, mine, json")


def encode(layouts: Iterable[Layout], format: str) -> bytes:
    """A file of layouts: texts apart by blank lines, JSON a line each; ``mbf`` holds one."""
    layouts = list(layouts)
    if format not in FORMATS:
        raise UnknownNameError(f"unknown layout format {format!r}; known: {', '.join(FORMATS)}")
    if format == "mbf":
        if len(layouts) != 1:
            raise BoardFormatError(f"a .mbf file holds one board, not {len(layouts)}")
        return layouts[0].to_mbf()
    between = "\n" if format == "json" else "\n\n"
    return (between.join(layout.text(format) for layout in layouts) + "\n").encode()


def read(path: str | Path) -> list[Layout]:
    """All layouts of a file: ``.mbf`` and ``.abf`` by their names, else any text format with all safe cells
    open, so also what ``minesolver generate`` writes.

    Raises :class:`BoardFormatError` where it holds no layouts, ``OSError`` where it cannot be read.
    """
    from .formats import parse_many, read_text

    path = Path(path)
    if path.suffix.lower() in (".mbf", ".abf"):
        return [Layout.from_mbf(path.read_bytes())]
    return [Layout.from_board(board) for board in parse_many(_only_boards(read_text(path)))]


def _only_boards(text: str) -> str:
    """JSON lines without what ``minesolver generate`` tells beside the board; other text as it is."""
    kept = []
    for line in text.splitlines():
        try:
            values = json.loads(line)
        except (json.JSONDecodeError, RecursionError):
            return text
        if not isinstance(values, dict):
            return text
        kept.append(json.dumps({name: values[name] for name in ("board", "mines") if name in values}))
    return "\n".join(kept)
