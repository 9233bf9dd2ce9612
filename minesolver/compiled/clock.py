"""Time limits of compiled code: a thread that raises the flag which compiled code looks at.

Compiled code runs without Python's lock, so that the thread can. There is one for the process, woken only
by a limit that ends before all others: a limit that is not reached costs a few microseconds.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import Any

import numpy.typing as npt

Flag = npt.NDArray[Any]

_change = threading.Condition()
_watched: dict[int, tuple[float, Flag]] = {}
_state: dict[str, Any] = {"thread": None, "wake": inf}


@contextmanager
def limit(flag: Flag, seconds: float) -> Iterator[None]:
    """Set ``flag``, int64 (1,), to 1 once the time is over; 0 again afterwards."""
    deadline = monotonic() + seconds
    with _change:
        _watched[id(flag)] = deadline, flag
        thread = _state["thread"]
        if thread is None or not thread.is_alive():  # the first, or a forked process
            _state["thread"] = threading.Thread(target=_watch, name="minesolver-clock", daemon=True)
            _state["thread"].start()
        elif deadline < _state["wake"]:
            _change.notify()
    try:
        yield
    finally:
        with _change:
            del _watched[id(flag)]
            flag[0] = 0


def _watch() -> None:
    with _change:
        while True:
            now = monotonic()
            for deadline, flag in _watched.values():
                if deadline <= now:
                    flag[0] = 1
            _state["wake"] = min(
                (deadline for deadline, _ in _watched.values() if deadline > now), default=inf
            )
            _change.wait(None if _state["wake"] == inf else _state["wake"] - now)
