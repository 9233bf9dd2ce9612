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
from .questions import BOARD, START, WORK, Answer, failure, identity, refused, work
from .requests import DEFAULTS, KEYS, Request, RequestError, check, continued, layout_of, reading_of

LONGEST = 1 << 24
"""Bytes of the longest request."""

_GRACE = 0.5  # seconds beyond its limit in which a request may still answer by itself
_READ_SIZE = 1 << 16  # bytes that are asked of the input at once
RequestId = Any  # a text, a number, or nothing


class Session:
    """One conversation. ``send`` gets each answer, a line without its end."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._options = dict(DEFAULTS)
        self._positions: dict[str, Any] = {}
        self._inbox: SimpleQueue[bytes | Call[Answer]] = SimpleQueue()
        self._open_calls: dict[Call[Answer], RequestId] = {}  # what is not yet answered
        self._taken: dict[Call[Answer], tuple[str, ...]] = {}  # what their boards were read as
        # And what is to be answered before.
        self._waiting: list[tuple[RequestId, set[Call[Answer]]]] = []
        self._pool = Pool(1)

    def run(self, lines: Iterable[bytes]) -> None:
        """Answer all requests; ends with ``quit``, or when the input has ended and all is answered."""
        Thread(target=self._forward, args=(lines,), daemon=True, name="minesolver-input").start()
        input_is_open = True
        with self._pool:
            self._pool.start(1)  # while the first request comes in
            while input_is_open or self._open_calls:
                inbox_event = self._inbox.get()
                if isinstance(inbox_event, Call):
                    if inbox_event in self._open_calls:  # and was not stopped
                        self._settle(inbox_event, _outcome(inbox_event))
                elif inbox_event == b"":
                    input_is_open = False
                elif not self._handle(inbox_event):
                    return

    def _forward(self, lines: Iterable[bytes]) -> None:
        """Pass lines on as they come; an empty one is the end."""
        try:
            for request_line in lines:
                self._inbox.put(request_line or b"\n")
        except (OSError, ValueError):  # the input was closed under us
            pass
        self._inbox.put(b"")

    def _answer(self, id: RequestId, answer_body: Answer) -> None:
        self._send(json.dumps({"id": id, **answer_body}))

    def _result(self, id: RequestId, **result: Any) -> bool:
        self._answer(id, {"ok": True, "result": result})
        return True

    def _handle(self, request_line: bytes) -> bool:
        """Take one request; False where the session is to end."""
        if not request_line.strip():
            return True
        id: RequestId = None
        try:
            request = _parsed(request_line)
            id = request.get("id")
            if isinstance(id, (dict, list)):
                bad_id, id = id, None
                raise RequestError(f"an id is a text or a number, not {quoted(bad_id)}")
            return self._obey(id, request)
        except Exception as error:  # whatever it is, the session goes on
            self._answer(id, failure(error))
        return True

    def _obey(self, id: RequestId, request: Request) -> bool:
        command_name = request.get("command")
        if not isinstance(command_name, str) or command_name not in KEYS:
            similar_name = meant(str(command_name), KEYS)
            raise RequestError(
                f"a command is one of {', '.join(KEYS)}, not {quoted(command_name)}{similar_name}"
            )
        request_values = {
            key_name: value
            for key_name, value in request.items()
            if key_name not in ("id", "command")
        }
        check(request_values, command_name)
        if command_name in WORK:
            self._begin(id, command_name, request_values)
            return True
        return self._at_once(id, command_name, request_values)

    def _begin(self, id: RequestId, command_name: str, request_values: Request) -> None:
        """Hand a request to the workers; its answer comes to the inbox."""
        if id is not None and id in self._open_calls.values():
            raise RequestError(f"a request of id {quoted(id)} is not yet answered")
        request = self._options | request_values
        read_as: tuple[str, ...] = ()
        if command_name == "judge":
            request[BOARD], request[START] = layout_of(request_values, self._positions)
        elif "board" in KEYS[command_name]:
            reading = reading_of(request_values, self._positions)
            request[BOARD], read_as = reading.subject, reading.taken
        limit = Limit(request["seconds"], request["states"])
        time_limit = None if limit.seconds is None else limit.seconds + _GRACE
        call = self._pool.submit(work, command_name, request, limit, seconds=time_limit)
        self._open_calls[call] = id
        if read_as:
            self._taken[call] = read_as
        call.add_done_callback(self._inbox.put)  # type: ignore[arg-type]

    def _at_once(self, id: RequestId, command_name: str, request_values: Request) -> bool:
        """Answer what needs no work; False where the session is to end."""
        if command_name == "identify":
            return self._result(id, **identity())
        if command_name == "options":
            return self._set_options(id, request_values)
        if command_name == "position":
            return self._set_position(id, request_values)
        if command_name == "stop":
            return self._stop(id, request_values)
        if command_name == "ready":
            self._waiting.append((id, set(self._open_calls)))
            self._tell_ready()
            return True
        self._result(id)
        return False  # quit

    def _set_options(self, id: RequestId, request_values: Request) -> bool:
        new_options = request_values.get("set", {})
        check(new_options)
        self._options |= new_options
        self._pool.resize(self._options["workers"])
        return self._result(id, **self._options)

    def _set_position(self, id: RequestId, request_values: Request) -> bool:
        position_name = request_values.get("position")
        if position_name is None:
            raise RequestError("a position needs a name: a text under the key position")
        if request_values.get("forget"):
            self._positions.pop(position_name, None)
            return self._result(id, position=position_name)

        # With a board the name is that of a new position, else of the one that is gone on with.
        board_request = dict(request_values)
        if "board" in request_values:
            del board_request["position"]
        reading = reading_of(board_request, self._positions)

        # Cells that are opened or flagged by the same request are so on the new position.
        board = reading.subject
        if request_values.keys() & {"open", "flag"}:
            board = continued(board, request_values)
        self._positions[position_name] = board
        description = {
            field_name: value
            for field_name, value in board._described().items()
            if field_name != "board"
        }
        if reading.taken:
            description["read"] = list(reading.taken)
        return self._result(
            id, position=position_name, **description, hidden=int(board._unknown.sum())
        )

    def _stop(self, id: RequestId, request_values: Request) -> bool:
        """End the named request, or all of them; each is answered as stopped first."""
        stopped_calls = {
            call: call_id
            for call, call_id in self._open_calls.items()
            if "of" not in request_values or call_id == request_values["of"]
        }
        for call in stopped_calls:
            self._settle(call, refused("stopped", "stopped on request"))
            call.cancel()
        return self._result(id, stopped=list(stopped_calls.values()))

    def _settle(self, call: Call[Answer], answer_body: Answer) -> None:
        """Answer a request that was worked on."""
        read_as = self._taken.pop(call, ())
        if read_as and answer_body["ok"]:
            answer_body["result"]["read"] = list(read_as)
        self._answer(self._open_calls.pop(call), answer_body)
        for _, awaited_calls in self._waiting:
            awaited_calls.discard(call)
        self._tell_ready()

    def _tell_ready(self) -> None:
        while self._waiting and not self._waiting[0][1]:
            id, _ = self._waiting.pop(0)
            self._result(id)


def _outcome(call: Call[Answer]) -> Answer:
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
    pending_bytes = bytearray()
    is_cut = False  # the beginning of this line was handed on, the rest is thrown away
    while read_bytes := os.read(descriptor, _READ_SIZE):
        *whole_lines, unfinished_line = read_bytes.split(b"\n")
        for whole_line in whole_lines:
            if not is_cut:
                yield bytes(pending_bytes + whole_line)
            pending_bytes = bytearray()
            is_cut = False
        if not is_cut:
            pending_bytes += unfinished_line
            is_cut = len(pending_bytes) > LONGEST
            if is_cut:
                yield bytes(pending_bytes)
    if pending_bytes and not is_cut:
        yield bytes(pending_bytes)


def _parsed(request_line: bytes) -> Request:
    try:
        request = json_value(request_line)
        # NaN and infinity are no JSON, which an answer repeats.
        json.dumps(request, allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise RequestError(
            f"a request is one line of JSON (to {LONGEST >> 20} MiB): {error}"
        ) from None
    if not isinstance(request, dict):
        raise RequestError("a request is a JSON object")
    return request
