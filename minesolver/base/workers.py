"""Processes that compute: each can be ended at a time limit, or when nobody waits any more, and replaced.

A thread cannot be ended from outside, and a long count holds up all other threads; a process can, and does
not. Ctrl-C goes to the parent alone, which ends its workers; a worker that dies takes one call with it.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

_EXIT_SECONDS = 5.0  # from the end of its pipe to the end of a process

T = TypeVar("T")
R = TypeVar("R")


class WorkerDiedError(Exception):
    """The process ended during a call. ``exitcode``: as :attr:`multiprocessing.Process.exitcode`."""

    def __init__(self, exitcode: int | None) -> None:
        super().__init__(f"the process died (exit code {exitcode})")
        self.exitcode = exitcode


class Worker:
    """A process, one call at a time, with a pipe of its own: one that dies locks no other up.

    setup: Called once in the process, before the first call
    """

    def __init__(self, setup: Callable[[], object] | None = None) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, setup), daemon=True, name="minesolver-worker"
        )
        self._process.start()
        theirs.close()
        self._started = False

    def begin(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Have the process call ``function``; :meth:`finish` gives its result."""
        with suppress(OSError):  # it is dead: finish tells
            self.pipe.send((function, arguments))

    def done(self, seconds: float = 0.0) -> bool:
        """Whether :meth:`finish` has something to say, after waiting for it for at most ``seconds``."""
        return self.pipe.poll(seconds)

    def finish(self) -> Any:
        """The result of the call; waits for it. Raises what the call raised, or :class:`WorkerDiedError`."""
        try:
            failed, answer = self.pipe.recv()
        except (EOFError, OSError):
            self._process.join(_EXIT_SECONDS)
            self.close()
            raise WorkerDiedError(self._process.exitcode) from None
        if failed:
            raise answer
        return answer

    def started(self, seconds: float) -> bool:
        """Whether the process is up and set up, after waiting for it for at most ``seconds``."""
        if not self._started:
            self.begin(_nothing)
            if self.done(seconds):
                self.finish()
                self._started = True
        return self._started

    def kill(self) -> None:
        """End the process at once, and what it runs. Whoever waits for it in another thread is told."""
        if self._process.pid is not None and hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):  # not yet so far, or long gone
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    def close(self) -> None:
        """End the process, wait for its end, close the pipe."""
        self.kill()
        self._process.join()
        self.pipe.close()


class Pool:
    """``jobs`` workers that share out calls; one job needs no process. A context: leaving it ends them."""

    def __init__(self, jobs: int, setup: Callable[[], object] | None = None) -> None:
        self._jobs = jobs
        self._setup = setup
        self._workers: list[Worker] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def run(self, function: Callable[[T], R], items: Iterable[T]) -> Generator[tuple[T, R]]:
        """Each item with the result of calling ``function`` on it, as they are finished.

        Items are taken as they are needed. Closing the iterator ends the workers. Raises what a call raises,
        and :class:`WorkerDiedError`.
        """
        fresh = iter(items)
        if self._jobs == 1:
            for item in fresh:
                yield item, function(item)
            return
        busy: dict[Any, tuple[Worker, T]] = {}
        idle = list(self._workers)
        finished = False
        try:
            while True:
                while len(busy) < self._jobs:
                    try:
                        item = next(fresh)
                    except StopIteration:
                        break
                    worker = idle.pop() if idle else self._new()
                    worker.begin(function, item)
                    busy[worker.pipe] = worker, item
                if not busy:
                    break
                for pipe in wait(list(busy)):
                    worker, item = busy.pop(pipe)
                    result = worker.finish()
                    idle.append(worker)
                    yield item, result
            finished = True
        finally:
            if not finished:
                self.close()

    def close(self) -> None:
        """End all workers."""
        while self._workers:
            self._workers.pop().close()

    def _new(self) -> Worker:
        worker = Worker(self._setup)
        self._workers.append(worker)
        return worker


def _nothing() -> None:
    """A call whose answer says that the process is there."""


def _serve(pipe: Connection, setup: Callable[[], object] | None) -> None:
    """The process's loop, until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's, which ends its workers
    if hasattr(os, "setpgrp"):
        os.setpgrp()
    if setup is not None:
        setup()
    with suppress(EOFError, OSError):
        while True:
            function, arguments = pipe.recv()
            try:
                answer = False, function(*arguments)
            except Exception as error:
                answer = True, _portable(error)
            pipe.send(answer)


def _portable(error: Exception) -> Exception:
    """The error, or one that says the same where it cannot be sent."""
    with suppress(Exception):
        if type(pickle.loads(pickle.dumps(error))) is type(error):
            return error
    return RuntimeError(f"{type(error).__name__}: {error}")
