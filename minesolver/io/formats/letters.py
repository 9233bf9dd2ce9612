"""Textbook figures: hidden cells named by distinct capital letters (or ``?``), digits opened."""

from string import ascii_uppercase

from ...base.errors import BoardFormatError
from ...model.board import HIDDEN, Board
from .source import DIGITS, Format, Source, headed, signs, table

_CODES = {"?": HIDDEN, **dict.fromkeys(ascii_uppercase, HIDDEN), **DIGITS, ".": 0}
_OTHER_FORMATS = frozenset("UMTBHF?")


def _recognises(source: Source) -> bool:
    named = source.characters & set(ascii_uppercase)
    return source.characters <= _CODES.keys() and (
        bool(named - _OTHER_FORMATS) or ("?" in source.characters and not named)
    )


def _read(source: Source) -> Board:
    board = table(source, source.symbols, _CODES, "letters format (A-Z or ? hidden, 0-8 or . opened)")
    letters = "".join(sign for row in source.symbols for sign in row.texts if sign in ascii_uppercase)
    for row in source.symbols if len(letters) > len(set(letters)) else ():
        for i, sign in enumerate(row.texts):
            if letters.count(sign) > 1:
                raise BoardFormatError(f"letter {sign!r} names two cells", **row.at(i))
    return board


def _write(board: Board) -> str:
    rows = "\n".join(signs(board, {HIDDEN: "?"} | {code: sign for sign, code in DIGITS.items()}, "letters"))
    if rows.count("?") <= len(ascii_uppercase):
        for letter in ascii_uppercase:
            rows = rows.replace("?", letter, 1)
    return headed(board, [rows])


FORMAT = Format(
    "letters",
    "hidden cells named by distinct letters A-Z, or ?; 0-8 opened",
    _read,
    _recognises,
    _write,
    _CODES,
    rank=7,
)
