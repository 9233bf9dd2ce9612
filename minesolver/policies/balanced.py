"""``strongest`` without its costliest parts: no playouts, no boosted trees, and smaller game trees.

Between ``lookahead`` and ``strongest`` in speed and in win rate; ``benchmarks/README.md`` has both.
"""

from dataclasses import replace

from .policy import Policy
from .strongest import SEARCH

POLICY = Policy(
    "balanced",
    "safety of this guess and of the next, 50/50s, what stays uncertain; game trees to 300 layouts",
    "this project, after DavidNHill",
    "lookahead",
    replace(SEARCH, tree_layouts=300, tree_slots=1 << 14, playouts=0, trees_weight=0.0),
)
