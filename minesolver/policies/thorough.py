"""``careful`` with far more time: 1024 playouts in place of 128.

What that wins, and what it costs, is in ``benchmarks/README.md``.
"""

from dataclasses import replace

from .careful import SEARCH, SINGLE
from .policy import Policy

POLICY = Policy(
    "thorough",
    "strongest with far more time: eight times as many playouts as careful",
    "this project, after DavidNHill",
    "lookahead",
    replace(SEARCH, playouts=1024),
    replace(SINGLE, playouts=1024),
    trees="ranking.npz",
)
