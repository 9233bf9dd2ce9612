"""Players in Python files: `score`, `play` and `bench run` take the same one, and say what is wrong in it."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from paths import ROOT

import minesolver as ms
from minesolver import cli
from minesolver.bench import Store
from minesolver.bench.summary import tables
from minesolver.players import PLAYERS

pytestmark = pytest.mark.usefixtures("forked_workers")
STUDENT = ROOT / "examples" / "student.py"
LEFTMOST = """
from minesolver.players import Move

class Player:
    def start(self, rows, cols, mines, seed):
        self.cells = [(row, col) for row in range(rows) for col in range(cols)]

    def move(self, board):
        hidden = [cell for cell in self.cells if cell in board.where(-1)]
        return MOVE
"""
OPENS = 'Move(hidden[0], "open", False, None, "the first hidden cell")'


@pytest.fixture
def leftmost(tmp_path: Path) -> Path:
    file = tmp_path / "leftmost.py"
    file.write_text(LEFTMOST.replace("MOVE", OPENS))
    return file


def played(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert cli.main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out.splitlines()[-1], parse_constant=no_json)


def no_json(constant: str) -> None:
    raise AssertionError(f"{constant} is no JSON")


@pytest.mark.parametrize("class_name", ["Player", "MinesweeperAI"])
def test_the_three_commands_take_one_file(class_name, leftmost, tmp_path, capsys):
    file = str(leftmost if class_name == "Player" else STUDENT)
    size = ["--level", "5x5/4", "--games", "12", "--seed", "3"]
    alone = played(capsys, "play", "--policy", file, *size)
    assert alone["games"] == 12
    assert alone["policy"] == file
    together = played(capsys, "play", "--policy", file, *size, "--jobs", "2")
    assert together["wins"] == alone["wins"]
    scored = played(capsys, "score", file, *size)
    assert scored["games won"]["value"] == alone["win_rate"]

    out = tmp_path / "run.sqlite"
    run = ["bench", "run", "--players", file, "safest", "--boards", "5x5/4"]
    assert cli.main([*run, "--games", "12", "--seed", "3", "--out", str(out)]) == 0
    with Store(out) as store:
        rows = {row["player"]: row for row in tables(store)["players"].dicts()}
    assert rows[file]["wins"] == alone["wins"]
    assert rows[file]["errors"] == 0


@pytest.mark.parametrize("command", ["score FILE --games 2", "play --policy FILE --games 2"])
def test_a_file_that_ends_the_program_is_an_error_in_one_line(command, tmp_path, capsys):
    """The command ended without a word, with the file's exit status."""
    file = tmp_path / "gone.py"
    file.write_text("import sys\n" + LEFTMOST.replace("return MOVE", "sys.exit(0)"))
    assert cli.main([*command.replace("FILE", str(file)).split(), "--level", "4x4/3"]) == 2
    message = f"{file}, line 11: the player's file ended the program (exit code 0)"
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("ending", ["GeneratorExit", "BaseException"])
def test_what_is_raised_past_exception_is_an_error_in_one_line(ending, tmp_path, capsys):
    file = tmp_path / "gone.py"
    file.write_text(LEFTMOST.replace("return MOVE", f"raise {ending}('why')"))
    for words in (["score", str(file)], ["play", "--policy", str(file)]):
        assert cli.main([*words, "--level", "4x4/3", "--games", "2"]) == 2
        error = capsys.readouterr().err
        assert f"{file}, line 10: {ending}: why" in error
        assert error.count("\n") == 1
    file = tmp_path / "at_once.py"
    file.write_text(f"raise {ending}('why')")
    assert cli.main(["score", str(file)]) == 2
    assert capsys.readouterr().err == f"{file}, line 1: {ending}: why\n"


