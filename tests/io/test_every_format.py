"""Every format, of this package or another, is read, recognised, written and listed alike."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import played_boards

import minesolver as ms
from minesolver.cli import main
from minesolver.io import formats
from minesolver.io.formats import FORMATS
from minesolver.io.formats.source import DIGITS, symbol_format
from minesolver.model.board import HIDDEN, MINE
from minesolver.model.cut import SIDES
from minesolver.model.layout import Layout
from minesolver.testing import check_format

GRID = [[-1, 1, 0], [10, 1, 0]]
TEXTS: dict[str, list[Any]] = {
    "canonical": ["#10\n*10", "2x3\n#1.\n*1.", "# 1 0\n* 1 0", "#1./*1.", "  #10\n  *10\n"],
    "grid": ["-1 1 0\n10 1 0", "-1\t1\t0\n10\t1\t0", "-1,1,0\n10,1,0", "  0 1 2\n0 -1 1 0\n1 10 1 0"],
    "framed": ["0 -1 1 0\n1 10 1 0\n  0 1 2"],
    "indexed": ["0 -1 1 0\n1 10 1 0"],
    "underscore": ["#1_\nB1_", "#\t1\t_\nB\t1\t_"],
    "umt": ["U10\nT10"],
    "letters": ["A10\nB10"],
    "mine": ["3x2x1\nH10\nF10", "3x2x1\nH10\n?10"],
    "emoji": [
        "⬜1️⃣0️⃣\n🚩1️⃣0️⃣", "■1□\n⚑1□", "⬜ 1️⃣ 🟫\n💥 1️⃣ 🟫",
    ],
    "json": [
        "[[-1,1,0],[10,1,0]]", '["#10","*10"]', '[["#","1","0"],["*",1,0]]', '{"board": [[-1,1,0],[10,1,0]]}',
    ],
    "mbf": [bytes([3, 2, 0, 2, 0, 0, 0, 1])],
    "link": ["#board=2x3:zBAmBA", "https://example.org/x?y#board=2x3:z1BAmBA"],
    "clues": [
        "2x3\n{(0, 1): 1, (0, 2): 0, (1, 1): 1, (1, 2): 0}",
        "2x3\nclue(1,2,1). clue(1,3,0).\nclue(2,2,1). clue(2,3,0).",
    ],
    "cells": [
        '{"rows": 2, "cols": 3, "cells": [{"row": 0, "col": 1, "value": 1}, {"row": 0, "col": 2, "value": 0},'
        ' {"row": 1, "col": 1, "value": 1}, {"row": 1, "col": 2, "value": 0}]}',
    ],
    "facts": ["rows(2). cols(3).\nnumber(1,2,1). number(1,3,0).\nnumber(2,2,1). number(2,3,0)."],
    "mask": ["2x3\n0 1 1\n0 1 1\n-1 2 0\n-1 2 0", "rows 2\ncols 3\n-1 2 0\n-1 2 0\n0 1 1\n0 1 1"],
    "mask-json": ['{"board": [[-1, 1, 0], [1, 1, 0]], "revealed": [[0, 1, 1], [0, 1, 1]]}'],
    "puzzlink": ["https://puzz.link/p?mines/3/2/g10g10", "pzprv3/mines/2/3/. 1 0 /. 1 0 /. . . /. . . /"],
    "tatham": ["3x2:u10"],
    "pttacg": ["https://example.org/Minesweeper-ZiNi-Calculator/?b=32&m=20"],
    "14mv": ["[V]3x2-1-7\tfOOqOO\t1x1", "[V]3x2-1-0  fOOoOO"],
}  # fmt: skip
"""Texts of this board. A format that writes is tried on what it writes as well, and need not be here."""
BOARDS: dict[str, ms.Board] = {
    "letters": ms.Board([[-1, 1, 0], [-1, 1, 0]]),
    "mbf": ms.Board([[10, 2, 0], [10, 2, 0]], 2),
    "clues": ms.Board([[-1, 1, 0], [-1, 1, 0]]),
    "cells": ms.Board([[-1, 1, 0], [-1, 1, 0]]),
    "facts": ms.Board([[-1, 1, 0], [-1, 1, 0]]),
    "mask": ms.Board([[-1, 2, 0], [-1, 2, 0]], 2),
    "mask-json": ms.Board([[-1, 1, 0], [-1, 1, 0]], 1),
    "puzzlink": ms.Board([[-1, 1, 0], [-1, 1, 0]]),
    "tatham": ms.Board([[1, 1, 0], [10, 1, 0]], 1),
    "pttacg": ms.Board([[1, 1, 0], [10, 1, 0]], 1),
    "14mv": ms.Board([[-1, 1, 0], [-1, 1, 0]], 1),
}
LEVELS = {"hexcells", "tametsi"}  # of graphs: tests/game/test_levels_of_others.py
PUZZLES = {"sentences"}  # of named cells: tests/io/test_pasted.py
AMBIGUOUS = {"indexed", "3x2x1\nH10\n?10"}  # these must be named


def test_no_format_is_left_out():
    untried = [
        name
        for name in FORMATS.own
        if name not in {*TEXTS, *PUZZLES} and FORMATS.get(name).writes is None
    ]
    assert not untried, f"read only, and no text here: {untried}"
    assert TEXTS.keys() <= set(FORMATS.own)


@pytest.mark.parametrize("name", FORMATS())
def test_texts_and_boards(name):
    board = BOARDS.get(name, ms.Board(GRID, 1 if name == "mine" else None))
    check_format(name, [(text, board) for text in TEXTS.get(name, ())])


def recognisable_texts():
    """(format, text) of what is known without its name or the file's."""
    for name, texts in TEXTS.items():
        for text in texts:
            if not AMBIGUOUS.intersection((name, text)) and not FORMATS.get(name).suffixes:
                yield name, text


