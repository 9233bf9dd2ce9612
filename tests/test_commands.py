"""Commands are registered: this package's, the documents', and those of other packages."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints

import pytest

from minesolver import cli
from minesolver.base.registry import Registry
from minesolver.cli import COMMANDS, Command, main

HELLO = Command("hello", "says whom it greets", __name__)


def add_arguments(parser):
    parser.add_argument("whom")


def run(options):
    print(f"hello {options.whom}")
    return 0


@pytest.fixture
def hello(monkeypatch):
    points = EntryPoints([EntryPoint("hello", f"{__name__}:HELLO", "minesolver.commands")])
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: points.select(group=group))
    registry = Registry(
        "command", Command, dict.fromkeys(cli.OWN, "minesolver.cli:OWN"), "minesolver.commands"
    )
    monkeypatch.setattr(cli, "COMMANDS", registry)


def test_a_command_of_another_package(hello, capsys):
    assert main(["hello", "you"]) == 0
    assert capsys.readouterr().out == "hello you\n"
    with pytest.raises(SystemExit) as done:
        main(["--help"])
    assert done.value.code == 0
    listed = capsys.readouterr().out
    assert "says whom it greets" in listed
    assert "the decision process" in listed


def test_every_command_has_its_help(capsys):
    for name in COMMANDS:
        with pytest.raises(SystemExit) as done:
            main([*name.split(), "--help"])
        assert done.value.code == 0
        assert COMMANDS.get(name).help.split(",")[0].capitalize()[:20] in capsys.readouterr().out


def test_help_imports_no_command():
    code = (
        "import sys; from minesolver.cli import parse\ntry: parse(['--help'])\nfinally: print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"numpy", *(COMMANDS.get(name).module for name in COMMANDS)} & set(loaded.split())


def status_of(words):
    try:
        return main(words)
    except SystemExit as left:
        return left.code


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["solv"], 2, "unknown command 'solv'; did you mean solve?"),
        (["bench", "rn"], 2, "unknown command 'bench rn'; did you mean bench run?"),
        (["solve", "--exat"], 2, "minesolver solve: unrecognized arguments: --exat; did you mean --exact?"),
        (["solve", "--engine", "elimnation"], 2, "unknown engine 'elimnation'; did you mean elimination?"),
        (["play", "--policy", "strong"], 2, "unknown policy 'strong'; did you mean strongest?"),
        ([], 2, "required: command"),
    ],
)
def test_what_was_meant(words, status, told, capsys):
    assert status_of(words) == status
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("where", ["minesolver.cli.import_module", "minesolver.cli.rules.run"])
def test_an_interrupt_is_one_line(where, monkeypatch, capsys):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(where, interrupted)
    assert main(["rules"]) == 130
    assert capsys.readouterr().err == "minesolver: interrupted\n"
