"""``--certify`` of ``minesolver generate`` and ``minesolver optimal``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ...base.errors import BoardFormatError, RuleError
from ...base.files import write_whole
from ...cli.arguments import numbered
from ...cli.options import Option
from ...cli.progress import remark
from ...game.board_sizes import size_of
from ...protocol.parameters import FILE, TEXT, Parameter

if TYPE_CHECKING:
    from ...model.subject import Subject
    from ...policy.optimal import Optimum, SmallBoard

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


def _check_optimal(options: argparse.Namespace) -> None:
    if options.certify is None:
        return
    *layers, _, _, _ = size_of(options, default=None)
    if options.rules or layers:
        raise RuleError(
            "a strategy is written of a square board with Minesweeper's own clues: leave --certify out"
        )
    if options.objective != "wins":
        raise RuleError("a strategy is the play that wins most: leave --certify or --objective out")
    if options.certify.suffix != ".strategy":
        raise RuleError(f"a strategy's file is named FILE.strategy, not {options.certify}")


def _certify_strategy(options: argparse.Namespace, board: SmallBoard, optimum: Optimum) -> None:
    """Write the best play of a small board."""
    if options.certify is None:
        return
    from .strategies import strategy

    write_whole(options.certify, strategy(board, optimum).encode())


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
OF_OPTIMAL = Option(
    "optimal --certify",
    Parameter(
        "certify",
        FILE,
        "write the best play as a table that minesolver check plays on every layout (a .strategy file)",
        metavar="FILE",
    ),
    _check_optimal,
    _certify_strategy,
)
