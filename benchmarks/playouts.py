"""What a candidate's features are worth, from games played on with each of the close candidates of a guess.

    python benchmarks/playouts.py --games 4000                       # expert, first cell safe
    python benchmarks/playouts.py --games 1000 --by lookahead --least 1e3 --most 1e25 --share 1

In games of ``strongest`` without playouts, at a ``--share`` of the guesses with ``--least`` to ``--most``
layouts, each of the close candidates is played on by ``--by`` on the same ``--layouts`` layouts, drawn at
random from all that agree with the position; the results are variance-reduced. The weights of the look-ahead
(``minesolver.policies.policy.Search``) are fitted to the differences between a candidate and the one that was
chosen, by least squares: a difference is ``scale`` x winning chance x log of the ratio of scores. What
positions of a hard game have in common cancels.

Prints the weights with 95 % intervals, games as clusters; how much of what tells candidates apart the scores
see with the old and with the new weights; and what would be gained a guess by the new ones, weights from
other games (five parts).
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from boards import Driver
from compare import PROTECTED, SIZES, contender, driver_of

from minesolver import policies
from minesolver.base.intervals import Z95
from minesolver.cli.progress import Progress
from minesolver.kernel import GUESS_WORTH
from minesolver.kernel.core import Chooser, feature_names, score_scale

BASE = "strongest:playouts=0,trees_weight=0"
COLUMNS = (
    "root", "chosen", "first_half", "second_half", "safety", "fifty_fifty", "first", "second", "third",
    "errors", "on_frontier", "least_value",
)  # fmt: skip
(
    ROOT, CHOSEN, FIRST_HALF, SECOND_HALF, SAFETY, FIFTY_FIFTY, FIRST, SECOND, THIRD, ERRORS, ON_FRONTIER,
    LEAST_VALUE,
) = range(len(COLUMNS))  # fmt: skip
NAMES = (
    "scale", "fifty_fifty_credit", "second_best_weight", "third_best_weight", "expected_errors_weight",
    "frontier_bonus", "zero_bonus",
)  # fmt: skip
SEEN = feature_names()
TRAITS = sum(not name.endswith("_over_mean") and not name.startswith("position_") for name in SEEN)
TRAIT = {name: place for place, name in enumerate(SEEN[:TRAITS])}
MOST = 5  # candidates of a guess
CLOSE = 0.93  # of the best score
GUESSES = 64  # of a game, at the most
PARTS = 5


@dataclass
class Sample:
    """Candidates that were played on: the columns above, and what the trees see of each."""

    found: list[list[float]] = field(default_factory=list)
    seen: list[list[float]] = field(default_factory=list)


def row_of(root: float, chosen: bool, traits: list[float], results: np.ndarray) -> list[float]:
    """The columns of a candidate; its traits weight what a value leaves by the chance of the value."""
    safety, first = traits[TRAIT["safety"]], traits[TRAIT["next_least_risk"]]
    half = len(results) // 2
    return [
        root, chosen, results[:half].mean(), results[half:].mean(), safety, traits[TRAIT["fifty_fifty"]],
        safety - first, first - traits[TRAIT["next_second_risk"]], first - traits[TRAIT["next_third_risk"]],
        traits[TRAIT["next_log_errors"]], traits[TRAIT["on_frontier"]], traits[TRAIT["least_value_chance"]],
    ]  # fmt: skip


def sample(
    driver: Driver, base: Chooser, by: Chooser, game: int, options: argparse.Namespace, into: Sample
) -> None:
    """Play a game, and on from the close candidates of some of its guesses."""
    rows, cols, mines = SIZES[options.size]
    least = max(options.least, policies.get("strongest").search.tree_layouts + 0.5)
    rng = np.random.default_rng([options.seed, game])
    laid = np.zeros((options.layouts, rows * cols), np.int8)
    driver.begin(options.seed, game)
    guesses = 0
    while driver.next_guess() and driver.log_models >= math.log(least):
        found = base.advise(driver.grid, mines, 0.0, math.inf)
        cell, candidates = found["cell"], found["candidates"]
        if driver.log_models <= math.log(options.most) and rng.random() < options.share:
            scores = np.array([candidate["score"] for candidate in candidates])
            best = np.argsort(-scores, kind="stable")[:MOST]
            close = [int(k) for k in best if scores[k] >= CLOSE * scores[best[0]]]
            if len(close) > 1:
                cells = [candidates[k]["cell"] for k in close]
                seen = base.see(driver.grid, mines, close)
                results = np.zeros((len(close), options.layouts))
                by.draw(driver.grid, mines, laid, int(rng.integers(2**63)))
                by.play_on(driver.grid, mines, cells, laid, GUESS_WORTH, results)
                root = GUESSES * game + guesses
                into.found += [
                    row_of(root, own == cell, traits, row)
                    for own, traits, row in zip(cells, seen, results, strict=True)
                ]
                into.seen += seen
        driver.choose(cell)
        guesses += 1


def scores(rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The logarithm of the score of each candidate, as minesolver/kernel/search/guess.pyx."""
    _, credit, second, third, errors, frontier, zero = weights
    ahead = rows[:, FIRST] + second * rows[:, SECOND] + third * rows[:, THIRD] - errors * rows[:, ERRORS]
    safety = rows[:, SAFETY]
    found = (safety + credit * rows[:, FIFTY_FIFTY]) * np.maximum(ahead, 0.01) / safety
    found *= 1.0 + np.where(rows[:, ON_FRONTIER] > 0, frontier, zero * rows[:, LEAST_VALUE] / safety)
    return np.log(found)


