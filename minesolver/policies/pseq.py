"""P-S-E-Q, the rule of MineSweeperProb: four criteria, each for the ties of the one before.

Least mine probability (P); the greatest chance that some cell becomes provably safe (S); the greatest
expected number of safe cells (E); the greatest entropy of the value shown (Q). Where the original then draws
lots, this one takes the first in the order of ``safest``, so that a game is reproducible.
"""

from .policy import Policy, Search

POLICY = Policy(
    "pseq",
    "least mine probability, ties by progress: P-S-E-Q",
    "MineSweeperProb",
    "pseq",
    Search(min_relative_safety=1.0),
)
