"""The quick way for the usual text: hidden cells ``#``, clues and mines in rows of one length."""

from typing import Any

import numpy as np

from ...base.errors import BoardFormatError
from ...model.board import Board

_NO_CODE = 127
_CODES = bytes(
    255 if sign == ord("#") else 10 if sign == ord("*") else sign - 48 if 48 <= sign <= 56 else _NO_CODE
    for sign in range(256)
)
_SIGNS = b"#*012345678"
_MOST_DIGITS = 9
_LONGEST = 20_000
"""Characters: of larger boards the analysis takes most of the time."""


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
    if len(text) > _LONGEST or "#" not in text or not text.isascii():
        return None
    # Bytes are translated and compared as a whole: no line is looked at on its own.
    data = text.encode()
    if data[-1:] == b"\n":
        data = data[:-1]
    first_line, _, rest = data.partition(b"\n")
    sizes = None
    if b"x" in first_line:
        parts = first_line.split(b"x")
        if len(parts) != 3 or not all(part.isdigit() and len(part) <= _MOST_DIGITS for part in parts):
            return None
        rows, cols, told = map(int, parts)
        sizes = (rows, cols)
        mines = told if mines is None else mines
        data = rest
    else:
        cols = len(first_line)
    # All rows are of one length where line breaks stand every so many bytes, and nowhere else.
    height, left_over = divmod(len(data) + 1, cols + 1)
    if left_over or (sizes is not None and height != sizes[0]):
        return None
    cells = data.translate(_CODES, b"\n")
    ends = data[cols :: cols + 1]
    if len(cells) != height * cols or ends != b"\n" * (height - 1) or data.translate(None, _SIGNS + b"\n"):
        return None
    try:
        return Board(np.frombuffer(cells, np.int8).reshape(height, cols), mines)
    except BoardFormatError:
        return None  # said again with its line and column
