"""The engine protocol: requests as lines of JSON in, answers as lines of JSON out, while both stay open.

``docs/howto/engine-protocol.md`` is its specification. One thread does all the talking; boards are worked
on in processes, so that a request can be stopped at once, keeps its limit and never ends the session.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
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
from ..base.workers import Call, Pool, WorkerDiedError, WorkerLateError
from ..engines import ENGINES
from ..io.formats import FORMATS
from ..model.board import Board
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
_FIELDS: dict[str, frozenset[str]] = {
    "identify": frozenset(),
    "options": frozenset({"set"}),
    "position": frozenset({"position", "board", "mines", "density", "format", "open", "flag", "forget"}),
    "analyse": frozenset(
        {"position", "board", "mines", "density", "format", "engine", "seconds", "states", "exact", "reasons"}
    ),
    "best_move": frozenset(
        {"position", "board", "mines", "density", "format", "policy", "seconds", "states"}
    ),
    "stop": frozenset({"of"}),
    "ready": frozenset(),
    "quit": frozenset(),
}


class RequestError(MinesolverError, ValueError):
    """A request that is none."""


@dataclass(frozen=True)
class EngineTask:
    """A board to work on, in a process."""

    board: Board
    command: str
    name: str
    limit: Limit
    exact: bool = False
    reasons: bool = False


def work(task: EngineTask) -> dict[str, Any]:
    """The answer to a task, as it goes over the wire. Runs in a worker."""
    try:
        if task.command == "analyse":
            analysis = analyze(task.board, task.name, limit=task.limit)
            result = analysis.to_dict(exact=task.exact, reasons=task.reasons)
            result["seconds"] = analysis.statistics.seconds
        else:
            result = recommend(task.board, task.name, limit=task.limit).to_dict()
    except MinesolverError as error:
        return failure(error)
    except Exception as error:  # whatever it is, the session goes on
        return _refused("internal", f"{type(error).__name__}: {error}")
    return {"ok": True, "result": result}


def failure(error: MinesolverError) -> dict[str, Any]:
    """An error as it goes over the wire."""
    details: dict[str, Any] = {"kind": _kind(error), "message": str(error)}
    if isinstance(error, BoardFormatError):
        details |= {"line": error.line, "column": error.column, "symbol": error.symbol}
    if isinstance(error, InconsistentBoardError):
        details |= {"clues": [list(cell) for cell in error.clues], "mine_count_needed": error.total}
    return {"ok": False, "error": details}


def _kind(error: MinesolverError) -> str:
    kinds: tuple[tuple[type[MinesolverError], str], ...] = (
        (RequestError, "request"),
        (InconsistentBoardError, "inconsistent"),
        (EngineLimitError, "limit"),
        (UnknownNameError, "name"),
        (MissingDependencyError, "missing"),
    )
    return next((kind for type_, kind in kinds if isinstance(error, type_)), "board")


class Session:
    """One conversation. ``send`` gets each answer, a line without its end."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._options = dict(_DEFAULTS)
        self._positions: dict[str, Board] = {}
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
        unknown = sorted(request.keys() - _FIELDS[command] - {"id", "command"})
        if unknown:
            known = ", ".join(sorted(_FIELDS[command])) or "nothing else"
            raise RequestError(f"{command} takes {known}, not {quoted(unknown[0])}")
        if command == "quit":
            self._result(id)
            return False
        if command == "identify":
            return self._result(id, **_identity())
        if command == "options":
            return self._set(id, request.get("set", {}))
        if command == "position":
            return self._position(id, request)
        if command == "stop":
            return self._stop(id, request)
        if command == "ready":
            self._ready.append((id, set(self._calls)))
            self._tell_ready()
            return True
        if id is not None and id in self._calls.values():
            raise RequestError(f"a request of id {quoted(id)} is not yet answered")
        task = self._task(command, request)
        seconds = task.limit.seconds
        call = self._pool.submit(work, task, seconds=None if seconds is None else seconds + _GRACE)
        self._calls[call] = id
        call.add_done_callback(self._inbox.put)  # type: ignore[arg-type]
        return True

    def _set(self, id: Any, values: Any) -> bool:
        if not isinstance(values, dict):
            raise RequestError("set is an object of options and their values")
        for name, value in values.items():
            if name not in _DEFAULTS:
                raise RequestError(f"an option is one of {', '.join(_DEFAULTS)}, not {quoted(name)}")
            _check(name, value)
        self._options |= values
        self._pool.resize(self._options["workers"])
        return self._result(id, **self._options)

    def _position(self, id: Any, request: dict[str, Any]) -> bool:
        name = request.get("position")
        if not isinstance(name, str):
            raise RequestError("a position needs a name: a text under the key position")
        if request.get("forget"):
            self._positions.pop(name, None)
            return self._result(id, position=name)
        if "board" in request:
            board = _board(request)
        elif name in self._positions:
            board = self._positions[name]
        else:
            raise RequestError(f"there is no position {quoted(name)}; give its board")
        board = board.open(
            {cell: code for *cell_, code in _rows(request, "open", 3) for cell in [_cell(cell_)]}
        )
        board = board.flag(*(_cell(cell) for cell in _rows(request, "flag", 2)))
        self._positions[name] = board
        hidden = len(board.where(-1))
        size = {"rows": board.rows, "cols": board.cols, "mines": board.mines, "hidden": hidden}
        return self._result(id, position=name, **size)

    def _stop(self, id: Any, request: dict[str, Any]) -> bool:
        """End the named request, or all of them; each is answered as stopped first."""
        chosen = {
            call: own for call, own in self._calls.items() if "of" not in request or own == request["of"]
        }
        for call in chosen:
            self._settle(call, _refused("stopped", "stopped on request"))
            call.cancel()
        return self._result(id, stopped=list(chosen.values()))

    def _task(self, command: str, request: dict[str, Any]) -> EngineTask:
        given = {**self._options, **{name: request[name] for name in _DEFAULTS if name in request}}
        for name in _DEFAULTS:
            _check(name, given[name])
        if "board" in request:
            if "position" in request:
                raise RequestError("a request has a board or the name of a position, not both")
            board = _board(request)
        elif isinstance(request.get("position"), str) and request["position"] in self._positions:
            board = self._positions[request["position"]]
        else:
            raise RequestError(f"there is no position {quoted(request.get('position'))}; give a board")
        name = given["engine"] if command == "analyse" else given["policy"]
        limit = Limit(given["seconds"], given["states"])
        return EngineTask(
            board, command, name, limit, bool(request.get("exact")), bool(request.get("reasons"))
        )

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
        seconds = call.work[1][0].limit.seconds
        return _refused("limit", f"not finished within its limit of {seconds:g} s")
    except WorkerDiedError as error:
        return _refused("internal", str(error))


