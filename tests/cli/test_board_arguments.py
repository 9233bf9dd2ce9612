"""Where a command takes a file it takes a board as well: which words are one, what others are told."""

from __future__ import annotations

import json

import pytest
from command import run

from minesolver.cli.arguments import board_input

BOARD = "1#\n##"


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("1#/##", BOARD),
        (r"1#\n##", BOARD),
        ("1#\n##", BOARD),
        ("1#/##/", BOARD),
        ("###/###", "###\n###"),
        ("x1/1x", "x1\n1x"),
        ("1#", "1#"),
        ("# 1/1 #", "# 1\n1 #"),
        ("2x2x1/1#/##", "2x2x1\n1#\n##"),
        ("2x2x1 hex,liar/1#/##", "2x2x1 hex,liar\n1#\n##"),
        ("..1/.2#/.##", "..1\n.2#\n.##"),
        ("*../...", "*..\n..."),
        ("1M/##", "1M\n##"),
        ("1■/■■", "1■\n■■"),
        (r"1⬜\n⬜⬜", "1⬜\n⬜⬜"),
        ("|1|#|/|#|#|", "|1|#|\n|#|#|"),
    ],
)
def test_a_word_that_is_no_file_and_can_be_a_board_is_one(word, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert board_input(word) == text


PUZZLE = json.dumps({"cells": ["a", "b"], "constraints": [{"cells": ["a", "b"], "mines": 1}]})


def test_a_puzzle_in_json_is_one_too():
    assert board_input(PUZZLE) == PUZZLE


def test_a_file_of_that_name_goes_before_the_board(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "1#").mkdir()
    (tmp_path / "1#" / "##").write_text("11\n1#\n")
    status, output, _ = run("solve", "1#/##", "--json")
    assert status == 0
    assert json.loads(output)["board"] == ["11", "1#"]


@pytest.mark.parametrize(
    "word",
    [
        "no-such-file.txt",
        "no/such/file",
        "../12",
        "./1#",
        "2020/01/02",
        "12",
        "*",
        "*/*",
        "xx",
        "C:/x1",
        "~a/b1",
        "a-1/b_2",
        r"C:\boards\new.txt",
        "no:thing",
        '{"rows": 1}',
        "a\0b",
        "1" * 5000,
    ],
)
def test_a_word_that_is_neither_is_told_both(word):
    with pytest.raises(FileNotFoundError, match="No such file, nor a board such as '1#/##'"):
        board_input(word)


def test_every_command_that_takes_a_board_takes_it_as_a_word():
    status, output, _ = run("solve", "1#/##", "--mines", "1", "--json")
    assert (status, json.loads(output)["solutions"]) == (0, "3")
    assert "1/3" in run("grade", "1#/##", "--mines", "1", "--cell", "0,1")[1]
    assert "solutions 3" in run("export", "1#/##", "--mines", "1")[1]
    assert "2 guesses at best" in run("judge", "*1/11", "--start", "1,1")[1]
    for command in ("solve", "grade --cell 0,0", "export", "judge"):
        status, _, errors = run(*command.split(), "nothing")
        assert status == 2
        assert errors == "minesolver: nothing: No such file, nor a board such as '1#/##'\n"


def test_several_boards_and_a_policy_beside_one():
    status, output, _ = run("solve", "1#/##", "11/1#", "--mines", "1")
    assert status == 0
    assert "1#/##:\n" in output
    assert "11/1#:\n" in output
    assert "win %" in run("solve", "--recommend", "1#/##", "--mines", "1")[1]


@pytest.mark.parametrize("word", ["1#/##", r"1#\n##"])
def test_review_takes_a_recorded_game_and_says_who_takes_a_board(word):
    status, _, errors = run("review", word)
    assert status == 2
    assert errors.startswith(
        f"minesolver: {word}: a board, and review takes the file of a recorded"
    )
    assert errors.endswith("minesolver solve takes boards\n")
    assert run("review", "nothing")[2] == "minesolver: nothing: No such file or directory\n"
