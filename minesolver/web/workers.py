"""Processes that compute, so that a computation can be ended at its time limit or when nobody waits for it.

A thread cannot be killed and a long count would also hold up every other answer; a process can, and does not.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import Empty, LifoQueue
from threading import Event, RLock
from time import monotonic
from typing import Any

from pydantic import BaseModel

from ..board import Board
from ..errors import MinesolverError

_PATIENCE = (
    0.3  # seconds an abandoned computation may go on before its process is ended: starting one costs more
)
_GRACE = 2.0  # seconds beyond the limit in which a job may still fall back and answer
_START = 60.0  # seconds that a process may take to start


class StoppedError(Exception):
    """A computation that gave no answer. ``why``: "limit", "busy", "cancelled" or "died"."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Workers:
    """``count`` processes, each computing one answer at a time, none for longer than ``seconds``."""

    def __init__(self, count: int, seconds: float, *, prepare: bool = True) -> None:
        self.seconds = seconds
        self._preparing = get_context("spawn").Process(target=_prepare, daemon=True) if prepare else None
        if self._preparing is not None:
            self._preparing.start()
        self._closed = False
        self._lock = RLock()  # a signal handler may close while this thread adds
        self._alive: set[_Worker] = set()
        # Last in, first out: the process that was used last has the position still in memory.
        self._free: LifoQueue[_Worker] = LifoQueue()
        for _ in range(count):
            self._add()

    def run(self, job: str, request: BaseModel, cancelled: Event) -> tuple[int, bytes]:
        """(HTTP status, JSON) of a function of :mod:`minesolver.web.jobs`. Raises :class:`StoppedError`."""
        worker = self._take(cancelled)
        try:
            return worker.call((job, request, self.seconds), self.seconds + _GRACE, cancelled)
        except (EOFError, OSError):
            raise StoppedError("died") from None
        finally:
            if worker.idle:
                self._free.put(worker)
            else:
                worker.end()
                self._add(instead_of=worker)

    @property
    def prepared(self) -> bool:
        """Whether the policies' compiled code is ready: a worker could not compile it within its limit."""
        return self._preparing is not None and self._preparing.exitcode == 0

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._preparing is not None:
                self._preparing.kill()
            for worker in self._alive:
                worker.kill()  # whoever waits for it sees the pipe end, and tidies up

    def _take(self, cancelled: Event) -> _Worker:
        deadline = monotonic() + self.seconds + _GRACE
        while True:
            if cancelled.is_set():
                raise StoppedError("cancelled")
            if monotonic() > deadline:
                raise StoppedError("busy")
            with suppress(Empty):
                return self._free.get(timeout=0.05)

    def _add(self, instead_of: _Worker | None = None) -> None:
        with self._lock:
            if instead_of is not None:
                self._alive.discard(instead_of)
            if not self._closed:
                worker = _Worker()
                self._alive.add(worker)
                self._free.put(worker)


class _Worker:
    def __init__(self) -> None:
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), daemon=True, name="minesolver-web")
        self._process.start()
        theirs.close()
        self._ready = False
        self.idle = True

    def call(self, message: Any, seconds: float, cancelled: Event) -> tuple[int, bytes]:
        self.idle = False
        if not self._ready:
            if not self._connection.poll(_START):
                raise StoppedError("died")
            self._connection.recv()
            self._ready = True
        self._connection.send(message)
        deadline = monotonic() + seconds
        why = "limit"
        while not self._connection.poll(0.05):
            if cancelled.is_set() and why != "cancelled":
                why = "cancelled"
                deadline = min(deadline, monotonic() + _PATIENCE)
            if monotonic() > deadline:
                raise StoppedError(why)
        status, body = self._connection.recv()
        self.idle = True
        return status, body

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._connection.close()


def _prepare() -> None:
    """Compile what recommending needs, or load it, without haste; Numba keeps it on disk for the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # not every system has it
        os.nice(10)
    with suppress(ImportError, MinesolverError):
        from ..policies import recommend

        recommend(Board.parse("3x3x4\n1##\n###\n##2"))  # by the whole game tree
        recommend(Board.parse("9x9x10\n1########" + "\n#########" * 8))  # by look-ahead
        return
    sys.exit(1)


def _serve(connection: Connection) -> None:
    """The process's loop: (job, request, seconds) in, (status, JSON) out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, which ends its processes
    sys.set_int_max_str_digits(0)  # model counts of large boards have more than 4300 digits
    jobs = import_module(".jobs", __package__)
    jobs.warm_up()
    connection.send("ready")
    with suppress(EOFError, BrokenPipeError):
        while True:
            job, request, seconds = connection.recv()
            connection.send(jobs.answer(job, request, seconds))
