"""The engine protocol: requests as lines of JSON in, answers as lines of JSON out, while both stay open.

``docs/howto/engine-protocol.md`` is its specification. One thread does all the talking; boards are worked
on in processes, so that a request can be stopped at once, keeps its limit and never ends the session.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any

from ..base.errors import quoted
from ..base.limits import Limit, json_value
from ..base.registry import meant
from ..base.workers import Call, Pool, WorkerLateError
from . import questions
from .questions import DEFAULTS, KEYS, WORK, RequestError, check, failure, on_board, refused, work

LONGEST = 1 << 24
"""Bytes of the longest request."""

_GRACE = 0.5  # seconds beyond its limit in which a request may still answer by itself


class Session:
    """One conversation. ``send`` gets each answer, a line without its end."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._said = dict(DEFAULTS)
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
        except Exception as error:  # whatever it is, the session goes on
            self._answer(id, failure(error))
        return True

    def _obey(self, id: Any, request: dict[str, Any]) -> bool:
        command = request.get("command")
        if not isinstance(command, str) or command not in KEYS:
            near = meant(str(command), KEYS)
            raise RequestError(f"a command is one of {', '.join(KEYS)}, not {quoted(command)}{near}")
        given = {name: value for name, value in request.items() if name not in ("id", "command")}
        check(given, command)
        if command not in WORK:
            return bool(getattr(self, f"_{command}")(id, given))
        if id is not None and id in self._calls.values():
            raise RequestError(f"a request of id {quoted(id)} is not yet answered")
        asked = self._said | given
        if "board" in KEYS[command]:
            asked["on"] = on_board(given, self._positions)
        limit = Limit(asked["seconds"], asked["states"])
        seconds = None if limit.seconds is None else limit.seconds + _GRACE
        call = self._pool.submit(work, command, asked, limit, seconds=seconds)
        self._calls[call] = id
        call.add_done_callback(self._inbox.put)  # type: ignore[arg-type]
        return True

    def _quit(self, id: Any, given: dict[str, Any]) -> bool:
        return not self._result(id)

    def _identify(self, id: Any, given: dict[str, Any]) -> bool:
        return self._result(id, **questions.identity())

    def _ready(self, id: Any, given: dict[str, Any]) -> bool:
        self._waiting.append((id, set(self._calls)))
        self._tell_ready()
        return True

    def _options(self, id: Any, given: dict[str, Any]) -> bool:
        values = given.get("set", {})
        check(values)
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
        own = {k: v for k, v in given.items() if k != "position" or "board" not in given}
        board = on_board(own, self._positions)
        if given.keys() & {"open", "flag"}:
            board = questions.continued(board, given)
        self._positions[name] = board
        told = {key: value for key, value in board.described().items() if key != "board"}
        return self._result(id, position=name, **told, hidden=int(board.unknown.sum()))

    def _stop(self, id: Any, request: dict[str, Any]) -> bool:
        """End the named request, or all of them; each is answered as stopped first."""
        chosen = {
            call: own for call, own in self._calls.items() if "of" not in request or own == request["of"]
        }
        for call in chosen:
            self._settle(call, refused("stopped", "stopped on request"))
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
        return refused("limit", f"not finished within its limit of {limit.seconds:g} s")
    except Exception as error:  # its process died, or what it got or gave cannot be sent
        return refused("internal", f"{type(error).__name__}: {error}")


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
        json.dumps(request, allow_nan=False)  # NaN and infinity are no JSON, which an answer repeats
    except (ValueError, RecursionError) as error:
        raise RequestError(f"a request is one line of JSON (to {LONGEST >> 20} MiB): {error}") from None
    if not isinstance(request, dict):
        raise RequestError("a request is a JSON object")
    return request
