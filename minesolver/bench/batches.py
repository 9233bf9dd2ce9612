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
from ..game.series import PlayedGame, fits_kernel, play_compiled_games
from ..model.analysis import Analysis
from .contenders import Prepare, inference_of, player_of
from .experiment import Experiment, Setting
from .positions import Position, positions
from .workers import TIMED_OUT, Batch

BINS = 20
"""Bins of probability that calibration is counted in."""
Row = dict[str, Any]
_COUNTED = ("outcome", "opened", "mines_hit", "guesses", "random_picks", "score", "seconds")
Sums = np.ndarray[Any, np.dtype[np.float64]]
"""By bin: cells, the sum of their estimates, mines."""
_NOWHERE = open(os.devnull, "w")  # noqa: SIM115  (held as long as the process)


@dataclass(frozen=True)
class WorkBatch(Batch):
    """Games ``first`` to ``first + number - 1`` of a seed. ``contenders``: one player, or engines.

    The boards of a file have the seed 0.
    """

    experiment: Experiment
    kind: Literal["games", "positions"]
    setting: Setting
    seed: int
    contenders: tuple[str, ...]
    first: int
    number: int

    @property
    def size(self) -> int:
        """Games times contenders."""
        return self.number * len(self.contenders)

    def parts(self) -> list[WorkBatch]:
        """The same work as single games of single contenders; empty where it is one."""
        if self.size == 1:
            return []
        games = range(self.first, self.first + self.number)
        return [
            replace(self, first=index, number=1, contenders=(name,))
            for index in games
            for name in self.contenders
        ]

    def run(self) -> Rows:
        """Do the work. What goes wrong in one game is a row with its error; the others are not touched."""
        began = perf_counter()
        rows = Rows(worker=f"{socket.gethostname()}/{os.getpid()}")
        (_games if self.kind == "games" else _positions)(self.experiment, self, rows)
        rows.seconds = perf_counter() - began
        return rows

    def lost(self, exitcode: int | None) -> Rows:
        """The rows of work that took its worker down, or hung."""
        late = f"gave no answer in {self.experiment.timeout:g} s"
        if exitcode is None:
            return self.failed(f"its workers died, or {late}")
        return self.failed(late if exitcode == TIMED_OUT else f"its process died (exit code {exitcode})")

    def failed(self, error: str) -> Rows:
        """The rows of work that nothing came of."""
        rows = Rows()
        for index in range(self.first, self.first + self.number):
            for name in self.contenders:
                row = {"contender": name, "game": index, "error": error}
                (rows.games if self.kind == "games" else rows.engine_games).append(row)
        return rows


@dataclass
class Rows:
    """What a batch found: rows of :mod:`.store` without setting and seed. ``worker``: who did it."""

    games: list[Row] = field(default_factory=list)
    engine_games: list[Row] = field(default_factory=list)
    positions: list[Row] = field(default_factory=list)
    calibration: list[Row] = field(default_factory=list)
    worker: str = ""
    seconds: float = 0.0


def _games(experiment: Experiment, batch: WorkBatch, rows: Rows) -> None:
    (name,) = batch.contenders
    indices = range(batch.first, batch.first + batch.number)
    try:
        series, player = player_of(experiment, name, batch.setting, batch.seed)
        with _memory() as memory:
            if experiment.fast and series.policy == name and fits_kernel(series):
                began = perf_counter()
                with _watched(experiment.timeout * batch.number):
                    played = play_compiled_games(series, batch.first, batch.number)
                seconds = (perf_counter() - began) / batch.number
                found = [_compiled(game) | {"seconds": seconds} for game in played]
            else:
                found = []
                for index in indices:
                    with _watched(_game_timeout(experiment, name)):
                        found.append(_game(series.game(index), player))
    except Exception as error:  # nothing of this batch can be played
        rows.games = batch.failed(_error_text(error)).games
        return
    growth = memory.get("growth")
    rows.games = [
        {"contender": name, "game": index} | row | {"megabytes": growth}
        for index, row in zip(indices, found, strict=True)
    ]


def _compiled(game: PlayedGame) -> Row:
    row: Row = {"outcome": "won" if game.won else "lost", "opened": game.opened, "adjusted": game.adjusted}
    return row | {"mines_hit": int(not game.won), "guesses": game.guesses, "random_picks": 0}


