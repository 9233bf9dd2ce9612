"""``minesolver judge``: whole layouts, and whether they need a guess."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..base.errors import BoardFormatError, MinesolverError, RuleError, counted
from ..base.limits import Limit
from ..game.judge import Judgement, LayoutPlay
from ..game.level import LevelJudgement, judge_level
from ..io import formats
from ..io.formats.source import Source
from ..model.board import Board
from ..model.reason import show
from . import report
from .arguments import add_rules, cell, positive_number, standard_input
from .progress import Progress

_EPILOG = """\
examples:
  printf '1*10\\n2210\\n*100\\n' | minesolver judge --start 2,3
  minesolver generate --level expert --seed 7 --format json | minesolver judge
  minesolver generate --level beginner -n 100 --out all.txt; minesolver judge all.txt --start 4,4 --quick
  minesolver generate --level beginner --out board.mbf; minesolver judge board.mbf --all-starts
  minesolver judge examples/level.hexcells

A layout shows all its mines: a board with every safe cell open, or * for a mine and any one sign for the
other cells; texts and files of minesolver generate, .mbf files, game IDs of Simon Tatham's Mines, links of
the PTTACG calculator, and whatever else minesolver solve reads.
Levels of Hexcells (.hexcells) and Tametsi (.puz), as in minesolver judge level.puz, need no start: they are
played from what they show, and what is proved, mines too, says what it says.
Layouts are played from the start cell with proved cells only. Where that ends before all safe cells are open,
the board there is shown, which minesolver solve analyses. Guesses are counted at best: with luck in each, and
of cells that help most. The hardest step is the one with the most constraints; a layer is a set of rules
(minesolver solve --engine NAME), counting is more than any of them.
JSON: a line for each start, with start, no_guess, stuck, guesses, guess_cells, layer, facts, numbers."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="layouts, one or many a file (default: standard input)",
    )
    starts = parser.add_mutually_exclusive_group()
    starts.add_argument(
        "--start",
        type=cell,
        metavar="R,C",
        help="the first cell (default: the one that the file names)",
    )
    starts.add_argument(
        "--all-starts", action="store_true", help="from each safe cell: a map of the board"
    )
    add_rules(parser)
    parser.add_argument(
        "--format", metavar="NAME", help="the input's format, where it is not recognised"
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only whether and where a guess is needed, for many layouts",
    )
    parser.add_argument(
        "--seconds", type=positive_number, metavar="S", help="time limit of one layout"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each start")


def run(options: argparse.Namespace) -> int:
    pieces = [piece for file in options.files or ["-"] for piece in _pieces(file, options)]
    if not pieces:
        raise BoardFormatError("no layout in the input")
    status = judged = without_guess = 0
    with Progress("layouts", len(pieces) if len(pieces) > 1 else None) as progress:
        for number, (name, piece) in enumerate(pieces, 1):
            try:
                judgements = _judge(piece, options)
            except MinesolverError as error:
                status = max(status, report(error, f"{name}: " if len(pieces) > 1 else ""))
            else:
                judged += 1
                gap = judged > 1 and not options.json and not options.quick
                if isinstance(judgements, LevelJudgement):
                    without_guess += judgements.no_guess
                    answer = _answer_of_level(name, judgements, len(pieces) > 1, options)
                else:
                    without_guess += any(judgement.no_guess for judgement in judgements)
                    answer = _answer(name, judgements, len(pieces) > 1, options)
                print(("\n" if gap else "") + answer, flush=True)
            progress.update(number)
    if judged > 1 and not options.json:
        somewhere = " from some start" if options.all_starts else ""
        print(f"{without_guess} of {counted(judged, 'layout')} need no guess{somewhere}")
    return status


def _pieces(file: str, options: argparse.Namespace) -> Iterator[tuple[str, Source]]:
    """The text of each layout, with a name for messages."""
    text = standard_input().buffer.read() if file == "-" else Path(file)
    name = "standard input" if file == "-" else file
    pieces = formats.sources(text, name, options.format)
    for number, piece in enumerate(pieces, 1):
        yield f"{name}: layout {number}" if len(pieces) > 1 else name, piece


def _judge(piece: Source, options: argparse.Namespace) -> list[Judgement] | LevelJudgement:
    """The judgement from each start that is asked for; of a level without a start its own."""
    reading = formats.interpret(piece, format=options.format, rules=options.rules)
    limit = None if options.seconds is None else Limit(seconds=options.seconds)
    if reading.level is not None:
        if options.start is not None or options.all_starts:
            raise RuleError("a level begins with what it shows: leave --start and --all-starts out")
        with Progress("cells", len(reading.level.solution.cells)) as progress:
            return judge_level(
                reading.level, limit=limit, details=not options.quick, report=progress.update
            )
    board = reading.subject if reading.layout is None else reading.layout.board
    play = LayoutPlay(board, limit)
    if options.all_starts:
        names = map(play.ground.name, sorted(play.safe_cells))
        return [play.judge(name) for name in names]
    start = options.start or reading.start or _start_of(piece)
    if start is None:
        raise RuleError("where does the game begin? Give --start R,C or --all-starts")
    return [play.judge(start)]


def _start_of(piece: Source) -> Any:
    """The start cell that JSON of ``minesolver generate`` names."""
    if not piece.is_json:
        return None
    values = json.loads("\n".join(piece.lines))
    start = values.get("start") if isinstance(values, dict) else None
    return tuple(start) if isinstance(start, list) else start


def _answer(
    name: str, judgements: list[Judgement], several: bool, options: argparse.Namespace
) -> str:
    details = not options.quick
    if options.json:
        values = (judgement.to_dict(details=details) for judgement in judgements)
        lines = [json.dumps(({"layout": name} if several else {}) | value) for value in values]
        return "\n".join(lines)
    if options.all_starts:
        answer = _map_of(judgements, details)
    elif details:
        answer = _sentences(judgements[0])
    else:
        answer = _verdict(judgements[0])
    return f"{name}: {answer}" if several else answer


def _answer_of_level(
    name: str, judgement: LevelJudgement, several: bool, options: argparse.Namespace
) -> str:
    if options.json:
        return json.dumps(({"layout": name} if several else {}) | judgement.to_dict())
    lines = ["no guess" if judgement.no_guess else "a guess is needed"]
    if judgement.stuck is not None and not options.quick:
        unproved_cells = judgement.stuck.unknown.sum()
        lines[0] += (
            f": {counted(int(unproved_cells), 'cell')} of {len(judgement.stuck.cells)} are not proved, here:"
        )
        lines.append(judgement.stuck.text())
    if judgement.difficulty.steps:
        lines.append(str(judgement.difficulty))
    answer = "\n".join(lines)
    return f"{name}: {answer}" if several else answer


def _verdict(judgement: Judgement) -> str:
    start = show(judgement.start)
    return f"no guess from {start}" if judgement.no_guess else f"a guess is needed from {start}"


def _sentences(judgement: Judgement) -> str:
    """All about one start, for people."""
    lines = [_verdict(judgement)]
    if judgement.stuck is not None:
        cells = ", ".join(map(show, judgement.guess_cells))
        lines[0] += f": {counted(judgement.guesses, 'guess')} at best, such as {cells}"
        lines += ["the first guess is here:", judgement.stuck.text()]
    if judgement.facts:
        by_layer = f", by {judgement.layer}" if judgement.layer else ""
        lines.append(f"hardest step: {counted(judgement.facts, 'constraint')}{by_layer}")
    if judgement.numbers:
        lines.append(", ".join(f"{name} {value}" for name, value in judgement.numbers.items()))
    return "\n".join(lines)


def _map_of(judgements: list[Judgement], details: bool) -> str:
    """How many guesses each start needs at best, drawn as a board where it has rows and columns."""
    without = [judgement for judgement in judgements if judgement.no_guess]
    title = f"{len(without)} of {counted(len(judgements), 'start')} need no guess"
    numbers = {judgement.start: _sign_of(judgement, details) for judgement in judgements}
    board = judgements[0].solution
    if not isinstance(board, Board):
        return "\n".join([title, *(f"{show(start)} {sign}" for start, sign in numbers.items())])
    rows = [
        " ".join(numbers.get((row, col), "*") for col in range(board.cols))
        for row in range(board.rows)
    ]
    legend = (
        "guesses at best from each cell, * a mine" if details else "0 no guess, ? a guess, * a mine"
    )
    return "\n".join([f"{title} ({legend})", *rows])


def _sign_of(judgement: Judgement, details: bool) -> str:
    if judgement.no_guess:
        return "0"
    return str(judgement.guesses) if details else "?"
