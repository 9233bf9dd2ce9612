"""``minesolver generate``: layouts, any or such that no guess is needed."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any

from ..base.errors import BoardFormatError
from ..game.generate import Generated, generate
from ..game.levels import size_of
from ..io import pictures
from ..io.formats import FORMATS, levels, write
from ..model.reason import show
from ..model.variant import HIDDEN
from ..protocol.questions import as_json
from .arguments import add_seed, add_size, cell, positive, values_of
from .progress import Progress


def range_of(text: str) -> tuple[float, float]:
    """The least and the most. Raises ``ValueError``, which argparse puts into words."""
    least, dash, most = text.partition("-")
    found = int(least or 0), (int(most) if most else inf) if dash else int(least)
    if not 0 <= found[0] <= found[1]:
        raise ValueError
    return found


range_of.__name__ = "range of whole numbers"


_EPILOG = """\
examples:
  minesolver generate --level expert --no-guess --seed 7
  minesolver generate --level 20x20/80 --start 0,0 --no-guess -n 100 --out boards.json
  minesolver generate --level expert --no-guess -n 3 --format mbf --out board.mbf
  minesolver generate --rules hex,liar --unique --shape 5x5 --seed 3
  minesolver generate --rules quad --unique --difficulty 2-3 --clues -12 -n 6 --out quad.html
  minesolver generate --rules connected --progressive --shape 7x7 --out levels.14mv

The start cell opens a zero; it is printed to standard error, and is a key of the json format. Under rules
there is one for --no-guess only; of a puzzle with one solution the difficulty is told in the same places.
With --unique or --progressive the start cell is open in the puzzle.
The same arguments give the same boards; board i does not depend on -n.
formats:
  canonical  every cell open: 0-8, * a mine; a first line ROWSxCOLSxMINES
  mine       the same as .mine text, F a mine
  mbf        binary, one board a file: with -n 3, board.mbf is board-1.mbf, board-2.mbf, board-3.mbf
  json       one object a line: board, mines, start, no_guess, seed, index, tries
  14mv       a line each, as 14 Minesweeper Variants has its puzzles
  svg, png   a picture each, numbered as .mbf files are
  html       a sheet to print: the puzzles on one page, their solutions on the next
and all others that minesolver solve --help lists, where they are written as well"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add_size(parser)
    parser.add_argument("--start", type=cell, metavar="R,C", help="the first cell (default: the middle)")
    parser.add_argument(
        "--no-guess", action="store_true", help="only no-guess boards, each proved by the exact engine"
    )
    parser.add_argument(
        "--position", action="store_true", help="only the start cell opened: what a player begins with"
    )
    parser.add_argument(
        "--unique",
        action="store_true",
        help="puzzles with one solution, proved, from which no clue can be spared",
    )
    parser.add_argument(
        "--progressive",
        action="store_true",
        help="puzzles to be played: clues (or ?) appear as cells are opened, never a guess, "
        "as in 14 Minesweeper Variants",
    )
    parser.add_argument("--without-total", action="store_true", help="a puzzle does not tell the mine count")
    parser.add_argument(
        "--clues", type=range_of, metavar="A-B", help="how many clues a puzzle has: A, A-B, A- or -B"
    )
    parser.add_argument(
        "--difficulty",
        type=range_of,
        metavar="A-B",
        help="facts that the hardest step of a puzzle takes: A, A-B, A- or -B",
    )
    parser.add_argument(
        "--method",
        default="uniform",
        choices=["uniform", "repair"],
        help="uniform: every no-guess board equally likely (default); repair: faster on dense boards, "
        "where they are rare, but not equally likely",
    )
    parser.add_argument(
        "--tries", type=positive, metavar="T", help="layouts drawn for one board before giving up"
    )
    add_seed(parser)
    parser.add_argument(
        "-n", "--number", type=positive, default=1, metavar="N", help="how many boards (default: 1)"
    )
    parser.add_argument("--format", metavar="NAME", help="default: by the name of --out, else canonical")
    parser.add_argument("--out", type=Path, metavar="PATH", help="a file instead of standard output")


