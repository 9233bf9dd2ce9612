"""``minesolver engine`` as a program on the other side of the pipe sees it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest
from paths import ROOT
from patience import PATIENCE

import minesolver as ms
from minesolver.base.limits import Limit
from minesolver.cli import main
from minesolver.game.generate import generate
from minesolver.game.score import LAYERS_NEEDED
from minesolver.protocol import questions, requests
from minesolver.protocol.parameters import LAYER
from minesolver.protocol.questions import BOARD, as_json, work
from minesolver.protocol.requests import DEFAULTS
from minesolver.protocol.session import Session

SLOW = "\n".join("#" * 31 if r % 2 == 0 else "#2" * 15 + "#" for r in range(31))


class Engine:
    """A session that stays open; answers are read one by one."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "minesolver", "engine"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def send(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()

    def answer(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, **request):
        self.send(**request)
        return self.answer()


@pytest.fixture(scope="module")
def engine():
    engine = Engine()
    yield engine
    engine.process.stdin.close()
    assert engine.process.wait(PATIENCE) == 0


def test_it_says_who_it_is(engine):
    answer = engine.ask(id="a", command="identify")
    assert answer["id"] == "a"
    assert answer["ok"]
    assert answer["result"]["name"] == "minesolver"
    assert answer["result"]["engines"] == list(ms.engines())
    assert answer["result"]["options"]["engine"] == "auto"


def test_an_analysis_is_that_of_solve_json(engine):
    answer = engine.ask(id=1, command="analyse", board="1#\n##", mines=1, exact=True, reasons=True)
    expected = ms.analyze(ms.Board.parse("1#\n##", 1)).to_dict(exact=True, reasons=True)
    seconds = answer["result"].pop("seconds")
    assert seconds >= 0
    assert answer == {"id": 1, "ok": True, "result": expected}


def test_a_count_longer_than_python_prints_by_itself_is_an_answer(engine):
    """Integers of more than 4,300 digits are refused by ``str``; 14,641 free cells have 2**14641 layouts."""
    answer = engine.ask(id=1, command="analyse", board=["#" * 121] * 121)
    assert answer["ok"]
    solutions = answer["result"]["solutions"]
    assert len(str(solutions)) == 4408
    assert str(solutions).endswith(str(pow(2, 121 * 121, 10**12)))


def test_a_position_is_kept_and_goes_on(engine):
    size = {"position": "g", "rows": 3, "cols": 3, "mines": 1}
    answer = engine.ask(id=1, command="position", position="g", board="3x3x1/###/###/###")
    assert answer["result"] == size | {"hidden": 9}
    answer = engine.ask(id=2, command="position", position="g", open=[[0, 0, 1]], flag=[[1, 1]])
    assert answer["result"] == size | {"hidden": 7}
    answer = engine.ask(id=3, command="best_move", position="g", policy="safest")
    assert answer["result"]["proved"]
    assert not engine.ask(id=4, command="position", position="g", open=[[0, 0, 1]])["ok"]
    assert engine.ask(id=5, command="position", position="g", forget=True)["ok"]
    assert engine.ask(id=6, command="analyse", position="g")["error"]["kind"] == "request"


def test_a_move_is_graded(engine):
    board = {"command": "grade", "board": "1#/##", "mines": 1}
    grade = engine.ask(id=1, **board, cell=[0, 1])["result"]
    assert (grade["risk"], grade["proved"], grade["regret"]["exact"]) == ("1/3", None, "0")
    assert engine.ask(id=2, **board, cell=[0, 1], move="flag")["result"]["risk"] == "2/3"
    assert engine.ask(id=3, **board)["error"]["message"] == "a grade needs a cell"
    assert engine.ask(id=4, **board, cell=[0, 1], move="kick")["error"]["kind"] == "request"
    assert "(0,0) is not hidden" in engine.ask(id=5, **board, cell=[0, 0])["error"]["message"]


