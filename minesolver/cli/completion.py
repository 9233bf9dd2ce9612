"""``minesolver completion``, or ``--completion``: a script by which a shell asks the command what fits."""

import argparse
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from ..base.errors import UnknownNameError, dependency
from ..protocol.parameters import TEXT, Parameter
from .arguments import add


class _RegisteredNames:
    """The names of registries ("module:attribute"), which are imported when a shell asks for the names."""

    def __init__(self, *registry_paths: str) -> None:
        self._registry_paths = registry_paths

    def __iter__(self) -> Iterator[str]:
        for path in self._registry_paths:
            module_name, _, attribute = path.partition(":")
            yield from getattr(import_module(module_name), attribute)


_ENGINES = _RegisteredNames("minesolver.engine:ENGINES")
_PLAYERS = _RegisteredNames("minesolver.players:PLAYERS")
_NAMES = {
    "--engine": _ENGINES,
    "--engines": _ENGINES,
    "--policy": _PLAYERS,
    "--players": _PLAYERS,
    "--recommend": _RegisteredNames("minesolver.policy:POLICIES"),
    "--format": _RegisteredNames("minesolver.io.formats:FORMATS"),
    "--level": _RegisteredNames("minesolver.game.board_sizes:LEVELS"),
    "--rules": _RegisteredNames(
        "minesolver.model.geometries:GEOMETRIES", "minesolver.model.rules:RULES"
    ),
}


_EPILOG = """\
example:
  eval "$(minesolver --completion bash)"

This line stands in ~/.bashrc; with zsh for bash, after compinit, in ~/.zshrc. For fish, what minesolver
--completion fish prints is a file of its own: ~/.config/fish/completions/minesolver.fish."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add(
        parser,
        Parameter(
            "shell", TEXT, "bash, zsh or fish", choices=["bash", "zsh", "fish"], is_argument=True
        ),
    )


def run(options: argparse.Namespace) -> int:
    with dependency("argcomplete", "the command completion"):
        import argcomplete

    script: Any = argcomplete.shellcode  # older ones have no types
    print(script(["minesolver"], shell=options.shell))
    return 0


def offer(
    parser: argparse.ArgumentParser,
    add_commands: Callable[[Sequence[str]], argparse.ArgumentParser],
) -> None:
    """Answer the shell, which has the line in the environment, and exit.

    add_commands: Adds what the words that are complete name; returns the parser of the last
    """
    with dependency("argcomplete", "the command completion"):
        from argcomplete import autocomplete
        from argcomplete.completers import ChoicesCompleter

    command_line = os.environ["COMP_LINE"][: int(os.environ["COMP_POINT"])]

    # The last word is still being typed, unless a space ends it.
    complete_words = command_line.split()[1:]
    if not command_line[-1:].isspace():
        complete_words = complete_words[:-1]
    with suppress(UnknownNameError):
        for action in add_commands(complete_words)._actions:
            known_names = _NAMES.get("".join(action.option_strings[:1]))
            if known_names and not action.choices:
                completer: Any = ChoicesCompleter
                setattr(action, "completer", completer(known_names))  # noqa: B010  (unknown to it)
    autocomplete(parser)
