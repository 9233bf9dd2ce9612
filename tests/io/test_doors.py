"""Formats of others: puzz.link, cells in JSON, facts of logic programs, masks beside layouts, XML."""

import json
import subprocess
import sys

import pytest

import minesolver as ms
from minesolver.io import formats

ADDRESS = "https://puzz.link/p?mines/5/5/g2m13l13g0j"
SAVED = "pzprv3/mines/5/5/. 2 . . . /. . . . 1 /3 . . . . /. . 1 3 . /0 . . . . /"
SOLVED = SAVED + ". . + . . /# # + . . /. # + + # /+ + . . # /. + + + # /"
"""A puzzle that puzz.link tests itself with, in both forms, and its solution."""
BOARD = ms.Board.parse("#2###\n####1\n3####\n##13#\n0####")


def read(text, **options):
    return formats.interpret_one(text, **options)


def test_a_puzzle_of_puzz_link_is_the_same_in_both_forms():
    assert ms.Board.parse(ADDRESS) == ms.Board.parse(SAVED + ". . . . . /" * 5) == BOARD
    for text in (f"<{ADDRESS}>", f"{ADDRESS}/", "http://pzv.jp/p.html?mines/5/5/g2m13l13g0j"):
        assert ms.Board.parse(text) == BOARD
    solved = read(SOLVED)
    mines = {(1, 0), (1, 1), (2, 1), (2, 4), (3, 4), (4, 4)}
    assert set(solved.subject.where(ms.MINE)) == mines
    assert any("+" in words for words in solved.taken)
    assert ms.analyze(BOARD).solutions == 1
    assert ms.analyze(BOARD).mines == mines
    assert ms.Board.parse(SOLVED, flags_are_guesses=True) == BOARD


def test_a_cell_of_puzz_link_that_shows_no_number_is_open():
    board = read("puzz.link/p?mines/5/3/1g1g.j.0g1g.").subject
    assert str(board) == "3x5x? square\n1#1#?\n####?\n0#1#?"
    assert ms.Board.parse(str(board)) == board


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("puzz.link/p?mines/5/3/1g1g.j.0g1g", None, "14 cells of 15"),
        ("puzz.link/p?mines/5/3/1g1g.j.0g1g.z", 35, "more cells than the 15"),
        ("puzz.link/p?mines/5/3/1g1!", 26, "'!' is no cell"),
        ("puzz.link/p?mines/5/3/1gf", 25, "a clue of 15"),
        ("puzz.link/p?mines/2/2/-10", 23, "a clue of 16"),
        ("puzz.link/p?mines/0/3/1", None, "no size"),
        ("puzz.link/p?nurikabe/5/5/g2m", None, "the puzzle nurikabe"),
        ("pzprv3/mines/2/2/. 1 /. q /", 25, "'q' is no cell"),
        ("pzprv3/mines/1/2/. 1 /. . /. /", 28, "more marks"),
    ],
)
def test_a_damaged_puzzle_of_puzz_link(text, column, words):
    with pytest.raises(ms.BoardFormatError, match=words) as caught:
        ms.Board.parse(text)
    assert caught.value.column == column


CELLS = [{"row": 0, "col": 0, "value": 1}, {"row": 1, "col": 1, "value": 2}]
EXPECTED = ms.Board.parse("2x3x2\n1##\n#2#")


