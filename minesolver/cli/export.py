"""``minesolver export``: a board or puzzle for model counters and pseudo-Boolean solvers."""

import argparse
from dataclasses import replace

from ..explain.export import dimacs, opb
from ..io import formats
from ..protocol.parameters import CUT, FLAG, FORMAT, MINES, RULES, Parameter
from ..solver import analyze
from .arguments import BOARD_FILE, add, board_input

_EPILOG = """\
example:
  printf '1#\\n##\\n' | minesolver export --mines 1
  minesolver export examples/small.mines --format opb

A comment holds the exact number of layouts: of the models, projected on the variables of 'c p show'."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add(
        parser,
        BOARD_FILE,
        replace(
            FORMAT,
            help="what is written",
            default="dimacs",
            choices=("dimacs", "opb"),
        ),
        MINES,
        RULES,
        CUT,
        Parameter("no_count", FLAG, "leave the count out"),
    )


def run(options: argparse.Namespace) -> int:
    input_source = board_input(options.file)
    pieces = formats.sources(input_source, "standard input")
    if len(pieces) != 1:
        raise formats.not_one_board(len(pieces))
    subject = formats.read(pieces[0], mines=options.mines, rules=options.rules, cut=options.cut)
    comment = "" if options.no_count else f"solutions {analyze(subject).solutions}"
    write_text = dimacs if options.format == "dimacs" else opb
    print(write_text(subject, comment), end="")
    return 0
