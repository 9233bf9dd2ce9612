"""The canonical text: ``#`` hidden, ``0``-``8`` opened, ``.`` the same as ``0``, ``*`` a known mine."""

from dataclasses import replace
from typing import Any

from ...model.board import HIDDEN, MINE, Board
from .source import DIGITS, Source, symbol_format

_FORMAT = symbol_format(
    "canonical",
    "# hidden, 0-8 or . opened, * known mine; optional first line ROWSxCOLSxMINES",
    {"#": HIDDEN, "*": MINE, **DIGITS, ".": 0},
    "# hidden, 0-8 or . opened, * a known mine",
    rank=4,
)


def _read(source: Source) -> Any:
    if source.rules is None:
        return _FORMAT.reads(source)
    from .variant import parse  # with all that it needs of the rules

    return parse(source)


def _write(board: Any) -> str:
    if isinstance(board, Board):
        return str(board)
    from .variant import write

    return write(board)


FORMAT = replace(
    _FORMAT,
    reads=_read,
    recognises=lambda source: source.rules is not None or _FORMAT.recognises(source),
    writes=_write,
    rules=True,
)
