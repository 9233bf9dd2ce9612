"""Paired comparison of policies and of their parameters, on the same games.

    python benchmarks/compare.py strongest strongest:influence=0 strongest:factor=0.95,layouts=60
    python benchmarks/compare.py lookahead strongest --size 16x16/40 --rule Z --games 100000

The first policy is the base; each other is compared with it. Game ``i`` of a seed is the same for all. A
variant is a policy with parameters of ``minesolver.policy.policy.Search`` in place of its own. Differences
are in points (per cent of games), with 95 % intervals of the paired difference. With ``--stop`` a variant is
dropped once an interval that holds at all times at once (the normal mixture of Robbins, 95 %) excludes zero:
looking again and again does no harm to that one. Games that the kernel could not hold count as lost.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from math import log, sqrt

import numba
import numpy
import numpy as np

import minesolver
from minesolver import compiled, policy
from minesolver.cli.progress import Progress
from minesolver.experiments.intervals import Z95, wilson
from minesolver.experiments.series import good_start
from minesolver.game import Rules

SIZES = {"8x8/10": (8, 8, 10), "9x9/10": (9, 9, 10), "16x16/40": (16, 16, 40), "30x16/99": (16, 30, 99)}
PROTECTED = {"S": 1, "Z": 2}
FIRST_CLICKS = {"S": "safe", "Z": "zero"}
STEP = 2000
SHARE = 100
_MIXTURE = 100.0  # of differing games: where the interval that holds at all times is tightest


@dataclass
class Contender:
    name: str
    arguments: compiled.Arguments
    won: list[np.ndarray] = field(default_factory=list)
    seconds: float = 0.0
    unfinished: int = 0
    note: str = ""


def contender(text: str) -> Contender:
    """``name`` or ``name:field=value,field=value``, the fields of ``Search``."""
    name, _, rest = text.partition(":")
    own = policy.get(name)
    search = own.search
    for part in filter(None, rest.split(",")):
        key, _, value = part.partition("=")
        kind = type(getattr(search, key))
        search = replace(search, **{key: kind(float(value))})
    return Contender(text, replace(own, search=search).arguments())


def play(own: Contender, options: argparse.Namespace, start: int, first: int, number: int) -> None:
    rows, cols, mines = SIZES[options.size]
    began = time.perf_counter()

    def part(at: int) -> np.ndarray:
        results, _ = compiled.play_games(
            rows, cols, mines, PROTECTED[options.rule], start, options.seed, at,
            min(SHARE, first + number - at), own.arguments,
        )  # fmt: skip
        return results[:, 0]

    with ThreadPoolExecutor(options.jobs) as pool:
        outcomes = np.concatenate(list(pool.map(part, range(first, first + number, SHARE))))
    own.seconds += time.perf_counter() - began
    own.unfinished += int((outcomes == compiled.UNFINISHED).sum())
    own.won.append(outcomes == compiled.WON)


def difference(own: np.ndarray, base: np.ndarray) -> tuple[float, float, float, int]:
    """(mean, half-width of the 95 % interval, half-width that holds at all times, games that differ)."""
    d = own.astype(int) - base
    n = len(d)
    differing = int(np.abs(d).sum())
    variance = max(differing - d.sum() ** 2 / n, 0.0)
    mixture = sqrt((variance + _MIXTURE) * log((variance + _MIXTURE) / (_MIXTURE * 0.05**2)))
    return d.mean(), Z95 * sqrt(variance) / n, mixture / n, differing


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("contenders", nargs="+", type=contender, metavar="POLICY[:FIELD=VALUE,...]")
    parser.add_argument("--size", default="30x16/99", choices=SIZES)
    parser.add_argument("--rule", default="S", choices=PROTECTED)
    parser.add_argument("--start", type=int, nargs=2, metavar=("ROW", "COL"), help="default: as in play")
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=2027)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--stop", action="store_true", help="drop a variant once it is decided")
    options = parser.parse_args()
    rows, cols, _ = SIZES[options.size]
    row, col = options.start or good_start(Rules(first_click=FIRST_CLICKS[options.rule]), rows, cols)
    print(
        f"minesolver {minesolver.__version__}, Python {platform.python_version()}, "
        f"numpy {numpy.__version__}, numba {numba.__version__}, {platform.machine()}\n"
        f"{options.size}, rule {options.rule}, start ({row}, {col}), seed {options.seed}, "
        f"{options.jobs} threads",
        flush=True,
    )
    base, *others = options.contenders
    active = list(others)
    compiled.play_games(*SIZES[options.size], 1, 0, 0, 0, 1, base.arguments)
    with Progress("games", options.games) as bar:
        for first in range(0, options.games, STEP):
            number = min(STEP, options.games - first)
            for own in [base, *active]:
                play(own, options, row * cols + col, first, number)
            bar.update(first + number)
            together = np.concatenate(base.won)
            for own in list(active) if options.stop else []:
                mean, _, bound, _ = difference(np.concatenate(own.won), together)
                if abs(mean) > bound:
                    own.note = "decided"
                    active.remove(own)
            if others and not active:
                break
    print("| policy | games | won % | 95 % interval | difference | games that differ | games/s | |")
    print("|---|---|---|---|---|---|---|---|")
    together = np.concatenate(base.won)
    for own in [base, *others]:
        won = np.concatenate(own.won)
        low, high = wilson(int(won.sum()), len(won))
        text = differing = ""
        if own is not base:
            mean, half, _, count = difference(won, together[: len(won)])
            text, differing = f"{100 * mean:+.3f} +- {100 * half:.3f}", str(count)
        note = own.note + (f" {own.unfinished} not finished" if own.unfinished else "")
        print(
            f"| {own.name} | {len(won)} | {100 * won.mean():.3f} | {100 * low:.2f} to {100 * high:.2f} "
            f"| {text} | {differing} | {len(won) / own.seconds:.0f} | {note} |"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
