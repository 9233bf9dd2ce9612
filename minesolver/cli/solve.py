"""``minesolver solve``: boards in, analyses out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from io import BufferedReader
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ..base.errors import BoardFormatError, InconsistentBoardError, MinesolverError, OtherInputError, counted
from ..base.files import write_whole
from ..base.limits import Limit
from ..engines import ENGINES
from ..io import formats
from ..io.drawing import candidate_table, draw, wrapped
from ..io.formats import FORMATS
from ..io.formats.drawings import text_in_png
from ..io.formats.source import Source
from ..model.analysis import Analysis, readable
from ..model.board import Board
from ..model.layout import Layout
from ..model.reason import show, written
from ..solve import analyze
from . import columns, report
from .arguments import add_engine, add_mines, add_rules, positive, positive_number, standard_input, values_of
from .progress import Progress

if TYPE_CHECKING:
    from ..io.formats.pasting import Reading
    from ..io.screenshots import ScreenshotReading


_FORMATS = "\n".join(f"  {name:11}{FORMATS.get(name).description}" for name in FORMATS.own)
_POLICY = "strongest"
_QUESTION = 1  # the status where a picture's board is a question
_LIMIT = 3  # the status where a limit left something unproved, or fractions uncounted


_EPILOG = f"""\
example:
  minesolver solve examples/expert.mines
  printf '1#\\n##\\n' | minesolver solve --mines 1 --exact
  minesolver solve --json < boards.txt | jq .best
  printf '#1#\\n###\\n' | minesolver solve --rules hex,liar
  printf '1#\\n##\\n' | minesolver solve --mines 1 --list 10
  minesolver solve examples/board.png --mines 14
  printf 'x x x\\n1 2 x\\n0 1 x\\n' | minesolver solve
  printf '?q?\\n?3?\\n' | minesolver solve --signs "hidden=? mine=q" --left 2

A board has one row on each line: # hidden, 0-8 or . opened, * a known mine. A first line ROWSxCOLSxMINES
is optional; it gives the mine count.
A puzzle of any cells and constraints is a JSON object with the keys cells and constraints.
Several boards are separated by blank lines. What people paste is read, whatever its signs, with titles,
frames, numbered rows and arrays around it; what was taken for what is said.
Formats, which are recognised, or named with --format:
{_FORMATS}"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="texts of boards, or screenshots (default: standard input)"
    )
    mine_count = parser.add_mutually_exclusive_group()
    add_mines(mine_count)
    mine_count.add_argument(
        "--density", metavar="P", help="mine count unknown: each hidden cell is a mine with this probability"
    )
    add_rules(parser)
    mine_count.add_argument("--left", type=int, metavar="N", help="mines left, known ones not counted")
    parser.add_argument("--signs", metavar="SIGNS", help='what signs stand for: "hidden=x mine=! zero=."')
    parser.add_argument(
        "--flags-are-guesses", action="store_true", help="take known mines for hidden cells, and check them"
    )
    parser.add_argument("--format", metavar="NAME", help="the input's format, where it is not recognised")
    by_engine = parser.add_mutually_exclusive_group()
    add_engine(by_engine)
    by_engine.add_argument(
        "--proofs-only",
        action="store_true",
        help="every proved cell, and nothing counted: the other chances are estimates",
    )
    parser.add_argument("--exact", action="store_true", help="probabilities as fractions")
    parser.add_argument("--explain", action="store_true", help="say why each proved cell is proved")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each board")
    parser.add_argument("--svg", type=Path, metavar="PATH", help="draw the analysis (of one board) as SVG")
    parser.add_argument("--png", type=Path, metavar="PATH", help="draw the analysis (of one board) as PNG")
    parser.add_argument("--seconds", type=positive_number, metavar="S", help="time limit of one board")
    parser.add_argument(
        "--states", type=positive, metavar="N", help="limit on the states that counting stores"
    )
    parser.add_argument(
        "--solutions", type=positive, metavar="N", help="limit on the solutions that are listed"
    )
    parser.add_argument(
        "--list", type=positive, metavar="N", help="list the first N layouts that agree with the board"
    )
    parser.add_argument(
        "--recommend",
        nargs="?",
        const="strongest",
        metavar="POLICY",
        help="rank the guesses by a policy that looks ahead (default: strongest)",
    )


