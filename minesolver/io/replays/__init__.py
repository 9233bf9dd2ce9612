"""Recorded games, move by move: our own JSON lines, and avf, rmv, mvf, evf through ``ms_toollib``.

>>> lines = ['{"rows": 1, "cols": 4, "mines": 1, "layout": [[0, 3]]}', '{"cell": [0, 0]}']
>>> replay = parse("\\n".join(lines))
>>> [(step.cells, step.shown) for step in replay.steps]
[(((0, 0),), {(0, 0): 0, (0, 1): 0, (0, 2): 1})]
"""

from .lines import parse
from .replay import Replay, ReplayStep, positions
from .videos import SUFFIXES, read

__all__ = ["SUFFIXES", "Replay", "ReplayStep", "parse", "positions", "read"]
