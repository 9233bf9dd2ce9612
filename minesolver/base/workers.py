"""One pool of processes that compute: each call can be ended, at its limit or at any time.

A thread cannot be ended from outside, and a long count holds up all other threads; a process can, and does
not. Ctrl-C goes to the parent alone, which ends its workers; one that dies or is late takes one call with it,
and another process stands in for it.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import suppress
from itertools import islice
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import RLock, Thread
from typing import Any, TypeVar

from .errors import MinesolverError

_EXIT_SECONDS = 5.0  # from the end of its pipe to the end of a process
_GARBAGE = 20_000
"""New objects before garbage is looked for: calls make many, hardly any of them in circles."""

T = TypeVar("T")
R = TypeVar("R")


class WorkerDiedError(MinesolverError):
    """The process ended during a call. ``exitcode``: as :attr:`multiprocessing.Process.exitcode`."""

    kind = "limit"

    def __init__(self, exitcode: int | None, process_name: str = "the process") -> None:
        super().__init__(f"{process_name} died (exit code {exitcode})")
        self.exitcode = exitcode


class WorkerLateError(Exception):
    """A call took longer than its seconds, and its process was ended."""


class Call(Future[R]):
    """A call that a pool does; :meth:`cancel` also ends one that runs, together with its process.

    Its exception is what the call raised, or :class:`WorkerDiedError`, :class:`WorkerLateError`, or
    :class:`concurrent.futures.CancelledError`.
    """

    def __init__(
        self, work: tuple[Callable[..., R], tuple[Any, ...]], seconds: float | None
    ) -> None:
        super().__init__()
        self.work = work
        self.seconds = seconds
        self.worker: _Worker | None = None
        """Who does it; ``None`` while it waits for one, and once it is cancelled."""

    def cancel(self) -> bool:
        return super().cancel() or (self.worker is not None and self.worker.stop(self))

    def drop(self) -> None:
        """Nobody will take it up: tell those who wait."""
        super().cancel()
        self.set_running_or_notify_cancel()


class Pool:
    """Up to ``jobs`` workers that share out the calls of any threads. A context: leaving it ends them.

    They start as calls need them; the one that worked last is asked first.

    setup: Called once in each process, before its first call
    here: Whether :meth:`run` needs no process where there is one job
    """

    def __init__(
        self, jobs: int, setup: Callable[[], object] | None = None, *, here: bool = True
    ) -> None:
        self.setup = setup
        self._here = here
        self.lock = RLock()  # a signal handler may end what its own thread begins
        self._jobs = jobs
        self._closed = False
        self._waiting: deque[Call[Any]] = deque()
        self._workers: list[_Worker] = []
        self._idle: list[_Worker] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self, number: int) -> None:
        """Have at least so many workers start now."""
        with self.lock:
            self._idle += [self._hire() for _ in range(number - len(self._workers))]

    def resize(self, jobs: int) -> None:
        """Have up to ``jobs`` workers from now on; those that are too many end when they are idle."""
        with self.lock:
            self._jobs = jobs
            while self._idle and len(self._workers) > jobs:
                self._dismiss(self._idle.pop(0))
            while self._waiting and len(self._workers) < jobs:
                self._hire().give(self._waiting.popleft())

    def submit(
        self, function: Callable[..., R], *arguments: Any, seconds: float | None = None
    ) -> Call[R]:
        """Have a worker call ``function``. ``seconds``: that it may take from when a worker takes it up."""
        call = Call((function, arguments), seconds)
        with self.lock:
            if self._closed:
                call.drop()
            elif self._idle:
                self._idle.pop().give(call)
            elif len(self._workers) < self._jobs:
                self._hire().give(call)
            else:
                self._waiting.append(call)
        return call

    def run(self, function: Callable[[T], R], items: Iterable[T]) -> Generator[tuple[T, R]]:
        """Each item with the result of ``function``, as they are finished; one job needs no process.

        Items are taken as they are needed. Closing the iterator ends the workers. Raises what a call raises,
        and :class:`WorkerDiedError`.
        """
        fresh = iter(items)
        if self._jobs == 1 and self._here:
            yield from ((item, function(item)) for item in fresh)
            return
        busy: dict[Future[R], T] = {}
        try:
            while True:
                busy |= {
                    self.submit(function, item): item
                    for item in islice(fresh, self._jobs - len(busy))
                }
                if not busy:
                    return
                for call in wait(busy, return_when=FIRST_COMPLETED).done:
                    yield busy.pop(call), call.result()
        except BaseException:
            self.close()
            raise

    def free(self, worker: _Worker, is_alive: bool) -> None:
        """A worker has done its call: it gets another, waits for one, or ends."""
        with self.lock:
            if self._waiting:
                worker.give(self._waiting.popleft())
            elif len(self._workers) > self._jobs:
                self._dismiss(worker)
            else:  # asked last where its process has to start first
                self._idle.insert(len(self._idle) if is_alive else 0, worker)

    def kill(self) -> None:
        """End all calls and workers at once; also from a signal handler."""
        with self.lock:
            self._closed = True
            while self._waiting:
                self._waiting.popleft().drop()
            for worker in self._workers:
                worker.end()

    def close(self) -> None:
        """:meth:`kill`, and wait until the processes are gone."""
        self.kill()
        for worker in self._workers:
            worker.thread.join()

    def _hire(self) -> _Worker:
        self._workers.append(_Worker(self))
        return self._workers[-1]

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.end()


class _Worker:
    """A process that does one call at a time, with a pipe of its own, and the thread that waits for it."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._ended = False
        self._process: Any = None
        self._start_error: RuntimeError | None = None
        self._pipe: Connection
        self._call: Call[Any] | None = None
        self._given: SimpleQueue[Call[Any] | None] = SimpleQueue()
        self.thread = Thread(target=self._work, daemon=True, name="minesolver-worker")
        self.thread.start()

    def give(self, call: Call[Any]) -> None:
        """Have it do this call next."""
        call.worker = self
        self._given.put(call)

    def end(self) -> None:
        """No more calls, and an end to the one that it does."""
        self._ended = True
        self._given.put(None)
        self._kill()

    def stop(self, call: Call[Any]) -> bool:
        """End this call, if it is the one being done; returns whether it was."""
        with self._pool.lock:
            if self._call is not call:
                return False
            call.worker = None  # which says why its process died
            self._kill()
            return True

    def _work(self) -> None:
        self._replace()
        while (call := self._given.get()) is not None:
            if not self._ended and self._pipe.poll():  # it died when it had nothing to do
                self._replace()
            with self._pool.lock:
                self._call = call
            begun = call.set_running_or_notify_cancel()
            failed, answer = self._answer(call) if begun else (False, None)
            is_alive = not isinstance(answer, (WorkerDiedError, WorkerLateError, CancelledError))
            with self._pool.lock:
                self._call = None
                self._pool.free(self, is_alive)  # before whoever gets the answer has a further call
            if begun and failed:
                call.set_exception(answer)
            elif begun:
                call.set_result(answer)
            del call, answer  # not to be held until the next call
            if not is_alive:
                self._replace()
        if self._process is not None:
            self._process.join()

    def _answer(self, call: Call[Any]) -> tuple[bool, Any]:
        """(whether it failed, the result or exception) of a call."""
        if self._ended:
            return True, CancelledError()
        if self._start_error is not None:
            return True, self._start_error
        try:
            self._pipe.send(call.work)
            if not self._pipe.poll(call.seconds):
                return True, WorkerLateError(f"no answer within {call.seconds:g} s")
            failed, answer = self._pipe.recv()
            return failed, answer
        except (EOFError, OSError):
            self._process.join(_EXIT_SECONDS)
            return True, WorkerDiedError(
                self._process.exitcode
            ) if call.worker else CancelledError()
        except Exception as error:  # what cannot be sent there or back
            return True, error

    def _replace(self) -> None:
        """Have a new process in the place of the old one, and wait until it is set up."""
        self._kill()
        if self._process is not None:
            self._process.join()
            self._pipe.close()
        with self._pool.lock:
            if self._ended:
                return
            # A process hears no Ctrl-C from its first moment on.
            if hasattr(signal, "pthread_sigmask"):
                resource_tracker.getfd()  # its start would let signals through again
                signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            context = get_context("spawn")
            self._pipe, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, self._pool.setup), daemon=True)
            with theirs, suppress(OSError):
                try:
                    process.start()
                    self._process = process
                # A script without "if __name__ == '__main__'" starts itself.
                except RuntimeError as error:
                    self._start_error = error
        with suppress(EOFError, OSError):  # it died: the next call tells
            self._pipe.recv()

    def _kill(self) -> None:
        """End the process at once, and what it runs."""
        if self._process is None:
            return
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):  # not yet so far, or long gone
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()


def _serve(pipe: Connection, setup: Callable[[], object] | None) -> None:
    """The process's loop, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's, which ends its workers
    if hasattr(os, "setpgrp"):
        os.setpgrp()
    Thread(target=_end_with_parent, daemon=True, name="minesolver-parent").start()
    gc.set_threshold(_GARBAGE)
    if setup is not None:
        setup()
    with suppress(EOFError, OSError):
        pipe.send(None)
        while True:
            function, arguments = pipe.recv()
            try:
                answer = False, function(*arguments)
            except Exception as error:
                answer = True, _portable(error)
            pipe.send(answer)


def _end_with_parent() -> None:
    """Wait until the parent is gone, however it ended; then end this process and what it runs."""
    parent = parent_process()
    assert parent is not None, "a worker has been started by a pool"
    parent.join()
    if hasattr(os, "killpg"):
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(1)


def _portable(error: Exception) -> Exception:
    """The error, or one that says the same where it cannot be sent."""
    with suppress(Exception):
        if type(pickle.loads(pickle.dumps(error))) is type(error):
            return error
    return RuntimeError(f"{type(error).__name__}: {error}")
