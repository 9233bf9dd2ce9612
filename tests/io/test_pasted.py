"""What people paste is read as the board that they mean, or asked about; nothing hangs."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from depth import one_in
from hypothesis import given, note, settings
from notations import DECORATIONS, MINE, NOTATIONS
from paths import ROOT
from patience import PATIENCE
from reading_cases import PATH, POSITIONS, cases
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
    if case.get("asks"):
        with pytest.raises(ms.BoardFormatError) as caught:
            ms.Board.parse(case["text"])
        assert 1 <= len(caught.value.readings) == len(caught.value.boards) <= 3
        drawn = [text.splitlines()[-len(case["rows"]) :] for text in caught.value.boards]
        number = drawn.index(case["rows"]) + 1
        board = ms.Board.parse(case["text"], reading=number)
        assert str(board).splitlines()[-board.rows :] == case["rows"]
        return
    board = ms.Board.parse(case["text"])
    assert str(board).splitlines()[-board.rows :] == case["rows"]
    assert board.mines == case["mines"]


ASKED = [
    *(case["text"] for case in CASES if case.get("asks") or case.get("error") == "ask"),
    "1.....\n1.....\nSS...3\n2.DDDD\n.DD55-\n.D4D-D",
    "x 1 -   1 1 -\nx 1 -   x 1 -\nx 1 -   1 1 -",
    '{"board": ["***", "***"]}',
]


@pytest.mark.parametrize("mines", [None, 4])
def test_a_board_of_known_mines_alone_is_read_back_from_json(mines):
    board = ms.Board([[10, 10], [10, 10]], mines)
    assert ms.Board.parse(formats.write(board, "json")) == board


def test_one_sign_has_one_role_in_all_boards_of_json():
    text = '{"board": ["1h", "h."]}\n{"board": ["1F", "1."]}'
    boards = formats.parse_many(text)
    assert [board.grid.tolist() for board in boards] == [[[1, -1], [-1, 0]], [[1, MINE], [1, 0]]]


def test_of_boards_in_json_that_share_no_sign_each_sign_has_one_role_too():
    text = '[["+", "+", 1], ["+", 2, 1], [1, 1, 0]]\n\n[["*", "*", 1], ["*", 3, 1], [1, 1, 0]]'
    assert ms.Board.parse(text, reading=2).text() == "3x3x?\n**1\n*31\n110"


@pytest.mark.parametrize("size", ["3x2", "size: 3x2", "1 2"])
def test_json_has_the_size_that_the_line_above_it_tells(size):
    with pytest.raises(ms.BoardFormatError, match="2 rows of 2"):
        ms.Board.parse(f'{size}\n\n{{"board": ["1#", "##"]}}')
    assert ms.Board.parse('2x2\n\n{"board": ["1#", "##"]}').rows == 2


def beside(left: Sequence[str], right: Sequence[str], gap: str) -> str:
    return "\n".join(f"{a}{gap}{b}" for a, b in zip(left, right, strict=True))


_LEFT, _RIGHT = ("x x 1", "x 2 1", "1 1 0", "0 0 0"), ("x x 1", "2 2 1", "0 0 0", "0 0 0")


def _named(rows: Sequence[str], name: str) -> list[str]:
    return [name.format(number) + row for number, row in enumerate(rows)]


BESIDE = {
    "rows of logs": beside(
        _named(_LEFT, "12:00:0{} "), _named(_RIGHT, "[12:03:0{}] board: "), "    "
    ),
    "rows with names": beside(_named(_LEFT, "Row {}: "), _named(_RIGHT, "{}) "), "    "),
    "rows with numbers": beside(_named(_LEFT, " {} "), _named(_RIGHT, " {} "), "     "),
    "bars, and pictures in rows of several widths": beside(
        [f"| {row.replace(' ', ' | ')} |" for row in _LEFT],
        [f"| {row.replace(' ', ' | ')} |" for row in _RIGHT],
        "      ",
    ).replace("0 |      |", "0 |          |"),
    "columns with the same names, and no place that is the same": beside(
        ["0 1 2", *_LEFT], ["0 1 2", *_RIGHT], "    "
    ).replace("1    x", "1     x"),
    "boxes": beside(
        ["[" + row.replace(" ", "] [") + "]" for row in _LEFT],
        ["[" + row.replace(" ", "] [") + "]" for row in _RIGHT],
        "  |  ",
    ),
}
BESIDE = {name: text.replace("x", "#") for name, text in BESIDE.items()}


@pytest.mark.parametrize("name", BESIDE)
def test_of_boards_side_by_side_each_is_listed(name):
    with pytest.raises(ms.BoardFormatError) as caught:
        ms.Board.parse(BESIDE[name])
    drawn = [board.split() for board in caught.value.boards[:2]]
    shown = [[row.replace(" ", "").replace("x", "#") for row in rows] for rows in (_LEFT, _RIGHT)]
    assert drawn == shown


def test_of_two_sheets_with_blank_cells_side_by_side_each_is_listed():
    left, right = ("x1 ", "x1 ", "11 "), ("xx1", "221", "1  ")
    with pytest.raises(ms.BoardFormatError) as caught:
        ms.Board.parse(
            beside(["\t".join(row) for row in left], ["\t".join(row) for row in right], "     ")
        )
    drawn = [board.split() for board in caught.value.boards[:2]]
    assert drawn == [["#10", "#10", "110"], ["##1", "221", "100"]]


def test_the_number_of_a_board_means_the_same_before_signs_are_told_and_after():
    text = "x o 1\no o 1\n\nx o 1\nx o 1"
    with pytest.raises(ms.BoardFormatError) as caught:
        ms.Board.parse(text)
    ways = caught.value.readings
    assert all(way.startswith("signs=") for way in ways)
    signs = ways[0].partition("=")[2].strip('"')
    with pytest.raises(ms.BoardFormatError) as which_board:
        ms.Board.parse(text, signs=signs)
    assert which_board.value.readings == ("reading=1", "reading=2", "reading=3")
    for number, drawn in enumerate(which_board.value.boards, 1):
        with pytest.raises(ms.BoardFormatError) as caught:
            ms.Board.parse(text, reading=number)
        assert caught.value.readings == ways
        assert caught.value.boards[0] == drawn
        assert str(ms.Board.parse(text, reading=number, signs=signs)) == drawn
    with pytest.raises(ms.BoardFormatError, match="no board 4"):
        ms.Board.parse(text, reading=4)


def test_a_line_of_another_game_that_breaks_off_is_called_one():
    with pytest.raises(ms.BoardFormatError, match="no line of a puzzle"):
        ms.Board.parse("[V]5x5-...")


def outcome_of(text: str, options: dict[str, Any]) -> ms.Board | ms.BoardFormatError:
    try:
        return ms.Board.parse(text, **options)
    except ms.BoardFormatError as error:
        return error


def rows_of(drawn: str) -> list[str]:
    return [line for line in drawn.split() if "x" not in line]


@pytest.mark.parametrize("text", ASKED)
def test_each_answer_that_a_question_prints_gives_the_board_that_it_draws(text):
    with pytest.raises(ms.BoardFormatError) as caught:
        ms.Board.parse(text)
    for way, drawn in zip(caught.value.readings, caught.value.boards, strict=True):
        option, _, value = way.partition("=")
        answer = {option: int(value) if option == "reading" else value.strip('"')}
        boards = drawn.split("\n\n")
        answered = outcome_of(text, answer)
        if isinstance(answered, ms.Board):
            assert rows_of(str(answered)) == rows_of(drawn)
        elif answered.readings:  # of several boards the next question is which
            assert len(boards) > 1
            assert [*answered.boards] == boards[:3]
        else:
            assert not drawn or "impossible" in answered.message


def test_of_groups_of_rows_signs_are_asked_first_and_then_whether_they_are_one_board():
    text = "_ 1 . .\n2 3 2 1\n1 _ 1 _\n\n2 3 2 1\n_ _ 1 ."
    with pytest.raises(ms.BoardFormatError) as caught:
        ms.Board.parse(text)
    assert [*caught.value.readings] == ['signs="hidden=. zero=_"', 'signs="hidden=_ zero=."']
    with pytest.raises(ms.BoardFormatError) as caught:
        ms.Board.parse(text, signs="hidden=_ zero=.")
    groups = "#100\n2321\n1#1#", "2321\n##10"
    assert [*caught.value.boards] == ["\n".join(groups), *groups]
    # Where several boards are asked for, groups of rows are boards.
    groups = "#100\n2321\n1#1#", "2321\n##11"
    assert tuple(map(str, formats.parse_many("\n\n".join(groups)))) == groups


MINE_COUNTS = (10, 7, 14)
"""Of the positions: counts with which they have a layout."""


def decorated(seed: int, number: int) -> Iterator[tuple[str, list[list[int]], int | None, str]]:
    """(name, codes, the mine count that the text tells, text) of positions with things around them."""
    random = Random(seed)
    signs = {"#": -1, "*": MINE} | {str(clue): clue for clue in range(9)}
    for _ in range(number):
        (rows, _), mines = random.choice(list(zip(POSITIONS, MINE_COUNTS, strict=True)))
        codes = [[signs[sign] for sign in row] for row in rows.split("|")]
        flags = sum(row.count(MINE) for row in codes)
        notation, decoration = random.choice(list(NOTATIONS)), random.choice(list(DECORATIONS))
        text, tells_mines = DECORATIONS[decoration](NOTATIONS[notation](codes), mines, flags)
        yield f"{notation}, {decoration}", codes, mines if tells_mines else None, text


def test_no_text_is_read_as_another_board_whatever_stands_around_it(thorough):
    total = 400 if thorough else 200
    read = 0
    for name, codes, mines, text in decorated(1, total):
        try:
            board = ms.Board.parse(text)
        except ms.BoardFormatError:
            continue
        assert (board.grid.tolist(), board.mines) == (codes, mines), (name, text)
        read += 1
    assert read >= 0.8 * total


# Each example is read in every notation there is.
@settings(max_examples=settings.default.max_examples // 3)
@given(board=played_boards(max_cells=30))
def test_every_board_in_every_notation_ends_in_a_board_or_an_error(board):
    """Which board cannot be asked of boards so small: they leave open what their signs mean."""
    for name, notation in NOTATIONS.items():
        note(name)  # of a failure, the last one is to blame
        with contextlib.suppress(ms.MinesolverError):
            formats.parse(notation(board.grid.tolist()))


REPEATED = [
    *(
        "#",
        "1",
        "[",
        "|",
        " ",
        "x",
        "-",
        "/",
        "`",
        ">",
        "_",
        ":",
        "1,",
        "[[",
        "A ",
        "\t",
        "é",
        "1 x ",
        "(0,",
    ),
    *("'", "\x1b[", "mine 1 ", '"', "| ", "+-", "[1] ", "1 2\n", "x\n\n", "Rest: 17\n"),
]


# test_faults_input repeats more signs, with and without an end.
@pytest.mark.parametrize("sign", one_in(2, REPEATED))
def test_ten_thousand_characters_of_anything_end_in_a_board_or_an_error(sign):
    for text in (sign * (10_000 // len(sign)), f"{sign * 100}\n" * (100 // len(sign))):
        with contextlib.suppress(ms.MinesolverError):
            ms.Board.parse(text)


def test_a_masked_game_is_the_position_after_its_first_click():
    """Whoever masks it wrongly finds mines beside the first click, which the game never has."""
    reading = formats.interpret(formats.split("9x9:4,4,m00b7d48a3e0231c419200")[0])
    assert reading.start == (4, 4)
    assert reading.subject[4, 4] == 0
    assert reading.layout.mines == reading.subject.mines == 35
    assert ms.analyze(reading.subject).solutions > 1
    with pytest.raises(ms.BoardFormatError, match="first click draws them"):
        ms.Board.parse("9x9n10:r10,u,1f2e")


def test_a_link_is_a_whole_layout():
    link = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=32&m=20"
    reading = formats.interpret(formats.split(link)[0])
    assert sorted(reading.layout.mine_cells) == [(1, 0)]
    with pytest.raises(ms.BoardFormatError, match="2 digits"):
        ms.Board.parse(link + "0")


@pytest.mark.parametrize(
    "text", ["{(0, 0), (0, 1)} = 1\n{(0, 1)} = 0", "{ (0,0),(0,1) }=1\n\n{(0,1)}=0"]
)
def test_sentences_of_cs50_are_a_puzzle(text):
    puzzles = [formats.read(source) for source in formats.split(text.replace("\n\n", "\n"))]
    assert ms.analyze(puzzles[0]).safe == {(0, 1)}
    assert ms.analyze(puzzles[0]).mines == {(0, 0)}
    with pytest.raises(ms.BoardFormatError, match="puzzle of named cells"):
        ms.Board.parse(text.replace("\n\n", "\n"))


def test_mines_left_signs_and_flags_that_are_guesses():
    assert ms.Board.parse("1*#\n1##", left=2).mines == 3
    assert ms.Board.parse('{"board": ["1*#", "1##"], "left": 2}').mines == 3
    board = ms.Board.parse("?q?\n121", signs="hidden=? mine=q")
    assert board.where(ms.MINE) == ((0, 1),)
    assert ms.Board.parse("?q?\n121", signs={"q": "mine", "?": "hidden"}) == board
    assert ms.Board.parse("1*#\n1##", flags_are_guesses=True) == ms.Board.parse("1##\n1##")
    for signs in ("x", "x=", "x=y", "hidden=x mine=x"):
        with pytest.raises(ms.BoardFormatError):
            ms.Board.parse("x1", signs=signs)
    with pytest.raises(ms.BoardFormatError, match="left"):
        ms.Board.parse("1#", 1, left=1)


@pytest.mark.parametrize(
    "rows",
    [
        ["1#", "##"],
        [[1, -1], [-1, -1]],
        [[1, None], ["?", "?"]],
        (("1", "x"), ("x", "x")),
        [["1", "null"], "??"],
    ],
    ids=str,
)
def test_rows_in_lists(rows):
    assert ms.Board.parse(rows).grid.tolist() == [[1, -1], [-1, -1]]


@pytest.mark.parametrize("thing", [4, None, [], [1, 2], {1: 2}, object(), [[]], {"board": 3}])
def test_what_is_no_board_is_a_typed_error(thing):
    with pytest.raises(ms.BoardFormatError):
        ms.Board.parse(thing)


def test_layouts_as_json_has_them_and_as_values():
    game = ms.Game(1, 6, 2, layout=[[0, 1], [0, 4]])
    assert game.mines == 2
    layout = ms.Layout(2, 2, frozenset({(0, 0)}))
    assert ms.Game(2, 2, 1, layout=layout).mines == ms.Game.of(layout).mines == 1
    with pytest.raises(ms.RuleError, match=r"Layout\.from_board"):
        ms.Game(2, 2, 1, layout=["*#", "##"])
    with pytest.raises(ms.RuleError, match="no layout"):
        ms.Game(2, 2, 1, layout=[{}])  # type: ignore[arg-type]


def test_output_that_the_terminal_cannot_show_is_replaced():
    command = [
        sys.executable,
        "-m",
        "minesolver",
        "generate",
        "--format",
        "emoji",
        "--level",
        "4x4/2",
        "--seed",
        "1",
    ]
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    done = subprocess.run(command, capture_output=True, env=environment, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert b"?" in done.stdout
    assert not done.stderr.count(b"Traceback")


def test_the_page_of_what_can_be_read_is_made_from_the_table(monkeypatch):
    docs = ROOT / "docs"
    monkeypatch.syspath_prepend(str(docs))
    import make_reading

    assert make_reading.PAGE.read_text(encoding="utf-8") == make_reading.page(), (
        "python docs/make_reading.py"
    )


def test_a_link_with_rules_is_not_taken_for_rows_that_a_semicolon_parts():
    board = ms.Board.parse("3x4x5 one-liar\n##2?\n###2\n####")
    link = formats.write(board, "link")
    assert len(set(map(len, link.split(";")))) == 1
    assert ms.Board.parse(link) == board


def test_hex_dumps_and_settings_are_named():
    """A dump was a board of its digits, and settings were "not JSON"."""
    kinds = {"a hex dump": "looks like a hex dump", "settings": "looks like a file of settings"}
    for words, message in kinds.items():
        texts = [case["text"] for case in cases() if words in case["name"] and "error" in case]
        assert texts
        for text in texts:
            with pytest.raises(ms.BoardFormatError, match=message):
                ms.Board.parse(text)


def test_a_row_of_a_matrix_goes_on_behind_a_comma_at_the_end_of_its_line():
    text = "B = [1, 2,\n 1; -1, -1,\n -1]"
    assert ms.Board.parse(text).grid.tolist() == [[1, 2, 1], [-1, -1, -1]]


def test_a_line_that_is_but_a_break_of_html_parts_boards():
    with pytest.raises(ms.BoardFormatError, match="2 boards"):
        ms.Board.parse("1#\n##\n<br>\n#1\n##")
