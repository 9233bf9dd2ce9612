"""Lost causes against their definition, by brute force over all layouts of small boards."""

from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from oracle import around, models

import minesolver as ms
from minesolver.game.generate import generate


def _by_definition(board: ms.Board) -> set:
    """Halves of which one holds all mines, where swapping them changes no clue that is or may be open."""
    rows, cols = board.rows, board.cols
    known_mines = frozenset(board.where(ms.MINE))
    hidden, layouts = models(board.grid.tolist(), board.mines)
    layouts = [known_mines | layout for layout in layouts]
    all_layouts = set(layouts)

    def clue(cell, layout):
        return len(layout.intersection(around(cell[0], cell[1], rows, cols)))

    def is_lost(either, swapped_half):
        cells = either | swapped_half
        for layout in layouts:
            if layout & cells not in (either, swapped_half):
                return False
            swapped = layout ^ cells
            outside = (c for c in board.cells if c not in cells and c not in layout)
            if swapped not in all_layouts or any(
                clue(c, layout) != clue(c, swapped) for c in outside
            ):
                return False
        return True

    unproved = [c for c in hidden if 0 < sum(c in layout for layout in layouts) < len(layouts)]
    lost_causes: set = set()
    for size in (1, 2, 3):
        halves = [frozenset(half) for half in combinations(unproved, size)]
        for either, other_half in combinations(halves, 2):
            if not either & other_half and is_lost(either, other_half):
                lost_causes.add(frozenset({either, other_half}))
    return lost_causes


def _positions(number: int, seed: int) -> list[ms.Board]:
    """Positions in games where half the board is open and all that is proved is not."""
    random = Random(seed)
    boards: list[ms.Board] = []
    while len(boards) < number:
        rows, cols = random.choice([(2, 3), (2, 4), (3, 3), (3, 4), (2, 5)])
        layout = random.sample(
            list(product(range(rows), range(cols))), random.randint(1, rows * cols // 2)
        )
        game = ms.Game(rows, cols, rules=ms.Rules("none", "continue"), layout=layout)
        for cell in random.sample(game.board.cells, random.randint(2, rows * cols - 2)):
            if not game.over and game.board[cell] == ms.HIDDEN and cell not in layout:
                game.open(cell)
        if not game.over:
            boards.append(game.board)
    return boards


def test_lost_causes_are_those_of_the_definition():
    cause_count = 0
    for board in _positions(250, 6):
        causes = ms.analyze(board).lost_causes
        by_definition = _by_definition(board)
        small = [cause for cause in causes if len(cause.either) <= 3]
        assert {frozenset({cause.either, cause.other}) for cause in small} == by_definition, board
        cause_count += len(causes)
    assert cause_count > 30


def test_two_pairs_behind_walls_of_clues():
    analysis = ms.analyze(ms.Board.parse("#101#\n#101#", mines=2))
    assert [cause.cells for cause in analysis.lost_causes] == [{(0, 0), (1, 0)}, {(0, 4), (1, 4)}]
    for cause in analysis.lost_causes:
        assert {analysis.exact(cell) for cell in cause.cells} == {Fraction(1, 2)}


def test_a_guess_at_a_lost_cause_loses_nothing():
    board = ms.Board.parse("#10##\n#10##", mines=1)
    analysis = ms.analyze(board)
    assert analysis.safe
    move = ms.recommend(analysis)
    assert move.proved
    assert [cause.cells for cause in move.lost_causes] == [{(0, 0), (1, 0)}]
    assert move.to_dict()["lost_causes"] == [[[[0, 0]], [[1, 0]]]]
    assert "(0,0) or (1,0) holds a mine, an even guess" in str(move)
    assert pickle.loads(pickle.dumps(move)).lost_causes == move.lost_causes
    judged = ms.grade(analysis, (0, 0))
    assert judged.lost_cause == move.lost_causes[0]
    assert judged.regret == 0
    assert judged.regret.exact
    assert "lost cause" in judged.reason
    assert judged.to_dict()["lost_cause"] == [[[0, 0]], [[1, 0]]]
    assert ms.grade(analysis, (0, 3)).lost_cause is None


def test_a_guess_at_a_lost_cause_loses_nothing_by_expectimax():
    # Without the argument: the game tree itself values these guesses.
    from minesolver.game import grade as grading

    checked = 0
    for board in _positions(120, 8):
        analysis = ms.analyze(board)
        for cause in analysis.lost_causes:
            tree = grading._Tree("strongest", float("inf"))
            try:
                winning_chance = tree.position(analysis)
                assert all(tree.after(analysis, cell) == winning_chance for cell in cause.cells), (
                    board
                )
            except ms.EngineLimitError:
                continue
            checked += 1
    assert checked > 10


@pytest.mark.parametrize("rules", ["torus", "hex", "cross", "multiple", "connected"])
def test_under_rules_a_swap_leaves_a_layout(rules):
    for seed in range(20):
        generated = next(generate(4, 4, 6, board=rules, no_guess=False, seed=seed))
        game = ms.Game.of(generated.solution)
        for cell in Random(seed).sample(game.board.cells, 9):
            if (
                not game.over
                and not game.is_mine(cell)
                and cell in game.board.where(game.board._HIDDEN)
            ):
                game.open(cell)
        analysis = ms.analyze(game.board)
        for cause in analysis.lost_causes:
            layouts = set(analysis.layouts())
            assert all(layout & cause.cells in (cause.either, cause.other) for layout in layouts)
            assert {layout ^ cause.cells for layout in layouts} == layouts


def test_puzzles_and_likelihoods_have_none():
    puzzle = ms.Puzzle(["a", "b"])
    puzzle.add(["a", "b"], 1)
    assert ms.analyze(puzzle).lost_causes == ()
    assert ms.analyze(ms.Board.parse("#10\n#10", mines=1), "baseline").lost_causes == ()


def test_none_is_found_where_a_cell_is_open_without_a_clue():
    # The cell between tells the two that are an even guess apart, whatever the open one does not say.
    board = ms.Board.parse("1x5x1\n#1##?", rules="torus")
    analysis = ms.analyze(board)
    assert analysis.exact((0, 0)) == analysis.exact((0, 2)) == Fraction(1, 2)
    assert analysis.safe == {(0, 3)}
    assert analysis.lost_causes == ()
