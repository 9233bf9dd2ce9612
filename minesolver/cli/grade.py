"""``minesolver grade``: one move judged."""

import argparse
import json
from pathlib import Path

from ..base.limits import Limit
from ..game.grade import Grade, grade
from ..io import formats
from ..solve import analyze
from .arguments import standard_input
from .progress import Progress


def run(options: argparse.Namespace) -> int:
    given = standard_input().buffer.read() if options.file == "-" else Path(options.file)
    board = formats.parse(given, "standard input", mines=options.mines, rules=options.rules)
    limit = None if options.seconds is None else Limit(seconds=options.seconds)
    with Progress("the board"):
        analysis = analyze(board, limit=limit)
        found = [grade(analysis, cell, flag=options.flag, limit=limit) for cell in options.cell]
    for one in found:
        print(json.dumps(one.to_dict()) if options.json else _text(one))
    return 0


def _text(found: Grade) -> str:
    lines = [found.reason, f"  risk {found.risk}, least risk {found.least_risk}"]
    if found.regret is not None and not found.flag:
        lines.append(f"  regret {found.regret}")
    if found.layer is not None:
        lines.append(f"  proved by the layer {found.layer}")
    return "\n".join(lines)
