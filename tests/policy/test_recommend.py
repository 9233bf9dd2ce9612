"""One path from a position to a guess: what is recommended is what the games open."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from boards import Driver
from depth import thorough
from patience import PATIENCE

import minesolver as ms
from minesolver import policies
from minesolver.policy.recommend import advise, layouts_won
from minesolver.policy.recommendation import Candidate, Recommendation, sentence

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


@pytest.mark.parametrize(
    "text", ["3x3x3\n1##\n###\n###", "4x4x4\n####\n#2##\n####\n####", OUT_OF_NODES]
)
def test_layouts_won_are_the_exact_candidates_of_a_recommendation(text):
    board = ms.Board.parse(text)
    analysis = ms.analyze(board)
    won = layouts_won(analysis)
    assert won is not None
    layout_count, wins_of = won
    assert layout_count == analysis.solutions
    exact_chances = {
        board.cells[cell]: Fraction(wins, layout_count) for cell, wins in wins_of.items()
    }
    candidates = ms.recommend(analysis).candidates
    assert exact_chances == {candidate.cell: candidate.exact for candidate in candidates}
    assert layouts_won(ms.analyze(ms.Board.hidden(9, 9, mines=10))) is None


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


def test_a_board_that_goes_on_beyond_its_edges_has_no_look_ahead():
    board = ms.Board.from_array([[1, -1], [-1, -1]], cut="left")
    recommended = ms.recommend(board, "strongest")
    assert recommended.cell is not None
    assert "no look-ahead: the board goes on beyond its edges" in recommended.reason


def test_each_search_has_what_is_left_of_the_time(monkeypatch):
    seconds = []

    def advice(board, policy, single, seconds_left):
        seconds.append(seconds_left)
        return Recommendation(policy.name, (0, 0), False, False, "noted")

    monkeypatch.setattr("minesolver.policy.recommend._advice", advice)
    advise(ms.Board.parse("1#/##", 1), policies.get("strongest"), single=True, seconds=PATIENCE)
    assert len(seconds) == 3
    assert PATIENCE >= seconds[0] >= seconds[1] >= seconds[2] > 0


def candidate(cell, safety, progress):
    return Candidate(cell, safety, progress, None, safety, None, ())


def test_why_a_cell_is_guessed():
    safest, as_safe, riskier = (
        candidate((0, 0), 0.9, 0.5),
        candidate((0, 1), 0.9, 0.25),
        candidate((0, 2), 0.8, 0.75),
    )
    assert sentence([safest, riskier], False) == (
        "10.0 % mine, the safest cell, with 50 % to make another cell safe"
    )
    assert sentence([as_safe, safest], False) == (
        "10.0 % mine, the best of the equally safe cells, with 25 % to make another cell safe"
    )
    assert sentence([riskier, safest], False) == (
        "20.0 % mine: 10.0 points riskier than (0,0), but 75 % to make another cell safe against 50 %"
    )


WALLS = ms.Board.parse("1 # # #\n# # # #", mines=2, rules="wall")


def test_of_equally_safe_cells_under_rules_pseq_takes_the_one_that_tells_most():
    candidates = ms.recommend(WALLS, "pseq").candidates
    assert [round(candidate.progress, 9) for candidate in candidates[:4]] == [0.75, 0.75, 0, 0]
    assert {candidate.safety for candidate in candidates[:4]} == {0.75}
    for candidate in candidates:
        assert len(candidate.outcomes) > 0
        chances = [outcome.chance for outcome in candidate.outcomes]
        assert sum(chances) == pytest.approx(candidate.safety)


def test_a_list_of_layouts_that_takes_too_long_is_no_game_tree(monkeypatch):
    assert ms.recommend(WALLS, "strongest").exact
    monkeypatch.setattr("minesolver.policy.analysed._LISTING_STEPS", 5)
    recommended = ms.recommend(WALLS, "strongest")
    assert not recommended.exact
    assert "listing the layouts takes too long" in recommended.reason