def test_a_layout_is_judged(engine):
    layout = {"command": "judge", "board": "1*1/111"}
    judged = engine.ask(id=1, **layout, start=[0, 0])["result"]
    assert (judged["no_guess"], judged["stuck"], judged["guesses"]) == (False, "2x3x1\n1#1\n1#1", 1)
    quick = engine.ask(id=2, **layout, start=[1, 1], quick=True)["result"]
    assert list(quick) == ["start", "no_guess", "stuck"]
    assert engine.ask(id=3, **layout)["error"]["message"] == "a layout is judged from a start cell"
    assert "is a mine" in engine.ask(id=4, **layout, start=[0, 1])["error"]["message"]
    assert (
        "shows 1"
        in engine.ask(id=5, command="judge", board="1#/##", start=[0, 0])["error"]["message"]
    )


def test_a_game_id_and_a_level_are_judged_without_a_start(engine):
    judged = engine.ask(id=1, command="judge", board="9x9:4,4,m00b7d48a3e0231c419200")["result"]
    assert (judged["start"], judged["no_guess"], judged["numbers"]["3BV"]) == ([4, 4], True, 22)
    elsewhere = {"board": "9x9:4,4,m00b7d48a3e0231c419200", "start": [4, 4], "quick": True}
    assert engine.ask(id=2, command="judge", **elsewhere)["result"] == {
        "start": [4, 4],
        "no_guess": True,
        "stuck": None,
    }
    level = "\n".join(["Hexcells level v1", "one", "", "", "", "O+", "..x."])
    judged = engine.ask(id=3, command="judge", board=level)["result"]
    assert (judged["title"], judged["no_guess"], judged["facts"]) == ("one", True, 1)
    refused = engine.ask(id=4, command="judge", board=level, start=[0, 0])
    assert "leave start out" in refused["error"]["message"]


def test_several_in_flight_one_stopped_while_the_input_stays_open(engine):
    assert engine.ask(id=0, command="options", set={"workers": 2})["result"]["workers"] == 2
    engine.send(id="slow", command="analyse", board=SLOW, engine="elimination")
    engine.send(id="quick", command="analyse", board="1#/##", mines=1)
    assert engine.answer()["id"] == "quick"
    engine.send(id="stop", command="stop", of="slow")
    stopped, stop_answer = engine.answer(), engine.answer()
    assert (stopped["id"], stopped["error"]["kind"]) == ("slow", "stopped")
    assert stop_answer == {"id": "stop", "ok": True, "result": {"stopped": ["slow"]}}
    assert engine.ask(id=0, command="options", set={"workers": 1})["ok"]


def test_a_limit_is_kept_and_ready_waits_for_what_came_before(engine):
    engine.send(id="slow", command="analyse", board=SLOW, engine="elimination", seconds=0.2)
    engine.send(id="then", command="ready")
    analysed, readied = engine.answer(), engine.answer()
    assert (analysed["id"], analysed["error"]["kind"]) == ("slow", "limit")
    assert readied == {"id": "then", "ok": True, "result": {}}