def test_a_file_that_ends_its_worker_is_named(tmp_path, capsys):
    """It was "the process died"; an experiment took exit status 1 for a time limit."""
    file = tmp_path / "gone.py"
    file.write_text("import os\n" + LEFTMOST.replace("return MOVE", "os._exit(1)"))
    size = ["--level", "4x4/3", "--games", "2"]
    assert cli.main(["play", "--policy", str(file), *size, "--jobs", "2"]) == 3
    message = f"minesolver: a process that played {file} died (exit code 1)\n"
    assert capsys.readouterr().err == message
    run = ["bench", "run", "--players", str(file), "--boards", "4x4/3", "--games", "1"]
    assert cli.main([*run, "--out", str(tmp_path / "run.sqlite")]) == 1
    printed = capsys.readouterr()
    assert "or ended its process (exit code 1)" in printed.out
    assert f"{file}: nothing but errors, in 1 game" in printed.err


def test_an_interrupt_before_the_first_game_ends_is_said_in_words(monkeypatch, capsys):
    """It was "0 of 0 games won: nan %"."""

    def interrupted(*_, **__):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("minesolver.cli.play.play_series", interrupted)
    words = ["play", "--policy", "baseline", "--level", "4x4/3", "--games", "2", "--seed", "1"]
    assert cli.main(words) == 130
    assert capsys.readouterr().out.splitlines()[1:] == [
        "interrupted before the first games were finished"
    ]


@pytest.mark.parametrize("place", ["move", "file"])
def test_a_file_that_ends_its_process_ends_no_command(place, tmp_path, capsys):
    """`os._exit` in a file ended `score` and `play` without a word, and with the file's exit status."""
    file = tmp_path / "gone.py"
    exits = LEFTMOST.replace("return MOVE", "os._exit(7)") if place == "move" else "os._exit(7)"
    file.write_text("import os\n" + exits)
    size = ["--level", "4x4/3", "--seed", "1"]
    for words in (
        ["score", str(file), "baseline", "--games", "2"],
        ["play", "--policy", str(file)],
    ):
        assert cli.main([*words, *size]) == 2
        printed = capsys.readouterr()
        assert f"{file} ended its process (exit code 7)" in printed.err
        assert ("baseline" in printed.out) == (words[0] == "score")
    assert cli.main(["play", "--policy", str(file), "--games", "2", *size]) in (2, 3)
    assert f"{file}" in capsys.readouterr().err


def test_one_bad_file_of_a_class_leaves_the_others_their_marks(tmp_path, capsys):
    texts = {
        "good": "import time; time.sleep(1.2)\n" + LEFTMOST.replace("MOVE", "hidden[0]"),
        "loops": LEFTMOST.replace("return MOVE", "while True: pass"),
        "opened": LEFTMOST.replace("MOVE", "(0, 0)"),
        "fails": LEFTMOST.replace("return MOVE", "raise NotImplementedError"),
        "none": "x = 1",
    }
    files = {}
    for name, text in texts.items():
        files[name] = tmp_path / f"{name}.py"
        files[name].write_text(text)
    words = ["score", *map(str, files.values()), "safest", "--level", "5x5/5", "--games", "3"]
    assert cli.main([*words, "--move-seconds", "1", "--csv"]) == 2
    printed = capsys.readouterr()
    rows = {row["player"]: row for row in csv.DictReader(printed.out.splitlines())}
    assert rows["safest"]["games"] == rows[str(files["good"])]["games"] == "3"
    assert rows["safest"]["error"] == ""
    assert float(rows["safest"]["proved moves found: high"]) == 1.0
    for name, message in {
        "loops": "took longer than the 1 s that a move may take (game 0)",
        "opened": "(0,0) is already open (game 0)",
        "fails": "line 10: NotImplementedError (game 0)",
        "none": "no class MinesweeperAI or Player",
    }.items():
        row = rows[str(files[name])]
        error = row["error"]
        assert row["games"] == "0"
        assert row["games won"] == row["games won: high"] == ""  # nothing was played
        assert str(files[name]) in error
        assert message in error
        assert error in printed.err

    # The same as a table, and one object a line.
    two = ["score", str(files["good"]), "safest", "--level", "5x5/5", "--games", "3"]
    assert cli.main(two) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == (
        ["player", str(files["good"]), "safest"]
    )
    assert cli.main([*two, "--json"]) == 0
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [values["player"] for values in objects] == [str(files["good"]), "safest"]
    assert objects[1]["least-risk guesses"]["value"] == 1.0