def run(options: argparse.Namespace) -> int:
    ENGINES.get(options.engine)
    _separate_policy_and_file(options)
    if options.format is not None:
        FORMATS.get(options.format)
    files = options.files or ["-"]
    status = shown = 0
    for file in files:
        try:
            for name, piece in _pieces(file, options):
                name = ": ".join(filter(None, [file if len(files) > 1 else "", name]))
                status = max(status, _answer(piece, name, shown == 0, options))
                shown += 1
        except (MinesolverError, OSError) as error:
            if len(files) == 1:
                raise
            named = isinstance(error, OSError) or file in str(error)
            status = max(status, report(error, "" if named else f"{file}: "))
    return status


def _answer(piece: Source, name: str, first: bool, options: argparse.Namespace) -> int:
    """Print the answer for one board; returns the exit status that it stands for."""
    reading: ScreenshotReading | None = options.read
    if reading is not None and reading.contradiction is not None:
        told = {
            "error": f"no layout fits the board in the picture: {reading.contradiction}",
            **_as_read(reading),
        }
        board = "\n".join(str(reading.board).splitlines()[-reading.board.rows :])
        print(json.dumps(told) if options.json else "\n".join([str(board), *_how_read(reading)]), flush=True)
        return _QUESTION
    try:
        with Progress(name or "the board"):
            given = values_of(options, "mines density format rules left signs flags_are_guesses")
            if reading is not None and reading.counter is not None and options.rules is None:
                given["mines"] = reading.board.mines
            options.text_reading = text_reading = formats.interpret(piece, **given)
            board = text_reading.subject
            analysis = analyze(board, options.engine, limit=_limit(options), proofs_only=options.proofs_only)
            _pictures(analysis, options)
            answer = _answered(analysis, options)
    except OtherInputError:  # which all lines of the input are
        raise
    except MinesolverError as error:
        if options.json and name:  # keep a line a board
            print(json.dumps({"error": str(error)}), flush=True)
        return report(_hinted(error, piece, options), f"{name}: " if name else "")
    if text_reading.taken and not options.json:
        print(f"minesolver: {name + ': ' if name else ''}{text_reading}", file=sys.stderr, flush=True)
    if not options.json:
        answer = ("" if first else "\n") + (f"{name}:\n" if name else "") + answer
    print(answer, flush=True)
    if analysis.note and not (analysis.proved_complete and not options.exact):
        return _LIMIT
    return _QUESTION if reading is not None and reading.doubtful else 0


def _read_picture(data: bytes, options: argparse.Namespace) -> Source:
    """The text of the board in a screenshot; ``options.read`` then has how it was read."""
    from ..io import screenshots

    if options.format is not None:
        raise BoardFormatError("--format is for texts, and this is a picture")
    # Half of the time to read it, the rest for the answer.
    limit = min(2.0, (options.seconds or 4.0) / 2)
    reading = screenshots.read(data, options.mines, density=options.density, limit=limit)
    options.read = reading
    return formats.split("\n".join(str(reading.board).splitlines()[-reading.board.rows :]))[0]


def _how_read(reading: ScreenshotReading) -> list[str]:
    from ..screenshots.words import sentences  # with all that reads pictures

    return sentences(reading)


def _as_read(reading: ScreenshotReading) -> dict[str, Any]:
    """How a picture was read, as JSON values."""
    return {
        "read": [
            "".join("#" if code < 0 else str(code) for code in row) for row in reading.board.grid.tolist()
        ],
        "flags": [list(cell) for cell in reading.flags],
        "uncertain": [cell.to_dict() for cell in reading.uncertain],
        "chances": [[round(chance, 4) for chance in row] for row in reading.chances.tolist()],
        "doubtful": reading.doubtful,
        "counter": reading.counter,
        "game_over": bool(reading.mines_shown),
        "notes": _how_read(reading)[1:],
    }


