"""The canonical text: ``#`` hidden, ``0``-``8`` opened, ``.`` the same as ``0``, ``*`` a known mine."""

from ...model.board import HIDDEN, MINE
from .source import Source, symbol_format

_CODES = {"#": HIDDEN, "*": MINE, ".": 0, **{str(n): n for n in range(9)}}


def _recognises(source: Source) -> bool:
    return source.characters <= _CODES.keys()


FORMAT = symbol_format(
    "canonical",
    "# hidden, 0-8 or . opened, * known mine; optional first line ROWSxCOLSxMINES",
    _CODES,
    "# hidden, 0-8 or . opened, * a known mine",
    _recognises,
)
