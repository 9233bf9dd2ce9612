"""Playouts of close candidates: layouts equally likely, results without bias, the better candidate found."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from oracle import around, models

import minesolver as ms
from minesolver import policies
from minesolver.kernel.core import LayoutTree

MINES = 5
# 61 and 76 layouts, no cell proved.
BOARDS = ("?????|1???1|??21?|?????", "??1?|?2??|????|??3?|1?2?")


def grid_of(text):
    return np.array([[-1 if c == "?" else int(c) for c in row] for row in text.split("|")], np.int8)


def chooser(text, name="safest"):
    return policies.get(name).chooser(*grid_of(text).shape)


@cache
def layouts_of(text):
    """int8 (layouts, cells): what each cell shows, 9 for a mine; by brute force."""
    grid = grid_of(text)
    rows, cols = grid.shape
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    shown_values = [
        [
            9
            if cell in mines
            else sum(neighbour in mines for neighbour in around(*cell, rows, cols))
            for cell in cells
        ]
        for mines in models(grid.tolist(), MINES)[1]
    ]
    return np.array(shown_values, np.int8), grid


def best_play(shown_values):
    """Layouts won by the best play, by the cell that is opened first."""
    all_layouts = np.arange(len(shown_values), dtype=np.int32)
    tree = LayoutTree(
        np.ascontiguousarray(shown_values, np.uint8), all_layouts[None, :], 1 << 12, False
    )
    return [tree.opening(all_layouts, cell, -1, 10**9)[0] for cell in range(shown_values.shape[1])]


@cache
def chance(text, first_cell):
    """Exactly what playing on wins: safest cells, by the public analysis, to 25 layouts; then best play."""
    shown_values, grid = layouts_of(text)
    n, cols = shown_values.shape[1], grid.shape[1]

    @cache
    def settle(opened, indices):
        """Layouts won of these, the cells ``opened`` being known in all of them."""
        left_layouts = shown_values[list(indices)]
        if (
            all((left_layouts[0, i] == 9) == (i not in opened) for i in range(n))
            and len(indices) == 1
        ):
            return 1
        safe = [i for i in range(n) if i not in opened and (left_layouts[:, i] != 9).all()]
        if safe:
            return split(opened | set(safe), indices)
        if len(indices) <= 25:
            return max(best_play(left_layouts))
        visible = np.where([i in opened for i in range(n)], left_layouts[0], -1).reshape(grid.shape)
        r, c = ms.analyze(ms.Board.from_array(visible, mines=MINES)).best
        return split(opened | {r * cols + c}, indices)

    def split(opened, indices):
        groups: dict[Any, Any] = {}
        for i in indices:
            key = tuple(shown_values[i, j] for j in sorted(opened))
            if 9 not in key:
                groups.setdefault(key, []).append(i)
        return sum(settle(frozenset(opened), tuple(group)) for group in groups.values())

    known_cells = frozenset(np.flatnonzero(grid.ravel() >= 0).tolist())
    return split(known_cells | {first_cell}, tuple(range(len(shown_values)))) / len(shown_values)


def drawn(text, number):
    """Layouts of the position, drawn at random."""
    layouts = np.zeros((number, grid_of(text).size), np.int8)
    chooser(text).draw(grid_of(text), MINES, layouts, 7)
    return layouts


@pytest.mark.parametrize("text", BOARDS)
def test_layouts_are_drawn_equally_likely(text):
    number = 6000
    counts = Counter(row.tobytes() for row in drawn(text, number))
    expected = {(row == 9).astype(np.int8).tobytes() for row in layouts_of(text)[0]}
    assert set(counts) == expected
    mean = number / len(expected)
    chi = sum((counts[key] - mean) ** 2 / mean for key in expected)
    freedom = len(expected) - 1
    assert abs(chi - freedom) < 4.5 * np.sqrt(2 * freedom)


@pytest.mark.parametrize("text", BOARDS)
def test_the_result_of_a_playout_has_no_bias(text):
    """Nor where playouts on a layout meet and go on alike."""
    number = 2000
    layouts = drawn(text, number)
    cells = np.flatnonzero(grid_of(text).ravel() < 0).tolist()
    results = np.zeros((len(cells), number))
    chooser(text).play_on(grid_of(text), MINES, cells, layouts, 0.55, results)
    for cell, row in zip(cells, results, strict=True):
        error = row.std() / np.sqrt(number)
        assert error > 0
        assert abs(row.mean() - chance(text, cell)) < 4.5 * error


@pytest.mark.parametrize("name", ["pseq", "lookahead", "strongest"])
def test_no_policy_wins_more_than_the_best_play(name):
    """Played on over all layouts, once each: exactly what the policy wins after each first cell."""
    text = BOARDS[0]
    shown_values, grid = layouts_of(text)
    layouts = (shown_values == 9).astype(np.int8)
    cells = np.flatnonzero(grid.ravel() < 0).tolist()
    results = np.zeros((len(cells), len(layouts)))
    chooser(text, name).play_on(grid, MINES, cells, layouts, 0.3, results)
    won = results.sum(axis=1)
    best = [best_play(shown_values)[cell] for cell in cells]
    assert won == pytest.approx(np.round(won), abs=1e-6)  # the luck of all layouts together is none
    assert (won <= np.array(best) + 1e-6).all()
    if name == "strongest":  # so few layouts are all in its game tree
        assert won == pytest.approx(best, abs=1e-6)


@pytest.mark.parametrize("text", BOARDS)
def test_the_better_of_two_comes_first(text):
    hidden = np.flatnonzero(grid_of(text).ravel() < 0).tolist()
    ranked = sorted(hidden, key=lambda i: chance(text, i))
    racer = variant(text, 512)
    for cells in (
        [ranked[0], ranked[-1]],
        [ranked[-1], ranked[0]],
        [ranked[0], ranked[3], ranked[-1]],
    ):
        leader, scores, won = racer.race(grid_of(text), MINES, cells, [1.0] * len(cells))
        assert cells[leader] == ranked[-1]
        assert scores[leader] == 1 == max(scores)
        assert (np.delete(scores, leader) < 1).all()
        assert max(won) == won[leader] > 0


def test_a_great_lead_in_the_scores_is_not_given_up_for_few_playouts():
    text = BOARDS[0]
    hidden = np.flatnonzero(grid_of(text).ravel() < 0).tolist()
    ranked = sorted(hidden, key=lambda i: chance(text, i))
    assert (
        variant(text, 16).race(grid_of(text), MINES, [ranked[0], ranked[-1]], [1.0, 0.01])[0] == 0
    )


def variant(text, playouts):
    policy = policies.get("strongest")
    return replace(policy, search=replace(policy.search, playouts=playouts)).chooser(
        *grid_of(text).shape
    )


@pytest.mark.parametrize("clue", [1, 2])
def test_early_on_a_better_candidate_comes_back_from_behind(clue):
    """With so many layouts the scores weigh much, and the first few playouts alone never tell."""
    grid = np.full((16, 30), -1, np.int8)
    grid[0, 0] = clue
    middle, corner = 8 * 30 + 15, 15 * 30 + 29  # as safe as each other, but a corner opens more
    policy = policies.get("thorough")
    with_many_playouts = replace(
        policy, search=replace(policy.search, playouts=1024, playout_layouts=1e200)
    )
    leader, _, won = with_many_playouts.chooser(*grid.shape).race(
        grid, 99, [middle, corner], [1.01, 1.0]
    )
    assert leader == 1
    assert won[1] > won[0] > 0


def test_what_makes_no_sense_is_refused():
    refusing, grid = chooser(BOARDS[0]), grid_of(BOARDS[0])
    with pytest.raises(ValueError, match="not unknown"):
        refusing.race(grid, MINES, [5], [1.0])
    for code, message in ((0, "proved"), (8, "no layout")):
        grid = np.array([code, *[-1] * 19], np.int8)
        with pytest.raises(ValueError, match=message):
            refusing.guess(grid, MINES)
