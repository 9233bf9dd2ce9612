"""The unit of work: games of one player, or the positions of games put to engines. Its result is rows.

A batch needs nothing but itself, so that it can run in any process on any machine; what a game makes of it
depends on the seed and its number, never on its batch.
"""

from __future__ import annotations

import faulthandler
import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

import numpy as np

from ..base.errors import MinesolverError
from ..game import Game, PlayedMove, play_episode
from ..game.series import Series, fits_kernel, play_compiled_games
from ..model.analysis import Analysis
from .contenders import Prepare, inference_of, player_of
from .experiment import Experiment, Setting
from .positions import ReferencePosition, positions
from .workers import TIMED_OUT, WorkUnit

BINS = 20
"""Bins of probability that calibration is counted in."""
ResultRow = dict[str, Any]
_COUNTED = ("outcome", "opened", "mines_hit", "guesses", "random_picks", "score", "seconds")
BinSums = np.ndarray[Any, np.dtype[np.float64]]
"""By bin: cells, the sum of their estimates, mines."""
_NOWHERE = open(os.devnull, "w")  # noqa: SIM115  (held as long as the process)


@dataclass(frozen=True)
class WorkBatch(WorkUnit):
    """Some games of a seed, one after the other. ``contenders``: one player, or engines.

    The boards of a file have the seed 0.
    """

    experiment: Experiment
    kind: Literal["games", "positions"]
    setting: Setting
    seed: int
    contenders: tuple[str, ...]
    first_game: int
    game_count: int

    @property
    def size(self) -> int:
        """Games times contenders."""
        return self.game_count * len(self.contenders)

    def parts(self) -> list[WorkBatch]:
        """The same work as single games of single contenders; empty where it is one."""
        if self.size == 1:
            return []
        games = range(self.first_game, self.first_game + self.game_count)
        single_games = []
        for index in games:
            for name in self.contenders:
                single_games.append(
                    replace(self, first_game=index, game_count=1, contenders=(name,))
                )
        return single_games

    def run(self) -> Rows:
        """Do the work. What goes wrong in one game is a row with its error; the others are not touched."""
        began = perf_counter()
        rows = Rows(worker=f"{socket.gethostname()}/{os.getpid()}")
        if self.kind == "games":
            _games(self.experiment, self, rows)
        else:
            _positions(self.experiment, self, rows)
        rows.seconds = perf_counter() - began
        return rows

    def lost(self, exitcode: int | None) -> Rows:
        """The rows of work that took its worker down, or hung."""
        late = f"gave no answer in {self.experiment.timeout:g} s"
        if exitcode is None:
            return self.failed(f"its workers died, or {late}")
        return self.failed(
            late if exitcode == TIMED_OUT else f"its process died (exit code {exitcode})"
        )

    def failed(self, error: str) -> Rows:
        """The rows of work that nothing came of."""
        rows = Rows()
        for index in range(self.first_game, self.first_game + self.game_count):
            for name in self.contenders:
                row = {"contender": name, "game": index, "error": error}
                if self.kind == "games":
                    rows.games.append(row)
                else:
                    rows.engine_games.append(row)
        return rows


@dataclass
class Rows:
    """What a batch found: rows of :mod:`.store` without setting and seed. ``worker``: who did it."""

    games: list[ResultRow] = field(default_factory=list)
    engine_games: list[ResultRow] = field(default_factory=list)
    positions: list[ResultRow] = field(default_factory=list)
    calibration: list[ResultRow] = field(default_factory=list)
    worker: str = ""
    seconds: float = 0.0


