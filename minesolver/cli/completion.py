"""``minesolver completion``, or ``--completion``: what the Tab key offers, as a script for a shell."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from importlib import import_module
from shlex import quote
from typing import NamedTuple

from ..engines import ENGINES
from ..game.levels import LEVELS
from ..io.formats import FORMATS
from ..model.geometries import GEOMETRIES
from ..model.rules import RULES
from ..players import PLAYERS
from ..policies import POLICIES
from . import COMMANDS

_EPILOG = """\
example:
  eval "$(minesolver --completion bash)"

This line stands in ~/.bashrc; with zsh for bash, after compinit, in ~/.zshrc. For fish, what minesolver
--completion fish prints is a file of its own: ~/.config/fish/completions/minesolver.fish.
The names of engines, policies, formats and rules are those of now, also of other packages."""

_NAMES: dict[str, Iterable[str]] = {
    **dict.fromkeys(("--engine", "--engines"), ENGINES),
    **dict.fromkeys(("--policy", "--players"), PLAYERS),
    "--recommend": POLICIES,
    "--format": FORMATS,
    "--level": LEVELS,
    "--rules": (*GEOMETRIES, *RULES),
}


_GLOBAL = ("--help", "--version", "--completion")


class _Option(NamedTuple):
    """An option, or without names an argument; ``alone``: no value follows."""

    names: list[str]
    help: str
    values: list[str]
    alone: bool


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument("shell", choices=_SHELLS, help="bash, zsh or fish")


def run(options: argparse.Namespace) -> int:
    found = {name: _options_of(name) for name in COMMANDS}
    print("\n".join(_SHELLS[options.shell](found)))
    return 0


def _options_of(command: str) -> list[_Option]:
    parser = argparse.ArgumentParser()
    if module := COMMANDS.get(command).module:
        import_module(module).add_arguments(parser)
    return [
        _Option(
            list(action.option_strings),
            (action.help or "").partition(" (")[0],
            [str(value) for value in action.choices or _NAMES.get("".join(action.option_strings[:1]), ())],
            action.nargs == 0,
        )
        for action in parser._actions
    ]


def _below(group: str) -> list[str]:
    """The last words of the commands in a group."""
    parts = (name.rpartition(" ") for name in COMMANDS)
    return [short for within, _, short in parts if within == group]


def _bash(found: Mapping[str, list[_Option]]) -> list[str]:
    def case(subject: str, answers: Iterable[tuple[str, str]]) -> list[str]:
        return [f'  case "{subject}" in', *(f"    {quote(at)}) {what} ;;" for at, what in answers), "  esac"]

    words = {
        name: [*_below(name), *(text for option in options for text in option.names or option.values)]
        for name, options in found.items()
    }
    words[""] = [*_below(""), *_GLOBAL]
    valued = {
        f"{name} {text}": option.values
        for name, options in found.items()
        for option in options
        for text in option.names
        if option.values
    }
    return [
        "_minesolver() {",
        '  local command="" word words="" cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"',
        '  for word in "${COMP_WORDS[@]:1:$((COMP_CWORD-1))}"; do',
        *case("${command:+$command }$word", ((name, f"command={quote(name)}") for name in found)),
        "  done",
        *case("$command", ((name, f"words={quote(' '.join(own))}") for name, own in words.items())),
        '  [[ -n "$command" && "$cur" != -* && -z "$(compgen -W "$words" -- "$cur")" ]] && words=""',
        *case("$command $prev", ((at, f"words={quote(' '.join(own))}") for at, own in valued.items())),
        '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
        "}",
        "complete -o default -F _minesolver minesolver",
    ]


def _zsh(found: Mapping[str, list[_Option]]) -> list[str]:
    return ["autoload -U +X bashcompinit && bashcompinit", *_bash(found)]


def _fish(found: Mapping[str, list[_Option]]) -> list[str]:
    lines = [f"complete -c minesolver -n __fish_use_subcommand -l {text[2:]}" for text in _GLOBAL]
    for name, options in found.items():
        within, _, short = name.rpartition(" ")
        at = f"__fish_seen_subcommand_from {within}" if within else "__fish_use_subcommand"
        lines.append(f"complete -c minesolver -f -n '{at}' -a {short} -d {quote(COMMANDS.get(name).help)}")
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in name.split())
        for option in options:
            if not option.names:
                lines.append(f"complete -c minesolver -n '{seen}' -a {quote(' '.join(option.values))}")
                continue
            flags = " ".join(
                f"-{'l' if text[:2] == '--' else 's'} {text.lstrip('-')}" for text in option.names
            )
            values = (
                f" -xa {quote(' '.join(option.values))}" if option.values else "" if option.alone else " -r"
            )
            lines.append(f"complete -c minesolver -n '{seen}' {flags}{values} -d {quote(option.help)}")
    return lines


_SHELLS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
