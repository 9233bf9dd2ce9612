"""What a request of the engine protocol may say: its commands, their keys, and the values of these.

A request is an object of JSON; ``docs/howto/engine-protocol.md`` has all keys. The session and the page's
server check it here before anything is computed.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from ..base.errors import MinesolverError, quoted
from ..base.registry import Registry, meant
from ..engines import ENGINES
from ..io.formats import FORMATS, interpret, interpret_one, sources
from ..io.formats.pasting import Reading
from ..model.board import Board
from ..players import PLAYERS
from ..players.from_file import SUFFIX as PLAYER_FILE

Request = dict[str, Any]
"""An object of JSON, without its ``command`` and ``id`` where these are known already."""

PROTOCOL = 1
"""Version of the protocol: greater where a client of an earlier one would be misled."""

DEFAULTS: dict[str, Any] = {
    "engine": "auto",
    "policy": "strongest",
    "seconds": None,
    "states": None,
    "workers": 1,
}
"""The options of a session, which hold for all requests that do not say otherwise."""
_MOST_WORKERS = 64  # more processes than a machine of today has cores are a slip

_READING_KEYS = frozenset(
    {"mines", "density", "format", "rules", "left", "signs", "flags_are_guesses"}
)
_BOARD_KEYS = _READING_KEYS | {"position", "board"}
_LIMIT_KEYS = frozenset({"seconds", "states"})
_SIZE_KEYS = frozenset({"level", "rows", "cols", "mines", "rules"})
KEYS: dict[str, frozenset[str]] = {
    "identify": frozenset(),
    "options": frozenset({"set"}),
    "position": _BOARD_KEYS | {"open", "flag", "forget"},
    "analyse": _BOARD_KEYS | _LIMIT_KEYS | {"engine", "exact", "reasons", "cell"},
    "best_move": _BOARD_KEYS | _LIMIT_KEYS | {"policy", "seed"},
    "grade": _BOARD_KEYS | _LIMIT_KEYS | {"cell", "move"},
    "judge": _BOARD_KEYS | _LIMIT_KEYS | {"start", "quick"},
    "generate": _SIZE_KEYS
    | _LIMIT_KEYS
    | {"start", "no_guess", "unique", "method", "tries", "seed", "index"},
    "stop": frozenset({"of"}),
    "ready": frozenset(),
    "quit": frozenset(),
}
"""The keys of each command, besides ``command`` and ``id``."""


class RequestError(MinesolverError, ValueError):
    """A request that is none."""

    kind = "request"


@dataclass(frozen=True)
class _Value:
    """What the value of a key can be.

    words: The end of "KEY is ...", for messages
    accepts: Whether it is one
    """

    words: str
    accepts: Callable[[Any], bool]


def _of_type(value_text: str, *types: type, allows_null: bool = False) -> _Value:
    """A value of one of these types; ``True`` is no number."""

    def accepts(value: Any) -> bool:
        return type(value) in types or (allows_null and value is None)

    return _Value(value_text, accepts)


def _number(
    value_text: str,
    *types: type,
    lower_bound: float,
    upper_bound: float = inf,
    allows_null: bool = False,
) -> _Value:
    """A number of one of these types, above one bound and up to another."""

    def accepts(value: Any) -> bool:
        if value is None:
            return allows_null
        return type(value) in types and lower_bound < value <= upper_bound

    return _Value(value_text, accepts)


def _is_place(value: Any) -> bool:
    return type(value) is list and {*map(type, value)} == {int}


def _is_cell(value: Any) -> bool:
    """The numbers of a place, or the name of a cell of a graph."""
    return type(value) is str or _is_place(value)


def _are_cells(value: Any) -> bool:
    return type(value) is list and all(map(_is_cell, value))


def _are_opened_cells(value: Any) -> bool:
    """Lists of a cell's numbers or name, and its clue."""
    if type(value) is not list:
        return False
    for opened_cell in value:
        if (
            type(opened_cell) is not list
            or len(opened_cell) < 2
            or not {*map(type, opened_cell)} <= {int, str}
        ):
            return False
    return True


def _is_move(value: Any) -> bool:
    return value in ("open", "flag")


