"""The classes of the CS50 project *Minesweeper*; see :mod:`minesolver.sources.cs50`."""

from .sources.cs50 import Minesweeper, MinesweeperAI, Sentence

__all__ = ["Minesweeper", "MinesweeperAI", "Sentence"]
