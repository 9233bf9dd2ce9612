"""The kernel: the exact analysis and whole games at compiled speed (Numba), in 64-bit floats.

Importing this package loads no compiler; the first call of a process does. What is compiled is kept on disk
and shared by all processes.
"""

from __future__ import annotations

import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from importlib import import_module
from importlib.util import find_spec
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..errors import MissingDependencyError
from .clock import limit

if TYPE_CHECKING:
    from .workspace import Array, Workspace

MEMORY = 2 << 30
"""Default limit on the bytes that one analysis may use."""
DONE, CONTRADICTION, LIMIT = 0, 1, 2
"""Statuses in the last column of an analysis' report."""
LOST, WON, UNFINISHED = 0, 1, 2
"""Outcomes of a game."""

PROVED, TREE, LOOKED, REFUSED, REGION = 0, 1, 2, 3, 4
"""How a policy settled a position: nothing to guess, by the game tree, by looking ahead, not at all, by the
game tree of a region by itself."""


class Weights(NamedTuple):
    """What of a policy is fitted to played games."""

    estimate: npt.NDArray[np.float64] = np.zeros(1)
    """The network for winning chances, one-dimensional; of size 1 where there is none."""
    ranking: npt.NDArray[np.float32] = np.zeros((0, 1, 4), np.float32)
    """The boosted trees, (trees, nodes, 4), see ``minesolver.compiled.ranking``."""


Arguments = tuple[int, npt.NDArray[np.float64], Weights]

_NO_LIMIT = nullcontext()
_NO_SAMPLES = np.zeros((0, 21))
_NO_IMAGES = np.zeros((0, 0), np.int32)
_SHAPES = 8  # workspaces that a thread keeps
_PATIENCE = 1.0  # seconds before the first call says that it compiles
_local = threading.local()
_entries: dict[str, Callable[..., Any]] = {}
_first_call = threading.Lock()


def available() -> bool:
    """Whether Numba is installed; does not load it."""
    return find_spec("numba") is not None


def _entry(module: str, name: str) -> Callable[..., Any]:
    """A compiled function. Raises :class:`MissingDependencyError` without Numba."""
    if name not in _entries:
        if not available():
            raise MissingDependencyError("the kernel needs Numba: pip install numba")
        with _first_call, _notice():
            function = getattr(import_module(f".{module}", __name__), name)
            _warm(name, function)
            _entries[name] = function
    return _entries[name]


def _warm(name: str, function: Callable[..., Any]) -> None:
    """Compile, or load from the disk, on the smallest board."""
    from .building import alongside
    from .workspace import Workspace

    if name == "play_layouts":
        function(np.zeros((1, 1), np.int8), _NO_IMAGES, 0, 1, 1, 0, np.zeros(3, np.int64))
        return
    grid = np.zeros((1, 1), np.int8)
    flat = grid.reshape(1)
    policy = 0, np.ones(20), Weights()
    numbers = np.zeros(3, np.int64)
    arguments = {
        "analyze": (
            grid[None],
            numbers[:1],
            np.ones(1),
            np.zeros((1, 1, 1)),
            grid[None],
            np.full((1, 4), LIMIT),
        ),
        "analyze_one": (grid, 0, 1.0, np.zeros((1, 1)), grid.copy()),
        "play": (1, 0, 1, 0, np.uint64(0), 0, *policy, 0, numbers[None], _NO_SAMPLES),
        "advise": (1, flat, 0, 1.0, *policy, numbers, np.zeros((1, 9)), np.zeros((1, 9, 3)), numbers.copy()),
    }[name]
    if name in ("play", "advise"):
        alongside(function, (numbers, *arguments))
    workspace = Workspace(1, 1)  # the table has addresses only: it must outlive the call
    function(workspace.table, *arguments)


@contextmanager
def _notice() -> Iterator[None]:
    """Say on a terminal what takes so long, where it takes long."""
    done = threading.Event()

    def speak() -> None:
        if not done.wait(_PATIENCE):
            print("minesolver: compiling the kernel, once and for all (up to a minute) ...", file=sys.stderr)

    if sys.stderr is not None and sys.stderr.isatty():
        threading.Thread(target=speak, daemon=True).start()
    try:
        yield
    finally:
        done.set()


def forget() -> None:
    """Empty this thread's memory of components: so that a measurement counts each position anew."""
    for workspace in getattr(_local, "kept", {}).values():
        workspace.forget()


def _workspace(rows: int, cols: int) -> Workspace:
    try:
        workspace: Workspace = _local.kept[rows, cols]
    except (AttributeError, KeyError):
        workspace = _new_workspace(rows, cols)
    return workspace


def _new_workspace(rows: int, cols: int) -> Workspace:
    from .workspace import Workspace

    kept: OrderedDict[tuple[int, int], Workspace] | None = getattr(_local, "kept", None)
    if kept is None:
        kept = _local.kept = OrderedDict()
    workspace = kept[rows, cols] = Workspace(rows, cols)
    if len(kept) > _SHAPES:
        kept.popitem(last=False)
    return workspace


