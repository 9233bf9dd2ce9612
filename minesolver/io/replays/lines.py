"""Replays as JSON lines: what ``minesolver play --json`` prints, or moves on a given layout.

A line with ``rows``, ``cols`` and ``mines`` describes the game (first or last; ``play`` prints it last);
every other line is a move: ``cell``, ``action`` (``open``, ``flag`` or ``chord``; left out, ``open``) and
``shown``, rows of [row, col, value]. Where the game's line has ``layout``, the mines' cells, ``shown`` may be
left out.
"""

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
        _need(isinstance(value, dict), "a line of a replay is a JSON object", number)
        if "cell" in value:
            moves.append((number, value))
        else:
            _need(not header, "a second game: a replay holds one", number)
            _check(value, number)
            header = value
    _need(bool(header), "no line tells rows, cols and mines of the game")
    _need(bool(moves), "a replay without a move")
    rows, cols, mines = header["rows"], header["cols"], header["mines"]
    game = None
    if header.get("layout") is not None:
        layout = [_cell(cell) for cell in header["layout"]]
        try:
            game = Game(rows, cols, mines, Rules("none", "continue"), layout=layout)
        except RuleError as error:
            raise BoardFormatError(str(error)) from None
    made = [(_step(*move, game), _cell(move[1]["cell"])) for move in moves]
    steps = tuple(step for step, _ in made if step is not None)
    idle = tuple(cell for step, cell in made if step is None)
    return Replay(rows, cols, mines, header.get("first_click", "safe") != "none", steps, source, {}, idle)


def _need(holds: bool, what: str, line: int | None = None) -> None:
    if not holds:
        raise BoardFormatError(what, line=line)


def _check(header: dict[str, Any], line: int) -> None:
    """A game that can be: its size and mine count, one game, a list of mines."""
    names = ("rows", "cols", "mines")
    _need(header.keys() >= set(names), "neither a move (cell) nor a game (rows, cols, mines)", line)
    for name, number in ((name, header[name]) for name in names):
        whole = type(number) is int and number >= 0
        _need(whole, f"{name} is a whole number, not {quoted(number)}", line)
    rows, cols, mines = (header[name] for name in names)
    size = f"{counted(mines, 'mine')} on {rows}x{cols} cells (at most {MAX_CELLS:,} cells)"
    _need(mines <= rows * cols <= MAX_CELLS, f"no game: {size}", line)
    layout, games = header.get("layout"), header.get("games", 1)
    a_list = layout is None or isinstance(layout, list)
    _need(a_list, f"layout is a list of [row, col], not {quoted(layout)}", line)
    _need(games == 1, f"a summary of {quoted(games)} games has no moves", line)


def _cell(value: Any, line: int | None = None) -> Cell:
    if isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value):
        return value[0], value[1]
    raise BoardFormatError(f"a cell is [row, col], not {quoted(value)}", line=line)


def _step(line: int, move: dict[str, Any], game: Game | None) -> ReplayStep | None:
    cell = _cell(move["cell"], line)
    action, seconds, found = move.get("action", "open"), move.get("seconds"), move.get("shown")
    known = action in ("open", "flag", "chord")
    _need(known, f"an action is open, flag or chord, not {quoted(action)}", line)
    timed = seconds is None or isinstance(seconds, (int, float))
    _need(timed, f"seconds is a number, not {quoted(seconds)}", line)
    if game is not None:
        return _replayed(line, cell, action, seconds, game)
    if action == "flag":
        return None
    alone = action == "open" and "shown" in move
    _need(alone, "a move without shown, or a chord, needs the game's layout", line)
    if not isinstance(found, list):
        raise BoardFormatError("shown is a list of [row, col, value]", line=line)
    shown = {}
    for entry in found:
        whole = isinstance(entry, list) and len(entry) == 3 and type(entry[2]) is int
        _need(whole, f"shown holds [row, col, value], not {quoted(entry)}", line)
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
