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

from minesolver.base.intervals import Z95
from minesolver.kernel.core import score_scale
from minesolver.policies.boosted_trees import save

STAGES = (0.0, 12.0, 25.0, 95.0, math.inf)  # logarithms to base 10 of the layouts


class Guesses:
    """All candidates, a row each, those of a guess beside each other."""

    def __init__(self, found: np.ndarray, seen: np.ndarray) -> None:
        _, self.guess = np.unique(found[:, ROOT], return_inverse=True)
        self.game = found[:, ROOT] // GUESSES
        self.size = np.bincount(self.guess)
        self.chosen = found[:, CHOSEN] == 1
        halves = found[:, FIRST_HALF], found[:, SECOND_HALF]
        self.result = (halves[0] + halves[1]) / 2
        self.chance = np.clip(self.mean(self.result), 0.05, 1.0)
        predicted = score_scale * self.chance * seen[:, TRAITS]  # the log of the score, over its mean
        self.rest = [self.less_mean(half) - predicted for half in (self.result, *halves)]
        self.predicted = predicted
        self.stage = seen[:, 2 * TRAITS] / math.log(10)
        self.seen = seen.astype(np.float32)

    def mean(self, column: np.ndarray) -> np.ndarray:
        return (np.bincount(self.guess, column) / self.size)[self.guess]

    def less_mean(self, column: np.ndarray) -> np.ndarray:
        return column - self.mean(column)

    def gain(self, more: np.ndarray, least: float, most: float) -> tuple[int, float, float, float]:
        """(guesses, points gained by the best of score and ``more``, half-width, share that changes)."""
        order = np.lexsort((-(self.predicted + more), self.guess))
        best = order[np.unique(self.guess[order], return_index=True)[1]]
        old = np.full(len(self.size), -1)
        old[self.guess[self.chosen]] = np.flatnonzero(self.chosen)
        use = (old >= 0) & (self.stage[best] >= least) & (self.stage[best] < most)
        d = 100 * (self.result[best[use]] - self.result[old[use]])
        if len(d) < 2:
            return len(d), 0.0, math.inf, 0.0
        return len(d), d.mean(), Z95 * d.std() / math.sqrt(len(d)), float((best != old)[use].mean())


def learn(guesses: Guesses, use: np.ndarray, options: argparse.Namespace) -> Any:
    """A fitted LightGBM model, of the rows ``use``."""
    import lightgbm

    model = lightgbm.LGBMRegressor(
        n_estimators=options.trees, num_leaves=options.leaves, learning_rate=options.rate, reg_lambda=10.0,
        min_child_samples=200, subsample=0.7, subsample_freq=1, colsample_bytree=0.5, random_state=1,
        n_jobs=options.jobs, verbose=-1,
    )  # fmt: skip
    share = guesses.rest[0][use] / guesses.chance[use]
    return model.fit(guesses.seen[use], share, sample_weight=guesses.chance[use] ** 2)


def packed(model: Any) -> np.ndarray:
    """float32 (trees, nodes, 4), as ``minesolver.policies.boosted_trees`` reads them."""
    trees = [tree["tree_structure"] for tree in model.booster_.dump_model()["tree_info"]]
    lists = []
    for root in trees:
        nodes: list[list[float]] = []

        def add(node: dict[str, Any], nodes: list[list[float]] = nodes) -> int:
            at = len(nodes)
            nodes.append([-1.0, node.get("leaf_value", 0.0), 0.0, 0.0])
            if "split_feature" in node:
                low, high = add(node["left_child"]), add(node["right_child"])
                nodes[at] = [node["split_feature"], node["threshold"], low, high]
            return at

        add(root)
        lists.append(nodes)
    out = np.zeros((len(lists), max(map(len, lists)), 4), np.float32)
    out[:, :, 0] = -1.0
    for own, nodes in zip(out, lists, strict=True):
        own[: len(nodes)] = nodes
    return out


def read(paths: list[str]) -> Guesses:
    parts = [np.load(path) for path in paths]
    kept = [np.concatenate([part[name] for part in parts]) for name in ("found", "seen")]
    number = np.repeat(np.arange(len(parts)), [len(part["found"]) for part in parts])
    kept[0][:, ROOT] += number * 2.0**40  # games of different parts are different
    return Guesses(*kept)


def fit(guesses: Guesses, options: argparse.Namespace) -> None:
    print(f"{len(options.parts)} parts, {len(guesses.size)} guesses, {len(guesses.guess)} candidates")
    more = np.zeros(len(guesses.guess))
    part_of = guesses.game.astype(np.int64) % PARTS
    began = time.perf_counter()
    for part in range(PARTS):
        own = part_of == part
        model = learn(guesses, ~own, options)
        more[own] = model.predict(guesses.seen[own])
    more = guesses.chance * guesses.less_mean(more)
    for least, most in pairwise(STAGES):
        use = (guesses.stage >= least) & (guesses.stage < most)
        if not use.any():
            continue
        rest, first, second = (column[use] for column in guesses.rest)
        own = more[use]
        whole = max(float((first * second).mean()), 1e-9)
        before = guesses.gain(np.zeros(len(more)), least, most)
        count, mean, half, changed = guesses.gain(more, least, most)
        print(
            f"10^{least:g} to 10^{most:g} layouts, {count} guesses: {mean:+.3f} +- {half:.3f} points each, "
            f"{100 * changed:.0f} % differ (by the scores alone {before[1]:+.3f} +- {before[2]:.3f}); of "
            f"{100 * math.sqrt(whole):.2f} points that the scores do not see, the trees tell "
            f"{100 * (1 - float(((first - own) * (second - own)).mean()) / whole):.0f} % of the variance; "
            f"slope {float((rest * own).sum() / (own**2).sum()):.2f}"
        )
    print(f"{time.perf_counter() - began:.0f} s")
    if options.out:
        trees = packed(learn(guesses, np.ones(len(more), bool), options))
        save(options.out, trees)
        print(f"{options.out}: {trees.shape[0]} trees of at most {trees.shape[1]} nodes")


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    commands = parser.add_subparsers(dest="command", required=True)
    player = commands.add_parser("play", help="play on from close candidates, and keep what came of it")
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
        found, seen = play(options)
        np.savez_compressed(options.out, found=found, seen=seen.astype(np.float32))
        print(f"{options.out}: {len(np.unique(found[:, ROOT]))} guesses, {len(found)} candidates")
        return 0
    if find_spec("lightgbm") is None:
        parser.error("fit needs LightGBM: pip install 'minesolver[fit]'")
    try:
        guesses = read(options.parts)
    except (OSError, KeyError, ValueError) as error:
        parser.error(f"a part cannot be read: {error}")
    fit(guesses, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
