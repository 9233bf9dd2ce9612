"""What a candidate's features are worth, from games played out with each candidate of the same guess.

    python benchmarks/playouts.py --games 10000                    # expert, first cell safe
    python benchmarks/playouts.py --games 2000 --by strongest --board 16 16 40 --rule Z

In games of ``strongest``, at each guess, the game is played out once with each candidate, on the same
layout, by ``safest`` or another policy. What a candidate won, with the luck of the guesses taken out
(``luck.py``), is regressed on its features, all centred within the guess: what positions of a hard game have
in common cancels. The effect of a feature is taken as a share of the winning chance of the position (by the
estimate of ``fit_estimate.py``). Prints the weights with 95 % intervals, games as clusters; and what would be
gained a guess by choosing the candidate that these features like best, weights from other games (five parts).

``safety`` and ``next`` are logarithms: of the candidate's safety and of the expected safety of the safest
cell after it; ``second`` of the second safest cell. ``coin flip``: chance to be a mine of a coin flip that
comes anyway, over the safety. ``beside``: beside a clue. ``opening``: elsewhere, the chance of the least
number.
"""

from __future__ import annotations

import argparse
import math
import sys
import time

import luck
import numpy as np
from compare import FIRST_CLICKS, PROTECTED
from numba import njit

from minesolver import policy
from minesolver.cli.progress import Progress
from minesolver.compiled import _workspace
from minesolver.compiled.choosing import (
    BLEND,
    LAYOUTS,
    SLOTS,
    TREE_CELLS,
    TREE_LAYOUTS,
    WIDTHS,
    candidates,
    estimate,
    guess,
)  # fmt: skip
from minesolver.compiled.endgame import tree
from minesolver.compiled.frontier import DEAD, UNKNOWN
from minesolver.compiled.looking import (
    FEATURES,
    describe,
    doomed,
    keep,
    least_risks,
    position,
    restore,
    suppose,
)  # fmt: skip
from minesolver.compiled.opening import GUESS, PROVED_MINES, proceed
from minesolver.compiled.playing import begin_game, key_of_game
from minesolver.compiled.solving import MODELS
from minesolver.compiled.workspace import bind_frontier
from minesolver.experiments.intervals import Z95
from minesolver.experiments.series import good_start
from minesolver.game import Rules

NAMES = ("safety", "next", "second", "coin flip", "beside", "opening")
ROOT, RESULT, CHANCE, CHOSEN, SAFETY, NEXT, SECOND, FLIP, BESIDE, OPENING, COLUMNS = range(11)
MOST = 14  # candidates of a guess
WORTH = 0.5  # of a survived guess, see luck.py
STEP = 100
PARTS = 5


@njit(nogil=True, error_model="numpy")
def sample(
    table, cols, mines, protected, start, seed, first, games, parameters, weights, kind, by, rows
):  # fmt: skip
    """Fill ``rows``, float64 (m, COLUMNS), one a candidate, played out by the policy of ``kind`` with the
    parameters ``by``; returns how many."""
    f = bind_frontier(table)
    n = f.state.size
    root = position(f, cols)  # the guess, to come back to
    b = position(f, cols)
    e = tree(
        n, np.int64(parameters[TREE_LAYOUTS]), np.int64(parameters[TREE_CELLS]), np.int64(parameters[SLOTS]),
        np.empty((0, 0), np.int32),
    )  # fmt: skip
    cells = np.empty(n, np.int64)
    scratch = np.empty(n, np.int64)
    beside = np.empty(n, np.int8)
    out = np.empty((n, 7))
    details = np.empty((1, 9, 3))
    probability = np.empty(n)
    proof = np.empty(n, np.int8)
    flips = np.empty(n)
    counts = np.zeros(3, np.int64)
    own = np.zeros(3, np.int64)
    survived = np.zeros(1, np.int64)
    others = np.empty(n)
    x = np.empty(FEATURES)
    hidden = np.empty(WIDTHS[1] + WIDTHS[2])
    taken = 0
    for game in range(games):
        begin_game(f, mines, protected, start, key_of_game(seed, first + game), counts)
        cell = np.int64(start)
        guesses = 0
        while proceed(f, cols, mines, cell, counts, probability, proof) == GUESS:
            remaining = np.int64(mines - counts[PROVED_MINES])
            models = f.report[MODELS]
            if models <= parameters[LAYOUTS]:
                break  # from here on the game tree decides
            b.probability[:] = probability
            b.proof[:] = 0
            describe(f, b, remaining, models, x)
            chance = estimate(weights, x, hidden)
            number = min(MOST, candidates(f, probability, 0.87, cells))
            for i in range(n):
                beside[i] = f.group_of[i] >= 0
            keep(f, root)
            cell, _ = guess(
                f, e, b, cols, remaining, 1.0, models, probability, BLEND, parameters, weights, scratch, out,
                details,
            )  # fmt: skip
            if number > 1 and taken + number <= rows.shape[0]:
                keep(f, b)
                doomed(f, b, cols, remaining, 1.0, models, probability, flips)
                for a in range(number):
                    c = np.int64(cells[a])
                    row = rows[taken]
                    taken += 1
                    row[:] = 0.0
                    safety = 1.0 - probability[c]
                    row[ROOT] = 64.0 * (first + game) + guesses
                    row[CHANCE] = chance
                    row[CHOSEN] = c == cell
                    row[SAFETY] = math.log(safety)
                    row[FLIP] = flips[c] / safety
                    row[BESIDE] = beside[c]
                    dead = left = 0
                    for k in range(f.degree[c]):
                        dead += root.state[f.around[c, k]] == DEAD
                        left += root.state[f.around[c, k]] == UNKNOWN
                    for v in range(dead, dead + left + 1):
                        restore(f, root)
                        _, after, status = suppose(
                            f, b.probability, b.proof, cols, remaining, 1.0, c, np.int64(v)
                        )
                        if status != 0:
                            continue
                        share = math.exp(after - models) / safety
                        safe, one, two = least_risks(f, b.probability, b.proof, cols, True)
                        row[NEXT] += share * (1.0 if safe > 0 else 1.0 - one)
                        row[SECOND] += share * (1.0 if safe > 1 else 1.0 - (one if safe else two))
                        if v == dead and not beside[c]:
                            row[OPENING] = share
                    row[NEXT] = math.log(max(row[NEXT], 0.05))
                    row[SECOND] = math.log(max(row[SECOND], 0.05))
                    restore(f, root)
                    f.clue_of[:] = -1
                    own[:] = counts
                    _, row[RESULT] = luck.finish(
                        f, e, b, cols, mines, c, probability[c], own, kind, by, weights, WORTH, False, others,
                        proof, scratch, out, details, survived,
                    )  # fmt: skip
            restore(f, root)
            f.clue_of[:] = -1
            guesses += 1
    return taken


