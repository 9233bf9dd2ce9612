"""The questions of the engine protocol, answered one at a time: what its session and the page's server share.

An answer is an object of JSON; ``docs/howto/engine-protocol.md`` has them all.
"""

import json
from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict
from os import urandom
from typing import Any

from ..base.errors import MinesolverError
from ..base.limits import Limit, decimal_text
from ..base.version import __version__
from ..engine import ENGINES
from ..game.board_sizes import LEVELS, size_of
from ..game.generate import ANY, Generated, generate
from ..game.grade import grade
from ..game.judge import judge
from ..game.level_game import judge_level
from ..io.formats import FORMATS, write
from ..layers import LAYERS
from ..model.analysis import Analysis
from ..model.board import Board
from ..model.level import Level
from ..players import PLAYERS
from ..policy import POLICIES
from ..policy.recommend import recommend
from ..solver import analyze
from .parameters import RANGE, range_of
from .requests import DEFAULTS, KEYS, PROTOCOL, Request, RequestError, cell_of

Answer = dict[str, Any]
"""An object of JSON."""

BOARD = "on"
START = "from"
"""The key under which a request that is worked on has its board."""
_RECENT: dict[tuple[Any, str], Analysis] = {}
"""Exact answers of this process by (board, engine), the newest last."""
_RECENT_NUMBER = 16  # boards of a game and its undone moves; each may have megabytes of fractions


def work(command: str, request: Request, limit: Limit) -> Answer:
    """The answer to a request, as it goes over the wire. Runs in a worker."""
    try:
        return {"ok": True, "result": WORK[command](request, limit)}
    except Exception as error:  # whatever it is, the session goes on
        return failure(error)


def failure(error: Exception) -> Answer:
    """An error as it goes over the wire."""
    if isinstance(error, MinesolverError):
        return {"ok": False, "error": error.to_dict()}
    if isinstance(error, OSError):
        return refused("file", str(error))
    return refused("internal", f"{type(error).__name__}: {error}")


def refused(kind: str, message: str) -> Answer:
    """The answer to what nothing came of."""
    return {"ok": False, "error": {"kind": kind, "message": message}}


def identity() -> Answer:
    """What the package is and has, by name."""
    return {
        "name": "minesolver",
        "version": __version__,
        "protocol": PROTOCOL,
        "commands": list(KEYS),
        "engines": list(ENGINES),
        "policies": list(PLAYERS),
        "layers": list(LAYERS),
        "levels": LEVELS,
        "formats": list(FORMATS),
        "options": DEFAULTS,
    }


def _analysis(request: Request, limit: Limit) -> Analysis:
    """The analysis of the request's board, perhaps of a question just answered."""
    board, engine = request[BOARD], request["engine"]
    analysis = _RECENT.pop((board, engine), None)
    if analysis is None:
        analysis = analyze(board, engine, limit=limit)
    if analysis.is_exact:
        _RECENT[board, engine] = analysis
        for oldest_key in list(_RECENT)[:-_RECENT_NUMBER]:
            del _RECENT[oldest_key]
    return analysis


def _analyse(request: Request, limit: Limit) -> Answer:
    analysis = _analysis(request, limit)
    answer: Answer = analysis.to_dict(
        exact=bool(request.get("exact")), reasons=bool(request.get("reasons"))
    )
    if "cell" in request:
        answer["about"] = _about(request["cell"], analysis)
    answer["seconds"] = analysis.statistics.seconds
    return answer


def _about(json_cell: Any, analysis: Analysis) -> Answer:
    """What is known of one cell: its probability, and the proof step by step."""
    cell = cell_of(json_cell)
    return {
        "cell": json_cell,
        "exact": decimal_text(analysis.exact(cell)) if analysis.is_exact else None,
        "proof": [reason.to_dict() for reason in analysis.reason_chain(cell)],
    }


