"""Processes that compute, so that a computation can be ended at its time limit or when nobody waits for it.

A thread cannot be killed and a long count would also hold up every other answer; a process can, and does not.
"""

from __future__ import annotations

import sys
from importlib import import_module
from threading import Condition, Event, RLock
from time import monotonic
from typing import Any

from pydantic import BaseModel

from ..base.workers import Worker, WorkerDiedError

_KILL_DELAY = 0.6  # seconds an abandoned computation may go on: starting another process costs more
_GRACE = 2.0  # seconds beyond the limit in which a job may still answer
_START = 60.0  # seconds that a process may take to start
_SMALL = 1000  # cells; a question on so few, or about a game on them, is short as a rule
_WAIT = 0.5  # seconds that a short question waits before a process is started for it


class StoppedError(Exception):
    """A computation that gave no answer. ``why``: "limit", "busy", "cancelled" or "died"."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class WebWorkers:
    """``count`` processes for any question and one for short ones, none computing longer than ``seconds``.

    Long questions never take the last process: a small board is answered while large ones are counted. Where
    short questions have to wait all the same, up to ``count`` more processes are started for them.
    """

    def __init__(self, count: int, seconds: float) -> None:
        self.seconds = seconds
        self._count = count
        self._closed = False
        self._lock = Condition(RLock())  # a signal handler may close while this thread adds
        self._alive: set[Worker] = set()
        self._free: list[Worker] = []  # the one used last at the end: it has the position still in memory
        for _ in range(count + 1):
            self._add()

    def run(self, job: str, request: BaseModel, cancelled: Event) -> tuple[int, bytes]:
        """(HTTP status, JSON) of a function of :mod:`minesolver.web.jobs`. Raises :class:`StoppedError`."""
        worker = self._take(_is_short(job, request), cancelled)
        answered = False
        try:
            answer = _answer(worker, cancelled, self.seconds + _GRACE, job, request, self.seconds)
            answered = True
            return answer
        except (WorkerDiedError, OSError):  # closed by now, where it is an OSError
            raise StoppedError("died") from None
        finally:
            self._give_back(worker, answered)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            for worker in self._alive:
                worker.kill()  # whoever waits for it sees the pipe end, and tidies up

    def _take(self, short: bool, cancelled: Event) -> Worker:
        began = monotonic()
        with self._lock:
            while True:
                if cancelled.is_set():
                    raise StoppedError("cancelled")
                if len(self._free) > (0 if short else 1):
                    return self._free.pop()
                waited = monotonic() - began
                if waited > self.seconds + _GRACE:
                    raise StoppedError("busy")
                if short and waited > _WAIT and len(self._alive) <= 2 * self._count:
                    self._add()
                    continue
                self._lock.wait(0.05)

    def _give_back(self, worker: Worker, answered: bool) -> None:
        with self._lock:
            if answered and len(self._alive) <= self._count + 1:
                self._free.append(worker)
            else:
                worker.close()
                self._alive.discard(worker)
                while len(self._alive) <= self._count and not self._closed:
                    self._add()
            self._lock.notify_all()

    def _add(self) -> None:
        with self._lock:
            if not self._closed:
                worker = Worker(_set_up)
                self._alive.add(worker)
                self._free.append(worker)


def _is_short(job: str, request: BaseModel) -> bool:
    board: Any = getattr(request, "board", None)
    game: Any = getattr(request, "game", None)
    if board is not None:
        return sum(map(len, board.rows)) <= _SMALL
    return job in ("play", "parse") or (game is not None and game.rows * game.cols <= _SMALL)


def _answer(worker: Worker, cancelled: Event, limit: float, *call: Any) -> tuple[int, bytes]:
    """The worker's answer to ``call``. Raises :class:`StoppedError` at the limit, and soon after a cancel."""
    if not worker.started(_START):
        raise StoppedError("died")
    worker.begin(_job, *call)
    deadline = monotonic() + limit
    why = "limit"
    while not worker.done(0.05):
        if cancelled.is_set() and why != "cancelled":
            why = "cancelled"
            deadline = min(deadline, monotonic() + _KILL_DELAY)
        if monotonic() > deadline:
            raise StoppedError(why)
    status, body = worker.finish()
    return status, body


def _set_up() -> None:
    sys.set_int_max_str_digits(0)  # model counts of large boards have more than 4300 digits
    import_module(".jobs", __package__).warm_up()


def _job(job: str, request: BaseModel, seconds: float) -> tuple[int, bytes]:
    """(status, JSON) of a function of :mod:`minesolver.web.jobs`, which the server itself never imports."""
    answer: tuple[int, bytes] = import_module(".jobs", __package__).answer(job, request, seconds)
    return answer
