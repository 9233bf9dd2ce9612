"""A: no two a knight's move apart."""

from __future__ import annotations

from .knight import moves
from .rule import PlacementRule, at_most

RULE = PlacementRule(
    "anti-knight",
    "A",
    "No two mines lie a knight's move apart.",
    needs=("offset",),
    constraints=lambda geometry, _: at_most(
        [(i, j) for i, own in enumerate(moves(geometry)) for j in own], 1, "anti-knight", geometry
    ),
)
