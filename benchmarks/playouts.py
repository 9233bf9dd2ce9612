"""What a candidate's features are worth, from games played on with each of the close candidates of a guess.

    python benchmarks/playouts.py --games 4000                       # expert, first cell safe
    python benchmarks/playouts.py --games 1000 --by lookahead --least 1e3 --most 1e25 --share 1

In games of ``strongest`` without playouts, at a ``--share`` of the guesses with ``--least`` to ``--most``
layouts, each of the close candidates is played on by ``--by`` on the same ``--layouts`` layouts, drawn at
random from all that agree with the position; the luck of the guesses is taken out (``luck.py``). The weights
of the look-ahead (``minesolver.policies.policy.Search``) are fitted to the differences between a candidate
and the one that was chosen, by least squares: a difference is ``scale`` x winning chance x log of the ratio
of scores. What positions of a hard game have in common cancels.

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

import luck
import numpy as np
from compare import FIRST_CLICKS, PROTECTED, SIZES, contender
from numba import njit

from minesolver import policies
from minesolver.cli.progress import Progress
from minesolver.compiled import _workspace
from minesolver.compiled.choosing import FACTS, LAYOUTS, SAFEST, SLOTS, TREE_CELLS, TREE_LAYOUTS, guess
from minesolver.compiled.endgame import tree
from minesolver.compiled.frontier import DEAD, UNKNOWN
from minesolver.compiled.looking import FEATURES, doubt, keep, least_risks, position, restore, suppose
from minesolver.compiled.opening import GUESS, PROVED_MINES, proceed
from minesolver.compiled.playing import begin_game, key_of_game
from minesolver.compiled.playouts import draw, play_on
from minesolver.compiled.ranking import COMMON, OWN, TRAITS, common, traits
from minesolver.compiled.solving import MODELS, frontier_probabilities
from minesolver.compiled.splitmix import chance, mix
from minesolver.compiled.workspace import bind_frontier
from minesolver.game import Rules
from minesolver.game.series import good_start
from minesolver.intervals import Z95

BASE = "strongest:playouts=0,ranking=0"
(
    ROOT, CHOSEN, FIRST_HALF, SECOND_HALF, SAFETY, FLIP, FIRST, SECOND, THIRD, DOUBT, BESIDE, OPENING,
    COLUMNS,
) = range(13)  # fmt: skip
NAMES = ("scale", "influence", "second", "third", "doubt", "beside", "opening")
MOST = 5  # candidates of a guess
CLOSE = 0.93  # of the best score
WORTH = 0.55  # of a survived guess, see luck.py
STEP = 50
PARTS = 5


@njit(nogil=True, error_model="numpy")
def sample(
    table, cols, mines, protected, start, seed, first, games, kinds, parameters, weights, share, layouts,
    least, most, rows, described, shared,
):  # fmt: skip
    """Fill ``rows``, float64 (m, COLUMNS), one a candidate; returns how many.

    ``described``, float64 (m, TRAITS), and ``shared``, float64 (m, COMMON): what ``ranking`` sees of each.

    ``kinds`` and ``parameters``: of who plays the games, and of who plays on.
    """
    f = bind_frontier(table)
    n = f.state.size
    root = position(f, cols)  # the guess, to come back to
    b = position(f, cols)
    e = tree(
        n, np.int64(max(parameters[0, TREE_LAYOUTS], parameters[1, TREE_LAYOUTS])),
        np.int64(parameters[0, TREE_CELLS]), np.int64(parameters[0, SLOTS]), np.empty((0, 0), np.int32),
    )  # fmt: skip
    scratch = np.empty(n, np.int64)
    spare = np.empty(n, np.int64)
    room = np.empty(n, np.int64)
    out = np.empty((n, FACTS))
    ignored = np.empty((n, FACTS))
    all_values = np.empty((2, 9, 3))  # more than one row: no candidate is given up
    details = np.empty((1, 9, 3))
    probability = np.empty(n)
    others = np.empty(n)
    proof = np.empty(n, np.int8)
    beside = np.empty(n, np.int8)
    actual = np.empty(n, np.int8)
    hidden = np.empty(n, np.int8)
    counts = np.zeros(3, np.int64)
    own = np.zeros(3, np.int64)
    survived = np.zeros(1, np.int64)
    x = np.empty(FEATURES)
    taken = 0
    for game in range(games):
        key = key_of_game(seed, first + game)
        begin_game(f, mines, protected, start, key, counts)
        state = mix(key + np.uint64(1))
        cell = np.int64(start)
        guesses = 0
        while proceed(f, cols, mines, cell, counts, probability, proof) == GUESS:
            remaining = np.int64(mines - counts[PROVED_MINES])
            models = f.report[MODELS]
            if models < least:
                break
            keep(f, root)
            for i in range(n):
                beside[i] = f.group_of[i] >= 0
            cell, number = guess(
                f, e, b, cols, remaining, 1.0, models, probability, kinds[0], parameters[0], weights, scratch,
                out, all_values,
            )  # fmt: skip
            state, drawn = chance(state)
            if models <= most and number > 1 and drawn < share and taken + MOST <= rows.shape[0]:
                for i in range(n):
                    actual[i] = f.layout[i]
                begun = taken
                frontier_probabilities(f, cols, remaining, 1.0, others, proof)
                common(f, root, remaining, models, others, proof, shared[taken])
                for a in np.argsort(-out[:number, 0])[:MOST]:
                    if out[a, 0] < CLOSE * out[:number, 0].max():
                        continue
                    c = np.int64(scratch[a])
                    row = rows[taken]
                    taken += 1
                    row[:] = 0.0
                    row[ROOT] = 64.0 * (first + game) + guesses
                    row[CHOSEN] = c == cell
                    row[SAFETY] = 1.0 - probability[c]
                    row[FLIP] = out[a, 5]
                    row[BESIDE] = beside[c]
                    spare[taken - begun - 1] = c
                    dead = left = 0
                    for k in range(f.degree[c]):
                        dead += root.state[f.around[c, k]] == DEAD
                        left += root.state[f.around[c, k]] == UNKNOWN
                    for v in range(dead, dead + left + 1):
                        restore(f, root)
                        _, after, status = suppose(f, others, proof, cols, remaining, 1.0, c, np.int64(v))
                        if status != 0:
                            continue
                        p = math.exp(after - models)
                        one, two, three = least_risks(f, others, proof, cols, True)
                        row[FIRST] += p * (1.0 - one)
                        row[SECOND] += p * (one - two)
                        row[THIRD] += p * (one - three)
                        row[DOUBT] += p * math.log(1.0 + doubt(f, others, proof))
                        if v == dead:
                            row[OPENING] = p
                    traits(
                        f, b, cols, remaining, 1.0, models, c, beside[c], out[a, :OWN], x,
                        described[taken - 1],
                    )  # fmt: skip
                    shared[taken - 1] = shared[begun]
                if taken == begun + 1:
                    taken = begun  # nothing to tell apart
                for k in range(layouts if taken > begun else 0):
                    state, _ = draw(f, root, cols, remaining, others, proof, state)
                    for i in range(n):
                        hidden[i] = f.layout[i]
                    for at in range(begun, taken):
                        restore(f, root)
                        for i in range(n):
                            f.layout[i] = hidden[i]
                        own[:] = counts
                        c = np.int64(spare[at - begun])
                        if kinds[1] == SAFEST:
                            result, _ = play_on(
                                f, e, cols, mines, c, probability[c], own, others, proof
                            )  # fmt: skip
                        else:
                            _, result = luck.finish(
                                f, e, b, cols, mines, c, probability[c], own, kinds[1], parameters[1],
                                weights, WORTH, False, others, proof, room, ignored, details, survived,
                            )  # fmt: skip
                        rows[at, FIRST_HALF if 2 * k < layouts else SECOND_HALF] += 2.0 * result / layouts
                for i in range(n):
                    f.layout[i] = actual[i]
            restore(f, root)
            f.clue_of[:] = -1
            guesses += 1
    return taken


def scores(rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The logarithm of the score of each candidate, as ``minesolver.compiled.choosing.guess``."""
    _, influence, second, third, doubtful, beside, opening = weights
    ahead = rows[:, FIRST] + second * rows[:, SECOND] + third * rows[:, THIRD] - doubtful * rows[:, DOUBT]
    safety = rows[:, SAFETY]
    found = (safety + influence * rows[:, FLIP]) * np.maximum(ahead, 0.01) / safety
    found *= 1.0 + np.where(rows[:, BESIDE] > 0, beside, opening * rows[:, OPENING] / safety)
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
        self.game = rows[self.other, ROOT] // 64

    def difference(self, column: np.ndarray) -> np.ndarray:
        """Of the others to the chosen."""
        return column[self.other] - column[self.chosen]

    def predicted(self, weights: np.ndarray) -> np.ndarray:
        """The differences in winning chance that the scores tell."""
        return weights[0] * self.chance * self.difference(scores(self.rows, weights))

    def seen(self, weights: np.ndarray) -> tuple[float, float]:
        """(the variance of the true differences, and the share of it that the scores tell)."""
        told = self.predicted(weights)
        halves = [self.difference(self.rows[:, k]) for k in (FIRST_HALF, SECOND_HALF)]
        whole = float((halves[0] * halves[1]).mean())
        return whole, 1.0 - float(((halves[0] - told) * (halves[1] - told)).mean()) / whole


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
    told = np.zeros(len(pairs.other))
    for part in range(PARTS):
        weights, _ = fit(pairs, pairs.game % PARTS != part, begun)
        own = pairs.game % PARTS == part
        told[own] = pairs.predicted(weights)[own]
    guess_of = pairs.guess[pairs.other]
    order = np.lexsort((-told, guess_of))
    best = order[np.unique(guess_of[order], return_index=True)[1]]
    d = np.where(told[best] > 0, 100 * pairs.difference(pairs.result)[best], 0.0)
    return d.mean(), Z95 * d.std() / math.sqrt(len(d)), float((told[best] > 0).mean())


