"""``minesolver dataset``: positions with exact labels, to train and to test with."""

import argparse
import json
from dataclasses import replace

from ..base.errors import UnknownNameError
from ..base.files import write_whole
from ..bench.dataset import SIZES, SPLITS, DatasetPlan, check_parquet, make, parquet, sheet
from ..game.board_sizes import parse_size
from ..protocol.parameters import COUNT, DASK, DASK_WAIT, FILE, FLAG, JOBS, SEED, TEXT, Parameter
from .arguments import add, workers_of
from .progress import Progress

_SIZES = " ".join(SIZES)


_EPILOG = """\
examples:
  minesolver dataset --out data -n 10000 --split test --seed 1 --jobs 2 --parquet
  minesolver dataset --out course -n 40 --sizes 5x5/5 6x6/7 --sheet

A dataset that was ended half-way is taken up by the same command; the same arguments give the same rows. No
position of one split, nor a mirror image of it, is in another. Parquet and a sheet of an earlier run are made
again from the new rows. The columns are told in the card, SPLIT.md.
The folder parts/ is what a longer run goes on with: leave it out when you publish the rest."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    add(
        parser,
        Parameter("out", FILE, "where it is written", metavar="FOLDER", required=True),
        Parameter(
            "number",
            COUNT,
            "rows",
            default=10000,
            metavar="N",
            flags=("-n", "--number"),
        ),
        Parameter("split", TEXT, "which part", default="train", choices=SPLITS),
        replace(SEED, default=0),
        Parameter(
            "sizes",
            TEXT,
            f"in equal shares (default: {_SIZES})",
            default=SIZES,
            metavar="SIZE",
            count="+",
        ),
        JOBS,
        DASK,
        DASK_WAIT,
        Parameter("parquet", FLAG, "write it as Parquet as well (needs pyarrow)"),
        Parameter("sheet", FLAG, "write a sheet of exercises with answers as well"),
    )


def run(options: argparse.Namespace) -> int:
    # What cannot be is said before anything is made.
    for size in options.sizes:
        *layers, height, width, _ = parse_size(size)
        if layers or min(height, width) < 3:
            raise UnknownNameError(
                f"a size of a dataset has rows and columns, three at least, not {size}"
            )

    # What an earlier run wrote of other rows beside them would not be the same data set any more.
    parquet_file = options.out / f"{options.split}.parquet"
    sheet_file = options.out / f"{options.split}-sheet.md"
    wants_parquet = options.parquet or parquet_file.exists()
    wants_sheet = options.sheet or sheet_file.exists()
    if wants_parquet:
        check_parquet()

    # The rows come in parts, which a later run takes up again.
    dataset_plan = DatasetPlan(options.split, options.seed, tuple(options.sizes))
    with Progress("positions", options.number) as progress:
        dataset_file = make(
            dataset_plan,
            options.out,
            options.number,
            workers_of(options) if options.dask or options.jobs > 1 else None,
            progress=progress.advance,
        )

    # The same rows in other forms, where they are asked for or were before.
    written_files = [dataset_file, dataset_file.with_suffix(".md")]
    if wants_parquet:
        written_files.append(parquet(dataset_file))
    if wants_sheet:
        dataset_rows = [
            json.loads(json_line) for json_line in dataset_file.read_text().splitlines()
        ]
        write_whole(sheet_file, sheet(dataset_rows).encode())
        written_files.append(sheet_file)
    print("\n".join(map(str, written_files)))
    return 0
