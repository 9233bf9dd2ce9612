"""A run: what is missing in a results file is done, and written as it comes."""

import os
import platform
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, Literal

from .. import kernel
from ..base.version import __version__
from ..io import formats
from ..policies import POLICIES
from .batches import WorkBatch
from .experiment import Experiment, Setting
from .store import Store
from .workers import Workers

_PACKAGES = ("numpy", "python-sat", "ortools", "ms_toollib", "zig-minesolver", "distributed")
_COMPILED_GAMES = 200  # games a batch where the kernel plays them: some 0.1 to 1 s
_GAMES = 10
_POSITION_GAMES = 2

Progress = Callable[[int], None]
"""Told how many games (times contenders) were just finished."""


def run(
    experiment: Experiment,
    store: Store,
    workers: Workers,
    *,
    batch: int | None = None,
    progress: Progress = lambda _: None,
) -> None:
    """Do what the store, in a session of this experiment, does not hold yet. An exception,
    ``KeyboardInterrupt`` too, stops the workers and leaves what was written.

    batch: Games in a batch; by default so many that handing them out costs little
    """
    with closing(workers(plan(experiment, store, batch))) as finished:
        for done, rows in finished:
            store.add(done, rows)
            progress(done.size)


def missing(experiment: Experiment, store: Store) -> int:
    """How much is still to be done."""
    return sum(batch.size for batch in plan(experiment, store, None))


def total(experiment: Experiment) -> int:
    """How much the whole experiment is."""
    played = len(experiment.settings) * len(experiment.players) * experiment.games
    games = sum(
        _position_games(experiment, setting) * len(_seeds(experiment, setting))
        for setting in experiment.position_settings
    )
    return played * len(experiment.seeds) + games * len(experiment.engines)


def plan(experiment: Experiment, store: Store, batch: int | None) -> Iterator[WorkBatch]:
    """The batches still to be done: all contenders go through the games side by side."""

    def stream(
        kind: Literal["games", "positions"], setting: Setting, seed: int, names: tuple[str, ...], games: int
    ) -> Iterator[WorkBatch]:
        done = {name: store.done(setting, seed, name, kind) for name in names}
        lacking = ((game, tuple(n for n in names if game not in done[n])) for game in range(games))
        left = enumerate((game, some) for game, some in lacking if some)
        size = batch or _size(experiment, kind, names)
        # Runs of consecutive games that lack the same contenders, cut to size.
        for (_, some), run in groupby(left, lambda each: (each[1][0] - each[0], each[1][1])):
            indices = [game for _, (game, _) in run]
            for start in range(0, len(indices), size):
                number = min(size, len(indices) - start)
                yield WorkBatch(experiment, kind, setting, seed, some, indices[start], number)

    streams = [
        stream("games", setting, seed, (player,), experiment.games)
        for seed in experiment.seeds
        for setting in experiment.settings
        for player in experiment.players
    ] + [
        stream("positions", setting, seed, experiment.engines, _position_games(experiment, setting))
        for setting in experiment.position_settings
        for seed in _seeds(experiment, setting)
    ]
    for batches in zip_longest(*streams):
        yield from (each for each in batches if each is not None)


def facts(command: str, where: str) -> dict[str, Any]:
    """What a session runs on: command, versions, commit, machine."""
    packages = {}
    for package in _PACKAGES:
        with suppress(PackageNotFoundError):
            packages[package] = version(package)
    return {
        "began": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": command,
        "workers": where,
        "minesolver": __version__,
        "commit": _commit(),
        "python": platform.python_version(),
        "system": platform.platform(),
        "cpu": processor(),
        "cores": os.cpu_count(),
        "packages": packages,
    }


def _seeds(experiment: Experiment, setting: Setting) -> tuple[int, ...]:
    """Seeds that positions are taken from; the boards of a file are there once."""
    return (0,) if setting.file else experiment.seeds


def _position_games(experiment: Experiment, setting: Setting) -> int:
    if setting.file:
        return len(formats.parse_many(Path(setting.file)))
    return experiment.position_games


def _size(experiment: Experiment, kind: str, names: tuple[str, ...]) -> int:
    """Games a batch, so many that handing them out costs little."""
    if kind == "positions":
        return _POSITION_GAMES
    return _COMPILED_GAMES if experiment.fast and names[0] in POLICIES and kernel.available() else _GAMES


def _commit() -> str:
    """The commit of a checkout; empty for an installed package."""
    folder = Path(__file__).resolve().parents[2]
    if not (folder / ".git").exists():
        return ""
    try:
        words = ["git", "-C", str(folder), "describe", "--always", "--dirty", "--exclude", "*"]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def processor() -> str:
    """The name of this machine's processor."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
