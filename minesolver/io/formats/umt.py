"""The search methods' board: ``U`` unvisited safe, ``M`` unvisited mine, ``T`` visited mine, digits.

Such a text shows the whole truth. The player's view keeps of it what a player knows: U, M and the
available-move mark ``*`` are hidden, T is a known mine, and the mine count is that of M and T (unless a ``*``
hides what its cell is, or the text holds no M: then U may stand for any hidden cell).
"""

from dataclasses import replace

from ...model.board import HIDDEN, MINE, Board
from .source import DIGITS, Source, symbol_format, table

_CODES = {"U": HIDDEN, "M": HIDDEN, "*": HIDDEN, "T": MINE, **DIGITS}
_WANTED = "U unvisited safe, M unvisited mine, T visited mine, * a move, 0-8 visited"


def _read(source: Source) -> Board:
    rows = source.symbols
    counts = "M" in source.characters and "*" not in source.characters
    mines = sum(row.texts.count(sign) for row in rows for sign in "MT") if counts else None
    return table(source, rows, _CODES, f"umt format ({_WANTED})", shown=mines)


FORMAT = replace(
    symbol_format(
        "umt",
        "U unvisited safe, M unvisited mine (both hidden to the solver), T visited mine, 0-8 visited",
        _CODES,
        _WANTED,
        rank=4,
        only="UMT",
        written=False,
    ),
    reads=_read,
)
