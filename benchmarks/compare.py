"""Paired comparison of policies and of their parameters, on the same games.

    python benchmarks/compare.py strongest strongest:fifty_fifty_credit=0 strongest:tree_layouts=60
    python benchmarks/compare.py lookahead strongest --size 16x16/40 --rule Z --games 100000

The first policy is the base; each other is compared with it. Game ``i`` of a seed is the same for all. A
variant is a policy with parameters of ``minesolver.policy.policy.Search`` in place of its own. Differences
are in points (per cent of games), with 95 % intervals of the paired difference, of the variance-reduced
results (``minesolver/kernel/play/games.pyx``): that takes a third of the games that wins and losses would.
With ``--stop`` a variant is dropped once an interval that holds at all times at once (the normal mixture of
Robbins, 95 %) excludes zero: looking again and again does no harm to that one. Games that the core could not
hold count as lost.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field, replace
from math import inf, log, sqrt

import numpy as np
from boards import Driver
from run_facts import versions

from minesolver import kernel, policies
from minesolver.base.intervals import Z95, rate_interval
from minesolver.cli.progress import Progress
from minesolver.game import Rules
from minesolver.game.series import good_start
from minesolver.policy import Policy

SIZES = {
    "8x8/10": (8, 8, 10),
    "9x9/10": (9, 9, 10),
    "16x16/40": (16, 16, 40),
    "16x30/99": (16, 30, 99),
}
PROTECTED = {"S": 1, "Z": 2}
FIRST_CLICKS = {"S": "safe", "Z": "zero"}
STEP = 2000
SHARE = 100
PILOT = 1000
OUTCOME, GUESSES, OPENED, SURVIVED, ADJUSTED = range(5)  # columns of `Chooser.play`
LOST, WON, UNFINISHED = range(3)
# A sum of squared differences: there the interval that holds at all times is tightest.
_MIXTURE = 10.0


@dataclass
class Contender:
    name: str
    policy: Policy
    result_blocks: list[np.ndarray] = field(default_factory=list)
    seconds: float = 0.0
    note: str = ""

    def results(self) -> np.ndarray:
        """float64 (games, 5), a row a game, see the columns above."""
        return np.concatenate(self.result_blocks)


def contender(text: str) -> Contender:
    """``name`` or ``name:field=value,field=value``, the fields of ``Search``."""
    name, _, settings = text.partition(":")
    policy = policies.get(name)
    search = policy.search
    for setting in filter(None, settings.split(",")):
        key, _, value = setting.partition("=")
        if not hasattr(search, key):
            raise argparse.ArgumentTypeError(f"{name} has no parameter {key!r}")
        value_type = type(getattr(search, key))
        search = replace(search, **{key: value_type(float(value))})
    return Contender(text, replace(policy, search=search))


def start_of(options: argparse.Namespace) -> tuple[int, int]:
    """Row and column of the first cell."""
    rows, cols, mines = SIZES[options.size]
    return good_start(Rules(first_click=FIRST_CLICKS[options.rule]), rows, cols, mines) or (0, 0)


def driver_of(options: argparse.Namespace) -> Driver:
    """Games guess by guess, of the size and rule that the options say."""
    rows, cols, mines = SIZES[options.size]
    row, col = start_of(options)
    return Driver(rows, cols, mines, PROTECTED[options.rule], row * cols + col)


def play(
    player: Contender,
    options: argparse.Namespace,
    seed: int,
    first_game: int,
    game_count: int,
    worth: float,
) -> np.ndarray:
    """Games ``first_game`` and on, a row each; ``worth``: of a survived guess, for the variance-reduced
    result."""
    rows, cols, mines = SIZES[options.size]
    row, col = options.start
    first_cell = row * cols + col
    rule = PROTECTED[options.rule]

    def play_share(start: int, stop: int) -> np.ndarray:
        results = np.zeros((stop - start, 5))
        chooser = player.policy.chooser(rows, cols)
        chooser.play(mines, rule, first_cell, seed, first_game + start, worth, results, inf)
        return results

    began = time.perf_counter()
    shares = kernel.shares(game_count, SHARE)
    results = np.concatenate(list(kernel.in_threads(play_share, shares, options.jobs)))
    player.seconds += time.perf_counter() - began
    return results


def worth_of_surviving(base: Contender, options: argparse.Namespace) -> float:
    """The share of survived guesses after which the game was won, in games of another seed."""
    pilot = play(base, options, options.seed + 1, 0, PILOT, 0.5)
    base.seconds = 0.0
    survived = pilot[:, SURVIVED]
    return float(survived[pilot[:, OUTCOME] == WON].sum() / max(survived.sum(), 1.0))


def difference(
    results: np.ndarray, base_results: np.ndarray, risk: float = 0.05
) -> tuple[float, float, float, int]:
    """(mean, half-width of the 95 % interval, half-width that holds at all times, games that differ).

    ``risk``: that the third is ever too narrow.
    """
    differences = results - base_results
    game_count = len(differences)
    spread = max(float(((differences - differences.mean()) ** 2).sum()), 1e-9)
    mixture = sqrt((spread + _MIXTURE) * log((spread + _MIXTURE) / (_MIXTURE * risk**2)))
    differing_games = int((np.abs(differences) > 1e-9).sum())
    return (
        differences.mean(),
        Z95 * sqrt(spread) / game_count,
        mixture / game_count,
        differing_games,
    )


def play_all(
    base: Contender, variants: list[Contender], options: argparse.Namespace, worth: float
) -> None:
    """All games of all contenders, in blocks; with ``--stop`` a variant leaves once it is decided."""
    active = list(variants)
    with Progress("games", options.games) as bar:
        for first_game in range(0, options.games, STEP):
            game_count = min(STEP, options.games - first_game)
            for player in [base, *active]:
                block = play(player, options, options.seed, first_game, game_count, worth)
                player.result_blocks.append(block)
            bar.update(first_game + game_count)

            # Looked at after every block: only the interval that holds at all times may decide.
            if not options.stop:
                continue
            base_adjusted = base.results()[:, ADJUSTED]
            for variant in list(active):
                mean, _, bound, _ = difference(variant.results()[:, ADJUSTED], base_adjusted)
                if abs(mean) > bound:
                    variant.note = "decided"
                    active.remove(variant)
            if variants and not active:
                return


def table_row(player: Contender, base: Contender) -> str:
    """A contender's line of the table."""
    results = player.results()
    game_count = len(results)
    won_games = int((results[:, OUTCOME] == WON).sum())
    low, high = rate_interval(won_games, game_count)
    adjusted = results[:, ADJUSTED]
    adjusted_half = Z95 * adjusted.std() / sqrt(game_count)

    gain = differing_games = ""
    if player is not base:
        mean, half, _, differing = difference(adjusted, base.results()[:game_count, ADJUSTED])
        gain = f"{100 * mean:+.3f} +- {100 * half:.3f}"
        differing_games = str(differing)

    unfinished_games = int((results[:, OUTCOME] == UNFINISHED).sum())
    note = player.note
    if unfinished_games:
        note += f" {unfinished_games} not finished"
    return (
        f"| {player.name} | {game_count} | {100 * won_games / game_count:.3f} "
        f"| {100 * low:.2f} to {100 * high:.2f} "
        f"| {100 * adjusted.mean():.3f} +- {100 * adjusted_half:.3f} "
        f"| {gain} | {differing_games} | {game_count / player.seconds:.0f} | {note} |"
    )


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("contenders", nargs="+", type=contender, metavar="POLICY[:FIELD=VALUE,...]")
    parser.add_argument("--size", default="16x30/99", choices=SIZES)
    parser.add_argument("--rule", default="S", choices=PROTECTED)
    parser.add_argument(
        "--start", type=int, nargs=2, metavar=("ROW", "COL"), help="default: as in play"
    )
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=2027)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--stop", action="store_true", help="drop a variant once it is decided")
    options = parser.parse_args()
    options.start = options.start or start_of(options)
    row, col = options.start
    print(
        f"{versions()}\n{options.size}, rule {options.rule}, start ({row}, {col}), seed {options.seed}, "
        f"{options.jobs} threads",
        flush=True,
    )
    base, *variants = options.contenders
    worth = worth_of_surviving(base, options)
    print(f"a survived guess counts {worth:.3f}", flush=True)
    play_all(base, variants, options, worth)
    print(
        "| policy | games | won % | 95 % interval | variance-reduced | difference | games that differ | "
        "games/s | |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for player in options.contenders:
        print(table_row(player, base))
    return 0


if __name__ == "__main__":
    sys.exit(main())
