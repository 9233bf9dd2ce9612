"""The compiled core: exact analysis, games and the search for a guess in 64-bit floats.

It is one extension module, ``core``, written in Cython and built when the package is built. It is not loaded
before the first call. ``docs/core.md`` tells how it is made.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from math import inf, log
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ..base.errors import MissingDependencyError

if TYPE_CHECKING:
    from .core import Workspace

T = TypeVar("T")
R = TypeVar("R", bound=tuple[Any, ...])

MEMORY = 2 << 30
"""Default limit on the bytes that one analysis may use."""

_SHAPES, _CELLS = 8, 100_000  # what a thread keeps: workspaces of the sizes used last, their cells together
_local = threading.local()


class Lists(NamedTuple):
    """The cells that each clue is about, where they are not the eight around it; for a `Workspace`.

    Clues have places (sites): first one on each cell, then those on none. In a grid -2 is a known mine.

    starts: int32 (sites + 1,), where the list of each clue begins in ``cells``
    cells: int32, the lists one after the other, each in rising order
    weights: int8, what a mine in each cell of a list adds to the sum of the clue; below 0: what no mine in it
        adds. None: clues are plain sums, one on each cell. Else each clue allows a set of sums, at most 62:
        ``allowed`` of a position, uint64 (sites,), a bit each; all 64 bits: the clue says nothing
    kinds, symbol, symbol_sums: For games, what clues show: int32 (sites,) the kind of each; int8 (kinds,
        sums, ways) the symbol that a sum is shown by, in one of several ways; uint64 (kinds, symbols)
        the sums that a symbol allows. A position can then be given by symbols, without ``allowed``
    """

    starts: npt.NDArray[np.int32]
    cells: npt.NDArray[np.int32]
    weights: npt.NDArray[np.int8] | None = None
    kinds: npt.NDArray[np.int32] | None = None
    symbol: npt.NDArray[np.int8] | None = None
    symbol_sums: npt.NDArray[np.uint64] | None = None

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]], weights: Sequence[Sequence[int]] | None = None) -> Lists:
        """Of lists of cells, in any order; ``weights``: of the same form."""
        order = [sorted(range(len(own)), key=own.__getitem__) for own in lists]
        cells = [own[k] for own, places in zip(lists, order, strict=True) for k in places]
        starts = np.cumsum([0, *map(len, lists)], dtype=np.int32)
        if weights is None:
            return cls(starts, np.array(cells, np.int32))
        by_cell = [own[k] for own, places in zip(weights, order, strict=True) for k in places]
        if max((sum(map(abs, own)) for own in weights), default=0) > 62:
            raise ValueError("the weights of a clue are 62 together at most")
        return cls(starts, np.array(cells, np.int32), np.array(by_cell, np.int8))


class GridAnalysis(NamedTuple):
    """One position: float64 and int8 (rows, cols), and what counting took.

    ``proof``: 1 proved safe, 2 proved mine. ``status``: ``"done"``, ``"contradiction"``, ``"limit"`` or
    ``"stopped"`` (out of time); only when done do the arrays hold an answer.
    """

    probability: npt.NDArray[np.float64]
    proof: npt.NDArray[np.int8]
    components: int
    width: int
    states: int
    status: str


class GridCount(NamedTuple):
    """One position in integers: by the index of each cell P(mine) as (numerator, denominator)."""

    solutions: int
    fractions: list[tuple[int, int]]
    status: str


class GridAnalyses(NamedTuple):
    """Positions of one shape: the same with a leading axis, and whether each is consistent, and finished."""

    probability: npt.NDArray[np.float64]
    proof: npt.NDArray[np.int8]
    width: npt.NDArray[np.int64]
    states: npt.NDArray[np.int64]
    consistent: npt.NDArray[np.bool_]
    finished: npt.NDArray[np.bool_]


@cache
def available() -> bool:
    """Whether the core was built; does not load it."""
    found = find_spec(f"{__name__}.core")
    return found is not None and (found.origin or "").endswith(tuple(EXTENSION_SUFFIXES))


def require() -> None:
    """Raise :class:`MissingDependencyError` where the core was not built."""
    if not available():
        raise MissingDependencyError(
            "this needs minesolver's compiled core, which was not built when the package was installed: "
            "install a wheel, or a C compiler and then the package again; engine 'elimination' works without"
        )


def log_odds(density: Fraction | None) -> float:
    """log(p / (1 - p)) of a prior density, also where p itself is too small for a float; None is 1/2."""
    if density is None:
        return 0.0
    return log(density.numerator) - log(density.denominator - density.numerator)


def workspace_for(rows: int, cols: int) -> Workspace:
    """This thread's workspace for boards of one size.

    Raises :class:`MissingDependencyError` without the core, ``MemoryError`` where memory is short.
    """
    kept = _kept()
    found = kept.get((rows, cols))
    if found is None:
        require()
        from .core import Workspace

        found = kept[rows, cols] = Workspace(rows, cols)
        while len(kept) > 1 and (len(kept) > _SHAPES or sum(r * c for r, c in kept) > _CELLS):
            kept.popitem(last=False)
    else:
        kept.move_to_end((rows, cols))
    return found


def _kept() -> OrderedDict[tuple[int, int], Workspace]:
    """The workspaces of this thread, the one used last at the end."""
    kept: OrderedDict[tuple[int, int], Workspace] | None = getattr(_local, "kept", None)
    if kept is None:
        kept = _local.kept = OrderedDict()
    return kept


def forget() -> None:
    """Forget what this thread has counted and chosen before: a measurement is to begin with nothing."""
    for own in _kept().values():
        own.forget()


def analyze_grid(
    cells: npt.NDArray[np.int8],
    mines: int,
    log_odds: float,
    *,
    states: float = inf,
    memory: int = MEMORY,
    seconds: float = inf,
) -> GridAnalysis:
    """One position.

    Parameters
    ----------
    cells : int8 (rows, cols)
        Board codes: -1 hidden, 0 to 8, 10 a known mine.
    mines : int
        The mine count, or -1 where it is unknown; then ``log_odds`` is the prior of each hidden cell.
    states, memory, seconds
        Limits: states that counting may store, bytes, wall-clock time.
    """
    own = workspace_for(*cells.shape)
    probability = np.empty(cells.shape)
    proof = np.empty(cells.shape, np.int8)
    report = _with_room(
        own,
        lambda left: own.analyze(cells, mines, log_odds, probability, proof, left),
        states,
        memory,
        seconds,
    )
    return GridAnalysis(probability, proof, *report)


def count_grid(
    cells: npt.NDArray[np.int8],
    mines: int,
    density: Fraction | None,
    *,
    states: float = inf,
    memory: int = MEMORY,
    seconds: float = inf,
) -> GridCount:
    """The same in integers; ``density``: of the prior, None is 1/2. It is refused with terms over 32 bits."""
    own = workspace_for(*cells.shape)
    of_mine, of_all = (density or Fraction(1, 2)).as_integer_ratio()
    if of_all >> 32:
        return GridCount(0, [], "limit")
    odds = of_mine, of_all - of_mine
    return GridCount(
        *_with_room(own, lambda left: own.count(cells, mines, odds, left, memory), states, memory, seconds)
    )


def _with_room(own: Workspace, call: Callable[[float], R], states: float, memory: int, seconds: float) -> R:
    """``call(seconds left)``, again with more room while its status is ``"limit"`` and limits allow it."""
    deadline = inf if seconds == inf else monotonic() + seconds
    report = call(seconds)
    if report[-1] == "limit":
        while report[-1] == "limit" and own.grow(states, memory):
            report = call(inf if deadline == inf else max(0.0, deadline - monotonic()))
        own.shrink()
    return report


def analyze_grids(
    grids: npt.NDArray[np.int8],
    mines: npt.NDArray[np.int64],
    log_odds: npt.NDArray[np.float64],
    *,
    states: float = inf,
    memory: int = MEMORY,
    jobs: int = 1,
) -> GridAnalyses:
    """Positions of one shape, int8 (m, rows, cols), in their order; ``jobs``: threads. See `analyze_grid`."""
    number, rows, cols = grids.shape
    probability = np.empty((number, rows, cols))
    proof = np.empty((number, rows, cols), np.int8)
    require()
    from .core import Status

    report = np.full((number, 4), Status.LIMIT, np.int64)
    grids = np.require(grids, np.int8, "C")

    def run(start: int, stop: int) -> None:
        own = workspace_for(rows, cols)
        part = slice(start, stop)

        def analyze() -> None:
            own.analyze_many(
                grids[part], mines[part], log_odds[part], probability[part], proof[part], report[part], inf
            )

        analyze()
        while (report[part, 3] == Status.LIMIT).any() and own.grow(states, memory):
            analyze()
        own.shrink()

    share = number if jobs == 1 else max(1, min(256, -(-number // (4 * jobs))))
    for _ in in_threads(run, shares(number, share), jobs):
        pass
    status = report[:, 3]
    return GridAnalyses(
        probability, proof, report[:, 1], report[:, 2], status != Status.CONTRADICTION, status != Status.LIMIT
    )


def shares(number: int, share: int) -> list[tuple[int, int]]:
    """(start, stop) of each share of 0..number-1."""
    return [(start, min(start + share, number)) for start in range(0, number, max(1, share))]


def in_threads(run: Callable[[int, int], T], parts: Sequence[tuple[int, int]], jobs: int) -> Iterator[T]:
    """``run(start, stop)`` of each part, in order, by so many threads: the core holds no lock.

    Leaving early (an exception, Ctrl-C, a closed generator) stops the threads in the middle of their work.
    """
    if jobs == 1 or len(parts) <= 1:
        for part in parts:
            yield run(*part)
        return
    from concurrent.futures import ThreadPoolExecutor  # slow to import, and few need it

    used: list[OrderedDict[tuple[int, int], Workspace]] = []
    pool = ThreadPoolExecutor(jobs, initializer=lambda: used.append(_kept()))
    try:
        yield from pool.map(lambda part: run(*part), parts)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for kept in used:
            for own in list(kept.values()):
                own.stop()
        raise
    finally:
        pool.shutdown()
