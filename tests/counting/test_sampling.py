"""Layouts drawn at random against all layouts written out."""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import sqrt

import oracle
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import minesolver as ms
from minesolver.base.limits import Budget, Limit
from minesolver.counting.problem import ContradictionError, build
from minesolver.counting.sampling import Sampler
from minesolver.game.seeding import SplitMix64


@st.composite
def boards(draw):
    """Boards of clues that may settle cells by themselves, known mines among them."""
    rows, cols = draw(st.sampled_from([(2, 3), (3, 3), (2, 5), (3, 4)]))
    signs = st.sampled_from("####*0123")
    text = "\n".join("".join(draw(signs) for _ in range(cols)) for _ in range(rows))
    return ms.Board.parse(
        text, mines=draw(st.integers(text.count("*"), text.count("*") + text.count("#")))
    )


@settings(max_examples=80)
@given(boards())
def test_so_many_layouts_and_each_of_them_can_be_drawn(board):
    assume(sum(code == ms.HIDDEN for _, code in board.items()) <= 9)
    all_layouts = {*layouts(board)}
    try:
        sampler = Sampler(build(board), Budget(Limit(), "test"))
    except ContradictionError:
        assert not all_layouts
        return
    known_mines = board.where(ms.MINE)
    hidden_mines = board.mines - len(known_mines)  # what is drawn is on hidden cells
    assert sampler.layouts(hidden_mines) == len(all_layouts)
    assert (hidden_mines in sampler.totals()) == bool(all_layouts)
    if all_layouts:
        random = SplitMix64(7)
        known_indices = {*map(board.index, known_mines)}
        drawn = {
            frozenset(sampler.draw(hidden_mines, random.below) | known_indices) for _ in range(30)
        }
        assert drawn <= all_layouts
        assert len(all_layouts) > 1 or drawn == all_layouts


def layouts(board):
    """The mines by index, known ones too, of each layout."""
    known_mines = frozenset(board.index(cell) for cell, code in board.items() if code == ms.MINE)
    _, hidden_layouts = oracle.models(board.grid.tolist(), board.mines)
    return [known_mines.union(map(board.index, mines)) for mines in hidden_layouts]


@pytest.mark.parametrize("text", ["3x3x3\n1##\n###\n##1", "2x4x3\n#*#1\n#2##"])
def test_all_layouts_are_equally_likely(text):
    board = ms.Board.parse(text)
    all_layouts = layouts(board)
    sampler = Sampler(build(board), Budget(Limit(), "test"))
    random = SplitMix64(3)
    number = 400 * len(all_layouts)
    known_mines = {board.index(cell) for cell in board.where(ms.MINE)}
    hidden_mines = board.mines - len(known_mines)
    counts = Counter(
        frozenset(sampler.draw(hidden_mines, random.below) | known_mines) for _ in range(number)
    )
    assert counts.keys() == {*all_layouts}
    square = sum((counts[mines] - 400) ** 2 / 400 for mines in all_layouts)
    freedom = len(all_layouts) - 1
    assert square < freedom + 5 * sqrt(2 * freedom)


def test_layouts_of_several_mines_are_drawn_equally_often():
    """Written out: of five cells of two mines at most, the three beside the clue hold three of the four."""
    hidden = [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    all_layouts = set()
    for mine_counts in product(range(3), repeat=5):
        layout = dict(zip(hidden, mine_counts, strict=True))
        if layout[0, 1] + layout[1, 0] + layout[1, 1] == 3 and sum(mine_counts) == 4:
            all_layouts.add(frozenset(item for item in layout.items() if item[1]))
    analysis = ms.analyze(ms.Board.parse("2x3x4 multi-2\n3##\n###"))
    draws = Counter(analysis.sample(100 * len(all_layouts), seed=5))
    assert draws.keys() == all_layouts
    chi_square = sum((count - 100) ** 2 / 100 for count in draws.values())
    degrees = len(all_layouts) - 1
    assert chi_square < degrees + 5 * sqrt(2 * degrees)
