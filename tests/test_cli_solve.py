from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import minesolver as ms
from minesolver.cli import main

ROOT = Path(__file__).resolve().parent.parent


def solve(*arguments, text=None):
    run = subprocess.run(
        [sys.executable, "-m", "minesolver", "solve", *arguments],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        check=False,
    )
    return run.returncode, run.stdout.decode(), run.stderr.decode()


def test_json_has_the_contracts_keys_and_the_board():
    status, out, err = solve("--json", "--exact", "--mines", "1", text="1#\n##\n")
    assert (status, err) == (0, "")
    answer = json.loads(out)
    third = 1 / 3
    assert answer == {
        "rows": 2,
        "cols": 2,
        "mines": 1,
        "board": ["1#", "##"],
        "engine": "auto",
        "is_exact": True,
        "solutions": "3",
        "probability": [[0.0, third], [third, third]],
        "safe": [],
        "mine_cells": [],
        "best": [0, 1],
        "exact": [["0", "1/3"], ["1/3", "1/3"]],
    }


def test_without_a_total_the_prior_is_named():
    _, out, _ = solve("--json", text="1#\n##\n")
    assert "1/2" in json.loads(out)["prior"]
    _, out, _ = solve("--json", "--density", "0.2", text="#")
    assert json.loads(out)["probability"] == [[0.2]]
    _, out, _ = solve("--density", "0.2", text="#")
    assert "prior: each hidden cell a mine with probability 1/5" in out


def test_text_output():
    status, out, _ = solve("--exact", "--explain", text="5x5x7\n##3#*\n#####\n###31\n##210\n#2100\n")
    assert status == 0
    assert "\x1b" not in out  # plain where it is piped
    lines = out.splitlines()
    assert lines[1].split() == ["0", "s", "33", "3", "33", "*"]
    assert "6 layouts; 5 safe and 4 mines proved; best" in out
    assert "1/3 = 0.333333: (0,1) (0,3) (1,1)" in out
    assert "1/2 = 0.5: (3,0) (4,0)" in out
    assert "clue 2 at (3,2) already has both mines, so (2,1) is safe [knowing (2,2) (3,1)]" in out


def test_several_boards_give_one_line_each():
    status, out, err = solve("--json", text="1#\n##\n\n\n##\n\n1.\n..\n\n#?!\n")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line.get("rows") for line in lines] == [2, 1, None, None]
    assert status == 2
    assert [line[:29] for line in err.splitlines()] == [
        "minesolver: board 3: no mine ",
        "minesolver: board 4: line 10,",
    ]


@pytest.mark.parametrize(
    "text, arguments, status, message",
    [
        ("1Z\n##", [], 2, "line 1, column 2: 'Z'"),
        ("1#\n###", [], 2, "line 2, column 3"),
        ("", [], 2, "no board"),
        (b"\xff\xfe", [], 2, "UTF-8"),
        ("1#\n##", ["--mines", "9"], 2, "mine total 9"),
        ("1#\n##", ["--engine", "oracle"], 2, "unknown engine 'oracle'; known: auto"),
        ("1#\n##", ["--format", "oracle"], 2, "unknown format 'oracle'"),
        ("1#\n##", ["--density", "2"], 2, "density"),
        ("1#\n##", ["--mines", "x"], 2, "argument --mines"),
        ("1#\n##", ["--seconds", "-1"], 2, "positive number"),
        ("1#\n##", ["--nonsense"], 2, "--nonsense"),
        ("1.\n..", [], 1, "clue 1 at (0,0) cannot be met"),
        ("###\n#3#\n###", ["--engine", "pysat", "--solutions", "1", "--mines", "3"], 0, ""),
        ("####\n#3##\n##3#\n####", ["--engine", "pysat", "--solutions", "2"], 3, "limit"),
    ],
)
def test_exit_status_and_one_line_of_error(text, arguments, status, message):
    got, out, err = solve(*arguments, text=text)
    assert got == status
    assert message in err
    assert err.count("\n") == (1 if status else 0)
    assert bool(out) == (status == 0)


def test_missing_file(capsys):
    assert main(["solve", "no-such-file.txt"]) == 2
    assert capsys.readouterr().err == "minesolver: no-such-file.txt: No such file or directory\n"


def test_file_argument_and_the_examples(capsys):
    for path in sorted((ROOT / "examples").glob("*.mines")):
        assert main(["solve", "--json", str(path)]) == 0, path
        out = capsys.readouterr().out
        assert json.loads(out.splitlines()[0])["is_exact"] is True


def test_help_has_an_example():
    for arguments in (["--help"], ["solve", "--help"]):
        run = subprocess.run(
            [sys.executable, "-m", "minesolver", *arguments], capture_output=True, text=True, check=True
        )
        assert "example:" in run.stdout
        assert "minesolver solve" in run.stdout


def test_closed_pipe_is_quiet():
    boards = "\n\n".join(["1#\n##"] * 2000)
    script = f"{sys.executable} -m minesolver solve --json | head -n 1"
    run = subprocess.run(["bash", "-c", script], input=boards.encode(), capture_output=True, check=False)
    assert run.stderr == b""
    assert run.stdout.count(b"\n") == 1


def test_one_board_loads_no_solver_compiler_or_plotting_library():
    code = (
        "import sys, io; sys.stdin = io.TextIOWrapper(io.BytesIO(b'1#\\n##'));"
        "from minesolver.cli import main; main(['solve', '--explain']);"
        "bad = {'pysat', 'ortools', 'matplotlib', 'rich', 'pandas'} & set(sys.modules);"
        "assert not bad, bad"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_the_namespace_is_what_all_says():
    public = {name for name in vars(ms) if not name.startswith("_")}
    modules = {name for name in public if type(vars(ms)[name]).__name__ == "module"}
    assert public - modules == set(ms.__all__)
    assert ms.engines()[0] == "auto"


def test_a_fallback_is_announced_everywhere():
    from boards import isolated_clues

    text = str(isolated_clues(31, 4, density=0.5))
    _, out, _ = solve("--states", "50", text=text)
    assert "NOT EXACT: engine 'elimination' stopped at its limit" in out
    _, out, _ = solve("--states", "50", "--json", text=text)
    answer = json.loads(out)
    assert answer["is_exact"] is False
    assert answer["solutions"] is None
    assert "limit" in answer["note"]
    status, out, err = solve("--states", "50", "--engine", "elimination", text=text)
    assert (status, out) == (3, "")
    assert err.count("\n") == 1