class Pairs:
    """Each candidate that was not chosen, and the chosen one of the same guess."""

    def __init__(self, rows: np.ndarray) -> None:
        _, self.guess = np.unique(rows[:, ROOT], return_inverse=True)
        chosen = np.full(self.guess.max() + 1, -1)
        marked = np.flatnonzero(rows[:, CHOSEN] == 1)
        chosen[self.guess[marked]] = marked
        self.rows = rows
        self.other = np.flatnonzero((rows[:, CHOSEN] == 0) & (chosen[self.guess] >= 0))
        self.chosen = chosen[self.guess[self.other]]
        self.result = (rows[:, FIRST_HALF] + rows[:, SECOND_HALF]) / 2
        mean = np.bincount(self.guess, self.result) / np.bincount(self.guess)
        self.chance = np.maximum(mean[self.guess[self.other]], 0.05)
        self.game = rows[self.other, ROOT] // GUESSES

    def difference(self, column: np.ndarray) -> np.ndarray:
        """Of the others to the chosen."""
        return column[self.other] - column[self.chosen]

    def predicted(self, weights: np.ndarray) -> np.ndarray:
        """The differences in winning chance that the scores tell."""
        return weights[0] * self.chance * self.difference(scores(self.rows, weights))

    def seen(self, weights: np.ndarray) -> tuple[float, float]:
        """(the variance of the true differences, and the share of it that the scores tell)."""
        predicted = self.predicted(weights)
        halves = [self.difference(self.rows[:, k]) for k in (FIRST_HALF, SECOND_HALF)]
        whole = float((halves[0] * halves[1]).mean())
        return whole, 1.0 - float(((halves[0] - predicted) * (halves[1] - predicted)).mean()) / whole


def slope(own: Callable[[np.ndarray], np.ndarray], at: np.ndarray) -> np.ndarray:
    """The derivative of ``own`` by each weight, a column each."""
    steps = 1e-4 * np.eye(len(at))
    return np.stack([(own(at + step) - own(at - step)) / 2e-4 for step in steps], axis=1)


