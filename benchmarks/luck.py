"""Games with the luck of their guesses taken out, for ``compare.py``.

Whether a guess is survived is chance with an exactly known probability, so it can be taken out of the result
of a game without changing what the result is on average: for each guess, ``worth`` x (survived - probability)
is subtracted; and where a game comes to a position that is played by the whole game tree, the exact winning
chance stands in for the rest. That is a martingale control variate, as in AIVAT (Burch et al. 2018): any
``worth`` is unbiased, the nearer to the winning chance the less variance is left.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from minesolver.compiled.choosing import (  # fmt: skip
    BLEND,
    FACTS,
    LAYOUTS,
    NODES,
    SAFEST,
    SLOTS,
    TREE_CELLS,
    TREE_LAYOUTS,
    guess,
)
from minesolver.compiled.endgame import list_layouts, play_out, tree
from minesolver.compiled.looking import position
from minesolver.compiled.opening import GUESS, PROVED_MINES, WON, proceed, safest
from minesolver.compiled.playing import begin_game, key_of_game
from minesolver.compiled.solving import COMPONENTS, MODELS
from minesolver.compiled.workspace import bind_frontier

OUTCOME, ADJUSTED, SURVIVED, THEN_WON = range(4)


@njit(nogil=True, error_model="numpy")
def finish(
    f, e, b, cols, mines, cell, risk, counts, kind, parameters, weights, worth, whole, probability, proof,
    scratch, out, details, survived,
):  # fmt: skip
    """Open a cell that has the chance ``risk`` of a mine, and play on; (outcome, result with the luck out).

    Not ``whole``: up to the position that the game tree plays (outcome GUESS), its winning chance is enough.
    Adds to ``survived``, int64 (1,), the guesses survived. ``probability``, ``proof``, ``scratch``, ``out``
    and ``details`` are room.
    """
    luck = 0.0
    chance = -1.0  # once known for the rest of the game
    while True:
        alive = 1.0 - f.layout[cell]
        if risk > 0.0:
            survived[0] += np.int64(alive)
            if chance < 0.0:
                luck += worth * (alive - 1.0 + risk)
        for i in range(f.state.size):
            f.clue_of[i] = -1
        outcome = np.int64(proceed(f, cols, mines, cell, counts, probability, proof))
        if outcome != GUESS:
            break
        remaining = np.int64(mines - counts[PROVED_MINES])
        models = f.report[MODELS]
        few = chance < 0.0 and kind >= BLEND and models <= parameters[LAYOUTS]
        if few and list_layouts(f, e, np.int64(0), np.int64(f.report[COMPONENTS]), remaining, np.int64(1)):
            won, _ = play_out(e, np.int64(parameters[NODES]))
            if won >= 0:
                chance = won / e.totals[0]
                if not whole:
                    break
        if kind == SAFEST:
            cell = np.int64(safest(f, probability))
        else:
            cell, _ = guess(
                f, e, b, cols, remaining, 1.0, models, probability, kind, parameters, weights, scratch, out,
                details,
            )  # fmt: skip
        risk = probability[cell]
    return outcome, (chance if chance >= 0.0 else np.float64(outcome == WON)) - luck


@njit(nogil=True, error_model="numpy")
def play(table, cols, mines, protected, start, seed, first, kind, parameters, weights, worth, results):
    """Games ``first`` and on of a seed, a row of ``results`` each, float64 (m, 4): the outcome as in
    ``minesolver.compiled``, the result with the luck taken out, guesses survived, and those of them in games
    that were won.
    """
    f = bind_frontier(table)
    n = f.state.size
    b = position(f, cols)
    e = tree(
        n, np.int64(parameters[TREE_LAYOUTS]), np.int64(parameters[TREE_CELLS]), np.int64(parameters[SLOTS]),
        np.empty((0, 0), np.int32),
    )  # fmt: skip
    scratch = np.empty(n, np.int64)
    out = np.empty((n, FACTS))
    details = np.empty((1, 9, 3))
    probability = np.empty(n)
    proof = np.empty(n, np.int8)
    counts = np.zeros(3, np.int64)
    survived = np.zeros(1, np.int64)
    for game in range(results.shape[0]):
        begin_game(f, mines, protected, start, key_of_game(seed, first + game), counts)
        survived[0] = 0
        outcome, adjusted = finish(
            f, e, b, cols, mines, np.int64(start), 0.0, counts, kind, parameters, weights, worth, True,
            probability, proof, scratch, out, details, survived,
        )  # fmt: skip
        results[game, OUTCOME] = outcome
        results[game, ADJUSTED] = adjusted
        results[game, SURVIVED] = survived[0]
        results[game, THEN_WON] = survived[0] if outcome == WON else 0
