"""The command run in this process, alone or in a line of the shell: a new one takes a third of a second."""

from __future__ import annotations

import io
import shlex
import subprocess
import sys
from pathlib import Path
from unittest import mock

from minesolver.cli import main


def run(*arguments, text=None):
    """(exit status, output, errors) as a shell has them; ``text``: the standard input, str or bytes."""
    input_bytes = text.encode() if isinstance(text, str) else text or b""
    stdin, out, err = (
        io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", write_through=True)
        for data in (input_bytes, b"", b"")
    )
    with mock.patch.multiple(
        sys, stdin=stdin, stdout=out, stderr=err, argv=["minesolver", *arguments]
    ):
        try:
            status: object = main()
        except SystemExit as stopped:
            status = stopped.code
    return status, *(stream.buffer.getvalue().decode() for stream in (out, err))


def without_module(module, code):
    """(exit status, errors) of a line of Python where a module is not installed."""
    script = f"""
import sys
sys.modules[{module!r}] = None
from minesolver.base.errors import MissingDependencyError, MinesolverError
try:
    {code}
except MissingDependencyError as error:
    assert isinstance(error, MinesolverError)
    sys.exit(f"minesolver: {{error}}")
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


SHELL = f"""
minesolver() {{ {sys.executable!r} -m minesolver "$@"; }}
python() {{ {sys.executable!r} "$@"; }}
"""
"""The commands that a line means, whatever is on the path."""


def shell(line, before=""):
    """(exit status, output and errors) of a line of the shell; the first pipe that fails ends it.

    Pipes and redirections are made here; what else there is, such as a variable, is left to a shell.

    before: Commands for that shell, such as functions that the line calls
    """
    line = line.strip()
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    words = list(lexer)
    # An engine reads from a file of its own process.
    shell_signs = ("$", "||", "&", "*", "<<", ">>", "2>", "\n", "minesolver engine")
    needs_shell = any(sign in line for sign in shell_signs)
    if needs_shell or "minesolver" not in words:
        return _by_bash(f"set -e -o pipefail\n{SHELL}{before}\n{line}", b"", subprocess.STDOUT)
    printed = ""
    for pipe in _split(words, ";"):
        status, stage_output, errors = 0, "", ""
        for stage in _split(pipe, "|"):
            stage_words, files = _without_redirections(stage)
            text = Path(files["<"]).read_text() if "<" in files else stage_output
            if stage_words[0] == "minesolver":
                stage_status, stage_output, stage_errors = run(*stage_words[1:], text=text)
            else:
                command_line = f"{SHELL}{before}\n{shlex.join(stage_words)}"
                stage_status, stage_output = _by_bash(command_line, text.encode(), None)
                stage_errors = ""
            status = stage_status or status
            errors += stage_errors
            if ">" in files:
                Path(files[">"]).write_text(stage_output)
                stage_output = ""
        printed += stage_output + errors
        if status:
            return status, printed
    return 0, printed


def _by_bash(command_line, input_bytes, stderr):
    done = subprocess.run(
        ["bash", "-c", command_line],
        input=input_bytes,
        stdout=subprocess.PIPE,
        stderr=stderr,
        check=False,
    )
    return done.returncode, done.stdout.decode()


def _split(words, separator):
    """The words before, between and after those that separate."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word == separator:
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


def _without_redirections(words):
    """(the other words, the file of each redirection)."""
    other_words = []
    files = {}
    position = 0
    while position < len(words):
        if words[position] in ("<", ">"):
            files[words[position]] = words[position + 1]
            position += 1
        else:
            other_words.append(words[position])
        position += 1
    return other_words, files
