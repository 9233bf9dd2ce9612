"""Every table and plot of the source documents, run again with the exact engine beside each.

:func:`reproduce` writes one CSV file a table, one PNG file a plot and ``report.md`` into a directory. Each
table is written when it is finished, whole or not at all, so an interrupted run keeps what it has.
A family of tables is a module with ``SPECS``, named in ``_FAMILIES``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from ...base.errors import UnknownNameError
from ...base.files import write_whole
from ...base.workers import Pool
from ...bench.figure import draw, require_matplotlib
from .plan import ReproductionPlan, quick
from .report import markdown
from .table import Boards, Reproduced, Spec, Task

__all__ = ["ReproductionPlan", "Spec", "quick", "reproduce", "specs"]

_FAMILIES = ("decision", "search", "played", "counterexamples", "positions", "score")


def specs(only: Sequence[str] = ()) -> list[Spec]:
    """All tables, the quick ones first, or those named. Raises :class:`UnknownNameError`."""
    known = {spec.id: spec for name in _FAMILIES for spec in import_module(f".{name}", __name__).SPECS}
    for name in only:
        if name not in known:
            raise UnknownNameError(f"unknown table {name!r}; known: {', '.join(sorted(known))}")
    return [spec for name, spec in known.items() if not only or name in only]


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
    :class:`~minesolver.base.errors.MissingDependencyError` without matplotlib, before any work.
    """
    chosen = specs(only)
    require_matplotlib()
    out.mkdir(parents=True, exist_ok=True)
    wanted = {spec.id: dict.fromkeys(spec.tasks(plan)) for spec in chosen}
    total = len({task for tasks in wanted.values() for task in tasks})
    results: dict[Any, Any] = {}  # tables that share games play them once
    finished: list[tuple[Spec, Reproduced]] = []
    with Pool(jobs) as pool:
        for spec in chosen:
            for task, result in pool.run(_run, [task for task in wanted[spec.id] if task not in results]):
                results[task] = result
                progress(len(results), total, spec.id)
            table = spec.build(plan, results)
            for figure in table.figures:
                path = out / f"{figure.name}.png"
                figure.draw(path) if isinstance(figure, Boards) else draw(figure, path)
            write_whole(out / f"{spec.id}.csv", table.csv().encode())
            finished.append((spec, table))
            write_whole(out / "report.md", markdown(plan, command, finished).encode())
    return [table for _, table in finished]


def _run(task: Task) -> Any:
    return task.run()
