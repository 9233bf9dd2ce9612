"""Options that extras add to commands of others, such as ``generate --certify``."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from ..base.registry import Registry
from ..protocol.parameters import Parameter


@dataclass(frozen=True)
class Option:
    """An option that is added to a command.

    name: The command and the option: ``generate --certify``
    parameter: What is asked
    check: Raises where it cannot be with the other options, before the command begins
    after: Called with the options and each result: of ``generate`` the board and its number, of ``optimal``
        the small board and its optimum
    """

    name: str
    parameter: Parameter
    check: Callable[[argparse.Namespace], None]
    after: Callable[..., None]


OPTIONS = Registry("option", Option, {}, "minesolver.options")


def added_options(command_name: str) -> list[Option]:
    """What extras add to a command; installed packages, which take long to look through, add none."""
    options = []
    for name in OPTIONS.own:
        if name.rpartition(" ")[0] == command_name:
            options.append(OPTIONS.get(name))
    return options
