"""What the worker processes compute: the questions of the engine protocol, and reading what was dropped."""

import json
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...base.errors import MinesolverError
from ...base.limits import Limit
from ...protocol.parameters import (
    FLAG,
    FLAGS_ARE_GUESSES,
    FORMAT,
    LEFT,
    SIGNS,
    TEXT,
    WHOLE,
    Kind,
    Parameter,
)
from ...protocol.questions import BOARD, START, WORK
from ...protocol.requests import (
    DEFAULTS,
    KEYS,
    RequestError,
    board_of,
    check,
    check_keys,
    layout_of,
)
from .dropped_files import TooLargeError, read
from .page import MAX_CELLS

_SHAPE = Kind(
    "rows and columns",
    {
        "type": "array",
        "items": {"type": "integer", "minimum": 1},
        "minItems": 2,
        "maxItems": 2,
    },
)
READ = (
    Parameter("text", TEXT, "what was pasted"),
    Parameter("data", TEXT, "a file that was dropped, in Base64"),
    Parameter("name", TEXT, "the file's name"),
    FORMAT,
    SIGNS,
    replace(LEFT, kind=WHOLE),
    Parameter("reading", WHOLE, "which of the readings of a text is meant"),
    Parameter("whole", FLAG, "of several readings that without a hidden cell is meant"),
    Parameter("board", WHOLE, "which board of a picture that has several"),
    Parameter("shape", _SHAPE, "the size of a picture's board"),
    FLAGS_ARE_GUESSES,
)
"""The parameters of ``read``, which only the page asks."""
_MAX_CELLS_UNDER_RULES = 600
_EXACT_SHARE = 0.7
"""The part of the time limit that exact counting gets; the rest is for the layers' estimates instead."""
_SOURCE_TREE = Path(__file__).resolve().parents[3]
_FOLDERS = (str(_SOURCE_TREE), sys.prefix, sys.base_prefix, tempfile.gettempdir(), str(Path.home()))
"""What the machine keeps to itself: who reaches the page need not know how its folders are called."""
_STATUS = {"too-large": 413, "missing": 503, "limit": 503, "server": 500}


def answer(question: str, request: Any, seconds: float) -> tuple[int, bytes]:
    """(HTTP status, JSON) of the question of this name; every failure is an answer too."""
    try:
        if not isinstance(request, dict):
            raise RequestError("a request is a JSON object")
        answer_values = (
            _read(request) if question == "read" else _engine_result(question, request, seconds)
        )
        return 200, json.dumps(answer_values).encode()
    except Exception as error:
        http_status, problem = _problem(error)
        # Only what is a fault of the page belongs in the server's log, and not the whole of a board.
        if http_status == 500:
            fault_report = f"minesolver: web: {question} failed: {type(error).__name__}: {error}"
            print(fault_report[:500], file=sys.stderr)
        return http_status, json.dumps({"error": problem}).encode()


def _read(request: dict[str, Any]) -> dict[str, Any]:
    check_keys(request, READ, "read takes")
    return read(**request)


def _engine_result(command: str, request: dict[str, Any], seconds: float) -> dict[str, Any]:
    """The result of a question of the engine protocol, about a board that the page takes."""
    check(request, command)
    request_values = DEFAULTS | request
    if ":" in request_values["policy"]:
        raise RequestError("the page reads no files: a policy of a file is for the command line")
    if "board" in KEYS[command]:
        # A layout, or a level, whose board is what it shows at the beginning.
        if command == "judge":
            request_values[BOARD], request_values[START] = layout_of(request, {})
            board = getattr(request_values[BOARD], "board", request_values[BOARD])
        else:
            board = request_values[BOARD] = board_of(request, {})
        max_cells = _MAX_CELLS_UNDER_RULES if request.get("rules") else MAX_CELLS
        if len(board.cells) > max_cells:
            raise TooLargeError(f"the page takes {max_cells} cells, not {len(board.cells)}")
    exact_seconds = _EXACT_SHARE * seconds
    if request_values["seconds"]:
        exact_seconds = min(request_values["seconds"], exact_seconds)
    return WORK[command](request_values, Limit(exact_seconds, request_values["states"]))


def warm_up() -> None:
    """In a worker: import what the first question of each kind would wait for."""
    sys.set_int_max_str_digits(0)  # model counts of large boards have more than 4300 digits
    for board in ("1#/##", "11/##", "0#/##"):
        request = {"board": board, "mines": 2}
        answer("analyse", request | {"cell": [0, 1]}, 1.0)
        answer("best_move", request, 1.0)


def _problem(error: Exception) -> tuple[int, dict[str, Any]]:
    if isinstance(error, MinesolverError):
        problem_values = error.to_dict() | {"message": str(error).partition("\n")[0]}
    elif isinstance(error, MemoryError):
        problem_values = {"kind": "limit", "message": "this board needs more memory than there is"}
    else:
        problem_values = {
            "kind": "server",
            "message": f"the page failed at this ({type(error).__name__})",
        }
    problem_values["message"] = _without_folders(str(problem_values["message"]))
    cell = getattr(error, "cell", None)
    if cell is not None:
        problem_values["cell"] = cell
    return _STATUS.get(str(problem_values["kind"]), 422), problem_values


def _without_folders(message: str) -> str:
    """A message without the folders of this machine."""
    # How an extra is installed: in a checkout by its path, which only its owner can use.
    message = message.replace(f"-e '{_SOURCE_TREE}[", "'minesolver[")
    for folder in _FOLDERS:
        if len(folder) > 1:
            message = message.replace(folder, Path(folder).name)
    return message
