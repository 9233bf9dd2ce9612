from __future__ import annotations

import json

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strategies import played_boards

import minesolver as ms
from minesolver.io import formats
from minesolver.io.formats import FORMATS
from minesolver.io.formats.json import is_json
from minesolver.model.board import HIDDEN, MINE
from minesolver.model.variant import Field, VariantBoard


def test_letters_name_hidden_cells():
    assert ms.Board.parse("1 A 2\nB C D\nE 3 F").grid.tolist() == [
        [1, -1, 2],
        [-1, -1, -1],
        [-1, 3, -1],
    ]
    assert ms.Board.parse("? 0 0 / 0 1 1 / 0 1 ?").where(HIDDEN) == ((0, 0), (2, 2))
    with pytest.raises(ms.BoardFormatError, match="names two cells"):
        ms.Board.parse("1 A 2\nB C A")


def test_the_documents_figures():
    rows = [
        "0 0 1 2 10 1",
        "1 1 3 10 4 2",
        "2 10 4 10 3 10",
        "3 10 4 2 4 2",
        "4 1 2 10 2 10",
        " 0 1 2 3 4",
    ]
    table = "\n".join(rows).replace(" ", "\t")
    board = ms.Board.parse(table)
    assert board.shape == (5, 5)
    assert len(board.where(MINE)) == 8
    indexed = "0 -1 -1 3 -1 10\n1 -1 -1 -1 -1 -1\n2 -1 -1 -1 3 1\n3 -1 -1 2 1 0\n4 -1 2 1 0 0"
    with pytest.raises(ms.BoardFormatError) as caught:
        ms.Board.parse(indexed)
    assert len(caught.value.boards) == 2  # the first column may be clues
    assert str(ms.Board.parse(indexed, format="indexed")) == "##3#*\n#####\n###31\n##210\n#2100"


def test_the_search_documents_board_tells_its_total():
    assert ms.Board.parse("U1M\n11T").mines == 2
    assert ms.Board.parse("U1M\n11*").mines is None  # a move hides what its cell is
    assert ms.Board.parse("U1T\n11U").mines is None  # without M, U may stand for any hidden cell
    with pytest.raises(ms.BoardFormatError, match="impossible"):
        ms.Board.parse("U1M\n11T", 5)


def test_mine_position_text_has_width_first():
    assert ms.Board.parse("3x2x1\nHH1\n11F").shape == (2, 3)
    assert ms.Board.parse("3x2x1\nHH1\n11F").mines == 1
    with pytest.raises(ms.BoardFormatError, match="promises 3 rows"):
        ms.Board.parse("2x3x1\nHH\n11", format="mine")


def test_header_and_option():
    assert ms.Board.parse("2x2x1\n1#\n##").mines == 1
    assert ms.Board.parse("2x2x1\n1#\n##", mines=2).mines == 2
    assert ms.Board.parse("2x2x?\n1#\n##").mines is None
    assert ms.Board.parse("2x2x~1/5\n1#\n##").density.denominator == 5


@pytest.mark.parametrize(
    "text, line, column, symbol",
    [
        ("1Z\n##", 1, 2, "Z"),
        ("9#\n##", 1, 1, "9"),
        ("2x2x1\n1#\n#¿", 3, 2, "¿"),
        ("1##\n##", 2, 3, "#"),
        ("1#\n###", 2, 3, "#"),
        ("2x3x1\n##\n##", 2, 3, "#"),
        ("3x2x1\n##\n##", 1, 1, "3"),
        ("-1 11 3", 1, 4, "11"),
        ("8###\n####", 1, 1, "8"),
        ("###\n#9#", 2, 2, "9"),
        ("2x2x7\n1#\n##", 1, None, "7"),
        ("1 # #\n# q #", 2, 3, "q"),
        ("#1#/#7#", 1, 6, "7"),
        ("[[1,2],[3]", 1, 11, "end of input"),
        ("[[1,2.5]]", 1, 2, "2.5"),
    ],
)
def test_errors_name_the_place_and_the_symbol(text, line, column, symbol):
    with pytest.raises(ms.BoardFormatError) as caught:
        ms.Board.parse(text)
    assert (caught.value.line, caught.value.column, caught.value.symbol) == (line, column, symbol)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "no board"),
        (" \n\n", "no board"),
        ("1#\n##\n\n1#\n##", "2 boards"),
        ("[]", "no row"),
        ("[[]]", "no cells"),
        ("{}", "board"),
        ("[[[1]]]", "no symbol"),
        ("[" * 100_000, "not"),
        ("2x2x1", "no row"),
    ],
)
def test_other_errors(text, message):
    with pytest.raises(ms.BoardFormatError, match=message):
        ms.Board.parse(text)