def _separate_policy_and_file(options: argparse.Namespace) -> None:
    """``--recommend FILE`` means the file, with the policy left out."""
    name = options.recommend
    if name is None:
        return
    from ..policies import POLICIES  # few ask for one

    if name in POLICIES:
        return
    if Path(name).exists() or name == "-":
        options.recommend = _POLICY
        options.files.append(name)
    else:
        POLICIES.get(name)  # says which there are


def _pieces(file: str, options: argparse.Namespace) -> Iterator[tuple[str, Source]]:
    """Each board's text, with a name where it is one of several; from standard input as soon as it has come.

    There a board that ends with an empty line may be followed by others, and counts as one of several.
    """
    options.read = options.text_reading = None
    found: Iterable[tuple[Source, bool]]
    given = standard_input() if file == "-" else None
    if given is not None and not _is_picture(given):
        if given.isatty():
            print(
                "reading boards from the terminal; end each with an empty line, all with Ctrl-D",
                file=sys.stderr,
            )
        found = formats.arriving(
            iter(partial(given.buffer.readline, formats.LONGEST + 1), b""), "standard input"
        )
    else:
        data = Path(file).read_bytes() if given is None else given.buffer.read()
        picture = formats.is_picture(data) and text_in_png(data) is None
        pieces = [_read_picture(data, options)] if picture else formats.sources(data, file, options.format)
        found = [(piece, len(pieces) > 1) for piece in pieces]
    if options.svg or options.png:
        found = [(piece, False) for piece, _ in found]
        if len(found) > 1 or len(options.files) > 1:
            raise BoardFormatError("--svg and --png draw one board, and the input holds several")
    several, number = False, 0
    for number, (piece, more) in enumerate(found, 1):
        several = several or more
        yield f"board {number}" if several else "", piece
    if not number:
        formats.parse("")  # says that there is no board


def _is_picture(given: TextIO) -> bool:
    """Whether standard input begins as a picture does; nobody types one."""
    return (
        isinstance(given.buffer, BufferedReader)
        and not given.isatty()
        and formats.is_picture(given.buffer.peek(64))
    )


def _hinted(error: MinesolverError, piece: Source, options: argparse.Namespace) -> MinesolverError:
    """With what the text was read as, and what people mean who write hidden cells as dots."""
    text_reading: Reading | None = options.text_reading
    if isinstance(error, InconsistentBoardError) and text_reading is not None and text_reading.taken:
        return InconsistentBoardError(f"{error} ({text_reading})")
    if isinstance(error, InconsistentBoardError) and "." in piece.characters and "#" not in piece.characters:
        return InconsistentBoardError(
            f"{error} (a dot is an opened cell without a mine around it; # is hidden)"
        )
    return error


def _limit(options: argparse.Namespace) -> Limit:
    return Limit(options.seconds, options.states, options.solutions)


def _pictures(analysis: Analysis, options: argparse.Namespace) -> None:
    if options.svg or options.png:
        from ..io.pictures import png, svg

        if options.svg:
            write_whole(options.svg, svg(analysis).encode())
        if options.png:
            write_whole(options.png, png(analysis))


def _as_text_was_read(analysis: Analysis, text_reading: Reading) -> dict[str, Any]:
    """What a text was read as, as JSON values, where there is something to say."""
    told: dict[str, Any] = {}
    if text_reading.taken:
        told["read"] = list(text_reading.taken)
    if text_reading.flags:
        told["flags"] = [list(cell) for cell in text_reading.flags]
        told["wrong_flags"] = [list(cell) for cell in text_reading.flags if cell in analysis.safe]
    return told


def _checked_flags(analysis: Analysis, flags: Sequence[Any]) -> str:
    """What is known of somebody's flags, in a line."""
    wrong = [show(cell) for cell in flags if cell in analysis.safe]
    proved = sum(cell in analysis.mines for cell in flags)
    text = f"flags: {proved} of {len(flags)} are proved mines"
    return text + (f"; WRONG, on proved safe cells: {' '.join(wrong)}" if wrong else "; none is proved wrong")


