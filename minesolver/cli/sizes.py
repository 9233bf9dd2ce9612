"""The options that give the size of a board: by name, as ``16x30/99``, or by rows, columns and mines."""

from __future__ import annotations

import argparse

from ..base.errors import BoardFormatError
from ..game.levels import LEVELS, SIZE, parse_size


def add_size(parser: argparse.ArgumentParser, default: str | None = "beginner") -> None:
    """Add ``--level``, ``--rows``, ``--cols`` and ``--mines``."""
    named = ", ".join(LEVELS)
    more = f" (default: {default})" if default else ""
    parser.add_argument("--level", metavar="SIZE", help=f"{named}, or {SIZE} such as 16x30/99{more}")
    parser.add_argument("--rows", type=int, metavar="R", help="rows, with --cols and --mines")
    parser.add_argument("--cols", type=int, metavar="C", help="columns")
    parser.add_argument("--mines", type=int, metavar="M", help="mines")


def size_of(options: argparse.Namespace, default: str | None = "beginner") -> tuple[int, int, int]:
    """(rows, columns, mines) that the options ask for.

    Raises BoardFormatError: where the size is given twice, or in part; UnknownNameError: where ``--level`` is
        no size.
    """
    if options.level is not None:
        if not options.rows is options.cols is options.mines is None:
            raise BoardFormatError("--level gives the whole size: leave --rows, --cols and --mines out")
        return parse_size(options.level)
    if not options.rows is options.cols is None and options.mines is None:
        raise BoardFormatError("a size of your own needs --mines too")
    if default is None and (options.rows is None or options.cols is None):
        raise BoardFormatError("no size: give --level 4x4/4, or --rows, --cols and --mines")
    rows, cols, mines = parse_size(default) if default else (0, 0, 0)
    return (
        rows if options.rows is None else options.rows,
        cols if options.cols is None else options.cols,
        mines if options.mines is None else options.mines,
    )