def test_unknown_format():
    with pytest.raises(ms.UnknownNameError, match="known: canonical"):
        ms.Board.parse("#", format="nonsense")


@example(",/0", None, None)
@example(",/0", "indexed", None)
@example(", ,,0\n0", None, "3d")
@given(
    st.text(alphabet="#*.0123456789UMTBHF_-? ,/x[]\n\tAZ", max_size=40),
    st.sampled_from([None, *FORMATS.own]),
    st.sampled_from([None, "hex", "3d", "liar"]),
)
def test_any_text_is_a_board_or_a_format_error(text, format, rules):
    try:
        board = ms.Board.parse(text, format=format, rules=rules)
    except (ms.BoardFormatError, ms.PuzzleError):
        return
    assert ms.Board.parse(str(board), rules=rules) == board


@given(st.lists(played_boards(max_cells=9), min_size=1, max_size=4))
def test_several_boards_are_split_at_blank_lines(boards):
    # Digits alone are a number beside the others.
    boards = [board for board in boards if len(board) > 1 and HIDDEN in board.grid]
    assume(boards)
    text = "\n\n\n".join(map(str, boards))
    assert formats.parse_many(text) == boards
    as_json = "\n".join(json.dumps(board.grid.tolist(), indent=1) for board in boards)
    assert [b.grid.tolist() for b in formats.parse_many(as_json)] == [
        b.grid.tolist() for b in boards
    ]


def test_line_numbers_count_through_the_whole_input():
    with pytest.raises(ms.BoardFormatError) as caught:
        formats.parse_many("1#\n\n\n##\n#q")
    assert (caught.value.line, caught.value.column) == (5, 2)


def test_from_file(tmp_path):
    path = tmp_path / "board.txt"
    path.write_bytes(b"\xef\xbb\xbf2x2x1\r\n1#\r\n##\r\n")
    assert ms.Board.from_file(path) == ms.Board.parse("1#\n##", 1)
    path.write_bytes(b"1#\n#\xff")
    with pytest.raises(ms.BoardFormatError, match="UTF-8") as caught:
        ms.Board.from_file(path)
    assert caught.value.line == 2
    with pytest.raises(FileNotFoundError):
        ms.Board.from_file(tmp_path / "missing")


def test_the_documents_figures_are_written_as_printed():
    """Both figures of the inference report: tabs, row and column numbers."""
    full = (
        "0\t0\t1\t2\t10\t1\n1\t1\t3\t10\t4\t2\n2\t10\t4\t10\t3\t10\n3\t10\t4\t2\t4\t2\n4\t1\t2\t10\t2\t10\n"
        "\t0\t1\t2\t3\t4"
    )
    player_view = (
        "0\t-1\t-1\t3\t-1\t10\n1\t-1\t-1\t-1\t-1\t-1\n2\t-1\t-1\t-1\t3\t1\n"
        "3\t-1\t-1\t2\t1\t0\n4\t-1\t2\t1\t0\t0\n"
        "\t0\t1\t2\t3\t4"
    )
    for figure in (full, player_view):
        board = ms.Board.parse(figure)
        assert board.shape == (5, 5)
        assert board.text("framed") == figure
        assert board.text("indexed") == figure.rpartition("\n")[0]
        plain = board.text("grid")
        assert [line.split() for line in plain.splitlines()] == [
            line.split()[1:] for line in figure.splitlines()[:-1]
        ]


@pytest.mark.parametrize(
    "text",
    [
        "```\n1#\n##\n```",
        "```text\n1#\n##\n```",
        "> 1#\n> ##",
        ">1#\n>##\n> ",
        "> > ```\n> > 1#\n> > ##\n> > ```",
        "```json\n[[1,-1],[-1,-1]]\n```",
        "1️⃣⬜\n⬜⬜",
        "1️⃣||💥||\n||1️⃣||||1️⃣||",
        ":one: || :bomb: ||\n|| :one: |||| :two: ||",
        b"1#\n##",
        "1#\r\n##\r\n".encode("utf-16"),
        "1#\r\n##\r\n".encode("utf-16-le"),
        "1#\n##\n".encode("utf-16-be"),
        "1\u200b#\n##",
    ],
)
def test_what_is_pasted_from_mail_and_chats(text):
    board = formats.parse(text)
    assert board.grid.tolist() == [[1, -1], [-1, -1]]
    data = text if isinstance(text, bytes) else text.encode()
    assert [
        formats.read(source) for source, _ in formats.arriving(data.splitlines(True), "it")
    ] == [board]


def test_a_character_of_number_0_is_no_cell():
    with pytest.raises(ms.BoardFormatError, match=r"line 2, column 2: a character of number 0"):
        ms.Board.parse("1#\n#\0#\n###")
    with pytest.raises(ms.BoardFormatError, match="character of number 0"):
        ms.Board.parse("1#\n##".encode("utf-32"))


