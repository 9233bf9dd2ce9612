"""A sign of life on standard error for work that takes more than two seconds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import perf_counter

_NOTICE_DELAY = 2.0  # seconds before anything is shown


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show what runs and for how long, where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    done = Event()

    def show() -> None:
        start = perf_counter()
        if done.wait(_NOTICE_DELAY):
            return
        from rich.console import Console

        console = Console(stderr=True)
        with console.status(what) as status:
            while not done.wait(0.5):
                status.update(f"{what}: {perf_counter() - start:.0f} s")

    thread = Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
