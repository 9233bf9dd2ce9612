"""What a variant of a policy gains by one guess, from games played on after both guesses.

    python benchmarks/onestep.py strongest:playouts=0 strongest --least 1e3 --most 1e12
    python benchmarks/onestep.py strongest:playouts=0 strongest:playouts=0,doubt=0 --least 1e25 --games 5000

In games of the first policy, at each guess with ``--least`` to ``--most`` layouts, the second is asked, too.
Where it opens another cell, both are played on by ``--by`` on the same ``--layouts`` layouts, drawn at random
from all that agree with the position, the luck of the guesses taken out (``luck.py``). Guesses alike gain
nothing, and are counted. Prints the gain in points a guess and a game, with 95 % intervals, games as
clusters. All of a game's guesses together gain about the sum: this is a far sharper eye than ``compare.py``
for what changes few guesses, and no proof, since the rest of a game is played by another policy.
"""

from __future__ import annotations

import argparse
import math
import platform
import sys
import time

import luck
import numba
import numpy as np
from compare import FIRST_CLICKS, PROTECTED, SIZES, contender
from numba import njit

import minesolver
from minesolver import policies
from minesolver.cli.progress import Progress
from minesolver.compiled import _workspace
from minesolver.compiled.choosing import FACTS, LAYOUTS, SAFEST, SLOTS, TREE_CELLS, TREE_LAYOUTS, guess
from minesolver.compiled.endgame import tree
from minesolver.compiled.looking import keep, position, restore
from minesolver.compiled.opening import GUESS, PROVED_MINES, proceed, safest
from minesolver.compiled.playing import begin_game, key_of_game
from minesolver.compiled.playouts import draw
from minesolver.compiled.solving import MODELS, frontier_probabilities
from minesolver.compiled.splitmix import mix
from minesolver.compiled.workspace import bind_frontier
from minesolver.game import Rules
from minesolver.game.series import good_start
from minesolver.intervals import Z95

STEP = 20
WORTH = 0.55  # of a survived guess, see luck.py
GAME, DIFFERS, GAIN = range(3)


@njit(nogil=True, error_model="numpy")
def ask(f, e, b, cols, remaining, models, probability, kind, parameters, weights, scratch, out, details):
    """The guess of a policy; must follow the analysis of the position."""
    if kind == SAFEST:
        return np.int64(safest(f, probability))
    cell, _ = guess(
        f, e, b, cols, remaining, 1.0, models, probability, kind, parameters, weights, scratch, out, details
    )
    return np.int64(cell)


