"""What we write is read back as the same thing, by every reader, or refused in one sentence."""

from __future__ import annotations

import json

import pytest

import minesolver as ms
from minesolver.cli import main

UNDER_RULES = {
    "hex,liar": "1##\n##2",
    "3d": "##\n1#\n-\n?#\n*#",
    "square": "_#1\n###",
    "torus": "1####\n#####\n#####",
    "quad": "# # 2\n# ? 3\n# # #",
    "partition,liar": "1 # L2\n? # #",
    "eyesight": "12x1\n10\n?\n" + "\n".join("#" * 10),
}
"""Rules, and boards under them."""


@pytest.mark.parametrize("rules", UNDER_RULES)
@pytest.mark.parametrize("prior", [{}, {"mines": 2}, {"density": "1/5"}], ids=str)
def test_text_under_rules_names_them(rules, prior):
    board = ms.Board.parse(UNDER_RULES[rules], rules=rules, **prior)
    first = str(board).splitlines()[0]
    assert first.split(" ")[1] == rules
    assert ms.Board.parse(str(board)) == board
    assert ms.Board.parse(board.text("json")) == board
    assert ms.Board.parse(str(board), rules=rules) == board


def test_rules_alone_in_the_first_line_are_read():
    board = ms.Board.parse("1#\n##", rules="hex,liar")
    assert ms.Board.parse("hex,liar\n1#\n##") == board
    assert ms.Board.parse("rules: hex, liar\n1#\n##") == board
    assert ms.Board.parse("2x2x? hex,liar / 1# / ##") == board


def test_a_file_under_rules_is_read_without_being_told_them(tmp_path):
    board = ms.Board.parse("1#\n##", 1, rules="hex,liar")
    path = tmp_path / "board"
    path.write_text(str(board))
    assert ms.Board.from_file(path) == board


def test_rules_that_contradict_each_other_are_an_error():
    with pytest.raises(ms.BoardFormatError, match="line 1: the board names the rules hex, and torus were"):
        ms.Board.parse("2x2x1 hex\n1#\n##", rules="torus")
    with pytest.raises(ms.PuzzleError, match="the board names the rules hex, and torus were"):
        ms.Board.parse('{"rules": "hex", "board": ["1#", "##"]}', rules="torus")
    with pytest.raises(ms.BoardFormatError, match="line 1: unknown rule 'hxe'; did you mean hex"):
        ms.Board.parse("2x2x1 hxe\n1#\n##")


def test_a_hole_is_never_an_opened_zero():
    text = "_#1#\n####\n####"
    for headed in (text, f"3x4x1\n{text}"):
        with pytest.raises(ms.BoardFormatError, match="'_' beside a hidden cell"):
            ms.Board.parse(headed)
    with_hole = ms.Board.parse(f"3x4x1 square\n{text}")
    assert len(with_hole.cells) == 11
    assert ms.Board.parse(text, 1, format="underscore")[0, 0] == 0
    # Where all around it is open, both say the same of the hidden cells.
    assert ms.Board.parse("2x3x1\n_1#\n_1#")[0, 0] == 0


@pytest.mark.parametrize("name", ["grid", "indexed", "framed"])
def test_numbers_have_the_mine_count(name):
    for board in (ms.Board.parse("3x3x2\n##1\n*11\n110"), ms.Board.parse("##1\n#11", density="1/5")):
        assert ms.Board.parse(board.text(name)) == board


@pytest.mark.parametrize("rules", ["hex,liar", "3d", "square"])
def test_answers_of_solve_are_read_by_solve(rules, tmp_path, capsys):
    path = tmp_path / "board"
    path.write_text(str(ms.Board.parse(UNDER_RULES[rules], rules=rules, density="1/3")))
    assert main(["solve", str(path), "--json", "--explain"]) == 0
    first = capsys.readouterr().out
    path.write_text(first)
    assert main(["solve", str(path), "--json", "--explain"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(first)
