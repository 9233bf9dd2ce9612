"""Small or strange texts do no harm: a board or a typed error, in time and memory linear in them."""

from __future__ import annotations

import contextlib
import itertools
import json
import tracemalloc
from typing import Any

import numpy as np
import pytest
from depth import thorough
from hypothesis import example, given
from hypothesis import strategies as st

import minesolver as ms
from minesolver.io import formats, replays
from minesolver.model import board as boards

NINES = "9" * 5000


PIECES = (
    "q", "1q", "q'", "1+", "1v", "\u221a1", "A", "1x", "1 ", " ", "#", "-", "~", "1/", ",", "[", "{", "(",
    '"', "'", "|", "\t", "\n", ":", "1.", "_", "*", "\u00e9",
)  # fmt: skip
"""What the patterns of the readers repeat."""


TAILS = ("", "!", "\n##\n##", " # #\n# # #")


RULES = (None, "liar", "hex")


def repetitions():
    """(what is repeated, what ends it, rules): each time a third, in which every two of these meet."""
    for piece_number, piece in enumerate(PIECES):
        for tail_number, tail in enumerate(TAILS):
            for rules_number, rules in enumerate(RULES):
                is_in_third = (piece_number + tail_number + rules_number) % 3 == 0
                case = pytest.param if is_in_third else thorough
                yield case(piece, tail, rules)


DIGITS = "²³"  # to str.isdigit(); int() does not read them


@pytest.mark.parametrize(
    "text",
    [
        f"2x2x{NINES}\n##\n##",
        f"{NINES}x2\n##\n##",
        f"[[{NINES}]]",
        f'{{"board": ["##"], "mines": {NINES}}}',
        f"-1 {NINES}",
    ],
)
def test_integers_of_thousands_of_digits(text):
    with pytest.raises(ms.BoardFormatError) as caught:
        ms.Board.parse(text)
    assert len(str(caught.value)) < 300
    with pytest.raises(ms.BoardFormatError):
        replays.parse(text)


