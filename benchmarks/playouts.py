"""What a candidate's features are worth, from games played on with each of the close candidates of a guess.

    python benchmarks/playouts.py --games 4000                       # expert, first cell safe
    python benchmarks/playouts.py --games 1000 --by lookahead --least 1e3 --most 1e25 --share 1

In games of ``strongest`` without playouts, at a ``--share`` of the guesses with ``--least`` to ``--most``
layouts, each of the close candidates is played on by ``--by`` on the same ``--layouts`` layouts, drawn at
random from all that agree with the position; the results are variance-reduced. The weights of the look-ahead
(``minesolver.policy.policy.Search``) are fitted to the differences between a candidate and the one that was
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
from run_facts import print_facts

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
TRAIT = {name: trait_number for trait_number, name in enumerate(SEEN[:TRAITS])}
MOST_CANDIDATES = 5  # of a guess
CLOSE = 0.93  # of the best score
GUESSES = 64  # of a game, at the most
PARTS = 5


@dataclass
class Sample:
    """Candidates that were played on: the columns above, and the features that the trees see of each."""

    rows: list[list[float]] = field(default_factory=list)
    features: list[list[float]] = field(default_factory=list)


def row_of(root: float, chosen: bool, traits: list[float], results: np.ndarray) -> list[float]:
    """The columns of a candidate; its traits weight what a value leaves by the chance of the value."""
    safety = traits[TRAIT["safety"]]
    least_risk = traits[TRAIT["next_least_risk"]]
    half_size = len(results) // 2
    values = {
        "root": root,
        "chosen": chosen,
        "first_half": results[:half_size].mean(),
        "second_half": results[half_size:].mean(),
        "safety": safety,
        "fifty_fifty": traits[TRAIT["fifty_fifty"]],
        "first": safety - least_risk,
        "second": least_risk - traits[TRAIT["next_second_risk"]],
        "third": least_risk - traits[TRAIT["next_third_risk"]],
        "errors": traits[TRAIT["next_log_errors"]],
        "on_frontier": traits[TRAIT["on_frontier"]],
        "least_value": traits[TRAIT["least_value_chance"]],
    }
    return [values[name] for name in COLUMNS]


def sample(
    driver: Driver,
    base: Chooser,
    player_on: Chooser,
    game: int,
    options: argparse.Namespace,
    collected: Sample,
) -> None:
    """Play a game, and on from the close candidates of some of its guesses."""
    rows, cols, mines = SIZES[options.size]
    least_layouts = max(options.least, policies.get("strongest").search.tree_layouts + 0.5)
    rng = np.random.default_rng([options.seed, game])
    layouts = np.zeros((options.layouts, rows * cols), np.int8)
    driver.begin(options.seed, game)
    guess_number = -1
    while driver.next_guess() and driver.log_models >= math.log(least_layouts):
        guess_number += 1
        advice = base.advise(driver.grid, mines, 0.0, math.inf)
        chosen_cell, candidates = advice["cell"], advice["candidates"]
        if driver.log_models <= math.log(options.most) and rng.random() < options.share:
            candidate_scores = np.array([candidate["score"] for candidate in candidates])
            best = np.argsort(-candidate_scores, kind="stable")[:MOST_CANDIDATES]
            least_score = CLOSE * candidate_scores[best[0]]
            close = [int(number) for number in best if candidate_scores[number] >= least_score]
            if len(close) > 1:
                # All are played on, on the same layouts: what these have in common cancels.
                cells = [candidates[number]["cell"] for number in close]
                features = base.see(driver.grid, mines, close)
                results = np.zeros((len(close), options.layouts))
                player_on.draw(driver.grid, mines, layouts, int(rng.integers(2**63)))
                player_on.play_on(driver.grid, mines, cells, layouts, GUESS_WORTH, results)
                root = GUESSES * game + guess_number
                for cell, traits, cell_results in zip(cells, features, results, strict=True):
                    collected.rows.append(row_of(root, cell == chosen_cell, traits, cell_results))
                collected.features += features
        driver.choose(chosen_cell)


def scores(rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The logarithm of the score of each candidate, as minesolver/kernel/search/guess.pyx."""
    _, credit, second, third, errors, frontier, zero = weights
    expected_play = (
        rows[:, FIRST]
        + second * rows[:, SECOND]
        + third * rows[:, THIRD]
        - errors * rows[:, ERRORS]
    )
    safety = rows[:, SAFETY]
    products = (safety + credit * rows[:, FIFTY_FIFTY]) * np.maximum(expected_play, 0.01) / safety
    bonus = np.where(rows[:, ON_FRONTIER] > 0, frontier, zero * rows[:, LEAST_VALUE] / safety)
    return np.log(products * (1.0 + bonus))


class Pairs:
    """Each candidate that was not chosen, and the chosen one of the same guess."""

    def __init__(self, rows: np.ndarray) -> None:
        _, self.guess = np.unique(rows[:, ROOT], return_inverse=True)
        chosen_row_of = np.full(self.guess.max() + 1, -1)  # by guess
        chosen_rows = np.flatnonzero(rows[:, CHOSEN] == 1)
        chosen_row_of[self.guess[chosen_rows]] = chosen_rows
        self.rows = rows
        self.other_rows = np.flatnonzero((rows[:, CHOSEN] == 0) & (chosen_row_of[self.guess] >= 0))
        self.chosen_rows = chosen_row_of[self.guess[self.other_rows]]
        self.result = (rows[:, FIRST_HALF] + rows[:, SECOND_HALF]) / 2
        mean_of_guess = np.bincount(self.guess, self.result) / np.bincount(self.guess)
        self.chance = np.maximum(mean_of_guess[self.guess[self.other_rows]], 0.05)
        self.game = rows[self.other_rows, ROOT] // GUESSES

    def difference(self, column: np.ndarray) -> np.ndarray:
        """Of the others to the chosen."""
        return column[self.other_rows] - column[self.chosen_rows]

    def predicted(self, weights: np.ndarray) -> np.ndarray:
        """The differences in winning chance that the scores tell."""
        return weights[0] * self.chance * self.difference(scores(self.rows, weights))

    def seen(self, weights: np.ndarray) -> tuple[float, float]:
        """(the variance of the true differences, and the share of it that the scores tell)."""
        predicted = self.predicted(weights)
        first_half = self.difference(self.rows[:, FIRST_HALF])
        second_half = self.difference(self.rows[:, SECOND_HALF])
        variance = float((first_half * second_half).mean())
        unexplained = float(((first_half - predicted) * (second_half - predicted)).mean())
        return variance, 1.0 - unexplained / variance


