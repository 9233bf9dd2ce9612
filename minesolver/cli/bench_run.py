"""``minesolver bench run``: an experiment, done or gone on with, and its tables."""

import argparse
import json
import os
import shlex
from collections.abc import Sequence
from dataclasses import Field, replace
from pathlib import Path
from typing import Any

from .. import bench
from ..base.errors import ExperimentError, ResultsError, counted
from ..base.json_values import finite
from ..bench.experiment import OPTIONS
from ..bench.result_table import Table
from ..bench.summary import QUESTIONS, tables
from ..bench.workers import Workers
from ..game import RULE_SETS
from ..players.own_process import OwnProcess
from ..protocol.parameters import (
    AGAINST,
    COUNT,
    DASK,
    DASK_WAIT,
    FILE,
    FLAG,
    JOBS,
    JSON,
    NUMBER,
    TEXT,
    WHOLE,
    Parameter,
)
from .arguments import add, workers_of
from .progress import Progress, remark

_RULES = ", ".join(RULE_SETS)


_USUAL_OPTIONS = ("seeds", "boards", "rules", "players", "games", "engines", "seconds", "judged")
"""Options that the short help lists."""
_KINDS = {bool: FLAG, int: WHOLE, float: NUMBER, str: TEXT}


def _parameter(option: Field[Any]) -> Parameter:
    """What an experiment can be given, with its default told but not set: a file may have the value."""
    default_text = option.default
    if isinstance(option.default, tuple):
        default_text = ", ".join(map(str, option.default))
    return Parameter(
        option.name,
        _KINDS[option.metadata["item_type"]],
        option.metadata["help"] + (f" (default: {default_text})" if default_text else ""),
        metavar=option.metadata["metavar"],
        flags=("--seeds", "--seed") if option.name == "seeds" else (),
        count="+" if isinstance(option.default, tuple) else "",
        is_rare=option.name not in _USUAL_OPTIONS,
    )


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
games, boards or contenders. A file of a player or an adapter that has changed is another contender,
NAME@DIGEST.

Exit status: as always, and 1 where a player or an engine has nothing but errors.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    # A file can be kept and cited, so it comes first; the options do for a first look.
    parser.epilog = _EPILOG
    add(
        parser,
        Parameter(
            "experiment",
            FILE,
            "a file that describes the experiment",
            metavar="FILE.toml",
            count="?",
            is_argument=True,
        ),
    )

    # The keys of an experiment file are options too; what follows belongs to this one run.
    add(
        parser,
        *map(_parameter, OPTIONS),
        Parameter(
            "out",
            FILE,
            "the results (default: the experiment's name, .sqlite)",
            metavar="RUN.sqlite",
        ),
        JOBS,
        DASK,
        DASK_WAIT,
        Parameter(
            "batch",
            COUNT,
            "games in a batch (default: depends on the contender)",
            metavar="N",
            is_rare=True,
        ),
        Parameter(
            "retry_errors",
            FLAG,
            "do the games again that ended in an error, as is done by itself where the file has changed",
            default=False,
            is_rare=True,
        ),
        AGAINST,
        replace(JSON, help="the tables as one JSON object"),
    )


def run(options: argparse.Namespace) -> int:
    experiment = _experiment(options)
    results_path = options.out or Path(f"{experiment.name}.sqlite")
    workers = workers_of(options)
    processors_text = (
        f"Dask {options.dask}" if options.dask else f"{options.jobs} of {os.cpu_count()} cores"
    )
    with bench.Store(results_path, new=True) as store:
        # A result without its command line and machine could not be repeated, or compared with another.
        command_line = shlex.join(["minesolver", *options.arguments])
        store.begin(experiment, bench.facts(command_line, processors_text))
        if options.retry_errors:
            store.forget_errors(experiment)
        is_finished = _go_on(experiment, store, workers, options.batch)

        # Also after an interrupt: hours of games are worth a look before they go on.
        run_tables = tables(store, options.against)
        if options.json:
            json_values = {name: _objects(table) for name, table in run_tables.items()}
            print(json.dumps(json_values))
        else:
            for table_name, table in run_tables.items():
                print(_plain(table_name, table), end="\n\n")
            quoted_path = shlex.quote(str(results_path))
            print(f"results: {results_path}; a report: minesolver bench report {quoted_path}")
        error_counts = store.errors(experiment)
    if not is_finished:
        return 130
    return _status(error_counts)


