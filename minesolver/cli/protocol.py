"""The engine protocol: requests as lines of JSON in, answers as lines of JSON out, while both stay open.

``docs/howto/engine-protocol.md`` is its specification. One thread does all the talking; boards are worked
on in processes, so that a request can be stopped at once, keeps its limit and never ends the session.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Container, Iterable, Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any

from ..base.errors import (
    BoardFormatError,
    EngineLimitError,
    InconsistentBoardError,
    MinesolverError,
    MissingDependencyError,
    UnknownNameError,
    quoted,
)
from ..base.limits import Limit, json_value
from ..base.version import __version__
from ..base.workers import Call, Pool, WorkerLateError
from ..engines import ENGINES
from ..io.formats import FORMATS
from ..model.board import HIDDEN, Board
from ..policies import POLICIES
from ..policies.recommend import recommend
from ..solve import analyze

PROTOCOL = 1
"""Version of the protocol: greater where a client of an earlier one would be misled."""

LONGEST = 1 << 24
"""Bytes of the longest request."""

_GRACE = 0.5  # seconds beyond its limit in which a request may still answer by itself
_MOST_WORKERS = 64
_DEFAULTS: dict[str, Any] = {
    "engine": "auto", "policy": "strongest", "seconds": None, "states": None, "workers": 1,
}  # fmt: skip
_BOARD = frozenset({"position", "board", "mines", "density", "format", "rules"})
_FIELDS: dict[str, frozenset[str]] = {
    "identify": frozenset(),
    "options": frozenset({"set"}),
    "position": _BOARD | {"open", "flag", "forget"},
    "analyse": _BOARD | {"engine", "seconds", "states", "exact", "reasons"},
    "best_move": _BOARD | {"policy", "seconds", "states"},
    "stop": frozenset({"of"}),
    "ready": frozenset(),
    "quit": frozenset(),
}


_NULL = type(None)
_TYPES: dict[str, tuple[tuple[type, ...], str]] = {
    **dict.fromkeys(("engine", "policy", "position"), ((str,), "a name")),
    **dict.fromkeys(("format", "rules"), ((str, _NULL), "a name")),
    "board": ((str, list), "a text or a list of rows"),
    "mines": ((int, _NULL), "a whole number or null"),
    "density": ((str, int, float, _NULL), "a number or a text such as 1/5"),
    "seconds": ((int, float, _NULL), "a positive number or null"),
    "states": ((int, _NULL), "a positive whole number or null"),
    "workers": ((int,), f"a whole number from 1 to {_MOST_WORKERS}"),
    "set": ((dict,), "an object of options and their values"),
    "open": ((list,), "a list of [row, col, clue]"),
    "flag": ((list,), "a list of [row, col]"),
}
"""The types that the value of a key can have, and the words for what it can be; other keys can have any."""


class RequestError(MinesolverError, ValueError):
    """A request that is none."""


def work(board: Any, command: str, name: str, limit: Limit, exact: object, reasons: object) -> dict[str, Any]:
    """The answer to a request, as it goes over the wire. Runs in a worker."""
    try:
        if command == "analyse":
            analysis = analyze(board, name, limit=limit)
            result = analysis.to_dict(exact=bool(exact), reasons=bool(reasons))
            result["seconds"] = analysis.statistics.seconds
        else:
            result = recommend(board, name, limit=limit).to_dict()
    except MinesolverError as error:
        return failure(error)
    except Exception as error:  # whatever it is, the session goes on
        return _refused("internal", f"{type(error).__name__}: {error}")
    return {"ok": True, "result": result}


def failure(error: MinesolverError) -> dict[str, Any]:
    """An error as it goes over the wire."""
    kind = next((kind for type_, kind in _KINDS.items() if isinstance(error, type_)), "board")
    answer = _refused(kind, str(error))
    if isinstance(error, BoardFormatError):
        answer["error"] |= {"line": error.line, "column": error.column, "symbol": error.symbol}
    if isinstance(error, InconsistentBoardError):
        answer["error"] |= {"clues": [list(cell) for cell in error.clues], "mine_count_needed": error.total}
    return answer


def _refused(kind: str, message: str) -> dict[str, Any]:
    return {"ok": False, "error": {"kind": kind, "message": message}}


_KINDS: dict[type[MinesolverError], str] = {
    RequestError: "request",
    InconsistentBoardError: "inconsistent",
    EngineLimitError: "limit",
    UnknownNameError: "name",
    MissingDependencyError: "missing",
}


class Session:
    """One conversation. ``send`` gets each answer, a line without its end."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._options = dict(_DEFAULTS)
        self._positions: dict[str, Any] = {}
        self._inbox: SimpleQueue[bytes | Call[dict[str, Any]]] = SimpleQueue()
        self._calls: dict[Call[dict[str, Any]], Any] = {}  # what is not yet answered, and its id
        self._ready: list[tuple[Any, set[Call[dict[str, Any]]]]] = []  # (id, what is to be answered before)
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
        if not isinstance(command, str) or command not in _FIELDS:
            raise RequestError(f"a command is one of {', '.join(_FIELDS)}, not {quoted(command)}")
        given = {name: value for name, value in request.items() if name not in ("id", "command")}
        known = ", ".join(sorted(_FIELDS[command])) or "nothing else"
        _check(given, _FIELDS[command], f"{command} takes {known}")
        if command == "quit":
            self._result(id)
            return False
        if command == "identify":
            return self._result(id, **_identity())
        if command == "options":
            return self._set(id, given.get("set", {}))
        if command == "position":
            return self._position(id, given)
        if command == "stop":
            return self._stop(id, given)
        if command == "ready":
            self._ready.append((id, set(self._calls)))
            self._tell_ready()
            return True
        if id is not None and id in self._calls.values():
            raise RequestError(f"a request of id {quoted(id)} is not yet answered")
        options = self._options | given
        name = options["engine"] if command == "analyse" else options["policy"]
        limit = Limit(options["seconds"], options["states"])
        seconds = None if limit.seconds is None else limit.seconds + _GRACE
        asked = self._board(given), command, name, limit, given.get("exact"), given.get("reasons")
        call = self._pool.submit(work, *asked, seconds=seconds)
        self._calls[call] = id
        call.add_done_callback(self._inbox.put)  # type: ignore[arg-type]
        return True

    def _set(self, id: Any, values: dict[str, Any]) -> bool:
        _check(values, _DEFAULTS, f"an option is one of {', '.join(_DEFAULTS)}")
        self._options |= values
        self._pool.resize(self._options["workers"])
        return self._result(id, **self._options)

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
        for _, before in self._ready:
            before.discard(call)
        self._tell_ready()

    def _tell_ready(self) -> None:
        while self._ready and not self._ready[0][1]:
            id, _ = self._ready.pop(0)
            self._result(id)


