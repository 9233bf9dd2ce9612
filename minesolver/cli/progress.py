"""What standard error tells beside the answer: remarks, and signs of life of work that takes seconds."""

from __future__ import annotations

import sys
from contextlib import suppress
from threading import Timer
from time import monotonic
from types import TracebackType
from typing import Any

NOTICE_DELAY = 2.0  # seconds before anything is shown


def remark(text: str) -> None:
    """A line on standard error. Where that is closed or full, or its reader went away, the answer comes all
    the same: nothing but the line is lost.
    """
    if sys.stderr is None:  # closed by who called (`2>&-`)
        return
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


class Progress:
    """Counts towards a total, with rate, time left and a word on the state of things, where standard error is
    a terminal. A context.

    total: Where it is not known, a spinner tells what runs and for how long
    done: How much was done before
    """

    def __init__(self, label: str, total: float | None = None, done: float = 0.0) -> None:
        self._label = label
        self._total = total
        self._before = self._done = done
        self._state = ""
        self._bar: Any = None

    def __enter__(self) -> Progress:
        self._began = monotonic()
        self._timer = Timer(NOTICE_DELAY, self._show)
        self._timer.daemon = True
        if sys.stderr is not None and sys.stderr.isatty():
            self._timer.start()
        return self

    def update(self, done: float, state: str = "") -> None:
        """``done`` of the total are finished."""
        self._done, self._state = done, state
        if self._bar is not None:
            rate = (done - self._before) / (monotonic() - self._began)
            self._bar.update(self._bar.task_ids[0], completed=done, state=f"{rate:.1f}/s {state}")

    def advance(self, number: float) -> None:
        """So many more are finished."""
        self.update(self._done + number)

    def _show(self) -> None:
        try:
            from rich import progress
            from rich.console import Console
        except ImportError:  # without Rich there is no bar
            return

        columns: list[str | progress.ProgressColumn]
        if self._total is None:
            columns = ["{task.description}", progress.SpinnerColumn(), progress.TimeElapsedColumn()]
        else:
            columns = ["{task.description}", progress.BarColumn(), progress.MofNCompleteColumn()]
            columns += [progress.TimeRemainingColumn(), "{task.fields[state]}"]
        bar = progress.Progress(*columns, console=Console(stderr=True), transient=True)
        bar.add_task(self._label, total=self._total, state="")
        bar.tasks[0].start_time = self._began
        self._bar = bar
        self.update(self._done, self._state)
        bar.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        if self._timer.is_alive():
            self._timer.join()
        if self._bar is not None:
            self._bar.stop()
