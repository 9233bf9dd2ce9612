"""``minesolver bench reproduce``: CSV tables, PNG plots and one Markdown report."""

import argparse
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from ...base.errors import counted
from ...cli.arguments import add
from ...cli.progress import Progress
from ...protocol.parameters import COUNT, FILE, JOBS, QUICK, SEED, Kind, Parameter
from . import ReproductionPlan, quick, reproduce


def names(text: str) -> list[str]:
    return text.split(",")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    # Where to, and how much of it.
    add(
        parser,
        Parameter(
            "out", FILE, "where the files go", default=Path("results/reproduce"), metavar="DIR"
        ),
        replace(QUICK, help="small boards, few games: seconds, not hours"),
        Parameter(
            "boards", COUNT, "random boards for each point of a plot", default=50, metavar="N"
        ),
        Parameter("exact_boards", COUNT, "the same for the exact agent, the slowest", metavar="N"),
    )
    add(
        parser,
        replace(SEED, default=1),
        JOBS,
        Parameter(
            "only",
            Kind("names with commas between them", {"type": "array"}, names),
            "only these tables, such as B1.1,P4",
            metavar="T1,T2",
            default=(),
        ),
    )


def run(options: argparse.Namespace) -> int:
    plan = ReproductionPlan(
        seed=options.seed,
        boards=options.boards,
        exact_boards=options.exact_boards or options.boards,
    )
    if options.quick:
        plan = quick(plan)

    # Tables are written as they are finished, so that an interrupt loses only what was not.
    with ExitStack() as stack:
        bar: Progress | None = None

        def progress(done: int, total: int, table: str) -> None:
            nonlocal bar
            if bar is None:  # how much there is to do is known now
                bar = stack.enter_context(Progress(f"reproduce, seed {plan.seed}", total))
            bar.update(done, table)

        try:
            tables = reproduce(
                plan,
                options.out,
                only=options.only,
                jobs=options.jobs,
                command=_command(options),
                progress=progress,
            )
        except KeyboardInterrupt:
            print(f"interrupted: the finished tables are in {options.out}", file=sys.stderr)
            return 130
    print(f"{counted(len(tables), 'table')}; the report is {options.out / 'report.md'}")
    return 0


def _command(options: argparse.Namespace) -> str:
    """The command that makes this report again; where it goes and the processes change nothing."""
    words = ["minesolver bench reproduce"]
    words += ["--quick"] if options.quick else []
    # More change nothing.
    if not options.quick or options.boards < quick(ReproductionPlan()).boards:
        words += [f"--boards {options.boards}"]
    words += [f"--exact-boards {options.exact_boards}"] if options.exact_boards else []
    words += [f"--seed {options.seed}"]
    words += [f"--only {','.join(options.only)}"] if options.only else []
    return " ".join(words)