def test_what_a_file_prints_is_not_among_the_results(tmp_path):
    file = tmp_path / "talks.py"
    text = LEFTMOST.replace("return MOVE", "print('thinking'); return hidden[0]")
    file.write_text("print('imported')\n" + text)
    words = ["score", str(file), "--level", "5x5/5", "--games", "2", "--csv"]
    command = [sys.executable, "-m", "minesolver", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert [line.split(",")[0] for line in done.stdout.splitlines()] == ["player", str(file)]
    assert "imported" in done.stderr
    assert "thinking" in done.stderr


def test_a_game_that_a_file_fails_in_is_named(tmp_path, capsys):
    file = tmp_path / "fails.py"
    file.write_text(LEFTMOST.replace("return MOVE", "raise NotImplementedError"))
    assert cli.main(["play", "--policy", str(file), "--level", "5x5/5", "--games", "3"]) == 2
    assert capsys.readouterr().err == (
        f"minesolver: {file}, line 10: NotImplementedError (game 0)\n"
    )


def test_a_cell_called_safe_that_is_not_proved_is_named_first(tmp_path, capsys):
    """An agent that called mines safe had "proved moves found 0.53", and a deduction "missed"."""
    file = tmp_path / "claims.py"
    claims = 'Move(hidden[0], "open", True)'
    file.write_text(LEFTMOST.replace("MOVE", claims))
    size = ["--level", "5x5/5", "--games", "4", "--seed", "1"]
    assert cli.main(["score", str(file), *size]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.match(r"called safe \d+ times what is not proved, first in game \d+:", lines[0])
    assert "Nothing proves (" in lines[7] or "is a mine" in lines[7]
    assert lines[9].startswith("proved moves found")

    # Mines, too; who claims nothing is not named.
    file = tmp_path / "flags.py"
    text = LEFTMOST.replace("self.cells =", "self.flags, self.cells = 0,")
    text = text.replace("return MOVE", "self.flags += 1\n        return Move(hidden[-1], 'flag', True) "
                        "if self.flags == 2 else Move(hidden[0])")  # fmt: skip
    file.write_text(text)
    assert cli.main(["score", str(file), *size]) == 0
    assert capsys.readouterr().out.startswith("called a mine ")
    for honest in ("safest", "cs50", str(STUDENT)):
        assert cli.main(["score", honest, *size]) == 0
        assert "called" not in capsys.readouterr().out


def test_guesses_that_are_not_the_classs_are_not_marked(tmp_path, capsys):
    """Five lines of nine were the luck of cells that were drawn for the class."""
    file = tmp_path / "no_guess.py"
    file.write_text(CS50.partition("    def make_random_move")[0])
    size = ["--level", "5x5/4", "--games", "6", "--seed", "1"]
    assert cli.main(["score", str(file), *size]) == 0
    printed = capsys.readouterr().out
    assert f"{file} has no make_random_move: its guesses were drawn for it" in printed
    assert "least-risk" not in printed
    assert "games won" not in printed
    file.write_text(CS50.replace("CELL", "min(cells)"))
    assert cli.main(["score", str(file), *size]) == 0
    assert "least-risk" in capsys.readouterr().out


def test_figures_of_too_few_games_are_json(tmp_path, capsys):
    """What nothing was seen of was NaN, and the interval of one game infinite."""
    gives_up = tmp_path / "gives_up.py"
    gives_up.write_text(LEFTMOST.replace("MOVE", "None"))
    size = ["--level", "4x4/3", "--games", "1"]
    scored = played(capsys, "score", str(gives_up), *size)
    assert scored["proved moves found"] == {"value": None, "low": 0.0, "high": 1.0}
    assert cli.main(["score", str(gives_up), *size]) == 0
    assert capsys.readouterr().out.split("\n")[0].split() == (
        ["proved", "moves", "found", "-", "too", "few", "games", "to", "say"]
    )
    bench = ["bench", "run", "--players", "safest", "baseline", "--boards", "4x4/3", "--games", "1"]
    tables_of_one_game = played(capsys, *bench, "--out", str(tmp_path / "one.sqlite"))
    difference = tables_of_one_game["player-differences"][0]
    assert (difference["win_low"], difference["win_high"]) == (-1.0, 1.0)


def test_an_experiment_names_a_player_beside_it(leftmost, tmp_path, monkeypatch, capsys):
    experiment = tmp_path / "study.toml"
    table = "[[contender]]\nname = 'mine'\nplayer = 'leftmost.py'\n"
    experiment.write_text(f"players = ['mine', 'safest']\nboards = ['4x4/3']\ngames = 4\n{table}")
    out = str(tmp_path / "run.sqlite")
    assert cli.main(["bench", "run", str(experiment), "--out", out]) == 0
    assert "mine " in capsys.readouterr().out
    # A file of the options is where the command is called, the experiment's own beside it.
    monkeypatch.chdir(STUDENT.parent)
    words = ["--players", "student.py", "mine", "--out", str(tmp_path / "other.sqlite")]
    assert cli.main(["bench", "run", str(experiment), *words]) == 0
    assert "student.py " in capsys.readouterr().out


@pytest.mark.parametrize(
    "move, message",
    [
        ("(1, 2)", "(1,2) is already open"),
        ("[1, 2]", "a player's move is (row, col), a minesolver.players.Move or None, not [1, 2]"),
        ("'a1'", "not 'a1' of type str"),
        ("(1, 2, 3)", "a cell is (row, col), not (1, 2, 3)"),
        ('Move("abc", "open", False, None, "")', "a cell is (row, col), not 'abc'"),
        ('Move((9, 9), "open", False, None, "")', "(9, 9)"),
        (
            'Move(hidden[0], "jump", False, None, "")',
            "an action is open, flag or chord, not 'jump'",
        ),
        (
            'Move(hidden[0], "open", False, "high", "")',
            "a probability is a number or None, not 'high'",
        ),
        ('Move(hidden[0], "flag", False, None, "")', "flags in a row"),
        ("1 / 0", "line 10: ZeroDivisionError: division by zero"),
        ("(_ for _ in ()).throw(NotImplementedError)", "line 10: NotImplementedError"),
    ],
)
def test_what_a_player_may_not_do_is_one_line(move, message, tmp_path, capsys):
    file = tmp_path / "wrong.py"
    file.write_text(LEFTMOST.replace("MOVE", move))
    for words in (["score", str(file)], ["play", "--policy", str(file)]):
        assert cli.main([*words, "--level", "5x5/4", "--games", "2", "--seed", "1"]) == 2
        error = capsys.readouterr().err
        assert f"{file}" in error
        assert message in error
        assert error.count("\n") == 1 + ("seed" in error.splitlines()[0])


FIVE_LINES = """
import minesolver as ms

class Player:
    def move(self, board):
        return ms.analyze(board).best
"""


def test_a_player_in_five_lines_plays_as_the_safest_does(tmp_path, capsys):
    """`Move(cell)` failed in every game: five arguments were required."""
    file = tmp_path / "five.py"
    file.write_text(FIVE_LINES)
    size = ["--level", "6x6/6", "--games", "20", "--seed", "2"]
    assert played(capsys, "play", "--policy", str(file), *size)["wins"] > 8
    moves = [
        "hidden[0]",
        "Move(hidden[0])",
        'Move(hidden[0], "open", False, None, "")',
        "(np.int64(hidden[0][0]), np.int8(hidden[0][1]))",
    ]
    wins = set()
    for move in moves:
        file.write_text("import numpy as np\n" + LEFTMOST.replace("MOVE", move))
        # Each run is a new file to the command, as it is after an edit.
        renamed = file.rename(tmp_path / f"player{moves.index(move)}.py")
        wins.add(played(capsys, "play", "--policy", str(renamed), *size)["wins"])
    assert len(wins) == 1


CS50 = """
import random

class MinesweeperAI:
    def __init__(self, height=8, width=8):
        self.height, self.width = height, width
        self.mines, self.opened = set(), set()

    def add_knowledge(self, cell, count):
        self.opened.add(cell)

    def make_safe_move(self):
        return None

    def make_random_move(self):
        cells = {(i, j) for i in range(self.height) for j in range(self.width)} - self.opened
        return CELL
"""


def test_the_random_move_of_a_class_is_asked_with_a_seeded_generator(tmp_path, capsys):
    """It was never called: a class whose fallback was broken had the same marks."""
    size = ["--level", "5x5/4", "--games", "20", "--seed", "1"]
    outcomes = {}
    for name, cell in {
        "first": "min(cells)",
        "last": "max(cells)",
        "random": "random.choice(sorted(cells))",
        "again": "random.choice(sorted(cells))",
    }.items():
        file = tmp_path / f"{name}.py"
        file.write_text(CS50.replace("CELL", cell))
        outcomes[name] = played(capsys, "play", "--policy", str(file), *size)["opened_per_game"]
    assert outcomes["random"] == outcomes["again"]
    assert len({outcomes["first"], outcomes["last"], outcomes["random"]}) == 3


@pytest.mark.parametrize(
    "cell, message",
    [
        ("(99, 99)", "make_random_move gives (99, 99), which is no hidden cell"),
        ("None", "make_random_move gives None, though"),
        ("min(self.opened, default=(0, 0))", "make_random_move gives (0, "),
    ],
)
def test_a_random_move_that_cannot_be_made_is_named(cell, message, tmp_path, capsys):
    file = tmp_path / "wrong.py"
    file.write_text(CS50.replace("CELL", cell))
    assert cli.main(["play", "--policy", str(file), "--level", "5x5/4", "--games", "9"]) == 2
    assert f"{file}: {message}" in capsys.readouterr().err.replace("\n", " ")


def test_mines_that_are_no_set_are_named(tmp_path, capsys):
    file = tmp_path / "listed.py"
    file.write_text(CS50.replace("self.mines, self.opened = set()", "self.mines, self.opened = []"))
    assert cli.main(["play", "--policy", str(file), "--level", "5x5/4", "--games", "2"]) == 2
    assert f"{file}: mines is a set of cells, not []" in capsys.readouterr().err


def test_files_of_one_process_have_modules_of_their_own_beside_them(tmp_path, capsys):
    for name, cell in {"one": "min(hidden)", "two": "max(hidden)"}.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "helper.py").write_text(f"def choose(hidden):\n    return {cell}\n")
        text = "from helper import choose\n" + LEFTMOST.replace("MOVE", "choose(hidden)")
        (folder / "player.py").write_text(text)
    size = ["--level", "5x5/4", "--games", "20", "--seed", "1"]
    opened = [
        played(capsys, "play", "--policy", str(tmp_path / name / "player.py"), *size)[
            "opened_per_game"
        ]
        for name in ("one", "two")
    ]
    assert opened[0] != opened[1]


@pytest.mark.parametrize(
    "text, message",
    [
        ("class Player(: pass", "line 1: SyntaxError"),
        ("exit()", "ends the program"),
        ("x = 1", "no class MinesweeperAI or Player"),
        ("class Player: pass", "AttributeError"),
        (None, "No such file"),
    ],
)
def test_a_file_without_a_player_is_refused_before_anything_is_played(
    text, message, tmp_path, capsys
):
    file = tmp_path / "wrong.py"
    if text is not None:
        file.write_text(text)
    assert cli.main(["score", str(file), "--level", "5x5/4"]) == 2
    assert message in capsys.readouterr().err
    out = tmp_path / "run.sqlite"
    words = ["--players", str(file), "--boards", "5x5/4", "--games", "1", "--out", str(out)]
    if text != "class Player: pass":  # what it lacks is seen at play
        assert cli.main(["bench", "run", *words]) == 2
        assert not out.exists()


def test_requests_of_programs_run_no_file(leftmost):
    from minesolver.protocol.requests import RequestError, check

    with pytest.raises(RequestError, match="no Python file"):
        check({"board": "1#/##", "policy": str(leftmost)}, "best_move")


def test_a_player_of_cs50_has_square_boards_only(leftmost):
    assert PLAYERS.get(str(leftmost)).on(False)
    with pytest.raises(ms.MinesolverError, match="square boards"):
        PLAYERS.get(str(STUDENT)).on(False)
