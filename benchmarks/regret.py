"""What the guesses of a policy cost late in a game, exactly, by the whole game tree.

    python benchmarks/regret.py safest lookahead strongest
    python benchmarks/regret.py strongest strongest:influence=0 --most 6000 --games 12000

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
import platform
import sys
from dataclasses import replace

import numba
import numpy as np
from compare import FIRST_CLICKS, PROTECTED, SIZES, Contender, contender
from numba import njit

import minesolver
from minesolver import policies
from minesolver.cli.progress import Progress
from minesolver.compiled import _workspace
from minesolver.compiled.choosing import BLEND, FACTS, SAFEST, SLOTS, TREE_CELLS, TREE_LAYOUTS, guess
from minesolver.compiled.endgame import begin, list_layouts, play_out, tree, wins_opening
from minesolver.compiled.looking import position
from minesolver.compiled.opening import GUESS, PROVED_MINES, proceed, safest
from minesolver.compiled.playing import begin_game, key_of_game
from minesolver.compiled.solving import COMPONENTS, MODELS, frontier_probabilities
from minesolver.compiled.workspace import bind_frontier
from minesolver.game import Rules
from minesolver.game.series import good_start
from minesolver.intervals import Z95

STEP = 50
GAME, LAYOUTS, BEST, FIRST = range(4)
RANGES = (60, 200, 500, 1000, 2000, 4000, 8000, 16000, 32000)


@njit(nogil=True, error_model="numpy")
def collect(
    table, cols, mines, protected, start, seed, first, games, own, weights, kinds, parameters, least, most,
    nodes, rows,
):  # fmt: skip
    """Fill ``rows``, float64 (m, 3 + policies): game, layouts, layouts won by the best play, and by each
    policy's guess first; returns (how many, positions that ran out of nodes)."""
    f = bind_frontier(table)
    n = f.state.size
    b = position(f, cols)
    images = np.empty((0, 0), np.int32)
    e = tree(n, np.int64(own[TREE_LAYOUTS]), np.int64(own[TREE_CELLS]), np.int64(own[SLOTS]), images)
    full = tree(n, np.int64(math.exp(most) + 2.0), np.int64(own[TREE_CELLS]), np.int64(1 << 18), images)
    scratch = np.empty(n, np.int64)
    out = np.empty((n, FACTS))
    details = np.empty((1, 9, 3))
    probability = np.empty(n)
    proof = np.empty(n, np.int8)
    counts = np.zeros(3, np.int64)
    taken = refused = 0
    for game in range(games):
        begin_game(f, mines, protected, start, key_of_game(seed, first + game), counts)
        cell = np.int64(start)
        while proceed(f, cols, mines, cell, counts, probability, proof) == GUESS:
            remaining = np.int64(mines - counts[PROVED_MINES])
            models = f.report[MODELS]
            if models <= least:
                break
            if models <= most and taken < rows.shape[0]:
                won = np.int64(-1)
                if list_layouts(f, full, np.int64(0), np.int64(f.report[COMPONENTS]), remaining, np.int64(1)):
                    won, _ = play_out(full, np.int64(nodes))
                row = rows[taken]
                row[GAME], row[LAYOUTS], row[BEST] = first + game, full.totals[0], won
                for k in range(kinds.size):
                    if won < 0:
                        break
                    if kinds[k] == SAFEST:
                        cell = np.int64(safest(f, probability))
                    else:
                        cell, _ = guess(
                            f, e, b, cols, remaining, 1.0, models, probability, kinds[k], parameters[k],
                            weights, scratch, out, details,
                        )  # fmt: skip
                    frontier_probabilities(f, cols, remaining, 1.0, probability, proof)
                    begin(full, np.int64(nodes))
                    own_won = wins_opening(full, np.int64(full.place[cell]), np.int64(-1))
                    row[FIRST + k] = own_won
                    won = min(won, own_won)
                if won < 0:
                    refused += 1
                else:
                    taken += 1
            cell, _ = guess(
                f, e, b, cols, remaining, 1.0, models, probability, BLEND, own, weights, scratch, out, details
            )
            for i in range(n):
                f.clue_of[i] = -1
    return taken, refused


def without_trees(name: str) -> Contender:
    own = contender(f"{name}{',' if ':' in name else ':'}layouts=0,regions=0")
    own.name = name
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
    parser.add_argument("--size", default="30x16/99", choices=SIZES)
    parser.add_argument("--rule", default="S", choices=PROTECTED)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--least", type=float, default=60)
    parser.add_argument("--most", type=float, default=4000)
    parser.add_argument("--nodes", type=int, default=600_000)
    parser.add_argument("--seed", type=int, default=4242)
    options = parser.parse_args()
    rows, cols, mines = SIZES[options.size]
    row, col = good_start(Rules(first_click=FIRST_CLICKS[options.rule]), rows, cols, mines)
    arguments = [own.arguments for own in options.contenders]
    kinds = np.array([kind for kind, _, _ in arguments])
    parameters = np.stack([own for _, own, _ in arguments])
    strongest = policies.get("strongest")
    play = replace(strongest, search=replace(strongest.search, layouts=0)).arguments()
    room = np.zeros((STEP * 20, FIRST + len(arguments)))
    parts = []
    refused = 0
    with Progress("games", options.games) as bar:
        for first in range(0, options.games, STEP):
            number = min(STEP, options.games - first)
            taken, more = collect(
                _workspace(rows, cols).table, cols, mines, PROTECTED[options.rule], row * cols + col,
                np.uint64(options.seed), first, number, play[1], play[2], kinds, parameters,
                math.log(options.least + 0.5), math.log(options.most + 0.5), options.nodes, room,
            )  # fmt: skip
            parts.append(room[:taken].copy())
            refused += more
            bar.update(first + number)
    found = np.concatenate(parts)
    print(
        f"minesolver {minesolver.__version__}, Python {platform.python_version()}, numpy {np.__version__}, "
        f"numba {numba.__version__}, {platform.machine()}\n{options.size}, rule {options.rule}, seed "
        f"{options.seed}, {options.games} games: {len(found)} guesses, {refused} more took over "
        f"{options.nodes} sets or had too many cells"
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
