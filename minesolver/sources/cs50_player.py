"""The CS50 project's knowledge agent at play; see :mod:`minesolver.sources.cs50`."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from ..layers import TraceStep
from ..model.board import HIDDEN, MINE, Board, Cell
from ..players.player import Agent, Move, proof, unproved
from .cs50 import MinesweeperAI


class Cs50Player:
    """Tells the project's ``MinesweeperAI`` what is opened, and makes its moves.

    Its random move is drawn here, from the same cells, so that the game depends on the agent's seed alone.

    ai: The class, such as a student's own
    """

    def __init__(self, ai: Callable[..., Any] = MinesweeperAI) -> None:
        self._make = ai

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        self.ai = self._make(height=rows, width=cols)
        self.rng = Random(seed)
        self.flagged: set[Cell] = set()
        self.seen: npt.NDArray[np.int8] = np.full((rows, cols), HIDDEN, np.int8)

    def new_steps(self) -> list[TraceStep]:
        """What it knows now, as the log of a deducing player: its sentences, what is left to open, mines."""
        if not hasattr(self, "ai"):  # a fixed first cell comes before the player's start
            return []
        sentences = tuple(
            (tuple(sorted(sentence.cells)), sentence.count) for sentence in self.ai.knowledge
        )
        safe_cells = tuple(sorted(self.ai.safes - self.ai.moves_made))
        return [TraceStep("sentences", (), sentences, safe_cells, tuple(sorted(self.ai.mines)))]

    def move(self, board: Board) -> Move | None:
        # What was opened since the last move.
        new_cells = [
            divmod(int(index), board.cols) for index in np.flatnonzero(board.grid != self.seen)
        ]
        self.seen = board.grid
        for cell in new_cells:
            if board[cell] == MINE:
                self.ai.mark_mine(cell)
            else:
                self.ai.add_knowledge(cell, board[cell])

        # A flag on a new mine, else a safe cell, else a random one.
        for cell in sorted(self.ai.mines - self.flagged):
            self.flagged.add(cell)
            if board[cell] == HIDDEN:
                return proof(cell, True, "its sentences prove a mine", "cs50", "sentences")
        safe_cell = self.ai.make_safe_move()
        if safe_cell is not None:
            return proof(safe_cell, False, "its sentences prove it safe", "cs50", "sentences")
        candidates = [cell for cell in board.where(HIDDEN) if cell not in self.ai.mines]
        if not candidates:
            return None
        reason = "nothing is proved safe: any cell not known a mine"
        return unproved(self.rng.choice(candidates), reason, "cs50", "uniform", random=True)


AGENTS = {
    "cs50": Agent(
        "cs50",
        "sentences about sets of cells; stuck: any cell not known to be a mine",
        "CS50's Introduction to Artificial Intelligence, project Minesweeper",
        Cs50Player,
    )
}
