"""``strongest`` with more time: four times as many playouts, from earlier on, and larger game trees.

Up to 10^95 layouts, which is all but the first clicks of an expert game, close candidates are played out,
and up to 4000 layouts the whole game tree decides. What that wins, and what it costs, is in
``benchmarks/README.md``.
"""

from dataclasses import replace

from .policy import Policy
from .strongest import SEARCH, SINGLE

_SEARCH = replace(
    SEARCH,
    tree_layouts=4_000,
    tree_nodes=400_000,
    tree_slots=1 << 18,
    playouts=512,
    playout_layouts=1e95,
)

POLICY = Policy(
    "thorough",
    "strongest with more time: playouts of close candidates up to 10^95 layouts; game trees to 4000",
    "this project, after DavidNHill",
    "lookahead",
    _SEARCH,
    replace(SINGLE, playouts=512, playout_layouts=1e95),
    trees="ranking.npz",
)