@pytest.mark.parametrize(
    "line, kind, message",
    [
        ("nonsense", "request", "one line of JSON (to 16 MiB)"),
        ("[1]", "request", "JSON object"),
        ('{"id": NaN, "command": "ready"}', "request", "not JSON"),
        ('{"id": 1e999, "command": "ready"}', "request", "not JSON"),
        (
            '{"id": 1, "command": "analyse", "board": "#", "seconds": Infinity}',
            "request",
            "not JSON",
        ),
        ('{"id": 1}', "request", "a command is one of identify"),
        ('{"id": [], "command": "identify"}', "request", "an id is"),
        ('{"id": 1, "command": "analyse"}', "request", "no position None"),
        ('{"id": 1, "command": "analyse", "board": 3}', "request", "board is a text"),
        ('{"id": 1, "command": "analyse", "bord": "#"}', "request", "'bord'; did you mean board?"),
        ('{"id": 1, "command": "analyze", "board": "#"}', "request", "did you mean analyse?"),
        ('{"id": 1, "command": "analyse", "board": "1Z/##"}', "board", "in 2 ways"),
        ('{"id": 1, "command": "analyse", "board": "1#", "mines": 9}', "board", "mine count 9"),
        (
            '{"id": 1, "command": "analyse", "board": ["Z3 #", "# #"], "rules": "liar"}',
            "board",
            "unknown tag 'Z'",
        ),
        ('{"id": 1, "command": "analyse", "board": "1#", "rules": "lair"}', "name", "unknown rule"),
        (
            '{"id": 1, "command": "analyse", "board": "112/000", "mines": 0}',
            "inconsistent",
            "cannot be met",
        ),
        (
            '{"id": 1, "command": "analyse", "board": "#", "engine": "oracle"}',
            "name",
            "unknown engine",
        ),
        ('{"id": 1, "command": "analyse", "board": "#", "seconds": -1}', "request", "seconds"),
        (
            '{"id": 1, "command": "best_move", "board": "#", "policy": "x"}',
            "name",
            "unknown policy",
        ),
        ('{"id": 1, "command": "options", "set": {"workers": 0}}', "request", "workers"),
        ('{"id": 1, "command": "generate", "level": "4x4/16"}', "rule", "no safe cell"),
        ('{"id": 1, "command": "generate", "level": "huge"}', "name", "unknown level"),
        ('{"id": 1, "command": "generate", "start": "middle"}', "request", "start is a cell"),
        (
            '{"command": "position", "position": "p", "board": "##", "open": [3]}',
            "request",
            "open",
        ),
        (
            '{"id": 1, "command": "position", "position": "p", "board": "##", "open": [[9, 9, 1]]}',
            "board",
            "1x2",
        ),
    ],
)
def test_errors_never_end_the_session(engine, line, kind, message):
    engine.process.stdin.write(line + "\n")
    engine.process.stdin.flush()
    answer = engine.answer()
    assert not answer["ok"]
    assert (answer["error"]["kind"], message in answer["error"]["message"]) == (kind, True), answer
    assert engine.ask(id=2, command="ready")["ok"]


def test_boards_are_generated_as_by_the_command(engine, capsys):
    wishes = {"level": "9x9/10", "start": [0, 3], "no_guess": True, "seed": 4, "index": 1}
    generated = engine.ask(id=1, command="generate", **wishes)["result"]
    main(
        [
            "generate",
            "--level",
            "9x9/10",
            "--start",
            "0,3",
            "--no-guess",
            "--seed",
            "4",
            "-n",
            "2",
            "--format",
            "json",
        ]
    )
    assert generated == json.loads(capsys.readouterr().out.splitlines()[1])
    puzzle = engine.ask(id=2, command="generate", rules="hex,liar", level="4x4", unique=True)[
        "result"
    ]
    analysis = ms.analyze(ms.Puzzle.from_json(puzzle))
    assert analysis.solutions == 1
    hidden_cells = "".join(map(str, puzzle["board"])).count("#")
    assert hidden_cells == len(analysis.safe) + len(analysis.mines) > 0
    assert "#" not in str(puzzle["solution"])
    seed, other_seed = (
        engine.ask(id=i, command="generate", level="expert")["result"]["seed"] for i in (3, 4)
    )
    assert seed != other_seed


def test_boards_under_rules_are_analysed(engine):
    text = "2x2x1\n?#\n##"
    answer = engine.ask(id=1, command="analyse", board=text, rules="torus,liar", exact=True)
    assert answer["ok"], answer
    assert answer["result"]["solutions"] == str(
        ms.analyze(ms.Board.parse(text, rules="torus,liar")).solutions
    )


_GRAPH = '{"rules": "graph", "neighbours": {"a": ["b"], "b": ["a", "c"], "c": ["b"]}, "mines": 1}'


