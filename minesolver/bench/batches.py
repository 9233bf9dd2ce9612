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
from .judging import MoveJudge
from .positions import ReferencePosition, positions
from .workers import TIMED_OUT, WorkUnit

BINS = 20
"""Bins of probability that calibration is counted in."""
ResultRow = dict[str, Any]
_COUNTED = ("outcome", "opened", "mines_hit", "guesses", "random_picks", "score", "seconds")
_JUDGED = ("safe_moves", "missed", "excess", "late_guesses", "regret")
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
        game_indices = range(self.first_game, self.first_game + self.game_count)
        single_games = []
        for index in game_indices:
            for contender_name in self.contenders:
                single_games.append(
                    replace(self, first_game=index, game_count=1, contenders=(contender_name,))
                )
        return single_games

    def run(self) -> Rows:
        """Do the work. What goes wrong in one game is a row with its error; the others are not touched."""
        start_time = perf_counter()
        result_rows = Rows(worker=f"{socket.gethostname()}/{os.getpid()}")
        if self.kind == "games":
            _games(self.experiment, self, result_rows)
        else:
            _positions(self.experiment, self, result_rows)
        result_rows.seconds = perf_counter() - start_time
        return result_rows

    def lost(self, exitcode: int | None) -> Rows:
        """The rows of work that took its worker down, or hung."""
        late_text = f"gave no answer in {self.experiment.timeout:g} s"
        if exitcode is None:
            return self.failed(f"its workers died, or {late_text}")
        if exitcode == TIMED_OUT:
            return self.failed(f"{late_text}, or ended its process (exit code {exitcode})")
        return self.failed(f"its process died (exit code {exitcode})")

    def failed(self, error: str) -> Rows:
        """The rows of work that nothing came of."""
        result_rows = Rows()
        for index in range(self.first_game, self.first_game + self.game_count):
            for contender_name in self.contenders:
                failed_row = {"contender": contender_name, "game": index, "error": error}
                if self.kind == "games":
                    result_rows.games.append(failed_row)
                else:
                    result_rows.engine_games.append(failed_row)
        return result_rows


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
    (contender_name,) = batch.contenders
    game_indices = range(batch.first_game, batch.first_game + batch.game_count)
    try:
        series, player = player_of(experiment, contender_name, batch.setting, batch.seed)
        with _memory() as memory_use:
            if experiment.fast and series.policy == contender_name and fits_kernel(series):
                game_rows = _compiled_games(series, batch, experiment.timeout)
            else:
                game_rows = []
                for index in game_indices:
                    with _watched(_game_timeout(experiment, contender_name)):
                        game_rows.append(_play_game(series.game(index), player, experiment.judged))
    except Exception as error:  # nothing of this batch can be played
        rows.games = batch.failed(_error_text(error)).games
        return

    # Every game of a batch has the batch's growth of memory.
    memory_growth = memory_use.get("growth")
    for index, game_row in zip(game_indices, game_rows, strict=True):
        rows.games.append(
            {"contender": contender_name, "game": index} | game_row | {"megabytes": memory_growth}
        )


def _compiled_games(series: Series, batch: WorkBatch, timeout: float) -> list[ResultRow]:
    """The games of a batch, all at once; each has the mean of their times."""
    start_time = perf_counter()
    with _watched(timeout * batch.game_count):
        played_games = play_compiled_games(series, batch.first_game, batch.game_count)
    mean_seconds = (perf_counter() - start_time) / batch.game_count
    return [
        {
            "outcome": "won" if played_game.won else "lost",
            "opened": played_game.opened,
            "adjusted": played_game.adjusted,
            "mines_hit": int(not played_game.won),
            "guesses": played_game.guesses,
            "random_picks": 0,
            "seconds": mean_seconds,
        }
        for played_game in played_games
    ]


def _play_game(game: Game, player: Any, is_judged: bool) -> ResultRow:
    move_count = 0
    slowest_move = 0.0
    judge = MoveJudge(game) if is_judged else None
    last_move_time = perf_counter()

    def count(game: Game, played_move: PlayedMove) -> None:
        nonlocal move_count, slowest_move, last_move_time
        slowest_move = max(slowest_move, perf_counter() - last_move_time)
        if played_move.action != "flag":
            move_count += 1
            if judge is not None and played_move.action == "open":
                judge.opened(game, played_move.cell)
        last_move_time = perf_counter()  # what the judge takes is not the player's time

    try:
        episode = play_episode(game, player, on_move=count, keep_moves=False)
    except Exception as error:
        return {"error": _error_text(error)}
    game_row: ResultRow = {column_name: getattr(episode, column_name) for column_name in _COUNTED}
    if judge is not None:
        game_row |= {column_name: getattr(judge, column_name) for column_name in _JUDGED}
    return game_row | {"moves": move_count, "slowest": slowest_move}


