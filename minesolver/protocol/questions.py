"""The questions of the engine protocol, answered one at a time: what its session and the page's server share.

A request is a dict of keys, an answer one of JSON values; ``docs/howto/engine-protocol.md`` has them all.
"""

import json
from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict
from os import urandom
from typing import Any

from ..base.errors import MinesolverError, quoted
from ..base.limits import Limit
from ..base.registry import meant
from ..base.version import __version__
from ..engines import ENGINES
from ..explain import chain
from ..game.generate import Generated, generate
from ..game.grade import grade
from ..game.judge import judge
from ..game.levels import LEVELS, size_of
from ..io.formats import FORMATS, write
from ..layers import LAYERS
from ..model.analysis import Analysis
from ..model.board import Board
from ..players import PLAYERS
from ..players.from_file import SUFFIX as PLAYER_FILE
from ..policies import POLICIES
from ..policies.recommend import recommend
from ..solve import analyze

PROTOCOL = 1
"""Version of the protocol: greater where a client of an earlier one would be misled."""

DEFAULTS: dict[str, Any] = {
    "engine": "auto", "policy": "strongest", "seconds": None, "states": None, "workers": 1,
}  # fmt: skip
_MOST_WORKERS = 64


class RequestError(MinesolverError, ValueError):
    """A request that is none."""

    kind = "request"


_RECENT: dict[Any, Analysis] = {}  # exact answers of this process, the newest last
_MOST_RECENT = 16


def _analysed(asked: dict[str, Any], limit: Limit) -> Analysis:
    key = asked["on"], asked["engine"]
    found = _RECENT.pop(key, None) or analyze(*key, limit=limit)
    if found.is_exact:
        _RECENT[key] = found
        for old in list(_RECENT)[:-_MOST_RECENT]:
            del _RECENT[old]
    return found


