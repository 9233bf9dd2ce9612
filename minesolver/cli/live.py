"""Progress and a table that grows with a run, on standard error where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from time import perf_counter
from types import TracebackType
from typing import Any

from ..base.errors import counted
from ..bench.table import Table
from .progress import NOTICE_DELAY, bar

_SHARE = 0.05  # of the time may go into tables while it runs
_SHOWN: Mapping[str, tuple[str, ...]] = {
    "players": (
        "setting", "player", "games", "errors", "win_rate", "win_low", "win_high", "score", "guesses",
        "random_picks", "ms/game", "ms/move", "mb",
    ),
    "player-differences": ("setting", "player", "against", "games", "win_difference", "win_low", "win_high"),
    "engines": (
        "setting", "engine", "positions", "errors", "recall", "recall_low", "recall_high", "unsound", "brier",
        "median_ms", "p95_ms", "mb",
    ),
    "engine-differences": (
        "setting", "engine", "against", "recall_difference", "brier_difference", "time_ratio",
    ),
    "growth": ("engine", "density", "exponent", "exponent_low", "exponent_high"),
    "errors": ("setting", "contender", "error", "times", "seed", "first_game"),
}  # fmt: skip
"""Tables that fit a terminal; the report has the rest."""
_NOTES = {
    "engines": "brier: over the cells that the engine estimates; the differences compare like with like",
}


class Live:
    """Counts towards ``total`` from ``done`` on; ``found`` gives the tables so far. Use as a context."""

    def __init__(self, label: str, total: int, done: int, found: Callable[[], Mapping[str, Table]]) -> None:
        self._label = label
        self._total = total
        self._before = self._done = done
        self._found = found
        self._began = self._shown = perf_counter()
        self._pause = 0.0
        self._live: Any = None

    def __enter__(self) -> Live:
        return self

    def advance(self, number: int) -> None:
        """``number`` more are finished."""
        self._done += number
        now = perf_counter()
        if not sys.stderr.isatty() or now - self._began < NOTICE_DELAY or now - self._shown < self._pause:
            return
        if self._live is None:
            self._open()
        rate = (self._done - self._before) / (now - self._began)
        self._bar.update(self._task, completed=self._done, rate=f"{rate:.1f}/s")
        self._live.update(self._view(), refresh=True)
        self._shown = perf_counter()
        self._pause = max(0.5, (self._shown - now) / _SHARE)  # large runs: tables more seldom

    def _open(self) -> None:
        from rich.live import Live as View

        self._bar = bar()
        self._task = self._bar.add_task(self._label, total=self._total, completed=self._done, rate="")
        self._live = View(self._bar, console=self._bar.console, transient=True, auto_refresh=False)
        self._live.start()

    def _view(self) -> Any:
        from rich.console import Group

        found = self._found()
        width = self._bar.console.width
        shown = [rich_table(name, found[name], width) for name in ("players", "engines") if name in found]
        return Group(*shown, self._bar)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()


def plain(name: str, table: Table) -> str:
    """A table as aligned text, those columns that fit a terminal."""
    if name not in _SHOWN:
        return f"{name}: {counted(len(table.rows), 'row')}, in the report"
    texts = [_SHOWN[name], *_texts(name, table)]
    widths = [max(len(line[k]) for line in texts) for k in range(len(texts[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in texts]
    notes = [_NOTES[name]] if name in _NOTES else []
    return "\n".join([name, *(line.rstrip() for line in lines), *notes])


def _texts(name: str, table: Table) -> list[list[str]]:
    places = [table.columns.index(column) for column in _SHOWN[name]]
    return [[short(row[k]) for k in places] for row in table.rows]


def short(value: object) -> str:
    """A value in few signs."""
    if value is None or value != value:
        return "-"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def rich_table(name: str, table: Table, width: int) -> Any:
    """The last rows of a table, as many of its columns, from the left, as fit ``width`` characters."""
    from rich.table import Table as View

    lines = _texts(name, table)[-20:]
    columns = zip(_SHOWN[name], *lines, strict=True)
    view = View(title=name, box=None, padding=(0, 1))
    taken = 0
    fitting = []
    for column in columns:
        taken += max(map(len, column)) + 2
        if taken > width:
            break
        view.add_column(column[0], no_wrap=True)
        fitting.append(column[1:])
    for line in zip(*fitting, strict=True):
        view.add_row(*line)
    return view
