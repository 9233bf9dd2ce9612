"""Commands are registered: this package's, the documents', and those of other packages."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from shutil import which

import pytest
from paths import ROOT
from patience import PATIENCE

from minesolver import cli
from minesolver.base.registry import Registry
from minesolver.cli import COMMANDS, Command, main
from minesolver.cli.commands import GROUPS, PATHS

HELLO = Command("hello", "says whom it greets", __name__)


def add_arguments(parser):
    parser.add_argument("whom")


def run(options):
    print(f"hello {options.whom}")
    return 0


@pytest.fixture
def hello(monkeypatch):
    points = EntryPoints([EntryPoint("hello", f"{__name__}:HELLO", "minesolver.commands")])
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda *, group: points.select(group=group)
    )
    registry = Registry("command", Command, PATHS, "minesolver.commands")
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
        assert COMMANDS.get(name).help[1:20] in capsys.readouterr().out


def test_the_overview_fits_a_screen_and_has_each_command_under_its_group(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) <= 36
    assert max(map(len, lines)) <= 80
    group = ""
    listed = {}
    for line in lines:
        if line.rstrip(":") in GROUPS:
            group = line.rstrip(":")
        elif not line:
            group = ""
        elif group:
            listed[line.split()[0]] = group
    assert listed == {name: COMMANDS.get(name).group for name in COMMANDS if " " not in name}


@pytest.mark.parametrize("name", [*COMMANDS])
def test_the_short_help_is_short_and_each_of_its_options_is_one(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    texts = []
    for option in ("-h", "--help"):
        with pytest.raises(SystemExit) as done:
            main([*name.split(), option])
        assert done.value.code == 0
        texts.append(capsys.readouterr().out)
    short_text, long_text = texts
    assert short_text.count("\n") <= min(26, long_text.count("\n"))
    for option in re.findall(r"^  (-\S+)", short_text, re.MULTILINE):
        assert option in long_text


def test_commands_that_judge_say_what_the_others_judge(capsys):
    judging = [name for name in ("grade", "judge", "review", "score", "check") if name in COMMANDS]
    for name in judging:
        with pytest.raises(SystemExit):
            main([name, "--help"])
        help_text = capsys.readouterr().out
        for other in judging:
            assert f"minesolver {other}" in help_text


def test_help_imports_no_command():
    code = (
        "import sys; from minesolver.cli import parse\n"
        "try: parse(['--help'])\n"
        "finally: print(*sys.modules)"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert not {"numpy", *(COMMANDS.get(name).module for name in COMMANDS)} & set(loaded.split())


def status_of(words):
    try:
        return main(words)
    except SystemExit as stopped:
        return stopped.code


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["solv"], 2, "unknown command 'solv'; did you mean solve?"),
        (["bench", "rn"], 2, "unknown command 'bench rn'; did you mean bench run?"),
        (["solve", "--list", "1" + 30 * "0"], 2, "a positive whole number, not"),
        (["generate", "--number", "1" + 30 * "0"], 2, "a positive whole number, not"),
        (["solve", "--mines", "1.5"], 2, "a whole number, not '1.5'"),
        (["optimal", "--nodes", "-5"], 2, "a positive whole number, not '-5'"),
        (["solve", ""], 2, "minesolver: '': No such file"),
        (["play", "--delay", "-1"], 2, "a number of seconds from 0 to 3600, not '-1'"),
        (["play", "--delay", "1e30"], 2, "a number of seconds from 0 to 3600, not"),
        (["bench", "report", ""], 2, "no results file"),
        (["bench run"], 2, "unknown command 'bench run'"),
        (["bench", "run x"], 2, "unknown command 'bench run x'"),
        (["bench", ""], 2, "unknown command 'bench '"),
        ([""], 2, "unknown command ''"),
        (
            ["solve", "--exat"],
            2,
            "minesolver solve: unrecognized arguments: --exat; did you mean --exact?",
        ),
        (
            ["solve", "--engine", "elimnation"],
            2,
            "unknown engine 'elimnation'; did you mean elimination?",
        ),
        (["play", "--policy", "strong"], 2, "unknown policy 'strong'; did you mean strongest?"),
        ([], 2, "required: command"),
        (["--verson"], 2, "unrecognized arguments: --verson; did you mean --version?"),
        (
            ["optimal", "--level", "4x4/3", "--seconds", "1"],
            2,
            "the search is limited by --nodes N",
        ),
        (["solve", "--policy", "safest"], 2, "--recommend POLICY"),
        (["bench", "run", "--win", "explore"], 2, "--rules inference, say"),
        (["play", "--game", "cs50"], 2, "flagging is CS50's game"),
        (["play", "--level", "9x9"], 2, "9x9 has no mine count: 9x9/10, say"),
        (["play", "--level", "5x5/25"], 2, "use --win explore"),
        (
            ["bench", "run", "--players", "safest", "--boards", "5x5/25"],
            2,
            "is explored (inference)",
        ),
        (
            ["generate", "--level", "5x5/24", "--no-guess"],
            2,
            "mines: a first click that opens a zero leaves",
        ),
        (["optimal", "--level", "expert"], 3, "480 cells and about 5.6e104 layouts"),
        (["review", "README.md"], 2, "README.md: line 1: not a line of JSON"),
    ],
)
def test_what_was_meant(words, status, message, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert status_of(words) == status
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_an_interrupt_while_the_command_is_loaded_is_one_line():
    """A program that imports the package gets Python's exception."""
    code = (
        "import os, signal, sys; sys.orig_argv[1:] = ['bin/minesolver', 'rules']; import minesolver"
    )
    numpy = """from minesolver import cli
def loaded(_):  # NumPy's C code makes an ImportError of an exception that comes while it is imported
    try:
        os.kill(os.getpid(), signal.SIGINT)
        signal.pause()
    except KeyboardInterrupt:
        raise ImportError
cli.import_module = loaded
cli.main(["rules"])"""
    for words, is_program in (
        (["-c", f"{code}; os.kill(os.getpid(), signal.SIGINT)"], True),
        (["-c", f"{code}\n{numpy}"], True),
        (["-c", "import minesolver, os, signal; os.kill(os.getpid(), signal.SIGINT)"], False),
    ):
        done = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, timeout=PATIENCE
        )
        assert (
            (done.stderr == "minesolver: interrupted\n") == (done.returncode == 130) == is_program
        )


