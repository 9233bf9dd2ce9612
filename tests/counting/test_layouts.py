"""Layouts listed, drawn and weighed, against brute force over all of them."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import compress, islice, product
from random import Random
from typing import Any

import numpy as np
import pytest
from command import run
from oracle import models

import minesolver as ms
from minesolver.game.generate import generate


def _positions(number: int, seed: int) -> list[ms.Board]:
    """Positions of games on small boards, some with known mines, some without a mine count."""
    random = Random(seed)
    boards: list[ms.Board] = []
    while len(boards) < number:
        rows, cols = random.randint(1, 4), random.randint(2, 4)
        game = ms.Game(rows, cols, random.randint(1, rows * cols // 2), seed=random.randrange(1000))
        for cell in random.sample(list(product(range(rows), range(cols))), random.randint(1, 3)):
            if not game.over and game.board[cell] == ms.HIDDEN:
                game.open(cell)
        board = game.board
        if random.random() < 0.3 and game.layout:
            board = board.flag(
                *[cell for cell in islice(game.layout, 1) if board[cell] == ms.HIDDEN]
            )
        if random.random() < 0.3:
            board = board.replace(mines=None, density=random.choice([None, Fraction(1, 5)]))
        boards.append(board)
    return boards


def _by_oracle(board: ms.Board) -> list[frozenset]:
    known_mines = frozenset(board.where(ms.MINE))
    return [known_mines | layout for layout in models(board.grid.tolist(), board.mines)[1]]


def _weight(board: ms.Board, layout: frozenset) -> Fraction:
    if board.mines is not None or board.density is None:
        return Fraction(1)
    hidden = len(board.where(ms.HIDDEN))
    mines = len(layout) - len(board.where(ms.MINE))
    return board.density**mines * (1 - board.density) ** (hidden - mines)


@pytest.mark.parametrize(
    "board", _positions(30, 4), ids=lambda board: str(board).replace("\n", "/")
)
def test_layouts_and_joint_chances_are_those_of_brute_force(board):
    analysis = ms.analyze(board)
    layouts = list(analysis.layouts())
    every = _by_oracle(board)
    assert len(layouts) == len(set(layouts)) == analysis.solutions
    assert set(layouts) == set(every)
    random = Random(str(board))
    total = sum(_weight(board, layout) for layout in every)
    for _ in range(10):
        cells = random.sample(board.cells, min(len(board), random.randint(1, 4)))
        supposed = {cell: random.random() < 0.5 for cell in cells}
        agreeing = [
            layout for layout in every if all((c in layout) == mine for c, mine in supposed.items())
        ]
        assert (
            analysis.chance(supposed) == sum(_weight(board, layout) for layout in agreeing) / total
        )
    assert analysis.chance({}) == 1
    for cell in board.cells:
        assert analysis.chance({cell: True}) == analysis.exact(cell)


@pytest.mark.parametrize("density", [None, Fraction(1, 5)])
def test_samples_are_drawn_by_the_prior(density):
    board = ms.Board.parse("1##\n##1", density=density)
    every = _by_oracle(board)
    weights = [_weight(board, layout) for layout in every]
    number = 6000
    drawn = Counter(ms.analyze(board).sample(number, seed=5))
    assert drawn.keys() == set(every)
    # 3.9 in chi-square's scale is passed once in a thousand seeds, and the seed is fixed.
    expected = [float(number * weight / sum(weights)) for weight in weights]
    chi = sum((drawn[layout] - e) ** 2 / e for layout, e in zip(every, expected, strict=True))
    freedom = len(every) - 1
    assert chi < freedom + 3.9 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    ("number", "error", "words"),
    [
        (-1, ValueError, "0 or more"),
        (2.5, TypeError, "whole number"),
        ("a", TypeError, "whole number"),
    ],
)
def test_a_number_of_samples_is_a_whole_number(number, error, words):
    with pytest.raises(error, match=f"a number of layouts is .*{words}"):
        ms.analyze(ms.Board.parse("1#\n##")).sample(number)


def test_a_seed_gives_the_same_samples_each_time():
    analysis = ms.analyze(ms.Board.hidden(9, 9, 10))
    assert analysis.sample(3, seed=1) == analysis.sample(3, seed=1)
    assert analysis.sample(3, seed=1) != analysis.sample(3, seed=2)
    assert analysis.sample(3) != analysis.sample(3)
    assert all(len(layout) == 10 for layout in analysis.sample(5))
    assert analysis.sample(0) == []
    with pytest.raises(ValueError, match="0 or more"):
        analysis.sample(-1)


def test_a_seed_of_numpy_is_the_same_seed():
    analysis = ms.analyze(ms.Board.parse("1##\n###", mines=2))
    numpy_seed: Any = np.int64(1)
    word: Any = "x"
    assert analysis.sample(5, seed=numpy_seed) == analysis.sample(5, seed=1)
    with pytest.raises(TypeError, match="a seed is a whole number, not 'x'"):
        analysis.sample(5, seed=word)


def test_layouts_come_one_by_one():
    first_layouts = list(islice(ms.analyze(ms.Board.hidden(16, 30, 99)).layouts(), 3))
    assert len(set(first_layouts)) == 3
    assert all(len(layout) == 99 for layout in first_layouts)


@pytest.mark.parametrize("rules", ["torus", "hex", "liar", "connected", "hex,cross", "quad"])
def test_layouts_under_rules_are_as_many_as_solutions(rules):
    board = next(generate(3, 3, 3, board=rules, no_guess=False, seed=2)).board
    game = ms.Game.of(next(generate(3, 3, 3, board=rules, no_guess=False, seed=2)).solution)
    game.open(next(cell for cell in board if not game.is_mine(cell)))
    analysis = ms.analyze(game.board)
    layouts = list(analysis.layouts())
    assert len(layouts) == len(set(layouts)) == analysis.solutions
    for cell in game.board:
        assert analysis.exact(cell) == Fraction(
            sum(cell in layout for layout in layouts), len(layouts)
        )
    assert set(analysis.sample(20, seed=1)) <= set(layouts)
    assert game.layout in layouts


def test_layouts_of_a_puzzle_have_its_names():
    puzzle = ms.Puzzle(["a", "b", "c"])
    puzzle.add(["a", "b"], 1)
    assert set(ms.analyze(puzzle).layouts()) == {frozenset(s) for s in ("a", "b", "ac", "bc")}
    assert ms.analyze(puzzle).chance({"a": True, "c": False}) == Fraction(1, 4)


@pytest.mark.parametrize("mines, density", [(None, None), (5, None), (None, Fraction(1, 4))])
def test_layouts_of_cells_with_several_mines_are_those_of_brute_force(mines, density):
    capacity = {"a": 2, "b": 3, "c": 1, "d": 2, "e": 2, "f": 2}
    puzzle = ms.Puzzle(
        list(capacity), mines=mines, density=density, capacity=capacity, known={"f": 2}
    )
    puzzle.add(["a", "b", "c"], 3)
    puzzle.add(["b", "c", "d", "f"], (3, 5))
    weight_of = {}
    for values in product(*[range(max_mines + 1) for max_mines in capacity.values()]):
        held = dict(zip(capacity, values, strict=True))
        first_sum = held["a"] + held["b"] + held["c"]
        second_sum = held["b"] + held["c"] + held["d"] + held["f"]
        if first_sum != 3 or second_sum not in (3, 5) or held["f"] != 2:
            continue
        if mines is not None and sum(values) != mines:
            continue
        odds = Fraction(1) if density is None else (density / (1 - density)) ** sum(values)
        weight_of[frozenset((cell, value) for cell, value in held.items() if value)] = odds
    analysis = ms.analyze(puzzle)
    layouts = list(analysis.layouts())
    assert len(layouts) == analysis.solutions
    assert set(layouts) == set(weight_of)

    total = sum(weight_of.values())
    two_and_some = sum(
        odds for held, odds in weight_of.items() if ("a", 2) in held and dict(held).get("b")
    )
    assert analysis.chance({"a": 2, "b": True}) == two_and_some / total
    assert analysis.chance({"f": True}) == 1
    for cell in capacity:
        assert analysis.chance({cell: True}) == analysis.exact(cell)

    number = 4000
    drawn = Counter(analysis.sample(number, seed=3))
    assert set(drawn) <= set(weight_of)
    for layout, odds in weight_of.items():
        share = float(odds / total)
        assert (
            abs(drawn[layout] / number - share) < 5 * (share * (1 - share) / number) ** 0.5 + 1e-9
        )


@pytest.mark.parametrize("mines", [None, 1, 2])
def test_layouts_are_listed_once_and_weigh_what_is_hidden_besides(mines):
    names = ["a", "b", "c", "q", "r"]
    puzzle = ms.Puzzle(names[:3], mines, capacity={"q": 2}, hidden_quantities=names[3:])
    puzzle.add(["a", "b", "q", "r"], 2)
    # In how many ways the hidden quantities fit each layout.
    weight_of: Counter[frozenset[str]] = Counter()
    for a, b, c, q, r in product((0, 1), (0, 1), (0, 1), (0, 1, 2), (0, 1)):
        if a + b + q + r == 2 and mines in (None, a + b + c):
            weight_of[frozenset(compress("abc", (a, b, c)))] += 1
    analysis = ms.analyze(puzzle)
    assert Counter(analysis.layouts()) == Counter(set(weight_of))
    total = sum(weight_of.values())
    assert analysis.solutions == total
    for cells in ["a", "b", "c", "ab", "ac"]:
        agreeing = sum(weight for layout, weight in weight_of.items() if layout >= set(cells))
        assert analysis.chance(dict.fromkeys(cells, True)) == Fraction(agreeing, total)
    number = 4000
    drawn = Counter(analysis.sample(number, seed=3))
    assert set(drawn) == set(weight_of)
    for layout, weight in weight_of.items():
        share = weight / total
        assert abs(drawn[layout] / number - share) < 4 * (share * (1 - share) / number) ** 0.5


def test_command_lists_layouts_of_cells_with_several_mines():
    _, out, _ = run("solve", "--list", "9", text="2x2x2 multi-2\n2#\n##")
    assert "all 6 layouts:" in out
    assert "(0,1)*2" in out
    _, out, _ = run("solve", "--list", "9", "--json", text="2x2x2 multi-2\n2#\n##")
    answer = json.loads(out)
    assert len(answer["layouts"]) == 6
    assert all(sum(mines for _, mines in layout) == 2 for layout in answer["layouts"])


def test_a_cell_off_the_board_has_no_chance():
    with pytest.raises(ms.CellError):
        ms.analyze(ms.Board.hidden(2, 2, 1)).chance({(5, 5): True})


def test_too_wide_a_board_is_refused():
    board = ms.Board.parse("\n".join(["#" * 20, "2" * 20, "#" * 20] * 3))
    with pytest.raises(ms.EngineLimitError):
        ms.analyze(board, "estimate").sample(1, limit=ms.Limit(states=10))


def test_command_lists_layouts():
    _, out, _ = run("solve", "--mines", "1", "--list", "2", text="1#\n##")
    assert "2 of 3 layouts:" in out
    assert out.rstrip().endswith("2x2x1\n1*\n11\n\n2x2x1\n11\n*1")
    _, out, _ = run("solve", "--mines", "1", "--list", "9", "--json", text="1#\n##")
    assert json.loads(out)["layouts"] == [[[0, 1]], [[1, 0]], [[1, 1]]]
    assert ms.Board.parse(out) == ms.Board.parse("1#\n##", mines=1)
    _, out, _ = run("solve", "--list", "1", "--engine", "baseline", text="1#\n##")
    assert "1 of the layouts:" in out
    _, out, _ = run("solve", "--list", "9", "--rules", "hex", "--mines", "1", text="1#\n##")
    assert out.endswith("all 2 layouts:\n(0,1)\n(1,0)\n")
