"""Who does the batches: processes of this machine, or a cluster (:mod:`.dask`). The same work, the same rows.

A worker that dies takes its batch with it and nothing else: the batch is done again in its parts, a game of a
contender each; what then still brings a worker down is recorded as that game's error.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from typing import Any, Protocol

from ..base.errors import ResultsError
from ..base.workers import Pool, WorkerDiedError
from . import batches
from .batches import TIMED_OUT, Rows, WorkBatch
from .experiment import Experiment

Done = Iterator[tuple[WorkBatch, Rows]]
Reason = tuple[str, bool]
"""Why a worker was lost; whether it is sure to be lost again."""


class Workers(Protocol):
    """Does batches, in any order. Closing the iterator, or an exception in its consumer, stops them."""

    def __call__(self, experiment: Experiment, work: Iterable[WorkBatch]) -> Done: ...


def processes(jobs: int) -> Workers:
    """Processes of this machine."""

    def run(experiment: Experiment, work: Iterable[WorkBatch]) -> Done:
        def reason(error: BaseException) -> Reason | None:
            if not isinstance(error, WorkerDiedError):
                return None
            if error.exitcode == TIMED_OUT:
                return f"gave no answer in {experiment.timeout:g} s", True
            return f"its process died (exit code {error.exitcode})", False

        with Pool(jobs) as pool:
            yield from keep_busy(
                lambda batch: pool.submit(batches.run, experiment, batch),
                lambda pending: wait(pending, return_when=FIRST_COMPLETED).done,
                reason,
                work,
                jobs,
            )

    return run


def keep_busy(
    submit: Callable[[WorkBatch], Any],
    first_of: Callable[[Iterable[Any]], Iterable[Any]],
    reason: Callable[[BaseException], Reason | None],
    work: Iterable[WorkBatch],
    ahead: int,
) -> Done:
    """Hand out batches as futures, ``ahead`` at once, and take in those that are finished.

    first_of: Waits for one of the futures, gives those that are finished
    reason: Why an error means that the worker is lost
    """
    again: deque[tuple[WorkBatch, bool]] = deque()
    pending: dict[Any, tuple[WorkBatch, bool]] = {}
    fresh = ((batch, False) for batch in work)
    while True:
        while len(pending) < ahead and (following := again.popleft() if again else next(fresh, None)):
            pending[submit(following[0])] = following
        if not pending:
            return
        for future in first_of(pending):
            batch, last = pending.pop(future)
            try:
                yield batch, future.result()
            except Exception as error:
                lost = reason(error)
                if lost is None:
                    raise ResultsError(f"the workers stopped: {line(error)}") from error
                if batch.parts():
                    again.extend((part, False) for part in batch.parts())
                elif last or lost[1]:
                    yield batch, batches.failed(batch, lost[0])
                else:  # somebody may have killed it: once more
                    again.append((batch, True))


def line(error: BaseException) -> str:
    """The error in one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0].rstrip(": ")
