"""What more threads and processes of a program gain: analyses a second, by size of board.

    python benchmarks/threads.py
    python benchmarks/threads.py --jobs 4 --seconds 5

``threads``: each calls ``minesolver.analyze`` for one board after the other. ``processes``: the same in one
process each. ``analyze_many``: arrays of all boards, without and with ``jobs``. The ways are tried in turns,
medians are shown; a machine with other work to do shows less than it has.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np
from run_facts import print_facts

import minesolver as ms
from minesolver.base.workers import Pool
from minesolver.game import Game, Rules

SIZES = ("9x9/10", "16x16/40", "16x30/99", "50x50/400", "100x100/1600")
_GAMES, _MOVES = 20, 10


def boards_of_games(size: str) -> list[ms.Board]:
    """Boards of the first moves of some games."""
    boards = []
    for seed in range(_GAMES):
        game = Game.level(size, Rules("zero"), seed=seed)
        game.open((game.rows // 2, game.cols // 2))
        for _ in range(_MOVES):
            analysis = ms.analyze(game.board)
            assert analysis.best is not None, "a game that goes on has a safe cell"
            boards.append(game.board)
            game.open(analysis.best)
            if game.over:
                break
    return boards


def analyses(grids: list[tuple[np.ndarray[Any, Any], int | None]], seconds: float) -> int:
    """How many boards are analyzed in the time."""
    number, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        for grid, mines in grids:
            ms.analyze(ms.Board(grid, mines))
        number += len(grids)
    return number


def rates(size: str, jobs: int, seconds: float, repeat: int, pool: Pool) -> dict[str, float]:
    """Analyses a second of each way, the medians of some rounds."""
    grids = [(board.grid, board.mines) for board in boards_of_games(size)]
    work = partial(analyses, grids, seconds)

    def in_threads(number: int) -> float:
        with ThreadPoolExecutor(number) as threads:
            calls = [threads.submit(work) for _ in range(number)]
            return sum(call.result() for call in calls) / seconds

    def in_processes() -> float:
        calls = [pool.submit(analyses, grids, seconds) for _ in range(jobs)]
        return sum(call.result() for call in calls) / seconds

    def in_batches(number: int) -> float:
        batch = np.array([grid for grid, _ in grids] * max(1, 2000 // len(grids)))
        count, begun = 0, time.perf_counter()
        while (took := time.perf_counter() - begun) < seconds:
            ms.analyze_many(batch, mines=grids[0][1], jobs=number)
            count += len(batch)
        return count / took

    ways: dict[str, Callable[[], float]] = {
        "1 thread": partial(in_threads, 1),
        f"{jobs} threads": partial(in_threads, jobs),
        f"{jobs} processes": in_processes,
        "analyze_many": partial(in_batches, 1),
        f"analyze_many, jobs={jobs}": partial(in_batches, jobs),
    }
    rounds: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(repeat):
        for way, measure in ways.items():
            rounds[way].append(measure())
    return {way: statistics.median(measured) for way, measured in rounds.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", nargs="+", default=SIZES, metavar="SIZE")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement")
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    print_facts()
    has_lock = getattr(sys, "_is_gil_enabled", lambda: True)()
    print(f"Python {'with' if has_lock else 'without'} its lock; analyses a second\n")
    header_is_printed = False
    with Pool(options.jobs, here=False) as pool:
        for size in options.sizes:
            measured = rates(size, options.jobs, options.seconds, options.repeat, pool)
            if not header_is_printed:
                print(f"| board | {' | '.join(measured)} |")
                print(f"|---|{'---|' * len(measured)}", flush=True)
                header_is_printed = True
            cells = [f"{rate:,.0f}" for rate in measured.values()]
            print(f"| {size} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
