"""Every table and plot of the source documents, run again with the exact engine beside each.

:func:`reproduce` writes one CSV file a table, one PNG file a plot, ``report.md`` and ``in-full.md`` into a
directory. Each table is written when it is finished, whole or not at all, so an interrupted run keeps what
it has.
A family of tables is a module with ``SPECS``, named in ``_FAMILIES``.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from ...base.errors import UnknownNameError
from ...base.files import write_whole
from ...base.workers import Pool
from ...bench.figure import draw, require_matplotlib
from ...bench.report import template
from .plan import ReproductionPlan, quick
from .report import pages
from .table import Boards, Build, Reproduced, Task

__all__ = ["ReproductionPlan", "quick", "reproduce", "specs"]

_FAMILIES = ("decision", "search", "played", "counterexamples", "positions", "score")


def specs(only: Sequence[str] = ()) -> dict[str, Build]:
    """How each table is made, the quick ones first, or those named. Raises :class:`UnknownNameError`."""
    known = {name: build for family in _FAMILIES
             for name, build in import_module(f".{family}", __name__).SPECS.items()}  # fmt: skip
    for name in only:
        if name not in known:
            raise UnknownNameError(f"unknown table {name!r}; known: {', '.join(sorted(known))}")
    return {name: build for name, build in known.items() if not only or name in only}


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
    wanted = {name: dict.fromkeys(next(maker)) for name, maker in makers.items()}
    total = len({task for tasks in wanted.values() for task in tasks})
    results: dict[Any, Any] = {}  # tables that share games play them once
    finished: dict[str, Reproduced] = {}
    with Pool(jobs) as pool:
        for name, maker in makers.items():
            for task, result in pool.run(_run, [task for task in wanted[name] if task not in results]):
                results[task] = result
                progress(len(results), total, name)
            try:
                maker.send(results)
            except StopIteration as made:
                table = finished[name] = made.value
            for figure in table.figures:
                path = out / f"{figure.name}.png"
                figure.draw(path) if isinstance(figure, Boards) else draw(figure, path)
            write_whole(out / f"{name}.csv", table.csv().encode())
            for page, text in pages(plan, command, finished).items():
                write_whole(out / page, text.encode())
    return list(finished.values())


def _run(task: Task) -> Any:
    return task.run()
