"""X': only through edges."""

from __future__ import annotations

from .rule import Neighbourhood

RULE = Neighbourhood(
    "four",
    "X'",
    "A clue sees the cells that share an edge with it (four, on squares).",
    needs=(),
    also="mini-cross",
    sees=lambda geometry: geometry.edges,
)
