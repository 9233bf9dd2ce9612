"""Ctrl-C while the command is still being loaded: one line and status 130, as when it runs."""

import os
import signal
import sys
from types import FrameType

_words = [os.path.splitext(os.path.basename(word))[0] for word in sys.orig_argv[1:3]]
CALLED = _words[:1] == ["minesolver"] or _words == ["-m", "minesolver"]
"""Whether this process is the command: not a program that imports the package, nor a worker."""


def _end(number: int, frame: FrameType | None) -> None:
    os.write(2, b"minesolver: interrupted\n")
    os._exit(130)


def started() -> None:
    """From now on an interrupt is Python's exception."""
    if CALLED:
        signal.signal(signal.SIGINT, signal.default_int_handler)


if CALLED:
    signal.signal(signal.SIGINT, _end)
