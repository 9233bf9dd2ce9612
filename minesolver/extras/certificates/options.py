"""``--certify`` of ``minesolver generate``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ...base.errors import BoardFormatError
from ...cli.arguments import numbered
from ...cli.options import Option
from ...cli.progress import remark
from ...protocol.parameters import TEXT, Parameter

if TYPE_CHECKING:
    from ...model.subject import Subject

# What writes certificates is imported when there is something to certify: few ask for it.


def _check_generate(options: argparse.Namespace) -> None:
    if options.certify is not None and not options.unique:
        raise BoardFormatError("--certify is for puzzles with one solution: give --unique")


def _certify_puzzle(options: argparse.Namespace, puzzle: Subject, number: int) -> None:
    """Write a proof that a puzzle has one solution; ``number``: which one it is, from 1."""
    if options.certify is None:
        return
    from . import certify

    stem = numbered(Path(options.certify), number, options.number)
    written_files = certify(puzzle, counts=False).write(str(stem))
    remark(f"one solution: {' and '.join(map(str, written_files))}")


OF_GENERATE = Option(
    "generate --certify",
    Parameter(
        "certify",
        TEXT,
        "with --unique: write a proof that there is one solution to STEM.opb and STEM.pbp (of several "
        "puzzles STEM-1.opb ...), which minesolver check and VeriPB accept",
        metavar="STEM",
    ),
    _check_generate,
    _certify_puzzle,
)
