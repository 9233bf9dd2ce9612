"""The workers of a Dask cluster; needs Dask, the ``dask`` extra. Nothing else of bench knows it."""

import asyncio
import logging
from asyncio import CancelledError
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import Any

from ..base.errors import ResultsError, extra
from ..base.version import __version__
from .workers import B, Done, Workers, keep_busy, line

_CONNECT = 10.0  # seconds that a cluster has to answer
_LOOK = 5.0  # seconds without a result after which its workers are counted
_log = logging.getLogger(__name__)


def cluster(address: str, patience: float = 60.0) -> Workers:
    """The workers of a Dask scheduler, one thread each, so that times mean something.

    patience: Seconds that the cluster may be without workers before the run ends
    Raises ResultsError: the scheduler cannot be reached, or has no workers, or these have another version of
        minesolver; MissingDependencyError: dask is not installed.
    """
    with extra("dask", "a cluster needs Dask"):
        import distributed

    def run(work: Iterable[B]) -> Done[B]:
        client = _connected(address)

        def submit(batch: B) -> Any:
            return client.submit(batch.run, pure=False)

        def first_of(pending_calls: Iterable[Any]) -> set[Any]:
            return _first_of(client, pending_calls, address, patience)

        try:
            yield from keep_busy(
                submit,
                first_of,
                distributed.KilledWorker,
                work,
                3 * sum(client.nthreads().values()),
            )
        finally:
            client.close()

    # What matters is in our own errors.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    _connected(address).close()  # nothing is begun without a cluster
    return run


def _first_of(client: Any, pending: Iterable[Any], address: str, patience: float) -> set[Any]:
    """The calls that are finished, at least one; meanwhile it is seen to that the cluster has workers."""
    import distributed

    wait_for_calls: Any = distributed.wait
    lonely_since: float | None = None
    while True:
        try:
            with client.as_current(), suppress(TimeoutError):
                return set(wait_for_calls(list(pending), _LOOK, "FIRST_COMPLETED").done)
            thread_counts = client.nthreads()
        except (Exception, CancelledError) as error:
            raise ResultsError(f"the Dask scheduler at {address} was lost: {line(error)}") from None
        if thread_counts:
            lonely_since = None
        elif lonely_since is None:
            lonely_since = monotonic()
            _log.warning(
                f"the cluster at {address} has no workers left: waiting {patience:g} s for new ones"
            )
        elif monotonic() - lonely_since > patience:
            raise ResultsError(f"the Dask cluster at {address} had no workers for {patience:g} s")


def _connected(address: str) -> Any:
    """A client of a scheduler that answers and has workers of this version."""
    import distributed

    make_client: Any = distributed.Client

    # Nothing of Dask is begun where nobody answers.
    try:
        _probe(address)
        client = make_client(address, timeout=_CONNECT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise ResultsError(f"no Dask scheduler answers at {address}: {line(error)}") from None
    try:
        try:
            client.wait_for_workers(1, timeout=_CONNECT)
        except TimeoutError:
            raise ResultsError(f"the Dask scheduler at {address} has no workers") from None
        for worker_name, worker_version in client.run(_version).items():
            if worker_version != __version__:
                raise ResultsError(
                    f"Dask worker {worker_name} has minesolver {worker_version}, this is {__version__}"
                )
    except BaseException:
        client.close()
        raise
    return client


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


def _version() -> str:
    return __version__