@pytest.mark.parametrize(
    "values",
    [
        {"rows": 2, "cols": 3, "mines": 2, "revealed_cells": CELLS},
        {"height": 2, "width": 3, "mine_count": 2, "cells": CELLS},
        {"board_size": [2, 3], "mines": 2, "clues": CELLS},
        {"board_size": {"rows": 2, "cols": 3}, "mines": 2, "clues": CELLS},
        {"size": "2x3", "bombs": 2, "opened": CELLS},
        {"id": "t", "config": {"rows": 2, "cols": 3, "mines": 2, "state": {"revealed": CELLS}}},
        {
            "rows": 2, "cols": 3, "mines": 2, "solution": [{"row": 0, "col": 1}],
            "cells": [{"x": 0, "y": 0, "number": 1}, {"x": 1, "y": 1, "number": "2"}],
        },
        {
            "rows": 2, "cols": 3, "mines": 2,
            "cells": [{"row": 1, "col": 1, "value": 1}, {"row": 2, "col": 2, "value": 2}],
        },
    ],
)  # fmt: skip
def test_lists_of_opened_cells_in_json(values):
    assert ms.Board.parse(json.dumps(values)) == EXPECTED
    assert ms.Board.parse(json.dumps(values, indent=2)) == EXPECTED
    reading = read(json.dumps(values))
    assert "2 cells of" in reading.taken[0]
    assert ms.Board.parse(values) == EXPECTED


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (CELLS, "without the size"),
        ({"rows": 1, "cols": 3, "cells": CELLS}, r"\(1, 1\) is not on the 1x3 board"),
        ({"size": 2, "cells": [{"x": 0, "y": 0, "value": -1}]}, r"\(0, 0\) has value -1"),
        ({"size": 2, "cells": [{"x": "a", "y": 0, "value": 1}]}, "whole numbers"),
        ({"size": 2, "cells": [CELLS[0], {**CELLS[0], "value": 3}]}, "said to be two things"),
        ({"a": {"size": 2, "cells": CELLS}, "b": {"size": 2, "cells": CELLS}}, "which of these"),
    ],
)
def test_a_list_of_cells_that_is_no_board(values, words):
    with pytest.raises(ms.BoardFormatError, match=words):
        ms.Board.parse(json.dumps(values))


def test_flags_beside_a_list_of_cells_are_known_mines():
    values = {"size": 2, "cells": CELLS[:1], "flagged_cells": [{"row": 1, "col": 1}]}
    assert ms.Board.parse(json.dumps(values)) == ms.Board.parse("1#\n#*")
    assert ms.Board.parse(json.dumps(values), flags_are_guesses=True) == ms.Board.parse("1#\n##")


@pytest.mark.parametrize(
    "text",
    [
        "boardl(3).\nnumber(1,1,1).\nnumber(2,3,2). % the second",
        "#const n=3.\nclue(1,1,1). clue(2,3,2).",
        "rows(0..2). cols(0..2). value(0,0,1). value(1,2,2).",
        "size(3).\ncell(1,1,1). cell(2,3,2). cell(3,3,hidden).\n#show mine/2.",
    ],
)
def test_facts_of_logic_programs(text):
    assert ms.Board.parse(text) == ms.Board.parse("1##\n##2\n###")


def test_facts_tell_mines():
    board = ms.Board.parse("boardl(2). number(1,2,1). mine(2,2). mines(1).")
    assert board == ms.Board.parse("2x2x1\n#1\n#*")


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("boardl(3).\nnumber(1,4,1).", 2, 1, "not on the 3x3 board"),
        ("boardl(3).\nnumber(1,3,9).", 2, 1, "no clue"),
        ("boardl(3). number(1,1,1).", 1, 12, "from 0 or from 1"),
        ("boardl(3). number(3,1,1).\nnumber(3,1,2).", 2, 1, "contradicts"),
        ("boardl(3). number(3,1,1).\nmine(X,Y) :- cell(X,Y).", 2, 1, "a rule"),
        ("boardl(3). number(3,1,7).", 1, 12, "has 3 neighbours"),
        ("boardl(3). number(3,1,1).\nlink(1,2).", 2, 1, "nothing of a board"),
        ("number(3,1,1).\nx :- y.", 2, 1, "a rule"),
    ],
)
def test_facts_that_are_no_board(text, line, column, words):
    with pytest.raises(ms.BoardFormatError, match=words) as caught:
        ms.Board.parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)


MASK = "1 1 0\n0 1 0\n1 1 0\n1 1 0"
LAYOUT = "1 2 1\n-1 3 -1\n1 3 -1\n0 1 1"
UNMASKED = ms.Board.parse("4x3x3\n12#\n#3#\n13#\n01#")


@pytest.mark.parametrize(
    "text",
    [
        f"xdim 4\nydim 3\nnbMines 3\n{MASK}\n{LAYOUT}",
        f"rows: 4\ncols: 3\n{LAYOUT}\n{MASK}",
        f"4 3\n{MASK}\n{LAYOUT}",
        f"4x3x3\n{MASK}\n{LAYOUT}",
        "xdim 4\nydim 3\n{}\n{}".format(MASK.translate({48: "1", 49: "0"}), LAYOUT),
    ],
)
def test_a_mask_beside_a_layout(text):
    assert ms.Board.parse(text) == UNMASKED
    assert "as a mask" in read(text).taken[0]


