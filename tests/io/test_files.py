"""Layouts and positions as files: bytes by hand, and what is written is read back."""

from __future__ import annotations

import json

import pytest

import minesolver as ms
from minesolver.base.errors import BoardFormatError
from minesolver.io.formats import parse, parse_many, write
from minesolver.model.board import HIDDEN
from minesolver.model.layout import Layout

# 3 columns, 2 rows:  *21
#                    2*1
LAYOUT = Layout(2, 3, frozenset({(0, 0), (1, 1)}))


def from_mbf(data):
    return Layout.from_board(parse(data, "a.mbf"))


def test_the_board_of_a_layout():
    assert LAYOUT.board == ms.Board.parse("2x3x2\n*21\n2*1")


def test_mbf_by_hand():
    data = bytes([3, 2, 0, 2, 0, 0, 1, 1])
    assert LAYOUT.text("mbf") == data
    assert from_mbf(data) == LAYOUT
    # Column before row, and the mines in any order.
    assert from_mbf(bytes([3, 2, 0, 2, 2, 0, 1, 1])).mine_cells == {(0, 2), (1, 1)}
    # 300 mines: the high byte comes first.
    crowded = Layout(20, 20, frozenset(divmod(i, 20) for i in range(300)))
    assert crowded.text("mbf")[:4] == bytes([20, 20, 1, 44])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "at least 4"),
        (b"\x03\x02\x00", "at least 4"),
        (bytes([3, 2, 0, 2, 0, 0]), "has 8 bytes, not 6"),
        (bytes([3, 2, 0, 1, 0, 0, 1, 1]), "has 6 bytes, not 8"),
        (bytes([3, 2, 0, 1, 3, 0]), "not on the 2x3"),
        (bytes([3, 2, 0, 2, 1, 1, 1, 1]), "twice"),
        (bytes([0, 2, 0, 0]), "at least one row"),
    ],
)
def test_mbf_that_is_none(data, message):
    with pytest.raises(BoardFormatError, match=message):
        from_mbf(data)


def test_a_board_too_large_for_bytes():
    with pytest.raises(BoardFormatError, match="255x255"):
        Layout(1, 256, frozenset()).text("mbf")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x3x1\n#10\n11#\n00#", "not a layout"),  # safe cells are hidden
        ("2x2x?\n1*\n13", "a clue|not a layout|impossible"),
        ("2x2x?\n*2\n22", "shows 2 with 1"),
    ],
)
def test_a_position_is_no_layout(text, message):
    with pytest.raises(BoardFormatError, match=message):
        Layout.from_board(ms.Board.parse(text))


def test_hidden_mines_are_mines():
    assert Layout.from_board(ms.Board.parse("#21\n2#1", 2)) == LAYOUT
    with pytest.raises(BoardFormatError):
        Layout.from_board(ms.Board.parse("#21\n2#1", 1))


def test_files(tmp_path):
    second_layout = Layout(1, 2, frozenset({(0, 1)}))
    for name, format in [("a.txt", "canonical"), ("a.mine", "mine"), ("a.json", "json")]:
        path = tmp_path / name
        path.write_text(f"{LAYOUT.text(format)}\n\n{second_layout.text(format)}")
        assert list(map(Layout.from_board, parse_many(path))) == [LAYOUT, second_layout]
    for name in ("a.mbf", "a.ABF"):
        path = tmp_path / name
        path.write_bytes(LAYOUT.text("mbf"))
        assert ms.Board.from_file(path) == LAYOUT.board
        assert ms.Board.from_file(path.rename(tmp_path / "other"), format="mbf") == LAYOUT.board
    with pytest.raises(OSError):
        parse_many(tmp_path / "none.mbf")


def test_written_text_by_hand():
    board = ms.Board.parse("#10\n*1#", 2)
    assert write(board, "mine") == "3x2x2\nH10\nF1H"
    assert json.loads(write(board, "json")) == {"board": ["#10", "*1#"], "mines": 2}
    assert write(board) == "2x3x2\n#10\n*1#"
    assert json.loads(write(ms.Board([[1, HIDDEN]]), "json")) == {"board": ["1#"]}
