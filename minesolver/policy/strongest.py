"""``lookahead`` with more in view: coin flips to come, regions by themselves, and far larger game trees.

What a candidate risks is its chance of a mine, less most of the chance to be one in a coin flip that comes
anyway (after DavidNHill's long-term risk); regions that have nothing to do with the rest are played by their
own game tree, and up to 1000 layouts the whole board is. The weights come from a regression over games played
out with each candidate, see ``benchmarks/README.md``, as do the figures of what won no more.

The winning chances that it shows are estimates by a small network over features of the exact analysis
(``minesolver.compiled.looking``), fitted by ``benchmarks/fit_estimate.py``.
"""

from .policy import BLEND, Policy, Search

POLICY = Policy(
    "strongest",
    "safety of this guess and of the next, coin flips to come; game trees to 1000 layouts",
    "this project, after DavidNHill",
    BLEND,
    Search(
        layouts=1_000,
        nodes=100_000,
        slots=1 << 16,
        influence=0.9,
        second=0.31,
        third=0.15,
        doubt=0.055,
        beside=0.02,
        opening=0.015,
        regions=True,
        playouts=128,
        playout_layouts=1e12,
    ),
    weights="estimate.npy",
)
