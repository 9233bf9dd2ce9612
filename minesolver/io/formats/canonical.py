"""The quick way for the usual text: hidden cells ``#``, clues and mines in rows of one length."""

from typing import Any

import numpy as np

from ...base.errors import BoardFormatError
from ...model.board import Board

_NO_CODE = 127
_CODES = bytes(
    255
    if sign == ord("#")
    else 10
    if sign == ord("*")
    else sign - 48
    if 48 <= sign <= 56
    else _NO_CODE
    for sign in range(256)
)
_SIGNS = b"#*012345678"
_MAX_DIGITS = 9  # of a size: no board that this machine holds has more
_MAX_CHARACTERS = 20_000
"""Of a text: with a larger board the analysis takes most of the time."""


def canonical_board(text: str, options: dict[str, Any]) -> Board | None:
    """The board of a text that is surely canonical; None: it has to be looked at closely.

    options: Of :func:`minesolver.io.formats.parse`; but for ``mines`` none may be given
    """
    mines = None
    for name, value in options.items():
        if name == "mines":
            mines = value
        elif value is not None and value is not False:
            return None
    # A hidden cell as "#" and nothing but clues and mines beside it: no other format has that.
    if len(text) > _MAX_CHARACTERS or "#" not in text or not text.isascii():
        return None

    # Bytes are translated and compared as a whole: no line is looked at on its own.
    data = text.encode()
    if data[-1:] == b"\n":
        data = data[:-1]

    # A first line "9x9x10" has the size and the mine count; what the caller says of the mines goes before it.
    first_line, _, lines_after = data.partition(b"\n")
    header_rows = None
    if b"x" in first_line:
        numbers = first_line.split(b"x")
        if len(numbers) != 3 or not all(
            digits.isdigit() and len(digits) <= _MAX_DIGITS for digits in numbers
        ):
            return None
        header_rows, cols, header_mines = map(int, numbers)
        if mines is None:
            mines = header_mines
        data = lines_after
    else:
        cols = len(first_line)

    # All rows are of one length where line breaks stand every so many bytes, and nowhere else.
    rows, surplus_bytes = divmod(len(data) + 1, cols + 1)
    if surplus_bytes or header_rows not in (None, rows):
        return None
    cells = data.translate(_CODES, b"\n")
    row_ends = data[cols :: cols + 1]
    if (
        len(cells) != rows * cols
        or row_ends != b"\n" * (rows - 1)
        or data.translate(None, _SIGNS + b"\n")
    ):
        return None
    try:
        return Board(np.frombuffer(cells, np.int8).reshape(rows, cols), mines)
    except BoardFormatError:
        return None  # said again with its line and column
