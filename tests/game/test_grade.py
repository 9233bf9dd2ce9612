"""One move graded: risk, regret, proof and reason, against all layouts written out."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import PATIENCE

import minesolver as ms
from minesolver import cli
from minesolver.game import grade as grading


def layouts_of(board):
    """Every set of mines that agrees with a square board, by its clues alone."""
    cells = [(r, c) for r in range(board.rows) for c in range(board.cols)]
    grid = board.grid
    hidden_cells = [cell for cell in cells if grid[cell] == ms.HIDDEN]
    known_mines = {cell for cell in cells if grid[cell] == ms.MINE}
    clue_cells = [cell for cell in cells if 0 <= grid[cell] <= 8]
    layouts = []
    for chosen_cells in combinations(hidden_cells, board.mines - len(known_mines)):
        mines = known_mines | {*chosen_cells}
        if all(mines_around(mines, cell) == grid[cell] for cell in clue_cells):
            layouts.append(frozenset(mines))
    return layouts


def mines_around(mines, cell):
    return sum(max(abs(cell[0] - r), abs(cell[1] - c)) == 1 for r, c in mines)


def best_play(board):
    """(wins of the best play, wins by first cell) over all layouts, by trying everything."""
    cells = [(r, c) for r in range(board.rows) for c in range(board.cols)]

    @cache
    def wins(layouts, opened):
        if any(len(opened) == len(cells) - len(mines) for mines in layouts):
            return len(layouts)
        return max(wins_after(layouts, opened, cell) for cell in cells if cell not in opened)

    @cache
    def wins_after(layouts, opened, cell):
        by_clue: dict[int, set[frozenset[tuple[int, int]]]] = {}
        for mines in layouts:
            if cell not in mines:
                by_clue.setdefault(mines_around(mines, cell), set()).add(mines)
        return sum(wins(frozenset(group), opened | {cell}) for group in by_clue.values())

    layouts = frozenset(layouts_of(board))
    opened = frozenset(cell for cell in cells if 0 <= board.grid[cell] <= 8)
    wins_by_cell = {
        cell: wins_after(layouts, opened, cell) for cell in cells if board.grid[cell] == ms.HIDDEN
    }
    return layouts, max(wins_by_cell.values()), wins_by_cell


@st.composite
def positions(draw):
    rows, cols = draw(st.sampled_from([(2, 3), (3, 3), (2, 4), (1, 7)]))
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    mines = draw(st.sets(st.sampled_from(cells), min_size=1, max_size=3))
    safe = [cell for cell in cells if cell not in mines]
    opened = (
        draw(st.sets(st.sampled_from(safe), max_size=len(safe) - 1)) if len(safe) > 1 else set()
    )
    grid = np.full((rows, cols), ms.HIDDEN, np.int8)
    for cell in opened:
        grid[cell] = mines_around(mines, cell)
    return ms.Board.from_array(grid, mines=len(mines))


@settings(max_examples=30)
@given(positions())
def test_every_opening_of_a_small_board_is_graded_as_trying_everything_says(board):
    layouts, most_won, first_cells = best_play(board)
    mines_at = {cell: sum(cell in mines for mines in layouts) for cell in first_cells}
    for cell, won in first_cells.items():
        mined = mines_at[cell]
        graded = ms.grade(board, cell)
        assert graded.risk == Fraction(mined, len(layouts))
        assert graded.least_risk == Fraction(min(mines_at.values()), len(layouts))
        assert graded.proved == {0: "safe", len(layouts): "mine"}.get(mined)
        assert graded.regret.exact
        assert graded.regret.fraction == Fraction(most_won - won, len(layouts))
        assert graded.layer is None or graded.proved
        assert graded.best is None or first_cells[graded.best] == most_won
        assert graded.reason.endswith(".")


@settings(max_examples=30)
@given(positions())
def test_a_flag_is_wrong_where_there_is_no_mine_and_loses_no_chance(board):
    layouts, _, first_cells = best_play(board)
    risks = {
        cell: Fraction(sum(cell not in m for m in layouts), len(layouts)) for cell in first_cells
    }
    for cell, risk in risks.items():
        graded = ms.grade(board, cell, flag=True)
        assert (graded.risk, graded.least_risk, graded.regret) == (risk, min(risks.values()), 0.0)


def test_a_guess_is_not_the_move_while_a_cell_is_proved():
    board = ms.Board.parse("1##\n11#\n00#", mines=1)
    assert ms.analyze(board).safe == {(0, 2), (1, 2), (2, 2)}
    graded = ms.grade(board, (0, 1))
    assert (graded.proved, graded.risk, graded.regret.fraction, graded.layer) == (
        "mine",
        1,
        1,
        "baseline",
    )
    assert graded.reason.startswith("Wrong, ")
    assert ms.grade(board, (0, 2)).regret.fraction == 0


@pytest.mark.parametrize("rules", ["", "hex"])
def test_large_positions_are_estimated_and_say_how_well(rules):
    rule = ms.Rules(board=rules) if rules else ms.Rules()
    game = ms.Game(9, 9, 20, rule, seed=5)
    game.open((4, 4))
    while ms.analyze(game.board).safe:
        game.open(ms.analyze(game.board).best)
    board = game.board
    analysis = ms.analyze(board)
    cells = [cell for cell in board.cells if board._unknown[board.index(cell)]]
    worst = max(
        (c for c in cells if c not in analysis.mines), key=lambda c: analysis.probability[c]
    )
    graded = ms.grade(analysis, worst)
    assert not graded.regret.exact
    assert 0 <= graded.regret <= 1
    assert 0 < graded.regret.error < 1
    assert "about" in graded.reason
    assert pickle.loads(pickle.dumps(graded)) == graded


def test_what_cannot_be_graded_is_refused():
    board = ms.Board.parse("1#\n##", mines=1)
    with pytest.raises(ms.CellError, match=r"\(0,0\) is not hidden"):
        ms.grade(board, (0, 0))
    with pytest.raises(ms.CellError):
        ms.grade(board, (5, 5))
    puzzle: Any = ms.Puzzle(["a", "b"], mines=1)
    with pytest.raises(ms.PuzzleError, match="nothing to grade"):
        ms.grade(puzzle, "a")
    assert ms.grade(ms.Board.parse("1#\n##"), (0, 1)).regret is None


def test_the_command_prints_the_same(tmp_path, capsys):
    file = tmp_path / "board.txt"
    file.write_text("1#\n##")
    assert (
        cli.main(["grade", str(file), "--mines", "1", "--cell", "0,1", "--cell", "1,1", "--json"])
        == 0
    )
    first_grade, second_grade = map(json.loads, capsys.readouterr().out.splitlines())
    assert first_grade == ms.grade(ms.Board.parse("1#\n##", mines=1), (0, 1)).to_dict()
    assert (first_grade["risk"], first_grade["regret"], second_grade["cell"]) == (
        "1/3",
        {"value": 0.0, "exact": "0", "error": 0.0},
        [1, 1],
    )
    assert cli.main(["grade", str(file), "--mines", "1", "--cell", "0,1", "--flag"]) == 0
    assert "risk 2/3" in capsys.readouterr().out
    assert cli.main(["grade", str(file), "--mines", "1", "--cell", "0,7"]) == 2
    assert "(0, 7) is not on the 2x2 board" in capsys.readouterr().err


def test_the_estimate_of_a_regret_agrees_with_the_exact_one(monkeypatch):
    import importlib

    grading = importlib.import_module("minesolver.game.grade")
    for seed in range(100):
        game = ms.Game(6, 6, 8, seed=seed)
        while not game.over and (
            ms.analyze(game.board).safe or ms.analyze(game.board).solutions > 2_000
        ):
            game.open(ms.analyze(game.board).best)
        if not game.over:
            break
    analysis = ms.analyze(game.board)
    cells = [c for c in game.board.where(ms.HIDDEN) if c not in analysis.mines]
    cell = max(cells, key=lambda c: analysis.probability[c])
    exact = ms.grade(analysis, cell).regret

    def too_large(*_):
        raise ms.EngineLimitError("no tree")

    monkeypatch.setattr(grading._Tree, "position", too_large)
    estimate = ms.grade(analysis, cell).regret
    assert exact.exact
    assert not estimate.exact
    assert abs(exact - estimate) < 2 * estimate.error + 0.02


def test_known_mines_are_no_mines_to_be_drawn_again():
    board = ms.Board.parse("4x6x9\n#####*\n1####*\n#####*\n######")
    graded = ms.grade(board, (3, 5))
    assert graded.proved is None
    assert graded.regret is not None
    assert 0 <= graded.regret < 1


def test_where_chance_has_a_say_in_a_clue_nothing_is_exact():
    board = ms.Board.parse(
        "# 4 # 3 #\n# 3 # # #\n# # 1 # 1\n* 3 # 1 3", mines=4, rules="torus,liar"
    )
    graded = ms.grade(board, (0, 0))
    assert not graded.regret.exact
    assert 0 <= graded.regret <= 1
    assert 0 <= graded.chance <= 1


def _estimated(monkeypatch, results):
    """The grade of a move whose two cells are played on with these results."""
    monkeypatch.setattr(
        grading, "_results_of_games", lambda analysis, cells, end: np.array(results, float)
    )
    monkeypatch.setattr(grading, "_TREE_LAYOUTS", 0)
    return ms.Board.parse("1###\n####\n####\n####", mines=5), ms.Limit(seconds=PATIENCE)


def test_an_estimate_without_spread_is_not_certain(monkeypatch):
    # Three games that both cells win say little; a share p is never seen in n games with chance (1 - p)^n.
    for number in (3, 48, 1024):
        error = 1 - 0.025 ** (1 / number)
        board, limit = _estimated(monkeypatch, [[1.0] * number, [1.0] * number])
        worst = next(cell for cell in board.where(ms.HIDDEN) if cell != ms.analyze(board).best)
        regret = ms.grade(board, worst, policy="safest", limit=limit).regret
        assert not regret.exact
        assert regret == 0
        assert regret.error == pytest.approx(error, abs=1e-4)
        assert "+- 0.0 %" not in str(regret)


def test_the_interval_of_an_estimate_is_that_of_a_mean(monkeypatch):
    # Of 100 games the best cell wins 80, the other one 30 of these: differences of mean 0.5, spread 0.5025.
    best_results, worst_results = [1] * 80 + [0] * 20, [0] * 50 + [1] * 30 + [0] * 20
    board, limit = _estimated(monkeypatch, [best_results, worst_results])
    worst = next(cell for cell in board.where(ms.HIDDEN) if cell != ms.analyze(board).best)
    graded = ms.grade(board, worst, policy="safest", limit=limit)
    assert graded.regret == 0.5
    assert graded.regret.error == pytest.approx(1.984217 * 0.502519 / 10, abs=1e-5)
    assert graded.chance == 0.8
    # The best cell itself loses nothing, whatever the games say.
    itself = ms.grade(board, graded.best, policy="safest", limit=limit)
    assert itself.regret == 0
    assert itself.regret.error == graded.regret.error


def test_each_batch_of_games_has_layouts_of_its_own():
    analysis = ms.analyze(ms.Board.parse("1###\n####\n####\n####", mines=5))
    results = grading.played_on(analysis, [(0, 1), (3, 3)])
    assert results.shape == (2, 8 * 128)
    batches = np.split(results, 8, axis=1)
    assert all((batches[0] != batch).any() for batch in batches[1:])


def test_opening_a_mine_where_only_mines_are_left_costs_the_game():
    graded = ms.grade(ms.Board.parse("1#", mines=1), (0, 1))
    assert (graded.proved, graded.best, graded.regret, graded.chance) == ("mine", None, 1.0, 1)
    assert graded.regret.fraction == 1


def test_the_least_risk_among_near_ties_is_the_least():
    # Under the clue 1/2 each; the free cells 1/2 and 1e-10: floats that count as equal.
    density = Fraction(1, 2) + Fraction(1, 10**10)
    board = ms.Board.parse("#1###", density=density)
    assert ms.grade(board, (0, 4)).risk == density
    assert ms.grade(board, (0, 4)).least_risk == Fraction(1, 2)
    assert ms.grade(board, (0, 0), flag=True).least_risk == 1 - density


def test_a_passed_over_safe_cell_is_estimated_by_games_that_are_lost_too(monkeypatch):
    # One mine is beside each clue, so that the cells after them are safe. These tell (0,3) and (0,5) apart;
    # where (0,3) is safe it tells (0,0) and (0,2) apart, else they are an even guess: 3 of 4 layouts are won.
    # A guess at (0,0) survives in 2 of 4 layouts, of which both are won then.
    board = ms.Board.parse("1x9x2\n#1##1####")
    exact = ms.grade(board, (0, 0))
    assert (exact.chance, exact.regret.fraction) == (Fraction(3, 4), Fraction(1, 4))
    proof = ms.analyze(board).reason(exact.best)
    assert proof is not None
    assert f"{exact.best[1]}) is safe: {proof.text} The guess costs 25.00 %" in exact.reason
    monkeypatch.setattr(grading, "_TREE_LAYOUTS", 0)
    monkeypatch.setattr(grading, "_PYTHON_SECONDS", PATIENCE)
    estimate = ms.grade(board, (0, 0))
    assert not estimate.regret.exact
    assert estimate.best == exact.best
    assert abs(estimate.regret - 1 / 4) < 2 * estimate.regret.error
    # Twice the standard error of a share of 3/4 in 48 games.
    assert abs(estimate.chance - 3 / 4) < 2 * 0.0625


def test_words_and_regret_of_moves_that_need_no_games():
    board = ms.Board.parse("2x3\n1*#\n###")  # no mine count; the clue has its mine
    proof = ms.analyze(board).reason((1, 0))
    assert proof is not None
    opened = ms.grade(board, (1, 0))
    assert (opened.regret.fraction, opened.reason) == (0, proof.text)
    assert ms.grade(board, (1, 0), flag=True).reason == f"Wrong, {proof.text}"
    flagged = ms.grade(ms.Board.parse("1#\n##", mines=1), (1, 1), flag=True)
    assert flagged.reason == "Nothing proves (1,1): it is a mine in 1/3 of the layouts."
    not_asked = ms.grade(ms.Board.parse("1#\n##", mines=1), (1, 1), regret=False)
    assert not_asked.regret is None