def _games(experiment: Experiment, batch: WorkBatch, rows: Rows) -> None:
    """Play the games of a batch, by the core where it can and nobody asks for single moves."""
    (name,) = batch.contenders
    indices = range(batch.first_game, batch.first_game + batch.game_count)
    try:
        series, player = player_of(experiment, name, batch.setting, batch.seed)
        with _memory() as memory:
            if experiment.fast and series.policy == name and fits_kernel(series):
                games = _compiled_games(series, batch, experiment.timeout)
            else:
                games = []
                for index in indices:
                    with _watched(_game_timeout(experiment, name)):
                        games.append(_play_game(series.game(index), player))
    except Exception as error:  # nothing of this batch can be played
        rows.games = batch.failed(_error_text(error)).games
        return
    growth = memory.get("growth")
    for index, game in zip(indices, games, strict=True):
        rows.games.append({"contender": name, "game": index} | game | {"megabytes": growth})


def _compiled_games(series: Series, batch: WorkBatch, timeout: float) -> list[ResultRow]:
    """The games of a batch, all at once; each has the mean of their times."""
    began = perf_counter()
    with _watched(timeout * batch.game_count):
        games = play_compiled_games(series, batch.first_game, batch.game_count)
    seconds = (perf_counter() - began) / batch.game_count
    return [
        {
            "outcome": "won" if game.won else "lost",
            "opened": game.opened,
            "adjusted": game.adjusted,
            "mines_hit": int(not game.won),
            "guesses": game.guesses,
            "random_picks": 0,
            "seconds": seconds,
        }
        for game in games
    ]


def _play_game(game: Game, player: Any) -> ResultRow:
    moves = 0
    slowest_move = 0.0
    last_move_time = perf_counter()

    def count(_: Game, played: PlayedMove) -> None:
        nonlocal moves, slowest_move, last_move_time
        moves += played.action == "open"
        move_time = perf_counter()
        slowest_move = max(slowest_move, move_time - last_move_time)
        last_move_time = move_time

    try:
        episode = play_episode(game, player, on_move=count, keep_moves=False)
    except Exception as error:
        return {"error": _error_text(error)}
    row: ResultRow = {name: getattr(episode, name) for name in _COUNTED}
    return row | {"moves": moves, "slowest": slowest_move}


def _positions(experiment: Experiment, batch: WorkBatch, rows: Rows) -> None:
    """Put the positions of each game of a batch to its engines."""
    prepared: dict[str, Prepare | str] = {}  # or why an engine cannot be asked
    for name in batch.contenders:
        try:
            prepared[name] = inference_of(experiment, name)
        except Exception as error:
            prepared[name] = _error_text(error)
    for index in range(batch.first_game, batch.first_game + batch.game_count):
        reference_positions: Sequence[ReferencePosition] = ()
        problem = ""
        try:
            reference_positions = positions(experiment, batch.setting, batch.seed, index)
        except (MinesolverError, OSError) as error:
            problem = f"no positions: {_error_text(error)}"

        # No contender is always the first after the positions were made, which warms the caches.
        turn = index % len(batch.contenders)
        for name in batch.contenders[turn:] + batch.contenders[:turn]:
            prepare = problem or prepared[name]
            if isinstance(prepare, str):
                rows.engine_games.append({"contender": name, "game": index, "error": prepare})
            else:
                with _watched(_game_timeout(experiment, name)):
                    _ask_all(prepare, reference_positions, {"contender": name, "game": index}, rows)


def _ask_all(
    prepare: Prepare, reference_positions: Sequence[ReferencePosition], key: ResultRow, rows: Rows
) -> None:
    """Put the positions of one game to one engine. ``key``: the columns that name both."""
    sums = np.zeros((BINS, 3))
    with _memory() as memory:
        for position_number, position in enumerate(reference_positions):
            rows.positions.append(key | {"place": position_number} | _ask(prepare, position, sums))
    rows.engine_games.append(
        key | {"positions": len(reference_positions), "megabytes": memory.get("growth")}
    )
    for index, (number, estimate, mines) in enumerate(sums.tolist()):
        if number:
            bin_row = {
                "bin": index,
                "number": int(number),
                "estimate": estimate,
                "mines": int(mines),
            }
            rows.calibration.append(key | bin_row)


