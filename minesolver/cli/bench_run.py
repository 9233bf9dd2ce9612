"""``minesolver bench run``: an experiment, done or gone on with, and its tables."""

import argparse
import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

from .. import bench
from ..base.errors import ExperimentError, ResultsError, counted
from ..bench.experiment import OPTIONS
from ..bench.summary import QUESTIONS, tables
from ..bench.table import Table
from ..game import RULE_SETS
from ..players import PLAYERS
from .arguments import add_against, add_dask, add_jobs, positive, workers_of
from .progress import Progress

_RULES = ", ".join(RULE_SETS)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add what an experiment can be given."""
    for option in OPTIONS:
        flags = [f"--{option.name.replace('_', '-')}", *(["--seed"] if option.name == "seeds" else [])]
        default, of = option.default, option.metadata
        words = ", ".join(map(str, default)) if isinstance(default, tuple) else default
        more: dict[str, Any] = {
            "help": of["help"] + (f" (default: {words})" if words else ""),
            "default": None,
        }
        if of["of"] is bool:
            more["action"] = "store_true"
        else:
            more |= {"type": of["of"], "metavar": of["metavar"]} | (
                {"nargs": "+"} if isinstance(default, tuple) else {}
            )
        parser.add_argument(*flags, **more)


_EPILOG = f"""\
examples:
  minesolver bench run --players safest strongest likelihood_average --boards 16x30/99 --games 500 --jobs 2
  minesolver bench run --players examples/student.py safest --boards 9x9/10 --games 100
  minesolver bench run --engines elimination layered baseline --sizes 9x9 16x16 --densities 0.1 0.15 0.2
  minesolver bench run experiment.toml --out run.sqlite --dask tcp://scheduler:8786
  minesolver bench report run.sqlite

An experiment file has the same names as the options, with _ for -, and [[contender]] tables for engines from
outside (docs/benchmarking.md). Options override the file.

Players are the policies of minesolver play; engine:NAME, which opens what an engine proves safe, else its
best cell; and FILE.py, the player in a Python file, as minesolver score takes it. Engines are asked about
positions from games of the exact player.
Rules: none, safe, zero, row-col, fixed:R,C (the first click), {_RULES}.

Results are added to the file as they come. The same command continues a run that was stopped, and adds more
games, boards or contenders.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    parser.add_argument(
        "experiment", nargs="?", type=Path, metavar="FILE.toml", help="a file that describes the experiment"
    )
    add_options(parser)
    parser.add_argument(
        "--out", type=Path, metavar="RUN.sqlite", help="the results (default: the experiment's name, .sqlite)"
    )
    add_jobs(parser)
    add_dask(parser)
    parser.add_argument(
        "--batch", type=positive, metavar="N", help="games in a batch (default: depends on the contender)"
    )
    add_against(parser)
    parser.add_argument("--json", action="store_true", help="the tables as one JSON object")


def run(options: argparse.Namespace) -> int:
    experiment = _experiment(options)
    named = (*experiment.players, *experiment.engines)
    if options.against is not None and options.against not in named:
        raise ExperimentError(
            f"--against {options.against}: not in the experiment; there are {', '.join(named)}"
        )
    for contender in experiment.contenders:
        if contender.player:
            PLAYERS.get(contender.player)  # what is wrong with it is said now, not once a game
    out = options.out or Path(f"{experiment.name}.sqlite")
    workers = workers_of(options)
    where = f"Dask {options.dask}" if options.dask else f"{options.jobs} of {os.cpu_count()} cores"
    status = 0
    with bench.Store(out, new=True) as store:
        store.begin(experiment, bench.facts(shlex.join(["minesolver", *options.arguments]), where))
        left, total = bench.missing(experiment, store), bench.total(experiment)
        if left < total:
            print(f"{out}: {total - left} of {total} done before; continuing", file=sys.stderr)
        if left:
            label = f"{experiment.name}, seed {', '.join(map(str, experiment.seeds))}"
            with Progress(label, total, total - left) as bar:
                try:
                    bench.run(experiment, store, workers, batch=options.batch, progress=bar.advance)
                except KeyboardInterrupt:
                    status = 130
                except ResultsError as error:
                    raise ResultsError(
                        f"{error}; what was finished is kept in {out}, the same command goes on with it"
                    ) from None
        found = tables(store, options.against)
        if status:
            left = bench.missing(experiment, store)
            print(f"interrupted, {left} left: the same command goes on; {out} has the rest", file=sys.stderr)
        if options.json:
            print(json.dumps({name: _rows(table) for name, table in found.items()}))
        else:
            for name, table in found.items():
                print(_plain(name, table), end="\n\n")
            print(f"results: {out}; a report: minesolver bench report {shlex.quote(str(out))}")
    return status


def _experiment(options: argparse.Namespace) -> bench.Experiment:
    given = {each.name: value for each in OPTIONS if (value := getattr(options, each.name)) is not None}
    if options.experiment is not None:
        return bench.load(options.experiment, given)
    if not given:
        raise ExperimentError(
            "no experiment: give a file, or --players or --engines with boards (see --help)"
        )
    return bench.from_mapping(given)


def _rows(table: Any) -> list[dict[str, Any]]:
    """Rows as objects; what is no number is null, as JSON has none."""
    return [{name: None if value != value else value for name, value in row.items()} for row in table.dicts()]


def _plain(name: str, table: Table) -> str:
    """A table as aligned text, those columns that fit a terminal."""
    question = QUESTIONS[name]
    if not question.shown:
        return f"{name}: {counted(len(table.rows), 'row')}, in the report"
    places = [table.columns.index(column) for column in question.shown]
    texts = [question.shown, *([_short(row[k]) for k in places] for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in texts]
    return "\n".join([name, *(line.rstrip() for line in lines), *filter(None, [question.remark])])


def _short(value: object) -> str:
    """A value in few signs."""
    if value is None or value != value:
        return "-"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