def _status(error_counts: dict[str, tuple[int, int]]) -> int:
    """Say of whom there are only errors; 1 where there is such a contender."""
    failed_names = [
        name for name, (errors, games) in error_counts.items() if games and errors == games
    ]
    for name in failed_names:
        remark(f"{name}: nothing but errors, in {counted(error_counts[name][1], 'game')}")
    return 1 if failed_names else 0


def _experiment(options: argparse.Namespace) -> bench.Experiment:
    """The experiment of a file, of the options, or of both. Raises ExperimentError: it cannot be run."""
    chosen_values = {}
    for option in OPTIONS:
        option_value = getattr(options, option.name)
        # A flag that is not set says nothing.
        if option_value is not None and option_value is not False:
            chosen_values[option.name] = option_value
    if options.experiment is not None:
        experiment = bench.load(options.experiment, chosen_values)
    elif chosen_values:
        experiment = bench.from_mapping(chosen_values)
    else:
        raise ExperimentError(
            "no experiment: give a file, or --players or --engines with boards (see --help)"
        )
    contender_names = (*experiment.players, *experiment.engines)
    if options.against is not None and options.against not in contender_names:
        raise ExperimentError(
            f"--against {options.against}: not in the experiment; there are {', '.join(contender_names)}"
        )
    for contender in experiment.contenders:
        if contender.player:
            OwnProcess(
                contender.player
            ).close()  # what is wrong with it is said now, not once a game
    return experiment


def _go_on(
    experiment: bench.Experiment, store: bench.Store, workers: Workers, batch: int | None
) -> bool:
    """Do what is missing; False where Ctrl-C ended it."""
    missing_count, total_count = bench.missing(experiment, store), bench.total(experiment)
    if missing_count < total_count:
        error_count = sum(errors for errors, _ in store.errors(experiment).values())
        errors_text = ""
        if error_count:
            errors_text = f", {error_count} of them with errors (--retry-errors does those again)"
        remark(
            f"{store.path}: {total_count - missing_count} of {total_count} done before{errors_text}; "
            "continuing"
        )
    if not missing_count:
        return True
    progress_label = f"{experiment.name}, seed {', '.join(map(str, experiment.seeds))}"
    try:
        with Progress(progress_label, total_count, total_count - missing_count) as progress:
            bench.run(experiment, store, workers, batch=batch, progress=progress.advance)
    except KeyboardInterrupt:
        missing_count = bench.missing(experiment, store)
        message = f"interrupted, {missing_count} left: the same command goes on; {store.path} has the rest"
        remark(message)
        return False
    except ResultsError as error:
        raise ResultsError(
            f"{error}; what was finished is kept in {store.path}, the same command goes on with it"
        ) from None
    return True


def _objects(table: Table) -> list[dict[str, Any]]:
    """Rows as objects; what is no number is null, as JSON has none."""
    row_objects = []
    for row in table.dicts():
        row_objects.append({column_name: finite(value) for column_name, value in row.items()})
    return row_objects


def _plain(table_name: str, table: Table) -> str:
    """A table as aligned text, those columns that fit a terminal."""
    question = QUESTIONS[table_name]
    if not question.shown:
        return f"{table_name}: {counted(len(table.rows), 'row')}, in the report"
    column_indices = [table.columns.index(column) for column in question.shown]
    text_rows: list[Sequence[str]] = [question.shown]
    for row in table.rows:
        text_rows.append([_short(row[index]) for index in column_indices])
    columns = zip(*text_rows, strict=True)
    column_widths = [max(map(len, column)) for column in columns]
    text_lines = [table_name]
    for row_cells in text_rows:
        padded_cells = [
            cell.ljust(width) for cell, width in zip(row_cells, column_widths, strict=True)
        ]
        text_lines.append("  ".join(padded_cells).rstrip())
    if question.remark:
        text_lines.append(question.remark)
    return "\n".join(text_lines)


def _short(value: object) -> str:
    """A value in few signs."""
    if value is None or value != value:
        return "-"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
