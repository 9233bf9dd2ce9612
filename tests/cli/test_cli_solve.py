from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from command import run
from paths import ROOT

import minesolver as ms
from minesolver.cli import main

PYTHON = shlex.quote(sys.executable)


def solve(*arguments, text=None):
    return run("solve", *arguments, text=text)


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


def test_several_files_are_answered_one_by_one(tmp_path):
    for name, text in (("one", "1#\n##"), ("two", "#\n\n1#\n##"), ("none", ""), ("bad", "1¿")):
        (tmp_path / name).write_text(text)
    names = [str(tmp_path / name) for name in ("one", "nowhere", "two", "none", "bad", "one")]
    status, out, err = solve(*names, "--mines", "1")
    assert status == 2
    heads = [line.removeprefix(str(tmp_path)) for line in out.splitlines() if line.endswith(":")]
    assert heads == ["/one:", "/two: board 1:", "/two: board 2:", "/one:"]
    assert [line.count(str(tmp_path)) for line in err.splitlines()] == [1, 1, 1]
    status, out, err = solve(
        *names[:1], *names[2:3], "--json", "--mines", "1", "--recommend", names[-1]
    )
    assert (status, err) == (0, "")
    assert [json.loads(line)["solutions"] for line in out.splitlines()] == ["3", "1", "3", "3"]
    assert solve(*names[:1], *names[-1:], "--svg", str(tmp_path / "x.svg"))[0] == 2


def test_without_a_total_the_prior_is_named():
    _, out, _ = solve("--json", text="1#\n##\n")
    assert "1/2" in json.loads(out)["prior"]
    _, out, _ = solve("--json", "--density", "0.2", text="#")
    assert json.loads(out)["probability"] == [[0.2]]
    _, out, _ = solve("--density", "0.2", text="#")
    assert "prior: each hidden cell a mine with probability 1/5" in out


def test_text_output():
    status, out, _ = solve(
        "--exact", "--explain", text="5x5x7\n##3#*\n#####\n###31\n##210\n#2100\n"
    )
    assert status == 0
    assert "\x1b" not in out  # plain where it is piped
    lines = out.splitlines()
    assert lines[1].split() == ["0", "s", "33", "3", "33", "*"]
    assert "6 layouts; 5 safe and 4 mines proved; best" in out
    assert "1/3 = 0.333333: (0,1) (0,3) (1,1)" in out
    assert "1/2 = 0.5: (3,0) (4,0)" in out
    assert (
        "Clue 2 at (3,2) already has both its mines, so (2,1) is safe. [knowing (2,2) (3,1)]" in out
    )


def test_several_boards_give_one_line_each():
    status, out, err = solve("--json", text="1#\n##\n\n\n##\n\n112\n000\n\n#?¿\n")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line.get("rows") for line in lines] == [2, 1, None, None]
    assert status == 2
    assert [line[:29] for line in err.splitlines()] == [
        "minesolver: board 3: no mine ",
        "minesolver: board 4: line 10,",
    ]


@pytest.mark.parametrize("option", ["--board", "--reading"])
@pytest.mark.parametrize(
    "text, second",
    [("x 1    x 1\n1 1    x x", "x 1\nx x"), ("x 1\n1 1\n\nx x x\n1 2 1", "x x x\n1 2 1")],
)
def test_the_number_of_a_board_is_that_of_the_question(text, second, option):
    signs = ("--signs", "hidden=x", "--json")
    status, out, _ = solve(option, "2", *signs, text=text)
    assert status == 0
    expected = json.loads(solve(*signs, text=second)[1])
    assert json.loads(out)["probability"] == expected["probability"]
    status, _, err = solve(option, "9", *signs, text=text)
    assert status == 2
    assert "there is no" in err


