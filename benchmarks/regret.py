"""Exact regret of a policy's guesses late in a game, from searching the whole game tree.

    python benchmarks/regret.py safest lookahead strongest
    python benchmarks/regret.py strongest strongest:fifty_fifty_credit=0 --most 6000 --games 12000

In games of ``strongest`` without game trees, at each guess with ``--least`` to ``--most`` layouts, the game
tree tells how many of them the best play wins, and how many are won when the cell that a policy would guess
(by looking ahead: its own game trees are switched off) is opened first and played out best from there. The
difference is the regret. Prints it for each range of layouts, in points a guess with 95 % intervals and in
points a game, and how many positions took more than ``--nodes`` sets or had too many cells, and are not in
it. What a game tree up to a limit is worth is the points a game below it.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from dataclasses import replace

import numpy as np
from compare import PROTECTED, SIZES, Contender, contender, driver_of, versions

from minesolver.cli.progress import Progress
from minesolver.intervals import Z95
from minesolver.kernel.stepwise import Driver

GAME, LAYOUTS, BEST, FIRST = range(4)
RANGES = (60, 200, 500, 1000, 2000, 4000, 8000, 16000, 32000)


def collect(driver: Driver, game: int, options: argparse.Namespace) -> tuple[list[list[float]], int]:
    """A row a guess: game, layouts, layouts won by the best play, and by each policy's guess first.

    And how many positions took too many nodes or had too many cells.
    """
    rows, cols, _ = SIZES[options.size]
    player = without_trees("strongest", regions=True).policy.chooser(rows, cols)
    found: list[list[float]] = []
    refused = 0
    driver.begin(options.seed, game)
    while driver.next_guess() and driver.log_models > math.log(options.least + 0.5):
        if driver.log_models <= math.log(options.most + 0.5):
            cells = [driver.ask(own.policy.chooser(rows, cols))["cell"] for own in options.contenders]
            won, layouts = driver.tree_value(int(options.most) + 2, options.nodes)
            values = [driver.tree_value_of(cell, options.nodes) for cell in cells] if won >= 0 else [-1]
            if min(values) >= 0:
                found.append([game, layouts, won, *values])
            else:
                refused += 1
        driver.choose(driver.ask(player)["cell"])
    return found, refused


def without_trees(name: str, *, regions: bool = False) -> Contender:
    own = contender(name)
    own.policy = replace(own.policy, search=replace(own.policy.search, tree_layouts=0, solve_regions=regions))
    return own


def regret(rows: np.ndarray, games: int) -> str:
    """Per guess and per game, in points, with intervals."""
    if len(rows) < 2:
        return "| |"
    lost = 100 * (rows[:, 1] - rows[:, 2]) / rows[:, 0]
    half = Z95 * lost.std() / math.sqrt(len(lost))
    return f"| {lost.mean():.3f} +- {half:.3f} | {lost.sum() / games:.4f} "


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("contenders", nargs="+", type=without_trees, metavar="POLICY[:FIELD=VALUE,...]")
    parser.add_argument("--size", default="16x30/99", choices=SIZES)
    parser.add_argument("--rule", default="S", choices=PROTECTED)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--least", type=float, default=60)
    parser.add_argument("--most", type=float, default=4000)
    parser.add_argument("--nodes", type=int, default=600_000)
    parser.add_argument("--seed", type=int, default=4242)
    options = parser.parse_args()
    driver = driver_of(options)
    parts: list[list[float]] = []
    refused = 0
    with Progress("games", options.games) as bar:
        for game in range(options.games):
            rows, more = collect(driver, game, options)
            parts += rows
            refused += more
            bar.update(game + 1)
    found = np.array(parts).reshape(-1, FIRST + len(options.contenders))
    print(
        f"{versions()}\n{options.size}, rule {options.rule}, seed {options.seed}, {options.games} games: "
        f"{len(found)} guesses, {refused} more took over {options.nodes} sets or had too many cells"
    )
    print("| layouts | guesses | policy | regret, points a guess | points a game |")
    print("|---|---|---|---|---|")
    borders = [options.least, *(r for r in RANGES if options.least < r < options.most), options.most]
    for low, high in [*itertools.pairwise(borders), (options.least, options.most)]:
        part = found[(found[:, LAYOUTS] > low) & (found[:, LAYOUTS] <= high)]
        for k, own in enumerate(options.contenders):
            columns = part[:, [LAYOUTS, BEST, FIRST + k]]
            print(f"| {low:g} to {high:g} | {len(part)} | {own.name} {regret(columns, options.games)}|")
    return 0


if __name__ == "__main__":
    sys.exit(main())
