"""Who does the batches: processes of this machine, or a Dask cluster. The same work, the same rows.

A worker that dies takes its batch with it and nothing else: the batch is done again in its parts, a game of a
contender each; what then still brings a worker down is recorded as that game's error.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress
from time import monotonic
from typing import Any, Protocol

from ..base.errors import MissingDependencyError, ResultsError
from ..base.version import __version__
from ..base.workers import Pool, WorkerDiedError
from . import batches
from .batches import TIMED_OUT, Rows, WorkBatch
from .experiment import Experiment

Done = Iterator[tuple[WorkBatch, Rows]]
Reason = tuple[str, bool]
"""Why a worker was lost; whether it is sure to be lost again."""
_CONNECT = 10.0  # seconds that a cluster has to answer
_LOOK = 5.0  # seconds without a result after which its workers are counted
WORKER_WAIT = 60.0
"""Seconds that a cluster may be without workers."""
_log = logging.getLogger(__name__)


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
            yield from _keep_busy(
                lambda batch: pool.submit(batches.run, experiment, batch),
                lambda pending: wait(pending, return_when=FIRST_COMPLETED).done,
                reason,
                work,
                jobs,
            )

    return run


def dask(address: str, patience: float = WORKER_WAIT) -> Workers:
    """The workers of a Dask scheduler, one thread each, so that times mean something.

    patience: Seconds that the cluster may be without workers before the run ends
    Raises ResultsError: the scheduler cannot be reached, or has no workers, or these have another version of
        minesolver; MissingDependencyError: dask is not installed.
    """

    try:
        import distributed
    except ImportError:
        raise MissingDependencyError("a cluster needs Dask: pip install 'minesolver[dask]'") from None

    def connected() -> Any:
        connect: Any = distributed.Client
        try:
            _probe(address)
            client = connect(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise ResultsError(f"no Dask scheduler answers at {address}: {_line(error)}") from None
        try:
            _check(client, address)
        except BaseException:
            client.close()
            raise
        return client

    def run(experiment: Experiment, work: Iterable[WorkBatch]) -> Done:
        def reason(error: BaseException) -> Reason | None:
            if isinstance(error, distributed.KilledWorker):  # by then Dask has tried several
                return f"its workers died, or gave no answer in {experiment.timeout:g} s", True
            return None

        def first_of(pending: Iterable[Any]) -> set[Any]:
            wait_for: Any = distributed.wait
            alone: float | None = None
            while True:
                try:
                    with client.as_current(), suppress(TimeoutError):
                        done: set[Any] = wait_for(list(pending), _LOOK, "FIRST_COMPLETED").done
                        return done
                    workers = client.nthreads()
                except (Exception, CancelledError) as error:
                    raise ResultsError(f"the Dask scheduler at {address} was lost: {_line(error)}") from None
                if workers:
                    alone = None
                elif alone is None:
                    alone = monotonic()
                    _log.warning(
                        "the Dask cluster at %s has no workers left: waiting %g s for new ones",
                        address,
                        patience,
                    )
                elif monotonic() - alone > patience:
                    raise ResultsError(f"the Dask cluster at {address} had no workers for {patience:g} s")

        client = connected()
        try:
            yield from _keep_busy(
                lambda batch: client.submit(batches.run, experiment, batch, pure=False),
                first_of,
                reason,
                work,
                3 * sum(client.nthreads().values()),
            )
        finally:
            client.close()

    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what matters is in our own errors
    connected().close()  # nothing is begun without a cluster
    return run


def _keep_busy(
    submit: Callable[[WorkBatch], Any],
    first_of: Callable[[Iterable[Any]], Iterable[Any]],
    reason: Callable[[BaseException], Reason | None],
    work: Iterable[WorkBatch],
    ahead: int,
) -> Done:
    """Hand out batches, ``ahead`` at once; ``reason``: why an error means that the worker is lost."""
    again: deque[tuple[WorkBatch, bool]] = deque()
    pending: dict[Any, tuple[WorkBatch, bool]] = {}
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
                elif last or lost[1]:
                    yield batch, batches.failed(batch, lost[0])
                else:  # somebody may have killed it: once more
                    again.append((batch, True))


def _probe(address: str) -> None:
    """Raise ``OSError`` or ``ValueError`` where nothing of Dask answers: a client prints tracebacks then."""
    import distributed

    async def call() -> None:
        core: Any = distributed.core
        comm = await core.connect(address, timeout=_CONNECT)
        await comm.close()

    if not address.startswith("inproc:"):
        with ThreadPoolExecutor(1) as thread:  # whoever calls may have an event loop of its own
            thread.submit(asyncio.run, call()).result()


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
    return f"{type(error).__name__}: {error}".splitlines()[0].rstrip(": ")
