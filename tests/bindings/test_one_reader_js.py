"""The npm package, which reads for the page without a server too, takes a text for the board of Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from random import Random
from typing import Any

import pytest
from notations import NOTATIONS
from paths import ROOT
from patience import PATIENCE

import minesolver as ms
from minesolver.base.errors import BoardFormatError
from minesolver.game import Game, Rules

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(
    NODE is None or not (ROOT / "bindings/js/dist/signs.js").exists(),
    reason="needs Node, and python bindings/build.py js",
)


def read_by_js(texts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    command = [str(NODE), str(ROOT / "tests/bindings/parses.mjs")]
    lines = "\n".join(map(json.dumps, texts))
    run = subprocess.run(
        command, input=lines, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return [json.loads(line) for line in run.stdout.splitlines()]


def read_by_python(text: str, **options: Any) -> dict[str, Any]:
    try:
        board = ms.Board.parse(text, **options)
    except BoardFormatError:
        return {"error": "BoardFormatError"}
    cells = board.grid.ravel().tolist()
    return {"rows": board.rows, "cols": board.cols, "mines": board.mines, "cells": cells}


def positions() -> list[list[list[int]]]:
    """Positions of games, codes by rows, some with marked mines."""
    positions_read = []
    for seed, size in enumerate([(4, 5, 4), (6, 6, 6), (9, 9, 10)]):
        game = Game(*size, Rules("zero"), seed=seed)
        game.open((1, 1))
        codes = game.board.grid.tolist()
        marked = sorted(ms.analyze(game.board).mines)
        for row, col in Random(seed).sample(marked, min(2, len(marked))):
            codes[row][col] = 10
        positions_read.append(codes)
    return positions_read


def test_all_notations_are_read_as_python_reads_them():
    texts = [
        (name, write(codes)) for codes in positions() for name, write in dict(NOTATIONS).items()
    ]
    for (name, text), board in zip(
        texts, read_by_js([{"text": text} for _, text in texts]), strict=True
    ):
        assert {key: board.get(key) for key in read_by_python(text)} == read_by_python(text), (
            name,
            text,
        )


def test_the_cases_of_all_hosts_are_read_as_what_they_mean():
    cases = json.loads((ROOT / "tests/reading_cases.json").read_text(encoding="utf-8"))
    answers = read_by_js([{"text": case["text"]} for case in cases])
    for case, answer in zip(cases, answers, strict=True):
        if "error" in case:
            assert answer.get("error") == "BoardFormatError", case
            assert bool(answer["readings"]) == (case["error"] == "ask"), case
            continue
        codes = {"#": -1, "*": 10} | {str(number): number for number in range(9)}
        assert answer.get("cells") == [codes[sign] for row in case["rows"] for sign in row], case
        assert answer["mines"] == case["mines"], case


def test_a_character_that_no_board_has_is_named_alike():
    texts = ["1#\n#\0", "##\n1\x07#", "##\n\x1b[1m1\x7f#", "🚩1\n#1\u0301", "1\x1a#"]
    for text, answer in zip(texts, read_by_js([{"text": text} for text in texts]), strict=True):
        with pytest.raises(BoardFormatError) as caught:
            ms.Board.parse(text)
        error = caught.value
        assert (answer["message"], answer["line"], answer["column"]) == (
            error.message,
            error.line,
            error.column,
        )


CASES: list[dict[str, Any]] = [
    {"text": "2x2x1\n1#\n##"},
    {"text": "1🚩\n.#"},
    {"text": "> 2x2x1\n> 1️⃣⬜\n> ⬜⬜"},
    {"text": "```\n2x2x1\n1 #\n# #\n```"},
    {"text": "x1\nxx", "signs": "hidden=x"},
    {"text": "x1\nxx", "mines": 2},
    {"text": "1*#\n###", "left": 1},
    {"text": '{"board": [[-1, 1], [1, null]], "minesLeft": 1}'},
    {"text": '{"board": ["#1", "1#"], "what": 1}'},
    {"text": "Rest: 2\n\n#1\n##"},
    {"text": "*.*\n...\n..."},
    {"text": "1#\n#"},
    {"text": "1_#\n#_#\n###"},
    {"text": "hello there"},
    {"text": "1 x 1\n2 x 2\nx x x"},
    {"text": "#board=2x2x1:Bz3"},
    {"text": "2x3x2\n0\t10\t2\t1\n1\t2\t10\t1"},
    {"text": "0\t1\t2\n1\t-1\t-1"},
    {"text": "0\t1\t1\n1\t-1\t-1\n\t0\t1"},
    {"text": "  0 1\n0 1 -1\n1 -1 -1"},
    {"text": "3x1x1\n-1\n 1\n 0"},
    {"text": "1x4x1\nA10B"},
    {"text": "12\nAB"},
    {"text": "1 2 1\nA B C"},
    {"text": "1 ?\n? ?"},
    {"text": "1UM\n1UU"},
    {"text": "001M\n0011\n0000\n1100\nM100"},
    {"text": "000Z...\n0001...\n0001...\n0001...\n0001..."},
    {
        "text": '{"id": 1, "ok": true, "result": {"board": ["1#", "##"], "mines": 1, "seconds": 0.1}}'
    },
]


def test_what_is_said_beside_a_text_counts_alike():
    for case, board in zip(CASES, read_by_js(CASES), strict=True):
        expected = read_by_python(**case)
        assert {key: board.get(key) for key in expected} == expected, case


@pytest.mark.parametrize("indent", [2, 4, 8])
def test_blank_cells_behind_an_indent_are_asked_about_alike(indent):
    text = "\n".join(" " * indent + row for row in (" 1#", " 1#", " 11"))
    with pytest.raises(BoardFormatError) as error:
        ms.Board.parse(text)
    (answer,) = read_by_js([{"text": text}])
    assert tuple(answer["readings"]) == error.value.readings
    assert {"3x2", "3x3"} <= set(answer["readings"])
    # The size tells which of them it is.
    with_size = f"3x3x1\n{text}"
    (board,) = read_by_js([{"text": with_size}])
    assert board["cells"] == [0, 1, -1, 0, 1, -1, 0, 1, 1]
    assert ms.Board.parse(with_size) == ms.Board.parse("3x3x1\n01#\n01#\n011")