@pytest.mark.parametrize(
    ("text", "symbol", "column"),
    [("##\n1\x07#", "\x07", 2), ("##\n\x1b[1m1\x7f#", "\x7f", 6), ("##\n#1\u0301", "1\u0301", 2)],
)
def test_a_character_that_no_board_has_is_named_where_it_is(text, symbol, column):
    with pytest.raises(ms.BoardFormatError, match="a character of number") as caught:
        ms.Board.parse(text)
    error = caught.value
    assert (error.line, error.column, error.symbol) == (2, column, symbol)
    assert error.message.isprintable()


def test_a_puzzle_in_place_of_a_board_names_what_reads_it():
    with pytest.raises(ms.BoardFormatError, match=r"minesolver\.io\.formats\.read read it"):
        ms.Board.parse("{A, B, C} = 1")
    with pytest.raises(ms.BoardFormatError, match=r"Puzzle\.from_json read it"):
        ms.Board.parse('{"cells": ["A", "B"], "constraints": [{"cells": ["A", "B"], "mines": 1}]}')
    puzzle = formats.read(formats.split("{A, B, C} = 1")[0])
    assert ms.analyze(puzzle).solutions == 3


def test_what_chats_cover_tells_the_mine_count_where_it_is_the_whole_truth():
    assert ms.Board.parse("||1️⃣||||💣||\n||1️⃣||1️⃣").mines == 1
    assert ms.Board.parse("||1️⃣||||💣||\n||1️⃣||⬜").mines is None
    assert ms.Board.parse("🚩⬜\n1️⃣1️⃣").mines is None
    with pytest.raises(ms.BoardFormatError, match="impossible"):
        ms.Board.parse("||1️⃣||||💣||", 3)


@pytest.mark.parametrize(
    "name", ["board.mines", "examples/expert.mines", r"C:\boards\my board.txt", "a.png"]
)
def test_a_files_name_is_no_board(name):
    with pytest.raises(ms.BoardFormatError, match=r"Board\.from_file"):
        ms.Board.parse(name)


def test_a_picture_is_no_text(tmp_path):
    path = tmp_path / "board.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    with pytest.raises(ms.BoardFormatError, match=r"screenshots\.read"):
        ms.Board.from_file(path)


def test_a_puzzle_is_no_board():
    puzzle = '{"cells": ["a"], "constraints": []}'
    with pytest.raises(ms.BoardFormatError, match=r"Puzzle\.from_json"):
        ms.Board.parse(puzzle)
    assert formats.read(formats.split(puzzle)[0]).to_json() == ms.Puzzle.from_json(puzzle).to_json()


@pytest.mark.parametrize("between", ["", " ", "\n", "\r\n\n"])
def test_json_is_split_at_its_last_bracket(between):
    texts = ['["#1",\n\n "##"]', '{"board": ["]}\\"#", "1"], "mines": 1}', '[[["[{"]]]', "[[0]]"]
    lines = between.join(texts).encode().splitlines(True)
    sources = [source for source, is_whole in formats.arriving(lines, "it") if is_whole]
    assert ["\n".join(source.lines).strip() for source in sources] == texts
    assert sources == formats.split(between.join(texts))
    assert [source.first_line for source in sources][:2] == [1, 3 + between.count("\n")]


@pytest.mark.parametrize("mines", [None, 1])
@pytest.mark.parametrize("rules", ["two-colours", "wall", "klein,wall", "wall,longest-wall"])
def test_boards_of_one_column_under_rules_read_back(rules, mines):
    field = Field.parse(rules, (4, 1))
    clues = {i: field.clues(i, [0, 1, 0, 0])[0] for i in (0, 2)}
    board = VariantBoard(field, rules, clues, mines)
    assert ms.Board.parse(str(board), rules=rules) == board
    assert ms.Puzzle.from_json(board.to_json()) == board


def test_a_board_under_rules_is_of_the_size_that_its_first_line_says():
    with pytest.raises(ms.BoardFormatError, match="first line says 3x2, the board is 2x2") as error:
        ms.Board.parse("3x2x1 hex\n# #\n# #")
    assert error.value.line == 1
    with pytest.raises(ms.BoardFormatError, match=r"sides of 1,000, not 1x1001"):
        ms.Board.parse("# " * 1001, rules="hex")


def test_a_list_of_single_signs_is_a_row_and_no_json():
    for text, expected in (('["#", "1"]', False), ('["#1"]', True), ('[["#", "1"]]', True)):
        (source,) = formats.sources(text)
        assert is_json(source) == expected