@pytest.mark.parametrize(
    "text, arguments, status, message",
    [
        ("1¿\n##", [], 2, "line 1, column 2: '¿'"),
        ("1#\n###", [], 2, "line 2, column 3"),
        ("", [], 2, "no board"),
        (b"\xff\xff", [], 2, "UTF-8"),
        ("1#\n##", ["--mines", "9"], 2, "mine count 9"),
        ("1#\n##", ["--engine", "oracle"], 2, "unknown engine 'oracle'; known: auto"),
        ("1#\n##", ["--format", "oracle"], 2, "unknown format 'oracle'"),
        ("1#\n##", ["--density", "2"], 2, "density"),
        ("1#\n##", ["--mines", "x"], 2, "argument --mines"),
        ("1#\n##", ["--seconds", "-1"], 2, "positive number"),
        ("1#\n##", ["--nonsense"], 2, "--nonsense"),
        ("1#\n##", ["--board", "2"], 2, "there is no board 2"),
        ("112\n000", [], 1, "clue 1 at (0,0) cannot be met"),
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
    assert (
        capsys.readouterr().err
        == "minesolver: no-such-file.txt: No such file, nor a board such as '1#/##'\n"
    )


def test_file_argument_and_the_examples(capsys):
    for path in sorted((ROOT / "examples").glob("*.mines")):
        assert main(["solve", "--json", str(path)]) == 0, path
        out = capsys.readouterr().out
        assert json.loads(out.splitlines()[0])["is_exact"] is True


def test_help_has_an_example():
    for arguments in (["--help"], ["solve", "--help"]):
        run = subprocess.run(
            [sys.executable, "-m", "minesolver", *arguments],
            capture_output=True,
            text=True,
            check=True,
        )
        assert "example:" in run.stdout
        assert "minesolver solve" in run.stdout


def test_closed_pipe_is_quiet():
    boards = "\n\n".join(["1#\n##"] * 2000)
    script = f"{PYTHON} -m minesolver solve --json | head -n 1"
    run = subprocess.run(
        ["bash", "-c", script], input=boards.encode(), capture_output=True, check=False
    )
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
    assert {name for name in dir(ms) if not name.startswith("_")} == set(ms.__all__)
    assert ms.engines()[0] == "auto"


def test_a_fallback_is_announced_everywhere():
    from boards import isolated_clues

    text = str(isolated_clues(15, 3, density=0.5))
    status, out, _ = solve("--states", "50", text=text)
    assert status == 0
    assert (
        "NOT EXACT: nothing was counted (the limit of 50 states was reached): every proved cell is given"
        in out
    )
    _, out, _ = solve("--states", "50", "--json", text=text)
    answer = json.loads(out)
    assert answer["is_exact"] is False
    assert answer["proved_complete"] is True
    assert answer["solutions"] is None
    assert "limit" in answer["note"]
    status, out, err = solve("--states", "50", "--engine", "elimination", text=text)
    assert (status, out) == (3, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize("columns", [80, 60, 36])
def test_a_wide_board_fits_a_narrow_terminal(columns, monkeypatch):
    monkeypatch.delenv("LINES", raising=False)
    monkeypatch.setenv("COLUMNS", str(columns))
    status, out, _ = solve(str(ROOT / "examples" / "expert.mines"))
    assert status == 0
    lines = out.splitlines()
    assert max(map(len, lines)) <= columns
    board = [line.split(maxsplit=1)[1].replace(" ", "").replace("<", "") for line in lines[2:18]]
    assert [len(row) for row in board] == [30] * 16
    assert board[1] == "cccccm521112m22432113m311....."
    assert "letters: mine probability" in " ".join(out.split())


def test_a_terminal_gets_colours_and_a_board_that_fits():
    code = (
        "import pty, sys; sys.exit(pty.spawn([sys.executable, '-m', 'minesolver', *sys.argv[1:]]))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "solve", str(ROOT / "examples/small.mines")],
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
    )
    assert "\x1b[" in run.stdout
    assert "best (1,4) safe" in run.stdout


def test_solve_reads_its_own_json_and_that_of_generate(capsys):
    assert (
        main(["solve", "--json", "--recommend", "safest", str(ROOT / "examples/small.mines")]) == 0
    )
    first_output = capsys.readouterr().out
    assert solve("--json", "--recommend", "safest", text=first_output)[1] == first_output
    assert (
        main(["generate", "--level", "beginner", "--seed", "3", "--format", "json", "--position"])
        == 0
    )
    status, out, err = solve("--json", text=capsys.readouterr().out)
    assert (status, err) == (0, "")
    assert json.loads(out)["mines"] == 10


def test_recommend_takes_a_file_as_the_file():
    status, out, err = solve("--recommend", str(ROOT / "examples/small.mines"))
    assert (status, err) == (0, "")
    assert "strongest: open (1,4)" in out
    assert "best (1,4) safe" in out
    status, _, err = solve("--recommend", "cleverest", text="1#\n##")
    assert status == 2
    assert "unknown policy 'cleverest'" in err


def test_the_recommended_cell_is_the_best_cell():
    text = "9x9x10\n1########" + "\n#########" * 8
    _, out, _ = solve("--json", "--recommend", "safest", text=text)
    answer = json.loads(out)
    assert answer["best"] == answer["recommend"]["cell"]


def test_boards_are_numbered_and_answered_as_they_arrive():
    run = subprocess.Popen(
        [sys.executable, "-m", "minesolver", "solve", "--json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    for text in ("1#\n##\n\n", '{"board": ["1#", "##"], "mines": 1}\n'):
        run.stdin.write(text)
        run.stdin.flush()
        assert json.loads(run.stdout.readline())["solutions"] == "3"
    run.stdin.close()
    assert run.wait(30) == 0
    _, out, err = solve(text="1#\n##\n\n20\n11\n\n#1\n")
    assert [line for line in out.splitlines() if line.startswith("board")] == [
        "board 1:",
        "board 3:",
    ]
    assert err.startswith("minesolver: board 2: ")


@pytest.mark.parametrize("command", [["solve", "examples/small.mines"], ["play"], ["generate"]])
def test_closed_standard_output_is_an_error_without_a_traceback(command):
    run = subprocess.run(
        ["bash", "-c", f"{PYTHON} -m minesolver {' '.join(command)} >&-"],
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert run.returncode == 2
    assert run.stderr == "minesolver: standard output is closed\n"


@pytest.mark.parametrize("standard_error", ["2>&1 | true", "2>/dev/full", "2>&-"])
def test_the_answer_comes_where_remarks_cannot_be_written(tmp_path, standard_error):
    """Before, no file was there, with exit status 0 or 1."""
    if "full" in standard_error and not Path("/dev/full").exists():
        standard_error = "2>&-"
    make_sheet = "-m minesolver generate --unique --shape 3x3/2 -n 3 --seed 1 --out sheet.html"
    run = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{PYTHON} {make_sheet} {standard_error}"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        check=False,
    )
    assert run.returncode == 0
    assert (tmp_path / "sheet.html").read_text(encoding="utf-8").rstrip().endswith("</html>")


def test_candidates_without_an_estimate_are_no_numbers():
    """NaN is no JSON, and no per cent."""

    def refuse(constant):
        raise AssertionError(constant)

    board_text = "3x3x1\n#1#\n###\n###\n"
    arguments = ["--engine", "baseline", "--recommend"]
    _, answer, _ = solve(*arguments, "--json", text=board_text)
    candidates = json.loads(answer, parse_constant=refuse)["recommend"]["candidates"]
    assert {tuple(candidate["cell"]): candidate["safety"] for candidate in candidates}[2, 2] is None
    assert "nan" not in solve(*arguments, text=board_text)[1]


def test_help_fits_the_terminal(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "70")
    with pytest.raises(SystemExit):
        main(["solve", "--help"])
    lines = capsys.readouterr().out.splitlines()
    long_lines = [line for line in lines if len(line) > 70]
    assert all("minesolver solve" in line for line in long_lines), "only an example may be longer"


@pytest.mark.parametrize("through", ["pipe", "file"])
def test_words_below_a_board_tell_its_mines_where_all_input_has_come(through, tmp_path):
    text = "```\n1??\n12?\n01?\n```\nTotal mines: 2\n"
    if through == "file":
        path = tmp_path / "board.txt"
        path.write_text(text)
        descriptor = os.open(path, os.O_RDONLY)
    else:
        descriptor, writing_end = os.pipe()
        os.write(writing_end, text.encode())
        os.close(writing_end)  # before the command starts
    command = [sys.executable, "-m", "minesolver", "solve", "--json"]
    run = subprocess.run(command, stdin=descriptor, capture_output=True, text=True, check=False)
    os.close(descriptor)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["mines"] == 2
