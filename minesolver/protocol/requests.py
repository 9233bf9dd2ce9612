"""What a request of the engine protocol may say: its commands, their keys, and the values of these.

A request is an object of JSON; ``docs/howto/engine-protocol.md`` has all keys. The session and the page's
server check it here before anything is computed.
"""

import json
from collections.abc import Mapping
from typing import Any

from ..base.errors import MinesolverError, quoted
from ..base.registry import Registry, meant
from ..engine import ENGINES
from ..io.formats import FORMATS, interpret, interpret_one, sources
from ..io.formats.readings import Reading
from ..model.board import Board
from ..players import PLAYERS
from ..players.from_file import SUFFIX as PLAYER_FILE
from .parameters import QUESTIONS, SESSION, Parameter, unfit

Request = dict[str, Any]
"""An object of JSON, without its ``command`` and ``id`` where these are known already."""

PROTOCOL = 1
"""Version of the protocol: greater where a client of an earlier one would be misled."""

DEFAULTS: dict[str, Any] = {parameter.name: parameter.default for parameter in SESSION}
"""The options of a session, which hold for all requests that do not say otherwise."""
KEYS: dict[str, frozenset[str]] = {
    question: frozenset(parameter.name for parameter in parameters)
    for question, parameters in QUESTIONS.items()
}
"""The keys of each command, besides ``command`` and ``id``."""
_REGISTRIES: dict[str, Registry[Any]] = {"engine": ENGINES, "policy": PLAYERS, "format": FORMATS}
"""By key: what has the names that are its values."""


class RequestError(MinesolverError, ValueError):
    """A request that is none."""

    kind = "request"


def check(request: Request, command: str = "") -> None:
    """Check that all keys are those of a command, or of the options, and have values that they can have.

    Raises RequestError: they are not; UnknownNameError: there is no engine, player or format of a name.
    """
    parameters = QUESTIONS[command] if command else SESSION
    check_keys(request, parameters, f"{command} takes" if command else "an option is one of")

    # To look a player's file up is to run it, and that is not for whoever can send a request.
    if str(request.get("policy", "")).endswith(PLAYER_FILE):
        raise RequestError(
            "a request names no Python file: that is for minesolver play --policy FILE.py"
        )
    for request_key, registry in _REGISTRIES.items():
        if request.get(request_key) is not None:
            registry.get(request[request_key])


def check_keys(request: Request, parameters: tuple[Parameter, ...], beginning: str) -> None:
    """Check that a request has no other keys than parameters, and only values that these can have.

    beginning: Of the message where it has: "analyse takes"
    Raises RequestError: it has.
    """
    known_keys = [parameter.name for parameter in parameters]
    for request_key in request:
        if request_key not in known_keys:
            key_texts = ", ".join(known_keys) or "nothing else"
            raise RequestError(
                f"{beginning} {key_texts}, not {quoted(request_key)}{meant(request_key, known_keys)}"
            )
    parameter = unfit(parameters, request)
    if parameter is not None:
        value = quoted(request[parameter.name])
        raise RequestError(f"{parameter.name} is {parameter.kind.words}, not {value}")


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
        cut=request.get("cut"),
        reading=request.get("reading"),
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
        reading = interpret(
            pieces[0],
            format=request.get("format"),
            rules=request.get("rules"),
            cut=request.get("cut"),
            whole=True,
            reading=request.get("reading"),
        )
        if reading.level is not None:
            return reading.level, None
        if reading.layout is not None:
            return reading.layout.board, reading.start
        if request.keys().isdisjoint(("mines", "density", "left", "signs", "flags_are_guesses")):
            return reading.subject, None
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
