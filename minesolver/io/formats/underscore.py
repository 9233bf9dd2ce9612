"""The decision-process notebook's board: ``#`` hidden, ``_`` an opened zero, digits, ``B`` a bomb."""

from ...model.board import HIDDEN, MINE
from .source import Source, symbol_format

_CODES = {"#": HIDDEN, "_": 0, "B": MINE, **{str(n): n for n in range(9)}}


def _recognises(source: Source) -> bool:
    return source.characters <= _CODES.keys() and bool(source.characters & {"_", "B"})


FORMAT = symbol_format(
    "underscore",
    "# hidden, _ opened zero, 1-8 clues, B a bomb that was opened",
    _CODES,
    "# hidden, _ or 0-8 opened, B a bomb",
    _recognises,
)