@pytest.mark.parametrize(
    ("position", "cells", "clue"),
    [
        ({"board": "2x3x2\n###\n###", "rules": "hex"}, [[0, 0], [1, 2]], 1),
        ({"board": "2x2x2x2\n##\n##\n-\n##\n##", "rules": "3d"}, [[0, 0, 0], [1, 1, 1]], 2),
        ({"board": "3x3x2\n###\n###\n###", "rules": "wall"}, [[1, 1], [0, 0]], "1+1"),
        ({"board": _GRAPH}, ["a", "b"], 1),
    ],
    ids=["hex", "3d", "wall", "graph"],
)
def test_positions_under_rules_go_on(engine, position, cells, clue):
    cell, mine = cells
    begun = engine.ask(id=1, command="position", position="p", **position)["result"]
    opened = [[*cell, clue] if isinstance(cell, list) else [cell, clue]]
    after_opening = engine.ask(id=2, command="position", position="p", open=opened)["result"]
    assert after_opening["hidden"] == begun["hidden"] - 1
    after_flag = engine.ask(id=3, command="position", position="p", flag=[mine])["result"]
    assert after_flag["hidden"] == after_opening["hidden"] - 1
    assert (
        engine.ask(id=4, command="analyse", position="p", cell=mine)["result"]["about"]["cell"]
        == mine
    )
    assert engine.ask(id=5, command="best_move", position="p", policy="uniform_random")["ok"]
    assert (
        engine.ask(id=6, command="best_move", position="p", policy="cs50")["error"]["kind"]
        == "rule"
    )


def test_a_policy_without_its_file(engine):
    answer = engine.ask(
        id=1, command="best_move", board="##", mines=1, policy="optimal:no such file"
    )
    assert answer["error"]["kind"] == "file"


def test_a_long_line_is_refused_once(engine):
    engine.process.stdin.write("#" * (1 << 25) + "\n")
    assert engine.answer()["error"]["kind"] == "request"
    assert engine.ask(id=1, command="ready")["ok"]


def test_a_contradiction_names_its_clues(engine):
    answer = engine.ask(id=1, command="analyse", board="112\n000", mines=0)
    assert answer["error"]["clues"] == [[0, 0]]


def test_the_end_of_the_input_waits_for_all_answers():
    lines = [
        json.dumps({"id": i, "command": "analyse", "board": "1#/##", "mines": 1}) for i in range(5)
    ]
    run = subprocess.run(
        [sys.executable, "-m", "minesolver", "engine"],
        input="\n".join(lines),  # no line break at the end
        capture_output=True,
        text=True,
        check=True,
    )
    assert sorted(json.loads(line)["id"] for line in run.stdout.splitlines()) == list(range(5))
    assert run.stderr == ""


def test_quit_ends_it_with_work_in_flight():
    engine = Engine()
    engine.send(id=1, command="analyse", board=SLOW, engine="elimination")
    engine.send(id=2, command="quit")
    assert engine.answer()["id"] == 2
    assert engine.process.wait(PATIENCE) == 0
    engine.process.stdin.close()


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_client_in_javascript():
    python = Path(sys.executable)
    path = os.pathsep.join([str(python.parent), os.environ["PATH"]])
    run = subprocess.run(
        ["node", str(ROOT / "examples/engine_client.mjs"), str(ROOT / "examples/small.mines")],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"MINESOLVER": f"{python.name} -m minesolver", "PATH": path},
    )
    lines = run.stdout.splitlines()
    assert lines[0] == "minesolver, protocol 1"
    assert lines[1] == "6 layouts, 5 safe, 4 mines"
    assert lines[2].startswith("open (1,4): ")


def test_analyses_of_boards_of_long_ago_are_forgotten():
    """A worker answers for hours: it keeps those of one game's last moves, not all."""
    boards = [ms.Board.parse("1" + "#" * hidden, mines=2) for hidden in range(3, 30)]
    for board in boards:
        questions.work("analyse", {questions.BOARD: board, "engine": "auto"}, ms.Limit())
    kept_boards = [board for board, engine in questions._RECENT]
    assert kept_boards == boards[-questions._RECENT_NUMBER :]


