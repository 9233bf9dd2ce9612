"""The ``.mine`` position text: ``WIDTHxHEIGHTxMINES``, then rows of cells.

``0``-``8`` opened, ``H`` hidden, ``F`` flag, ``?`` exploded mine. A flag is read as a known mine, as the
analysers that write these files do.
"""

from ...base.errors import BoardFormatError
from ...model.board import HIDDEN, MINE, Board
from .source import DIGITS, Format, Source, signs, table

_CODES = {"?": MINE, "F": MINE, "H": HIDDEN, **DIGITS}


def _recognises(source: Source) -> bool:
    header = source.header()
    if header is None or not source.characters <= _CODES.keys():
        return False
    if source.characters & {"H", "F"}:
        return True
    if "?" in source.characters:
        raise BoardFormatError(
            "'?' is an exploded mine in the format mine, hidden in the format letters; name the format",
            line=source.first_line + 1,
            symbol="?",
        )
    # Digits alone fit the canonical text too: only the order of the two sizes tells them apart.
    shape = (len(source.symbols), len(source.symbols[0].texts) if source.symbols else 0)
    return header.sizes != shape and header.sizes == shape[::-1]


def _read(source: Source) -> Board:
    if source.header() is None:
        raise BoardFormatError(
            "a .mine text starts with a line WIDTHxHEIGHTxMINES", line=source.first_line, column=1
        )
    wanted = "mine format (H hidden, F flag, ? exploded mine, 0-8 opened)"
    return table(source, source.symbols, _CODES, wanted, turned=True)


def _write(board: Board) -> str:
    rows = signs(board, {code: sign for sign, code in _CODES.items()}, "mine")
    if board.mines is None:
        raise BoardFormatError("a .mine text needs the mine count")
    return "\n".join([f"{board.cols}x{board.rows}x{board.mines}", *rows])


FORMAT = Format(
    "mine",
    "first line WIDTHxHEIGHTxMINES; H hidden, F flag (a known mine), ? exploded mine, 0-8 opened",
    _read,
    _recognises,
    _write,
    _CODES,
    rank=1,
)
