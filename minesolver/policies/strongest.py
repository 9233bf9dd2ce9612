"""``lookahead`` with more in view: coin flips to come, what stays in doubt, what was learnt from playouts.

What a candidate risks is its chance of a mine, less most of the chance to be one in a coin flip that comes
anyway (after DavidNHill's long-term risk). The positions that it leads to are worth the safety of the three
safest next guesses, less a share of the logarithm of what is then still in doubt. The scores of the
candidates close to the best are corrected by boosted trees over what is seen one value ahead
(``minesolver.compiled.ranking``). Up to 10^12 layouts these candidates are played out by the safest
guesses, each on the same layouts drawn at random (``minesolver.compiled.playouts``). Regions that have
nothing to do with the rest are played by their own game tree, and up to 1000 layouts the whole board is.
The weights are fitted to playouts of candidates by ``benchmarks/playouts.py``, the trees by
``benchmarks/ranking.py``; ``benchmarks/README.md`` has what each is worth, and what won no more.

The winning chances that it shows are estimates by a small network over features of the exact analysis
(``minesolver.compiled.looking``), fitted by ``benchmarks/fit_estimate.py``.
"""

from dataclasses import replace

from .policy import BLEND, Policy, Search

_SEARCH = Search(
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
    ranking=1.0,
)

POLICY = Policy(
    "strongest",
    "safety of this guess and of the next, coin flips, what stays in doubt; boosted trees and playouts for "
    "close candidates; game trees to 1000 layouts",
    "this project, after DavidNHill",
    BLEND,
    _SEARCH,
    replace(_SEARCH, layouts=20_000, nodes=1_000_000, slots=1 << 20),
    estimate="estimate.npy",
    ranking="ranking.npz",
)
