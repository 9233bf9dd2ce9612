"""Win rates and speed of the policies, on the boards and rules of the published figures.

    python benchmarks/players.py                          # 100,000 games a cell of strongest: an hour or so
    python benchmarks/players.py --games 2000 --policies safest pseq lookahead strongest
    python benchmarks/players.py --speed                  # games a second on one core and on two

Game ``i`` of a seed is the same for all policies. Results are appended to ``--out`` as they come, a line a
batch of games; a run that was stopped goes on where it was. Win rates have 95 % intervals (Wilson).
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numba
import numpy

import minesolver
from minesolver import policy
from minesolver.cli.progress import Progress
from minesolver.experiments.intervals import wilson
from minesolver.experiments.series import Series, Tally, play_compiled, prepare
from minesolver.game import Rules

SIZES = {"8x8/10": (8, 8, 10), "9x9/10": (9, 9, 10), "16x16/40": (16, 16, 40), "30x16/99": (16, 30, 99)}
RULES = {"S": "safe", "Z": "zero"}
# Best published win rates in per cent, and where from.
PUBLISHED = {
    ("8x8/10", "S"): (81.9, "DavidNHill Java, 12k-50k games"),
    ("8x8/10", "Z"): (90.6, "DavidNHill Java, 12k-50k games"),
    ("9x9/10", "S"): (91.94, "DavidNHill Java, 12k-50k games"),
    ("9x9/10", "Z"): (97.31, "DavidNHill Java, 12k-50k games"),
    ("16x16/40", "S"): (78.23, "PSEQ-D256, 100 M games"),
    ("16x16/40", "Z"): (89.19, "DavidNHill Java, 12k-50k games"),
    ("30x16/99", "S"): (41.132, "DavidNHill Java, 10 M games"),
    ("30x16/99", "Z"): (54.5, "DavidNHill Java, 12k-50k games"),
}


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--policies", nargs="+", default=["strongest"], choices=policy.names())
    parser.add_argument("--sizes", nargs="+", default=list(SIZES), choices=SIZES)
    parser.add_argument("--rules", nargs="+", default=list(RULES), choices=RULES)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path("results/players.jsonl"))
    parser.add_argument("--speed", action="store_true", help="measure games a second instead")
    options = parser.parse_args()
    print(
        f"minesolver {minesolver.__version__}, Python {platform.python_version()}, "
        f"numpy {numpy.__version__}, numba {numba.__version__}, {platform.machine()}, seed {options.seed}"
    )
    return _speed(options) if options.speed else _win_rates(options)


def _cells(options: argparse.Namespace) -> list[tuple[str, str, str]]:
    return [(p, size, rule) for size in options.sizes for rule in options.rules for p in options.policies]


def _series(name: str, size: str, rule: str, seed: int) -> Series:
    return Series(name, *SIZES[size], Rules(first_click=RULES[rule]), seed)


def _win_rates(options: argparse.Namespace) -> int:
    options.out.parent.mkdir(parents=True, exist_ok=True)
    print("| board | rule | policy | games | won % | 95 % interval | best published % | guesses | games/s |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, size, rule in _cells(options):
        key = [name, size, rule, options.seed]
        done = _read(options.out, key)
        series = _series(name, size, rule, options.seed)
        prepare(series, options.games)
        step = 2000
        try:
            with Progress(f"{name} {size} {rule}", options.games) as bar, options.out.open("a") as file:
                for first in range(0, options.games, step):
                    number = min(step, options.games - first)
                    if first in done and done[first][0] == number:
                        continue
                    part = _play(series, first, number, options.jobs)
                    done[first] = part
                    file.write(json.dumps([key, first, part]) + "\n")
                    file.flush()
                    bar.update(first + part[0], f"{100 * part[1] / part[0]:.2f} % won")
        except KeyboardInterrupt:
            print("interrupted; the same command goes on from here", file=sys.stderr)
            return 130
        own = [part for first, part in done.items() if first < options.games]  # an earlier run may be longer
        games, wins, guesses, seconds = (sum(column) for column in zip(*own, strict=True))
        low, high = wilson(wins, games)
        best, source = PUBLISHED[size, rule]
        print(
            f"| {size} | {rule} | {name} | {games} | {100 * wins / games:.3f} | {100 * low:.2f} to "
            f"{100 * high:.2f} | {best} ({source}) | {guesses / games:.2f} | {games / seconds:.0f} |",
            flush=True,
        )
    return 0


def _play(series: Series, first: int, number: int, jobs: int) -> list[float]:
    """[games, wins, guesses, seconds of wall-clock] of games ``first`` and on."""
    began = time.perf_counter()
    tally = Tally()
    share = 100
    with ThreadPoolExecutor(jobs) as pool:
        for part in pool.map(
            lambda at: play_compiled(series, at, min(share, first + number - at)),
            range(first, first + number, share),
        ):
            tally.add(part)
    return [tally.games, tally.wins, tally.guesses, time.perf_counter() - began]


def _read(path: Path, key: list[object]) -> dict[int, list[float]]:
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text().splitlines() if line.endswith("]")]
    return {first: part for own, first, part in rows if own == key}


def _speed(options: argparse.Namespace) -> int:
    """Medians over alternating runs of one and of two threads on the same games."""
    print("| board | rule | policy | games/s, one core | two cores | ratio | won % |")
    print("|---|---|---|---|---|---|---|")
    for name, size, rule in _cells(options):
        series = _series(name, size, rule, options.seed)
        prepare(series, 10_000)
        trial = _play(series, 0, 400, 1)
        games = max(400, int(2.5 * trial[0] / trial[3]))  # some seconds a run
        runs = [(_play(series, 0, games, 1), _play(series, 0, games, 2)) for _ in range(5)]
        one, two = (statistics.median(games / run[k][3] for run in runs) for k in (0, 1))
        ratio = statistics.median(run[0][3] / run[1][3] for run in runs)
        won = 100 * runs[0][0][1] / games
        print(f"| {size} | {rule} | {name} | {one:.0f} | {two:.0f} | {ratio:.2f} | {won:.1f} of {games} |")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
