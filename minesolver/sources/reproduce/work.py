"""Pieces of work that need nothing but themselves, and their results, over one or several processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from ...base.workers import Pool


class Task(Protocol):
    """One piece of work: hashable, can be sent to another process, its result a function of its fields."""

    def run(self) -> Any: ...


Results = Mapping[Any, Any]
"""The result of each task."""


class TaskPool:
    """Runs tasks and remembers results, so that tables which share games play them once.

    ``report``: told how many different tasks are finished. Use as a context; leaving it stops the processes.
    """

    def __init__(self, jobs: int, report: Callable[[int], None]) -> None:
        self._pool = Pool(jobs)
        self._report = report
        self.results: dict[Any, Any] = {}

    def __enter__(self) -> TaskPool:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.close()

    def finish(self, tasks: Iterable[Task]) -> None:
        """Run those of the tasks that have no result yet."""
        missing = [task for task in dict.fromkeys(tasks) if task not in self.results]
        for task, result in self._pool.run(_run, missing):
            self.results[task] = result
            self._report(len(self.results))


def _run(task: Task) -> Any:
    return task.run()
