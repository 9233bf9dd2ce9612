"""What version 1.0.0 promises is written down in ``api.txt``; none of it is lost or changed unseen.

``python tests/project/test_api.py`` writes the file anew, from the package as it is: the names that
``minesolver`` exports with their arguments, the commands with their options, the keys of the engine protocol,
the functions of the C library and of the npm package. What is added need not be in the file before a release.
"""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import minesolver as ms
from minesolver.cli.commands import OF_THIS_PACKAGE
from minesolver.protocol.requests import KEYS

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).with_name("api.txt")
MADE_BY_USERS = (ms.Board, ms.Game, ms.Layout, ms.Limit, ms.Puzzle, ms.Rules)
"""The classes that users call; objects of the others are answers."""


def signature_of(function: Any) -> str:
    """The names of its arguments, with ``=`` where they have a default; types may be said otherwise."""
    words: list[str] = []
    for parameter in inspect.signature(function).parameters.values():
        star = ""
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            star = "*" if parameter.kind == parameter.VAR_POSITIONAL else "**"
        if parameter.kind == parameter.KEYWORD_ONLY and "*" not in "".join(words):
            words.append("*")
        has_default = parameter.default is not parameter.empty
        words.append(f"{star}{parameter.name}{'=' if has_default else ''}")
    return f"({', '.join(word for word in words if word not in ('self', 'cls'))})"


def python_names() -> Iterator[str]:
    """What the package exports: functions and methods with their arguments, classes with what is public."""
    for name in vars(ms)["_HOME_OF_NAME"]:
        if name.startswith("_"):
            continue
        value = getattr(ms, name)
        if inspect.isclass(value):
            yield f"python {name}{signature_of(value) if value in MADE_BY_USERS else ''}"
            for field in getattr(value, "__dataclass_fields__", ()):
                if not field.startswith("_"):
                    yield f"python {name}.{field}"
            for member, attribute in inspect.getmembers_static(value):
                if member.startswith("_") or hasattr(ImportError, member):
                    continue
                function = getattr(attribute, "__func__", attribute)
                arguments = signature_of(function) if inspect.isfunction(function) else ""
                yield f"python {name}.{member}{arguments}"
        else:
            yield f"python {name}{signature_of(value) if inspect.isfunction(value) else ''}"


def commands() -> Iterator[str]:
    """Each command with its options, but for those that an extra adds."""
    for command in OF_THIS_PACKAGE:
        yield f"command {command.name}"
        parser = argparse.ArgumentParser()
        if command.module:  # else its words are commands themselves
            import_module(command.module).add_arguments(parser)
        for action in parser._actions:
            for option in action.option_strings:
                if option.startswith("--") and action.help != argparse.SUPPRESS:
                    yield f"command {command.name} {option}"


def promised() -> list[str]:
    """All that there is now, a line each."""
    header = (ROOT / "bindings/c/minesolver.h").read_text(encoding="utf-8")
    without_comments = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    c_functions = re.findall(
        r"^\w[\w ]*?\**(minesolver_\w+\((?:[^()]|\([^()]*\))*\));", without_comments, re.MULTILINE
    )
    types = (ROOT / "bindings/js/index.d.ts").read_text(encoding="utf-8")
    engine = types.partition("export interface Minesolver {")[2].partition("\n}")[0]
    calls = re.findall(r"^  (?:readonly )?(\w+)[(:]", engine, re.MULTILINE)
    return sorted(
        {
            *python_names(),
            *commands(),
            *(
                f"protocol {question} {key}"
                for question, keys in KEYS.items()
                for key in ("", *keys)
            ),
            *(f"c {' '.join(function.split())}" for function in c_functions),
            *(f"npm {name}" for name in calls),
        }
    )


def test_nothing_is_lost_of_what_was_promised():
    lost = set(FILE.read_text(encoding="utf-8").splitlines()) - set(promised())
    assert sorted(lost) == [], (
        "python tests/project/test_api.py writes api.txt anew, where that is meant"
    )


def test_all_parts_are_in_the_file():
    lines = FILE.read_text(encoding="utf-8").splitlines()
    kinds = {line.split()[0] for line in lines}
    assert kinds == {"python", "command", "protocol", "c", "npm"}
    for line in (
        "python analyze(board, engine=, *, limit=, proofs_only=)",
        "command solve --json",
        "npm analyze",
    ):
        assert line in lines


if __name__ == "__main__":
    FILE.write_text("\n".join([*promised(), ""]), encoding="utf-8")
    print(f"{FILE}: {len(promised())} lines")
