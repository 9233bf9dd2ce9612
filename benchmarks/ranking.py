"""The boosted trees that tell close candidates apart, fitted to games played on with each.

    python benchmarks/ranking.py play --games 20000 --share 0.6 --layouts 24 --seed 901 part1.npz
    python benchmarks/ranking.py play --games 20000 --share 0.6 --layouts 24 --seed 902 --rule Z part2.npz
    python benchmarks/ranking.py fit part1.npz part2.npz --out ranking.npz         # needs minesolver[fit]

``play`` is ``playouts.py`` without its fit: at a share of the guesses of ``strongest`` without playouts and
trees each of the close candidates is played on, on the same random layouts, with variance-reduced results.
It keeps the results, and what the trees see of each candidate (``minesolver/kernel/search/trees.pyx``).

``fit`` has LightGBM learn, from all that is kept, how much more than its score says a candidate wins, as a
share of the winning chance of the position: the score and what the candidates of a guess have in common are
taken off first. It prints what the trees would gain a guess, by stage, with trees of other games (five
parts) and 95 % intervals, and writes trees fitted to all.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import numpy as np
from playouts import CHOSEN, FIRST_HALF, GUESSES, PARTS, ROOT, SECOND_HALF, TRAITS, options_of, play
from run_facts import print_facts

from minesolver.base.intervals import Z95
from minesolver.kernel.core import score_scale
from minesolver.policy.boosted_trees import save

STAGES = (0.0, 12.0, 25.0, 95.0, math.inf)  # logarithms to base 10 of the layouts


class Guesses:
    """All candidates, a row each, those of a guess beside each other."""

    def __init__(self, rows: np.ndarray, features: np.ndarray) -> None:
        _, self.guess = np.unique(rows[:, ROOT], return_inverse=True)
        self.game = rows[:, ROOT] // GUESSES
        self.size = np.bincount(self.guess)
        self.chosen = rows[:, CHOSEN] == 1
        first_half, second_half = rows[:, FIRST_HALF], rows[:, SECOND_HALF]
        self.result = (first_half + second_half) / 2
        self.chance = np.clip(self.mean(self.result), 0.05, 1.0)
        # What the score says, and what is left for the trees to learn: of all layouts, and of each half.
        # The log of the score, over its mean.
        self.predicted = score_scale * self.chance * features[:, TRAITS]
        self.unexplained = self.less_mean(self.result) - self.predicted
        self.unexplained_halves = [
            self.less_mean(half) - self.predicted for half in (first_half, second_half)
        ]
        self.stage = features[:, 2 * TRAITS] / math.log(10)
        self.features = features.astype(np.float32)

    def mean(self, column: np.ndarray) -> np.ndarray:
        return (np.bincount(self.guess, column) / self.size)[self.guess]

    def less_mean(self, column: np.ndarray) -> np.ndarray:
        return column - self.mean(column)

    def gain(
        self, correction: np.ndarray, stage_begin: float, stage_end: float
    ) -> tuple[int, float, float, float]:
        """(guesses, points gained by the best of score and correction, half-width, share that changes)."""
        order = np.lexsort((-(self.predicted + correction), self.guess))
        best_rows = order[np.unique(self.guess[order], return_index=True)[1]]
        chosen_rows = np.full(len(self.size), -1)
        chosen_rows[self.guess[self.chosen]] = np.flatnonzero(self.chosen)
        in_stage = (self.stage[best_rows] >= stage_begin) & (self.stage[best_rows] < stage_end)
        use = (chosen_rows >= 0) & in_stage
        gains = 100 * (self.result[best_rows[use]] - self.result[chosen_rows[use]])
        if len(gains) < 2:
            return len(gains), 0.0, math.inf, 0.0
        changed_share = float((best_rows != chosen_rows)[use].mean())
        return len(gains), gains.mean(), Z95 * gains.std() / math.sqrt(len(gains)), changed_share


def learn(guesses: Guesses, use: np.ndarray, options: argparse.Namespace) -> Any:
    """A fitted LightGBM model, of the rows ``use``."""
    import lightgbm

    model = lightgbm.LGBMRegressor(
        n_estimators=options.trees, num_leaves=options.leaves, learning_rate=options.rate, reg_lambda=10.0,
        min_child_samples=200, subsample=0.7, subsample_freq=1, colsample_bytree=0.5, random_state=1,
        n_jobs=options.jobs, verbose=-1,
    )  # fmt: skip
    share = guesses.unexplained[use] / guesses.chance[use]
    return model.fit(guesses.features[use], share, sample_weight=guesses.chance[use] ** 2)


def packed(model: Any) -> np.ndarray:
    """float32 (trees, nodes, 4), as ``minesolver.policy.boosted_trees`` reads them."""
    trees = [nodes_of(tree["tree_structure"]) for tree in model.booster_.dump_model()["tree_info"]]
    array = np.zeros((len(trees), max(map(len, trees)), 4), np.float32)
    array[:, :, 0] = -1.0
    for array_nodes, nodes in zip(array, trees, strict=True):
        array_nodes[: len(nodes)] = nodes
    return array


def nodes_of(root: dict[str, Any]) -> list[list[float]]:
    """The nodes of one of LightGBM's trees: (feature or -1, threshold or value, left child, right child)."""
    nodes: list[list[float]] = []

    def add(node: dict[str, Any]) -> int:
        number = len(nodes)
        nodes.append([-1.0, node.get("leaf_value", 0.0), 0.0, 0.0])
        if "split_feature" in node:
            left_child = add(node["left_child"])
            right_child = add(node["right_child"])
            nodes[number] = [node["split_feature"], node["threshold"], left_child, right_child]
        return number

    add(root)
    return nodes


