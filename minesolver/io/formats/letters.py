"""Textbook figures: hidden cells named by distinct capital letters (or ``?``), digits opened."""

from string import ascii_uppercase

from ...base.errors import BoardFormatError
from ...model.board import HIDDEN
from .source import Format, Reading, Source, check_shape, decode, foreign_to, headed

_CODES = {"?": HIDDEN, ".": 0, **dict.fromkeys(ascii_uppercase, HIDDEN), **{str(n): n for n in range(9)}}
_OTHER_FORMATS = frozenset("UMTBHF?")


def _recognises(source: Source) -> bool:
    if not source.characters <= _CODES.keys():
        return False
    named = source.characters & set(ascii_uppercase)
    return bool(named - _OTHER_FORMATS) or ("?" in source.characters and not named)


def _read(source: Source) -> Reading:
    rows = source.symbols
    codes = decode(rows, _CODES, "letters", "A-Z or ? hidden, 0-8 or . opened")
    header = source.header
    check_shape(rows, source, (header.first, header.second) if header else None)
    named = [text for row in rows for text in row.texts if text in ascii_uppercase]
    if len(named) > len(set(named)):
        seen: set[str] = set()
        for token in (token for row in rows for token in row if token.text in ascii_uppercase):
            if token.text in seen:
                raise BoardFormatError(
                    f"letter {token.text!r} names two cells",
                    line=token.line,
                    column=token.column,
                    symbol=token.text,
                )
            seen.add(token.text)
    return headed(source, codes, rows)


FORMAT = Format(
    "letters",
    "hidden cells named by distinct letters A-Z, or ?; 0-8 opened",
    _recognises,
    foreign_to(_CODES),
    _read,
)
