"""``minesolver dataset``: positions with exact labels, to train and to test with."""

import argparse
import json

from ..base.errors import UnknownNameError
from ..base.files import write_whole
from ..bench.dataset import SIZES, SPLITS, Plan, make, parquet, sheet  # noqa: F401  (the table has SPLITS)
from ..game.levels import parse_size
from .arguments import workers_of
from .progress import Progress

_SIZES = " ".join(SIZES)


def run(options: argparse.Namespace) -> int:
    for size in options.sizes:
        *layers, height, width, _ = parse_size(size)
        if layers or min(height, width) < 3:
            raise UnknownNameError(f"a size of a dataset has rows and columns, three at least, not {size}")
    plan = Plan(options.split, options.seed, tuple(options.sizes))
    with Progress("positions", options.number) as progress:
        file = make(plan, options.out, options.number, workers_of(options), progress=progress.advance)
    written = [file, file.with_suffix(".md")]
    if options.parquet:
        written.append(parquet(file))
    if options.sheet:
        rows = [json.loads(line) for line in file.read_text().splitlines()]
        written.append(file.with_name(f"{options.split}-sheet.md"))
        write_whole(written[-1], sheet(rows).encode())
    print("\n".join(map(str, written)))
    return 0
