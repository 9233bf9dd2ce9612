from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from command import run
from depth import thorough

import minesolver as ms
from minesolver.cli import main
from minesolver.cli.level_table import LevelTable
from minesolver.cli.play import _report
from minesolver.game import Game, Rules
from minesolver.game.series import Series
from minesolver.model.level import Level
from minesolver.model.variant import VariantBoard
from minesolver.players import PLAYERS
from minesolver.sources.document_rules import FLAGGING, SEARCH
from minesolver.sources.signs import signs

SMALL = ["--rows", "5", "--cols", "6", "--mines", "5", "--seed", "11"]


def play(*arguments, text=None):
    return run("play", *arguments, text=text)


def summary(capsys, *arguments):
    assert main(["play", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out.splitlines()[-1])


@pytest.mark.parametrize("policy", PLAYERS.names())
def test_every_policy_plays_and_reports(policy, capsys):
    answer = summary(capsys, *SMALL, "--policy", policy, "--games", "6")
    assert answer["policy"] == policy
    assert answer["games"] == 6
    assert answer["win_rate"] == answer["wins"] / 6
    low, high = answer["interval"]
    assert 0 <= low <= answer["win_rate"] <= high <= 1
    assert answer["seconds"] > 0


@pytest.mark.parametrize("policy", ["safest", thorough("uniform_random"), "best_first"])
def test_same_seed_same_result_whatever_the_jobs(policy, capsys):
    one_job = summary(capsys, *SMALL, "--policy", policy, "--games", "40")
    two_jobs = summary(capsys, *SMALL, "--policy", policy, "--games", "40", "--jobs", "2")
    for key in ("wins", "guesses_per_game", "opened_per_game"):
        assert one_job[key] == two_jobs[key]
    other_seed = summary(capsys, *SMALL[:-1], "12", "--policy", policy, "--games", "40")
    assert other_seed["opened_per_game"] != one_job["opened_per_game"]


def test_one_game_move_by_move(capsys):
    assert main(["play", *SMALL, "--policy", "safest"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1. open (0,0) [proved]: the rules protect the first cell -> ")
    assert "(seed 11)" in out.splitlines()[-1]


def test_one_game_as_json_lines(capsys):
    assert main(["play", *SMALL, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["cell"] == [0, 0]
    keys = {"cell", "action", "proved", "probability", "reason", "shown", "engine", "rule"}
    assert keys == set(lines[0])
    assert lines[-1]["games"] == 1
    opened = sum(len(line["shown"]) for line in lines[:-1])
    assert opened == lines[-1]["opened_per_game"] + lines[-1]["mines_hit_per_game"]


def test_start_and_rules(capsys):
    answer = summary(capsys, *SMALL, "--first-click", "zero", "--start", "2,2", "--games", "5")
    assert answer["first_click"] == "zero"
    assert main(["play", *SMALL, "--start", "2,3"]) == 0
    assert capsys.readouterr().out.startswith("1. open (2,3)")
    unprotected = summary(capsys, "--rows", "1", "--cols", "2", "--mines", "1", "--seed", "5",
                          "--first-click", "none", "--games", "400")  # fmt: skip
    assert unprotected["interval"][0] < 0.5 < unprotected["interval"][1]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--policy", "nobody"], "unknown policy 'nobody'"),
        (["--rows", "3", "--cols", "3"], "needs --mines"),
        (["--rows", "3", "--cols", "3", "--mines", "9"], "no safe cell"),
        (
            ["--rows", "3", "--cols", "3", "--mines", "8", "--first-click", "zero"],
            "no room for 8 mines",
        ),
        (["--rows", "0", "--mines", "1"], "positive whole number"),
        (["--first-click", "maybe"], "first_click is one of none, safe"),
        (["--start", "9,9"], "not on the 9x9 board"),
        (["--start", "x"], "a cell: ROW,COL"),
        (["--games", "0"], "positive whole number"),
        (["--jobs", "-1"], "positive whole number"),
        (["--rows", "1", "--cols", "5", "--mines", "2", "--first-click", "row-col"], "mines"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arguments, message):
    status, out, err = play(*arguments)
    assert status == 2
    assert message in err
    assert err.count("\n") == 1
    assert out == ""


def test_a_person_plays():
    keys = "nonsense\nh\no 0 0\nh\nf 9 9\nf 0 0\no 0 x\nb\nq\n"
    status, out, err = play(*SMALL, "--policy", "human", text=keys)
    assert (status, err) == (0, "")
    assert "not understood" in out
    assert "guess (0,0)" in out
    assert "(9, 9) is not on the 5x6 board" in out
    assert "already open" in out
    assert "whole numbers" in out
    assert out.rstrip().endswith("stopped")


def test_a_person_can_win_and_is_told_of_needless_guesses():
    # Two cells, one mine: the protected first click wins at once.
    status, out, _ = play(
        "--rows", "1", "--cols", "2", "--mines", "1", "--policy", "human", text="0 1\n"
    )
    assert status == 0
    assert "won" in out
    keys = "o 0 0\n" + "".join(f"o {r} {c}\n" for r in range(5) for c in range(6))
    _, out, _ = play(*SMALL, "--policy", "human", text=keys)
    assert "won" in out or "lost" in out


INTERRUPTED = """
import os, signal, sys
sys.orig_argv = ["python", "-m", "minesolver"]
from minesolver.cli import main
from minesolver.game.series import Tally

def add_and_interrupt(tally, batch_tally):
    add(tally, batch_tally)
    os.kill(os.getpid(), signal.SIGINT)

add, Tally.add = Tally.add, add_and_interrupt
sys.exit(main(sys.argv[1:]))
"""
"""The command, interrupted when its first games are counted, on a machine of any speed."""


def test_interrupt_keeps_the_result_so_far():
    words = ["play", "--games", "1000000", "--json", "--jobs", "2", "--seed", "1"]
    command = [sys.executable, "-c", INTERRUPTED, *words]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 130
    answer = json.loads(run.stdout.splitlines()[-1])
    assert answer["interrupted"] is True
    assert 0 < answer["games"] < 1000000
    assert "Traceback" not in run.stderr


INFERENCE_GAME = [
    *(
        "--rows",
        "5",
        "--cols",
        "5",
        "--mines",
        "5",
        "--first-click",
        "none",
        "--after-mine",
        "continue",
    ),
    *("--win", "explore", "--reveal", "single", "--seed", "4"),
]


def test_trace_shows_knowledge_queries_and_picks(capsys):
    assert main(["play", *INFERENCE_GAME, "--policy", "advanced_total", "--trace"]) == 0
    out = capsys.readouterr().out
    assert "[guess, 20.00 % mine]" in out  # the first pick: 5 mines on 25 cells
    lines = out.splitlines()
    first_query = next(i for i, line in enumerate(lines) if line.startswith("baseline: fringe"))
    assert lines[first_query].endswith("none") or "(" in lines[first_query]
    assert sum(line.startswith("  board: ") for line in lines) >= 3
    assert any(line.startswith("  safe (") for line in lines)
    assert any(line.startswith("  because ") for line in lines)
    assert main(["play", *INFERENCE_GAME, "--policy", "baseline", "--trace"]) == 0
    out = capsys.readouterr().out
    assert "[random pick]" in out
    assert "  board: " not in out  # this agent does not use the mine count


def test_trace_in_json(capsys):
    assert main(["play", *INFERENCE_GAME, "--policy", "advanced_total", "--trace", "--json"]) == 0
    *moves, summary = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    steps = [step for move in moves for step in move["steps"]]
    assert {step["rule"] for step in steps} == {"baseline", "subset", "intersection"}
    proved = {tuple(cell) for step in steps for cell in step["safe"] + step["mines"]}
    assert proved >= {tuple(move["cell"]) for move in moves if move["proved"]}
    assert all(move["engine"] == "layered" and move["rule"] for move in moves)
    assert summary["outcome"] == "won"


def test_the_sentences_of_the_cs50_agent_are_a_log(capsys):
    arguments = [
        "play",
        "--level",
        "6x6/5",
        "--game",
        "flagging",
        "--policy",
        "cs50",
        "--seed",
        "4",
        "--trace",
    ]
    assert main([*arguments, "--json"]) == 0
    *moves, _ = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    hidden = Game(6, 6, 5, FLAGGING, seed=4)
    for step in (step for move in moves for step in move["steps"]):
        for cells, count in step["knowledge"]:
            assert sum(hidden.is_mine(cell) for cell in cells) == count
        assert all(map(hidden.is_mine, step["mines"]))
        assert not any(map(hidden.is_mine, step["safe"]))
    assert any(step["knowledge"] for move in moves for step in move["steps"])


@pytest.mark.parametrize("name, flags", [
    ("inference", "--first-click none --after-mine continue --win explore --reveal single"),
    ("search", "--first-click fixed:0,0 --after-mine continue --reveal single"),
    ("flagging", "--first-click none --win flag --reveal single"),
    ("decision", "--first-click row-col"),
])  # fmt: skip
def test_the_game_of_a_document_by_its_name(name, flags, capsys):
    shape = ["play", "--level", "5x5/4", "--policy", "safest", "--seed", "3"]
    assert main([*shape, "--game", name]) == 0
    by_name = capsys.readouterr().out
    assert main([*shape, *flags.split()]) == 0
    assert capsys.readouterr().out == by_name
    assert main([*shape, "--game", name, "--reveal", "cascade", "--games", "2", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["visited_per_game"] <= 25
    assert answer["ms_per_game"] > 0


@pytest.mark.parametrize(
    "options, message", [(["--policy", "bfs"], "advanced_total"), (["--games", "2"], "one game")]
)
def test_trace_where_there_is_none(options, message, capsys):
    assert main(["play", "--policy", "basic", *options, "--trace"]) == 2
    assert message in capsys.readouterr().err


SEARCH_GAME = [
    *(
        "--rows",
        "3",
        "--cols",
        "3",
        "--mines",
        "2",
        "--first-click",
        "fixed:0,0",
        "--after-mine",
        "continue",
    ),
    *("--reveal", "single", "--policy", "bfs", "--seed", "3"),
]


def test_signs_of_the_search_report(capsys):
    assert main(["play", *SEARCH_GAME, "--signs"]) == 0
    out = capsys.readouterr().out
    boards = [printed.splitlines()[-3:] for printed in out.split("\n\n")[:-1]]
    assert boards[0][0].startswith("U ")
    cells = "".join("".join(board) for board in boards).replace(" ", "")
    assert set(cells) <= set("UMT*012345678")
    assert set("UM*") <= set(cells)
    # Every safe cell is visited at last; what is left of the mines is M or was hit, T.
    last_signs = "".join(boards[-1]).replace(" ", "")
    assert sum(sign.isdigit() for sign in last_signs) == 7
    assert last_signs.count("M") + last_signs.count("T") + last_signs.count("*") == 2


def test_colours_of_the_search_report(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    game = Game(1, 4, rules=SEARCH, layout=[(0, 1), (0, 3)])
    game.open((0, 0))
    coloured = signs(game, colour=True)
    # 256-colour codes of the backgrounds: grey82 visited, red3 an unvisited mine, grey39 unvisited safe.
    assert re.findall(r"48;5;(\d+)m (.) ", coloured) == [
        ("252", "1"),
        ("160", "*"),
        ("241", "U"),
        ("160", "M"),
    ]
    game.open((0, 1))
    assert ("184", "T") in re.findall(r"48;5;(\d+)m (.) ", signs(game, colour=True))
    assert signs(game) == "1 T U M"


def test_a_person_has_chords_undo_machine_moves_and_new_games():
    keys = "?\no 0 0\nu\no 0 0\na safest\np\nb\nn\no 2 2\nu\nq\n"
    status, out, err = play(*SMALL, "--policy", "human", text=keys)
    assert (status, err) == (0, "")
    assert "You win when every cell without a mine is open." in out
    assert "chord: open the cells around a clue" in out
    assert out.count("took back open") == 2
    assert "seed 1" in out
    assert "proved" in out  # the probabilities, or the machine's move
    assert out.rstrip().endswith("stopped")


def test_a_lost_game_can_be_taken_back():
    keys = "".join(f"{r} {c}\n" for r in range(5) for c in range(6)) + "u\nq\n"
    status, out, _ = play(*SMALL, "--policy", "human", text=keys)
    assert status == 0
    assert "lost" in out
    assert "took back open" in out


def test_a_chord_opens_what_is_around_a_clue():
    from minesolver.cli.human import _Table
    from minesolver.game import Rules
    from minesolver.game.series import Series

    table = _Table(Series("human", 3, 3, 1, Rules("none"), 1))
    mine = next(iter(table.game.layout))
    clue_cell = next(cell for cell in table.game.board.neighbours(mine))
    table.obey(["o", *map(str, clue_cell)])
    table.obey(["f", *map(str, mine)])
    table.obey(list(map(str, clue_cell)))
    assert table.game.moves[-1].action == "chord"


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--level", "expert", "--rows", "4"], "--level gives the whole size"),
        (["--games", "5", "--explain"], "--explain shows one game"),
        (["--policy", "human", "--json"], "--json is for policies"),
        (["--rows", "2", "--cols", "2", "--mines", "4", "--first-click", "none"], "--win explore"),
    ],
)
def test_options_that_would_be_passed_over_are_refused(arguments, message, capsys):
    assert main(["play", *arguments]) == 2
    assert message in capsys.readouterr().err


CS50_GAME = [
    *("--rows", "5", "--cols", "5", "--mines", "3", "--win", "flag", "--first-click", "none"),
    *("--reveal", "single", "--policy", "human"),
]


def test_a_person_plays_the_cs50_game_with_its_machine():
    """Its winning rule in the instructions; AI moves known safe or random, mines flagged, until it ends."""
    outcomes = set()
    for seed in range(4):
        _, out, _ = play(*CS50_GAME, "--seed", str(seed), text="a cs50\n" * 40 + "q\n")
        assert "You win when the flags are exactly the mines. A mine ends the game." in out
        assert "random pick (" in out
        assert "by cs50, uniform: nothing is proved safe" in out
        outcomes |= {"won", "lost"} & set(out.replace("> ", "").split("\n"))
        if "\nwon\n" in out:
            assert "flag (" in out
            assert "by cs50, sentences: its sentences prove it safe" in out
    assert outcomes == {"won", "lost"}


def test_a_person_flags_all_mines_and_wins():
    game = Game(5, 5, 3, Rules("none", "lose", "flag", "single"), seed=2)
    flags = "".join(f"f {r} {c}\n" for r, c in sorted(game.layout))
    _, out, _ = play(*CS50_GAME, "--seed", "2", text=flags + "q\n")
    assert "> won\n" in out


def test_a_person_plays_the_search_game_with_machine_moves_and_a_restart():
    rules = ["--first-click", "fixed:0,0", "--after-mine", "continue", "--reveal", "single"]
    size = ["--rows", "4", "--cols", "4", "--mines", "4", "--seed", "6", "--policy", "human"]
    _, out, _ = play(*size, *rules, text="a\n" + "a bfs\n" * 3 + "s\nr\n" + "a dfs\n" * 17 + "q\n")
    assert "A mine is shown, and the game goes on. It starts at (0,0)." in out
    assert "open (0,0): the rules fix the first cell" in out
    assert "by breadth first, oldest first" in out
    again = (
        out.partition("* a move the search may make next")[2] or out.partition("* a move that")[2]
    )
    assert set("".join(again.split("\n")[1:5])) >= {"U", "M", "*"}
    assert again.count("4x4, 4 mines, seed 6") == 1  # the same game from its start
    assert "by depth first, newest first" in again
    assert "\nwon\n" in again
    assert "the game is over" in again


def test_a_machine_that_is_none(capsys):
    _, out, _ = play("--policy", "human", *SMALL, text="a nobody\nq\n")
    assert "unknown" in out
    assert "best_first" in out


def test_a_game_that_goes_on_after_a_mine_says_so(capsys):
    size = ["--level", "5x5/4", "--games", "3", "--seed", "1"]
    for words, told in ((["--game", "inference"], True), ([], False)):
        assert main(["play", *words, *size]) == 0
        assert ("mines do not end this game" in capsys.readouterr().out) == told


def test_a_person_sees_the_board_when_it_is_asked_for():
    for keys, boards in (("q\n", 1), ("b\nq\n", 2)):
        _, out, _ = play(*SMALL, "--policy", "human", text=keys)
        assert out.count("  0 1 2 3 4 5\n") == boards


def test_a_first_cell_that_the_rules_fix_is_shown_when_the_machine_opens_it():
    fixed = [*SMALL, "--first-click", "fixed:0,0", "--policy", "human"]
    _, out, _ = play(*fixed, text="a\nq\n")
    assert "open (0,0): the rules fix the first cell" in out
    assert re.search(r"\d+ safe cells to open", out)


def test_a_level_that_is_solved_says_so(capsys):
    solution = VariantBoard.of(ms.Board.parse("1*", signs="mine=*"))
    table = LevelTable(Level(solution, frozenset({0})), 1)
    table.after()
    assert "solved" not in capsys.readouterr().out
    table.game.mark((0, 1))
    table.after()
    assert "solved, 0 mistakes" in capsys.readouterr().out


def test_a_report_of_a_run_that_was_interrupted_says_so(capsys):
    figures = summary(capsys, *SMALL, "--policy", "safest", "--games", "2")
    series = Series("safest", 5, 6, 5, seed=11)
    assert "interrupted" not in _report(series, figures)
    report = _report(series, figures | {"interrupted": True})
    assert report.endswith("interrupted: only finished batches are counted")
