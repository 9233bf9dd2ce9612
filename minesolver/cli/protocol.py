"""The engine protocol: requests as lines of JSON in, answers as lines of JSON out, while both stay open.

``docs/howto/engine-protocol.md`` is its specification. One thread does all the talking; boards are worked
on in processes, so that a request can be stopped at once, keeps its limit and never ends the session.
"""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Callable, Container, Iterable, Iterator
from queue import SimpleQueue
from secrets import randbits
from threading import Thread
from typing import Any

from ..base.errors import MinesolverError, quoted
from ..base.limits import Limit, json_value
from ..base.version import __version__
from ..base.workers import Call, Pool, WorkerLateError
from ..engines import ENGINES
from ..game.generate import generate
from ..game.grade import grade
from ..io.formats import FORMATS
from ..model.board import HIDDEN, Board
from ..policies import POLICIES
from ..policies.recommend import recommend
from ..solve import analyze
from .arguments import size_of
from .generate import as_json

PROTOCOL = 1
"""Version of the protocol: greater where a client of an earlier one would be misled."""

LONGEST = 1 << 24
"""Bytes of the longest request."""

_GRACE = 0.5  # seconds beyond its limit in which a request may still answer by itself
_MOST_WORKERS = 64
_DEFAULTS: dict[str, Any] = {
    "engine": "auto", "policy": "strongest", "seconds": None, "states": None, "workers": 1,
}  # fmt: skip


class RequestError(MinesolverError, ValueError):
    """A request that is none."""

    kind = "request"


