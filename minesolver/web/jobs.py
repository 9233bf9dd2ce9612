"""What the worker processes compute: one function a question, typed request in, typed answer out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ValidationError

from ..base.errors import MinesolverError
from ..base.limits import Limit
from ..questions import DEFAULTS, KEYS, WORK, RequestError, check, on_board
from . import games, grading, models, reading
from .boards import _EXACT_SHARE, TooLargeError

_CELLS = 600  # of a board under rules


def answer(job: str, request: Any, seconds: float) -> tuple[int, bytes]:
    """(HTTP status, JSON) of the question of this name; every failure is an answer too."""
    try:
        if job in WORK:
            return 200, json.dumps(_asked(job, request, seconds)).encode()
        return 200, JOBS[job](request, seconds).model_dump_json().encode()
    except Exception as error:
        status, problem = _problem(error)
        if status == 500:
            print(f"minesolver: web: {job} failed: {type(error).__name__}: {error}"[:500], file=sys.stderr)
        return status, json.dumps({"error": problem}).encode()


def _asked(command: str, given: Any, seconds: float) -> dict[str, Any]:
    """A question of the engine protocol, about a board that the page takes."""
    if not isinstance(given, dict):
        raise RequestError("a request is a JSON object")
    check(given, command)
    asked = DEFAULTS | given
    if "board" in KEYS[command]:
        board = asked["on"] = on_board(given, {})
        most = _CELLS if given.get("rules") else models.MAX_CELLS
        if len(board.cells) > most:
            raise TooLargeError(f"the page takes {most} cells, not {len(board.cells)}")
    most_seconds = _EXACT_SHARE * seconds
    return WORK[command](asked, Limit(min(asked["seconds"] or most_seconds, most_seconds), asked["states"]))


def warm_up() -> None:
    """In a worker: import what the first question of each kind would wait for."""
    sys.set_int_max_str_digits(0)  # model counts of large boards have more than 4300 digits
    for board in ("1#/##", "11/##", "0#/##"):
        keys = {"board": board, "mines": 2}
        answer("analyse", keys | {"cell": [0, 1]}, 1.0)
        answer("best_move", keys, 1.0)


_STATUS = {"too-large": 413, "missing": 503, "limit": 503, "server": 500}


def _problem(error: Exception) -> tuple[int, dict[str, Any]]:
    if isinstance(error, MinesolverError):
        problem = error.to_dict() | {"message": str(error).partition("\n")[0]}
    elif isinstance(error, MemoryError):
        problem = {"kind": "limit", "message": "this board needs more memory than there is"}
    elif isinstance(error, ValidationError):
        problem = {"kind": "board", "message": error.errors()[0]["msg"]}
    else:
        problem = {"kind": "server", "message": f"the page failed at this ({type(error).__name__})"}
    cell = getattr(error, "cell", None)
    return _STATUS.get(problem["kind"], 422), problem | ({} if cell is None else {"cell": cell})


JOBS: dict[str, Callable[[Any, float], BaseModel]] = {
    function.__name__: function
    for function in (
        reading.read, reading.replay,
        games.play, games.hint, games.policy, grading.review,
    )
}  # fmt: skip