def slope(function: Callable[[np.ndarray], np.ndarray], weights: np.ndarray) -> np.ndarray:
    """The derivative of a function by each weight, a column each."""
    steps = 1e-4 * np.eye(len(weights))
    columns = [(function(weights + step) - function(weights - step)) / 2e-4 for step in steps]
    return np.stack(columns, axis=1)


def fit(pairs: Pairs, use: np.ndarray, start_weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(weights, half-widths of their 95 % intervals) by Gauss-Newton, from the pairs ``use``."""
    target = pairs.difference(pairs.result)[use]
    ridge = 1e-9 * np.eye(len(start_weights))  # a weight that no pair tells of stays where it is

    def predicted(weights: np.ndarray) -> np.ndarray:
        return pairs.predicted(weights)[use]

    weights = start_weights.copy()
    for _ in range(12):
        jacobian = slope(predicted, weights)
        step = np.linalg.solve(
            jacobian.T @ jacobian + ridge, jacobian.T @ (target - predicted(weights))
        )
        weights = weights + step

    # Intervals with games as clusters: all guesses of a game share much.
    jacobian = slope(predicted, weights)
    inverse = np.linalg.inv(jacobian.T @ jacobian + ridge)
    residuals = target - predicted(weights)
    _, game = np.unique(pairs.game[use], return_inverse=True)
    clusters = np.stack([np.bincount(game, column * residuals) for column in jacobian.T], axis=1)
    return weights, Z95 * np.sqrt(np.diag(inverse @ clusters.T @ clusters @ inverse))


def gain(pairs: Pairs, start_weights: np.ndarray) -> tuple[float, float, float]:
    """(points gained a guess, half-width of the 95 % interval, share of the guesses that change)."""
    predicted = np.zeros(len(pairs.other_rows))
    for fold in range(PARTS):
        weights, _ = fit(pairs, pairs.game % PARTS != fold, start_weights)
        in_fold = pairs.game % PARTS == fold
        predicted[in_fold] = pairs.predicted(weights)[in_fold]
    guess_of = pairs.guess[pairs.other_rows]
    order = np.lexsort((-predicted, guess_of))
    best = order[np.unique(guess_of[order], return_index=True)[1]]
    gains = np.where(predicted[best] > 0, 100 * pairs.difference(pairs.result)[best], 0.0)
    return (
        gains.mean(),
        Z95 * gains.std() / math.sqrt(len(gains)),
        float((predicted[best] > 0).mean()),
    )


def play(options: argparse.Namespace) -> tuple[np.ndarray, np.ndarray]:
    """What :func:`sample` collects in all games: its columns, and what the trees see."""
    rows, cols, _ = SIZES[options.size]
    driver = driver_of(options)
    base = contender(BASE).policy.chooser(rows, cols)
    player_on = contender(options.by).policy.chooser(rows, cols)
    collected = Sample()
    with Progress("games", options.games) as bar:
        for game in range(options.games):
            sample(driver, base, player_on, game, options, collected)
            bar.update(game + 1)
    candidate_rows = np.array(collected.rows).reshape(-1, len(COLUMNS))
    return candidate_rows, np.array(collected.features).reshape(-1, len(SEEN))


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
    print_facts(options.seed)
    began = time.perf_counter()
    candidate_rows, _ = play(options)
    print(
        f"{options.size}, rule {options.rule}, by {options.by}: {options.games} games, "
        f"{options.least:g} to {options.most:g} layouts, {options.layouts} drawn, "
        f"{len(np.unique(candidate_rows[:, ROOT]))} guesses, {len(candidate_rows)} candidates, "
        f"{time.perf_counter() - began:.0f} s"
    )
    if len(candidate_rows) < 100:
        print("too few to fit")
        return 0

    pairs = Pairs(candidate_rows)
    search = policies.get("strongest").search
    shipped = np.array([score_scale, *(getattr(search, name) for name in NAMES[1:])])
    all_pairs = np.ones(len(pairs.other_rows), bool)
    values, halves = fit(pairs, all_pairs, shipped)
    for name, old, value, half in zip(NAMES, shipped, values, halves, strict=True):
        print(f"{name:>22} {value:.3f} +- {half:.3f}, now {old:.3f}")
    variance, told_share = pairs.seen(shipped)
    print(
        f"true differences: {100 * math.sqrt(max(variance, 0.0)):.2f} points (standard deviation); "
        f"the scores tell {100 * told_share:.0f} % of their variance, "
        f"refitted {100 * pairs.seen(values)[1]:.0f} %"
    )
    mean, half, changed_share = gain(pairs, shipped)
    print(
        f"chosen by refitted weights: {mean:+.3f} +- {half:.3f} points a guess, "
        f"{100 * changed_share:.0f} % differ"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
