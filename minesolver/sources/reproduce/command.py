"""``minesolver bench reproduce``: CSV tables, PNG plots and one Markdown report."""

import argparse
import sys
from contextlib import ExitStack
from operator import methodcaller

from ...base.errors import counted
from ...cli.progress import Progress
from . import ReproductionPlan, quick, reproduce

names = methodcaller("split", ",")


def run(options: argparse.Namespace) -> int:
    plan = ReproductionPlan(
        seed=options.seed,
        boards=options.boards,
        exact_boards=options.exact_boards or options.boards,
    )
    if options.quick:
        plan = quick(plan)
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
    if not options.quick or options.boards < quick(ReproductionPlan()).boards:  # more change nothing
        words += [f"--boards {options.boards}"]
    words += [f"--exact-boards {options.exact_boards}"] if options.exact_boards else []
    words += [f"--seed {options.seed}"]
    words += [f"--only {','.join(options.only)}"] if options.only else []
    return " ".join(words)