def regress(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
    """(weights, half-widths of their 95 % intervals, guesses)."""
    _, guess_of = np.unique(rows[:, ROOT], return_inverse=True)
    size = np.bincount(guess_of)

    def centred(values: np.ndarray) -> np.ndarray:
        return values - (np.bincount(guess_of, values) / size)[guess_of]

    scale = np.maximum(rows[:, CHANCE], 0.02)
    features = np.stack([centred(rows[:, k]) * scale for k in range(SAFETY, COLUMNS)], axis=1)
    won = centred(rows[:, RESULT])
    inverse = np.linalg.inv(features.T @ features)
    weights = inverse @ (features.T @ won)
    rest = won - features @ weights
    _, game_of = np.unique(rows[:, ROOT] // 64, return_inverse=True)  # all guesses of a game share its layout
    clusters = np.stack([np.bincount(game_of, column * rest) for column in features.T], axis=1)
    return weights, Z95 * np.sqrt(np.diag(inverse @ clusters.T @ clusters @ inverse)), len(size)


def gain(rows: np.ndarray) -> tuple[float, float, float]:
    """(points gained a guess, half-width of the 95 % interval, share of the guesses that change)."""
    game = (rows[:, ROOT] // 64).astype(np.int64)
    gains = []
    for part in range(PARTS):
        weights = regress(rows[game % PARTS != part])[0]
        own = rows[game % PARTS == part]
        _, guess_of = np.unique(own[:, ROOT], return_inverse=True)
        value = own[:, SAFETY:] @ weights
        order = np.lexsort((-value, guess_of))
        best = order[np.unique(guess_of[order], return_index=True)[1]]
        chosen = np.full(len(best), np.nan)
        mine = own[:, CHOSEN] == 1
        chosen[guess_of[mine]] = own[mine, RESULT]
        gains.append(own[best, RESULT] - chosen)
    d = np.concatenate(gains)
    d = 100 * d[~np.isnan(d)]  # where the policy chose none of the candidates there is nothing to compare
    return d.mean(), Z95 * d.std() / math.sqrt(len(d)), float((d != 0).mean())


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--board", type=int, nargs=3, default=(16, 30, 99), metavar=("ROWS", "COLS", "MINES"))
    parser.add_argument("--rule", default="S", choices=("S", "Z"))
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=555)
    parser.add_argument("--by", default="safest", choices=policy.names(), help="who plays on")
    options = parser.parse_args()
    rows, cols, mines = options.board
    row, col = good_start(Rules(first_click=FIRST_CLICKS[options.rule]), rows, cols, mines)
    protected, start = PROTECTED[options.rule], row * cols + col
    _, parameters, weights = policy.get("strongest").arguments()
    kind, by, _ = policy.get(options.by).arguments()
    table = _workspace(rows, cols).table
    room = np.empty((STEP * 16 * MOST, COLUMNS))
    parts = []
    sample(
        table, cols, mines, protected, start, np.uint64(0), 0, 0, parameters, weights, kind, by, room
    )  # compile
    began = time.perf_counter()
    with Progress("games", options.games) as bar:
        for first in range(0, options.games, STEP):
            number = min(STEP, options.games - first)
            taken = sample(
                table, cols, mines, protected, start, np.uint64(options.seed), first, number, parameters,
                weights, kind, by, room,
            )  # fmt: skip
            parts.append(room[:taken].copy())
            bar.update(first + number)
    found = np.concatenate(parts)
    values, halves, guesses = regress(found)
    print(
        f"{rows}x{cols}/{mines}, rule {options.rule}, seed {options.seed}, by {options.by}: "
        f"{options.games} games, {guesses} "
        f"guesses, {len(found)} candidates, {time.perf_counter() - began:.0f} s"
    )
    for name, value, half in zip(NAMES, values, halves, strict=True):
        print(f"{name:>10} {value:+.3f} +- {half:.3f}")
    mean, half, share = gain(found)
    print(f"chosen by these weights: {mean:+.3f} +- {half:.3f} points a guess, {100 * share:.0f} % differ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