_NAME = _of_type("a name", str)
_NAME_OR_NULL = _of_type("a name", str, allows_null=True)
_COUNT = _number("a positive whole number", int, lower_bound=0)
_COUNT_OR_NULL = _number("a positive whole number or null", int, lower_bound=0, allows_null=True)
_NATURAL = _number("a whole number from 0", int, lower_bound=-1)
_VALUES: dict[str, _Value] = {
    "board": _of_type("a text or a list of rows", str, list),
    "cell": _Value("a cell: a list of whole numbers, or a name", _is_cell),
    "cols": _COUNT,
    "density": _of_type("a number or a text such as 1/5", str, int, float, allows_null=True),
    "engine": _NAME,
    "flag": _Value("a list of [row, col]", _are_cells),
    "flags_are_guesses": _of_type("true or false", bool),
    "format": _NAME_OR_NULL,
    "left": _of_type("a whole number or null", int, allows_null=True),
    "signs": _of_type("a text such as hidden=x mine=!", str, allows_null=True),
    "index": _NATURAL,
    "level": _of_type("a text such as 16x30/99", str),
    "method": _NAME,
    "mines": _of_type("a whole number or null", int, allows_null=True),
    "move": _Value("open or flag", _is_move),
    "open": _Value("a list of [row, col, clue]", _are_opened_cells),
    "policy": _NAME,
    "position": _NAME,
    "rows": _COUNT,
    "rules": _NAME_OR_NULL,
    "seconds": _number("a positive number or null", int, float, lower_bound=0, allows_null=True),
    "seed": _NATURAL,
    "set": _of_type("an object of options and their values", dict),
    "start": _Value("a cell: a list of whole numbers", _is_place),
    "states": _COUNT_OR_NULL,
    "tries": _COUNT_OR_NULL,
    "workers": _number(
        f"a whole number from 1 to {_MOST_WORKERS}", int, lower_bound=0, upper_bound=_MOST_WORKERS
    ),
}
"""By key; keys that are not here can have any value: whether it is true is all that is asked."""
_REGISTRIES: dict[str, Registry[Any]] = {"engine": ENGINES, "policy": PLAYERS, "format": FORMATS}
"""By key: what has the names that are its values."""


def check(request: Request, command: str = "") -> None:
    """Check that all keys are those of a command, or of the options, and have values that they can have.

    Raises RequestError: they are not; UnknownNameError: there is no engine, player or format of a name.
    """
    known_keys = KEYS[command] if command else DEFAULTS
    for request_key, request_value in request.items():
        if request_key not in known_keys:
            key_texts = ", ".join(sorted(known_keys) if command else known_keys) or "nothing else"
            sentence_start = f"{command} takes" if command else "an option is one of"
            raise RequestError(
                f"{sentence_start} {key_texts}, not {quoted(request_key)}{meant(request_key, known_keys)}"
            )
        if request_key in _VALUES and not _VALUES[request_key].accepts(request_value):
            raise RequestError(
                f"{request_key} is {_VALUES[request_key].words}, not {quoted(request_value)}"
            )
        # To look a player's file up is to run it, and that is not for whoever can send a request.
        if request_key == "policy" and request_value.endswith(PLAYER_FILE):
            raise RequestError(
                "a request names no Python file: that is for minesolver play --policy FILE.py"
            )
        if request_key in _REGISTRIES and request_value is not None:
            _REGISTRIES[request_key].get(request_value)


def board_of(request: Request, positions: Mapping[str, Any]) -> Any:
    """The board of a request: text in any format, rows as the json format has them, or one set before.

    positions: Those set before, by name
    Raises RequestError: there is none, or two; BoardFormatError: it is no board.
    """
    return reading_of(request, positions).subject


def reading_of(request: Request, positions: Mapping[str, Any]) -> Reading:
    """The board of a request with what was taken for what; as :func:`board_of`."""
    if "board" not in request:
        position_name = request.get("position")
        if position_name is None or position_name not in positions:
            raise RequestError(f"there is no position {quoted(position_name)}; give a board")
        return Reading(positions[position_name])
    if "position" in request:
        raise RequestError("a request has a board or the name of a position, not both")
    board_text, format_name = request["board"], request.get("format")
    if isinstance(board_text, list):
        board_text, format_name = json.dumps(board_text), "json"
    return interpret_one(
        board_text,
        mines=request.get("mines"),
        density=request.get("density"),
        format=format_name,
        rules=request.get("rules"),
        left=request.get("left"),
        signs=request.get("signs"),
        flags_are_guesses=bool(request.get("flags_are_guesses")),
    )


def layout_of(request: Request, positions: Mapping[str, Any]) -> tuple[Any, Any]:
    """What a request asks to be judged, a layout as a board or a level of another game, and its start cell,
    where a game ID tells one.

    Raises as :func:`board_of`.
    """
    board_text = request.get("board")
    pieces = (
        sources(board_text, format=request.get("format")) if isinstance(board_text, str) else []
    )
    if len(pieces) == 1 and "position" not in request:
        reading = interpret(pieces[0], format=request.get("format"), rules=request.get("rules"))
        if reading.level is not None:
            return reading.level, None
        if reading.layout is not None:
            return reading.layout.board, reading.start
    return board_of(request, positions), None


def continued(board: Any, request: Request) -> Any:
    """A position with more cells open, and more known mines."""
    clue_of: dict[Any, Any] = {}
    for *coordinates, clue in request.get("open", []):
        cell = coordinates[0] if type(coordinates[0]) is str else tuple(coordinates)
        clue_of[cell] = clue
    if not isinstance(board, Board):
        from ..io.formats.ruled_boards import shown_by  # with all that it needs of the rules

        clue_of = {cell: shown_by(str(clue), board.rules) for cell, clue in clue_of.items()}
    return board.open(clue_of).flag(*map(cell_of, request.get("flag", [])))


def cell_of(value: Any) -> Any:
    """A cell as boards name it, out of its JSON value."""
    return tuple(value) if isinstance(value, list) else value