def test_what_only_looks_like_a_mask_is_a_board():
    for text in ("1 0 1\n1 -1 1", "1 0\n1 -1", f"{MASK}\n{LAYOUT}"):
        assert formats.recognise(formats.split(text)[0]) == "canonical"
    with pytest.raises(ms.BoardFormatError, match="nbMines 5"):
        ms.Board.parse(f"xdim 4\nydim 3\nnbMines 5\n{MASK}\n{LAYOUT}")
    with pytest.raises(ms.BoardFormatError, match="shows some mines and covers others"):
        ms.Board.parse("xdim 4\nydim 3\n{}\n{}".format(MASK.replace("0 1 0", "0 1 1"), LAYOUT))


def test_a_mask_in_json():
    board = [[1, 2, -1], [1, -1, 2]]
    expected = ms.Board.parse("2x3x2\n12#\n1##")
    for key, mask in (
        ("revealed", [[True, True, False], [True, False, False]]),
        ("hidden", [[0, 0, 1], [0, 1, 1]]),
        ("mask", [[1, 1, 0], [1, 0, 0]]),
    ):
        for values in ({"board": board, key: mask}, {"game": {"grid": board, key: mask}}):
            assert ms.Board.parse(json.dumps(values)) == expected
    # A player's view has -1 for whatever is hidden: its mines cannot be counted.
    view = {"board": [[1, -1, -1]], "revealed": [[1, 0, 0]]}
    assert ms.Board.parse(json.dumps(view)) == ms.Board.parse("1##")
    flagged = {"board": board, "hidden": [[0, 0, 1], [0, 1, 1]], "flags": [[0, 0, 1], [0, 0, 0]]}
    assert ms.Board.parse(json.dumps(flagged))[0, 2] == ms.MINE
    # A layout that only tells where mines are has the clues that these make.
    for layout in (["*..", "..."], [["x", "_", "_"], ["_", "_", "_"]]):
        masked = {"board": layout, "revealed": [[0, 1, 1], [1, 1, 1]]}
        assert ms.Board.parse(json.dumps(masked)) == ms.Board.parse("#10\n110")
    with pytest.raises(ms.BoardFormatError, match="0 and 1 may be clues"):
        ms.Board.parse('{"board": [[1, 0], [0, 0]], "revealed": [[0, 1], [1, 1]]}')
    with pytest.raises(ms.BoardFormatError, match="no mines tell"):
        ms.Board.parse('{"board": [[1, 2, -1], [1, -1, 2]], "mask": [[1, 1, 0], [1, 1, 0]]}')
    with pytest.raises(ms.BoardFormatError, match=r"\(0, 1\) shows 'q'"):
        ms.Board.parse('{"board": [["1", "q"]], "visible": [[1, 1]]}')


def test_xml_is_called_what_it_is():
    legup = '<?xml version="1.0"?>\n<Legup version="2.0.0">\n<puzzle name="Minesweeper"/>\n</Legup>'
    for text, words in ((legup, "<Legup>"), ('<?xml version="1.0"?><board/>', "<board>")):
        with pytest.raises(ms.BoardFormatError, match=words) as caught:
            ms.Board.parse(text)
        assert "drawing without" not in str(caught.value)
    with pytest.raises(ms.BoardFormatError, match="a drawing without its board's text"):
        ms.Board.parse('<?xml version="1.0"?>\n<svg></svg>')


def test_new_formats_take_a_cut():
    for text in (
        ADDRESS,
        json.dumps({"size": 2, "cells": [{"row": 0, "col": 0, "value": 6}]}),
        "boardl(3). number(1,3,5).",
    ):
        assert ms.Board.parse(text, cut="all").cut == ("left", "top", "right", "bottom")


def test_the_command_says_how_it_read_them():
    values = {"size": 2, "cells": CELLS[:1], "mines": 1}
    command = [sys.executable, "-m", "minesolver", "solve", "--json"]
    answer = subprocess.run(
        command, input=json.dumps(values), capture_output=True, text=True, check=True
    )
    assert json.loads(answer.stdout)["solutions"] == "3"
    assert any("1 cell of cells" in words for words in json.loads(answer.stdout)["read"])
