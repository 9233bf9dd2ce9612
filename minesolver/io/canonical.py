"""The quick way for the usual text: hidden cells ``#``, clues and mines in rows of one length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..base.errors import BoardFormatError
from ..model.board import HIDDEN, MAX_CELLS, MINE, Board

if TYPE_CHECKING:
    import numpy.typing as npt

_NO_CODE = 127
_CODE_OF_SIGN = {"#": 255, "*": 10, **{str(clue): clue for clue in range(9)}}  # 255: -1 as int8
_CODES = bytes(_CODE_OF_SIGN.get(chr(byte), _NO_CODE) for byte in range(256))
_SIGNS = "".join(_CODE_OF_SIGN).encode()
_MAX_DIGITS = 9  # of a size: no board that this machine holds has more


def canonical_board(text: str, options: dict[str, Any]) -> Board | None:
    """The board of a text that is surely canonical; None: it has to be looked at closely.

    options: Of :func:`minesolver.io.formats.parse`; but for ``mines`` and this format none may be given
    """
    mine_count = None
    for name, value in options.items():
        if name == "mines":
            mine_count = value
        elif name == "format" and isinstance(value, str) and value == "canonical":
            continue
        elif value is not None and value is not False:
            return None
    # A hidden cell as "#", or a first line of ours, and nothing but clues and mines beside it: nothing else
    # has that.
    if not text.isascii() or ("#" not in text and "x" not in text):
        return None

    # Bytes are translated and compared as a whole: no line is looked at on its own.
    data = text.encode()
    if data[-1:] == b"\n":
        data = data[:-1]

    # A first line "9x9x10" has the size and the mine count; what the caller says of the mines goes before it.
    first_line, _, lines_after = data.partition(b"\n")
    if b"x" not in first_line:
        cells = _cells(data, len(first_line))
        if cells is None and b" " in first_line:
            cells = _cells_apart(data)
            # The sign of a comment may stand before each row.
            if cells is not None and any((cells[:, 0] == code).all() for code in (HIDDEN, MINE)):
                return None
    else:
        header = _header(first_line)
        if header is None:
            return None
        rows, cols, header_mines = header
        cells = _cells(lines_after, cols)
        if cells is None and b" " in lines_after[:2]:
            cells = _cells_apart(lines_after)
        if cells is None or len(cells) != rows:
            return None
        if mine_count is None:
            mine_count = header_mines
    if cells is None or cells.size > MAX_CELLS:
        return None
    try:
        return Board(cells, mine_count)
    except BoardFormatError:
        return None  # said again with its line and column


def _header(line: bytes) -> tuple[int, int, int | None] | None:
    """(rows, columns, mines) of a first line that has nothing else; ``?``: the number of mines is unknown."""
    numbers = line.split(b"x")
    if len(numbers) != 3:
        return None
    is_count_unknown = numbers[2] == b"?"
    known_numbers = numbers[:2] if is_count_unknown else numbers
    if not all(digits.isdigit() and len(digits) <= _MAX_DIGITS for digits in known_numbers):
        return None
    return int(numbers[0]), int(numbers[1]), None if is_count_unknown else int(numbers[2])


def _cells_apart(data: bytes) -> npt.NDArray[np.int8] | None:
    """As :func:`_cells`, of rows with one blank between all cells."""
    first_row, _, _ = data.partition(b"\n")
    cols = len(first_row) // 2 + 1
    between = data[1::2] + b"\n" * (len(data) % 2)
    row_count = len(between) // cols
    if between != (b" " * (cols - 1) + b"\n") * row_count or not row_count:
        return None
    tight = data[::2]
    rows = [tight[start : start + cols] for start in range(0, len(tight), cols)]
    # What counts up may number the rows or the columns.
    first_column = tight[::cols]
    if first_column[:2] in (b"01", b"12") or rows[0][:2] in (b"01", b"12"):
        return None
    return _cells(b"\n".join(rows), cols)


def _cells(data: bytes, cols: int) -> npt.NDArray[np.int8] | None:
    """The codes of rows of one length, by rows; None: they are not, or have other signs."""
    # All rows are of one length where line breaks stand every so many bytes, and nowhere else.
    rows, surplus_bytes = divmod(len(data) + 1, cols + 1)
    if surplus_bytes:
        return None
    cells = data.translate(_CODES, b"\n")
    row_ends = data[cols :: cols + 1]
    if len(cells) != rows * cols or row_ends != b"\n" * (rows - 1):
        return None
    if data.translate(None, _SIGNS + b"\n"):
        return None
    return np.frombuffer(cells, np.int8).reshape(rows, cols)
