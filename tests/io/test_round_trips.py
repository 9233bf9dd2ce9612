"""What we write is read back as the same thing, by every reader, or refused in one sentence."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from io import BytesIO
from itertools import product

import pytest
from patience import PATIENCE
from PIL import Image
from PIL.PngImagePlugin import PngInfo

import minesolver as ms
from minesolver.cli import main
from minesolver.game.replay import positions
from minesolver.game.review import review
from minesolver.io import formats
from minesolver.io.formats.drawings import text_in_png
from minesolver.io.pictures import png, svg
from minesolver.io.replays import parse as parse_replay

UNDER_RULES = {
    "hex,liar": "1##\n##2",
    "3d": "##\n1#\n-\n?#\n*#",
    "square": "_#1\n###",
    "torus": "1####\n#####\n#####",
    "quad": "# # 2\n# ? 3\n# # #",
    "partition,liar": "1 # L2\n? # #",
    "eyesight": "12x1\n10\n?\n" + "\n".join("#" * 10),
}
"""Rules, and boards under them."""


@pytest.mark.parametrize("rules", UNDER_RULES)
@pytest.mark.parametrize("prior", [{}, {"mines": 2}, {"density": "1/5"}], ids=str)
def test_text_under_rules_names_them(rules, prior):
    board = ms.Board.parse(UNDER_RULES[rules], rules=rules, **prior)
    first_line = str(board).splitlines()[0]
    assert first_line.split(" ")[1] == rules
    assert ms.Board.parse(str(board)) == board
    assert ms.Board.parse(board.text("json")) == board
    assert ms.Board.parse(str(board), rules=rules) == board


@pytest.mark.parametrize("shape", [(3, 4), (4, 5), (8, 9), (9, 10), (16, 17), (16, 31)], ids=str)
@pytest.mark.parametrize("zero", "0.")
def test_below_our_size_line_a_first_column_of_hidden_cells_is_cells(shape, zero):
    """Without the column the board has a usual size, as lines behind a comment sign would."""
    rows, cols = shape
    board = ms.Board.hidden(rows, cols, 3).replace({(0, cols - 1): 1, (rows - 1, cols - 1): 0})
    first_line, *row_lines = str(board).splitlines()
    text = "\n".join([first_line, *(row.replace("0", zero) for row in row_lines)])
    # Through the door of files and commands.
    assert formats.parse_many(text) == [board]


@pytest.mark.parametrize(
    "text", ["#1#1\n####\n#211", "#1#\n###", "####\n####\n####", "*2#\n*##\n*##"]
)
def test_our_text_without_a_size_line_is_one_board_by_every_door(text):
    assert formats.parse_many(text) == [ms.Board.parse(text)]


@pytest.mark.parametrize(
    "text", ["# 1 # 1\n# # # #\n# 2 1 1", "* 1 # 1\n* # # #\n* 2 1 1", "* 2 #\n* # #\n* # #"]
)
def test_a_sign_of_a_comment_before_each_row_is_a_question_by_every_door(text):
    for read in ms.Board.parse, formats.parse_many:
        with pytest.raises(ms.BoardFormatError) as caught:
            read(text)
        assert len(caught.value.boards) == 2


def test_rules_alone_in_the_first_line_are_read():
    board = ms.Board.parse("1#\n##", rules="hex,liar")
    assert ms.Board.parse("hex,liar\n1#\n##") == board
    assert ms.Board.parse("rules: hex, liar\n1#\n##") == board
    assert ms.Board.parse("2x2x? hex,liar / 1# / ##") == board


def test_a_file_under_rules_is_read_without_being_told_them(tmp_path):
    board = ms.Board.parse("1#\n##", 1, rules="hex,liar")
    path = tmp_path / "board"
    path.write_text(str(board))
    assert ms.Board.from_file(path) == board


def test_rules_that_contradict_each_other_are_an_error():
    with pytest.raises(
        ms.BoardFormatError, match="line 1: the board names the rules hex, and torus were"
    ):
        ms.Board.parse("2x2x1 hex\n1#\n##", rules="torus")
    with pytest.raises(ms.PuzzleError, match="the board names the rules hex, and torus were"):
        ms.Board.parse('{"rules": "hex", "board": ["1#", "##"]}', rules="torus")
    with pytest.raises(ms.BoardFormatError, match="line 1: unknown rule 'hxe'; did you mean hex"):
        ms.Board.parse("2x2x1 hxe\n1#\n##")


def test_a_hole_is_one_only_where_rules_are_named():
    text = "_#1#\n####\n####"
    for headed in (text, f"3x4x1\n{text}"):
        assert ms.Board.parse(headed)[0, 0] == 0
    with_hole = ms.Board.parse(f"3x4x1 square\n{text}")
    assert len(with_hole.cells) == 11
    assert ms.Board.parse(text, 1, format="underscore")[0, 0] == 0
    # Where all around it is open, both say the same of the hidden cells.
    assert ms.Board.parse("2x3x1\n_1#\n_1#")[0, 0] == 0


@pytest.mark.parametrize("name", ["canonical", "json", "link"])
def test_rules_that_need_a_border_have_one_beside_a_hole(name):
    board = ms.Board.parse("3x3x4 torus,outside\n###\n#_#\n###")
    assert ms.Board.parse(board.text(name)) == board


@pytest.mark.parametrize("rules", ["longest-wall,eyesight-difference", "multiple,eyesight"])
def test_a_line_of_the_game_refuses_rules_that_it_cannot_tell(rules):
    board = ms.Board.parse(f"2x2x4 {rules}\n##\n##")
    with pytest.raises(ms.BoardFormatError, match="a line cannot tell the rules"):
        board.text("14mv")


@pytest.mark.parametrize("name", ["grid", "indexed", "framed"])
def test_numbers_have_the_mine_count(name):
    for board in (
        ms.Board.parse("3x3x2\n##1\n*11\n110"),
        ms.Board.parse("##1\n#11", density="1/5"),
    ):
        assert ms.Board.parse(board.text(name)) == board


@pytest.mark.parametrize("rules", ["hex,liar", "3d", "square"])
def test_answers_of_solve_are_read_by_solve(rules, tmp_path, capsys):
    path = tmp_path / "board"
    path.write_text(str(ms.Board.parse(UNDER_RULES[rules], rules=rules, density="1/3")))
    assert main(["solve", str(path), "--json", "--explain"]) == 0
    first_answer = capsys.readouterr().out
    path.write_text(first_answer)
    assert main(["solve", str(path), "--json", "--explain"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(first_answer)


# ---------------------------------------------------------------- saved games

RULES_OF_PLAY = [
    ms.Rules(),
    ms.Rules("none", reveal="single"),
    ms.Rules("zero", after_mine="continue"),
    ms.Rules("safe", win="flag"),
    ms.Rules("none", after_mine="continue", win="explore"),
    ms.Rules("safe", mine_count_known=False),
    ms.Rules("none", board="hex,liar"),
    ms.Rules("none", board="four", after_mine="continue"),
    ms.Rules(
        "none", board="square", reveal="single", mine_count_known=False, after_mine="continue"
    ),
]


@pytest.mark.parametrize("rules", RULES_OF_PLAY, ids=str)
def test_a_saved_game_is_the_same_game(rules):
    """Boards before each move and the end, which is all that review grades, are those of the game."""
    game = ms.Game(4, 4, 4, rules, seed=3)
    boards = []
    for cell in game.board.cells:
        if game.over:
            break
        if cell in game.board.where(game.board._HIDDEN):
            boards.append(game.board)
            game.open(cell)
    if not game.over:
        for cell in sorted(game.layout):
            if cell in game.board.where(game.board._HIDDEN) and not game.over:
                game.flag(cell)
    replay = parse_replay(game.record())
    assert [board for board, _ in positions(replay)] == boards
    assert replay.outcome == game.status
    assert replay.protected == (rules.first_click != "none")
    graded = review(replay)
    assert graded.outcome == game.status
    assert graded.mines_hit == game.mines_hit


@pytest.mark.parametrize(
    "more", [(), ("--after-mine", "continue"), ("--win", "explore"), ("--hide-total",)]
)
@pytest.mark.parametrize(
    "board", [("--level", "5x5/5"), ("--rules", "hex,liar", "--shape", "4x4", "--mines", "4")]
)
def test_what_play_saves_is_reviewed_as_it_was_played(board, more, capsys):
    for seed in "123":
        assert main(["play", *board, *more, "--policy", "safest", "--seed", seed, "--json"]) == 0
        text = capsys.readouterr().out
        summary = json.loads(text.splitlines()[-1])
        graded = review(parse_replay(text))
        assert graded.won == (summary["outcome"] == "won")
        assert graded.mines_hit == summary["mines_hit_per_game"]
        assert len(graded.guesses) <= summary["guesses_per_game"]
        assert (graded.replay.board.mines is None) == ("--hide-total" in more)


@pytest.mark.parametrize(
    "key, value, message",
    [
        ("reveal", "all", "reveal is one of"),
        ("win", 5, "win is a text"),
        ("mine_count_known", 1, "true or false"),
    ],
)
def test_a_saved_game_under_no_such_rules_is_refused(key, value, message):
    header = {"rows": 1, "cols": 2, "mines": 1, "layout": [[0, 1]], key: value}
    with pytest.raises(ms.BoardFormatError, match=message):
        parse_replay(json.dumps(header) + '\n{"cell": [0, 0]}')


# ---------------------------------------------------------------- pictures of our own


def position(rules, shape, mines=None, seed=1):
    """A board in the middle of a game: half of the safe cells are open."""
    *layers, rows, cols = shape
    game = ms.Game(
        rows, cols, mines, ms.Rules("given", board=rules, reveal="single"), seed=seed, layers=layers
    )
    game.open(game.start)
    for cell in game.board.cells[::2]:
        if not game.over and not game.is_mine(cell) and cell != game.start:
            game.open(cell)
    return game.board


def boards_of_all_kinds():
    square = position("square", (4, 5), 5)
    yield from (
        square,
        square.replace(mines=None),
        square.replace(density="1/5"),
        square.flag(hidden_mine(square)),
    )
    for rules, shape in [
        ("hex,liar", (3, 4)),
        ("3d", (2, 3, 3)),
        ("quad", (3, 4)),
        ("torus,partition", (4, 4)),
    ]:
        board = position(rules, shape)
        yield from (board, board.replace(mines=None))


def hidden_mine(board):
    return min(ms.analyze(board).mines or ms.analyze(board).board.where(ms.HIDDEN))


@pytest.mark.parametrize(
    "board", list(boards_of_all_kinds()), ids=lambda board: f"{board._title} {board.prior}"
)
@pytest.mark.parametrize("draw", [svg, png])
def test_our_own_pictures_are_read_back_exactly(board, draw, tmp_path, capsys):
    analysis = ms.analyze(board)
    for subject in (board, analysis):
        drawing = draw(subject)
        path = tmp_path / f"board.{draw.__name__}"
        path.write_bytes(drawing if isinstance(drawing, bytes) else drawing.encode())
        assert ms.Board.from_file(path) == board
        assert main(["solve", str(path), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["solutions"] == str(analysis.solutions)
        if isinstance(drawing, str):
            assert ms.Board.parse(drawing) == board


def test_a_picture_that_was_painted_over_is_looked_at():
    board = ms.Board.parse("3x3x2\n##1\n#11\n110")
    image = Image.open(BytesIO(png(board)))
    chunks = PngInfo()
    for name, text in image.info.items():
        chunks.add_text(str(name), str(text))
    untouched, painted = BytesIO(), BytesIO()
    image.save(untouched, "PNG", pnginfo=chunks)
    image.putpixel((5, 5), (0, 0, 0))
    image.save(painted, "PNG", pnginfo=chunks)
    assert text_in_png(untouched.getvalue()) == str(board)
    assert text_in_png(painted.getvalue()) is None


def test_a_sheet_of_puzzles_is_read(tmp_path, capsys):
    path = tmp_path / "sheet.html"
    arguments = [
        "generate",
        "--rules",
        "liar",
        "--unique",
        "--shape",
        "3x3",
        "-n",
        "2",
        "--seed",
        "1",
    ]
    assert main([*arguments, "--out", str(path)]) == 0
    puzzles = formats.parse_many(path)
    assert len(puzzles) == 4
    assert [ms.analyze(board).solutions for board in puzzles] == [1] * 4


def test_other_drawings_are_refused():
    with pytest.raises(ms.BoardFormatError, match="a drawing without its board's text"):
        ms.Board.parse('<svg xmlns="http://www.w3.org/2000/svg"></svg>')


# ---------------------------------------------------------------- constraints and holes of a board in JSON


def test_a_board_in_json_takes_holes_and_constraints():
    values = {
        "rules": "liar", "board": ["1##", "###"], "mines": 2, "holes": [[0, 2]],
        "constraints": [{"cells": [[0, 1], [1, 0]], "mines": 1, "name": "from the story"}],
    }  # fmt: skip
    board = ms.Board.parse(json.dumps(values))
    board_of_liar = ms.Board.parse("2x3x2 liar\n1#_\n###")
    assert board.cells == board_of_liar.cells
    statement = board.constraints[-1]
    layouts = [
        layout
        for layout in product((0, 1), repeat=4)  # of the hidden cells (0,1), (1,0), (1,1), (1,2)
        if sum(layout) == 2 and layout[0] + layout[1] == 1 and sum(layout[:3]) in (0, 2)
    ]
    assert (statement.name, ms.analyze(board).solutions) == ("from the story", len(layouts))
    for text in (board.text(), board.text("json"), pickle.loads(pickle.dumps(board)).text("json")):
        assert ms.Board.parse(text) == board
    assert board != board_of_liar
    assert board.open((1, 2), 1).constraints[-1] == statement
    # A square board in numbers as well; what it shows stays.
    square = ms.Board.parse(
        '{"board": [[1, -1], [-1, 10]], "constraints": [{"cells": [[0, 1]], "mines": 0}]}'
    )
    assert ms.analyze(square).safe == {(0, 1), (1, 0)}


@pytest.mark.parametrize(
    "more, what",
    [
        ({"holes": [[5, 5]]}, r"the hole \(5,5\) is no place"),
        ({"holes": [[0, 0]]}, r"the hole \(0,0\) shows '1'"),
        ({"holes": "a"}, "holes is a list"),
        ({"constraints": [{"cells": [[9, 9]], "mines": 1}]}, r"\(9,9\) is no cell"),
        ({"constraints": [{"cells": [[0, 1]]}]}, "constraint 1 needs exactly one of mines"),
    ],
)
def test_wrong_holes_and_constraints_are_named(more, what):
    with pytest.raises(ms.PuzzleError, match=what):
        ms.Board.parse(json.dumps({"rules": "liar", "board": ["1##", "###"], **more}))


# ---------------------------------------------------------------- the page


@pytest.mark.parametrize("data", ["", "e30", "W10", "!!!", "eyJib2FyZCI6IFsxXX0", "/w"])
def test_links_with_damaged_json_are_refused(data):
    with pytest.raises((ms.BoardFormatError, ms.PuzzleError)):
        ms.Board.parse(f"#board=json:{data}")


# ---------------------------------------------------------------- answers, links, and what is no board


def test_answers_about_a_puzzle_are_read_back(tmp_path, capsys):
    puzzle = ms.Puzzle(["a", ("b", 1), "c"], 2, capacity={"a": 2})
    puzzle.add(["a", ("b", 1)], {0, 2}, weights=[1, 2], name="scale")
    path = tmp_path / "puzzle.json"
    path.write_text(puzzle.to_json())
    assert main(["solve", str(path), "--json", "--exact"]) == 0
    answer = capsys.readouterr().out
    assert ms.Puzzle.from_json(answer) == puzzle
    without = {key: value for key, value in json.loads(answer).items() if key != "constraints"}
    with pytest.raises(ms.PuzzleError, match="unknown key"):
        ms.Puzzle.from_json(json.dumps(without))


def test_answers_of_the_protocol_are_read():
    text = "2x2x1 hex\n1#\n##"
    board = ms.Board.parse(text)
    answer = {"id": 1, "ok": True, "result": ms.analyze(board).to_dict() | {"seconds": 0.1}}
    assert ms.Board.parse(json.dumps(answer)) == board


@pytest.mark.parametrize(
    "text, command",
    [
        ('{"id": 1, "ok": true, "result": {"cell": [0, 0], "risk": "1/3"}}', "minesolver engine"),
        (
            '{"id": 1, "ok": false, "error": {"kind": "board", "message": "no"}}',
            "minesolver engine",
        ),
        ('{"cell": [0, 0], "action": "open"}', "minesolver review"),
        ('{"rows": 2, "cols": 2, "mines": 1, "layout": [[0, 0]]}', "minesolver review"),
        ('{"error": "line 1: no"}', "could not answer"),
        ("https://example.org/#play=6x6x8;zero;4;o0", "minesolver review"),
    ],
)
def test_what_is_no_board_names_what_reads_it(text, command, capsys, tmp_path):
    with pytest.raises(ms.BoardFormatError, match=command):
        ms.Board.parse(text)
    path = tmp_path / "other"
    path.write_text(f"{text}\n{text}\n")
    assert main(["solve", str(path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("text", ["#1\n##", '{"board": ["#1", "##"], "mines": 1}'])
def test_a_board_given_to_review_is_sent_to_solve(text):
    with pytest.raises(ms.BoardFormatError, match="minesolver solve reads boards"):
        parse_replay(text)


@pytest.mark.parametrize(
    "link, text",
    [
        ("#board=2x3x1:zBzDz2", "2x3x1\n#1#\n3##"),
        ("https://example.org/page/#board=hex,liar;2x3:Bz5", "2x3x? hex,liar\n1##\n###"),
        ("#board=3d;2x2x2;4x2x1:z2Bz5", "2x2x2x1 3d\n##\n1#\n-\n##\n##"),
        ("#board=eyesight;1x13:Mz12", "1x13x? eyesight\n12 # # # # # # # # # # # #"),
        ("#board=1x2x~1/5:zB", "1x2x~1/5\n#1"),
        ("https://example.org/#board=hex%2Cliar;2x3:Bz5", "2x3x? hex,liar\n1##\n###"),
    ],
)
def test_links_of_the_page_are_read(link, text):
    board = ms.Board.parse(text)
    assert ms.Board.parse(link) == board
    assert ms.Board.parse(board.text("link")) == board


@pytest.mark.parametrize(
    "link",
    ["#board=2x3:z5", "#board=2x3:z7", "#board=2x3:z6é", "#board=", "#board=2x2:z999999999999"],
)
def test_damaged_links_are_refused(link):
    with pytest.raises(ms.BoardFormatError, match="this link"):
        ms.Board.parse(link)


def test_answers_of_the_protocol_and_the_page_tell_what_was_taken_for_what():
    lines = [
        {"id": 1, "command": "analyse", "board": "1\nx x\nx 1"},
        {"id": 2, "command": "position", "position": "a", "board": "x1\nxx"},
        {"id": 3, "command": "analyse", "board": "1#\n##"},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    command = [sys.executable, "-m", "minesolver", "engine"]
    run = subprocess.run(
        command, input=text, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    answers = {answer["id"]: answer for answer in map(json.loads, run.stdout.splitlines())}
    assert answers[1]["result"]["read"] == [
        "x as hidden",
        "1 in a line of its own as the mine count",
    ]
    assert answers[2]["result"]["read"] == ["x as hidden"]
    assert "read" not in answers[3]["result"]
