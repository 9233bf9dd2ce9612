"""What the page reads of boards under rules, puzzles and links."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import minesolver as ms
from minesolver.extras.web.dropped_files import read
from minesolver.io import formats

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    "text, shape, codes",
    [
        ("2x2x1 hex\n1#\n##", None, [1, -1, -1, -1]),
        ("2x2x2x2 3d\n##\n1#\n-\n##\n*#", [2, 2, 2], [-1, -1, 1, -1, -1, -1, 10, -1]),
        ("1x13x? eyesight\n12 # # # # # # # # # # # #", None, [22] + [-1] * 12),
    ],
)
def test_the_page_gets_boards_under_rules(text, shape, codes):
    (board,) = read(text=text)["boards"]
    assert board["rules"] in text
    assert (board["shape"], board["codes"]) == (shape, codes)


WEIGHED = (
    '{"rules": "hex", "board": ["##"], '
    '"constraints": [{"cells": [[0, 0], [0, 1]], "counts": [2], "weights": [2, 1]}]}'
)


def test_the_page_gets_puzzles():
    constraint = '{"cells": [[0, 1], [1, 1]], "range": [0, 1]}'
    text = f'{{"rules": "hex", "board": ["1#_", "?#*"], "constraints": [{constraint}]}}'
    (board,) = read(text=text)["boards"]
    assert board["codes"] == [1, -1, -3, -4, -1, 10]
    assert board["groups"] == [{"cells": [1, 4], "counts": [0, 1]}]


MORE = [
    "2x2x? hex,liar\n1 L1\n# #",
    "2x2x? mosaic\n1#\n##",
    WEIGHED,
    "2x3x3 multi-2\n*2 # 2\n# # #",
    "4x4x5 wall\n1+1 # # #\n# # # #\n# # 3 #\n# # # #",
    '{"rules": "graph", "neighbours": {"a": ["b"], "b": ["c"], "c": []}, "board": {"b": "1"}, '
    '"constraints": [{"cells": ["a", "c"], "mines": 1, "together": true}]}',
    (ROOT / "examples" / "level.hexcells").read_text(encoding="utf-8"),
]


@pytest.mark.parametrize("text", MORE)
def test_what_needs_more_than_codes_goes_to_the_page_as_json_and_through_its_links(text):
    (reading,) = formats.interpret_many(text)
    board = reading.subject
    (values,) = read(text=text)["boards"]
    assert ms.Puzzle.from_json(json.dumps(values["json"])) == board
    assert ms.Board.parse(formats.write(board, "link")) == board


def test_a_puzzle_of_named_cells_is_no_board_of_the_page():
    puzzle = '{"cells": ["a", "b"], "mines": 1, "constraints": [{"cells": ["a"], "mines": 1}]}'
    with pytest.raises(ms.MinesolverError, match="minesolver solve"):
        read(text=puzzle)


def test_the_mines_left_and_doubted_flags_are_told():
    assert read(text="1*#\n###", left=2)["boards"][0]["mines"] == 3
    assert read(text="1*#\n###", flags_are_guesses=True)["boards"][0]["rows"] == ["1##", "###"]