@njit(nogil=True, error_model="numpy")
def sample(
    table, cols, mines, protected, start, seed, first, games, kinds, parameters, weights, layouts, least,
    most, rows,
):  # fmt: skip
    """Fill ``rows``, float64 (m, 3), one a guess: game, whether the guesses differ, gain.

    ``kinds`` and ``parameters``: of the base, of the variant, and of who plays on. Returns how many.
    """
    f = bind_frontier(table)
    n = f.state.size
    root = position(f, cols)  # the guess, to come back to
    b = position(f, cols)
    room = max(parameters[0, TREE_LAYOUTS], parameters[1, TREE_LAYOUTS], parameters[2, TREE_LAYOUTS])
    slots = max(parameters[0, SLOTS], parameters[1, SLOTS], parameters[2, SLOTS])
    cells = parameters[0, TREE_CELLS]
    e = tree(n, np.int64(room), np.int64(cells), np.int64(slots), np.empty((0, 0), np.int32))
    scratch = np.empty(n, np.int64)
    out = np.empty((n, FACTS))
    details = np.empty((1, 9, 3))
    probability = np.empty(n)
    others = np.empty(n)
    proof = np.empty(n, np.int8)
    actual = np.empty(n, np.int8)
    hidden = np.empty(n, np.int8)
    counts = np.zeros(3, np.int64)
    own = np.zeros(3, np.int64)
    survived = np.zeros(1, np.int64)
    pair = np.zeros(2, np.int64)
    taken = 0
    for game in range(games):
        key = key_of_game(seed, first + game)
        begin_game(f, mines, protected, start, key, counts)
        state = mix(key + np.uint64(1))
        cell = np.int64(start)
        while proceed(f, cols, mines, cell, counts, probability, proof) == GUESS:
            remaining = np.int64(mines - counts[PROVED_MINES])
            models = f.report[MODELS]
            if models < least:
                break
            keep(f, root)
            cell = ask(
                f, e, b, cols, remaining, models, probability, kinds[0], parameters[0], weights, scratch, out,
                details,
            )  # fmt: skip
            if models <= most and taken < rows.shape[0]:
                restore(f, root)
                frontier_probabilities(f, cols, remaining, 1.0, others, proof)
                other = ask(
                    f, e, b, cols, remaining, models, probability, kinds[1], parameters[1], weights, scratch,
                    out, details,
                )  # fmt: skip
                row = rows[taken]
                taken += 1
                row[GAME] = first + game
                row[DIFFERS] = other != cell
                row[GAIN] = 0.0
                pair[0] = cell
                pair[1] = other
                for i in range(n):
                    actual[i] = f.layout[i]
                for _ in range(layouts if other != cell else 0):
                    state, _ = draw(f, root, cols, remaining, others, proof, state)
                    for i in range(n):
                        hidden[i] = f.layout[i]
                    for side in range(2):
                        restore(f, root)
                        for i in range(n):
                            f.layout[i] = hidden[i]
                        own[:] = counts
                        _, result = luck.finish(
                            f, e, b, cols, mines, np.int64(pair[side]), probability[pair[side]], own,
                            kinds[2], parameters[2], weights, WORTH, False, others, proof, scratch, out,
                            details, survived,
                        )  # fmt: skip
                        row[GAIN] += (result if side else -result) / layouts
                for i in range(n):
                    f.layout[i] = actual[i]
            restore(f, root)
            f.clue_of[:] = -1
    return taken


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("base", metavar="POLICY[:FIELD=VALUE,...]")
    parser.add_argument("variant", metavar="POLICY[:FIELD=VALUE,...]")
    parser.add_argument("--size", choices=SIZES, default="30x16/99")
    parser.add_argument("--rule", choices=PROTECTED, default="S")
    parser.add_argument("--least", type=float, default=1e3, help="layouts")
    parser.add_argument("--most", type=float, default=math.inf)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--layouts", type=int, default=48, help="drawn for each pair of guesses")
    parser.add_argument("--by", default="strongest:playouts=0,layouts=300", help="who plays on")
    parser.add_argument("--seed", type=int, default=77)
    options = parser.parse_args()
    rows, cols, mines = SIZES[options.size]
    row, col = good_start(Rules(first_click=FIRST_CLICKS[options.rule]), rows, cols, mines)
    own = [contender(text).arguments for text in (options.base, options.variant, options.by)]
    kinds = np.array([kind for kind, _, _ in own])
    parameters = np.stack([values for _, values, _ in own])
    weights = policies.get("strongest").arguments()[2]
    least = max(math.log(options.least), parameters[0, LAYOUTS])
    room = np.zeros((STEP * 40, 3))
    arguments = (_workspace(rows, cols).table, cols, mines, PROTECTED[options.rule], row * cols + col)
    parts = []
    began = time.perf_counter()
    with Progress("games", options.games) as bar:
        for first in range(0, options.games, STEP):
            number = min(STEP, options.games - first)
            taken = sample(
                *arguments, np.uint64(options.seed), first, number, kinds, parameters, weights,
                options.layouts, least, math.log(options.most), room,
            )  # fmt: skip
            parts.append(room[:taken].copy())
            bar.update(first + number)
    found = np.concatenate(parts)
    print(
        f"minesolver {minesolver.__version__}, Python {platform.python_version()}, numpy {np.__version__}, "
        f"numba {numba.__version__}, {platform.machine()}"
    )
    print(
        f"{options.size}, rule {options.rule}, seed {options.seed}, {options.games} games, "
        f"{options.least:g} to {options.most:g} layouts, {options.layouts} drawn, by {options.by}, "
        f"{time.perf_counter() - began:.0f} s"
    )
    print(f"{options.base} -> {options.variant}")
    if not len(found):
        print("no guess with so many layouts")
        return 0
    gains = 100 * found[:, GAIN]
    games = np.bincount(found[:, GAME].astype(np.int64), gains, minlength=options.games)
    half = Z95 * games.std() * math.sqrt(options.games)
    print(f"{len(found)} guesses, {int(found[:, DIFFERS].sum())} differ")
    print(f"{gains.mean():+.3f} +- {half / len(found):.3f} points a guess")
    print(f"{gains.sum() / options.games:+.4f} +- {half / options.games:.4f} points a game")
    return 0


if __name__ == "__main__":
    sys.exit(main())
