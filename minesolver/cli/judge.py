"""``minesolver judge``: whole layouts, and whether they need a guess."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..base.errors import BoardFormatError, MinesolverError, RuleError, counted
from ..base.limits import Limit
from ..game.judge import Judgement, LayoutPlay
from ..game.level_game import LevelJudgement, judge_level
from ..io import formats
from ..io.formats.source import Source
from ..model.board import Board
from ..model.reason import show
from ..protocol.parameters import FLAG, FORMAT, JSON, QUICK, RULES, SECONDS, START, TEXT, Parameter
from . import report
from .arguments import add, board_input
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
    # Which layouts, and from where they are played.
    parser.epilog = _EPILOG
    add(
        parser,
        Parameter(
            "files",
            TEXT,
            "files of layouts, one or many each, or layouts, such as '*1/11' (default: standard input)",
            metavar="FILE",
            count="*",
            is_argument=True,
        ),
    )
    starts = parser.add_mutually_exclusive_group()
    add(
        starts,
        replace(START, help="the first cell (default: the one that the file names)"),
        Parameter("all_starts", FLAG, "from each safe cell: a map of the board"),
    )
    add(
        parser,
        RULES,
        FORMAT,
        replace(QUICK, help="only whether and where a guess is needed, for many layouts"),
        replace(SECONDS, help="time limit of one layout"),
        replace(JSON, help="one JSON object a line for each start"),
    )


def run(options: argparse.Namespace) -> int:
    pieces: list[tuple[str, Source]] = []
    for file_name in options.files or ["-"]:
        pieces += _pieces(file_name, options)
    if not pieces:
        raise BoardFormatError("no layout in the input")

    # Each layout is answered as soon as it is judged; one that cannot be does not stop the others.
    is_batch = len(pieces) > 1
    exit_status = judged_count = no_guess_count = 0
    with Progress("layouts", len(pieces) if is_batch else None) as progress:
        for layout_number, (layout_name, piece) in enumerate(pieces, 1):
            try:
                judgements = _judge(piece, options)
            except MinesolverError as error:
                prefix = f"{layout_name}: " if is_batch else ""
                exit_status = max(exit_status, report(error, prefix))
            else:
                judged_count += 1
                has_gap = judged_count > 1 and not options.json and not options.quick
                if isinstance(judgements, LevelJudgement):
                    no_guess_count += judgements.no_guess
                    answer_text = _answer_of_level(layout_name, judgements, is_batch, options)
                else:
                    no_guess_count += any(judgement.no_guess for judgement in judgements)
                    answer_text = _answer(layout_name, judgements, is_batch, options)
                print(("\n" if has_gap else "") + answer_text, flush=True)
            progress.update(layout_number)

    # All of them in one line.
    if judged_count > 1 and not options.json:
        from_some_start = " from some start" if options.all_starts else ""
        print(
            f"{no_guess_count} of {counted(judged_count, 'layout')} need no guess{from_some_start}"
        )
    return exit_status


def _pieces(file: str, options: argparse.Namespace) -> Iterator[tuple[str, Source]]:
    """The text of each layout, with a name for messages."""
    input_source = board_input(file)
    input_name = "standard input" if file == "-" else file
    pieces = formats.sources(input_source, input_name, options.format)
    for layout_number, piece in enumerate(pieces, 1):
        yield f"{input_name}: layout {layout_number}" if len(pieces) > 1 else input_name, piece


def _judge(piece: Source, options: argparse.Namespace) -> list[Judgement] | LevelJudgement:
    """The judgement from each start that is asked for; of a level without a start its own."""
    reading = formats.interpret(piece, format=options.format, rules=options.rules, whole=True)
    limit = None if options.seconds is None else Limit(seconds=options.seconds)

    # A level shows some cells from the beginning, so that there is no first click to judge from.
    if reading.level is not None:
        if options.start is not None or options.all_starts:
            raise RuleError("a level begins with what it shows: leave --start and --all-starts out")
        with Progress("cells", len(reading.level.solution.cells)) as progress:
            return judge_level(
                reading.level, limit=limit, details=not options.quick, report=progress.update
            )

    # One play for all starts: what it finds out about the layout serves each of them.
    board = reading.subject if reading.layout is None else reading.layout.board
    layout_play = LayoutPlay(board, limit)
    if options.all_starts:
        start_names = map(layout_play.ground.name, sorted(layout_play.safe_cells))
        return [layout_play.judge(start_name) for start_name in start_names]
    start_cell = options.start or reading.start or _start_of(piece)
    if start_cell is None:
        raise RuleError("where does the game begin? Give --start R,C or --all-starts")
    return [layout_play.judge(start_cell)]


def _start_of(piece: Source) -> Any:
    """The start cell that JSON of ``minesolver generate`` names."""
    if not piece.is_json:
        return None
    json_values = json.loads("\n".join(piece.lines))
    start_cell = json_values.get("start") if isinstance(json_values, dict) else None
    return tuple(start_cell) if isinstance(start_cell, list) else start_cell


def _answer(
    layout_name: str, judgements: list[Judgement], is_batch: bool, options: argparse.Namespace
) -> str:
    details = not options.quick
    if options.json:
        json_lines = []
        for judgement in judgements:
            json_object: dict[str, Any] = {"layout": layout_name} if is_batch else {}
            json_object |= judgement.to_dict(details=details)
            json_lines.append(json.dumps(json_object))
        return "\n".join(json_lines)
    if options.all_starts:
        answer_text = _map_of(judgements, details)
    elif details:
        answer_text = _sentences(judgements[0])
    else:
        answer_text = _verdict(judgements[0])
    return f"{layout_name}: {answer_text}" if is_batch else answer_text


def _answer_of_level(
    layout_name: str, judgement: LevelJudgement, is_batch: bool, options: argparse.Namespace
) -> str:
    if options.json:
        json_object: dict[str, Any] = {"layout": layout_name} if is_batch else {}
        return json.dumps(json_object | judgement.to_dict())
    text_lines = ["no guess" if judgement.no_guess else "a guess is needed"]
    if judgement.stuck is not None and not options.quick:
        unproved_cells = counted(int(judgement.stuck._unknown.sum()), "cell")
        cell_count = len(judgement.stuck.cells)
        text_lines[0] += f": {unproved_cells} of {cell_count} are not proved, here:"
        text_lines.append(judgement.stuck.text())
    if judgement.difficulty.steps:
        text_lines.append(str(judgement.difficulty))
    answer_text = "\n".join(text_lines)
    return f"{layout_name}: {answer_text}" if is_batch else answer_text


def _verdict(judgement: Judgement) -> str:
    start_name = show(judgement.start)
    return (
        f"no guess from {start_name}"
        if judgement.no_guess
        else f"a guess is needed from {start_name}"
    )


def _sentences(judgement: Judgement) -> str:
    """All about one start, for people."""
    text_lines = [_verdict(judgement)]
    if judgement.stuck is not None:
        guess_names = ", ".join(map(show, judgement.guess_cells))
        text_lines[0] += f": {counted(judgement.guesses, 'guess')} at best, such as {guess_names}"
        text_lines += ["the first guess is here:", judgement.stuck.text()]
    if judgement.facts:
        text_lines.append(judgement.hardest_step)
    if judgement.numbers:
        number_texts = [f"{name} {number}" for name, number in judgement.numbers.items()]
        text_lines.append(", ".join(number_texts))
    return "\n".join(text_lines)


def _map_of(judgements: list[Judgement], details: bool) -> str:
    """How many guesses each start needs at best, drawn as a board where it has rows and columns."""
    without_guess = [judgement for judgement in judgements if judgement.no_guess]
    title_text = f"{len(without_guess)} of {counted(len(judgements), 'start')} need no guess"
    sign_of = {judgement.start: _sign_of(judgement, details) for judgement in judgements}
    board = judgements[0].solution

    # Other boards have no rows and columns that a text could show.
    if not isinstance(board, Board):
        start_lines = [f"{show(start_cell)} {sign}" for start_cell, sign in sign_of.items()]
        return "\n".join([title_text, *start_lines])
    map_rows = []
    for row in range(board.rows):
        row_signs = [sign_of.get((row, col), "*") for col in range(board.cols)]
        map_rows.append(" ".join(row_signs))
    legend_text = (
        "guesses at best from each cell, * a mine" if details else "0 no guess, ? a guess, * a mine"
    )
    return "\n".join([f"{title_text} ({legend_text})", *map_rows])


def _sign_of(judgement: Judgement, details: bool) -> str:
    if judgement.no_guess:
        return "0"
    return str(judgement.guesses) if details else "?"
