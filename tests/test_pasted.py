"""What people paste is read as the board that they mean, or asked about; nothing hangs."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from notations import NOTATIONS
from reading_cases import PATH, cases
from strategies import played_boards

import minesolver as ms
from minesolver.io import formats

CASES = json.loads(PATH.read_text(encoding="utf-8"))


def test_the_cases_of_all_hosts_are_those_of_the_script():
    assert cases() == CASES


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_text_is_read_as_what_it_means(case):
    if "error" in case:
        with pytest.raises(ms.BoardFormatError) as caught:
            ms.Board.parse(case["text"])
        assert bool(caught.value.readings) == (case["error"] == "ask")
        return
    board = ms.Board.parse(case["text"])
    assert str(ms.Board(board.grid)).splitlines() == case["rows"]
    assert board.mines == case["mines"]


@pytest.mark.parametrize("notation", NOTATIONS)
@given(board=played_boards(max_cells=30))
def test_every_board_in_every_notation_ends_in_a_board_or_an_error(notation, board):
    """Which board cannot be asked of boards so small: they leave open what their signs mean."""
    text = NOTATIONS[notation](board.grid.tolist())
    with contextlib.suppress(ms.MinesolverError):
        formats.parse(text)


REPEATED = [
    *("#", "1", "[", "|", " ", "x", "-", "/", "`", ">", "_", ":", "1,", "[[", "A ", "\t", "é", "1 x ", "(0,"),
    *("'", "\x1b[", "mine 1 ", '"', "| ", "+-", "[1] ", "1 2\n", "x\n\n", "Rest: 17\n"),
]


@pytest.mark.parametrize("sign", REPEATED)
def test_ten_thousand_characters_of_anything_end_in_a_board_or_an_error(sign):
    for text in (sign * (10_000 // len(sign)), f"{sign * 100}\n" * (100 // len(sign))):
        with contextlib.suppress(ms.MinesolverError):
            ms.Board.parse(text)