def play(options: argparse.Namespace) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What :func:`sample` finds in all games."""
    rows, cols, mines = SIZES[options.size]
    row, col = good_start(Rules(first_click=FIRST_CLICKS[options.rule]), rows, cols, mines)
    own = [contender(text).arguments for text in (BASE, options.by)]
    kinds = np.array([kind for kind, _, _ in own])
    parameters = np.stack([values for _, values, _ in own])
    least = max(math.log(options.least), parameters[0, LAYOUTS])
    size = STEP * 16 * MOST
    room = np.empty((size, COLUMNS)), np.empty((size, TRAITS)), np.empty((size, COMMON))
    arguments = (_workspace(rows, cols).table, cols, mines, PROTECTED[options.rule], row * cols + col)
    parts = []
    with Progress("games", options.games) as bar:
        for first in range(0, options.games, STEP):
            number = min(STEP, options.games - first)
            taken = sample(
                *arguments, np.uint64(options.seed), first, number, kinds, parameters,
                policies.get("strongest").arguments()[2], options.share, options.layouts, least,
                math.log(options.most), *room,
            )  # fmt: skip
            parts.append([part[:taken].copy() for part in room])
            bar.update(first + number)
    found, described, shared = (np.concatenate(part) for part in zip(*parts, strict=True))
    return found, described, shared


def options_of(parser: argparse.ArgumentParser) -> None:
    """The options of :func:`play`."""
    parser.add_argument("--size", choices=SIZES, default="30x16/99")
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
    found, _, _ = play(options)
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
    shipped = np.array([0.75, *(getattr(search, name) for name in NAMES[1:])])
    everything = np.ones(len(pairs.other), bool)
    values, halves = fit(pairs, everything, shipped)
    for name, old, value, half in zip(NAMES, shipped, values, halves, strict=True):
        print(f"{name:>10} {value:.3f} +- {half:.3f}, now {old:.3f}")
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