@pytest.mark.parametrize(
    "write",
    [
        lambda length: "#" * length,
        lambda length: "# " * (length // 2),
        lambda length: "-1 " * (length // 3),
        lambda length: "#\n" * (length // 2),
        lambda length: "#/" * (length // 2),
        lambda length: "[[" + ",".join(["-1"] * (length // 3)) + "]]",
        lambda length: "\u0100z" * (length // 2),
        lambda length: "\n" * length,
        lambda length: ">" * length,
        lambda length: ">`" * (length // 2),
        lambda length: "||#" * (length // 3),
        lambda length: ":one:" * (length // 5),
        lambda length: "1x" * (length // 2),
        lambda length: "[" * length,
    ],
    ids=[
        *("line", "spaced", "numbers", "lines", "slashes", "json", "junk", "blank"),
        *("quotes", "dress", "covered", "names", "sizes", "brackets"),
    ],
)
def test_memory_grows_as_the_text_does(write, monkeypatch):
    """Each way to read a text has its rows of cells: some hundred bytes for each character, and no square."""
    # A text that is too long for a board is too long to be read freely, too.
    for module in ("formats.source", "formats.readings", "canonical"):
        monkeypatch.setattr(f"minesolver.io.{module}.MAX_CELLS", 500)
    # What is loaded with the first text is not the reader's.
    peak_of_reading(write(1_700))
    short_text, long_text = write(2_000), write(8_000)
    short_peak, long_peak = peak_of_reading(short_text), peak_of_reading(long_text)
    assert long_peak < 500 * len(long_text)
    # Four times the text: the square of a text has sixteen times the memory.
    assert long_peak < 6 * short_peak


def peak_of_reading(text):
    """The most bytes at a time that it takes to refuse a text that is no board."""
    tracemalloc.start()
    try:
        with pytest.raises(ms.BoardFormatError) as caught:
            ms.Board.parse(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(str(caught.value)) < 300
    return peak


def test_a_board_of_one_line_is_read():
    assert ms.Board.parse("#" * 200_000).shape == (1, 200_000)
    with pytest.raises(ms.BoardFormatError, match="more than a board may have"):
        ms.Board.parse("#" * (boards.MAX_CELLS + 1))


@pytest.mark.parametrize(
    "text",
    [
        '["#1","##"]' * 20_000,
        '["' + '\\\\"' * 100_000,
        '"' * 100_000,
        "[" * 100_000 + "]" * 99_999,
        "[[1],\n" * 50_000,
    ],
    ids=["boards", "escapes", "quotes", "nested", "lines"],
)
def test_json_is_split_by_one_look_at_each_character(text, monkeypatch):
    looked = 0

    class Brackets:
        def finditer(self, line):
            nonlocal looked
            looked += len(line)
            return brackets.finditer(line)

    brackets = formats.pieces._BRACKETS
    monkeypatch.setattr(formats.pieces, "_BRACKETS", Brackets())
    pieces = list(formats.arriving([text.encode()], "it"))
    assert looked <= len(text)
    assert len(pieces) in (1, 20_000)


def test_the_place_of_a_bad_symbol_is_named_in_every_layout_of_rows():
    for text, line, column in (
        ("###\n #¿#", 2, 3),
        ("# #\n# ¿", 2, 3),
        ("##/#¿", 1, 5),
        ("-1 -1\n-1,¿", 2, 4),
        ("# ; #\n# # #", 1, 3),
        ('["##","#¿"]', 2, 2),
    ):
        with pytest.raises(ms.BoardFormatError) as caught:
            ms.Board.parse(text)
        assert (caught.value.line, caught.value.column) == (line, column), text


def test_a_row_of_commas_is_no_row():
    assert ms.Board.parse("-1 1\n,,\n1 1", format="grid").shape == (2, 2)
    with pytest.raises(ms.BoardFormatError):
        ms.Board.parse(",,\n;", format="grid")


def test_arrays_and_changes_of_another_kind():
    with pytest.raises(ms.BoardFormatError, match="integers"):
        ms.Board(np.zeros((2, 2), "m8[s]"))
    board = ms.Board.parse("##\n##")
    codes: list[Any] = [300, 10**30, 1.7, "1", None, True]
    for code in codes:
        with pytest.raises(ms.BoardFormatError):
            board.replace({(0, 0): code})
    array_scalar: Any = np.int64(3)
    assert board.replace({(0, 0): array_scalar})[0, 0] == 3


def test_layouts_of_lines_with_long_numbers(tmp_path):
    path = tmp_path / "layouts.jsonl"
    path.write_text(json.dumps({"board": ["1*"]}) + f'\n{{"seed": {NINES}, "board": ["1*"]}}\n')
    with pytest.raises(ms.BoardFormatError):
        formats.parse_many(path)


def test_texts_under_rules_have_bounds():
    for text in (f"{NINES}x2\n##\n##", f"2x2x{NINES}\n##\n##", "#" * 5_000):
        with pytest.raises(ms.BoardFormatError):
            ms.Board.parse(text, rules="eyesight")
    with pytest.raises(ms.PuzzleError, match="too large"):
        ms.Puzzle.from_json(f'{{"cells": [{NINES}]}}')


def test_an_input_without_end_is_refused_before_it_is_in_memory(monkeypatch):
    monkeypatch.setattr("minesolver.io.formats.pieces._MAX_LINES", 1000)
    with pytest.raises(ms.BoardFormatError, match="as long as this"):
        list(formats.arriving(itertools.repeat(b"1#\n"), "it"))
    monkeypatch.setattr("minesolver.io.formats.pieces.LONGEST", 1000)
    with pytest.raises(ms.BoardFormatError, match="as long as this"):
        list(formats.arriving([b"#" * 1001], "it"))
    several = list(formats.arriving([b"#" * 900 + b"\n", b"\n"] * 3, "it"))
    assert len(several) == 3


@pytest.mark.parametrize("piece, tail, rules", list(repetitions()))
def test_no_pattern_of_a_reader_takes_more_than_its_length(piece, tail, rules):
    """Two ways to read the same letters double the work with each letter: none of these would ever end."""
    with contextlib.suppress(ms.MinesolverError):
        ms.Board.parse(piece * (10_000 // len(piece)) + tail, rules=rules)


SIGNS = (
    *PIECES, "0", ".", "\\n", "]", "}", ")", "*", "/", "//", "# ", "> ", ";", "=", "x", "F", "10", "mines",
    "List", "Some(1)", "?", "$", "%", "3x3", "⬜", "💣", "│", "─", "\x1b[0m", "row 1", "null",
)  # fmt: skip
written = st.lists(st.sampled_from(SIGNS), max_size=5).map("".join)


@given(start=written, piece=written, count=st.integers(1, 40), end=written)
@example(start="\\n", piece="\t", count=5, end="")
def test_pieces_of_boards_in_any_order_are_a_board_or_an_error_of_ours(start, piece, count, end):
    with contextlib.suppress(ms.MinesolverError):
        ms.Board.parse(start + piece * count + end)


def test_a_puzzle_without_an_end_is_no_puzzle(tmp_path):
    huge_file = tmp_path / "huge"
    with huge_file.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(ms.PuzzleError, match="more than 64 MiB"):
        ms.Puzzle.from_file(huge_file)


@pytest.mark.parametrize("digit", DIGITS)
@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("mines: {0}\n#1\n##", None),
        ("{0} mines left\n#1\n##", None),
        ("{0}{0}1\n###", "hidden={0}{0}"),
        ("1: #1\n{0}: ##", None),
        ("{0} -1\n1 1", None),
        ("#{0}\n##", None),
    ],
)
def test_a_digit_that_is_no_decimal_one_is_a_sign_as_any_other(digit, text, signs):
    with contextlib.suppress(ms.MinesolverError):
        board = ms.Board.parse(
            text.format(digit), signs=None if signs is None else signs.format(digit)
        )
        assert board.mines is None