def test_a_request_has_a_board_or_the_name_of_one():
    positions = {"first": ms.Board.parse("1#", mines=1)}
    assert requests.board_of({"position": "first"}, positions) == positions["first"]
    with pytest.raises(requests.RequestError, match="not both"):
        requests.board_of({"position": "first", "board": "1#"}, positions)


def test_a_player_without_a_policy_moves_on_one_board():
    def move_of(board):
        request = DEFAULTS | {"policy": "uniform_random", "seed": 3, BOARD: board}
        answer = work("best_move", request, Limit())
        assert answer["ok"]
        return answer["result"]

    move = move_of(ms.Board.parse("1#\n##", mines=1))
    assert move["cell"] in [(0, 1), (1, 0), (1, 1)]
    assert (move["policy"], move["random"]) == ("uniform_random", True)
    nothing_left = move_of(ms.Board.parse("1x2x1\n1*"))
    assert (nothing_left["cell"], nothing_left["reason"]) == (None, "nothing is left to open")


def test_a_generated_square_board_says_its_size():
    answer = work("generate", {"level": "4x5/4", "no_guess": True, "seed": 1, "index": 2}, Limit())
    result = answer["result"]
    assert (result["rows"], result["cols"], result["mines"], result["start"]) == (4, 5, 4, [2, 2])
    assert [len(row) for row in result["board"]] == [5] * 4
    assert (result["no_guess"], result["seed"], result["index"]) == (True, 1, 2)


def test_a_generated_board_is_as_hard_as_was_asked_for():
    request = {
        "level": "9x9/10",
        "no_guess": True,
        "seed": 1,
        "difficulty": "2-3",
        "layer": "subset",
    }
    result = work("generate", request, Limit())["result"]
    assert 2 <= result["facts"] <= 3
    assert result["layer"] == "subset"
    for wrong, message in (
        ({"difficulty": "4-2"}, "difficulty is a range of whole numbers: A, A-B, A- or -B"),
        ({"layer": "magic"}, "layer 'magic': one of baseline, subset"),
    ):
        refusal = work("generate", request | wrong, Limit())
        assert not refusal["ok"]
        assert message in refusal["error"]["message"]
        assert refusal["error"]["kind"] != "internal"


def test_layers_that_can_be_asked_for_are_those_of_the_judge():
    assert tuple(LAYER.choices) == LAYERS_NEEDED


def test_a_generated_board_is_the_first_and_not_judged_where_nothing_is_said():
    result = work("generate", {"level": "4x5/4", "no_guess": True, "seed": 1}, Limit())["result"]
    assert result["index"] == 0
    assert "facts" not in result
    generated = next(generate(4, 5, 4, seed=1))
    assert "facts" not in as_json(generated, generated.solution, False)


def test_a_layout_to_judge_may_be_a_position_or_have_its_mines_beside_it():
    layout = ms.Board.parse("*1/11", signs="mine=*")
    assert requests.layout_of({"position": "p"}, {"p": layout}) == (layout, None)
    request = {"board": "*1/11", "signs": "mine=*"}
    assert requests.layout_of(request, {}) == (layout, None)


@pytest.mark.parametrize("error", [OSError, ValueError])
def test_an_input_that_is_closed_under_a_session_ends_it(error):
    def lines():
        yield b'{"id": 1, "command": "ready"}'
        raise error

    answers: list[str] = []
    session = Thread(target=Session(answers.append).run, args=(lines(),), daemon=True)
    session.start()
    session.join(PATIENCE)
    assert not session.is_alive()
    # As text: the id comes first, where a person who reads along looks for it.
    assert answers == ['{"id": 1, "ok": true, "result": {}}']