def run(options: argparse.Namespace) -> int:
    *layers, rows, cols, mines = size_of(options)
    seed = time.time_ns() % 2**32 if options.seed is None else options.seed
    format = options.format or _format_of(options.out)
    drawn = format in _PICTURES
    binary = () if drawn else FORMATS.get(format).suffixes
    if binary and options.position:
        raise BoardFormatError(f"a {binary[0]} file holds a whole board: leave --position out")
    if (binary or drawn) and options.out is None and (options.number > 1 or sys.stdout.isatty()):
        raise BoardFormatError(f"a {format} file holds one board: name it with --out")
    puzzle = options.unique or options.progressive
    if options.seed is None:
        print(f"seed {seed}", file=sys.stderr)
    opened = options.position or puzzle
    single = bool(binary) or (drawn and format != "html")
    several = options.number > 1
    made = []
    boards = generate(
        rows,
        cols,
        mines,
        options.start,
        board=options.rules or "square",
        layers=layers,
        seed=seed,
        total=not options.without_total,
        clues=options.clues or (0, inf),
        hardest=options.difficulty or (0, inf),
        **values_of(options, "no_guess unique method tries progressive"),
    )
    with (
        Progress(
            "boards" if several else "looking for a board", options.number if several else None
        ) as progress,
        options.out.open("w", encoding="utf-8", newline="\n")
        if options.out is not None and not single
        else nullcontext(sys.stdout) as out,
    ):
        for number, generated in enumerate(islice(boards, options.number), 1):
            board = generated.board if opened else generated.solution
            told = generated.difficulty if puzzle else f"start {show(generated.start)}"
            if single:
                to = _numbered(options.out, number, options.number)
                data = _PICTURES[format](board) if drawn else write(board, format)
                (sys.stdout.buffer.write if to is None else to.write_bytes)(data)
            elif format == "html":
                made.append((board, generated.solution, f"{board.title}: {told}" if puzzle else board.title))
            elif format == "json":
                print(json.dumps(as_json(generated, board, puzzle)), file=out, flush=True)
            elif format == "14mv" and options.progressive:
                print(_level(generated), file=out, flush=True)
            else:
                gap = "\n" if number > 1 and format != "14mv" else ""
                print(gap + write(board, format), file=out, flush=True)
            if format != "json" and (puzzle or generated.start is not None):
                print(f"board {number}: {told}" if several else told, file=sys.stderr)
            progress.update(number)
        if made:
            out.write(pictures.sheet(made))
    return 0


def _level(generated: Generated) -> levels.Level:
    """A puzzle that is to be played, as 14 Minesweeper Variants has it."""
    shown = tuple(cell for cell in generated.board.cells if generated.board[cell] != HIDDEN)
    steps = levels.steps(generated.difficulty.steps)
    return levels.Level(generated.solution, shown, f"{generated.seed}.{generated.index}", steps)


_PICTURES: dict[str, Callable[[Any], bytes]] = {
    "svg": lambda board: pictures.svg(board).encode(),
    "png": pictures.png,
    "html": lambda board: b"",
}


def _format_of(out: Path | None) -> str:
    suffix = "" if out is None else out.suffix.lower().lstrip(".")
    named = {"mines": "canonical", "jsonl": "json", "": "canonical", "txt": "canonical", "abf": "mbf"}
    if suffix not in named and suffix not in FORMATS and suffix not in _PICTURES:
        raise BoardFormatError(f"no format has files such as {out}: name one with --format")
    return named.get(suffix, suffix)


def _numbered(out: Path | None, number: int, of: int) -> Path | None:
    if out is None or of == 1:
        return out
    return out.with_name(f"{out.stem}-{number:0{len(str(of))}}{out.suffix}")
