"""``lookahead`` with game trees far larger than elsewhere: up to 1000 layouts, each searched to its end.

The winning chances that it shows are estimates by a small network over features of the exact analysis
(``minesolver.compiled.looking``), fitted by ``benchmarks/fit_estimate.py``. Choosing by these estimates, and
looking two guesses ahead, won no more games: see ``benchmarks/README.md``.
"""

from .policy import BLEND, Policy, Search

POLICY = Policy(
    "strongest",
    "safety of this guess and of the next, over all values shown; game trees to 1000 layouts",
    "this project",
    BLEND,
    Search(layouts=1_000, nodes=100_000, slots=1 << 16),
    weights="estimate.npy",
)
