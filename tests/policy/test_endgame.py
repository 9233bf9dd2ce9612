"""The game tree of positions, against one that tries everything on layouts found by brute force."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import inf
from typing import Any

import numpy as np
import pytest
from boards import Driver
from hypothesis import given, settings
from hypothesis import strategies as st

import minesolver as ms
from minesolver import policies
from minesolver.kernel.core import Chooser
from minesolver.model.board import neighbours
from minesolver.policy.recommend import recommend

# 8x8 boards with 10 mines and up to 1000 layouts, for which a tree without bounds of what is to come needs
# more than 100,000 nodes; `won` is what that one finds in millions.
LARGE = [
    (342, 810, "01110000/01#10111/011101#1/11100111/2#211111/##3##2##/########/########"),
    (603, 897, "1#1001#1/1#1002#2/111112#2/##1##2##/1#2#####/1#######/########/1######1"),
    (552, 828, "001#####/0012####/0001####/1222####/1##2####/1233####/111#####/#112####"),
]


def tree_of(rows: int, cols: int, **search: Any) -> Chooser:
    """A chooser with a game tree of its own size."""
    policy = policies.get("safest")
    return replace(policy, search=replace(policy.search, **search)).chooser(rows, cols)


def expectimax(rows, cols, mine_count, grid):
    """(layouts won by the best play, layouts won by each first cell): all layouts, all cells, all values."""
    neighbour_lists = neighbours(rows, cols)
    unknown = [cell for cell, code in enumerate(grid) if code < 0]
    known_mines = {cell for cell, code in enumerate(grid) if code == 10}
    layouts = []
    for more_mines in combinations(unknown, mine_count - len(known_mines)):
        mines_placed = known_mines | set(more_mines)
        mines_beside = [
            sum(n in mines_placed for n in neighbours_of_cell)
            for neighbours_of_cell in neighbour_lists
        ]
        if all(mines_beside[cell] == code for cell, code in enumerate(grid) if 0 <= code <= 8):
            layouts.append(
                tuple(9 if cell in mines_placed else mines_beside[cell] for cell in unknown)
            )

    def opening(cell, indices, opened):
        by_value: dict[int, list[int]] = {}
        for i in indices:
            if layouts[i][cell] != 9:
                by_value.setdefault(layouts[i][cell], []).append(i)
        return sum(best(tuple(group), opened | {cell}) for group in by_value.values())

    @cache
    def best(indices, opened):
        if len(indices) == 1:
            return 1  # known to the last cell
        return max(
            opening(cell, indices, opened) for cell in range(len(unknown)) if cell not in opened
        )

    all_layouts = tuple(range(len(layouts)))
    wins_by_cell = {
        cell: opening(number, all_layouts, frozenset()) for number, cell in enumerate(unknown)
    }
    return len(layouts), max(wins_by_cell.values()), wins_by_cell


@settings(max_examples=60)
@given(
    st.sampled_from([(1, 9, 3), (3, 4, 4), (4, 4, 5), (3, 5, 6), (2, 8, 6), (4, 5, 6)]),
    st.integers(0, 10**6),
)
def test_game_trees_of_positions_are_expectimax(size, game):
    """The value of every cell that is not surely a mine, at all late guesses of a game."""
    rows, cols, mines = size
    driver = Driver(rows, cols, mines, 1, 0)
    chooser = tree_of(rows, cols, tree_layouts=20, tree_nodes=10**6)
    forgetful = tree_of(rows, cols, tree_layouts=21, tree_nodes=10**6, tree_slots=2)
    driver.begin(8, game)
    while driver.next_guess():
        if driver.log_models < np.log(16.5):
            layouts, won, wins_by_cell = expectimax(rows, cols, mines, driver.grid)
            expected = won, layouts, list(wins_by_cell.values())
            assert chooser.values(driver.grid, mines, list(wins_by_cell)) == expected
            assert forgetful.values(driver.grid, mines, list(wins_by_cell)) == expected
        driver.choose(chooser.guess(driver.grid, mines))


@pytest.mark.parametrize(("won", "layouts", "text"), LARGE)
def test_large_trees_are_searched_to_the_end_in_games(won, layouts, text):
    board = ms.Board.parse("8x8x10\n" + text.replace("/", "\n"))
    grid = np.where(board.grid >= 0, board.grid, -1).astype(np.int8)
    for cell in ms.analyze(board).mines:  # marked: nothing is proved then
        grid[cell] = 10
    advice = policies.get("strongest").chooser(8, 8).advise(grid, 10, 0.0, inf)
    assert (advice["decision"], advice["won"], advice["layouts"]) == ("tree", won, layouts)
    tree = tree_of(8, 8, tree_layouts=1000, tree_nodes=10**7, tree_slots=1 << 18)
    assert tree.values(grid, 10, [advice["cell"]]) == (won, layouts, [won])
    # So does a single recommendation.
    single = recommend(board)
    assert single.exact
    assert single.candidates[0].exact == Fraction(won, layouts)