def _game(game: Game, player: Any) -> Row:
    moves = 0
    slowest = 0.0
    at = perf_counter()

    def count(_: Game, played: PlayedMove) -> None:
        nonlocal moves, slowest, at
        moves += played.action == "open"
        now = perf_counter()
        slowest, at = max(slowest, now - at), now

    try:
        episode = play_episode(game, player, on_move=count, keep_moves=False)
    except Exception as error:
        return {"error": _error_text(error)}
    return {name: getattr(episode, name) for name in _COUNTED} | {"moves": moves, "slowest": slowest}


def _positions(experiment: Experiment, batch: WorkBatch, rows: Rows) -> None:
    prepared: dict[str, Prepare | str] = {}
    for name in batch.contenders:
        try:
            prepared[name] = inference_of(experiment, name)
        except Exception as error:
            prepared[name] = _error_text(error)
    for index in range(batch.first, batch.first + batch.number):
        found: Sequence[Position] = ()
        lacking = ""
        try:
            found = positions(experiment, batch.setting, batch.seed, index)
        except (MinesolverError, OSError) as error:
            lacking = f"no positions: {_error_text(error)}"
        turn = index % len(batch.contenders)  # no contender is always the first after the positions were made
        for name in batch.contenders[turn:] + batch.contenders[:turn]:
            prepare = lacking or prepared[name]
            of: Row = {"contender": name, "game": index}
            if isinstance(prepare, str):
                rows.engine_games.append(of | {"error": prepare})
                continue
            sums = np.zeros((BINS, 3))
            with _memory() as memory, _watched(_game_timeout(experiment, name)):
                for place, position in enumerate(found):
                    rows.positions.append(of | {"place": place} | _ask(prepare, position, sums))
            rows.engine_games.append(of | {"positions": len(found), "megabytes": memory.get("growth")})
            rows.calibration += [
                of | {"bin": place, "number": int(number), "estimate": estimate, "mines": int(mines)}
                for place, (number, estimate, mines) in enumerate(sums.tolist())
                if number
            ]


def _ask(prepare: Prepare, position: Position, sums: Sums) -> Row:
    board, exact = position.board, position.exact
    hidden = int(board.unknown.sum())
    row: Row = {"cells": len(board.cells), "hidden": hidden, "width": position.width}
    if exact is not None:
        row |= {"states": exact.statistics.states}
        row |= {"provable": len(exact.safe) + len(exact.mines), "safe_exists": bool(exact.safe)}
    try:
        call = prepare(board)
        began = perf_counter()
        answer = call()
        row["seconds"] = perf_counter() - began
    except Exception as error:
        return row | {"error": _error_text(error)}
    return row if exact is None else row | _judged(answer, exact, position, sums)


def _judged(answer: Analysis, exact: Analysis, position: Position, sums: Sums) -> Row:
    """Proofs, and estimates of cells that the exact engine leaves open; these are added to ``sums``."""
    right = len(answer.safe & exact.safe) + len(answer.mines & exact.mines)
    row: Row = {"found": right, "unsound": len(answer.safe) + len(answer.mines) - right}
    row["safe_found"] = bool(answer.safe & exact.safe)
    judged = position.board.unknown & ~np.isnan(answer.risks)
    judged[list(map(position.board.index, exact.safe | exact.mines))] = False
    p = answer.risks[judged]
    row |= {"estimated": len(p), "distance": float(np.square(p - exact.risks[judged]).sum())}
    if position.layout is not None:
        mines = np.zeros(judged.shape)
        mines[list(map(position.board.index, position.layout))] = 1
        row["squared"] = float(np.square(p - mines[judged]).sum())
        # The same bin for floats of the same fraction.
        bins = np.minimum(BINS - 1, (p * BINS + 1e-9).astype(int))
        np.add.at(sums, bins, np.stack([np.ones(len(p)), p, mines[judged]], axis=1))
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
    found: dict[str, float] = {}
    if not sys.platform.startswith("linux"):
        yield found
        return
    import resource

    commands = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    start = _resident(reset=True)
    yield found
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    peak = _resident()
    if start is not None and peak is not None:
        found["growth"] = max(peak[1] - start[0], after / 1024 if after > commands else 0.0, 0.0)


def _resident(*, reset: bool = False) -> tuple[float, float] | None:
    """(resident memory, its peak since the last reset) in MB; ``None`` where the system does not tell."""
    try:
        if reset:
            Path("/proc/self/clear_refs").write_text("5")
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return None
    values = {line.split(":")[0]: line.split()[1] for line in lines if line.startswith(("VmHWM", "VmRSS"))}
    return int(values["VmRSS"]) / 1024, int(values["VmHWM"]) / 1024


def _error_text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".replace("\n", " ")
