"""Layouts drawn at random against all layouts written out."""

from __future__ import annotations

from collections import Counter
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
    return ms.Board.parse(text, mines=draw(st.integers(text.count("*"), text.count("*") + text.count("#"))))


@settings(max_examples=80)
@given(boards())
def test_so_many_layouts_and_each_of_them_can_be_drawn(board):
    assume(sum(code == ms.HIDDEN for _, code in board.items()) <= 9)
    every = {*layouts(board)}
    try:
        sampler = Sampler(build(board), Budget(Limit(), "test"))
    except ContradictionError:
        assert not every
        return
    known = board.where(ms.MINE)
    hidden = board.mines - len(known)  # what is drawn is on hidden cells
    assert sampler.layouts(hidden) == len(every)
    assert (hidden in sampler.totals()) == bool(every)
    if every:
        random = SplitMix64(7)
        given_ = {*map(board.index, known)}
        drawn = {frozenset(sampler.draw(hidden, random.below) | given_) for _ in range(30)}
        assert drawn <= every
        assert len(every) > 1 or drawn == every


def layouts(board):
    """The mines by index, known ones too, of each layout."""
    known = frozenset(board.index(cell) for cell, code in board.items() if code == ms.MINE)
    _, found = oracle.models(board.grid.tolist(), board.mines)
    return [known.union(map(board.index, mines)) for mines in found]


@pytest.mark.parametrize("text", ["3x3x3\n1##\n###\n##1", "2x4x3\n#*#1\n#2##"])
def test_all_layouts_are_equally_likely(text):
    board = ms.Board.parse(text)
    every = layouts(board)
    sampler = Sampler(build(board), Budget(Limit(), "test"))
    random = SplitMix64(3)
    number = 400 * len(every)
    known = {board.index(cell) for cell in board.where(ms.MINE)}
    hidden = board.mines - len(known)
    counts = Counter(frozenset(sampler.draw(hidden, random.below) | known) for _ in range(number))
    assert counts.keys() == {*every}
    square = sum((counts[mines] - 400) ** 2 / 400 for mines in every)
    free = len(every) - 1
    assert square < free + 5 * sqrt(2 * free)
