"""How often a 95 % interval holds the truth, for every kind that a user is shown, from two games on.

    python benchmarks/interval_coverage.py --table benchmarks/results/coverage.md      # some ten minutes

Players play many games of boards that are nearly always won, and of hard ones. What all of these games say
counts as the truth. Samples of a few of them, drawn with replacement, are what somebody sees who has played
no more. Of each sample the package makes its interval. Printed is the share of samples whose interval holds
the truth: the least over the players and the boards.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from math import inf, log, nan
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from run_facts import versions

from minesolver.base.intervals import (
    Interval,
    mean_interval,
    paired_rate_interval,
    rate_interval,
    ratio_interval,
)
from minesolver.bench.batches import WorkBatch
from minesolver.bench.experiment import from_mapping
from minesolver.game.score import MOST_SPENT, Score, judged
from minesolver.game.series import Series

SIZES = (2, 3, 5, 10, 20, 30, 50, 100, 300, 1000)
PLAYERS = ("strongest", "safest", "likelihood_average", "baseline")
GAMES = {"5x5/2": 5000, "5x5/4": 3000, "9x9/10": 1500, "16x16/40": 500, "16x30/99": 300}
"""Boards from easy to hard, and how many games make up the truth."""
ENGINES = ("elimination", "layered", "baseline")
POSITION_GAMES = 150

Row = dict[str, Any]


class Quantity(NamedTuple):
    """What is estimated: ``interval`` of a sample of rows, each of a game."""

    name: str
    where: str
    interval: Callable[[Sequence[Row]], Interval]


def won(rows: Sequence[Row]) -> Interval:
    wins = sum(row["won"] for row in rows)
    return (wins / len(rows), *rate_interval(int(wins), len(rows)))


def won_more(rows: Sequence[Row]) -> Interval:
    gained = sum(row["won"] > row["first won"] for row in rows)
    lost = sum(row["won"] < row["first won"] for row in rows)
    return paired_rate_interval(gained, lost, len(rows))


def mean_of(name: str, most: float) -> Callable[[Sequence[Row]], Interval]:
    return lambda rows: mean_interval([row[name] for row in rows], 0.0, most)


def share_of(part: str, whole: str) -> Callable[[Sequence[Row]], Interval]:
    return lambda rows: ratio_interval([(row[part], row[whole]) for row in rows])


def recall_difference(rows: Sequence[Row]) -> Interval:
    pairs = [(row["found"] - row["first found"], row["provable"]) for row in rows]
    return ratio_interval(pairs, -1.0, 1.0)


def brier(rows: Sequence[Row]) -> Interval:
    pairs = [(row["squared"], row["estimated"]) for row in rows]
    return ratio_interval(pairs)


def brier_difference(rows: Sequence[Row]) -> Interval:
    pairs = [(row["squared more"], row["both"]) for row in rows]
    return ratio_interval(pairs, -1.0, 1.0)


def time_ratio(rows: Sequence[Row]) -> Interval:
    """Of logarithms, as the interval is before it is shown as factors."""
    return ratio_interval([(row["slower"], row["places"]) for row in rows], -inf, inf)


OF_PLAYERS = (
    Quantity("games won", "play, bench, score", won),
    Quantity("difference of games won, paired", "bench", won_more),
    Quantity("games won, luck removed", "play, bench, score", mean_of("removed", 1.0)),
    Quantity("safe cells found", "bench, score", share_of("proved", "provable")),
    Quantity("least-risk guesses", "score", share_of("least_risk_guesses", "guesses")),
    Quantity("risk above the least", "bench, score", mean_of("excess_risk", 1.0)),
    Quantity("luck spent", "score", mean_of("luck_spent", MOST_SPENT)),
    Quantity("luck spent needlessly", "score", mean_of("needless", MOST_SPENT)),
)
OF_ENGINES = (
    Quantity("recall", "bench", share_of("found", "provable")),
    Quantity("difference of recall, paired", "bench", recall_difference),
    Quantity("Brier score", "bench", brier),
    Quantity("difference of Brier scores, paired", "bench", brier_difference),
    Quantity("time ratio, paired", "bench", time_ratio),
)


def player_pools(boards: dict[str, int]) -> list[list[Row]]:
    """The games of each player on each board, with who won the same game of the first player."""
    pools = []
    for board, number in boards.items():
        rows, cols, mines = map(int, board.replace("/", "x").split("x"))
        first_wins: list[float] = []
        for name in PLAYERS:
            series = Series(name, rows, cols, mines, seed=11)
            score = judged(series.player(), map(series.game, range(number)), Score())
            wins = [float(game.won) for game in score.games]
            first_wins = first_wins or wins
            pool: list[Row] = []
            for game, first_won in zip(score.games, first_wins, strict=True):
                row = vars(game) | {"first won": first_won, "removed": game.won - game.luck}
                row |= {"proved": game.proved.total(), "provable": game.provable.total()}
                pool.append(row)
            pools.append(pool)
    return pools


def engine_pools(boards: dict[str, int]) -> list[list[Row]]:
    """The positions of games, put to each engine, summed over each game."""
    pools = []
    for board in boards:
        experiment = from_mapping({"engines": list(ENGINES), "boards": [board], "seed": 11})
        (setting,) = experiment.position_settings
        answers = WorkBatch(experiment, "positions", setting, 11, ENGINES, 0, POSITION_GAMES).run()
        by_key = {(row["contender"], row["game"], row["place"]): row for row in answers.positions}
        for name in ENGINES:
            games: dict[int, Row] = {}
            for (contender, game, place), row in by_key.items():
                if contender != name or "found" not in row:
                    continue
                first = by_key[ENGINES[0], game, place]
                sums = games.setdefault(game, dict.fromkeys(OF_POSITIONS, 0.0))
                for column in ("found", "provable", "squared", "estimated"):
                    sums[column] += row[column]
                sums["first found"] += first["found"]
                if row["estimated"] == first["estimated"]:
                    sums["squared more"] += row["squared"] - first["squared"]
                    sums["both"] += row["estimated"]
                if name != ENGINES[0]:
                    sums["slower"] += log(row["seconds"] / first["seconds"])
                    sums["places"] += 1
            pools.append(list(games.values()))
    return pools


OF_POSITIONS = (
    "found",
    "first found",
    "provable",
    "squared",
    "estimated",
    "squared more",
    "both",
    "slower",
    "places",
)


def coverage(quantity: Quantity, pool: Sequence[Row], size: int, samples: int) -> float:
    """The share of samples of a size whose interval holds what the whole pool says; NaN: none is shown."""
    truth = quantity.interval(pool)[0]
    random = Random(f"{quantity.name} {size}")
    held = shown = 0
    for _ in range(samples):
        value, low, high = quantity.interval(random.choices(pool, k=size))
        if value == value and low == low:
            shown += 1
            held += low - 1e-12 <= truth <= high + 1e-12
    return held / shown if shown > samples / 10 else nan


def lines(options: argparse.Namespace) -> list[str]:
    """The table: a line a quantity, a column a number of games."""
    boards = {name: max(20, round(options.share * number)) for name, number in GAMES.items()}
    groups = [(OF_PLAYERS, player_pools(boards)), (OF_ENGINES, engine_pools(boards))]
    text_lines = [
        f"| interval | shown by | {' | '.join(map(str, SIZES))} |",
        "|---" * (len(SIZES) + 2) + "|",
    ]
    for quantities, pools in groups:
        for quantity in quantities:
            cells = []
            for size in SIZES:
                shares = [coverage(quantity, pool, size, options.samples) for pool in pools if pool]
                shares = [share for share in shares if share == share]
                cells.append(f"{min(shares):.3f}" if shares else "-")
            text_lines.append(f"| {quantity.name} | {quantity.where} | {' | '.join(cells)} |")
    return text_lines


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--samples", type=int, default=1000, help="of each size (default: 1000)")
    parser.add_argument(
        "--share", type=float, default=1.0, help="of the games that make the truth (default: 1)"
    )
    parser.add_argument("--table", type=Path, help="write the table, with what it says, to a file")
    options = parser.parse_args()
    table = "\n".join(lines(options))
    print(table)
    if options.table is not None:
        assert __doc__ is not None
        boards = ", ".join(f"{board} ({number} games)" for board, number in GAMES.items())
        options.table.write_text(
            f"# How often intervals hold the truth\n\n{__doc__}\n"
            f"Players {', '.join(PLAYERS)} on {boards}; engines {', '.join(ENGINES)} on the positions of "
            f"{POSITION_GAMES} games of each board; {options.samples} samples of each size, so that a share "
            f"is known to {2 * (0.95 * 0.05 / options.samples) ** 0.5:.3f}. A dash: no interval is shown, "
            f"as there is too little to say. Not measured: slopes.\n{versions()}.\n\n{table}\n"
        )


if __name__ == "__main__":
    main()