def _analyse(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    analysis = _analysed(asked, limit)
    found = analysis.to_dict(exact=bool(asked.get("exact")), reasons=bool(asked.get("reasons")))
    if "cell" in asked:
        cell = _name(asked["cell"])
        proof = [] if analysis.reason(cell) is None else chain(analysis.reasons, cell)
        exact = str(analysis.exact(cell)) if analysis.is_exact else None
        found["about"] = {"cell": asked["cell"], "exact": exact, "proof": [one.to_dict() for one in proof]}
    return found | {"seconds": analysis.statistics.seconds}


def _best_move(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    board, name = asked["on"], asked["policy"]
    if name in POLICIES:
        return recommend(_RECENT.get((board, "auto"), board), name, limit=limit).to_dict()
    player = PLAYERS.get(name).on(isinstance(board, Board)).make()
    rows, cols = (1, *board.shape)[-2:]
    player.start(rows, cols, board.mines, asked.get("seed", int.from_bytes(urandom(4))))
    move = player.move(board)
    told = {"policy": name, "cell": None, "proved": False, "reason": "nothing is left to open"}
    return told | {"exact": False, "candidates": []} | ({} if move is None else asdict(move))


def _grade(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    if "cell" not in asked:
        raise RequestError("a grade needs a cell")
    flag, cell = asked.get("move") == "flag", _name(asked["cell"])
    return grade(_analysed(asked, limit), cell, flag=flag, limit=limit).to_dict()


def _generate(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    said = Namespace(**{name: asked.get(name) for name in ("level", "rules", "rows", "cols", "mines")})
    *layers, rows, cols, mines = size_of(said)
    start, unique = asked.get("start"), bool(asked.get("unique"))
    more: dict[str, Any] = {"seed": int.from_bytes(urandom(4)), "board": asked.get("rules") or "square"}
    more |= {name: asked[name] for name in ("seed", "method", "tries") if name in asked}
    more |= {"no_guess": bool(asked.get("no_guess")), "unique": unique, "first": asked.get("index", 0)}
    place = None if start is None else tuple(start)
    found = next(generate(rows, cols, mines, place, layers=layers, limit=limit, **more))
    return as_json(found, found.board if unique else found.solution, unique)


def _judge(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    if "start" not in asked:
        raise RequestError("a layout is judged from a start cell")
    judgement = judge(asked["on"], _name(asked["start"]), limit=limit)
    return judgement.to_dict(details=not asked.get("quick"))


WORK = {
    "analyse": _analyse,
    "best_move": _best_move,
    "grade": _grade,
    "judge": _judge,
    "generate": _generate,
}
"""What a worker makes of a request's keys; under ``on`` is the board, where it takes one."""

_BOARD = frozenset({"position", "board", "mines", "density", "format", "rules"})
KEYS: dict[str, frozenset[str]] = {
    "identify": frozenset(),
    "options": frozenset({"set"}),
    "position": _BOARD | {"open", "flag", "forget"},
    "analyse": _BOARD | {"engine", "seconds", "states", "exact", "reasons", "cell"},
    "best_move": _BOARD | {"policy", "seed", "seconds", "states"},
    "grade": _BOARD | {"cell", "move", "seconds", "states"},
    "judge": _BOARD | {"start", "quick", "seconds", "states"},
    "generate": frozenset({"level", "rows", "cols", "mines", "rules", "start", "no_guess", "unique"})
    | {"method", "tries", "seed", "index", "seconds", "states"},
    "stop": frozenset({"of"}),
    "ready": frozenset(),
    "quit": frozenset(),
}
"""The keys of each command, besides ``command`` and ``id``."""


def _is(*types: type, above: int | None = None, most: float = float("inf")) -> Callable[[Any], bool]:
    """Of one of these types, and a number above and up to these; null is neither."""
    return lambda value: type(value) in types and (above is None or value is None or above < value <= most)


def _is_cell(value: Any) -> bool:
    """The numbers of a place, or the name of a cell of a graph."""
    return type(value) is str or (type(value) is list and {*map(type, value)} == {int})


def _is_opened(value: Any) -> bool:
    return type(value) is list and all(
        type(row) is list and len(row) > 1 and {*map(type, row)} <= {int, str} for row in value
    )


def _name(cell: Any) -> Any:
    return tuple(cell) if isinstance(cell, list) else cell


_NULL = type(None)
_VALUES: dict[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(("engine", "policy", "position", "method"), (_is(str), "a name")),
    **dict.fromkeys(("format", "rules"), (_is(str, _NULL), "a name")),
    **dict.fromkeys(("rows", "cols"), (_is(int, above=0), "a positive whole number")),
    **dict.fromkeys(("seed", "index"), (_is(int, above=-1), "a whole number from 0")),
    **dict.fromkeys(("states", "tries"), (_is(int, _NULL, above=0), "a positive whole number or null")),
    "board": (_is(str, list), "a text or a list of rows"),
    "mines": (_is(int, _NULL), "a whole number or null"),
    "density": (_is(str, int, float, _NULL), "a number or a text such as 1/5"),
    "seconds": (_is(int, float, _NULL, above=0), "a positive number or null"),
    "workers": (_is(int, above=0, most=_MOST_WORKERS), f"a whole number from 1 to {_MOST_WORKERS}"),
    "set": (_is(dict), "an object of options and their values"),
    "open": (_is_opened, "a list of [row, col, clue]"),
    "flag": (lambda value: type(value) is list and all(map(_is_cell, value)), "a list of [row, col]"),
    "move": (lambda value: value in ("open", "flag"), "open or flag"),
    "level": (_is(str), "a text such as 16x30/99"),
    "start": (lambda value: type(value) is list and _is_cell(value), "a cell: a list of whole numbers"),
    "cell": (_is_cell, "a cell: a list of whole numbers, or a name"),
}
"""Whether the value of a key is one that it can have, and the words for these; other keys can have any."""


def work(command: str, asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    """The answer to a request, as it goes over the wire. Runs in a worker."""
    try:
        return {"ok": True, "result": WORK[command](asked, limit)}
    except Exception as error:  # whatever it is, the session goes on
        return failure(error)


def failure(error: Exception) -> dict[str, Any]:
    """An error as it goes over the wire."""
    if isinstance(error, MinesolverError):
        return {"ok": False, "error": error.to_dict()}
    if isinstance(error, OSError):
        return refused("file", str(error))
    return refused("internal", f"{type(error).__name__}: {error}")


def refused(kind: str, message: str) -> dict[str, Any]:
    return {"ok": False, "error": {"kind": kind, "message": message}}


def identity() -> dict[str, Any]:
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


def on_board(given: dict[str, Any], positions: dict[str, Any]) -> Any:
    """The board of a request: text in any format, rows as the json format has them, or one set before."""
    if "board" not in given:
        if given.get("position") not in positions:
            raise RequestError(f"there is no position {quoted(given.get('position'))}; give a board")
        return positions[given["position"]]
    if "position" in given:
        raise RequestError("a request has a board or the name of a position, not both")
    board = given["board"]
    options: dict[str, Any] = {key: given.get(key) for key in ("density", "format", "rules")}
    if isinstance(board, list):
        board, options["format"] = json.dumps(board), "json"
    return Board.parse(board, given.get("mines"), **options)


def continued(board: Any, given: dict[str, Any]) -> Any:
    """A position with more cells open, and more known mines."""
    rows = given.get("open", [])
    changes = {name[0] if type(name[0]) is str else tuple(name): clue for *name, clue in rows}
    if not isinstance(board, Board):
        from ..io.formats.variant import state_of  # with all that it needs of the rules

        changes = {name: state_of(str(clue), board.rules) for name, clue in changes.items()}
    return board.open(changes).flag(*map(_name, given.get("flag", [])))


def check(given: dict[str, Any], command: str = "") -> None:
    """Whether all keys are those of a command, or of the options, and have values that they can have."""
    known = KEYS[command] if command else DEFAULTS
    for name, value in given.items():
        if name not in known:
            names = ", ".join(sorted(known) if command else known) or "nothing else"
            what = f"{command} takes" if command else "an option is one of"
            raise RequestError(f"{what} {names}, not {quoted(name)}{meant(name, known)}")
        if name in _VALUES and not _VALUES[name][0](value):
            raise RequestError(f"{name} is {_VALUES[name][1]}, not {quoted(value)}")
        if name == "policy" and value.endswith(PLAYER_FILE):  # it would run what stands in the file
            raise RequestError("a request names no Python file: that is for minesolver play --policy FILE.py")
        for registry in (ENGINES, PLAYERS, FORMATS):
            if name == registry.what and value is not None:
                registry.get(value)  # says which there are


def as_json(generated: Generated, board: Any, unique: bool) -> dict[str, Any]:
    """A generated board as JSON values: its solution, or what a player gets of it."""
    values: dict[str, Any] = json.loads(write(board, "json"))
    if isinstance(board, Board):
        values |= {"rows": board.rows, "cols": board.cols}
    if generated.start is not None:
        values["start"] = list(generated.start)
    if unique:
        difficulty = generated.difficulty
        values["solution"] = json.loads(write(generated.solution, "json"))["board"]
        values["difficulty"] = {
            "steps": list(difficulty.steps),
            "hardest": difficulty.hardest,
            "workload": difficulty.workload,
        }
    values |= {"no_guess": generated.no_guess, "seed": generated.seed}
    return values | {"index": generated.index, "tries": generated.tries}
