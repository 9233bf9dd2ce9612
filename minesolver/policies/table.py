"""The policies of this package. ``benchmarks/README.md`` has what each wins, and what it costs.

``pseq`` is the rule of MineSweeperProb, each criterion for the ties of the one before: the least mine
probability (P); the greatest chance that some cell becomes provably safe (S); the greatest expected number of
safe cells (E); the greatest entropy of the value shown (Q). Where the original then draws lots, this one
takes the first in the order of ``safest``, so that a game is reproducible.

``lookahead`` follows each value that a candidate could show by exact analysis; a position with a proved safe
cell counts 1, another the blend of its two safest cells, 4 to 1. The blend and the share of the best safety
that makes a candidate are those of DavidNHill's solver. The last layouts are played by their whole game tree.

``strongest`` has more in view: 50/50s (after DavidNHill's long-term risk), three next guesses, what stays
uncertain, boosted trees, playouts, and game trees of regions; what it is made of, and what its weights and
trees are fitted to, is in ``benchmarks/README.md``.
"""

from dataclasses import replace

from .policy import Policy, Search

_OURS = "this project, after DavidNHill"
_STRONGEST = Search(
    tree_layouts=1_000,
    tree_nodes=100_000,
    tree_slots=1 << 16,
    fifty_fifty_credit=0.9,
    second_best_weight=0.31,
    third_best_weight=0.15,
    expected_errors_weight=0.055,
    frontier_bonus=0.02,
    zero_bonus=0.015,
    solve_regions=True,
    playouts=128,
    playout_layouts=1e12,
    trees_weight=1.0,
)
_SINGLE = replace(_STRONGEST, tree_layouts=20_000, tree_nodes=1_000_000, tree_slots=1 << 20)
# Above 10^95 layouts are half of the guesses of an expert game after a safe first cell.
_CAREFUL = replace(
    _STRONGEST, tree_layouts=4_000, tree_nodes=400_000, tree_slots=1 << 18, playout_layouts=1e95
)
_CAREFUL_SINGLE = replace(_SINGLE, playout_layouts=1e95)

POLICIES = {
    policy.name: policy
    for policy in (
        Policy(
            "safest", "proved cells, else a cell of least exact mine probability", "this project", "safest"
        ),
        Policy(
            "pseq",
            "least mine probability, ties by progress: P-S-E-Q",
            "MineSweeperProb",
            "pseq",
            Search(min_relative_safety=1.0),
        ),
        Policy(
            "lookahead",
            "safety of this guess and of the next, over all values shown; short game trees",
            "after DavidNHill's secondary safety",
            "lookahead",
            Search(tree_layouts=60, tree_nodes=20_000),
        ),
        Policy(
            "balanced",
            "safety of this guess and of the next, 50/50s, what stays uncertain; game trees to 300 layouts",
            _OURS,
            "lookahead",
            replace(_STRONGEST, tree_layouts=300, tree_slots=1 << 14, playouts=0, trees_weight=0.0),
        ),
        Policy(
            "strongest",
            "safety of this guess and of the next, 50/50s, what stays uncertain; boosted trees and playouts "
            "for close candidates; game trees to 1000 layouts",
            _OURS,
            "lookahead",
            _STRONGEST,
            _SINGLE,
            trees="ranking.npz",
        ),
        Policy(
            "careful",
            "strongest with some more time: playouts of close candidates up to 10^95 layouts; game trees "
            "to 4000",
            _OURS,
            "lookahead",
            _CAREFUL,
            _CAREFUL_SINGLE,
            trees="ranking.npz",
        ),
        Policy(
            "thorough",
            "strongest with far more time: eight times as many playouts as careful",
            _OURS,
            "lookahead",
            replace(_CAREFUL, playouts=1024),
            replace(_CAREFUL_SINGLE, playouts=1024),
            trees="ranking.npz",
        ),
    )
}
