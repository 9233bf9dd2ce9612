"""Playouts of close candidates: layouts equally likely, results without bias, the better candidate found."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from numba import njit
from oracle import around, models

import minesolver as ms
from minesolver import compiled
from minesolver.compiled import _workspace
from minesolver.compiled.endgame import tree
from minesolver.compiled.frontier import enqueue_all, load, propagate
from minesolver.compiled.looking import keep, position, restore
from minesolver.compiled.opening import OPENED, PROVED_MINES
from minesolver.compiled.playouts import draw, key_of_position, play_on, race
from minesolver.compiled.solving import frontier_probabilities
from minesolver.compiled.workspace import bind_frontier

MINES = 5
BOARDS = ("?????|1???1|??21?|?????", "??1?|?2??|????|??3?|1?2?")  # 61 and 76 layouts, no cell proved


@njit(error_model="numpy")
def begin(table, cols, grid, mines, probability, proof):
    f = bind_frontier(table)
    known, _, _ = load(f, grid)
    size = enqueue_all(f)
    _, settled, _ = propagate(f, np.int64(size), np.int64(0))
    b = position(f, cols)
    keep(f, b)
    remaining = np.int64(mines - known - settled)
    frontier_probabilities(f, cols, remaining, 1.0, probability, proof)
    return f, b, remaining


@njit(error_model="numpy")
def draws(table, cols, grid, mines, cell, laid, results):
    """Layouts, and what playing on from ``cell`` brought on each."""
    n = grid.size
    risk = np.empty(n)
    proof = np.empty(n, np.int8)
    f, b, remaining = begin(table, cols, grid, mines, risk, proof)
    e = tree(n, np.int64(100), np.int64(n), np.int64(1024), np.empty((0, 0), np.int32))
    own = np.empty(n)
    counts = np.zeros(3, np.int64)
    state = key_of_position(f)
    for k in range(results.size):
        state, status = draw(f, b, cols, remaining, own, proof, state)
        if status != 0:
            return False
        for i in range(n):
            laid[k, i] = f.layout[i]
        restore(f, b)
        counts[:] = 0
        for i in range(n):
            counts[OPENED] += f.state[i] == 3
            counts[PROVED_MINES] += f.state[i] == 2
        results[k], ended = play_on(f, e, cols, mines, cell, risk[cell], counts, own, proof)
        if not ended:
            return False
    return True


@njit(error_model="numpy")
def better(table, cols, grid, mines, cells, scores, won, most):
    n = grid.size
    risk = np.empty(n)
    proof = np.empty(n, np.int8)
    f, b, remaining = begin(table, cols, grid, mines, risk, proof)
    e = tree(n, np.int64(100), np.int64(n), np.int64(1024), np.empty((0, 0), np.int32))
    before = f.layout.copy()
    leader, status = race(
        f, e, b, cols, remaining, cells, np.int64(cells.size), risk, scores, won, np.int64(most)
    )
    return leader, status, (f.layout == before).all()


def layouts_of(text):
    """int8 (layouts, cells): what each cell shows, 9 for a mine; by brute force."""
    grid = [[-1 if symbol == "?" else int(symbol) for symbol in row] for row in text.split("|")]
    rows, cols = len(grid), len(grid[0])
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    shown = [
        [9 if cell in laid else sum(near in laid for near in around(*cell, rows, cols)) for cell in cells]
        for laid in models(grid, MINES)[1]
    ]
    return np.array(shown, np.int8), np.array(grid, np.int8)


def chance(text, first):
    """Exactly what playing on wins: safest cells, by the public analysis, to 25 layouts; then best play."""
    shown, grid = layouts_of(text)
    n, cols = shown.shape[1], grid.shape[1]

    @cache
    def settle(opened, indices):
        """Layouts won of these, the cells ``opened`` being known in all of them."""
        part = shown[list(indices)]
        if all((part[0, i] == 9) == (i not in opened) for i in range(n)) and len(indices) == 1:
            return 1
        safe = [i for i in range(n) if i not in opened and (part[:, i] != 9).all()]
        if safe:
            return split(opened | set(safe), indices)
        if len(indices) <= 25:
            return compiled.play_layouts(part)[0]
        seen = np.where([i in opened for i in range(n)], part[0], -1).reshape(grid.shape)
        r, c = ms.analyze(ms.Board.from_array(seen, mines=MINES)).best
        return split(opened | {r * cols + c}, indices)

    def split(opened, indices):
        groups = {}
        for i in indices:
            key = tuple(shown[i, j] for j in sorted(opened))
            if 9 not in key:
                groups.setdefault(key, []).append(i)
        return sum(settle(frozenset(opened), tuple(group)) for group in groups.values())

    known = frozenset(np.flatnonzero(grid.ravel() >= 0).tolist())
    return split(known | {first}, tuple(range(len(shown)))) / len(shown)


def run(text, cell, number):
    shown, grid = layouts_of(text)
    laid = np.zeros((number, grid.size), np.int8)
    results = np.zeros(number)
    table = _workspace(*grid.shape).table
    assert draws(table, grid.shape[1], grid.reshape(-1), MINES, cell, laid, results)
    return shown, grid, laid, results


@pytest.mark.parametrize("text", BOARDS)
def test_layouts_are_drawn_equally_likely(text):
    number = 6000
    shown, _, laid, _ = run(text, 0, number)
    counts = Counter(row.tobytes() for row in laid)
    wanted = {(row == 9).astype(np.int8).tobytes() for row in shown}
    assert set(counts) == wanted
    mean = number / len(wanted)
    chi = sum((counts[key] - mean) ** 2 / mean for key in wanted)
    freedom = len(wanted) - 1
    assert abs(chi - freedom) < 4.5 * np.sqrt(2 * freedom)


@pytest.mark.parametrize("text", BOARDS)
def test_the_result_of_a_playout_has_no_bias(text):
    _, grid, _, _ = run(text, 0, 1)
    for cell in np.flatnonzero(grid.ravel() < 0)[::4].tolist():
        results = run(text, cell, 4000)[3]
        error = results.std() / np.sqrt(len(results))
        assert error > 0
        assert abs(results.mean() - chance(text, cell)) < 4.5 * error


@pytest.mark.parametrize("text", BOARDS)
def test_the_better_of_two_comes_first(text):
    grid = layouts_of(text)[1]
    hidden = np.flatnonzero(grid.ravel() < 0).tolist()
    ranked = sorted(hidden, key=lambda i: chance(text, i))
    for cells in ([ranked[0], ranked[-1]], [ranked[-1], ranked[0]], [ranked[0], ranked[3], ranked[-1]]):
        scores = np.ones(len(cells))
        won = np.zeros(len(cells))
        table = _workspace(*grid.shape).table
        leader, status, kept = better(
            table, grid.shape[1], grid.reshape(-1), MINES, np.array(cells), scores, won, 512
        )
        assert status == 0
        assert kept
        assert cells[leader] == ranked[-1]
        assert scores[leader] == 1 == max(scores)
        assert (np.delete(scores, leader) < 1).all()


def test_a_great_lead_in_the_scores_is_not_given_up_for_few_playouts():
    grid = layouts_of(BOARDS[0])[1]
    hidden = np.flatnonzero(grid.ravel() < 0).tolist()
    ranked = sorted(hidden, key=lambda i: chance(BOARDS[0], i))
    cells = np.array([ranked[0], ranked[-1]])
    table = _workspace(*grid.shape).table
    scores = np.array([1.0, 0.01])
    assert better(table, grid.shape[1], grid.reshape(-1), MINES, cells, scores, np.zeros(2), 16)[0] == 0
