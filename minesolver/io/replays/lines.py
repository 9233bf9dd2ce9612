"""Replays as JSON lines: what ``minesolver play --json`` prints, or moves on a given layout.

A line with ``rows``, ``cols`` and ``mines`` describes the game (first or last; ``play`` prints it last);
every other line is a move: ``cell``, ``action`` (``open``, ``flag`` or ``chord``; left out, ``open``) and
``shown``, rows of [row, col, value]. Where the game's line has ``layout``, the mines' cells, ``shown`` may be
left out.
"""

from __future__ import annotations

from json import JSONDecodeError
from typing import Any

from ...base.errors import BoardFormatError, RuleError, counted, quoted
from ...base.limits import json_value
from ...game import Game, Rules
from ...game.replay import Replay, ReplayStep
from ...model.board import MAX_CELLS, Cell


def parse(text: str, source: str = "replay") -> Replay:
    """Read one game from JSON lines.

    source: What to call it in messages
    Raises BoardFormatError: it is no game; with the line.
    """
    moves: list[tuple[int, dict[str, Any]]] = []
    header: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = json_value(line)
        except (JSONDecodeError, RecursionError):
            raise BoardFormatError("not a line of JSON", line=number) from None
        except BoardFormatError as error:
            raise BoardFormatError(error.message, line=number, symbol=error.symbol) from None
        if not isinstance(value, dict):
            raise BoardFormatError("a line of a replay is a JSON object", line=number)
        if "cell" in value:
            moves.append((number, value))
        elif header:
            raise BoardFormatError("a second game: a replay holds one", line=number)
        else:
            _check(value, number)
            header = value
    if not header:
        raise BoardFormatError("no line tells rows, cols and mines of the game")
    if not moves:
        raise BoardFormatError("a replay without a move")
    rows, cols, mines = header["rows"], header["cols"], header["mines"]
    game = None
    if header.get("layout") is not None:
        layout = [_cell(cell, None) for cell in header["layout"]]
        try:
            game = Game(rows, cols, mines, Rules("none", "continue"), layout=layout)
        except RuleError as error:
            raise BoardFormatError(str(error)) from None
    steps = tuple(step for move in moves if (step := _step(*move, game)) is not None)
    return Replay(rows, cols, mines, header.get("first_click", "safe") != "none", steps, source)


def _check(header: dict[str, Any], line: int) -> None:
    """A game that can be: its size and mine count, one game, a list of mines."""
    if not {"rows", "cols", "mines"} <= header.keys():
        raise BoardFormatError("neither a move (cell) nor a game (rows, cols, mines)", line=line)
    for name in ("rows", "cols", "mines"):
        if type(header[name]) is not int or header[name] < 0:
            raise BoardFormatError(f"{name} is a whole number, not {quoted(header[name])}", line=line)
    if not header["mines"] <= header["rows"] * header["cols"] <= MAX_CELLS:
        raise BoardFormatError(
            f"no game: {counted(header['mines'], 'mine')} on {header['rows']}x{header['cols']} cells "
            f"(at most {MAX_CELLS:,} cells)",
            line=line,
        )
    layout, games = header.get("layout"), header.get("games", 1)
    if layout is not None and not isinstance(layout, list):
        raise BoardFormatError(f"layout is a list of [row, col], not {quoted(layout)}", line=line)
    if games != 1:
        raise BoardFormatError(f"a summary of {quoted(games)} games has no moves", line=line)


def _cell(value: Any, line: int | None) -> Cell:
    if isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value):
        return value[0], value[1]
    raise BoardFormatError(f"a cell is [row, col], not {quoted(value)}", line=line)


def _step(line: int, move: dict[str, Any], game: Game | None) -> ReplayStep | None:
    cell = _cell(move["cell"], line)
    action = move.get("action", "open")
    if action not in ("open", "flag", "chord"):
        raise BoardFormatError(f"an action is open, flag or chord, not {quoted(action)}", line=line)
    seconds = move.get("seconds")
    if seconds is not None and not isinstance(seconds, (int, float)):
        raise BoardFormatError(f"seconds is a number, not {quoted(seconds)}", line=line)
    if game is not None:
        return _replayed(line, cell, action, seconds, game)
    if action == "flag":
        return None
    if action == "chord" or "shown" not in move:
        raise BoardFormatError("a move without shown, or a chord, needs the game's layout", line=line)
    if not isinstance(move["shown"], list):
        raise BoardFormatError("shown is a list of [row, col, value]", line=line)
    shown = {}
    for entry in move["shown"]:
        if not (isinstance(entry, list) and len(entry) == 3 and type(entry[2]) is int):
            raise BoardFormatError(f"shown holds [row, col, value], not {quoted(entry)}", line=line)
        shown[_cell(entry[:2], line)] = entry[2]
    return ReplayStep((cell,), shown, seconds)


def _replayed(line: int, cell: Cell, action: str, seconds: float | None, game: Game) -> ReplayStep | None:
    """What the move shows on the layout; None for one that opens nothing."""
    try:
        if action == "flag":
            game.flag(cell)
            return None
        if action == "open":
            return ReplayStep((cell,), game.open(cell), seconds)
        cells = game.chord_cells(cell)
        # The usual rule: a chord with the wrong number of flags does nothing.
        return ReplayStep(cells, game.chord(cell), seconds) if cells else None
    except ValueError as error:
        raise BoardFormatError(str(error), line=line) from None
