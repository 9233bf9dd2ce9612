"""Who does the batches: processes of this machine, or a Dask cluster. The same work, the same rows.

A worker that dies takes its batch with it and nothing else: the batch is done again in its parts, down to one
contender at one game; what then still brings a worker down is recorded as that game's error.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, wait
from multiprocessing import get_context
from typing import Any, Protocol

from ... import __version__
from ...errors import MissingDependencyError, ResultsError
from . import batches
from .batches import TIMED_OUT, Batch, Rows
from .experiment import Experiment

Done = Iterator[tuple[Batch, Rows]]
_CONNECT = 10.0  # seconds that a cluster has to answer


class Workers(Protocol):
    """Does batches, in any order. Closing the iterator, or an exception in its consumer, stops them."""

    def __call__(self, experiment: Experiment, work: Iterable[Batch]) -> Done: ...


def processes(jobs: int) -> Workers:
    """``jobs`` processes of this machine."""

    def run(experiment: Experiment, work: Iterable[Batch]) -> Done:
        try:
            from pebble import ProcessExpired, ProcessPool
        except ImportError:
            raise MissingDependencyError("bench run needs pebble: pip install pebble") from None

        def reason(error: BaseException) -> str | None:
            if not isinstance(error, ProcessExpired):
                return None
            if error.exitcode == TIMED_OUT:
                return f"gave no answer in {experiment.timeout:g} s"
            return f"its process died (exit code {error.exitcode})"

        pool: Any = ProcessPool(jobs, context=get_context("spawn"), initializer=_begin)
        try:
            yield from _keep_busy(
                lambda batch: pool.schedule(batches.run, args=(experiment, batch)),
                _first_of,
                reason,
                work,
                2 * jobs,
            )
        finally:
            pool.stop()
            pool.join()

    return run


def dask(address: str) -> Workers:
    """The workers of the Dask scheduler at this address, one thread each for times that mean something.

    Raises :class:`ResultsError` where it cannot be reached, has no workers, or those have another minesolver.
    """

    def run(experiment: Experiment, work: Iterable[Batch]) -> Done:
        try:
            import distributed
        except ImportError:
            raise MissingDependencyError("a cluster needs Dask: pip install 'minesolver[dask]'") from None

        def reason(error: BaseException) -> str | None:
            if isinstance(error, distributed.KilledWorker):
                return f"its workers died, or gave no answer in {experiment.timeout:g} s"
            return None

        def first_of(pending: Iterable[Any]) -> set[Any]:
            wait_for: Any = distributed.wait
            done: set[Any] = wait_for(list(pending), return_when="FIRST_COMPLETED").done
            return done

        connect: Any = distributed.Client
        try:
            client = connect(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise ResultsError(f"no Dask scheduler answers at {address}: {_line(error)}") from None
        try:
            _check(client, address)
            threads = sum(client.nthreads().values())
            yield from _keep_busy(
                lambda batch: client.submit(batches.run, experiment, batch, pure=False),
                first_of,
                reason,
                work,
                3 * threads,
            )
        finally:
            client.close()

    return run


def _keep_busy(
    submit: Callable[[Batch], Any],
    first_of: Callable[[Iterable[Any]], set[Any]],
    reason: Callable[[BaseException], str | None],
    work: Iterable[Batch],
    ahead: int,
) -> Done:
    """Hand out batches, ``ahead`` at once; ``reason``: why an error means that the worker is lost."""
    again: deque[tuple[Batch, bool]] = deque()
    pending: dict[Any, tuple[Batch, bool]] = {}
    fresh = iter(work)
    while True:
        while len(pending) < ahead:
            if again:
                batch, last = again.popleft()
            elif (following := next(fresh, None)) is not None:
                batch, last = following, False
            else:
                break
            pending[submit(batch)] = (batch, last)
        if not pending:
            return
        for future in first_of(pending):
            batch, last = pending.pop(future)
            try:
                yield batch, future.result()
            except Exception as error:
                lost = reason(error)
                if lost is None:
                    raise ResultsError(f"the workers stopped: {_line(error)}") from error
                if batch.parts():
                    again.extend((part, False) for part in batch.parts())
                elif not last:  # somebody may have killed it: once more
                    again.append((batch, True))
                else:
                    yield batch, batches.failed(batch, lost)


def _first_of(pending: Iterable[Any]) -> set[Any]:
    return wait(list(pending), return_when=FIRST_COMPLETED).done


def _begin() -> None:
    """Ctrl-C goes to the parent, which stops the workers in order."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _check(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_CONNECT)
    except TimeoutError:
        raise ResultsError(f"the Dask scheduler at {address} has no workers") from None
    for worker, version in client.run(_version).items():
        if version != __version__:
            raise ResultsError(f"Dask worker {worker} has minesolver {version}, this is {__version__}")


def _version() -> str:
    return __version__


def _line(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".replace("\n", " ")
