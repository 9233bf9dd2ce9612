"""What the worker processes compute: the questions of the engine protocol, and reading what was dropped."""

import json
import sys
from typing import Any

from ..base.errors import MinesolverError, quoted
from ..base.limits import Limit
from ..protocol.questions import BOARD, WORK
from ..protocol.requests import DEFAULTS, KEYS, RequestError, board_of, check
from .page import MAX_CELLS
from .reading import TooLargeError, read

READ_KEYS = frozenset({"text", "data", "name", "format", "signs"})
"""Keys of ``read`` that have texts; it takes ``left`` and ``flags_are_guesses`` besides."""
_UNDER_RULES = 600  # cells
_EXACT_SHARE = 0.7
"""The part of the time limit that exact counting gets; the rest is for the layers' estimates instead."""
_STATUS = {"too-large": 413, "missing": 503, "limit": 503, "server": 500}


def answer(question: str, given: Any, seconds: float) -> tuple[int, bytes]:
    """(HTTP status, JSON) of the question of this name; every failure is an answer too."""
    try:
        if not isinstance(given, dict):
            raise RequestError("a request is a JSON object")
        return 200, json.dumps(
            _read(given) if question == "read" else _asked(question, given, seconds)
        ).encode()
    except Exception as error:
        status, problem = _problem(error)
        if status == 500:
            print(
                f"minesolver: web: {question} failed: {type(error).__name__}: {error}"[:500], file=sys.stderr
            )
        return status, json.dumps({"error": problem}).encode()


def _read(given: dict[str, Any]) -> dict[str, Any]:
    for key, value in given.items():
        if key == "left":
            if type(value) is not int:
                raise RequestError(f"left is a whole number, not {quoted(value)}")
        elif key == "flags_are_guesses":
            if type(value) is not bool:
                raise RequestError(f"flags_are_guesses is true or false, not {quoted(value)}")
        elif key not in READ_KEYS or not isinstance(value, str):
            raise RequestError(f"read takes texts under {', '.join(sorted(READ_KEYS))}")
    return read(**given)


def _asked(command: str, given: dict[str, Any], seconds: float) -> dict[str, Any]:
    """A question of the engine protocol, about a board that the page takes."""
    check(given, command)
    asked = DEFAULTS | given
    if ":" in asked["policy"]:
        raise RequestError("the page reads no files: a policy of a file is for the command line")
    if "board" in KEYS[command]:
        board = asked[BOARD] = board_of(given, {})
        most = _UNDER_RULES if given.get("rules") else MAX_CELLS
        if len(board.cells) > most:
            raise TooLargeError(f"the page takes {most} cells, not {len(board.cells)}")
    longest = _EXACT_SHARE * seconds
    return WORK[command](asked, Limit(min(asked["seconds"] or longest, longest), asked["states"]))


def warm_up() -> None:
    """In a worker: import what the first question of each kind would wait for."""
    sys.set_int_max_str_digits(0)  # model counts of large boards have more than 4300 digits
    for board in ("1#/##", "11/##", "0#/##"):
        keys = {"board": board, "mines": 2}
        answer("analyse", keys | {"cell": [0, 1]}, 1.0)
        answer("best_move", keys, 1.0)


def _problem(error: Exception) -> tuple[int, dict[str, Any]]:
    if isinstance(error, MinesolverError):
        problem = error.to_dict() | {"message": str(error).partition("\n")[0]}
    elif isinstance(error, MemoryError):
        problem = {"kind": "limit", "message": "this board needs more memory than there is"}
    else:
        problem = {"kind": "server", "message": f"the page failed at this ({type(error).__name__})"}
    cell = getattr(error, "cell", None)
    return _STATUS.get(problem["kind"], 422), problem | ({} if cell is None else {"cell": cell})
