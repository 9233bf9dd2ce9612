"""JSON: a list of rows, each a list of numbers (-1, 0-8, 10) or symbols, or a string of canonical symbols.

An object ``{"board": [...], "mines": N}`` carries the mine count along, or ``"density"``; what ``minesolver
solve --json`` and ``generate --format json`` tell beside the board is passed over.
"""

from __future__ import annotations

import json
from typing import Any

from ...base.errors import BoardFormatError
from ...base.limits import json_value
from ...model.board import HIDDEN, MINE
from .source import Format, Reading, Row, Source, check_shape, decode

_CODES = {"-1": HIDDEN, "10": MINE, "#": HIDDEN, "*": MINE, ".": 0, **{str(n): n for n in range(9)}}

_BESIDE = {
    "rows", "cols", "engine", "is_exact", "solutions", "probability", "safe", "mine_cells", "best", "prior",
    "note", "exact", "reasons", "recommend", "start", "no_guess", "seed", "index", "tries", "uncertain",
}  # fmt: skip
"""What our own commands tell of a board in the same object."""


def _recognises(source: Source) -> bool:
    return source.lines[0].lstrip().startswith(("[", "{"))


def _symbol(value: Any) -> str:
    return value if isinstance(value, str) else str(value) if type(value) is int else json.dumps(value)


def _read(source: Source) -> Reading:
    text = "\n".join(source.lines)
    first = source.first_line
    try:
        data = json_value(text)
    except json.JSONDecodeError as error:
        symbol = text[error.pos : error.pos + 1] or "end of input"
        raise BoardFormatError(
            f"not JSON: {error.msg}", line=first + error.lineno - 1, column=error.colno, symbol=symbol
        ) from None
    except RecursionError:
        raise BoardFormatError("not a board: the lists are nested too deeply", line=first) from None
    mines = density = None
    if isinstance(data, dict):
        unknown = sorted(data.keys() - {"board", "mines", "density", *_BESIDE})
        if unknown or "board" not in data:
            raise BoardFormatError(
                'an object needs the key "board" and may have "mines" or "density"'
                + (f", not {', '.join(map(repr, unknown))}" if unknown else ""),
                line=first,
                symbol=str(unknown[0]) if unknown else None,
            )
        mines, density, data = data.get("mines"), data.get("density"), data["board"]
        if density is not None and not isinstance(density, (str, int, float)):
            raise BoardFormatError(
                f'the density is a number or a text such as "1/5", not {density!r}', line=first
            )
    if not isinstance(data, list) or not all(isinstance(row, (list, str)) for row in data):
        raise BoardFormatError("a board in JSON is a list of rows, each a list or a string", line=first)
    # JSON keeps no positions: line and column are the row and column of the board, from 1.
    rows = [
        Row(row if isinstance(row, str) else list(map(_symbol, row)), r, (1).__add__)
        for r, row in enumerate(data, 1)
    ]
    if not all(rows):
        raise BoardFormatError("a row has no cells", line=list(map(bool, rows)).index(False) + 1)
    codes = decode(rows, _CODES, "json", '-1 or "#" hidden, 0-8 opened, 10 or "*" a mine')
    check_shape(rows, source)
    return Reading(codes, rows, mines, None if density is None else str(density))


FORMAT = Format(
    "json",
    'a list of rows of -1, 0-8, 10 (or strings of canonical symbols), or {"board": [...], "mines": N}',
    _recognises,
    lambda source: len(source.lines) + 1,
    _read,
)