def _positions(experiment: Experiment, batch: WorkBatch, rows: Rows) -> None:
    """Put the positions of each game of a batch to its engines."""
    prepare_by_name: dict[str, Prepare | str] = {}  # or why an engine cannot be asked

    # An engine that cannot be asked fails each of its games, and stops no other.
    for contender_name in batch.contenders:
        try:
            prepare_by_name[contender_name] = inference_of(experiment, contender_name)
        except Exception as error:
            prepare_by_name[contender_name] = _error_text(error)

    # Each game's positions are put to all engines, one after the other.
    for index in range(batch.first_game, batch.first_game + batch.game_count):
        reference_positions: Sequence[ReferencePosition] = ()
        problem_text = ""
        try:
            reference_positions = positions(experiment, batch.setting, batch.seed, index)
        except (MinesolverError, OSError) as error:
            problem_text = f"no positions: {_error_text(error)}"

        # No contender is always the first after the positions were made, which warms the caches.
        first_turn = index % len(batch.contenders)
        for contender_name in batch.contenders[first_turn:] + batch.contenders[:first_turn]:
            prepare = problem_text or prepare_by_name[contender_name]
            if isinstance(prepare, str):
                rows.engine_games.append(
                    {"contender": contender_name, "game": index, "error": prepare}
                )
            else:
                with _watched(_game_timeout(experiment, contender_name)):
                    _ask_all(
                        prepare,
                        reference_positions,
                        {"contender": contender_name, "game": index},
                        rows,
                    )


def _ask_all(
    prepare: Prepare, reference_positions: Sequence[ReferencePosition], key: ResultRow, rows: Rows
) -> None:
    """Put the positions of one game to one engine. ``key``: the columns that name both."""
    bin_sums = np.zeros((BINS, 3))
    with _memory() as memory_use:
        for position_number, position in enumerate(reference_positions):
            rows.positions.append(
                key | {"place": position_number} | _ask(prepare, position, bin_sums)
            )
    rows.engine_games.append(
        key | {"positions": len(reference_positions), "megabytes": memory_use.get("growth")}
    )
    for bin_index, (cell_count, estimate_sum, mine_count) in enumerate(bin_sums.tolist()):
        if cell_count:
            bin_row = {
                "bin": bin_index,
                "number": int(cell_count),
                "estimate": estimate_sum,
                "mines": int(mine_count),
            }
            rows.calibration.append(key | bin_row)


def _ask(prepare: Prepare, position: ReferencePosition, sums: BinSums) -> ResultRow:
    """The answer of an engine on one position: its time, and how it compares with the exact one."""
    board, exact = position.board, position.exact
    row: ResultRow = {
        "cells": len(board.cells),
        "hidden": int(board._unknown.sum()),
        "width": position.width,
    }
    if exact is not None:
        row["states"] = exact.statistics.states
        row["provable"] = len(exact.safe) + len(exact.mines)
        row["safe_exists"] = bool(exact.safe)

    # The time is that of the answer alone: what an engine prepares is not counted.
    try:
        ask_engine = prepare(board)
        start_time = perf_counter()
        answer = ask_engine()
        row["seconds"] = perf_counter() - start_time
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
    right_claims = len(answer.safe & exact.safe) + len(answer.mines & exact.mines)
    row: ResultRow = {
        "found": right_claims,
        "unsound": len(answer.safe) + len(answer.mines) - right_claims,
        "safe_found": bool(answer.safe & exact.safe),
    }

    # Estimates, of cells that the exact engine leaves open.
    is_judged = board._unknown & ~np.isnan(answer.risks)
    is_judged[list(map(board.index, exact.safe | exact.mines))] = False
    estimates = answer.risks[is_judged]
    row["estimated"] = len(estimates)
    row["distance"] = float(np.square(estimates - exact.risks[is_judged]).sum())
    if position.layout is not None:
        is_mine = np.zeros(is_judged.shape)
        is_mine[list(map(board.index, position.layout))] = 1
        mine_values = is_mine[is_judged]
        row["squared"] = float(np.square(estimates - mine_values).sum())
        # The same bin for floats of the same fraction.
        bin_numbers = np.minimum(BINS - 1, (estimates * BINS + 1e-9).astype(int))
        np.add.at(
            sums, bin_numbers, np.stack([np.ones(len(estimates)), estimates, mine_values], axis=1)
        )
    return row


def _game_timeout(experiment: Experiment, name: str) -> float | None:
    """Seconds for a game of a contender. A command has a time limit of its own, for each answer."""
    contender = experiment.contender(name)
    return None if contender is not None and contender.command else experiment.timeout


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
    memory_use: dict[str, float] = {}
    if not sys.platform.startswith("linux"):
        yield memory_use
        return
    import resource

    usage_before = _resident(reset=True)
    commands_before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    yield memory_use
    commands_after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    usage_after = _resident()
    if usage_before is None or usage_after is None:
        return
    memory_growth = max(0.0, usage_after[1] - usage_before[0])
    if commands_after > commands_before:
        memory_growth = max(memory_growth, commands_after / 1024)
    memory_use["growth"] = memory_growth


def _resident(*, reset: bool = False) -> tuple[float, float] | None:
    """(resident memory, its peak since the last reset) in MB; ``None`` where the system does not tell."""
    try:
        if reset:
            Path("/proc/self/clear_refs").write_text("5")
        status_lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return None
    status_values = {
        status_line.split(":")[0]: status_line.split()[1]
        for status_line in status_lines
        if status_line.startswith(("VmHWM", "VmRSS"))
    }
    return int(status_values["VmRSS"]) / 1024, int(status_values["VmHWM"]) / 1024


def _error_text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".replace("\n", " ")
