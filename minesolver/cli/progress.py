"""Signs of life on standard error, for work of more than two seconds, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from time import monotonic, perf_counter
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

NOTICE_DELAY = 2.0  # seconds before anything is shown


def bar(state: bool = False) -> Bar:
    """Bar, count, rate and time left; ``state``: and a word on the state of things."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        *([TextColumn("{task.fields[state]}")] if state else []),
        console=Console(stderr=True),
        transient=True,
    )


class Progress:
    """Counts towards a total, with rate, time left and a word on the state of things."""

    def __init__(self, label: str, total: int) -> None:
        self._label = label
        self._total = total
        self._began = perf_counter()
        self._bar: Bar | None = None

    def __enter__(self) -> Progress:
        return self

    def update(self, done: float, state: str = "") -> None:
        """``done`` of the total are finished."""
        if self._bar is None:
            if not sys.stderr.isatty() or perf_counter() - self._began < NOTICE_DELAY:
                return
            self._bar = bar(state=True)
            self._task = self._bar.add_task(self._label, total=self._total, state="", rate="")
            self._bar.start()
        rate = done / (perf_counter() - self._began)
        self._bar.update(self._task, completed=done, state=state, rate=f"{rate:.1f}/s")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show what runs and for how long."""
    if not sys.stderr.isatty():
        yield
        return
    began = monotonic()
    shown: list[Bar] = []

    def show() -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        spinner = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        task = spinner.add_task(what, total=None)
        spinner.tasks[task].start_time = began
        spinner.start()
        shown.append(spinner)

    timer = Timer(NOTICE_DELAY, show)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        for spinner in shown:
            spinner.stop()
