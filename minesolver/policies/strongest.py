"""``lookahead`` with more in view: 50/50s to come, what stays uncertain, what was learnt from playouts.

What a candidate risks is its chance of a mine, less most of the chance to be one of a 50/50 that comes
anyway (after DavidNHill's long-term risk). The positions that it leads to are worth the safety of the three
safest next guesses, less a share of the logarithm of what is then still uncertain. The scores of the
candidates close to the best are corrected by boosted trees over what is seen one value ahead
(``kernel/search/trees.pyx``). Up to 10^12 layouts these candidates are played out by the safest guesses, each
on the same layouts drawn at random (``kernel/search/playouts.pyx``). Regions that have nothing to do with the
rest are played by their own game tree, and up to 1000 layouts the whole board is.
The weights are fitted to playouts of candidates by ``benchmarks/playouts.py``, the trees by
``benchmarks/ranking.py``; ``benchmarks/README.md`` has what each is worth, and what won no more.
"""

from dataclasses import replace

from .policy import Policy, Search

SEARCH = Search(
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
SINGLE = replace(SEARCH, tree_layouts=20_000, tree_nodes=1_000_000, tree_slots=1 << 20)

POLICY = Policy(
    "strongest",
    "safety of this guess and of the next, 50/50s, what stays uncertain; boosted trees and playouts for "
    "close candidates; game trees to 1000 layouts",
    "this project, after DavidNHill",
    "lookahead",
    SEARCH,
    SINGLE,
    trees="ranking.npz",
)
