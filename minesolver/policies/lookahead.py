"""One value ahead: the safety of this guess times that of the guess after it.

Each value that a candidate could show is followed by exact analysis; a position with a proved safe cell
counts 1, another the blend of its two safest cells, 4 to 1. The blend and the share of the best safety that
makes a candidate are those of DavidNHill's solver. The last layouts are played by their whole game tree.
"""

from .policy import Policy, Search

POLICY = Policy(
    "lookahead",
    "safety of this guess and of the next, over all values shown; short game trees",
    "after DavidNHill's secondary safety",
    "lookahead",
    Search(tree_layouts=60, tree_nodes=20_000),
)
