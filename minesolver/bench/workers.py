"""Who does the batches: processes of this machine, or a cluster (:mod:`.dask`); the answers are the same.

A worker that dies takes its batch with it and nothing else: the batch is done again in its parts; what then
still brings a worker down is its failure.
"""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from ..base.errors import MissingDependencyError, ResultsError

TIMED_OUT = 1
"""Exit status of a worker that took longer than it may: the one that ``faulthandler`` ends a process with."""
B = TypeVar("B", bound="WorkUnit")


class WorkUnit(ABC):
    """A unit of work; it and its answer travel between processes."""

    @abstractmethod
    def run(self) -> Any:
        """Do it."""

    def parts(self) -> list[Any]:
        """The same work in smaller units; empty where it is one."""
        return []

    def lost(self, exitcode: int | None) -> Any:
        """The answer where it takes its worker down (``None``: a cluster does not say how), or an error."""
        raise ResultsError(f"{self} took its worker down (exit code {exitcode})")


Done = Generator[tuple[B, Any], None, None]
Workers = Callable[[Iterable[Any]], Done[Any]]
"""Does batches, in any order. Closing the generator, or an exception in its consumer, stops them."""


def in_this_process(work: Iterable[B]) -> Done[B]:
    """One unit after the other, here: for work that takes nothing down, where a process costs more."""
    for unit in work:
        yield unit, unit.run()


def processes(jobs: int) -> Workers:
    """Processes of this machine."""
    # What runs them is loaded for them alone.
    from concurrent.futures import FIRST_COMPLETED, wait

    from ..base.workers import Pool, WorkerDiedError

    def first_of(pending_calls: Iterable[Any]) -> Iterable[Any]:
        """The calls that are finished, at least one."""
        return wait(pending_calls, return_when=FIRST_COMPLETED).done

    def run(work: Iterable[B]) -> Done[B]:
        with Pool(jobs) as pool:

            def submit(batch: B) -> Any:
                return pool.submit(batch.run)

            yield from keep_busy(submit, first_of, WorkerDiedError, work, jobs)

    return run


def keep_busy(
    submit: Callable[[B], Any],
    first_of: Callable[[Iterable[Any]], Iterable[Any]],
    death: type[Exception],
    work: Iterable[B],
    max_pending: int,
) -> Done[B]:
    """Hand out batches as futures, ``max_pending`` at once, and take in those that are finished.

    first_of: Waits for one of the futures, gives those that are finished
    death: The error of a batch whose worker is lost
    """
    repeated: deque[tuple[B, bool]] = deque()
    pending: dict[Any, tuple[B, bool]] = {}
    new_units = ((batch, False) for batch in work)
    while True:
        while len(pending) < max_pending and (
            next_unit := repeated.popleft() if repeated else next(new_units, None)
        ):
            pending[submit(next_unit[0])] = next_unit
        if not pending:
            return
        for future in first_of(pending):
            batch, is_last_try = pending.pop(future)
            try:
                yield batch, future.result(1.0)
            # Of a cluster, and lost since with its worker: it is computed anew.
            except TimeoutError:
                pending[future] = batch, is_last_try
            except MissingDependencyError:
                raise
            except Exception as error:
                if not isinstance(error, death):
                    raise ResultsError(f"the workers stopped: {line(error)}") from error
                exit_code = getattr(error, "exitcode", None)
                if batch.parts():
                    repeated.extend((smaller_unit, False) for smaller_unit in batch.parts())
                elif is_last_try or exit_code in (
                    None,
                    TIMED_OUT,
                ):  # a cluster has tried several; it is as slow again
                    yield batch, batch.lost(exit_code)
                else:  # somebody may have killed it: once more
                    repeated.append((batch, True))


def line(error: BaseException) -> str:
    """The error in one line."""
    return f"{type(error).__name__}: {error}".splitlines()[0].rstrip(": ")
