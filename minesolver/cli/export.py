"""``minesolver export``: a board or puzzle for model counters and pseudo-Boolean solvers."""

import argparse
from pathlib import Path

from ..base.errors import BoardFormatError
from ..explain.export import dimacs, opb
from ..io import formats
from ..solve import analyze
from .arguments import standard_input


def run(options: argparse.Namespace) -> int:
    given = standard_input().buffer.read() if options.file == "-" else Path(options.file)
    found = formats.sources(given, "standard input")
    if len(found) != 1:
        raise BoardFormatError(f"{len(found)} boards in the input where one is expected", line=1)
    subject = formats.read(found[0], mines=options.mines, rules=options.rules)
    comment = "" if options.no_count else f"solutions {analyze(subject).solutions}"
    print({"dimacs": dimacs, "opb": opb}[options.format](subject, comment), end="")
    return 0
