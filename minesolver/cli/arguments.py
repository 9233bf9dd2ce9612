"""Arguments that several commands take: numbers, cells, seeds, and sizes of boards."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, TextIO

from ..engines import ENGINES
from ..game.levels import LEVELS, SIZE

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
    "--engine": {
        "default": "auto", "metavar": "NAME", "help": f"one of {', '.join(ENGINES.own)} (default: auto)",
    },
    "--mines": {"type": int, "metavar": "N", "help": "mines on the whole board, known ones included"},
    "--seed": {"type": int, "metavar": "S", "help": "default: drawn, and printed"},
    "--start": {"type": cell, "metavar": "R,C"},
    "--seconds": {"type": positive_number, "metavar": "S"},
    "--against": {
        "metavar": "NAME", "help": "the contender that the others are compared with (default: the first)",
    },
}  # fmt: skip


def add(parser: Any, name: str, **others: Any) -> None:
    """Add an argument that several commands have; ``others``: what is said of it here."""
    parser.add_argument(name, **_SHARED[name] | others)


def add_flags(parser: argparse.ArgumentParser, **helps: str) -> None:
    """Add options without a value, each with its help."""
    for name, help in helps.items():
        parser.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=help)


def add_size(
    parser: argparse.ArgumentParser, default: str | None = "beginner", *, rules: bool = False
) -> None:
    """Add ``--level`` (``--shape``), ``--rows``, ``--cols`` and ``--mines``, and ``--rules``."""
    named = ", ".join(LEVELS)
    more = f" (default: {default})" if default else ""
    if rules:
        add(parser, "--rules")
        more = f"{more}; with --rules, any sizes such as 5x5 or 3x3x4/10 (default: 5x5)"
    parser.add_argument(
        "--level", "--shape", metavar="SIZE", help=f"{named}, or {SIZE} such as 16x30/99{more}"
    )
    parser.add_argument("--rows", type=int, metavar="R", help="rows, with --cols and --mines")
    parser.add_argument("--cols", type=int, metavar="C", help="columns")
    parser.add_argument("--mines", type=int, metavar="M", help="mines")


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add ``--jobs``, ``--dask`` and ``--dask-wait``: who does a large piece of work."""
    from ..bench import dask  # slow to import

    parser.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes (default: 1)")
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="address of a Dask scheduler, instead of local processes"
    )
    parser.add_argument(
        "--dask-wait",
        type=float,
        default=dask.PATIENCE,
        metavar="S",
        help="end when the cluster has had no workers for S seconds (default: 60)",
    )


def workers_of(options: argparse.Namespace) -> Workers:
    """The workers that the options ask for. Raises ResultsError: there is no such cluster."""
    from ..bench import dask, workers

    if options.dask:
        return dask.cluster(options.dask, options.dask_wait)
    return workers.processes(options.jobs)
