"""What nothing else in the tests reaches: graphs, layouts under rules, rules by name, changes of engine."""

from __future__ import annotations

import json
from itertools import combinations, product

import pytest

import minesolver as ms
from minesolver.cli import main
from minesolver.engines import auto
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


@pytest.mark.parametrize("engine, policy", [("auto", "safest"), ("estimate", "strongest")])
def test_candidates_by_probability_alone_are_ranked_by_their_safety(engine, policy):
    analysis = ms.analyze(ms.Board.parse("3x4x3\n1###\n####\n####"), engine)
    recommendation = ms.recommend(analysis, policy)
    assert len(recommendation.candidates) == 11
    for candidate in recommendation.candidates:
        assert (
            candidate.safety
            == candidate.score
            == pytest.approx(1 - analysis.probability[candidate.cell])
        )
    assert [c.score for c in recommendation.candidates] == sorted(
        (c.score for c in recommendation.candidates), reverse=True
    )


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


def test_layouts_under_rules_are_whole_and_obey_them(capsys):
    command = [
        "generate",
        "--rules",
        "torus,triplet",
        "--shape",
        "4x4",
        "--mines",
        "5",
        "--seed",
        "3",
    ]
    assert main([*command, "--number", "3", "--format", "json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["index"] for line in lines] == [0, 1, 2]
    for line in lines:
        rows = line["board"] if isinstance(line["board"], list) else line["board"].splitlines()
        symbols = [row.replace(" ", "") for row in rows]
        mines = {(r, c) for r, c in product(range(4), repeat=2) if symbols[r][c] == "*"}
        assert len(mines) == 5
        # No three mines in a row, straight or diagonal.
        for cell, next_mine in combinations(sorted(mines), 2):
            step = (next_mine[0] - cell[0], next_mine[1] - cell[1])
            if max(map(abs, step)) == 1:
                assert (next_mine[0] + step[0], next_mine[1] + step[1]) not in mines
    assert main([*command, "--number", "2"]) == 0
    assert capsys.readouterr().out.count("*") == 10


def test_a_rule_by_its_name(capsys):
    assert main(["rules", "hex"]) == 0
    assert "hex" in capsys.readouterr().out
    assert main(["rules", "liar", "--json"]) == 0
    rule = json.loads(capsys.readouterr().out)
    assert rule["name"] == "liar"
    assert rule["definition"]
    assert main(["rules", "no-such-rule"]) == 2
    assert "no-such-rule" in capsys.readouterr().err


def test_a_puzzle_with_too_many_states_is_listed_instead(monkeypatch):
    puzzle = ms.Puzzle("abc", mines=1)
    puzzle.add_table("ab", ["01", "10"])  # no sum, which the core would count
    expected = ms.analyze(puzzle, "brute_force")

    def refuse(*_):
        raise ms.EngineLimitError("too many states; no answer is given")

    monkeypatch.setattr(auto, "_count", refuse)
    listed = ms.analyze(puzzle)
    assert (listed, listed.engine) == (expected, "auto")
    # Where they are too many to be listed as well, what is proved is still told.
    proved_only = ms.analyze(puzzle, limit=ms.Limit(solutions=1))
    assert (proved_only.safe, proved_only.mines, proved_only.proved_complete) == (
        expected.safe,
        expected.mines,
        True,
    )
    assert not proved_only.is_exact


def test_a_puzzle_from_a_file(tmp_path):
    puzzle = ms.Puzzle("ab", mines=1)
    path = tmp_path / "puzzle.json"
    path.write_text(puzzle.to_json())
    assert ms.analyze(ms.Puzzle.from_file(path)) == ms.analyze(puzzle)
    path.write_bytes(b'{"cells": ["\xff"]}')
    with pytest.raises(ms.PuzzleError, match="not text in UTF-8"):
        ms.Puzzle.from_file(path)
    assert repr(puzzle) == "<puzzle of 2 cells, 0 constraints, 1 mine>"