def read(paths: list[str]) -> Guesses:
    files = [np.load(path) for path in paths]
    rows = np.concatenate([file["found"] for file in files])
    features = np.concatenate([file["seen"] for file in files])
    file_number = np.repeat(np.arange(len(files)), [len(file["found"]) for file in files])
    rows[:, ROOT] += file_number * 2.0**40  # games of different files are different
    return Guesses(rows, features)


def fit(guesses: Guesses, options: argparse.Namespace) -> None:
    print(
        f"{len(options.parts)} parts, {len(guesses.size)} guesses, {len(guesses.guess)} candidates"
    )
    began = time.perf_counter()

    # What trees say of games that they were not fitted to.
    correction = np.zeros(len(guesses.guess))
    fold_of = guesses.game.astype(np.int64) % PARTS
    for fold in range(PARTS):
        in_fold = fold_of == fold
        model = learn(guesses, ~in_fold, options)
        correction[in_fold] = model.predict(guesses.features[in_fold])
    correction = guesses.chance * guesses.less_mean(correction)

    for stage_begin, stage_end in pairwise(STAGES):
        in_stage = (guesses.stage >= stage_begin) & (guesses.stage < stage_end)
        if in_stage.any():
            print(stage_summary(guesses, correction, in_stage, stage_begin, stage_end))
    print(f"{time.perf_counter() - began:.0f} s")
    if options.out:
        trees = packed(learn(guesses, np.ones(len(correction), bool), options))
        save(options.out, trees)
        print(f"{options.out}: {trees.shape[0]} trees of at most {trees.shape[1]} nodes")


def stage_summary(
    guesses: Guesses,
    correction: np.ndarray,
    in_stage: np.ndarray,
    stage_begin: float,
    stage_end: float,
) -> str:
    """What the trees gain in one stage, and how much they tell of what the scores do not see."""
    no_correction = np.zeros(len(correction))
    _, score_mean, score_half, _ = guesses.gain(no_correction, stage_begin, stage_end)
    guess_count, mean_gain, half_width, changed_share = guesses.gain(
        correction, stage_begin, stage_end
    )

    # Both halves of the layouts agree on what is no luck: their product is its variance.
    first_half, second_half = (column[in_stage] for column in guesses.unexplained_halves)
    stage_correction = correction[in_stage]
    variance = max(float((first_half * second_half).mean()), 1e-9)
    left_over = float(((first_half - stage_correction) * (second_half - stage_correction)).mean())
    covariance = float((guesses.unexplained[in_stage] * stage_correction).sum())
    return (
        f"10^{stage_begin:g} to 10^{stage_end:g} layouts, {guess_count} guesses: "
        f"{mean_gain:+.3f} +- {half_width:.3f} points each, "
        f"{100 * changed_share:.0f} % differ (by the scores alone {score_mean:+.3f} +- {score_half:.3f}); of "
        f"{100 * math.sqrt(variance):.2f} points that the scores do not see, the trees tell "
        f"{100 * (1 - left_over / variance):.0f} % of the variance; "
        f"slope {covariance / float((stage_correction**2).sum()):.2f}"
    )


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser(
        "play", help="play on from close candidates, and keep what came of it"
    )
    options_of(player)
    player.add_argument("out", help="the .npz file to write")
    fitter = commands.add_parser("fit", help="fit trees to what was kept")
    fitter.add_argument("parts", nargs="+")
    fitter.add_argument("--out", help="the .npz file to write")
    fitter.add_argument("--trees", type=int, default=500)
    fitter.add_argument("--leaves", type=int, default=31)
    fitter.add_argument("--rate", type=float, default=0.1, help="of learning")
    fitter.add_argument("--jobs", type=int, default=2, help="threads")
    options = parser.parse_args()
    if options.command == "play":
        print_facts(options.seed)
        rows, features = play(options)
        np.savez_compressed(options.out, found=rows, seen=features.astype(np.float32))
        print(f"{options.out}: {len(np.unique(rows[:, ROOT]))} guesses, {len(rows)} candidates")
        return 0
    if find_spec("lightgbm") is None:
        parser.error("fit needs LightGBM: pip install -e '.[fit]'")
    try:
        guesses = read(options.parts)
    except (OSError, KeyError, ValueError) as error:
        parser.error(f"a part cannot be read: {error}")
    print_facts()
    fit(guesses, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
