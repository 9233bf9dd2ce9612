"""Pieces of work that need nothing but themselves, and their results, over one or several processes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Protocol


class Task(Protocol):
    """One piece of work: hashable, can be sent to another process, its result a function of its fields."""

    def run(self) -> Any: ...


Results = Mapping[Any, Any]
"""The result of each task."""


class Workers:
    """Runs tasks and remembers results, so that tables which share games play them once.

    ``report``: told how many different tasks are finished. Use as a context; leaving it stops the processes.
    """

    def __init__(self, jobs: int, report: Callable[[int], None]) -> None:
        self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), _ignore_interrupts) if jobs > 1 else None
        self._report = report
        self.results: dict[Any, Any] = {}

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def finish(self, tasks: Iterable[Task]) -> None:
        """Run those of the tasks that have no result yet."""
        missing = [task for task in dict.fromkeys(tasks) if task not in self.results]
        found: Iterator[Any]
        if self._pool is None:
            found = map(_run, missing)
        else:
            found = self._pool.map(_run, missing, chunksize=max(1, min(8, len(missing) // 16)))
        for task, result in zip(missing, found, strict=True):
            self.results[task] = result
            self._report(len(self.results))


def _run(task: Task) -> Any:
    return task.run()


def _ignore_interrupts() -> None:
    """Ctrl-C goes to the parent, which stops the workers in order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
