"""Arguments that several commands take: numbers, cells, seeds, and sizes of boards."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ..base.errors import BoardFormatError, RuleError

if TYPE_CHECKING:
    from ..bench.workers import Workers


_LONGEST_TYPED_LINE = 10_000  # characters
_MOST = 10**18  # nothing is counted so far, and the core counts in 64 bits


def positive(text: str) -> int:
    """A whole number from 1 on. Raises ``ValueError``, which argparse puts into words."""
    number = int(text)
    if not 1 <= number <= _MOST:
        raise ValueError
    return number


def whole(text: str) -> int:
    """A whole number. Raises ``ValueError``, which argparse puts into words."""
    return int(text)


def positive_number(text: str) -> float:
    """A number above 0. Raises ``ValueError``, which argparse puts into words."""
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


def cell(text: str) -> Any:
    """The name of a cell."""
    return tuple(map(int, text.split(",")))


def standard_input() -> TextIO:
    """Raises OSError: it was closed by who called."""
    if sys.stdin is None:
        raise OSError("standard input is closed")
    return sys.stdin


def standard_input_bytes() -> bytes:
    """All of standard input. Raises BoardFormatError: more than is read; OSError: it is closed."""
    from ..base.files import read_stream  # loads NumPy, which the help does without

    return read_stream(standard_input().buffer, "standard input", BoardFormatError)


def board_input(file_name: str) -> bytes | Path:
    """What an argument FILE stands for: ``-`` is standard input, which is read here."""
    return standard_input_bytes() if file_name == "-" else Path(file_name)


def read_typed_line() -> str:
    """The next line of standard input, for those who type moves; empty at its end.

    Raises RuleError: it is no line that anybody types.
    """
    line_text = standard_input().readline(_LONGEST_TYPED_LINE)
    if len(line_text) == _LONGEST_TYPED_LINE:
        raise RuleError(f"a move has fewer than {_LONGEST_TYPED_LINE:,} characters in its line")
    return line_text


def numbered(out_path: Path | None, number: int, count: int) -> Path | None:
    """The file of one of several results: the name asked for, with its number where they are several."""
    if out_path is None or count == 1:
        return out_path
    digit_count = len(str(count))
    return out_path.with_name(f"{out_path.stem}-{number:0{digit_count}}{out_path.suffix}")


def values_of(holder: Any, attribute_names: str) -> dict[str, Any]:
    """Attributes by name, as JSON objects have them. ``attribute_names``: with blanks between them."""
    return {
        attribute_name: getattr(holder, attribute_name)
        for attribute_name in attribute_names.split()
    }


whole.__name__ = "whole number"
positive.__name__ = "positive whole number"
positive_number.__name__ = "positive number"
cell.__name__ = "cell (ROW,COL from 0)"


Arguments = argparse._ActionsContainer
"""A parser, or a group of its arguments."""


def add_rules(parser: Arguments) -> None:
    parser.add_argument(
        "--rules",
        metavar="NAMES",
        help="geometry and rules, such as hex or torus,liar (see minesolver rules; default: square)",
    )


def add_mines(parser: Arguments) -> None:
    parser.add_argument(
        "--mines", type=whole, metavar="N", help="mines on the whole board, known ones included"
    )


def add_seed(parser: Arguments, default: int | None = None) -> None:
    default_text = "drawn, and printed" if default is None else default
    parser.add_argument(
        "--seed", type=whole, default=default, metavar="S", help=f"default: {default_text}"
    )


def add_jobs(parser: Arguments) -> None:
    parser.add_argument(
        "--jobs", type=positive, default=1, metavar="J", help="processes (default: 1)"
    )


def add_dask(parser: Arguments) -> None:
    """Add ``--dask`` and ``--dask-wait``: a cluster to work on."""
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="address of a Dask scheduler, instead of local processes"
    )
    parser.add_argument(
        "--dask-wait",
        type=float,
        default=60.0,
        metavar="S",
        help="end when the cluster has had no workers for S seconds (default: 60)",
    )


def add_against(parser: Arguments) -> None:
    parser.add_argument(
        "--against",
        metavar="NAME",
        help="the contender that the others are compared with (default: the first)",
    )


def add_engine(parser: Arguments) -> None:
    from ..engines import ENGINES  # not every command needs them, nor the levels

    names = ", ".join(ENGINES.own)
    parser.add_argument(
        "--engine", default="auto", metavar="NAME", help=f"one of {names} (default: auto)"
    )


def add_size(
    parser: Arguments,
    default: str = "beginner",
    *,
    mines: Callable[[str], Any] = int,
    mines_help: str = "mines",
) -> None:
    """Add ``--rules``, ``--level`` (``--shape``), ``--rows``, ``--cols`` and ``--mines``.

    mines: What reads the last one
    """
    from ..game.levels import LEVELS, SIZE

    sizes = f"{', '.join(LEVELS)}, or {SIZE} such as 16x30/99"
    if default:
        sizes += f" (default: {default})"
    sizes += "; with --rules, any sizes such as 5x5 or 3x3x4/10 (default: 5x5)"
    add_rules(parser)
    parser.add_argument("--level", "--shape", metavar="SIZE", help=sizes)
    parser.add_argument("--rows", type=whole, metavar="R", help="rows, with --cols and --mines")
    parser.add_argument("--cols", type=whole, metavar="C", help="columns")
    parser.add_argument("--mines", type=mines, metavar="M", help=mines_help)


def add_deal(parser: Arguments) -> None:
    from ..game.dealing import DEALS

    parser.add_argument(
        "--deal",
        choices=DEALS,
        help="hidden: where mines are is settled before (default). Else it is when a cell is opened: a guess "
        "where a safe cell is proved hits one; any other by its exact chance (fair), never (forgiving) or "
        "always (cruel)",
    )


def workers_of(options: argparse.Namespace) -> Workers:
    """The workers that the options ask for. Raises ResultsError: there is no such cluster."""
    from ..bench import dask, workers

    if options.dask:
        return dask.cluster(options.dask, options.dask_wait)
    return workers.processes(options.jobs)