def _analyse(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    analysis = analyze(asked["on"], asked["engine"], limit=limit)
    found = analysis.to_dict(exact=bool(asked.get("exact")), reasons=bool(asked.get("reasons")))
    return found | {"seconds": analysis.statistics.seconds}


def _best_move(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    return recommend(asked["on"], asked["policy"], limit=limit).to_dict()


def _grade(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    if "cell" not in asked:
        raise RequestError("a grade needs a cell")
    return grade(asked["on"], tuple(asked["cell"]), flag=asked.get("move") == "flag", limit=limit).to_dict()


def _generate(asked: dict[str, Any], limit: Limit) -> dict[str, Any]:
    said = Namespace(**{name: asked.get(name) for name in ("level", "rules", "rows", "cols", "mines")})
    *layers, rows, cols, mines = size_of(said)
    start = asked.get("start")
    unique = bool(asked.get("unique"))
    boards = generate(
        rows,
        cols,
        mines,
        None if start is None else tuple(start),
        board=asked.get("rules") or "square",
        layers=layers,
        no_guess=bool(asked.get("no_guess")),
        unique=unique,
        seed=asked.get("seed", randbits(32)),
        first=asked.get("index", 0),
        method=asked.get("method", "uniform"),
        tries=asked.get("tries"),
        limit=limit,
    )
    found = next(boards)
    return as_json(found, found.board if unique else found.solution, unique)


WORK = {"analyse": _analyse, "best_move": _best_move, "grade": _grade, "generate": _generate}
"""What a worker makes of a request's keys; under ``on`` is the board, where it takes one."""

_BOARD = frozenset({"position", "board", "mines", "density", "format", "rules"})
_KEYS: dict[str, frozenset[str]] = {
    "identify": frozenset(),
    "options": frozenset({"set"}),
    "position": _BOARD | {"open", "flag", "forget"},
    "analyse": _BOARD | {"engine", "seconds", "states", "exact", "reasons"},
    "best_move": _BOARD | {"policy", "seconds", "states"},
    "grade": _BOARD | {"cell", "move", "seconds", "states"},
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
    return type(value) is list and {*map(type, value)} == {int}


def _rows_of(width: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is list and all(_is_cell(row) and len(row) == width for row in value)


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
    "open": (_rows_of(3), "a list of [row, col, clue]"),
    "flag": (_rows_of(2), "a list of [row, col]"),
    "move": (lambda value: value in ("open", "flag"), "open or flag"),
    "level": (_is(str), "a text such as 16x30/99"),
    **dict.fromkeys(("start", "cell"), (_is_cell, "a cell: a list of whole numbers")),
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
    return _refused("internal", f"{type(error).__name__}: {error}")


def _refused(kind: str, message: str) -> dict[str, Any]:
    return {"ok": False, "error": {"kind": kind, "message": message}}


class Session:
    """One conversation. ``send`` gets each answer, a line without its end."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._said = dict(_DEFAULTS)
        self._positions: dict[str, Any] = {}
        self._inbox: SimpleQueue[bytes | Call[dict[str, Any]]] = SimpleQueue()
        self._calls: dict[Call[dict[str, Any]], Any] = {}  # what is not yet answered, and its id
        self._waiting: list[tuple[Any, set[Call[dict[str, Any]]]]] = []  # (id, what is to be answered before)
        self._pool = Pool(1)

    def run(self, lines: Iterable[bytes]) -> None:
        """Answer all requests; ends with ``quit``, or when the input has ended and all is answered."""
        Thread(target=self._forward, args=(lines,), daemon=True, name="minesolver-input").start()
        open_input = True
        with self._pool:
            self._pool.start(1)  # while the first request comes in
            while open_input or self._calls:
                event = self._inbox.get()
                if isinstance(event, Call):
                    if event in self._calls:  # and was not stopped
                        self._settle(event, _outcome(event))
                elif event == b"":
                    open_input = False
                elif not self._handle(event):
                    return

    def _forward(self, lines: Iterable[bytes]) -> None:
        """Pass lines on as they come; an empty one is the end."""
        try:
            for line in lines:
                self._inbox.put(line or b"\n")
        except (OSError, ValueError):  # the input was closed under us
            pass
        self._inbox.put(b"")

    def _answer(self, id: Any, body: dict[str, Any]) -> None:
        self._send(json.dumps({"id": id, **body}))

    def _result(self, id: Any, **result: Any) -> bool:
        self._answer(id, {"ok": True, "result": result})
        return True

    def _handle(self, line: bytes) -> bool:
        """Take one request; False where the session is to end."""
        if not line.strip():
            return True
        request: Any = None
        id: Any = None
        try:
            request = _parsed(line)
            id = request.get("id")
            if isinstance(id, (dict, list)):
                id, bad = None, id
                raise RequestError(f"an id is a text or a number, not {quoted(bad)}")
            return self._obey(id, request)
        except MinesolverError as error:
            self._answer(id, failure(error))
        return True

    def _obey(self, id: Any, request: dict[str, Any]) -> bool:
        command = request.get("command")
        if not isinstance(command, str) or command not in _KEYS:
            raise RequestError(f"a command is one of {', '.join(_KEYS)}, not {quoted(command)}")
        given = {name: value for name, value in request.items() if name not in ("id", "command")}
        known = ", ".join(sorted(_KEYS[command])) or "nothing else"
        _check(given, _KEYS[command], f"{command} takes {known}")
        if command not in WORK:
            return bool(getattr(self, f"_{command}")(id, given))
        if id is not None and id in self._calls.values():
            raise RequestError(f"a request of id {quoted(id)} is not yet answered")
        asked = self._said | given
        if "board" in _KEYS[command]:
            asked["on"] = self._board(given)
        limit = Limit(asked["seconds"], asked["states"])
        seconds = None if limit.seconds is None else limit.seconds + _GRACE
        call = self._pool.submit(work, command, asked, limit, seconds=seconds)
        self._calls[call] = id
        call.add_done_callback(self._inbox.put)  # type: ignore[arg-type]
        return True

    def _quit(self, id: Any, given: dict[str, Any]) -> bool:
        return not self._result(id)

    def _identify(self, id: Any, given: dict[str, Any]) -> bool:
        return self._result(
            id,
            name="minesolver",
            version=__version__,
            protocol=PROTOCOL,
            commands=list(_KEYS),
            engines=list(ENGINES),
            policies=list(POLICIES),
            formats=list(FORMATS),
            options=_DEFAULTS,
        )

    def _ready(self, id: Any, given: dict[str, Any]) -> bool:
        self._waiting.append((id, set(self._calls)))
        self._tell_ready()
        return True

    def _options(self, id: Any, given: dict[str, Any]) -> bool:
        values = given.get("set", {})
        _check(values, _DEFAULTS, f"an option is one of {', '.join(_DEFAULTS)}")
        self._said |= values
        self._pool.resize(self._said["workers"])
        return self._result(id, **self._said)

    def _position(self, id: Any, given: dict[str, Any]) -> bool:
        name = given.get("position")
        if name is None:
            raise RequestError("a position needs a name: a text under the key position")
        if given.get("forget"):
            self._positions.pop(name, None)
            return self._result(id, position=name)
        board = self._board({k: v for k, v in given.items() if k != "position" or "board" not in given})
        board = board.open({(row, col): clue for row, col, clue in given.get("open", [])})
        board = self._positions[name] = board.flag(*map(tuple, given.get("flag", [])))
        hidden = len(board.where(HIDDEN))
        size = {"rows": board.rows, "cols": board.cols, "mines": board.mines, "hidden": hidden}
        return self._result(id, position=name, **size)

    def _board(self, given: dict[str, Any]) -> Any:
        """The board of a request: text in any format, rows as the json format has them, or one set before."""
        if "board" not in given:
            if given.get("position") not in self._positions:
                raise RequestError(f"there is no position {quoted(given.get('position'))}; give a board")
            return self._positions[given["position"]]
        if "position" in given:
            raise RequestError("a request has a board or the name of a position, not both")
        board, options = given["board"], {key: given.get(key) for key in ("density", "format", "rules")}
        if isinstance(board, list):
            board, options["format"] = json.dumps(board), "json"
        return Board.parse(board, given.get("mines"), **options)

    def _stop(self, id: Any, request: dict[str, Any]) -> bool:
        """End the named request, or all of them; each is answered as stopped first."""
        chosen = {
            call: own for call, own in self._calls.items() if "of" not in request or own == request["of"]
        }
        for call in chosen:
            self._settle(call, _refused("stopped", "stopped on request"))
            call.cancel()
        return self._result(id, stopped=list(chosen.values()))

    def _settle(self, call: Call[dict[str, Any]], body: dict[str, Any]) -> None:
        """Answer a request that was worked on."""
        self._answer(self._calls.pop(call), body)
        for _, before in self._waiting:
            before.discard(call)
        self._tell_ready()

    def _tell_ready(self) -> None:
        while self._waiting and not self._waiting[0][1]:
            id, _ = self._waiting.pop(0)
            self._result(id)


def _outcome(call: Call[dict[str, Any]]) -> dict[str, Any]:
    try:
        return call.result()
    except WorkerLateError:
        limit = call.work[1][2]
        return _refused("limit", f"not finished within its limit of {limit.seconds:g} s")
    except Exception as error:  # its process died, or what it got or gave cannot be sent
        return _refused("internal", f"{type(error).__name__}: {error}")


def lines_of(descriptor: int) -> Iterator[bytes]:
    """The lines that come; of one longer than :data:`LONGEST` its beginning only, which is no JSON.

    From the descriptor: a thread that waits within a buffered reader would hold up the process's end.
    """
    pending, cut = bytearray(), False
    while part := os.read(descriptor, 1 << 16):
        *lines, rest = part.split(b"\n")
        for line in lines:
            if not cut:
                yield bytes(pending + line)
            pending, cut = bytearray(), False
        if not cut:
            pending += rest
            cut = len(pending) > LONGEST
            if cut:
                yield bytes(pending)
    if pending and not cut:
        yield bytes(pending)


def _parsed(line: bytes) -> dict[str, Any]:
    try:
        request = json_value(line)
    except (ValueError, RecursionError) as error:
        raise RequestError(f"a request is one line of JSON: {error}") from None
    if not isinstance(request, dict):
        raise RequestError("a request is a JSON object")
    return request


def _check(given: dict[str, Any], known: Container[str], what: str) -> None:
    """Whether all keys are known and have values that they can have."""
    for name, value in given.items():
        if name not in known:
            raise RequestError(f"{what}, not {quoted(name)}")
        if name in _VALUES and not _VALUES[name][0](value):
            raise RequestError(f"{name} is {_VALUES[name][1]}, not {quoted(value)}")
        for registry in (ENGINES, POLICIES, FORMATS):
            if name == registry.what and value is not None:
                registry.get(value)  # says which there are
