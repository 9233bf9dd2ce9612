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

from ...base.errors import BoardFormatError, MinesolverError, check_type, counted, quoted
from ...base.limits import json_value
from ...game import Game, Rules
from ...game.replay import Replay, ReplayOutcome, ReplayStep
from ...model.board import MAX_CELLS, Board
from ...model.layout import Layout
from ...model.variant import Field, VariantBoard
from ..formats import objects
from ..formats.ruled_boards import shown_by

_CHOICES = ("first_click", "reveal", "after_mine", "win")


def parse(text: str, source: str = "replay") -> Replay:
    """Read one game from JSON lines, ``source`` in messages. Raises BoardFormatError: with the line."""
    check_type(text, str, "a replay is read from a text")
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
    # Moves that open nothing are flags, or chords that the flags do not fit.
    steps: list[ReplayStep] = []
    idle_cells = []
    line_number = None
    try:
        game = None if header["layout"] is None else _game(header, rules)
        board = _blank(header, rules) if game is None else game.board
        for line_number, move in moves:  # noqa: B007  (which line, for the message)
            step = _step(move, board, game)
            if step is None:
                idle_cells.append(_cell(move["cell"]))
            else:
                steps.append(step)
    except MinesolverError as error:
        raise BoardFormatError(str(error), line=line_number) from None
    outcome = _outcome(tuple(steps), rules, header, len(board), game)
    layout = None
    if game is not None and rules.board == "square":
        layout = game.layout
    is_protected = rules.first_click != "none"
    return Replay(board, is_protected, tuple(steps), source, {}, tuple(idle_cells), outcome, layout)


def _rules(header: dict[str, Any]) -> Rules:
    """The rules of the game. Raises BoardFormatError: there are no such rules."""
    choices = {name: header[name] for name in (*_CHOICES, "mine_count_known") if name in header}
    choices["deal"] = header.get("deal", "hidden")
    try:
        return Rules(**choices, board=header["rules"])
    except MinesolverError as error:
        raise BoardFormatError(f"the game's line: {error}") from None


def _outcome(
    steps: tuple[ReplayStep, ...],
    rules: Rules,
    header: dict[str, Any],
    cells: int,
    game: Game | None,
) -> ReplayOutcome | None:
    """How the game ended by its rules: what the moves say, else what the game's line says."""
    mines_hit = sum(len(step.hit) for step in steps)
    if mines_hit and rules.after_mine == "lose":
        return "lost"
    if game is not None:
        return "won" if game.won else "in play"
    if header.get("outcome") in ("won", "lost"):
        return cast(ReplayOutcome, header["outcome"])
    if rules.win == "open" and rules.capacity == 1:
        shown_count = sum(len(step.shown) for step in steps)
        return "won" if shown_count - mines_hit == cells - header["mines"] else "in play"
    return None  # it depends on flags or on several mines a cell, which needs the layout


def _need(condition: bool, message: str) -> None:
    """Raises BoardFormatError: the condition does not hold."""
    if not condition:
        raise BoardFormatError(message)


def _is_size(value: Any) -> bool:
    return type(value) is int and value >= 0


