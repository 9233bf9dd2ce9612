"""What a variant of a policy gains by one guess, from games played on after both guesses.

    python benchmarks/onestep.py strongest:playouts=0 strongest --least 1e3 --most 1e12
    python benchmarks/onestep.py strongest:playouts=0 strongest:playouts=0,third_best_weight=0 --least 1e25

In games of the first policy, at each guess with ``--least`` to ``--most`` layouts, the second is asked, too.
Where it opens another cell, both are played on by ``--by`` on the same ``--layouts`` layouts, drawn at random
from all that agree with the position; the results are variance-reduced. Guesses alike gain nothing, and are
counted. Prints the gain in points a guess and a game, with 95 % intervals, games as clusters. All of a
game's guesses together gain about the sum: this is a far sharper eye than ``compare.py`` for what changes few
guesses, and no proof, since the rest of a game is played by another policy.
"""

from __future__ import annotations

import argparse
import math
import sys
import time

import numpy as np
from compare import PROTECTED, SIZES, contender, driver_of, versions

from minesolver.cli.progress import Progress
from minesolver.intervals import Z95
from minesolver.kernel.stepwise import Driver

WORTH = 0.55  # of a survived guess, see minesolver/kernel/play/games.py
GAME, DIFFERS, GAIN = range(3)


def sample(driver: Driver, game: int, options: argparse.Namespace) -> list[list[float]]:
    """A row for each guess of a game with so many layouts: game, whether the guesses differ, gain."""
    rows, cols, _ = SIZES[options.size]
    least = max(options.least, options.base.policy.search.tree_layouts + 0.5)
    choosers = [own.policy.chooser(rows, cols) for own in (options.base, options.variant, options.by)]
    rng = np.random.default_rng([options.seed, game])
    laid = np.zeros((options.layouts, rows * cols), np.int8)
    results = np.zeros((2, options.layouts))
    found = []
    driver.begin(options.seed, game)
    while driver.next_guess() and driver.log_models >= math.log(least):
        cell = driver.ask(choosers[0])["cell"]
        if driver.log_models <= math.log(options.most):
            other = driver.ask(choosers[1])["cell"]
            gain = 0.0
            if other != cell:
                driver.draw(choosers[2], laid, int(rng.integers(2**63)))
                driver.play_on(choosers[2], [cell, other], laid, WORTH, results)
                gain = float((results[1] - results[0]).mean())
            found.append([game, other != cell, gain])
        driver.choose(cell)
    return found


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("base", type=contender, metavar="POLICY[:FIELD=VALUE,...]")
    parser.add_argument("variant", type=contender, metavar="POLICY[:FIELD=VALUE,...]")
    parser.add_argument("--size", choices=SIZES, default="16x30/99")
    parser.add_argument("--rule", choices=PROTECTED, default="S")
    parser.add_argument("--least", type=float, default=1e3, help="layouts")
    parser.add_argument("--most", type=float, default=math.inf)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--layouts", type=int, default=48, help="drawn for each pair of guesses")
    parser.add_argument(
        "--by", type=contender, default="strongest:playouts=0,tree_layouts=300", help="who plays on"
    )
    parser.add_argument("--seed", type=int, default=77)
    options = parser.parse_args()
    driver = driver_of(options)
    parts: list[list[float]] = []
    began = time.perf_counter()
    with Progress("games", options.games) as bar:
        for game in range(options.games):
            parts += sample(driver, game, options)
            bar.update(game + 1)
    print(versions())
    print(
        f"{options.size}, rule {options.rule}, seed {options.seed}, {options.games} games, "
        f"{options.least:g} to {options.most:g} layouts, {options.layouts} drawn, by {options.by.name}, "
        f"{time.perf_counter() - began:.0f} s"
    )
    print(f"{options.base.name} -> {options.variant.name}")
    if not parts:
        print("no guess with so many layouts")
        return 0
    found = np.array(parts)
    gains = 100 * found[:, GAIN]
    games = np.bincount(found[:, GAME].astype(np.int64), gains, minlength=options.games)
    half = Z95 * games.std() * math.sqrt(options.games)
    print(f"{len(found)} guesses, {int(found[:, DIFFERS].sum())} differ")
    print(f"{gains.mean():+.3f} +- {half / len(found):.3f} points a guess")
    print(f"{gains.sum() / options.games:+.4f} +- {half / options.games:.4f} points a game")
    return 0


if __name__ == "__main__":
    sys.exit(main())
