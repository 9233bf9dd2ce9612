"""The compiled core: exact analysis, games and the search for a guess in 64-bit floats.

It is one extension module, ``core``, written in Cython and built when the package is built. It is not loaded
before the first call. ``docs/core.md`` tells how it is made.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, PathFinder
from importlib.util import find_spec
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from warnings import warn

from ..base.errors import MissingDependencyError

if TYPE_CHECKING:
    from fractions import Fraction

    from ..model.lists import Lists as Lists
    from .core import Workspace
    from .core import analyze_grid as analyze_grid
    from .core import best_of_grid as best_of_grid
    from .core import count_grid as count_grid
    from .core import first_images as first_images
    from .core import left_by_single_clues as left_by_single_clues
    from .core import models_of_grid as models_of_grid
    from .core import outcome_of_grid as outcome_of_grid
    from .core import shuffle_first as shuffle_first

    _Workspaces = OrderedDict[tuple[int, int, Lists | None], Workspace]

T = TypeVar("T")

MEMORY = 2 << 30
"""Default limit on the bytes that one analysis may use."""

STATUSES = ("done", "contradiction", "limit", "stopped")
"""How an analysis ended, in the order of the core's ``Status``."""
OUTCOMES = ("lost", "won", "unfinished", "guess")
"""How a game ended, in the order of the core's ``Outcome``."""
KINDS = ("safest", "pseq", "lookahead")
"""How a policy values a position, in the order of the core's ``PolicyKind``."""
GUESS_WORTH = 0.55
"""Of a guess that is survived, in games, where luck is subtracted from results. Any value gives the same
mean; the nearer to the winning chance after a guess, the less variance: see ``play/games.pyx``, and for its
like in playouts ``_SURVIVAL_WEIGHT`` in ``search/playouts.pyx``.
"""

_KEPT_WORKSPACES = 8  # of a thread: those of the sizes used last
_KEPT_CELLS = 100_000  # of these together


class _ThreadState(threading.local):
    """``workspaces``: those of this thread, the one used last at the end."""

    def __init__(self) -> None:
        self.workspaces: _Workspaces = OrderedDict()


_thread = _ThreadState()


@cache
def available() -> bool:
    """Whether the core was built; does not load it."""
    spec = find_spec(f"{__name__}.core")
    return spec is not None and (spec.origin or "").endswith(tuple(EXTENSION_SUFFIXES))


def require() -> None:
    """Raise :class:`MissingDependencyError` where the core was not built."""
    if not available():
        raise MissingDependencyError(
            f"this needs minesolver's compiled core, {_absence()}; without it engine 'elimination' counts "
            "and policy 'safest' plays"
        )


def _absence() -> str:
    """Why there is no core, and what to do."""
    tree = Path(__file__).parents[2]
    if not (tree / "setup.py").exists():
        return (
            "which was not built when the package was installed: install a wheel, or a C compiler and then "
            "the package again"
        )
    text = f"which is not built in the source tree {tree}: run pip install -e . there"
    other_paths = [path for path in sys.path if Path(path or ".").resolve() != tree]
    installed = PathFinder.find_spec(__package__.partition(".")[0], other_paths)
    if installed is not None and installed.origin is not None:
        return f"{text}, or start Python elsewhere; the tree hides {Path(installed.origin).parent}"
    return text


@cache
def warn_of_absence() -> None:
    """Say once that answers take longer than they need."""
    warn(
        f"minesolver counts in Python, many times slower than its compiled core, {_absence()}",
        stacklevel=2,
    )


def log_odds(density: Fraction | None) -> float:
    """log(p / (1 - p)) of a prior density, also where p itself is too small for a float; None is 1/2."""
    if density is None:
        return 0.0
    return log(density.numerator) - log(density.denominator - density.numerator)


def workspace_for(rows: int, cols: int, lists: Lists | None = None) -> Workspace:
    """This thread's workspace for boards of one size, or for some lists of cells.

    Raises :class:`MissingDependencyError` without the core, ``MemoryError`` where memory is short.
    """
    workspaces = _thread.workspaces
    workspace_key = rows, cols, lists
    workspace = workspaces.get(workspace_key)
    if workspace is None:
        require()
        from .core import Workspace

        workspace = workspaces[workspace_key] = Workspace(rows, cols, lists)
        while len(workspaces) > 1 and _are_too_many(workspaces):
            workspaces.popitem(last=False)
    elif len(workspaces) > 1:
        workspaces.move_to_end(workspace_key)
    return workspace


def _are_too_many(workspaces: _Workspaces) -> bool:
    kept_cells = sum(rows * cols for rows, cols, _ in workspaces)
    return len(workspaces) > _KEPT_WORKSPACES or kept_cells > _KEPT_CELLS


def forget() -> None:
    """Forget what this thread has counted and chosen before: a measurement is to begin with nothing."""
    for workspace in _thread.workspaces.values():
        workspace.forget()


def _of_core(name: str) -> Callable[..., Any]:
    """Stands for a function of the core until it is first called, and the core loaded."""

    def load_and_call(*arguments: Any, **options: Any) -> Any:
        require()
        from . import core

        function = globals()[name] = getattr(core, name)
        return function(*arguments, **options)

    return load_and_call


if not TYPE_CHECKING:
    analyze_grid = _of_core("analyze_grid")
    best_of_grid = _of_core("best_of_grid")
    count_grid = _of_core("count_grid")
    first_images = _of_core("first_images")
    left_by_single_clues = _of_core("left_by_single_clues")
    models_of_grid = _of_core("models_of_grid")
    outcome_of_grid = _of_core("outcome_of_grid")
    shuffle_first = _of_core("shuffle_first")


def shares(number: int, share: int) -> list[tuple[int, int]]:
    """(start, stop) of each share of 0..number-1."""
    return [
        (share_start, min(share_start + share, number))
        for share_start in range(0, number, max(1, share))
    ]


def in_threads(
    run: Callable[[int, int], T], ranges: Sequence[tuple[int, int]], jobs: int
) -> Iterator[T]:
    """``run(start, stop)`` of each range, in order, by so many threads: the core holds no lock.

    Leaving early (an exception, Ctrl-C, a closed generator) stops the threads in the middle of their work.
    """
    if jobs == 1 or len(ranges) <= 1:
        for start, stop in ranges:
            yield run(start, stop)
        return
    from concurrent.futures import ThreadPoolExecutor  # slow to import, and few need it

    # The workspaces of all threads are known here, so that their work can be stopped from outside.
    workspaces_in_use: list[_Workspaces] = []

    def begin_thread() -> None:
        workspaces_in_use.append(_thread.workspaces)

    pool = ThreadPoolExecutor(jobs, initializer=begin_thread)
    try:
        starts = [start for start, _ in ranges]
        stops = [stop for _, stop in ranges]
        yield from pool.map(run, starts, stops)
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for workspaces in workspaces_in_use:
            for workspace in list(workspaces.values()):
                workspace.stop()
        raise
    finally:
        pool.shutdown()
