"""Sizes of boards: the three standard ones by name, and any other as text such as ``16x30/99``."""

from __future__ import annotations

import re

from ..base.registry import unknown

LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}
"""The three standard sizes, as (rows, columns, mines)."""

SIZE = "ROWSxCOLS/MINES"
"""The form of a size, for help texts and messages."""

_SIZE = re.compile(r"(\d+)x(\d+)[/x](\d+)")


def parse_size(text: str) -> tuple[int, int, int]:
    """A size by name or as text.

    text: ``beginner``, ``intermediate``, ``expert``, or rows x columns / mines, such as ``16x30/99``. The
        first line of a board text, ``16x30x99``, is understood as well.
    Returns: (rows, columns, mines).
    Raises UnknownNameError: where the text is neither.
    """
    if text in LEVELS:
        return LEVELS[text]
    found = _SIZE.fullmatch(text)
    if found is None:
        raise unknown("level", text, LEVELS, f", or a size {SIZE} such as 16x30/99")
    return int(found[1]), int(found[2]), int(found[3])


def size_text(*sizes: int) -> str:
    """A size as it is written everywhere, such as ``16x30/99``; the mine count comes last."""
    return f"{'x'.join(map(str, sizes[:-1]))}/{sizes[-1]}"
