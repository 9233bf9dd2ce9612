"""V: mines among the cells seen, as in Minesweeper."""

from __future__ import annotations

from .rule import ClueRule

RULE = ClueRule(
    "vanilla",
    "V",
    "The number of mines among the cells seen: the neighbours, unless a neighbourhood is named.",
    "Minesweeper",
)
