"""A run: what is missing in a results file is done, and written as it comes."""

import os
import platform
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import zip_longest
from pathlib import Path
from typing import Any, Literal

from .. import kernel
from ..base.errors import check_callable
from ..base.version import __version__
from ..policy import POLICIES
from .batches import WorkBatch
from .experiment import Experiment, Setting
from .positions import boards_of
from .store import Store
from .workers import Workers

_PACKAGES = ("numpy", "python-sat", "ortools", "ms_toollib", "zig-minesolver", "distributed")
_COMPILED_GAMES = 200  # games a batch where the kernel plays them: some 0.1 to 1 s
_GAMES = 10
_POSITION_GAMES = 2

ProgressCallback = Callable[[int], None]
"""Told how many games (times contenders) were just finished."""


def _tell_nobody(_: int) -> None: ...


def run(
    experiment: Experiment,
    store: Store,
    workers: Workers,
    *,
    batch: int | None = None,
    progress: ProgressCallback = _tell_nobody,
) -> None:
    """Do what the store, in a session of this experiment, does not hold yet. An exception,
    ``KeyboardInterrupt`` too, stops the workers and leaves what was written.

    batch: Games in a batch; by default so many that handing them out costs little
    """
    check_callable(progress, "progress is a function")
    with closing(workers(plan(experiment, store, batch))) as finished_batches:
        for finished_batch, rows in finished_batches:
            store.add(finished_batch, rows)
            progress(finished_batch.size)


def missing(experiment: Experiment, store: Store) -> int:
    """How much is still to be done."""
    return sum(batch.size for batch in plan(experiment, store, None))


def total(experiment: Experiment) -> int:
    """How much the whole experiment is."""
    game_count = (
        len(experiment.seeds)
        * len(experiment.settings)
        * len(experiment.players)
        * experiment.games
    )

    # Engines are asked about positions of games of their own.
    for setting in experiment.position_settings:
        setting_games = _position_games(experiment, setting) * len(_seeds(experiment, setting))
        game_count += setting_games * len(experiment.engines)
    return game_count


def plan(experiment: Experiment, store: Store, batch: int | None) -> Iterator[WorkBatch]:
    """The batches still to be done: all contenders go through the games side by side."""
    # The games of players, then the positions of engines; a batch of each in turn.
    batch_streams = []
    for seed in experiment.seeds:
        for setting in experiment.settings:
            for player in experiment.players:
                player_games = _Games(
                    experiment, "games", setting, seed, (player,), experiment.games
                )
                batch_streams.append(player_games.batches(store, batch))
    for setting in experiment.position_settings:
        game_count = _position_games(experiment, setting)
        for seed in _seeds(experiment, setting):
            engine_games = _Games(
                experiment, "positions", setting, seed, experiment.engines, game_count
            )
            batch_streams.append(engine_games.batches(store, batch))
    for side_by_side in zip_longest(*batch_streams):
        for work_batch in side_by_side:
            if work_batch is not None:
                yield work_batch


@dataclass(frozen=True)
class _Games:
    """The games of a seed on one setting, all that these contenders are to have done."""

    experiment: Experiment
    kind: Literal["games", "positions"]
    setting: Setting
    seed: int
    contenders: tuple[str, ...]
    number: int

    def batches(self, store: Store, batch_size: int | None) -> Iterator[WorkBatch]:
        """What is missing: runs of consecutive games that lack the same contenders, cut to size."""
        batch_size = batch_size or _size(self.experiment, self.kind, self.contenders)
        for first_game, game_count, lacking_contenders in self._runs(store):
            for first_of_batch in range(first_game, first_game + game_count, batch_size):
                batch_games = min(batch_size, first_game + game_count - first_of_batch)
                yield WorkBatch(
                    self.experiment,
                    self.kind,
                    self.setting,
                    self.seed,
                    lacking_contenders,
                    first_of_batch,
                    batch_games,
                )

    def _runs(self, store: Store) -> Iterator[tuple[int, int, tuple[str, ...]]]:
        """(first game, number of games, the contenders that they lack)."""
        done_games = {}
        for name in self.contenders:
            digest = self.experiment.digest(name)
            done_games[name] = store.done(self.setting, self.seed, name, digest, self.kind)
        first_game, game_count = 0, 0
        lacking_before: tuple[str, ...] = ()
        for game_index in range(self.number):
            lacking_contenders = tuple(
                name for name in self.contenders if game_index not in done_games[name]
            )
            if lacking_contenders != lacking_before:
                if lacking_before:
                    yield first_game, game_count, lacking_before
                first_game, game_count = game_index, 0
                lacking_before = lacking_contenders
            game_count += 1
        if lacking_before:
            yield first_game, game_count, lacking_before


def facts(command: str, processors: str) -> dict[str, Any]:
    """What a session runs on: command, versions, commit, machine."""
    package_versions = {}
    for package in _PACKAGES:
        with suppress(PackageNotFoundError):
            package_versions[package] = version(package)
    return {
        "began": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": command,
        "workers": processors,
        "minesolver": __version__,
        "commit": _commit(),
        "python": platform.python_version(),
        "system": platform.platform(),
        "cpu": processor(),
        "cores": os.cpu_count(),
        "packages": package_versions,
    }


def _seeds(experiment: Experiment, setting: Setting) -> tuple[int, ...]:
    """Seeds that positions are taken from; the boards of a file are there once."""
    return (0,) if setting.file else experiment.seeds


def _position_games(experiment: Experiment, setting: Setting) -> int:
    if setting.file:
        return len(boards_of(setting.file))
    return experiment.position_games


def _size(experiment: Experiment, kind: str, names: tuple[str, ...]) -> int:
    """Games a batch, so many that handing them out costs little."""
    if kind == "positions":
        return _POSITION_GAMES
    return (
        _COMPILED_GAMES
        if experiment.fast and names[0] in POLICIES and kernel.available()
        else _GAMES
    )


def _commit() -> str:
    """The commit of a checkout; empty for an installed package."""
    checkout_folder = Path(__file__).resolve().parents[2]
    if not (checkout_folder / ".git").exists():
        return ""
    try:
        git_command = [
            "git",
            "-C",
            str(checkout_folder),
            "describe",
            "--always",
            "--dirty",
            "--exclude",
            "*",
        ]
        return subprocess.run(
            git_command, capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def processor() -> str:
    """The name of this machine's processor."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
