"""``minesolver generate``: layouts, any or such that no guess is needed."""

import argparse
import json
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, TextIO

from ..base.errors import BoardFormatError
from ..base.files import replacing, write_whole
from ..game.board_sizes import LEVELS, mine_count, parse_size, size_of
from ..game.generate import ANY, Generated, generate
from ..io import pictures
from ..io.formats import FORMATS, variant_lines, write
from ..model.reason import show
from ..model.variant import HIDDEN
from ..protocol.parameters import (
    COUNT,
    DIFFICULTY,
    FILE,
    FLAG,
    FORMAT,
    LAYER,
    METHOD,
    NO_GUESS,
    RANGE,
    SEED,
    START,
    TRIES,
    UNIQUE,
    Kind,
    Parameter,
)
from ..protocol.questions import as_json
from .arguments import add, add_size, numbered, values_of
from .progress import Progress, remark


def share(share_text: str) -> str:
    """A share of the cells. Raises ``ValueError``, which argparse puts into words."""
    percentage = float(share_text.removesuffix("%"))
    if not share_text.endswith("%") or not 0 <= percentage <= 100:
        raise ValueError
    return share_text


SHARE = Kind("a share of the cells such as 20%", {"type": "string"}, share)


_EPILOG = """\
examples:
  minesolver generate --level expert --no-guess --seed 7
  minesolver generate --level 16x16/40 --no-guess --difficulty 2-3
  minesolver generate --level 20x20/80 --start 0,0 --no-guess -n 100 --out boards.json
  minesolver generate --level expert --no-guess -n 3 --format mbf --out board.mbf
  minesolver generate --level 16x16/18% --no-guess --3bv 40-60 --numbers -n 5 --out boards.json
  minesolver generate --rules hex,liar --unique --shape 5x5 --seed 3
  minesolver generate --rules quad --unique --difficulty 2-3 --clues -12 -n 6 --out quad.html
  minesolver generate --rules connected --progressive --shape 7x7 --out variant_lines.14mv

The start cell opens a zero; it is printed to standard error, and is a key of the json format. Under rules
there is one for --no-guess only; of a puzzle with one solution the difficulty is told in the same places,
and so are hardest step and layer of a no-guess board, as minesolver judge has them, where one is asked for.
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
    # Which boards: their size, the start cell, whether they are puzzles.
    parser.epilog = _EPILOG
    add_size(parser)
    add(
        parser,
        replace(START, help="the first cell (default: the middle)"),
        NO_GUESS,
        Parameter(
            "position", FLAG, "only the start cell opened: what a player begins with", is_rare=True
        ),
        UNIQUE,
        Parameter(
            "progressive",
            FLAG,
            "puzzles to be played: clues (or ?) appear as cells are opened, never a guess, "
            "as in 14 Minesweeper Variants",
            is_rare=True,
        ),
        Parameter("without_total", FLAG, "a puzzle does not tell the mine count", is_rare=True),
    )
    # What they are to be like, in numbers.
    add(
        parser,
        Parameter("clues", RANGE, "how many clues a puzzle has: A, A-B, A- or -B", metavar="A-B"),
        DIFFICULTY,
        LAYER,
        Parameter(
            "density",
            SHARE,
            "the mine count as a share of the cells, such as 20% (as in --level 9x9/20%)",
            metavar="P",
            is_rare=True,
        ),
        Parameter(
            "three_bv",
            RANGE,
            "only square boards with this 3BV: A, A-B, A- or -B",
            metavar="A-B",
            flags=("--3bv",),
        ),
        Parameter(
            "numbers", FLAG, "tell 3BV, openings, islands and ZiNi of each board", is_rare=True
        ),
    )
    # How they are made, how many, and where they go.
    add(
        parser,
        METHOD,
        TRIES,
        SEED,
        Parameter(
            "number",
            COUNT,
            "how many boards",
            default=1,
            metavar="N",
            flags=("-n", "--number"),
        ),
        replace(FORMAT, help="default: by the name of --out, else canonical"),
        Parameter("out", FILE, "a file instead of standard output", metavar="PATH"),
    )


def run(options: argparse.Namespace) -> int:
    # What does not go together is said before a board is looked for.
    *layers, rows, cols, mines = _size(options)
    seed = time.time_ns() % 2**32 if options.seed is None else options.seed
    for option in options.added_options:
        option.check(options)
    board_output = _output(options)
    generated_boards = generate(
        rows,
        cols,
        mines,
        options.start,
        board=options.rules or "square",
        layers=layers,
        seed=seed,
        total=not options.without_total,
        clues=options.clues or ANY,
        hardest=options.difficulty or ANY,
        three_bv=options.three_bv or ANY,
        layer=options.layer,
        **values_of(options, "no_guess unique method tries progressive"),
    )

    # Each board is written as soon as it is made.
    is_batch = options.number > 1
    label = "looking for a board"
    is_square = (options.rules or "square") == "square"
    if options.difficulty or options.layer:
        label += " as hard as that (--tries says how long)"
    elif options.no_guess and options.method == "uniform" and is_square and not options.unique:
        label += " (--method repair finds one sooner)"
    board_progress = Progress(label)
    if is_batch:
        board_progress = Progress("boards", options.number)
    with board_progress as progress, board_output:
        for board_number, generated in enumerate(islice(generated_boards, options.number), 1):
            # The seed is told once there is a board: where there can be none, nothing is to be repeated.
            if board_number == 1 and options.seed is None:
                remark(f"seed {seed}")
            board_output.add(board_number, generated)
            board_remark = board_output.remark(generated)
            if board_remark:
                # On standard error, as what goes to standard output is read back as boards.
                heading = f"board {board_number}: " if is_batch else ""
                remark(f"{heading}{board_remark}")
            for option in options.added_options:
                option.after(options, generated.board, board_number)
            progress.update(board_number)
    return 0


def _size(options: argparse.Namespace) -> Sequence[Any]:
    """What is asked for, with the mine count by ``--density``. Raises BoardFormatError: both are given."""
    if options.density is None:
        return size_of(options)
    if options.mines is not None:
        raise BoardFormatError("--density gives the mine count already: leave --mines out")
    # The mines of a level by name are left out.
    if options.level in LEVELS:
        *dimensions, _ = parse_size(options.level)
    elif options.level is not None and "/" in options.level:
        raise BoardFormatError("--level gives the mine count already: leave --density out")
    else:
        size_level = (
            options.level if options.level is None or options.rules else f"{options.level}/0"
        )
        stand_in_mines = 0 if options.level is None else None
        size_options = argparse.Namespace(
            **{**vars(options), "level": size_level, "mines": stand_in_mines}
        )
        *dimensions, _ = size_of(size_options)
    return *dimensions, mine_count(options.density, dimensions)


class _Output(ABC):
    """Where the boards go, in their format. A context: its file is open as long.

    Where a file cannot be written to its end, what was there before stays; after an interrupt it has the
    boards that were made.
    """

    def __init__(self, options: argparse.Namespace, format: str) -> None:
        self.format = format
        self.path: Path | None = options.out
        self.number: int = options.number
        self.progressive: bool = options.progressive
        self.is_puzzle: bool = options.unique or options.progressive
        self.shows_position: bool = options.position or self.is_puzzle
        self.numbers: bool = options.numbers
        self.is_judged = not self.is_puzzle and bool(options.difficulty or options.layer)
        self.file: TextIO = sys.stdout
        self._opened = ExitStack()

    def __enter__(self) -> None:
        if self.path is None:
            return
        with ExitStack() as opened:  # an error of opening names the file that was meant
            new_path = opened.enter_context(replacing(self.path, keep=KeyboardInterrupt))
            self.file = opened.enter_context(new_path.open("w", encoding="utf-8", newline="\n"))
            self._opened = opened.pop_all()

    def __exit__(self, *error: Any) -> None:
        self._opened.__exit__(*error)

    @abstractmethod
    def add(self, board_number: int, generated: Generated) -> None:
        """Write the board of this number, counted from 1."""

    def board_of(self, generated: Generated) -> Any:
        """What is written: what a player begins with, or the whole board."""
        return generated.board if self.shows_position else generated.solution

    def remark(self, generated: Generated) -> str:
        """What standard error tells of a board: how hard a puzzle is, where a game starts."""
        remark_parts = []
        if self.is_puzzle:
            remark_parts.append(str(generated.difficulty))
        elif generated.start is not None:
            remark_parts.append(f"start {show(generated.start)}")
        if self.is_judged:
            remark_parts.append(generated.judgement.hardest_step)
        if self.numbers:
            remark_parts += [
                f"{number_name} {number_value}"
                for number_name, number_value in generated.numbers.items()
            ]
        return ", ".join(remark_parts)


class _Text(_Output):
    """Boards as text, with an empty line between them."""

    def add(self, board_number: int, generated: Generated) -> None:
        gap_text = "\n" if board_number > 1 else ""
        self._print(gap_text + write(self.board_of(generated), self.format))

    def _print(self, text: str) -> None:
        print(text, file=self.file, flush=True)


class _Levels(_Text):
    """Puzzles of 14 Minesweeper Variants, a line each: those to be played with the order of their clues."""

    def add(self, board_number: int, generated: Generated) -> None:
        if self.progressive:
            self._print(str(_level(generated)))
        else:
            self._print(write(self.board_of(generated), self.format))


class _Objects(_Text):
    """A JSON object a line, which has all that there is to tell."""

    def add(self, board_number: int, generated: Generated) -> None:
        json_values = as_json(generated, self.board_of(generated), self.is_puzzle, self.is_judged)
        if self.numbers:
            json_values["numbers"] = generated.numbers
        self._print(json.dumps(json_values))

    def remark(self, generated: Generated) -> str:
        return ""


class _Files(_Output):
    """A picture or a binary file for each board."""

    def __enter__(self) -> None:
        pass  # each board has its own file

    def add(self, board_number: int, generated: Generated) -> None:
        board = self.board_of(generated)
        picture_writer = _PICTURES.get(self.format)
        file_bytes = (
            picture_writer(board) if picture_writer is not None else write(board, self.format)
        )
        board_path = numbered(self.path, board_number, self.number)
        if board_path is None:
            sys.stdout.buffer.write(file_bytes)
        else:
            write_whole(board_path, file_bytes)


class _Sheet(_Output):
    """A sheet to print, written when all its boards are there."""

    def __enter__(self) -> None:
        super().__enter__()
        self.boards: list[tuple[Any, Any, str]] = []

    def __exit__(self, *error: object) -> None:
        if self.boards:
            self.file.write(pictures.sheet(self.boards))
        super().__exit__(*error)

    def add(self, number: int, generated: Generated) -> None:
        board = self.board_of(generated)
        title = f"{board._title}: {generated.difficulty}" if self.is_puzzle else board._title
        self.boards.append((board, generated.solution, title))


_TEXTS: dict[str, type[_Output]] = {"html": _Sheet, "json": _Objects, "14mv": _Levels}
"""The formats that go into one file and are more than text with empty lines."""


def _svg(board: Any) -> bytes:
    return pictures.svg(board).encode()


_PICTURES: dict[str, Callable[[Any], bytes]] = {"svg": _svg, "png": pictures.png}


def _output(options: argparse.Namespace) -> _Output:
    """Where the boards go. Raises BoardFormatError: the format cannot hold them."""
    format = options.format or _format_of(options.out)
    if format in _PICTURES:
        suffixes: Sequence[str] = (format,)
    elif format == "html":
        suffixes = ()
    else:
        suffixes = FORMATS.get(format).suffixes
        if suffixes and options.position:
            raise BoardFormatError(
                f"a {suffixes[0]} file holds a whole board: leave --position out"
            )
    if format == "html" and options.out is None and sys.stdout.isatty():
        raise BoardFormatError("a sheet is for a browser: name its file with --out")
    if format in _TEXTS or not suffixes:
        return _TEXTS.get(format, _Text)(options, format)

    # Several files need a name to be numbered, and bytes would only confuse a terminal.
    if options.out is None and (options.number > 1 or sys.stdout.isatty()):
        raise BoardFormatError(f"a {format} file holds one board: name it with --out")
    return _Files(options, format)


def _level(generated: Generated) -> variant_lines.VariantLevel:
    """A puzzle that is to be played, as 14 Minesweeper Variants has it."""
    board = generated.board
    shown_cells = tuple(cell for cell in board.cells if board[cell] != HIDDEN)
    step_texts = variant_lines.steps(generated.difficulty.steps)
    level_name = f"{generated.seed}.{generated.index}"
    return variant_lines.VariantLevel(generated.solution, shown_cells, level_name, step_texts)


def _format_of(out_path: Path | None) -> str:
    """The format that a file's name stands for."""
    suffix = "" if out_path is None else out_path.suffix.lower().lstrip(".")
    if suffix in _SUFFIXES:
        return _SUFFIXES[suffix]
    if suffix in FORMATS or suffix in _PICTURES or suffix == "html":
        return suffix
    raise BoardFormatError(f"no format has files such as {out_path}: name one with --format")


_SUFFIXES = {
    "mines": "canonical",
    "jsonl": "json",
    "": "canonical",
    "txt": "canonical",
    "abf": "mbf",
}
