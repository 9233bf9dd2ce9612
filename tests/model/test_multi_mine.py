"""Up to n mines in a cell: against all layouts, by all engines; as text, JSON, puzzles and drawings."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from depth import one_in

import minesolver as ms
from minesolver import kernel
from minesolver.cli import main
from minesolver.engine import auto
from minesolver.game.generate import generate
from minesolver.game.seeding import SplitMix64, draw_counts
from minesolver.io.pictures import svg

SIZE = (2, 4)
CELLS = list(product(range(SIZE[0]), range(SIZE[1])))


def total(layout, cell):
    """The mines in the cells around one, all that a cell holds of them."""
    return sum(
        layout[neighbour]
        for neighbour in CELLS
        if 0 < max(abs(a - b) for a, b in zip(cell, neighbour, strict=True)) < 2
    )


def possible_clues(rules, layout, cell):
    """What a clue may show, by the definition."""
    mine_count = total(layout, cell)
    if "liar" in rules:
        return {mine_count - 1, mine_count + 1} - {-1}
    if "modulo" in rules:
        return {mine_count % 3}
    return {mine_count}


def agrees(sign, rules, layout, cell):
    """Whether a cell may show this sign over a layout: its mines after a star, or a clue."""
    if sign[0] == "*":
        return layout[cell] == int(sign[1:] or 1)
    return not layout[cell] and int(sign) in possible_clues(rules, layout, cell)


@pytest.mark.parametrize(
    "rules, capacity",
    [("multi-2", 2), ("multi-3", 3), ("liar,multi-2", 2), ("modulo,multi-3", 3), ("multi-4", 4)],
)
@pytest.mark.parametrize("seed", one_in(3, range(3)))
def test_every_engine_counts_the_layouts_of_the_definition(rules, capacity, seed):
    random = Random(f"{rules} {seed}")
    layout = {cell: random.choice([0, 0, *range(capacity + 1)]) for cell in CELLS}
    signs: dict[Any, str] = {}
    for cell in random.sample(CELLS, 4):
        if layout[cell]:
            signs[cell] = "*" if layout[cell] == 1 else f"*{layout[cell]}"
        else:
            signs[cell] = str(random.choice(sorted(possible_clues(rules, layout, cell))))
    mines = random.choice([None, sum(layout.values())])
    expected = []
    for values in product(range(capacity + 1), repeat=len(CELLS)):
        candidate = dict(zip(CELLS, values, strict=True))
        if mines is not None and sum(values) != mines:
            continue
        if all(agrees(sign, rules, candidate, cell) for cell, sign in signs.items()):
            expected.append(candidate)
    rows = "\n".join(
        " ".join(signs.get((r, c), "#") for c in range(SIZE[1])) for r in range(SIZE[0])
    )
    board = ms.Board.parse(f"2x4x{'?' if mines is None else mines} {rules}\n{rows}")
    for engine in ("auto", "elimination", "pysat", "cpsat", "brute_force"):
        analysis = ms.analyze(board, engine)
        assert analysis.solutions == len(expected), engine
        for cell in CELLS:
            assert analysis.exact(cell) == Fraction(
                sum(candidate[cell] > 0 for candidate in expected), len(expected)
            )


def refused(*_):
    raise ms.EngineLimitError("too wide")


def test_of_a_cell_that_is_proved_before_the_count_the_mines_are_not_known(monkeypatch):
    """(0,2) and (1,1) hold mines in all layouts, one or two of them."""
    board = ms.Board.parse("2x4x7 multi-2\n# 5 # #\n# # 5 #")
    counted = ms.analyze(board, "brute_force")
    assert counted.mines == {(0, 2), (1, 1)}
    monkeypatch.setattr(auto, "_QUICK_STATES", 1)
    monkeypatch.setattr(kernel, "outcome_of_grid", refused)
    after_proofs = ms.analyze(board)
    assert after_proofs.solutions == counted.solutions == 18
    assert all(after_proofs.exact(cell) == counted.exact(cell) for cell in CELLS)


def test_layouts_are_drawn_alike():
    """27 layouts of 3 cells with up to 2 mines, 7 of them with 3 mines: each as often as the others."""
    random = SplitMix64(5)
    drawn = Counter(tuple(draw_counts(3, 3, 2, random)) for _ in range(7000))
    assert len(drawn) == 7
    assert (
        sum((number - 1000) ** 2 / 1000 for number in drawn.values()) < 22.5
    )  # chi-square, 6 degrees, 0.1 %


@pytest.mark.parametrize("rules", ["multi-2", "hex,multi-3", "multi-2,liar"])
def test_puzzles_have_one_solution_and_no_clue_to_spare(rules):
    puzzle = next(generate(4, 4, board=rules, unique=True, seed=2))
    same_puzzle = next(generate(4, 4, board=rules, unique=True, seed=2))
    assert (puzzle.board, puzzle.solution) == (same_puzzle.board, same_puzzle.solution)
    assert ms.analyze(puzzle.board, "pysat").solutions == 1
    assert ms.analyze(puzzle.solution).solutions == 1
    clues = [cell for cell, state in puzzle.board.items() if state != "#"]
    for cell in clues:
        assert puzzle.board[cell] == puzzle.solution[cell]
        assert ms.analyze(puzzle.board.replace({cell: "#"})).solutions > 1
    mine_cells = {cell for cell, state in puzzle.solution.items() if "*" in str(state)}
    assert puzzle.layout.mine_cells == mine_cells
    assert puzzle.numbers == {}
    for board in (puzzle.board, puzzle.solution):
        assert ms.Board.parse(str(board)) == board == ms.Board.parse(svg(board))
        assert ms.Puzzle.from_json(board.to_json()) == board
    wished = next(generate(4, 4, board=rules, unique=True, seed=2, clues=(10, 11), total=False))
    assert 10 <= sum(state != "#" for _, state in wished.board.items()) <= 11
    assert wished.board.mines is None


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["play", "--rules", "multi-2", "--shape", "4x4", "--mines", "33"], "33 mines do not fit"),
        (["play", "--rules", "multi-2", "--shape", "4x4", "--mines", "31"], "no room for 31 mines"),
        (
            ["generate", "--rules", "multi-2", "--shape", "4x4", "--no-guess"],
            "no-guess boards are of cells with one mine",
        ),
        (["generate", "--rules", "multi-2", "--shape", "2x2/9", "--unique"], "do not fit"),
        (
            ["generate", "--rules", "multi-2", "--shape", "4x4", "--progressive"],
            "neither a start cell",
        ),
        (
            ["generate", "--rules", "multi-2,wall", "--shape", "4x4", "--unique"],
            "wall is of cells with one mine",
        ),
        (
            ["generate", "--rules", "multi-2,quad", "--shape", "4x4", "--unique"],
            "quad is of cells with one mine",
        ),
    ],
)
def test_what_cannot_be_is_refused(arguments, message, capsys):
    assert main(arguments) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "text, message",
    [
        ("1x2x2 multi-2\n5 #", "clue 5 at .* is impossible"),
        ("1x2x? multi-2\n*3 #", "has 3 mines, of at most 2"),
        ("1x2x? hex\n*2 #", "has 2 mines, of at most 1"),
        ("1x3x7 multi-2\n# # #", "the cells hold 0 to 6"),
        ("2x2x? multi-2\nW2 #\n# #", "wall is of cells with one mine"),
    ],
)
def test_boards_that_cannot_be_are_refused(text, message):
    with pytest.raises(ms.MinesolverError, match=message):
        ms.analyze(ms.Board.parse(text))


def test_the_prior_is_said_as_it_is():
    board = ms.Board.parse("1x2x? multi-2\n# #")
    analysis = ms.analyze(board)
    assert analysis.solutions == 9
    assert analysis.exact((0, 0)) == Fraction(2, 3)
    assert board.prior == "uniform over layouts"
