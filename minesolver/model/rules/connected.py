"""C: all mines hang together."""

from __future__ import annotations

from ..connected import Connected
from .rule import PlacementRule

RULE = PlacementRule(
    "connected",
    "C",
    "All mines, of which there is at least one, are connected through edges and corners.",
    constraints=lambda geometry, _: [Connected(range(len(geometry.cells)), geometry.neighbours, "connected")],
)
