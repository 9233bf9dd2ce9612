"""How often a 95 % interval holds the truth, for every kind that a user is shown, from two games on.

    python benchmarks/interval_coverage.py --table benchmarks/results/coverage.md      # some ten minutes

Players play many games of boards that are nearly always won, and of hard ones. What all of these games say
counts as the truth. Samples of a few of them, drawn with replacement, are what somebody sees who has played
no more. Of each sample the package makes its interval. Printed is the share of samples whose interval holds
the truth: the least over the players and the boards.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from math import inf, log, nan
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from run_facts import versions

from minesolver.base.intervals import (
    LEAST_NUMBER,
    LEAST_SHARED,
    LEAST_UNBOUNDED,
    Interval,
    mean_interval,
    paired_rate_interval,
    rate_interval,
    ratio_interval,
    student_quantile,
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
BATCH_CELLS = 100_000
"""Drawn games at once, which fit in a cache."""
CHECKED = 1
"""Of each batch so many are compared with the interval that the package gives."""

Row = dict[str, Any]
Columns = dict[str, "np.ndarray"]
"""Float64 (samples, games) of each column."""
Ends = tuple["np.ndarray", "np.ndarray"]
"""Float64 (samples,): low and high; NaN where no interval is shown."""


class Rate(NamedTuple):
    """How often something happens: games won."""

    column: str

    def interval(self, rows: Sequence[Row]) -> Interval:
        number = sum(row[self.column] for row in rows)
        return (number / len(rows), *rate_interval(int(number), len(rows)))

    def ends(self, columns: Columns) -> Ends:
        values = columns[self.column]
        return _by_count(values.sum(1), lambda number: rate_interval(number, values.shape[1]))


class PairedRate(NamedTuple):
    """Games won more than somebody else has won of the same games."""

    column: str
    other: str

    def interval(self, rows: Sequence[Row]) -> Interval:
        gained = sum(row[self.column] > row[self.other] for row in rows)
        lost = sum(row[self.column] < row[self.other] for row in rows)
        return paired_rate_interval(gained, lost, len(rows))

    def ends(self, columns: Columns) -> Ends:
        change = columns[self.column] - columns[self.other]
        games = change.shape[1]
        codes = (change > 0).sum(1) * (games + 1) + (change < 0).sum(1)

        def ends_of(code: int) -> tuple[float, float]:
            gained, lost = divmod(code, games + 1)
            _, low, high = paired_rate_interval(gained, lost, games)
            return low, high

        return _by_count(codes, ends_of)


class Mean(NamedTuple):
    """A mean of what is from 0 to a greatest value."""

    column: str
    most: float

    def interval(self, rows: Sequence[Row]) -> Interval:
        return mean_interval([row[self.column] for row in rows], 0.0, self.most)

    def ends(self, columns: Columns) -> Ends:
        values = columns[self.column]
        samples, number = values.shape
        if number < LEAST_NUMBER:
            return np.zeros(samples), np.full(samples, self.most)
        least = np.minimum(0.0, values.min(1))
        most = np.maximum(self.most, values.max(1))
        middle = (values.sum(1) + least + most) / (number + 2)
        squares = (values * values).sum(1) + least * least + most * most
        variance = np.maximum(0.0, squares / (number + 2) - middle * middle)
        half_width = student_quantile(number - 1) * np.sqrt(variance / (number + 2))
        return (
            np.clip(middle - half_width, 0.0, self.most),
            np.clip(middle + half_width, 0.0, self.most),
        )


class Share(NamedTuple):
    """A ratio of two sums over games."""

    part: str
    whole: str
    least: float = 0.0
    most: float = 1.0

    def interval(self, rows: Sequence[Row]) -> Interval:
        pairs = [(row[self.part], row[self.whole]) for row in rows]
        return ratio_interval(pairs, self.least, self.most)

    def ends(self, columns: Columns) -> Ends:
        part, whole = columns[self.part], columns[self.whole]
        part = np.where(whole == 0, 0.0, part)
        number = (whole != 0).sum(1)
        parts, wholes = part.sum(1), whole.sum(1)
        part_squares, whole_squares = (part * part).sum(1), (whole * whole).sum(1)
        products = (part * whole).sum(1)
        is_bounded = self.least > -inf
        if is_bounded:
            length = whole.max(1)
            parts = parts + (self.least + self.most) * length
            wholes = wholes + 2 * length
            part_squares = part_squares + (self.least**2 + self.most**2) * length * length
            whole_squares = whole_squares + 2 * length * length
            products = products + (self.least + self.most) * length * length
        with np.errstate(all="ignore"):
            middle = parts / wholes
            residuals = part_squares - 2 * middle * products + middle * middle * whole_squares
            residuals = np.maximum(0.0, residuals)
            if not is_bounded:
                residuals = residuals * number / (number - 1)
            quantiles = np.array([student_quantile(n - 1) for n in range(whole.shape[1] + 1)])
            half_width = quantiles[number] * np.sqrt(residuals) / wholes
            low = np.maximum(self.least, middle - half_width)
            high = np.minimum(self.most, middle + half_width)
        if is_bounded:
            is_few = number < LEAST_SHARED
            low, high = np.where(is_few, self.least, low), np.where(is_few, self.most, high)
            is_shown = number > 0
        else:
            is_shown = (number >= LEAST_UNBOUNDED) & (residuals > 0.0)
        return np.where(is_shown, low, nan), np.where(is_shown, high, nan)


class Quantity(NamedTuple):
    """What is estimated. ``kind`` gives the package's interval of a sample of rows, each of a game, and the
    same by NumPy for many samples at once, which is compared with it."""

    name: str
    where: str
    kind: Rate | PairedRate | Mean | Share


def _by_count(numbers: np.ndarray, ends_of: Callable[[int], tuple[float, float]]) -> Ends:
    """The ends of an interval that counts decide."""
    codes, places = np.unique(numbers.astype(int), return_inverse=True)
    ends = np.array([ends_of(int(code)) for code in codes])[places]
    return ends[:, 0], ends[:, 1]


OF_PLAYERS = (
    Quantity("games won", "play, bench, score", Rate("won")),
    Quantity("difference of games won, paired", "bench", PairedRate("won", "first won")),
    Quantity("games won, luck removed", "play, bench, score", Mean("removed", 1.0)),
    Quantity("safe cells found", "bench, score", Share("proved", "provable")),
    Quantity("least-risk guesses", "score", Share("least_risk_guesses", "guesses")),
    Quantity("risk above the least", "bench, score", Mean("excess_risk", 1.0)),
    Quantity("luck spent", "score", Mean("luck_spent", MOST_SPENT)),
    Quantity("luck spent needlessly", "score", Mean("needless", MOST_SPENT)),
)
OF_ENGINES = (
    Quantity("recall", "bench", Share("found", "provable")),
    Quantity("difference of recall, paired", "bench", Share("found more", "provable", -1.0)),
    Quantity("Brier score", "bench", Share("squared", "estimated")),
    Quantity("difference of Brier scores, paired", "bench", Share("squared more", "both", -1.0)),
    # Of logarithms, as the interval is before it is shown as factors.
    Quantity("time ratio, paired", "bench", Share("slower", "places", -inf, inf)),
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
                sums["found more"] += row["found"] - first["found"]
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
    "found more",
    "provable",
    "squared",
    "estimated",
    "squared more",
    "both",
    "slower",
    "places",
)


def coverage(pool: Sequence[Row], kinds: Sequence[Any], size: int, samples: int) -> list[float]:
    """The share of samples of a size whose interval holds what the whole pool says, of each kind; NaN: none
    is shown. Raises AssertionError where NumPy's interval is not the package's."""
    random = np.random.default_rng([size, len(pool)])
    names = {name for kind in kinds for name in kind if isinstance(name, str)}
    columns = {name: np.array([row[name] for row in pool], float) for name in names}
    truths = [kind.interval(pool)[0] for kind in kinds]
    held, shown = np.zeros(len(kinds)), np.zeros(len(kinds))
    batch = max(CHECKED, BATCH_CELLS // size)
    for begin in range(0, samples, batch):
        chosen = random.integers(len(pool), size=(min(batch, samples - begin), size))
        drawn = {name: column[chosen] for name, column in columns.items()}
        for index, (kind, truth) in enumerate(zip(kinds, truths, strict=True)):
            low, high = kind.ends(drawn)
            shown[index] += (low == low).sum()
            held[index] += ((low - 1e-9 <= truth) & (truth <= high + 1e-9)).sum()
            for sample in range(min(CHECKED, len(chosen))):
                value, *ends = kind.interval([pool[game] for game in chosen[sample]])
                if value != value:
                    ends = [nan, nan]  # nothing of which there could be an interval
                np.testing.assert_allclose((low[sample], high[sample]), ends, atol=1e-7, rtol=1e-6)
    return [
        float(held[index] / shown[index]) if shown[index] > samples / 10 else nan
        for index in range(len(kinds))
    ]


def games_of(share: float) -> dict[str, int]:
    """How many games make up the truth, of each board."""
    return {board: max(20, round(share * number)) for board, number in GAMES.items()}


def lines(options: argparse.Namespace) -> list[str]:
    """The table: a line a quantity, a column a number of games."""
    boards = games_of(options.share)
    groups = [(OF_PLAYERS, player_pools(boards)), (OF_ENGINES, engine_pools(boards))]
    text_lines = [
        f"| interval | shown by | {' | '.join(map(str, SIZES))} |",
        "|---" * (len(SIZES) + 2) + "|",
    ]
    for quantities, pools in groups:
        kinds = [quantity.kind for quantity in quantities]
        cells: list[list[str]] = [[] for _ in quantities]
        for size in SIZES:
            of_pools = [coverage(pool, kinds, size, options.samples) for pool in pools if pool]
            for index, shares in enumerate(zip(*of_pools, strict=True)):
                known_shares = [share for share in shares if share == share]
                cells[index].append(f"{min(known_shares):.3f}" if known_shares else "-")
            print(f"{size} games: done", file=sys.stderr, flush=True)
        for quantity, row_cells in zip(quantities, cells, strict=True):
            text_lines.append(f"| {quantity.name} | {quantity.where} | {' | '.join(row_cells)} |")
    return text_lines


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--samples", type=int, default=8000, help="of each size (default: 8000)")
    parser.add_argument(
        "--share", type=float, default=1.0, help="of the games that make the truth (default: 1)"
    )
    parser.add_argument("--table", type=Path, help="write the table, with what it says, to a file")
    options = parser.parse_args()
    table = "\n".join(lines(options))
    print(table)
    if options.table is not None:
        assert __doc__ is not None
        boards = ", ".join(
            f"{board} ({number} games)" for board, number in games_of(options.share).items()
        )
        options.table.write_text(
            f"# How often intervals hold the truth\n\n{__doc__}\n"
            f"Players {', '.join(PLAYERS)} on {boards}; engines {', '.join(ENGINES)} on the positions of "
            f"{POSITION_GAMES} games of each board; {options.samples} samples of each size, so that a share "
            f"is known to {2 * (0.95 * 0.05 / options.samples) ** 0.5:.3f}. A dash: no interval is shown, "
            f"as there is too little to say.\n{versions()}.\n\n{table}\n"
        )


if __name__ == "__main__":
    main()
