"""Guesses where a game goes on after a mine or forgives it: against a search over every play."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from oracle import around

import minesolver as ms
from minesolver.base.errors import RuleError, UnknownNameError
from minesolver.cli import main

MINE = 9
POSITIONS = [
    "2x3x2\n###\n#2#",
    "3x3x2\n1##\n###\n##1",
    "3x3x3\n###\n#3#\n###",
    "3x4x3\n1##1\n####\n1##1",
    "2x5x3\n##2##\n##2##",
]


def layouts_of(board):
    """Every layout that the open clues allow, as what each cell shows, 9 for a mine."""
    cells = list(board.cells)
    for mined in combinations([cell for cell in cells if board[cell] == -1], board.mines):
        shown = tuple(
            MINE
            if cell in mined
            else sum(other in mined for other in around(cell[0], cell[1], board.rows, board.cols))
            for cell in cells
        )
        if all(board[cell] in (-1, value) for cell, value in zip(cells, shown, strict=True)):
            yield shown


def cost_of_each_guess(board, guess_cost, hit_cost):
    """What each hidden cell costs on average where a mine is shown, every cell being tried ever after."""
    cells = list(board.cells)

    def after(layouts, number, opened):
        hits = sum(layout[number] == MINE for layout in layouts)
        spent = hit_cost * hits + guess_cost * len(layouts) * (hits > 0)
        parts: dict[int, list[tuple[int, ...]]] = {}
        for layout in layouts:
            parts.setdefault(layout[number], []).append(layout)
        return spent + sum(least(tuple(part), opened | {number}) for part in parts.values())

    @cache
    def least(layouts, opened):
        going_on = tuple(
            layout
            for layout in layouts
            if any(value != MINE and place not in opened for place, value in enumerate(layout))
        )
        if not going_on:
            return 0
        return min(
            after(going_on, number, opened) for number in range(len(cells)) if number not in opened
        )

    layouts = tuple(layouts_of(board))
    opened = frozenset(number for number, cell in enumerate(cells) if board[cell] != -1)
    return {
        cell: Fraction(after(layouts, number, opened), len(layouts))
        for number, cell in enumerate(cells)
        if number not in opened
    }


@pytest.mark.parametrize("text", POSITIONS)
@pytest.mark.parametrize("objective, costs", [("guesses", (1, 0)), ("hits", (0, 1))])
def test_each_guess_costs_what_a_search_over_every_play_finds(text, objective, costs):
    board = ms.Board.parse(text)
    assert not ms.analyze(board).safe
    advice = ms.recommend(board, objective=objective)
    cost_of = cost_of_each_guess(board, *costs)
    assert advice.exact
    assert advice[advice.cell].expected == min(cost_of.values())
    mines = ms.analyze(board).mines
    assert {candidate.cell: candidate.expected for candidate in advice.candidates} == {
        cell: cost for cell, cost in cost_of.items() if cell not in mines
    }
    assert f"comes to {min(cost_of.values())} " in advice.reason


def test_a_forgiven_guess_is_made_where_it_tells_most():
    """Two cells, one mine: a guess that is forgiven settles it, and one that meets a mine costs no more."""
    board = ms.Board.parse("1x3x1\n#1#")
    advice = ms.recommend(board, objective="forgiven")
    assert [candidate.expected for candidate in advice.candidates] == [1, 1]
    assert ms.recommend(board, objective="hits")[0, 0].expected == Fraction(1, 2)


def test_a_proved_cell_costs_nothing_by_any_objective():
    board = ms.Board.parse("1x4x1\n1###")
    for objective in ("guesses", "hits", "forgiven"):
        advice = ms.recommend(board, objective=objective)
        assert advice.proved
        assert advice.cell in ms.analyze(board).safe


def test_without_a_game_tree_it_is_the_safest_cell_and_says_so():
    advice = ms.recommend(ms.Board.hidden(9, 9, 10), objective="hits")
    assert not advice.exact
    assert "no game tree: more than 5,000 layouts" in advice.reason


def test_boards_under_rules_are_searched_too():
    board = ms.Board.parse("3x3x2 torus\n###\n###\n##2")
    advice = ms.recommend(board, objective="hits")
    assert advice.exact
    assert advice[advice.cell].expected > 0
    assert "expected" in advice.to_dict()["candidates"][0]


def test_other_answers_are_as_before():
    board = ms.Board.parse(POSITIONS[0])
    assert "expected" not in ms.recommend(board).to_dict()["candidates"][0]


def test_what_cannot_be_is_refused(tmp_path, capsys):
    board = ms.Board.parse(POSITIONS[0])
    with pytest.raises(RuleError, match="policy efficient"):
        ms.recommend(board, objective="clicks")
    with pytest.raises(UnknownNameError, match="did you mean guesses"):
        ms.recommend(board, objective="guess")
    file = tmp_path / "board.txt"
    file.write_text(POSITIONS[1])
    assert main(["solve", "--objective=hits", str(file)]) == 2
    assert "give --recommend" in capsys.readouterr().err
    assert main(["solve", "--recommend=safest", "--objective=hits", str(file)]) == 0
    assert "mines opened on average" in capsys.readouterr().out
