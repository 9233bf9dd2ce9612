"""Every table and plot of the source documents, run again with the exact engine beside each.

:func:`reproduce` writes one CSV file a table, one PNG file a plot, ``report.md`` and ``in-full.md`` into a
directory. Each table is written when it is finished, whole or not at all, so an interrupted run keeps what
it has.
A family of tables is a module with ``SPECS``, named in ``_FAMILIES``.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

from ...base.errors import UnknownNameError
from ...base.files import write_whole
from ...base.workers import Pool
from ...bench.figure import draw, require_matplotlib
from ...bench.report import template
from .report import pages
from .reproduced_table import Boards, Build, Reproduced, Task
from .reproduction_plan import ReproductionPlan, quick

__all__ = ["ReproductionPlan", "quick", "reproduce", "specs"]

_FAMILIES = (
    "decision",
    "search_report",
    "played",
    "counterexamples",
    "snapshots",
    "inference_report",
)


def specs(only: Sequence[str] = ()) -> dict[str, Build]:
    """How each table is made, the quick ones first, or those named. Raises :class:`UnknownNameError`."""
    builds: dict[str, Build] = {}
    for family in _FAMILIES:
        builds |= import_module(f".{family}", __name__).SPECS
    for name in only:
        if name not in builds:
            raise UnknownNameError(f"unknown table {name!r}; known: {', '.join(sorted(builds))}")
    if not only:
        return builds
    return {name: build for name, build in builds.items() if name in only}


def reproduce(
    plan: ReproductionPlan,
    out: Path,
    *,
    only: Sequence[str] = (),
    jobs: int = 1,
    command: str = "minesolver bench reproduce",
    progress: Callable[[int, int, str], None] = lambda done, total, table: None,
) -> list[Reproduced]:
    """Run the tables and write them; ``progress`` is told tasks done, tasks in all, the table at work.

    Raises :class:`UnknownNameError` for a table that is not there, and
    :class:`~minesolver.base.errors.MissingDependencyError` without matplotlib or Jinja, before any work.
    """
    makers = {name: build(plan) for name, build in specs(only).items()}
    require_matplotlib()
    template(__package__, "report.md.jinja")
    out.mkdir(parents=True, exist_ok=True)
    # What each table needs; tables that share games play them once.
    tasks_of = {name: dict.fromkeys(next(maker)) for name, maker in makers.items()}
    total = len(set(chain.from_iterable(tasks_of.values())))
    results: dict[Any, Any] = {}
    finished: dict[str, Reproduced] = {}
    with Pool(jobs) as pool:
        for name, maker in makers.items():
            new_tasks = [task for task in tasks_of[name] if task not in results]
            for task, result in pool.run(_run, new_tasks):
                results[task] = result
                progress(len(results), total, name)
            try:
                maker.send(results)
            except StopIteration as end:
                finished[name] = end.value
            _write_table(finished[name], out, name)
            for page, text in pages(plan, command, finished).items():
                write_whole(out / page, text.encode())
    return list(finished.values())


def _write_table(table: Reproduced, out: Path, name: str) -> None:
    """Write a table and its plots."""
    for figure in table.figures:
        path = out / f"{figure.name}.png"
        if isinstance(figure, Boards):
            figure.draw(path)
        else:
            draw(figure, path)
    write_whole(out / f"{name}.csv", table.csv().encode())


def _run(task: Task) -> Any:
    return task.run()
