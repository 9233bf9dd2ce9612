"""Arguments that several commands take: numbers, cells, seeds, and sizes of boards."""

from __future__ import annotations

import argparse
import builtins
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from ..bench.workers import Workers


def positive(text: str) -> int:
    """A whole number from 1 on. Raises ``ValueError``, which argparse puts into words."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def positive_number(text: str) -> float:
    """A number above 0. Raises ``ValueError``, which argparse puts into words."""
    value = float(text)
    if not 0 < value < float("inf"):
        raise ValueError
    return value


def cell(text: str) -> Any:
    """The name of a cell."""
    return tuple(map(int, text.split(",")))


def standard_input() -> TextIO:
    """Raises OSError: it was closed by who called."""
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin


def values_of(thing: Any, names: str) -> dict[str, Any]:
    """Attributes by name, as JSON objects have them."""
    return {name: getattr(thing, name) for name in names.split()}


positive.__name__ = "positive whole number"
positive_number.__name__ = "positive number"
cell.__name__ = "cell (ROW,COL from 0)"


_SHARED: dict[str, dict[str, Any]] = {
    "--rules": {
        "metavar": "NAMES",
        "help": "geometry and rules, such as hex or torus,liar (see minesolver rules; default: square)",
    },
    "--mines": {"type": int, "metavar": "N", "help": "mines on the whole board, known ones included"},
    "--seed": {"type": int, "metavar": "S", "help": "default: drawn, and printed"},
    "--start": {"type": cell, "metavar": "R,C"},
    "--seconds": {"type": positive_number, "metavar": "S"},
    "--jobs": {"type": positive, "default": 1, "metavar": "J", "help": "processes (default: 1)"},
    "--dask": {"metavar": "ADDRESS", "help": "address of a Dask scheduler, instead of local processes"},
    "--dask-wait": {
        "type": float, "default": 60.0, "metavar": "S",
        "help": "end when the cluster has had no workers for S seconds (default: 60)",
    },
    "--against": {
        "metavar": "NAME", "help": "the contender that the others are compared with (default: the first)",
    },
}  # fmt: skip
"""What several commands have."""


def declare(parser: argparse.ArgumentParser, module: ModuleType) -> None:
    """Add the arguments of a command, and what its help ends with: the table beside its module."""
    assert module.__file__ is not None
    table = tomllib.loads(Path(module.__file__).with_suffix(".toml").read_text("utf-8"))
    parser.epilog = _meant(table.get("epilog"), vars(module))
    add_table(parser, table["arguments"], vars(module))


def add_table(parser: Any, table: Mapping[str, Any], names: Mapping[str, Any]) -> None:
    """Add the arguments of a table.

    table: By flags, or by name, what ``add_argument`` is told, beside what several commands have; of a flag
        without a value its help alone. ``add_...`` is a function, told the parser and what is given here
    names: What ``$name`` stands for; functions and types are looked for here, then in this module
    """
    known = vars(builtins) | globals() | dict(names)
    for flags, given in table.items():
        if flags.startswith("add_"):
            known[flags](parser, **given)
            continue
        said = {"action": "store_true", "help": given} if isinstance(given, str) else given
        more = {
            name: known[value] if name == "type" else _meant(value, known) for name, value in said.items()
        }
        parser.add_argument(*flags.split(), **_SHARED.get(flags, {}) | more)


def _meant(value: Any, names: Mapping[str, Any]) -> Any:
    """A text with its ``$names`` put in, or what the one name stands for that it is; all else as it is."""
    if not isinstance(value, str):
        return value
    if value.startswith("$") and value[1:] in names:
        return names[value[1:]]
    return re.sub(r"\$(\w+)", lambda name: names[name[1]], value)


def add_one_of(parser: argparse.ArgumentParser, **table: Any) -> None:
    """Add arguments of which one at most can be given."""
    add_table(parser.add_mutually_exclusive_group(), table, {})


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add ``--engine``."""
    from ..engines import ENGINES  # not every command needs them, nor the levels

    names = ", ".join(ENGINES.own)
    parser.add_argument("--engine", default="auto", metavar="NAME", help=f"one of {names} (default: auto)")


def add_size(parser: argparse.ArgumentParser, default: str = "beginner") -> None:
    """Add ``--rules``, ``--level`` (``--shape``), ``--rows``, ``--cols`` and ``--mines``."""
    from ..game.levels import LEVELS, SIZE

    named = f"{', '.join(LEVELS)}, or {SIZE} such as 16x30/99" + f" (default: {default})" * bool(default)
    named += "; with --rules, any sizes such as 5x5 or 3x3x4/10 (default: 5x5)"
    parser.add_argument("--rules", **_SHARED["--rules"])
    parser.add_argument("--level", "--shape", metavar="SIZE", help=named)
    for name, help in (("rows", "rows, with --cols and --mines"), ("cols", "columns"), ("mines", "mines")):
        parser.add_argument(f"--{name}", type=int, metavar=name[0].upper(), help=help)


def workers_of(options: argparse.Namespace) -> Workers:
    """The workers that the options ask for. Raises ResultsError: there is no such cluster."""
    from ..bench import dask, workers

    if options.dask:
        return dask.cluster(options.dask, options.dask_wait)
    return workers.processes(options.jobs)
