"""How long a test waits for what has to come: only what never comes takes so long, on the busiest machine."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

PATIENCE = 600.0
"""Seconds. It is also the limit of a search that no test wants to see ended."""
BROWSER_PATIENCE = 180_000
"""Milliseconds, in a browser: less, for a page that is broken fails each of its tests, one by one."""


def until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds. Raises AssertionError: it never does."""
    end = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < end, "what is waited for does not come"
        sleep(0.01)