def _outcome(call: Call[dict[str, Any]]) -> dict[str, Any]:
    try:
        return call.result()
    except WorkerLateError:
        limit = call.work[1][3]
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


def _identity() -> dict[str, Any]:
    return {
        "name": "minesolver",
        "version": __version__,
        "protocol": PROTOCOL,
        "commands": list(_FIELDS),
        "engines": list(ENGINES.names()),
        "policies": list(POLICIES),
        "formats": list(FORMATS),
        "options": _DEFAULTS,
    }


def _check(given: dict[str, Any], known: Container[str], what: str) -> None:
    """Whether all keys are known and have values that they can have."""
    for name, value in given.items():
        if name not in known:
            raise RequestError(f"{what}, not {quoted(name)}")
        if name in _TYPES and not _fits(name, value):
            raise RequestError(f"{name} is {_TYPES[name][1]}, not {quoted(value)}")
        for registry in (ENGINES, POLICIES, FORMATS):
            if name == registry.what and value is not None:
                registry.get(value)  # says which there are


def _fits(name: str, value: Any) -> bool:
    if type(value) not in _TYPES[name][0]:
        return False
    if name in ("open", "flag"):
        width = 3 if name == "open" else 2
        return all(type(row) is list and len(row) == width and {*map(type, row)} == {int} for row in value)
    most = _MOST_WORKERS if name == "workers" else float("inf")
    return value is None or name not in ("seconds", "states", "workers") or 0 < value <= most
