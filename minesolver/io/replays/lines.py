"""Replays as JSON lines: what ``minesolver play --json`` prints, or moves on a given layout.

A line with ``rows``, ``cols`` and ``mines``, under rules with ``rules`` and ``shape`` too, describes the game
(first or last; ``play`` prints it last); every other line is a move: ``cell``, ``action`` (``open``, ``flag``
or ``chord``; left out, ``open``) and ``shown``, rows of [row, col, value]. Where the game's line has
``layout``, the mines' cells or, under rules, the rows of the solution, ``shown`` may be left out.
"""

from json import JSONDecodeError
from math import prod
from typing import Any

from ...base.errors import BoardFormatError, MinesolverError, counted, quoted
from ...base.limits import json_value
from ...game import Game, Rules
from ...game.replay import Replay, ReplayStep
from ...model.board import MAX_CELLS, Board
from ...model.layout import Layout
from ...model.variant import Field, VariantBoard
from ..formats import objects
from ..formats.variant import state_of


def parse(text: str, source: str = "replay") -> Replay:
    """Read one game from JSON lines, ``source`` in messages. Raises BoardFormatError: with the line."""
    moves: list[tuple[int, dict[str, Any]]] = []
    header: dict[str, Any] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            value = json_value(line)
            _need(isinstance(value, dict), "a line of a replay is a JSON object")
            if "cell" in value:
                moves.append((number, value))
            else:
                _need(not header, "a second game: a replay holds one")
                header = _header(value)
        except (JSONDecodeError, RecursionError):
            raise BoardFormatError("not a line of JSON", line=number) from None
        except BoardFormatError as error:
            raise BoardFormatError(error.message, line=number, symbol=error.symbol) from None
    _need(bool(header), "no line tells rows, cols and mines of the game")
    _need(bool(moves), "a replay without a move")
    steps = []
    number = 0
    try:
        game = None if header["layout"] is None else _game(header)
        board = _blank(header) if game is None else game.board
        for number, move in moves:  # noqa: B007  (which line, for the message)
            steps.append(_step(move, board, game))
    except MinesolverError as error:
        raise BoardFormatError(str(error), line=number or None) from None
    idle = tuple(_cell(move["cell"]) for (_, move), step in zip(moves, steps, strict=True) if step is None)
    protected, made = header.get("first_click", "safe") != "none", tuple(filter(None, steps))
    return Replay(board, protected, made, source, {}, idle)


def _need(holds: bool, what: str) -> None:
    if not holds:
        raise BoardFormatError(what)


def _whole(value: Any) -> bool:
    return type(value) is int and value >= 0


def _header(header: dict[str, Any]) -> dict[str, Any]:
    """A game that can be, with what may be left out: its size and mine count, one game, a list of mines."""
    names = ("rows", "cols", "mines")
    _need(header.keys() >= {*names}, "neither a move (cell) nor a game (rows, cols, mines)")
    found = {
        "rules": "square",
        "shape": [header["rows"], header["cols"]],
        "layout": None,
        "shown": [],
    } | header
    layout, shape = found["layout"], found["shape"]
    for name, good, what in (
        *((name, _whole(header[name]), "a whole number") for name in names),
        ("rules", isinstance(found["rules"], str), "a text"),
        ("shape", isinstance(shape, list) and all(map(_whole, shape)), "a list of sizes"),
        ("layout", layout is None or isinstance(layout, list), "a list of [row, col]"),
        ("shown", isinstance(found["shown"], list), "a list of cells"),
    ):
        _need(good, f"{name} is {what}, not {quoted(found[name])}")
    size = f"{counted(header['mines'], 'mine')} on {'x'.join(map(str, shape))} cells"
    _need(header["mines"] <= prod(shape) <= MAX_CELLS, f"no game: {size} (at most {MAX_CELLS:,} cells)")
    games = header.get("games", 1)
    _need(games == 1, f"a summary of {quoted(games)} games has no moves")
    return found


def _game(header: dict[str, Any]) -> Game:
    mines, layout = header["mines"], header["layout"]
    rules = Rules("none", "continue", reveal=header.get("reveal", "cascade"), board=header["rules"])
    solution: Any
    if rules.board == "square":
        solution = Layout(header["rows"], header["cols"], frozenset(map(_cell, layout))).board
    else:
        kept = ("rules", "mines", "neighbours")
        solution = objects.read({k: header[k] for k in kept if k in header} | {"board": layout})
    _need(solution.mines == mines, f"the layout has {counted(solution.mines, 'mine')}, not {mines}")
    return Game.of(solution, map(_cell, header["shown"]), rules)


def _blank(header: dict[str, Any]) -> Any:
    rows, cols, mines, rules = (header[name] for name in ("rows", "cols", "mines", "rules"))
    if rules == "square":
        return Board.hidden(rows, cols, mines)
    return VariantBoard(Field.parse(rules, header["shape"]), rules, {}, mines)


def _cell(value: Any) -> Any:
    if isinstance(value, str):  # of a graph
        return value
    if isinstance(value, list) and len(value) > 1 and all(type(part) is int for part in value):
        return tuple(value)
    raise BoardFormatError(f"a cell is [row, col], not {quoted(value)}")


def _step(move: dict[str, Any], board: Any, game: Game | None) -> ReplayStep | None:
    """What a move shows; None for one that opens nothing. Raises MinesolverError: it cannot be."""
    cell = _cell(move["cell"])
    action, seconds, found = move.get("action", "open"), move.get("seconds"), move.get("shown")
    _need(action in ("open", "flag", "chord"), f"an action is open, flag or chord, not {quoted(action)}")
    timed = seconds is None or isinstance(seconds, (int, float))
    _need(timed, f"seconds is a number, not {quoted(seconds)}")
    if action == "flag":
        if game is not None:
            game.flag(cell)
        return None
    if game is not None and action == "open":
        return ReplayStep((cell,), game.open(cell), seconds)
    if game is not None:
        cells = game.chord_cells(cell)
        # The usual rule: a chord with the wrong number of flags does nothing.
        return ReplayStep(cells, game.chord(cell), seconds) if cells else None
    alone = action == "open" and "shown" in move
    _need(alone, "a move without shown, or a chord, needs the game's layout")
    if not isinstance(found, list):
        raise BoardFormatError("shown is a list of [row, col, value]")
    shown: dict[Any, Any] = {}
    for entry in found:
        whole = isinstance(entry, list) and len(entry) > 2 and isinstance(entry[-1], int | str)
        _need(whole, f"shown holds [row, col, value], not {quoted(entry)}")
        sign = entry[-1]
        shown[_cell(entry[:-1])] = sign if isinstance(board, Board) else state_of(str(sign), board.rules)
    return ReplayStep((cell,), shown, seconds)