def fit(pairs: Pairs, use: np.ndarray, begun: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(weights, half-widths of their 95 % intervals) by Gauss-Newton, from the pairs ``use``."""
    wanted = pairs.difference(pairs.result)[use]

    def own(weights: np.ndarray) -> np.ndarray:
        return pairs.predicted(weights)[use]

    weights = begun.copy()
    for _ in range(12):
        d = slope(own, weights)
        weights = weights + np.linalg.solve(
            d.T @ d + 1e-9 * np.eye(len(weights)), d.T @ (wanted - own(weights))
        )
    d = slope(own, weights)
    inverse = np.linalg.inv(d.T @ d + 1e-9 * np.eye(len(weights)))
    rest = wanted - own(weights)
    _, game = np.unique(pairs.game[use], return_inverse=True)  # all guesses of a game share much
    clusters = np.stack([np.bincount(game, column * rest) for column in d.T], axis=1)
    return weights, Z95 * np.sqrt(np.diag(inverse @ clusters.T @ clusters @ inverse))


def gain(pairs: Pairs, begun: np.ndarray) -> tuple[float, float, float]:
    """(points gained a guess, half-width of the 95 % interval, share of the guesses that change)."""
    predicted = np.zeros(len(pairs.other))
    for part in range(PARTS):
        weights, _ = fit(pairs, pairs.game % PARTS != part, begun)
        own = pairs.game % PARTS == part
        predicted[own] = pairs.predicted(weights)[own]
    guess_of = pairs.guess[pairs.other]
    order = np.lexsort((-predicted, guess_of))
    best = order[np.unique(guess_of[order], return_index=True)[1]]
    d = np.where(predicted[best] > 0, 100 * pairs.difference(pairs.result)[best], 0.0)
    return d.mean(), Z95 * d.std() / math.sqrt(len(d)), float((predicted[best] > 0).mean())


def play(options: argparse.Namespace) -> tuple[np.ndarray, np.ndarray]:
    """What :func:`sample` finds in all games: its columns, and what the trees see."""
    rows, cols, _ = SIZES[options.size]
    driver = driver_of(options)
    base, by = (own.policy.chooser(rows, cols) for own in (contender(BASE), contender(options.by)))
    into = Sample()
    with Progress("games", options.games) as bar:
        for game in range(options.games):
            sample(driver, base, by, game, options, into)
            bar.update(game + 1)
    return np.array(into.found).reshape(-1, len(COLUMNS)), np.array(into.seen).reshape(-1, len(SEEN))


def options_of(parser: argparse.ArgumentParser) -> None:
    """The options of :func:`play`."""
    parser.add_argument("--size", choices=SIZES, default="16x30/99")
    parser.add_argument("--rule", default="S", choices=PROTECTED)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=555)
    parser.add_argument("--least", type=float, default=1e3, help="layouts")
    parser.add_argument("--most", type=float, default=math.inf)
    parser.add_argument("--share", type=float, default=0.3, help="of the guesses")
    parser.add_argument("--layouts", type=int, default=32, help="drawn for a guess")
    parser.add_argument("--by", default="safest", help="who plays on")


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    options_of(parser)
    options = parser.parse_args()
    began = time.perf_counter()
    found, _ = play(options)
    print(
        f"{options.size}, rule {options.rule}, seed {options.seed}, by {options.by}: {options.games} games, "
        f"{options.least:g} to {options.most:g} layouts, {options.layouts} drawn, "
        f"{len(np.unique(found[:, ROOT]))} guesses, {len(found)} candidates, "
        f"{time.perf_counter() - began:.0f} s"
    )
    if len(found) < 100:
        print("too few to fit")
        return 0
    pairs = Pairs(found)
    search = policies.get("strongest").search
    shipped = np.array([score_scale, *(getattr(search, name) for name in NAMES[1:])])
    everything = np.ones(len(pairs.other), bool)
    values, halves = fit(pairs, everything, shipped)
    for name, old, value, half in zip(NAMES, shipped, values, halves, strict=True):
        print(f"{name:>22} {value:.3f} +- {half:.3f}, now {old:.3f}")
    whole, before = pairs.seen(shipped)
    print(
        f"true differences: {100 * math.sqrt(max(whole, 0.0)):.2f} points (standard deviation); the scores "
        f"tell {100 * before:.0f} % of their variance, refitted {100 * pairs.seen(values)[1]:.0f} %"
    )
    mean, half, changed = gain(pairs, shipped)
    print(
        f"chosen by refitted weights: {mean:+.3f} +- {half:.3f} points a guess, {100 * changed:.0f} % differ"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