def _refused(kind: str, message: str) -> dict[str, Any]:
    return {"ok": False, "error": {"kind": kind, "message": message}}


def lines_of(descriptor: int) -> Iterator[bytes]:
    """The lines that come; of one longer than :data:`LONGEST` its beginning only, which is no JSON.

    From the descriptor: a thread that waits within a buffered reader would hold up the process's end.
    """
    pending = b""
    cut = False
    while part := os.read(descriptor, 1 << 16):
        *lines, pending = (pending + part).split(b"\n") if b"\n" in part else (pending + part,)
        for line in lines:
            if not cut:
                yield line
            cut = False
        if len(pending) > LONGEST:
            if not cut:
                yield pending
            cut, pending = True, b""
    if pending and not cut:
        yield pending


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


def _check(name: str, value: Any) -> None:
    """Whether an option can have this value."""
    if name == "engine":
        ENGINES.get(_text(name, value))
    elif name == "policy":
        POLICIES.get(_text(name, value))
    elif name == "seconds":
        if value is not None and (
            isinstance(value, bool) or not isinstance(value, (int, float)) or not value > 0
        ):
            raise RequestError(f"seconds is a positive number or null, not {quoted(value)}")
    elif name == "states":
        if value is not None and (type(value) is not int or value < 1):
            raise RequestError(f"states is a positive whole number or null, not {quoted(value)}")
    elif type(value) is not int or not 1 <= value <= _MOST_WORKERS:
        raise RequestError(f"workers is a whole number from 1 to {_MOST_WORKERS}, not {quoted(value)}")


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise RequestError(f"{name} is a name, not {quoted(value)}")
    return value


def _board(request: dict[str, Any]) -> Board:
    """The board of a request: text in any format, or rows as the json format has them."""
    board, mines, density = request["board"], request.get("mines"), request.get("density")
    format = request.get("format")
    if mines is not None and type(mines) is not int:
        raise RequestError(f"mines is a whole number or null, not {quoted(mines)}")
    if density is not None and (isinstance(density, bool) or not isinstance(density, (str, int, float))):
        raise RequestError(f"density is a number or a text such as 1/5, not {quoted(density)}")
    if isinstance(board, list):
        board, format = json.dumps(board), "json"
    if format is not None:
        FORMATS.get(_text("format", format))
    return Board.parse(_text("board", board), mines, density=density, format=format)


def _rows(request: dict[str, Any], name: str, size: int) -> list[list[Any]]:
    rows = request.get(name, [])
    if not isinstance(rows, list) or not all(
        isinstance(row, list) and len(row) == size and all(type(part) is int for part in row) for row in rows
    ):
        wanted = "[row, col, clue]" if size == 3 else "[row, col]"
        raise RequestError(f"{name} is a list of {wanted}")
    return rows


def _cell(values: list[Any]) -> tuple[int, int]:
    return values[0], values[1]
