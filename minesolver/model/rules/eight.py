"""The usual neighbourhood."""

from __future__ import annotations

from .rule import Neighbourhood

RULE = Neighbourhood(
    "eight",
    "V",
    "A clue sees its neighbours: all cells that share an edge or a corner with it.",
    "Minesweeper",
)