def _ask(prepare: Prepare, position: ReferencePosition, sums: BinSums) -> ResultRow:
    """The answer of an engine on one position: its time, and how it compares with the exact one."""
    board, exact = position.board, position.exact
    row: ResultRow = {
        "cells": len(board.cells),
        "hidden": int(board.unknown.sum()),
        "width": position.width,
    }
    if exact is not None:
        row["states"] = exact.statistics.states
        row["provable"] = len(exact.safe) + len(exact.mines)
        row["safe_exists"] = bool(exact.safe)
    try:
        call = prepare(board)
        began = perf_counter()
        answer = call()
        row["seconds"] = perf_counter() - began
    except Exception as error:
        return row | {"error": _error_text(error)}
    if exact is None:
        return row
    return row | _judged(answer, exact, position, sums)


def _judged(
    answer: Analysis, exact: Analysis, position: ReferencePosition, sums: BinSums
) -> ResultRow:
    """Proofs, and estimates of cells that the exact engine leaves open; these are added to ``sums``."""
    board = position.board
    right = len(answer.safe & exact.safe) + len(answer.mines & exact.mines)
    row: ResultRow = {
        "found": right,
        "unsound": len(answer.safe) + len(answer.mines) - right,
        "safe_found": bool(answer.safe & exact.safe),
    }
    judged = board.unknown & ~np.isnan(answer.risks)
    judged[list(map(board.index, exact.safe | exact.mines))] = False
    estimates = answer.risks[judged]
    row["estimated"] = len(estimates)
    row["distance"] = float(np.square(estimates - exact.risks[judged]).sum())
    if position.layout is not None:
        is_mine = np.zeros(judged.shape)
        is_mine[list(map(board.index, position.layout))] = 1
        mines = is_mine[judged]
        row["squared"] = float(np.square(estimates - mines).sum())
        # The same bin for floats of the same fraction.
        bins = np.minimum(BINS - 1, (estimates * BINS + 1e-9).astype(int))
        np.add.at(sums, bins, np.stack([np.ones(len(estimates)), estimates, mines], axis=1))
    return row


def _game_timeout(experiment: Experiment, name: str) -> float | None:
    """Seconds for a game of a contender. A command has a time limit of its own, for each answer."""
    outside = experiment.contender(name)
    return None if outside is not None and outside.command else experiment.timeout


@contextmanager
def _watched(seconds: float | None) -> Iterator[None]:
    """End this process with :data:`TIMED_OUT` where the block takes longer: also code that holds the lock."""
    if seconds is None:
        yield
        return
    faulthandler.dump_traceback_later(seconds, exit=True, file=_NOWHERE)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


@contextmanager
def _memory() -> Iterator[dict[str, float]]:
    """Afterwards ``growth``: by how many MB the resident memory rose above what it was, at its peak.

    Of this process where the system resets its peak (Linux), and of the commands that it runs.
    """
    memory: dict[str, float] = {}
    if not sys.platform.startswith("linux"):
        yield memory
        return
    import resource

    usage_before = _resident(reset=True)
    commands_before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    yield memory
    commands_after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    usage_after = _resident()
    if usage_before is None or usage_after is None:
        return
    growth = max(0.0, usage_after[1] - usage_before[0])
    if commands_after > commands_before:
        growth = max(growth, commands_after / 1024)
    memory["growth"] = growth


def _resident(*, reset: bool = False) -> tuple[float, float] | None:
    """(resident memory, its peak since the last reset) in MB; ``None`` where the system does not tell."""
    try:
        if reset:
            Path("/proc/self/clear_refs").write_text("5")
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return None
    values = {
        line.split(":")[0]: line.split()[1] for line in lines if line.startswith(("VmHWM", "VmRSS"))
    }
    return int(values["VmRSS"]) / 1024, int(values["VmHWM"]) / 1024


def _error_text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".replace("\n", " ")
