"""One value ahead, each position valued by its winning chance as estimated from millions of our games.

The estimate is a small network over features of the exact analysis (``minesolver.compiled.looking``), fitted
by ``benchmarks/fit_estimate.py``. The last layouts are played by their whole game tree, so exactly.
"""

from .policy import ESTIMATE, Policy, Search

POLICY = Policy(
    "strongest",
    "estimated winning chance over all values shown; game trees for the last layouts",
    "this project",
    ESTIMATE,
    Search(
        factor=0.87, layouts=3_000, nodes=200_000, leaf_layouts=150, leaf_nodes=5_000, cap=0.9, slots=1 << 16
    ),
    weights="estimate.npy",
)
