"""The examples that ``--help`` gives can be typed as they stand."""

from __future__ import annotations

import re
import shutil

import pytest
from command import shell
from paths import ROOT

from minesolver import cli

COMMANDS = ("", *cli.COMMANDS)
_JQ = "jq() { cat; }"
_SMALLER = [  # the same commands on less
    (r"--level expert", "--level beginner"),
    (r"-n 100 --out all.txt", "-n 5 --out all.txt"),
    (r"--games (?:500|1000)", "--games 3"),
    (r"--boards 16x30/99", "--boards 5x5/4 --position-games 2"),
    (r"--sizes 9x9 16x16", "--sizes 5x5 --position-games 2"),
    (r"-n 10000 (.*) --jobs 2 --parquet", r"-n 12 \1 --sizes 5x5/5"),
    (r"--densities 0.1 0.15 0.2", "--densities 0.15"),
    (r"--rows 3 --cols 4 --bombs 2", "--rows 3 --cols 3 --bombs 2"),
    (
        r"mdp learn --rows 3 --cols 3 --bombs 2",
        "mdp learn --rows 2 --cols 2 --bombs 1 --episodes 300",
    ),
    (r"--no-guess -n 100", "--no-guess -n 5"),
    (r"-n 6 --out quad", "-n 2 --out quad"),
    (r"--shape 7x7 --out", "--shape 4x4 --out"),
    (r"--games 20\b", "--games 3"),
    (r"--rows 20 --cols 20 --mines 80", "--rows 9 --cols 9 --mines 10"),
]
_ONLY_PARSED = re.compile(r"minesolver (web|bench run .*--dask|review game\.avf)")
"""What goes on until it is stopped, wants a cluster or a recorded game."""


def help_text(command, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "1000")
    monkeypatch.delenv("LINES", raising=False)
    with pytest.raises(SystemExit):
        cli.main([*command.split(), "--help"])
    return capsys.readouterr().out


def examples(text):
    """The lines under ``example:``; one that ends in a semicolon or backslash goes on with the next."""
    section = re.search(r"^examples?:\n((?: +.*\n?)+)", text, re.MULTILINE)
    lines = section[1].splitlines() if section else []
    joined: list[str] = []
    for line in lines:
        line = re.split(" {3,}", line.strip())[0]  # what follows is a remark
        if joined and joined[-1].endswith((";", "\\")):
            joined[-1] = joined[-1].rstrip("\\") + " " + line
        else:
            joined.append(line)
    for line in joined:
        assert line.count("'") % 2 == 0, f"a line break inside of quotes: {line!r}"
    return [line for line in joined if "minesolver" in line]


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copy(ROOT / "examples" / "small.mines", tmp_path / "boards.txt")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_of_help_run(command, folder, in_this_process, few_dots, monkeypatch, capsys):
    lines = examples(help_text(command, monkeypatch, capsys))
    assert lines or command in ("bench", "bench reproduce")
    if command == "bench report":
        small_run = ["--engines", "elimination", "--boards", "4x4/3", "--position-games", "1"]
        with monkeypatch.context() as patch:
            patch.chdir(folder)
            assert cli.main(["bench", "run", *small_run, "--out", "run.sqlite"]) == 0
    monkeypatch.chdir(folder)
    for line in lines:
        if _ONLY_PARSED.match(line):
            assert callable(cli.parse(line.split()[1:]).run)
            continue
        if command == "bench run" and "bench report" in line:
            continue  # its own help has it
        for pattern, replacement in _SMALLER:
            line = re.sub(pattern, replacement, line)
        with few_dots():
            status, output = shell(line, _JQ)
        assert status == 0, f"{line}\n{output}"


@pytest.mark.parametrize(
    "command, usage, options",
    [
        (
            "solve",
            "[OPTIONS] [FILE ...]",
            "mines rules cut shape engine exact explain json png seconds list recommend",
        ),
        ("grade", "[OPTIONS] [FILE] --cell R,C", "cell mines rules cut seconds flag json"),
        (
            "play",
            "[OPTIONS]",
            "rules level mines first-click start policy games seed jobs explain json",
        ),
        (
            "generate",
            "[OPTIONS]",
            "rules level mines start no-guess unique clues difficulty layer 3bv seed out certify",
        ),
        (
            "bench run",
            "[OPTIONS] [FILE.toml]",
            "seeds boards rules players games judged engines seconds out jobs against json",
        ),
    ],
)
def test_the_short_help_has_the_usual_options_alone(command, usage, options, capsys):
    with pytest.raises(SystemExit):
        cli.main([*command.split(), "-h"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"usage: minesolver {command} {usage}"
    named = [match[1] for line in lines if (match := re.match(r"  --([\w-]+)", line))]
    assert named == options.split()
