"""``strongest`` with some more time: a few playouts from earlier on, and larger game trees.

Up to 10^95 layouts, which is all but the first clicks of an expert game, close candidates are played out; up
to 4000 layouts the whole game tree decides. ``benchmarks/README.md`` has what that wins, and what it costs.
"""

from dataclasses import replace

from . import strongest
from .policy import Policy

SEARCH = replace(
    strongest.SEARCH,
    tree_layouts=4_000,
    tree_nodes=400_000,
    tree_slots=1 << 18,
    playouts=128,
    playout_layouts=1e95,
)
SINGLE = replace(strongest.SINGLE, playout_layouts=1e95)

POLICY = Policy(
    "careful",
    "strongest with some more time: playouts of close candidates up to 10^95 layouts; game trees to 4000",
    "this project, after DavidNHill",
    "lookahead",
    SEARCH,
    SINGLE,
    trees="ranking.npz",
)
