"""A policy: data for the compiled core."""

from minesolver.policy import Policy, Search

POLICY = Policy(
    "bold",
    "weighs candidates half as safe as the best",
    "minesolver's example",
    "lookahead",
    Search(0.5),
)
