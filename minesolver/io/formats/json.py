"""JSON: a list of rows, each a list of numbers (-1, 0-8, 10) or symbols, or a string of canonical symbols.

An object ``{"board": [...], "mines": N}`` carries the mine count along, or ``"density"``; what ``minesolver
solve --json`` and ``generate --format json`` tell beside the board is passed over. With the keys ``rules`` or
``neighbours`` it is a board under rules, with ``cells`` or ``constraints`` a puzzle.
"""

import json
from dataclasses import replace
from typing import Any

from ...base.errors import BoardFormatError, OtherInputError, PuzzleError
from ...base.limits import json_value
from ...model.board import HIDDEN, MINE, Board
from .source import BESIDE, DIGITS, Format, Row, Source, agreed_rules, signs, table

_CODES = {"#": HIDDEN, "-1": HIDDEN, "*": MINE, "10": MINE, **DIGITS, ".": 0}
_GAME = {"layout", "games", "first_click", "policy"}
_PUZZLE = {"cells", "rules", "constraints", "neighbours", "holes"}


def _value(source: Source) -> Any:
    text, first = "\n".join(source.lines), source.first_line
    try:
        return json_value(text)
    except json.JSONDecodeError as error:
        place = {"line": first + error.lineno - 1, "column": error.colno}
        symbol = text[error.pos : error.pos + 1] or "end of input"
        raise BoardFormatError(f"not JSON: {error.msg}", symbol=symbol, **place) from None
    except RecursionError:
        raise BoardFormatError("not a board: the lists are nested too deeply", line=first) from None


def _read(source: Source) -> Any:
    data = _value(source)
    if isinstance(data, dict):
        return _read_object(source, _result(data, source.first_line))
    if source.rules is not None:
        return _puzzle(source, {"board": data})
    return _read_rows(source, data)


def _read_object(source: Source, values: dict[str, Any]) -> Any:
    if source.rules is not None or values.keys() & _PUZZLE:
        return _puzzle(source, values)
    unknown = sorted(values.keys() - {"board", "mines", "density", *BESIDE})
    if unknown or "board" not in values:
        what = 'an object needs the key "board" and may have "mines" or "density"'
        what += f", not {', '.join(map(repr, unknown))}" if unknown else ""
        raise BoardFormatError(what, line=source.first_line, symbol=unknown[0] if unknown else None)
    if source.said == (None, None):
        source = replace(source, mines=values.get("mines"), density=values.get("density"))
    return _read_rows(source, values["board"])


def _read_rows(source: Source, data: Any) -> Board:
    if not isinstance(data, list) or not all(isinstance(row, (list, str)) for row in data):
        what = "a board in JSON is a list of rows, each a list or a string"
        raise BoardFormatError(what, line=source.first_line)
    # JSON keeps no positions: line and column are the row and column of the board, from 1.
    rows = [
        Row(row if isinstance(row, str) else list(map(_symbol, row)), r, (1).__add__)
        for r, row in enumerate(data, 1)
    ]
    if not all(row.texts for row in rows):
        raise BoardFormatError("a row has no cells", line=[bool(row.texts) for row in rows].index(False) + 1)
    return table(source, rows, _CELLS)


def _result(values: dict[str, Any], line: int) -> dict[str, Any]:
    """What says a board: of an answer of the protocol its result.

    Raises OtherInputError: it is something else that this package writes; what reads it.
    """
    if values.keys() >= {"id", "ok"}:
        result = values.get("result")
        if isinstance(result, dict) and result.keys() & {"board", "cells"} and "candidates" not in result:
            return result
        what = "an answer of minesolver engine without a board: ask it to analyse or generate one"
    elif values.keys() == {"error"}:
        what = f"solve --json could not answer there: {values['error']}"
    elif "cell" in values and "board" not in values:
        what = "a move of a saved game, which minesolver review reads"
    elif "board" not in values and values.keys() >= {"rows", "cols", "mines"} and values.keys() & _GAME:
        what = "a game, not a board: minesolver review reads what play --json and Save game write"
    elif "verdicts" in values:
        what = "a review of a game, which is read by people; minesolver review makes it from a saved game"
    else:
        return values
    raise OtherInputError(what, line=line)


def _symbol(value: Any) -> str:
    return value if isinstance(value, str) else str(value) if type(value) is int else json.dumps(value)


def _puzzle(source: Source, values: dict[str, Any]) -> Any:
    from .objects import read

    if source.rules is not None and isinstance(values.get("rules", ""), str):
        values["rules"] = agreed_rules(values.get("rules", source.rules), source.rules)
    if source.said != (None, None):
        values |= {"mines": source.mines, "density": source.density}
    try:
        return read(values)
    except PuzzleError as error:
        raise PuzzleError(
            f"line {source.first_line}: {error}", cell=error.cell, constraint=error.constraint
        ) from None


def _write(board: Any) -> str:
    if not isinstance(board, Board):
        from .objects import write

        return write(board)
    density = None if board.density is None else str(board.density)
    values = {"board": signs(board, _CELLS), "mines": board.mines, "density": density}
    return json.dumps({key: value for key, value in values.items() if value is not None})


_CELLS = Format("json", '-1 or "#" hidden, 0-8 opened, 10 or "*" a mine', _read, codes=_CODES)
FORMAT = Format(
    "json",
    'a list of rows of -1, 0-8, 10 (or strings of canonical symbols), or {"board": [...], "mines": N}',
    _read,
    lambda source: source.is_json,
    _write,
    rank=0,
    rules=True,
)
