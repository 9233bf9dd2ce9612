"""Layouts and positions as files: bytes by hand, and what is written is read back."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import played_boards

import minesolver as ms
from minesolver.base.errors import BoardFormatError, UnknownNameError
from minesolver.io.layouts import encode, read, write_text
from minesolver.model.board import HIDDEN
from minesolver.model.layout import Layout

# 3 columns, 2 rows:  *21
#                    2*1
LAYOUT = Layout(2, 3, frozenset({(0, 0), (1, 1)}))


@st.composite
def layouts(draw):
    rows, cols = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    return Layout(rows, cols, draw(st.frozensets(st.sampled_from(cells))))


def test_the_board_of_a_layout():
    assert LAYOUT.board == ms.Board.parse("*21\n2*1", 2)


def test_mbf_by_hand():
    data = bytes([3, 2, 0, 2, 0, 0, 1, 1])
    assert LAYOUT.to_mbf() == data
    assert Layout.from_mbf(data) == LAYOUT
    # Column before row, and the mines in any order.
    assert Layout.from_mbf(bytes([3, 2, 0, 2, 2, 0, 1, 1])).mine_cells == {(0, 2), (1, 1)}
    # 300 mines: the high byte comes first.
    many = Layout(20, 20, frozenset(divmod(i, 20) for i in range(300)))
    assert many.to_mbf()[:4] == bytes([20, 20, 1, 44])


@given(layouts())
def test_every_format_gives_the_layout_back(layout):
    assert Layout.from_mbf(layout.to_mbf()) == layout
    for format in ("canonical", "mine", "json"):
        text = encode([layout], format).decode()
        assert Layout.from_board(ms.Board.parse(text)) == layout


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
        Layout.from_mbf(data)


def test_what_a_format_cannot_hold():
    with pytest.raises(BoardFormatError, match="255x255"):
        Layout(1, 256, frozenset()).to_mbf()
    with pytest.raises(BoardFormatError, match="holds one"):
        encode([LAYOUT, LAYOUT], "mbf")
    with pytest.raises(UnknownNameError):
        encode([LAYOUT], "xls")
    with pytest.raises(UnknownNameError):
        write_text(LAYOUT.board, "xls")
    unknown = ms.Board([[HIDDEN, 1]], density="1/5")
    with pytest.raises(BoardFormatError, match="mine count"):
        write_text(unknown, "mine")
    with pytest.raises(BoardFormatError, match="density"):
        write_text(unknown, "json")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x3x1\n#10\n11#\n00#", "not a layout"),  # safe cells are hidden
        ("1*\n13", "a clue|not a layout|impossible"),
        ("*2\n22", "shows 2 with 1"),
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
    other = Layout(1, 2, frozenset({(0, 1)}))
    for name, format in [("a.txt", "canonical"), ("a.mine", "mine"), ("a.json", "json")]:
        path = tmp_path / name
        path.write_bytes(encode([LAYOUT, other], format))
        assert read(path) == [LAYOUT, other]
    for name in ("a.mbf", "a.ABF"):
        path = tmp_path / name
        path.write_bytes(encode([LAYOUT], "mbf"))
        assert read(path) == [LAYOUT]
    with pytest.raises(OSError):
        read(tmp_path / "none.mbf")


def test_written_text_by_hand():
    board = ms.Board.parse("#10\n*1#", 2)
    assert write_text(board, "mine") == "3x2x2\nH10\nF1H"
    assert json.loads(write_text(board, "json")) == {"board": ["#10", "*1#"], "mines": 2}
    assert write_text(board) == "2x3x2\n#10\n*1#"
    assert json.loads(write_text(ms.Board([[1, HIDDEN]]), "json")) == {"board": ["1#"]}


@given(played_boards())
def test_written_positions_are_read_back(board):
    if isinstance(board, tuple):
        board = board[0]
    formats = ["canonical"] + ["mine"] * (board.mines is not None) + ["json"] * (board.density is None)
    for format in formats:
        assert ms.Board.parse(write_text(board, format), format=format) == board


def test_the_grid_text_reads_back():
    board = ms.Board.parse("2x3x2\n1#*\n1##")
    text = write_text(board, "grid")
    assert text == " 1 -1 10\n 1 -1 -1"
    assert ms.Board.parse(text, mines=2) == board
