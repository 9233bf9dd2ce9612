"""Layouts as bytes: width and height (a byte each), the number of mines (two bytes, high byte first), then
column and row (a byte each) of every mine.

Arbiter's ``.abf`` is read as the same: JSMinesweeper, which opens both, makes no difference between them.
"""

from ...base.errors import BoardFormatError, counted
from ...model.board import HIDDEN, Board
from ...model.layout import Layout
from .source import Format, Source


def _read(source: Source) -> Board:
    data = source.data
    if len(data) < 4:
        raise BoardFormatError(f"a .mbf file has at least 4 bytes, not {len(data)}")
    cols, rows, mine_count = data[0], data[1], int.from_bytes(data[2:4], "big")
    if len(data) != 4 + 2 * mine_count:
        raise BoardFormatError(
            f"a .mbf file of {counted(mine_count, 'mine')} has {4 + 2 * mine_count} bytes, not {len(data)}"
        )
    cells = frozenset(zip(data[5::2], data[4::2], strict=True))
    if len(cells) != mine_count:
        mines_on_cells = f"{counted(mine_count, 'mine')} on {counted(len(cells), 'cell')}"
        raise BoardFormatError(f"the .mbf file names a cell twice: {mines_on_cells}")
    board = Layout(rows, cols, cells).board
    return board if source.mines is None else Board(board.grid, source.mines)


def _write(board: Board) -> bytes:
    if HIDDEN in board.grid:
        raise BoardFormatError("a .mbf file holds a whole board, and this one has hidden cells")
    layout = Layout.from_board(board)
    if max(board.shape) > 255 or layout.mines > 65535:
        raise BoardFormatError(
            f"a .mbf file holds at most 255x255 cells and 65535 mines, not {board.rows}x{board.cols} "
            f"with {layout.mines}"
        )
    mine_bytes = b"".join(bytes([col, row]) for row, col in sorted(layout.mine_cells))
    return bytes([board.cols, board.rows, *layout.mines.to_bytes(2, "big")]) + mine_bytes


FORMAT = Format(
    "mbf",
    "bytes, of Minesweeper X and Arbiter: width, height, mine count, column and row of each mine",
    _read,
    writes=_write,
    suffixes=(".mbf", ".abf"),
)