def _answered(analysis: Analysis, options: argparse.Namespace) -> str:
    """What is said of a board: one JSON object, or a drawing with what goes with it."""
    found = None
    if options.recommend is not None:
        from ..policies.recommend import recommend

        limit = _limit(options)
        if limit.seconds is not None:  # what the analysis took is spent
            limit = replace(limit, seconds=max(1e-3, limit.seconds - analysis.statistics.seconds))
        found = recommend(analysis, options.recommend, limit=limit)
        analysis = copy(analysis)
        analysis.best = found.cell
    exact = options.exact and not analysis.note  # there are no fractions where nothing was counted
    if options.json:
        answer = analysis.to_dict(exact=exact, reasons=options.explain)
        answer |= {} if found is None else {"recommend": found.to_dict()}
        if options.list is not None:
            layouts = islice(analysis.layouts(_limit(options)), options.list)
            answer["layouts"] = [_written_layout(analysis.board, layout) for layout in layouts]
        if options.read is not None:
            answer |= _as_read(options.read)
        else:
            answer |= _as_text_was_read(analysis, options.text_reading)
        return json.dumps(answer)
    width = columns()
    how = {"exact": exact, "explain": options.explain, "colour": sys.stdout.isatty(), "width": width}
    parts = [draw(analysis, **how)]
    if options.read is not None:
        parts += [wrapped(line, width) for line in _how_read(options.read)]
    elif options.text_reading.flags:
        parts.append(wrapped(_checked_flags(analysis, options.text_reading.flags), width))
    if found is not None and found.cell is None:
        parts.append(found.reason)
    elif found is not None:
        kind = "open" if found.proved else "guess"
        parts.append(wrapped(f"{found.policy}: {kind} {show(found.cell)}: {found.reason}", width))
        parts += [wrapped(f"lost: {cause}", width) for cause in found.lost_causes]
        parts += [candidate_table(found, width=width)] if found.candidates else []
    if options.list is not None:
        parts.append(_listed(analysis, options))
    return "\n".join(parts)


def _listed(analysis: Analysis, options: argparse.Namespace) -> str:
    """The first layouts: of a square board as boards that are read back, else the cells of their mines."""
    board = analysis.board
    layouts = list(islice(analysis.layouts(_limit(options)), options.list + 1))
    number = f"all {counted(len(layouts), 'layout')}:"
    if len(layouts) > options.list:
        of = f"{readable(analysis.solutions)} layouts" if analysis.is_exact else "the layouts"
        number = f"{options.list} of {of}:"
    parts = [f"\n{number}"]
    for layout in layouts[: options.list]:
        if isinstance(board, Board):
            parts.append(f"{Layout(board.rows, board.cols, layout).text()}\n")
        else:
            parts.append(_mines_in_words(board, layout) or "no mine")
    return "\n".join(parts).rstrip("\n")


def _holds_several(board: Any) -> bool:
    """Whether a cell of a board may hold several mines, so that layouts are pairs of a cell and its mines."""
    return max(board.capacity[: len(board.cells)], default=1) > 1


def _written_layout(board: Any, layout: Any) -> list[Any]:
    """A layout as JSON has it: the cells with mines, with how many each holds where that may be several."""
    if _holds_several(board):
        return [[written(cell), mines] for cell, mines in sorted(layout)]
    return sorted(map(written, layout))


def _mines_in_words(board: Any, layout: Any) -> str:
    """The cells with mines of a layout, in the board's order; ``*2`` after one that holds two."""
    if not _holds_several(board):
        return " ".join(show(cell) for cell in board.cells if cell in layout)
    mines_of = dict(layout)
    words = []
    for cell in board.cells:
        if cell in mines_of:
            several = f"*{mines_of[cell]}" if mines_of[cell] > 1 else ""
            words.append(f"{show(cell)}{several}")
    return " ".join(words)
