"""The ``.mine`` position text: ``WIDTHxHEIGHTxMINES``, then rows of cells.

``0``-``8`` opened, ``H`` hidden, ``F`` flag, ``?`` exploded mine.

A flag is read as a known mine, as the analysers that write these files do.
"""

from ...base.errors import BoardFormatError
from ...model.board import HIDDEN, MINE
from .source import Format, Reading, Source, check_shape, decode, foreign_to, headed

_CODES = {"H": HIDDEN, "F": MINE, "?": MINE, **{str(n): n for n in range(9)}}


def _recognises(source: Source) -> bool:
    if source.header is None or not source.characters <= _CODES.keys():
        return False
    if source.characters & {"H", "F"}:
        return True
    if "?" in source.characters:
        raise BoardFormatError(
            "'?' is an exploded mine in the format mine, hidden in the format letters; name the format",
            line=source.header.line + 1,
            symbol="?",
        )
    # Digits alone fit the canonical text too: only the order of the two sizes tells them apart.
    shape = (len(source.symbols), len(source.symbols[0]) if source.symbols else 0)
    sizes = (source.header.first, source.header.second)
    return sizes != shape and sizes == shape[::-1]


def _read(source: Source) -> Reading:
    header = source.header
    if header is None:
        raise BoardFormatError(
            "a .mine text starts with a line WIDTHxHEIGHTxMINES", line=source.first_line, column=1
        )
    rows = source.symbols
    codes = decode(rows, _CODES, "mine", "H hidden, F flag, ? exploded mine, 0-8 opened")
    check_shape(rows, source, (header.second, header.first))
    return headed(source, codes, rows)


FORMAT = Format(
    "mine",
    "first line WIDTHxHEIGHTxMINES; H hidden, F flag (a known mine), ? exploded mine, 0-8 opened",
    _recognises,
    foreign_to(_CODES),
    _read,
)
