"""JSON: a list of rows, each a list of numbers (-1, 0-8, 10) or symbols, or a string of canonical symbols.

An object ``{"board": [...], "mines": N}`` carries the mine total along.
"""

from __future__ import annotations

import json
from typing import Any

from ...board import HIDDEN, MINE
from ...errors import BoardFormatError
from .source import Format, Reading, Source, Token, check_shape, decode

_CODES = {"-1": HIDDEN, "10": MINE, "#": HIDDEN, "*": MINE, ".": 0, **{str(n): n for n in range(9)}}


def _recognises(source: Source) -> bool:
    return source.lines[0].lstrip().startswith(("[", "{"))


def _symbol(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _read(source: Source) -> Reading:
    text = "\n".join(source.lines)
    first = source.first_line
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        symbol = text[error.pos : error.pos + 1] or "end of input"
        raise BoardFormatError(
            f"not JSON: {error.msg}", line=first + error.lineno - 1, column=error.colno, symbol=symbol
        ) from None
    except RecursionError:
        raise BoardFormatError("not a board: the lists are nested too deeply", line=first) from None
    mines = None
    if isinstance(data, dict):
        unknown = sorted(data.keys() - {"board", "mines"})
        if unknown or "board" not in data:
            raise BoardFormatError(
                f'an object needs the key "board" and may have "mines", not {unknown or "neither"}',
                line=first,
                symbol=str(unknown[0]) if unknown else None,
            )
        mines, data = data.get("mines"), data["board"]
    if not isinstance(data, list) or not all(isinstance(row, (list, str)) for row in data):
        raise BoardFormatError("a board in JSON is a list of rows, each a list or a string", line=first)
    # JSON keeps no positions: line and column are the row and column of the board, from 1.
    tokens = [[Token(_symbol(v), r, c) for c, v in enumerate(row, 1)] for r, row in enumerate(data, 1)]
    if any(not row for row in tokens):
        raise BoardFormatError("a row has no cells", line=[bool(row) for row in tokens].index(False) + 1)
    codes = decode(tokens, _CODES, "json", '-1 or "#" hidden, 0-8 opened, 10 or "*" a mine')
    check_shape(tokens, source)
    return Reading(codes, tokens, mines)


FORMAT = Format(
    "json",
    'a list of rows of -1, 0-8, 10 (or strings of canonical symbols), or {"board": [...], "mines": N}',
    _recognises,
    lambda source: len(source.lines) + 1,
    _read,
)