@pytest.mark.parametrize("name, text", list(recognisable_texts()))
def test_texts_are_recognised(name, text):
    assert ms.Board.parse(text).grid.tolist() == BOARDS.get(name, ms.Board(GRID)).grid.tolist()


@given(played_boards())
def test_positions_are_read_back(board):
    prior = {"mines": board.mines, "density": board.density}
    for name in FORMATS():
        format = FORMATS.get(name)
        try:
            text = format.write(board)
        except ms.BoardFormatError:
            continue
        suffix = "".join(format.suffixes[:1])
        read_back = formats.parse(text, f"board{suffix}", format=name, **prior)
        assert (
            read_back == board if HIDDEN in board.grid else (read_back.grid == board.grid).all()
        ), name


@given(played_boards(), st.sets(st.sampled_from(SIDES), min_size=1))
def test_parts_of_boards_are_read_back_or_refused(board, cut):
    part = ms.Board.from_array(board.grid, cut=cut, density=board.density)
    for name in FORMATS():
        format = FORMATS.get(name)
        if format.cuts:
            assert formats.parse(format.write(part), format=name) == part, name
        elif format.writes is not None:
            with pytest.raises(ms.BoardFormatError):
                format.write(part)


@given(st.integers(1, 12), st.integers(1, 12), st.data())
def test_layouts_are_read_back(rows, cols, data):
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    layout = Layout(rows, cols, data.draw(st.frozensets(st.sampled_from(cells))))
    for name in (name for name in FORMATS.own if FORMATS.get(name).writes and name not in LEVELS):
        if name != "letters" or not layout.mines:  # which has no mines
            (board,) = formats.parse_many(layout.text(name), f"layout.{name}", format=name)
            assert Layout.from_board(board) == layout, name


def test_sizes_as_long_as_the_rows_below_are_sizes():
    layout = Layout(9, 5, frozenset())
    for name in ("canonical", "mine"):
        assert len(layout.text(name).splitlines()[0]) == 5
        (board,) = formats.parse_many(layout.text(name), f"layout.{name}", format=name)
        assert Layout.from_board(board) == layout, name


def test_what_cannot_be_written():
    board = ms.Board.parse("#1", density="1/5")
    for name, message in (("umt", "read only"), ("mine", "mine count"), ("mbf", "hidden cells")):
        with pytest.raises(ms.BoardFormatError, match=message):
            board.text(name)
    with pytest.raises(ms.BoardFormatError, match="no sign for a known mine"):
        ms.Board.parse("*1#").text("letters")
    with pytest.raises(ms.UnknownNameError, match="known: canonical"):
        board.text("xls")
    under_rules: Any = ms.Board.parse("#1\n##", rules="hex")
    with pytest.raises(ms.BoardFormatError, match="no boards under rules"):
        under_rules.text("grid")
    assert under_rules.text() == str(under_rules)
    assert under_rules.text("json") == under_rules.to_json()
    with pytest.raises(ms.BoardFormatError, match="no boards under rules"):
        ms.Board.parse("-1 1", rules="hex", format="grid")
    with pytest.raises(ms.BoardFormatError, match="from files"):
        ms.Board.parse("#1", format="mbf")


# ---------------------------------------------------------------- formats that break a law


@pytest.mark.parametrize(
    "change, law",
    [
        ({"recognises": lambda source: False, "codes": {"x": 0}}, "recognises its own text"),
        ({"reads": FORMATS.get("grid").reads}, None),
        ({"writes": lambda board: str(board).replace("1", "2")}, "is read back"),
    ],
)
def test_a_wrong_format_is_caught(change, law):
    wrong = replace(FORMATS.get("canonical"), **change)
    with pytest.raises((AssertionError, ms.BoardFormatError), match=law):
        check_format(wrong, [("#10\n*10", ms.Board(GRID))])


def test_a_text_of_another_board_is_caught():
    with pytest.raises(AssertionError, match="and not another"):
        check_format("canonical", [("#10", ms.Board.parse("1#"))])


# ---------------------------------------------------------------- a format of another package

OTHER = symbol_format(
    "other", "o hidden, x a mine", {"o": HIDDEN, "x": MINE, **DIGITS}, only="ox", rank=5
)


@pytest.fixture
def other(monkeypatch):
    monkeypatch.setattr(FORMATS, "loaded", dict(FORMATS.loaded))
    FORMATS.register("other", OTHER)


@pytest.mark.usefixtures("other")
def test_a_format_of_another_package_is_as_any(tmp_path):
    check_format("other", [("o10\nx10", ms.Board(GRID))])
    assert formats.recognise(formats.split("o1")[0]) == "other"
    assert ms.Board.parse("2x1x1\no\n1").text("other") == "2x1x1\no\n1"
    path = tmp_path / "layout"
    assert (
        main(
            ["generate", "--level", "4x4/1", "--format", "other", "--out", str(path), "--seed", "1"]
        )
        == 0
    )
    assert main(["solve", str(path)]) == 0
    assert "other" in FORMATS()
    with pytest.raises(ms.UnknownNameError, match="other"):
        FORMATS.get("another")
