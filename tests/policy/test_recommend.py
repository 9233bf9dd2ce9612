"""One path from a position to a guess: what is recommended is what the games open."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from boards import Driver
from depth import thorough

import minesolver as ms
from minesolver import policies
from minesolver.policy.recommend import advise

# 810 layouts, whose game tree takes some 23,000 nodes.
OUT_OF_NODES = """8x8x10
01110000
01#10111
011101#1
11100111
2#211111
##3##2##
########
########
"""


def test_a_tree_that_ran_out_of_nodes_decides_nothing():
    board = ms.Board.parse(OUT_OF_NODES)
    strongest = policies.get("strongest")
    policy = replace(strongest, search=replace(strongest.search, tree_nodes=10_000), single=None)
    recommended = advise(board, policy)
    assert recommended is not None
    assert not recommended.exact
    assert all(
        candidate.exact is None and candidate.score > 0 for candidate in recommended.candidates
    )
    # The two mines that are proved are marked, so that nothing is proved any more.
    grid = np.where(board.grid >= 0, board.grid, -1)
    for cell in ms.analyze(board).mines:
        grid[cell] = 10
    grid = grid.astype(np.int8)
    chooser = policy.chooser(8, 8)
    assert divmod(chooser.guess(grid, 10), 8) == recommended.cell
    assert chooser.values(grid, 10, [])[0] == -1
    with_enough_nodes = replace(policy, search=replace(strongest.search, tree_nodes=10_000_000))
    assert with_enough_nodes.chooser(8, 8).values(grid, 10, []) == (342, 810, [])


@pytest.mark.slow
@pytest.mark.parametrize("name", policies.names())
@pytest.mark.parametrize("size", [(5, 6, 8), (8, 8, 10), thorough((9, 16, 30))])
def test_recommended_is_what_the_games_open(name, size):
    """In the same games, at every guess: with few nodes, so that the trees run out of them, too."""
    rows, cols, mines = size
    named_policy = policies.get(name)
    policy = replace(named_policy, search=replace(named_policy.search, tree_nodes=300))
    chooser = policy.chooser(rows, cols)
    driver = Driver(rows, cols, mines, 1, 0)
    guess_count = 0
    for game in range(24):
        driver.begin(11, game)
        while guess_count < 16 and driver.next_guess():
            cell = chooser.guess(driver.grid, mines)
            board = ms.Board.from_array(np.array(driver.grid, np.int8).reshape(rows, cols), mines)
            recommended = advise(board, policy)
            assert recommended is not None
            assert recommended.cell == divmod(cell, cols)
            assert all(0 <= candidate.score <= 1.1 for candidate in recommended.candidates)
            guess_count += 1
            driver.choose(cell)
    assert guess_count > 10
