"""``minesolver generate``: layouts, any or such that no guess is needed."""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import nullcontext
from itertools import islice
from pathlib import Path

from ..base.errors import BoardFormatError
from ..game.generate import generate
from ..game.levels import size_of
from ..io.formats import FORMATS, write
from ..model.reason import show
from ..questions import as_json
from ..solve import analyze
from .arguments import add, add_flags, add_size, positive
from .progress import Progress

_EPILOG = """\
examples:
  minesolver generate --level expert --no-guess --seed 7
  minesolver generate --level 20x20/80 --start 0,0 --no-guess -n 100 --out boards.json
  minesolver generate --level expert --no-guess -n 3 --format mbf --out board.mbf
  minesolver generate --rules hex,liar --unique --shape 5x5 --seed 3

The start cell opens a zero; it is printed to standard error, and is a key of the json format. Under rules
there is one for --no-guess only; of a puzzle with one solution the difficulty is told in the same places.
The same arguments give the same boards; board i does not depend on -n.
formats:
  canonical  every cell open: 0-8, * a mine; a first line ROWSxCOLSxMINES
  mine       the same as .mine text, F a mine
  mbf        binary, one board a file: with -n 3, board.mbf is board-1.mbf, board-2.mbf, board-3.mbf
  json       one object a line: board, mines, start, no_guess, seed, index, tries
and all others that minesolver solve --help lists, where they are written as well"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add_size(parser, rules=True)
    add(parser, "--start", help="the first cell (default: the middle)")
    add_flags(
        parser,
        no_guess="only no-guess boards, each proved by the exact engine",
        position="only the start cell opened: what a player begins with",
        unique="puzzles with one solution, proved, from which no clue can be spared",
    )
    parser.add_argument(
        "--method",
        choices=["uniform", "repair"],
        default="uniform",
        help="uniform: every no-guess board equally likely (default); repair: faster on dense boards, where "
        "they are rare, but not equally likely",
    )
    parser.add_argument(
        "--tries", type=positive, metavar="T", help="layouts drawn for one board before giving up"
    )
    add(parser, "--seed")
    parser.add_argument(
        "-n", "--number", type=positive, default=1, metavar="N", help="how many boards (default: 1)"
    )
    parser.add_argument("--format", metavar="NAME", help="default: by the name of --out, else canonical")
    parser.add_argument("--out", type=Path, metavar="PATH", help="a file instead of standard output")


def run(options: argparse.Namespace) -> int:
    *layers, rows, cols, mines = size_of(options)
    seed = options.seed
    if seed is None:
        seed = time.time_ns() % 2**32
    format = options.format or _format_of(options.out)
    binary = FORMATS.get(format).suffixes
    if binary and options.position:
        raise BoardFormatError(f"a {binary[0]} file holds a whole board: leave --position out")
    if binary and options.out is None and (options.number > 1 or sys.stdout.isatty()):
        raise BoardFormatError(f"a {binary[0]} file is binary and holds one board: name it with --out")
    boards = generate(
        rows,
        cols,
        mines,
        options.start,
        board=options.rules or "square",
        layers=layers,
        no_guess=options.no_guess,
        unique=options.unique,
        seed=seed,
        method=options.method,
        tries=options.tries,
    )
    if options.seed is None:
        print(f"seed {seed}", file=sys.stderr)
    opened = options.position or options.unique
    text_file = options.out is not None and not binary
    several = options.number > 1
    with (
        options.out.open("w", encoding="utf-8", newline="\n")
        if text_file
        else nullcontext(sys.stdout) as out,
        Progress(
            "boards" if several else "looking for a board", options.number if several else None
        ) as progress,
    ):
        for number, generated in enumerate(islice(boards, options.number), 1):
            board = generated.board if opened else generated.solution
            if binary:
                _write(_numbered(options.out, number, options.number), write(board, format))
            elif format == "json":
                print(json.dumps(as_json(generated, board, options.unique)), file=out, flush=True)
            else:
                print(("\n" if number > 1 else "") + write(board, format), file=out, flush=True)
                told = analyze(board).difficulty() if options.unique else f"start {show(generated.start)}"
                if options.unique or generated.start is not None:
                    print(f"board {number}: {told}" if several else told, file=sys.stderr)
            progress.update(number)
    return 0


def _format_of(out: Path | None) -> str:
    suffix = "" if out is None else out.suffix.lower().lstrip(".")
    return {"mines": "canonical", "jsonl": "json"}.get(suffix, suffix if suffix in FORMATS else "canonical")


def _numbered(out: Path | None, number: int, of: int) -> Path | None:
    if out is None or of == 1:
        return out
    return out.with_name(f"{out.stem}-{number:0{len(str(of))}}{out.suffix}")


def _write(out: Path | None, data: bytes) -> None:
    if out is None:
        sys.stdout.buffer.write(data)
    else:
        out.write_bytes(data)
