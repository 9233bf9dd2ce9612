"""Saved games as JSON lines: of ``play --json``, of :meth:`Game.record`, of the terminal and of the page.

A line with ``rows``, ``cols`` and ``mines`` describes the game (first or last; ``play`` prints it last), with
the keys that docs/files.md lists; every other line is a move: ``cell``, ``action`` (``open``, ``flag`` or
``chord``; left out, ``open``) and ``shown``, rows of [row, col, value]. Where the game's line has ``layout``,
the mines' cells or, under rules, the rows of the solution, ``shown`` may be left out.
"""

from dataclasses import replace
from json import JSONDecodeError
from math import isfinite, prod
from typing import Any, cast

from ...base.errors import BoardFormatError, MinesolverError, counted, quoted
from ...base.limits import json_value
from ...game import Game, Rules
from ...game.replay import Replay, ReplayOutcome, ReplayStep
from ...model.board import MAX_CELLS, Board
from ...model.layout import Layout
from ...model.variant import Field, VariantBoard
from ..formats import objects
from ..formats.variant import shown_by

_CHOICES = ("first_click", "reveal", "after_mine", "win")


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
            message = "not a line of JSON, as saved games are; minesolver solve reads boards"
            raise BoardFormatError(message, line=number) from None
        except BoardFormatError as error:
            raise BoardFormatError(error.message, line=number, symbol=error.symbol) from None
    _need(bool(header), "no line tells rows, cols and mines of the game")
    _need(bool(moves), "a replay without a move")
    rules = _rules(header)
    steps = []
    number = 0
    try:
        game = None if header["layout"] is None else _game(header, rules)
        board = _blank(header, rules) if game is None else game.board
        for number, move in moves:  # noqa: B007  (which line, for the message)
            steps.append(_step(move, board, game))
    except MinesolverError as error:
        raise BoardFormatError(str(error), line=number or None) from None
    idle = tuple(_cell(move["cell"]) for (_, move), step in zip(moves, steps, strict=True) if step is None)
    opening = tuple(step for step in steps if step is not None)
    outcome = _outcome(opening, rules, header, len(board), game)
    mines = None
    if game is not None and rules.board == "square":
        mines = game.layout
    return Replay(board, rules.first_click != "none", opening, source, {}, idle, outcome, mines)


def _rules(header: dict[str, Any]) -> Rules:
    """The rules of the game. Raises BoardFormatError: there are no such rules."""
    given = {name: header[name] for name in (*_CHOICES, "mine_count_known") if name in header}
    given["mines"] = header.get("deal", "hidden")
    try:
        return Rules(**given, board=header["rules"])
    except MinesolverError as error:
        raise BoardFormatError(f"the game's line: {error}") from None


def _outcome(
    steps: tuple[ReplayStep, ...], rules: Rules, header: dict[str, Any], cells: int, game: Game | None
) -> ReplayOutcome | None:
    """How the game ended by its rules: what the moves say, else what the game's line says."""
    mines_hit = sum(len(step.hit) for step in steps)
    if mines_hit and rules.after_mine == "lose":
        return "lost"
    if game is not None:
        return "won" if game.won else "in play"
    if header.get("outcome") in ("won", "lost"):
        return cast(ReplayOutcome, header["outcome"])
    if rules.win == "open":
        shown = sum(len(step.shown) for step in steps)
        return "won" if shown - mines_hit == cells - header["mines"] else "in play"
    return None  # it depends on flags, which nobody can check without the layout


def _need(holds: bool, what: str) -> None:
    if not holds:
        raise BoardFormatError(what)


def _whole(value: Any) -> bool:
    return type(value) is int and value >= 0


def _header(header: dict[str, Any]) -> dict[str, Any]:
    """A game that can be, with what may be left out: its size and mine count, one game, a list of mines."""
    names = ("rows", "cols", "mines")
    what = "neither a move (cell) nor a game (rows, cols, mines); minesolver solve reads boards"
    _need(header.keys() >= {*names} and "probability" not in header, what)
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
        *((name, isinstance(found.get(name, ""), str), "a text") for name in _CHOICES),
        ("deal", isinstance(found.get("deal", ""), str), "a text"),
        ("mine_count_known", isinstance(found.get("mine_count_known", True), bool), "true or false"),
    ):
        _need(good, f"{name} is {what}, not {quoted(found.get(name))}")
    size = f"{counted(header['mines'], 'mine')} on {'x'.join(map(str, shape))} cells"
    _need(header["mines"] <= prod(shape) <= MAX_CELLS, f"no game: {size} (at most {MAX_CELLS:,} cells)")
    games = header.get("games", 1)
    _need(games == 1, f"a summary of {quoted(games)} games has no moves")
    return found


def _game(header: dict[str, Any], rules: Rules) -> Game:
    mines, layout = header["mines"], header["layout"]
    # Whatever was played is looked at, also what goes on after a mine.
    played = replace(rules, first_click="none", after_mine="continue", mines="hidden")
    solution: Any
    if rules.board == "square" and all(isinstance(cell, list) for cell in layout):
        wrong = next((cell for cell in layout if len(cell) != 2), None)
        _need(wrong is None, f"a mine of the layout is [row, col], not {quoted(wrong)}")
        solution = Layout(header["rows"], header["cols"], frozenset(map(_cell, layout))).board
    else:
        kept = ("rules", "mines", "neighbours", "holes", "constraints")
        solution = objects.read({k: header[k] for k in kept if k in header} | {"board": layout})
    _need(solution.mines == mines, f"the layout has {counted(solution.mines, 'mine')}, not {mines}")
    return Game.of(solution, map(_cell, header["shown"]), played)


def _blank(header: dict[str, Any], rules: Rules) -> Any:
    mines = header["mines"] if rules.mine_count_known else None
    if rules.board == "square":
        return Board.hidden(header["rows"], header["cols"], mines)
    return VariantBoard(Field.parse(rules.board, header["shape"]), rules.board, {}, mines)


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
    timed = seconds is None or (type(seconds) in (int, float) and isfinite(seconds) and seconds >= 0)
    _need(timed, f"seconds is a number from 0 on, not {quoted(seconds)}")
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
        shown[_cell(entry[:-1])] = sign if isinstance(board, Board) else shown_by(str(sign), board.rules)
    return ReplayStep((cell,), shown, seconds)
