"""What handing out work costs: games a second by workers and by games a batch, processes beside Dask.

    python benchmarks/workers.py                  # some minutes
    python benchmarks/workers.py --no-dask --repeat 1

The same games each time (seed 1), into a results file as ``minesolver bench run`` does, start of the workers
included in its own column only. Overhead of a batch: the slope of the time over the number of batches, for
the same games. Dask: a cluster of single-threaded worker processes on this machine.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from pathlib import Path

from run_facts import print_facts

from minesolver import bench
from minesolver.bench import dask
from minesolver.cli.progress import Progress

EXPERT = {"boards": ["16x30/99"], "players": ["lookahead"], "fast": True}
TINY = {"boards": ["8x8/10"], "players": ["safest"], "fast": True}
BATCHES = (1, 3, 10, 100)
WORKER_COUNTS = (1, 2)
WorkersOf = Callable[[int], AbstractContextManager[bench.Workers]]
Times = dict[tuple[str, int], list[float]]


@contextmanager
def _processes(count: int) -> Iterator[bench.Workers]:
    yield bench.processes(count)


@contextmanager
def _dask(count: int) -> Iterator[bench.Workers]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=count,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        host="127.0.0.1",
    ) as cluster:
        yield dask.cluster(cluster.scheduler_address)


def _seconds(
    description: dict[str, object], games: int, workers: bench.Workers, batch: int | None
) -> float:
    """Seconds from the first finished batch to the last one, scaled to all games: without the start."""
    experiment = bench.from_mapping({**description, "games": games})
    ends: list[tuple[float, int]] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        bench.Store(Path(folder) / "r.sqlite", new=True) as store,
    ):
        store.begin(experiment, bench.facts(" ".join(sys.argv), "a measurement"))
        bench.run(
            experiment,
            store,
            workers,
            batch=batch,
            progress=lambda n: ends.append((time.perf_counter(), n)),
        )
    skipped = len(ends) // 10 + 1  # workers come up one after the other
    played = sum(number for _, number in ends[skipped:])
    return (ends[-1][0] - ends[skipped - 1][0]) / played * games


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--repeat", type=int, default=5, help="runs of each; medians are shown (default: 5)"
    )
    parser.add_argument(
        "--games", type=int, default=4000, help="expert games a run (default: 4000)"
    )
    parser.add_argument("--no-dask", action="store_true", help="processes only")
    options = parser.parse_args()
    kinds: dict[str, WorkersOf] = {"processes": _processes}
    if not options.no_dask and find_spec("distributed"):
        kinds["Dask"] = _dask
    print_facts(seed=1)
    print(f"{os.cpu_count()} cores, medians of {options.repeat}")
    game_times, batch_times = _measured(kinds, options)
    _print_speed(game_times, options.games)
    _print_batches(batch_times, list(kinds))
    seconds_a_game = statistics.median(game_times["processes", 1]) / options.games
    for kind in kinds:
        _print_overhead(kind, batch_times, seconds_a_game)
    return 0


def _measured(kinds: dict[str, WorkersOf], options: argparse.Namespace) -> tuple[Times, Times]:
    """Seconds of all expert games by (kind, workers), and seconds of a tiny game by (kind, batch)."""
    game_times: Times = {(kind, count): [] for kind in kinds for count in WORKER_COUNTS}
    batch_times: Times = {(kind, batch): [] for kind in kinds for batch in BATCHES}
    total = options.repeat * (len(game_times) + len(batch_times))
    with Progress("runs", total) as bar:
        # All kinds in turn: what the machine does besides hits all alike.
        for _ in range(options.repeat):
            for (kind, count), times in game_times.items():
                with kinds[kind](count) as workers:
                    times.append(_seconds(EXPERT, options.games, workers, 50))
                bar.advance(1)
            for kind in kinds:
                with kinds[kind](1) as workers:
                    for batch in BATCHES:
                        games = 60 * max(batch, 10)
                        batch_times[kind, batch].append(
                            _seconds(TINY, games, workers, batch) / games
                        )
                        bar.advance(1)
    return game_times, batch_times


def _print_speed(game_times: Times, games: int) -> None:
    """Games a second by kind and number of workers, and how much more than one process."""
    print(f"\nexpert games, lookahead, batches of 50, {games} games a run\n")
    print("| workers | games/s | times one process | efficiency |\n|---|---|---|---|")
    for (kind, count), times in game_times.items():
        pairs = zip(game_times["processes", 1], times, strict=True)
        ratio = statistics.median(of_one / seconds for of_one, seconds in pairs)
        rate = games / statistics.median(times)
        print(f"| {count} {kind} | {rate:.0f} | {ratio:.2f} | {100 * ratio / count:.0f} % |")


def _print_batches(batch_times: Times, kinds: list[str]) -> None:
    """Milliseconds of a batch of tiny games, by its size."""
    print("\nthe cheapest games there are (8x8/10, safest), one worker, by games a batch\n")
    print("| games a batch | " + " | ".join(f"{kind}, ms a batch" for kind in kinds) + " |")
    print("|---" * (1 + len(kinds)) + "|")
    for batch in BATCHES:
        cells = [1000 * batch * statistics.median(batch_times[kind, batch]) for kind in kinds]
        print(f"| {batch} | " + " | ".join(f"{cell:.2f}" for cell in cells) + " |")


def _print_overhead(kind: str, batch_times: Times, seconds_a_game: float) -> None:
    """What handing out a batch costs: what is left of it where its games take no time."""
    smallest_time = statistics.median(batch_times[kind, BATCHES[0]]) * BATCHES[0]
    largest_time = statistics.median(batch_times[kind, BATCHES[-1]]) * BATCHES[-1]
    overhead = smallest_time - (largest_time - smallest_time) / (BATCHES[-1] - 1)
    print(
        f"\n{kind}: {1000 * overhead:.1f} ms a batch before its games; under 1 % of the time from "
        f"{99 * overhead / seconds_a_game:.0f} expert games a batch on"
    )


if __name__ == "__main__":
    sys.exit(main())
