"""A progress bar on standard error, for work of more than two seconds, where that is a terminal."""

from __future__ import annotations

import sys
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

_NOTICE_DELAY = 2.0  # seconds before the bar appears


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
            if not sys.stderr.isatty() or perf_counter() - self._began < _NOTICE_DELAY:
                return
            self._open()
        assert self._bar is not None
        rate = done / (perf_counter() - self._began)
        self._bar.update(self._task, completed=done, state=state, rate=f"{rate:.1f}/s")

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[state]}"),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._bar.add_task(self._label, total=self._total, state="", rate="")
        self._bar.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
