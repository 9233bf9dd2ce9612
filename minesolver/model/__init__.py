"""Any geometry, any clue: puzzles of named cells under constraints, answered as exactly as boards are."""

from .puzzle import Puzzle

__all__ = ["Puzzle"]