@pytest.mark.parametrize("function", ["minesolver.cli.import_module", "minesolver.cli.rules.run"])
def test_an_interrupt_is_one_line(function, monkeypatch, capsys):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(function, interrupted)
    assert main(["rules"]) == 130
    assert capsys.readouterr().err == "minesolver: interrupted\n"


# ---------------------------------------------------------------- what the Tab key offers


TYPED = [
    ("", {"solve", "play", "bench", "--version"}),
    ("so", {"solve"}),
    ("solve --e", {"--engine", "--exact", "--explain"}),
    ("solve --mines 3 --engine k", {"kernel"}),
    ("play --policy stro", {"strongest"}),
    ("solve --rules tor", {"torus"}),
    ("bench ", {"run", "report", "reproduce"}),
    ("completion z", {"zsh"}),
    ("nonsense --e", set()),
    ("export pyproj", {"pyproject.toml"}),
]
_ASK = {
    "bash": """
words=("$0" "$@") COMP_LINE="${words[*]}" COMP_TYPE=9
COMP_POINT=${#COMP_LINE} COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
_python_argcomplete minesolver "${words[-1]}" ""
printf '%s\\n' "${COMPREPLY[@]}"
""",
    "fish": "complete -C (string join ' ' -- $argv)",
}


def typed_in_shells():
    """(shell, case) of the shells that are installed; what is offered is the same in each, so few suffice."""
    for shell in filter(which, _ASK):
        cases = TYPED if shell == "bash" else TYPED[:3]
        for case in cases:
            yield shell, case


@pytest.mark.parametrize(
    "shell, typed, offered",
    [(shell, *case) for shell, case in typed_in_shells()],
)
def test_the_tab_key(shell, typed, offered, capsys):
    assert main(["--completion", shell]) == 0
    call = 'minesolver() { "$PYTHON" -m minesolver "$@"; }'
    if shell == "fish":
        call = "function minesolver; $PYTHON -m minesolver $argv; end"
    script = f"{call}\n{capsys.readouterr().out}\n{_ASK[shell]}"
    words = ["minesolver", *typed.split(), *([""] if typed.endswith(" ") or not typed else [])]
    command = [shell, *(["--no-config"] if shell == "fish" else []), "-c", script, *words]
    root = ROOT
    environment = os.environ | {"PYTHON": sys.executable}
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=root, env=environment
    )
    offers = {line.split("\t")[0].strip() for line in done.stdout.splitlines()} - {""}
    assert offered <= offers
    assert offers == offered or typed.endswith(" ") or not typed


@pytest.mark.parametrize(
    "words, suggestion",
    [
        ("slove", "solve"),
        ("bench rnu", "bench run"),
        ("solve --jsn", "--json"),
        ("solve --engine kernal", "kernel"),
        ("play --policy stronges --games 2", "strongest"),
        ("play --level expart", "expert"),
        ("play --win opem", "open"),
        ("play --first-click saef", "safe"),
        ("solve --rules hexx", "hex"),
        ("rules hexx", "hex"),
        ("solve --format cannonical", "canonical"),
        ("--completion fsh", "fish"),
    ],
)
def test_a_slip_is_answered_with_what_was_meant(words, suggestion, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1#")))
    status: object
    try:
        status = main(words.split())
    except SystemExit as stopped:
        status = stopped.code
    assert status == 2
    assert f"did you mean {suggestion}?" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", ["grade --cell 0,0", "export", "review -", "play --policy human", "solve", "engine"]
)
def test_a_closed_input_is_told_in_one_line(words, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    assert main(words.split()) == 2
    assert capsys.readouterr().err.splitlines()[-1] == "minesolver: standard input is closed"