def analyze_grids(
    grids: npt.NDArray[np.int8],
    mines: npt.NDArray[np.int64],
    odds: npt.NDArray[np.float64],
    *,
    states: float = inf,
    memory: int = MEMORY,
    jobs: int = 1,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int8], npt.NDArray[np.int64]]:
    """Positions of one shape: (probability, proof, report), each with a row a position, in their order.

    ``grids``: int8 (m, rows, cols) of board codes. ``mines``: int64 (m,), -1 where not told; ``odds``:
    float64 (m,), p / (1 - p) of a hidden cell, used where the total is not told. ``probability``: float64
    (m, rows, cols). ``proof``: int8 (m, rows, cols), 1 proved safe, 2 proved mine. ``report``: int64 (m, 4):
    components, width, states, status (0 done, 1 contradiction, 2 limit; then the other arrays hold nothing).
    ``jobs``: threads.
    """
    analyze = _entry("analysis", "analyze")
    number, rows, cols = grids.shape
    probability = np.empty((number, rows, cols))
    proof = np.empty((number, rows, cols), np.int8)
    report = np.full((number, 4), LIMIT, np.int64)
    arguments = (np.require(grids, np.int8, ["C", "W"]), mines, odds, probability, proof, report)

    def run(*part: Array) -> None:
        workspace = _workspace(rows, cols)
        own = part[-1]
        analyze(workspace.table, *part)
        while (own[:, 3] == LIMIT).any() and workspace.grow(states, memory):
            analyze(workspace.table, *part)
        workspace.shrink()

    if jobs == 1 or number == 1:
        run(*arguments)
    else:
        share = max(1, min(256, -(-number // (4 * jobs))))
        with ThreadPoolExecutor(jobs) as pool:
            starts = range(0, number, share)
            list(pool.map(lambda i: run(*(a[i : i + share] for a in arguments)), starts))
    return probability, proof, report


def analyze_grid(
    cells: npt.NDArray[np.int8],
    mines: int,
    odds: float,
    *,
    states: float = inf,
    memory: int = MEMORY,
    seconds: float = inf,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int8], tuple[int, int, int, int]]:
    """One position, with less to-do: ``cells`` int8 (rows, cols), writeable; otherwise as above.

    ``seconds``: wall-clock after which the status is LIMIT.
    """
    analyze = _entries.get("analyze_one") or _entry("analysis", "analyze_one")
    shape = cells.shape
    workspace = _workspace(*shape)
    probability = np.empty(shape)
    proof = np.empty(shape, np.int8)
    with _NO_LIMIT if seconds == inf else limit(workspace.stop, seconds):
        report = analyze(workspace.table, cells, mines, odds, probability, proof)
        if report[3] == LIMIT:
            while report[3] == LIMIT and workspace.grow(states, memory):
                report = analyze(workspace.table, cells, mines, odds, probability, proof)
            workspace.shrink()
    return probability, proof, report


def play_games(
    rows: int,
    cols: int,
    mines: int,
    protected: int,
    start: int,
    seed: int,
    first: int,
    number: int,
    policy: Arguments,
    *,
    explore: int = 0,
    samples: npt.NDArray[np.float64] | None = None,
) -> tuple[npt.NDArray[np.int64], int]:
    """Games ``first`` to ``first + number - 1`` of a seed.

    ``protected``: what the first click protects: 0 nothing, 1 the cell, 2 its neighbours too. ``start``: the
    flat index of the first cell. ``policy``: ``Policy.arguments()``. Returns int64 (number, 3): outcome (0
    lost, 1 won, 2 not finished, because the pools could not hold it), guesses, cells opened; and how many
    rows of ``samples``, float64 (m, features + 1), were written: after each guess that was survived, what
    ``looking.describe`` says of the position, and the row of the game. ``explore``: for samples, make one of
    the first so many guesses of a game at random among the candidates; rows before it are dropped.
    """
    play = _entry("playing", "play")
    results = np.zeros((number, 3), np.int64)
    table = _workspace(rows, cols).table
    if samples is None:
        samples = _NO_SAMPLES
    key = np.uint64(seed % 2**64)
    taken = play(table, cols, mines, protected, start, key, first, *policy, explore, results, samples)
    return results, int(taken)


def advise_grid(
    cells: npt.NDArray[np.int8], mines: int, odds: float, policy: Arguments
) -> tuple[int, npt.NDArray[np.int64], Array, Array, list[int], int]:
    """A policy's candidates on one position; (how, cells, out, details, won, status), see ``advising``."""
    advise = _entry("advising", "advise")
    rows, cols = cells.shape
    n = rows * cols
    workspace = _workspace(rows, cols)
    chosen = np.zeros(n, np.int64)
    out = np.zeros((n, 9))
    details = np.zeros((n, 9, 3))
    won = np.zeros(3, np.int64)
    grid = cells.reshape(n)
    how, number, status = advise(workspace.table, cols, grid, mines, odds, *policy, chosen, out, details, won)
    while status == LIMIT and workspace.grow(inf, MEMORY):
        how, number, status = advise(
            workspace.table, cols, grid, mines, odds, *policy, chosen, out, details, won
        )
    workspace.shrink()
    return int(how), chosen[:number], out[:number], details[:number], won.tolist(), int(status)


def play_layouts(
    shown: npt.NDArray[np.int8],
    *,
    first: int = -1,
    nodes: int = 1 << 62,
    slots: int = 1 << 20,
    least: int = -1,
    images: npt.NDArray[np.int32] = _NO_IMAGES,
) -> tuple[int, int, int]:
    """How many of the given layouts the best play wins, by the whole game tree; (won, first cell, nodes).

    ``shown``: int8 (layouts, cells), what each cell shows in each layout, 9 for a mine. ``first``: the cell
    to open first, or -1 for the best. ``slots``: sets of layouts remembered, a power of two. ``images``:
    int32 (symmetries, layouts), the layout that each is turned into by a symmetry of the board that turns
    these layouts into each other; sets alike by them are searched once. Won is -1 where
    the nodes ran out, and only a bound up to ``least`` where it is not above that.
    """
    play = _entry("advising", "play_layouts")
    result = np.zeros(3, np.int64)
    play(np.require(shown, np.int8, ["C", "W"]), images, first, nodes, slots, least, result)
    won, cell, used = result.tolist()
    return won, cell, used
