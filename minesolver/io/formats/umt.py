"""The search methods' board: ``U`` unvisited safe, ``M`` unvisited mine, ``T`` visited mine, digits.

Such a text shows the whole truth. The player's view keeps of it what a player knows: U, M and the
available-move mark ``*`` are hidden, T is a known mine, and the mine count is that of M and T (unless a ``*``
hides what its cell is, or the text holds no M: then U may stand for any hidden cell).
"""

from ...model.board import HIDDEN, MINE
from .source import Format, Reading, Source, check_shape, decode, foreign_to, headed

_CODES = {"U": HIDDEN, "M": HIDDEN, "*": HIDDEN, "T": MINE, **{str(n): n for n in range(9)}}


def _recognises(source: Source) -> bool:
    return source.characters <= _CODES.keys() and bool(source.characters & {"U", "M", "T"})


def _read(source: Source) -> Reading:
    rows = source.symbols
    codes = decode(
        rows, _CODES, "umt", "U unvisited safe, M unvisited mine, T visited mine, * a move, 0-8 visited"
    )
    header = source.header
    check_shape(rows, source, (header.first, header.second) if header else None)
    mines = None
    if "M" in source.characters and "*" not in source.characters:
        mines = sum(row.texts.count(sign) for row in rows for sign in "MT")
    return headed(source, codes, rows, shown_mines=mines)


FORMAT = Format(
    "umt",
    "U unvisited safe, M unvisited mine (both hidden to the solver), T visited mine, 0-8 visited",
    _recognises,
    foreign_to(_CODES),
    _read,
)
