"""``minesolver solve``: boards in, analyses out."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from .. import inference, policies
from ..analysis import Analysis
from ..errors import BoardFormatError, EngineLimitError, MinesolverError
from ..io import formats
from ..io.formats.source import Source
from ..limits import Limit
from ..solve import analyze
from . import report
from .drawing import candidate_json, candidate_table, draw
from .numbers import positive
from .waiting import waiting

_EPILOG = """\
example:
  minesolver solve examples/expert.mines
  printf '1#\\n##\\n' | minesolver solve --mines 1 --exact
  minesolver solve --json < boards.txt | jq .best

A board is one row a line: # hidden, 0-8 or . opened, * a known mine; an optional first line
ROWSxCOLSxMINES tells the mine total.
Several boards are separated by blank lines. Other formats are recognised, or named with --format:
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG + "\n".join(
        f"  {name:11}{formats.get(name).description}" for name in formats.names()
    )
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="text of the boards (default: standard input)"
    )
    total = parser.add_mutually_exclusive_group()
    total.add_argument("--mines", type=int, metavar="N", help="mines on the whole board, known ones included")
    total.add_argument(
        "--density", metavar="P", help="mine total not told: each hidden cell is a mine with this probability"
    )
    parser.add_argument("--format", metavar="NAME", help="the input's format, where it is not recognised")
    parser.add_argument(
        "--engine",
        default="auto",
        metavar="NAME",
        help=f"one of {', '.join(inference.names())} (default: auto)",
    )
    parser.add_argument("--exact", action="store_true", help="probabilities as fractions")
    parser.add_argument("--explain", action="store_true", help="say why each proved cell is proved")
    parser.add_argument("--json", action="store_true", help="one JSON object a line for each board")
    parser.add_argument("--svg", type=Path, metavar="PATH", help="draw the analysis (of one board) as SVG")
    parser.add_argument("--png", type=Path, metavar="PATH", help="draw the analysis (of one board) as PNG")
    parser.add_argument("--seconds", type=_positive_float, metavar="S", help="time limit of one board")
    parser.add_argument(
        "--states", type=positive, metavar="N", help="limit on the states that counting stores"
    )
    parser.add_argument(
        "--solutions", type=positive, metavar="N", help="limit on the solutions that are listed"
    )
    parser.add_argument(
        "--recommend",
        nargs="?",
        const="strongest",
        metavar="POLICY",
        help="rank the guesses by a policy that looks ahead (default: strongest); loads the compiled kernel",
    )
    parser.set_defaults(run=run)


def _positive_float(text: str) -> float:
    value = float(text)
    if not value > 0:
        raise ValueError
    return value


_positive_float.__name__ = "positive number"


def run(options: argparse.Namespace) -> int:
    inference.get(options.engine)
    if options.recommend is not None:
        policies.get(options.recommend)
    if options.format is not None:
        formats.get(options.format)
    if options.file == "-":
        if sys.stdin.isatty():
            print("reading boards from the terminal; end with Ctrl-D", file=sys.stderr)
        text = sys.stdin.buffer.read()
        pieces = formats.split(formats.decode_text(text, "standard input"))
    else:
        pieces = formats.split(formats.read_text(Path(options.file)))
    if not pieces:
        formats.parse("")  # says that there is no board
    if (options.svg or options.png) and len(pieces) > 1:
        raise BoardFormatError(f"--svg and --png draw one board, and the input holds {len(pieces)}")
    status = 0
    for number, piece in enumerate(pieces, 1):
        try:
            with waiting(f"board {number} of {len(pieces)}"):
                analysis = _analyze(piece, options)
                _pictures(analysis, options)
                answer = _json(analysis, options) if options.json else _text(analysis, options)
        except MinesolverError as error:
            status = max(status, report(error, f"board {number}: " if len(pieces) > 1 else ""))
            if options.json and len(pieces) > 1:  # keep a line a board
                print(json.dumps({"error": str(error)}), flush=True)
            continue
        if not options.json and number > 1:
            print()
        print(answer, flush=True)
    return status


def _analyze(piece: Source, options: argparse.Namespace) -> Analysis:
    board = formats.read(piece, mines=options.mines, density=options.density, format=options.format)
    limit = Limit(options.seconds, options.states, options.solutions)
    return analyze(board, options.engine, limit=limit)


def _pictures(analysis: Analysis, options: argparse.Namespace) -> None:
    if options.svg:
        from ..io.pictures import svg

        options.svg.write_text(svg(analysis), encoding="utf-8")
    if options.png:
        from ..io.pictures import png

        options.png.write_bytes(png(analysis))


def _json(analysis: Analysis, options: argparse.Namespace) -> str:
    board = analysis.board
    try:
        solutions = str(analysis.solutions)
    except EngineLimitError:
        solutions = None
    answer: dict[str, Any] = {
        "rows": board.rows,
        "cols": board.cols,
        "mines": board.mines,
        "engine": analysis.engine,
        "is_exact": analysis.is_exact,
        "solutions": solutions,
        "probability": [[None if p != p else p for p in row] for row in analysis.probability.tolist()],
        "safe": sorted(map(list, analysis.safe)),
        "mine_cells": sorted(map(list, analysis.mines)),
        "best": list(analysis.best) if analysis.best else None,
    }
    if board.mines is None:
        answer["prior"] = analysis.prior
    if analysis.note:
        answer["note"] = analysis.note
    if options.exact:
        answer["exact"] = [[str(analysis.exact(r, c)) for c in range(board.cols)] for r in range(board.rows)]
    if options.explain:
        answer["reasons"] = [
            {
                "cell": list(reason.cell),
                "is_mine": reason.is_mine,
                "rule": reason.rule,
                "text": reason.text,
                "clues": list(map(list, reason.clues)),
                "after": list(map(list, reason.after)),
            }
            for reason in analysis.reasons.values()
        ]
    if options.recommend is not None:
        found = policies.recommend(board, options.recommend)
        answer["recommend"] = {
            "policy": found.policy,
            "cell": list(found.cell) if found.cell else None,
            "proved": found.proved,
            "exact": found.exact,
            "reason": found.reason,
            "candidates": [candidate_json(candidate) for candidate in found.candidates],
        }
    return json.dumps(answer)


def _text(analysis: Analysis, options: argparse.Namespace) -> str:
    text = draw(analysis, exact=options.exact, explain=options.explain, colour=sys.stdout.isatty())
    if options.recommend is None:
        return text
    found = policies.recommend(analysis.board, options.recommend)
    if found.cell is None:
        return f"{text}\n{found.reason}"
    r, c = found.cell
    kind = "open" if found.proved else "guess"
    table = f"\n{candidate_table(found)}" if found.candidates else ""
    return f"{text}\n{found.policy}: {kind} ({r},{c}): {found.reason}{table}"