def _header(header: dict[str, Any]) -> dict[str, Any]:
    """A game that can be, with what may be left out: its size and mine count, one game, a list of mines."""
    # Other lines of JSON that this program writes have sizes too: those are named for what they are.
    size_keys = ("rows", "cols", "mines")
    is_game = header.keys() >= set(size_keys) and "probability" not in header
    _need(
        is_game,
        "neither a move (cell) nor a game (rows, cols, mines); minesolver solve reads boards",
    )
    values = {
        "rules": "square",
        "shape": [header["rows"], header["cols"]],
        "layout": None,
        "shown": [],
    } | header

    def check(key: str, is_valid: bool, expected: str) -> None:
        _need(is_valid, f"{key} is {expected}, not {quoted(values.get(key))}")

    # Files are changed by hand: each value is looked at here, so that no later line trips over it.
    for key in size_keys:
        check(key, _is_size(header[key]), "a whole number")
    layout, shape = values["layout"], values["shape"]
    check("rules", isinstance(values["rules"], str), "a text")
    check("shape", isinstance(shape, list) and all(map(_is_size, shape)), "a list of sizes")
    check("layout", layout is None or isinstance(layout, list), "a list of [row, col]")
    check("shown", isinstance(values["shown"], list), "a list of cells")
    for key in (*_CHOICES, "deal"):
        check(key, isinstance(values.get(key, ""), str), "a text")
    check(
        "mine_count_known", isinstance(values.get("mine_count_known", True), bool), "true or false"
    )

    game_size = f"{counted(header['mines'], 'mine')} on {'x'.join(map(str, shape))} cells"
    _need(
        header["mines"] <= prod(shape) <= MAX_CELLS,
        f"no game: {game_size} (at most {MAX_CELLS:,} cells)",
    )
    games = header.get("games", 1)
    _need(games == 1, f"a summary of {quoted(games)} games has no moves")
    return values


def _game(header: dict[str, Any], rules: Rules) -> Game:
    mines, layout = header["mines"], header["layout"]
    # Whatever was played is looked at, also what goes on after a mine.
    played = replace(rules, first_click="none", after_mine="continue", deal="hidden")
    solution: Any
    if rules.board == "square" and all(isinstance(cell, list) for cell in layout):
        for cell in layout:
            if len(cell) != 2:
                raise BoardFormatError(f"a mine of the layout is [row, col], not {quoted(cell)}")
        solution = Layout(header["rows"], header["cols"], frozenset(map(_cell, layout))).board
    else:
        values = {"board": layout}
        for key in ("rules", "mines", "neighbours", "holes", "constraints"):
            if key in header:
                values[key] = header[key]
        solution = objects.read(values)
    _need(solution.mines == mines, f"the layout has {counted(solution.mines, 'mine')}, not {mines}")
    return Game.of(solution, map(_cell, header["shown"]), played)


def _blank(header: dict[str, Any], rules: Rules) -> Any:
    mine_count = header["mines"] if rules.mine_count_known else None
    if rules.board == "square":
        return Board.hidden(header["rows"], header["cols"], mine_count)
    return VariantBoard(Field.parse(rules.board, header["shape"]), rules.board, {}, mine_count)


def _cell(value: Any) -> Any:
    if isinstance(value, str):  # of a graph
        return value
    if (
        isinstance(value, list)
        and len(value) > 1
        and all(type(coordinate) is int for coordinate in value)
    ):
        return tuple(value)
    raise BoardFormatError(f"a cell is [row, col], not {quoted(value)}")


def _step(move: dict[str, Any], board: Any, game: Game | None) -> ReplayStep | None:
    """What a move shows; None for one that opens nothing. Raises MinesolverError: it cannot be."""
    cell = _cell(move["cell"])
    action = move.get("action", "open")
    _need(
        action in ("open", "flag", "chord"),
        f"an action is open, flag or chord, not {quoted(action)}",
    )
    seconds = move.get("seconds")
    is_time = seconds is None or (
        type(seconds) in (int, float) and isfinite(seconds) and seconds >= 0
    )
    _need(is_time, f"seconds is a number from 0 on, not {quoted(seconds)}")

    # With the layout the move is played again, and what the file says of it is not needed.
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
    says_what_it_shows = action == "open" and "shown" in move
    _need(says_what_it_shows, "a move without shown, or a chord, needs the game's layout")
    entries = move["shown"]
    if not isinstance(entries, list):
        raise BoardFormatError("shown is a list of [row, col, value]")
    shown_states: dict[Any, Any] = {}
    for entry in entries:
        is_entry = isinstance(entry, list) and len(entry) > 2 and isinstance(entry[-1], int | str)
        _need(is_entry, f"shown holds [row, col, value], not {quoted(entry)}")
        sign = entry[-1]
        shown_states[_cell(entry[:-1])] = (
            sign if isinstance(board, Board) else shown_by(str(sign), board.rules)
        )
    return ReplayStep((cell,), shown_states, seconds)
