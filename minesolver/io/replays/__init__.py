"""Recorded games, move by move: our own JSON lines, and avf, rmv, mvf, evf through ``ms_toollib``.

>>> lines = ['{"rows": 1, "cols": 4, "mines": 1, "layout": [[0, 3]]}', '{"cell": [0, 0]}']
>>> replay = parse("\\n".join(lines))
>>> [(step.cells, step.shown) for step in replay.steps]
[(((0, 0),), {(0, 0): 0, (0, 1): 0, (0, 2): 1})]
"""

from pathlib import Path

from ...game.replay import Replay
from ..formats import decode_text
from .lines import parse
from .videos import SUFFIXES, video

__all__ = ["SUFFIXES", "load", "parse", "read"]


def load(data: bytes, name: str) -> Replay:
    """The game in the bytes of a file: a video by its name (``SUFFIXES``), else JSON lines.

    Raises BoardFormatError: it is none; MissingDependencyError: a video without ``ms_toollib``.
    """
    if name.lower().endswith(tuple(SUFFIXES)):
        return video(data, name)
    return parse(decode_text(data, name), name)


def read(path: str | Path) -> Replay:
    """The game in a file; see :func:`load`. Raises OSError: it cannot be read."""
    return load(Path(path).read_bytes(), str(path))