def _best_move(request: Request, limit: Limit) -> Answer:
    board, policy_name = request[BOARD], request["policy"]
    objective_name = request.get("objective", "wins")
    if policy_name in POLICIES:
        recent_analysis = _RECENT.get((board, "auto"))
        return recommend(
            board if recent_analysis is None else recent_analysis,
            policy_name,
            limit=limit,
            objective=objective_name,
        ).to_dict()
    if objective_name != "wins":
        raise RequestError(f"player {policy_name} has an objective of its own: leave objective out")

    # A player sees this one board, as if a game had come to it.
    if getattr(board, "cut", ()):
        raise RequestError(f"players see whole boards, and this one is {board._title}")
    player = PLAYERS.get(policy_name).on(isinstance(board, Board)).make()
    rows, cols = (1, *board.shape)[-2:]
    player.start(rows, cols, board.mines, request.get("seed", _random_seed()))
    move = player.move(board)
    answer = {
        "policy": policy_name,
        "cell": None,
        "proved": False,
        "reason": "nothing is left to open",
        "exact": False,
        "candidates": [],
    }
    if move is not None:
        answer |= asdict(move)
    return answer


def _grade(request: Request, limit: Limit) -> Answer:
    if "cell" not in request:
        raise RequestError("a grade needs a cell")
    is_flag = request.get("move") == "flag"
    cell = cell_of(request["cell"])
    return grade(_analysis(request, limit), cell, flag=is_flag, limit=limit).to_dict()


def _judge(request: Request, limit: Limit) -> Answer:
    details = not request.get("quick")
    layout = request[BOARD]
    if isinstance(layout, Level):
        if "start" in request:
            raise RequestError("a level begins with what it shows: leave start out")
        return judge_level(layout, limit=limit, details=details).to_dict()
    start_cell = cell_of(request["start"]) if "start" in request else request.get(START)
    if start_cell is None:
        raise RequestError("a layout is judged from a start cell")
    return judge(layout, start_cell, limit=limit).to_dict(details=details)


def _generate(request: Request, limit: Limit) -> Answer:
    # The size is said as on the command line, which knows what goes together.
    size_options = Namespace(
        level=request.get("level"),
        rules=request.get("rules"),
        rows=request.get("rows"),
        cols=request.get("cols"),
        mines=request.get("mines"),
    )
    *layers, rows, cols, mines = size_of(size_options)

    # How hard it is to be: a range is a text here as well.
    is_puzzle = bool(request.get("unique"))
    hardest = ANY
    if "difficulty" in request:
        try:
            hardest = range_of(request["difficulty"])
        except ValueError:
            raise RequestError(f"difficulty is {RANGE.words}") from None
    is_judged = not is_puzzle and ("difficulty" in request or "layer" in request)

    # Methods and tries are left to the generator where the request names none.
    chosen_values = {
        option_name: request[option_name]
        for option_name in ("method", "tries", "layer")
        if option_name in request
    }
    generated_boards = generate(
        rows,
        cols,
        mines,
        tuple(request["start"]) if request.get("start") is not None else None,
        layers=layers,
        board=request.get("rules") or "square",
        seed=request.get("seed", _random_seed()),
        first=request.get("index", 0),
        no_guess=bool(request.get("no_guess")),
        unique=is_puzzle,
        hardest=hardest,
        limit=limit,
        **chosen_values,
    )
    generated = next(generated_boards)
    board = generated.board if is_puzzle else generated.solution
    return as_json(generated, board, is_puzzle, is_judged)


def _random_seed() -> int:
    return int.from_bytes(urandom(4))


WORK: dict[str, Callable[[Request, Limit], Answer]] = {
    "analyse": _analyse,
    "best_move": _best_move,
    "grade": _grade,
    "judge": _judge,
    "generate": _generate,
}
"""What a worker makes of a request; under :data:`BOARD` is its board, where it takes one."""


def as_json(generated: Generated, board: Any, unique: bool, judged: bool = False) -> Answer:
    """A generated board as JSON values: its solution, or what a player gets of it; ``judged``: with its
    hardest step.
    """
    json_values: Answer = json.loads(write(board, "json"))
    if isinstance(board, Board):
        json_values |= {"rows": board.rows, "cols": board.cols}
    if generated.start is not None:
        json_values["start"] = list(generated.start)
    if unique:
        difficulty = generated.difficulty
        json_values["solution"] = json.loads(write(generated.solution, "json"))["board"]
        json_values["difficulty"] = {
            "steps": list(difficulty.steps),
            "hardest": difficulty.hardest,
            "workload": difficulty.workload,
        }
    if judged:
        json_values["facts"] = generated.judgement.facts
        json_values["layer"] = generated.judgement.layer
    json_values["no_guess"] = generated.no_guess
    json_values["seed"] = generated.seed
    json_values["index"] = generated.index
    json_values["tries"] = generated.tries
    return json_values
