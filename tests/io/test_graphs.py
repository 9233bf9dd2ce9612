"""Boards on graphs are written and read back; a wrong graph says where it is wrong."""

from __future__ import annotations

import json

import pytest

import minesolver as ms
from minesolver.io.formats.objects import read as from_json
from minesolver.io.formats.objects import write

TRIANGLE = {
    "rules": "graph",
    "neighbours": {"a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b", "d"], "d": ["c"]},
    "board": {"a": "#", "b": "1", "c": "#", "d": "#"},
    "density": "1/3",
}


def test_a_board_on_a_graph_is_written_and_read_back():
    board = from_json(TRIANGLE)
    read_back = from_json(json.loads(write(board)))
    assert str(read_back) == str(board)
    assert read_back.density == board.density
    # By hand: one of a and c is a mine, and d is one with probability 1/3 whatever they are.
    analysis = ms.analyze(read_back)
    assert analysis.solutions == 4
    assert [analysis.exact(name) for name in "acd"] == [
        ms.analyze(board).exact(name) for name in "acd"
    ]
    assert str(analysis.exact("a")) == "1/2"
    assert str(analysis.exact("d")) == "1/3"


def test_names_of_cells_may_be_lists_of_pairs():
    pairs = {
        "rules": "graph",
        "neighbours": [[[0, 1], [[0, 2]]], [[0, 2], [[0, 1]]]],
        "board": [[[0, 1], "#"], [[0, 2], "1"]],
        "mines": 1,
    }
    assert ms.analyze(from_json(pairs)).mines == {(0, 1)}


@pytest.mark.parametrize(
    "change, told",
    [
        ({"neighbours": {"a": "b"}}, "the neighbours of a are a list"),
        ({"neighbours": [1]}, "an object, or a list of pairs"),
        ({"board": {"a": "#", "x": "#"}}, "x is no cell of the board"),
        ({"board": {"a": "?!"}}, "cell a"),
    ],
)
def test_a_wrong_graph_says_where(change, told):
    with pytest.raises(ms.MinesolverError, match=told):
        from_json(TRIANGLE | change)
