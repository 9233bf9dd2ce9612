"""``minesolver grade``: one move judged."""

import argparse
import json
from dataclasses import replace

from ..base.limits import Limit
from ..game.grade import Grade, grade
from ..io import formats
from ..protocol.parameters import CUT, FLAG, JSON, MINES, PLACE, RULES, SECONDS, Parameter
from ..solver import analyze
from .arguments import BOARD_FILE, add, board_input, values_of
from .progress import Progress

_EPILOG = """\
examples:
  printf '1#\\n##\\n' | minesolver grade --mines 1 --cell 0,1
  minesolver grade examples/small.mines --cell 0,0 --cell 2,1 --json

The regret is the winning chance that the move gives away: exact where the game tree can be searched, else
estimated by games played on, with half the width of its 95 % interval."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add(
        parser,
        BOARD_FILE,
        Parameter(
            "cell", PLACE, "the cell; may be repeated", metavar="R,C", count="again", required=True
        ),
        MINES,
        RULES,
        CUT,
        replace(SECONDS, help="time limit of one move"),
        Parameter("flag", FLAG, "it is flagged, not opened"),
        replace(JSON, help="one JSON object a line for each move"),
    )


def run(options: argparse.Namespace) -> int:
    input_source = board_input(options.file)
    board_options = values_of(options, "mines rules cut")
    board = formats.parse(input_source, "standard input", **board_options)
    limit = None if options.seconds is None else Limit(seconds=options.seconds)
    # One analysis for all moves: they are compared on what is known before any of them.
    with Progress("the board"):
        analysis = analyze(board, limit=limit)
        grades = [grade(analysis, cell, flag=options.flag, limit=limit) for cell in options.cell]
    for graded_move in grades:
        if options.json:
            print(json.dumps(graded_move.to_dict()))
        else:
            print(_text(graded_move))
    return 0


def _text(graded_move: Grade) -> str:
    text_lines = [
        graded_move.reason,
        f"  risk {graded_move.risk}, least risk {graded_move.least_risk}",
    ]
    if graded_move.regret is not None and not graded_move.flag:
        text_lines.append(f"  regret {graded_move.regret}")
    if graded_move.layer is not None:
        text_lines.append(f"  proved by the layer {graded_move.layer}")
    return "\n".join(text_lines)
