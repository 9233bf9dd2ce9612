"""Fill-a-Pix, or Mosaic: clues count their own cell too, and stand on cells that may be mines."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import minesolver as ms
from minesolver.game.generate import generate
from minesolver.io.pictures import svg
from minesolver.model.variant import VariantBoard

PUZZLE = "3x4x? mosaic\n2 # 1 #\n# 5# # 3\n# # 2* 1?"


def layouts(clues, known_cells, rows, cols):
    """All sets of mines of which each clue counts its 3x3 block."""
    cells = list(product(range(rows), range(cols)))
    for values in product((0, 1), repeat=len(cells)):
        mines = {cell for cell, value in zip(cells, values, strict=True) if value}
        counts = {
            (r, c): sum((r + a, c + b) in mines for a, b in product((-1, 0, 1), repeat=2))
            for r, c in clues
        }
        if counts == clues and all((cell in mines) == mine for cell, mine in known_cells.items()):
            yield mines


def test_every_layout_in_which_blocks_hold_what_their_clues_say():
    board = ms.Board.parse(PUZZLE)
    clues = {(0, 0): 2, (0, 2): 1, (1, 1): 5, (1, 3): 3, (2, 2): 2, (2, 3): 1}
    expected = list(layouts(clues, {(2, 2): True, (2, 3): False}, 3, 4))
    assert expected == []
    with pytest.raises(ms.InconsistentBoardError) as caught:
        ms.analyze(board)
    assert set(caught.value.clues) <= set(clues)
    clues = {(0, 0): 2, (0, 2): 2, (1, 1): 4, (2, 3): 2}
    board = ms.Board.parse("3x4x5 mosaic\n2 # 2 #\n# 4 # #\n# # # 2*")
    expected = [mines for mines in layouts(clues, {(2, 3): True}, 3, 4) if len(mines) == 5]
    analysis = ms.analyze(board)
    assert analysis.solutions == len(expected) > 1
    for cell in product(range(3), range(4)):
        assert analysis.exact(cell) == Fraction(
            sum(cell in mines for mines in expected), len(expected)
        )


@pytest.mark.parametrize(
    "rules, seed", [("mosaic", 1), ("mosaic", 2), ("hex,mosaic", 3), ("mosaic,liar", 4)]
)
def test_puzzles_are_printed_on_paper_and_have_one_solution(rules, seed):
    puzzle = next(generate(4, 4, board=rules, unique=True, seed=seed))
    board = puzzle.board
    assert board.where("#") == board.cells  # a clue tells no more of its cell than its number
    assert board.printed
    analysis = ms.analyze(board, "brute_force")
    assert analysis.solutions == 1
    assert set(puzzle.solution.where("*")) == analysis.mines
    for index in board.printed:  # none to spare
        other_clues = {cell: clue for cell, clue in board.printed.items() if cell != index}
        blank = VariantBoard(board.field, rules, {}, board.mines)
        printed_clues = {board.cells[cell]: clue for cell, clue in other_clues.items()}
        assert ms.analyze(blank.with_printed(printed_clues)).solutions > 1


def test_an_opened_cell_keeps_its_clue_and_a_flag_does_not_hide_it():
    board: Any = ms.Board.parse("2x2x2 mosaic\n2#\n##")
    assert str(board.open((0, 0), "?")) == "2x2x2 mosaic\n2?  #\n #  #"
    assert board.open((0, 0), "?")[0, 0].value == 2
    flagged = board.flag((0, 0))
    assert str(flagged) == "2x2x2 mosaic\n2*  #\n #  #"
    assert ms.Board.parse(str(flagged)) == flagged
    assert flagged != board
    assert ms.analyze(flagged).exact((1, 1)) == Fraction(1, 3)
    with pytest.raises(ms.BoardFormatError, match="it sees 4 cells"):
        ms.Board.parse("2x2x2 mosaic\n5#\n##")


def test_clues_on_known_mines_under_any_rules():
    board = ms.Board.parse("1x4x2 radius-2\n1* # # #")
    assert ms.analyze(board).solutions == 2
    assert str(board).splitlines()[1].split() == ["1*", "#", "#", "#"]


def test_pictures_and_reasons_show_printed_clues():
    board = ms.Board.parse("2x3x? mosaic\n4##\n##0")
    assert ">4</text>" in svg(board)
    with pytest.raises(ms.InconsistentBoardError, match=r"clues 4 at \(0,0\) and 0 at \(1,2\)"):
        ms.analyze(board)
    hint = ms.analyze(ms.Board.parse("2x2x? mosaic\n4#\n##")).hint()
    assert "Clue 4 at (0,0)" in hint.text


def test_lines_of_the_game_have_no_place_for_them():
    board = ms.Board.parse("2x2x? mosaic\n4#\n##")
    with pytest.raises(ms.BoardFormatError, match="no place for clues"):
        board.text("14mv")
