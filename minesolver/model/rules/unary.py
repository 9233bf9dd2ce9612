"""U: no two share an edge."""

from __future__ import annotations

from .rule import PlacementRule, at_most

RULE = PlacementRule(
    "unary",
    "U",
    "No two mines share an edge.",
    constraints=lambda geometry, _: at_most(
        [(i, j) for i, own in enumerate(geometry.edges) for j in own], 1, "unary", geometry
    ),
)
