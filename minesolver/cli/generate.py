"""``minesolver generate``: layouts, any or such that no guess is needed."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import islice
from pathlib import Path

from ..base.errors import BoardFormatError
from ..game.generate import Generated, generate
from ..io.formats import FORMATS
from . import variant
from .numbers import positive
from .play import _cell
from .progress import Progress
from .sizes import add_size, size_of

_EPILOG = """\
examples:
  minesolver generate --level expert --no-guess --seed 7
  minesolver generate --level 20x20/80 --start 0,0 --no-guess -n 100 --out boards.json
  minesolver generate --level expert --no-guess -n 3 --format mbf --out board.mbf
  minesolver generate --rules hex,liar --unique --shape 5x5 --seed 3

The start cell opens a zero; it is printed to standard error, and is a key of the json format.
The same arguments give the same boards; board i does not depend on -n.
formats:
  canonical  every cell open: 0-8, * a mine; a first line ROWSxCOLSxMINES
  mine       the same as .mine text, F a mine
  mbf        binary, one board a file: with -n 3, board.mbf is board-1.mbf, board-2.mbf, board-3.mbf
  json       one object a line: board, mines, start, no_guess, seed, index, tries
and all others that minesolver solve --help lists, where they are written as well"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add_size(parser)
    parser.add_argument("--start", type=_cell, metavar="R,C", help="the first cell (default: the middle)")
    parser.add_argument(
        "--no-guess",
        action="store_true",
        help="only no-guess boards, each proved by the exact engine",
    )
    parser.add_argument(
        "--method",
        choices=["uniform", "repair"],
        default="uniform",
        help="uniform: every no-guess board equally likely (default); repair: faster on dense boards, where "
        "they are rare, but not equally likely",
    )
    parser.add_argument(
        "--tries",
        type=positive,
        default=100_000,
        metavar="T",
        help="layouts drawn for one board before giving up",
    )
    parser.add_argument("--seed", type=int, default=None, metavar="S", help="default: drawn, and printed")
    parser.add_argument(
        "-n", "--number", type=positive, default=1, metavar="N", help="how many boards (default: 1)"
    )
    parser.add_argument(
        "--position", action="store_true", help="only the start cell opened: what a player begins with"
    )
    parser.add_argument("--format", metavar="NAME", help="default: by the name of --out, else canonical")
    variant.add_arguments(parser, unique=True)
    parser.add_argument("--out", type=Path, metavar="PATH", help="a file instead of standard output")


def run(options: argparse.Namespace) -> int:
    if options.rules is not None:
        return variant.generate(options)
    if options.unique or options.shape:
        raise BoardFormatError("--unique and --shape go with --rules")
    rows, cols, mines = size_of(options)
    seed = options.seed
    if seed is None:
        seed = time.time_ns() % 2**32
        print(f"seed {seed}", file=sys.stderr)
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
        no_guess=options.no_guess,
        seed=seed,
        method=options.method,
        tries=options.tries,
    )
    if binary:
        for number, generated in _counted(options, boards):
            _write(_numbered(options.out, number, options.number), generated.layout.text(format))
        return 0
    out = options.out.open("w", encoding="utf-8", newline="\n") if options.out else sys.stdout
    try:
        for number, generated in _counted(options, boards):
            if format == "json":
                print(_json(generated, options.position), file=out)
            else:
                board = generated.board if options.position else generated.solution
                print(("\n" if number > 1 else "") + board.text(format), file=out)
                name = f"board {number}: " if options.number > 1 else ""
                print(f"{name}start ({generated.start[0]},{generated.start[1]})", file=sys.stderr)
    finally:
        if options.out:
            out.close()
    return 0


def _counted(options: argparse.Namespace, boards: Iterator[Generated]) -> Iterator[tuple[int, Generated]]:
    one = Progress("looking for a board") if options.number == 1 else nullcontext()
    with one, Progress("boards", options.number) as progress:
        for number, generated in enumerate(islice(boards, options.number), 1):
            yield number, generated
            progress.update(number)


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


def _json(generated: Generated, position: bool) -> str:
    board = generated.board if position else generated.solution
    values = json.loads(board.text("json"))
    return json.dumps(
        values
        | {
            "rows": generated.layout.rows,
            "cols": generated.layout.cols,
            "start": list(generated.start),
            "no_guess": generated.no_guess,
            "seed": generated.seed,
            "index": generated.index,
            "tries": generated.tries,
        }
    )
