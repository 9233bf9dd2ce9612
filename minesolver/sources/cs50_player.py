"""The CS50 project's knowledge agent at play; see :mod:`minesolver.sources.cs50`."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ..base.errors import MoveError, quoted
from ..layers import TraceStep
from ..model.board import HIDDEN, MINE, Board, Cell
from ..players.player import Agent, Move, check_board, checked_game, proof, unproved
from .cs50 import MinesweeperAI


class Cs50Player:
    """Tells the project's ``MinesweeperAI`` what is opened, and makes its moves.

    Where nothing is safe it asks ``make_random_move``, with :mod:`random` seeded for each game. A class that
    has no such method gets a cell drawn here, among those hidden that it does not know as mines.

    ai: The class, such as a student's own
    """

    def __init__(self, ai: Callable[..., Any] = MinesweeperAI) -> None:
        self._make = ai
        self.chooses_guesses = hasattr(ai, "make_random_move")
        """Whether the guesses are the class's, and can be held against it."""

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        rows, cols, seed = checked_game(rows, cols, seed)
        self.ai = self._make(height=rows, width=cols)
        self.rng = random.Random(seed)
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
        check_board(board, Board)
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
        if not isinstance(self.ai.mines, (set, frozenset)):
            raise MoveError(f"mines is a set of cells, not {quoted(self.ai.mines)}")
        for cell in sorted(self.ai.mines - self.flagged):
            self.flagged.add(cell)
            if board[cell] == HIDDEN:
                return proof(cell, True, "its sentences prove a mine", "cs50", "sentences")
        safe_cell = self.ai.make_safe_move()
        if safe_cell is not None:
            return proof(safe_cell, False, "its sentences prove it safe", "cs50", "sentences")
        guessed_cell = self._random_move(board)
        if guessed_cell is None:
            return None
        reason = "nothing is proved safe: any cell not known a mine"
        return unproved(guessed_cell, reason, "cs50", "uniform", random=True)

    def _random_move(self, board: Board) -> Cell | None:
        """A cell to guess; ``None``: every hidden cell is known to be a mine.

        Raises MoveError: the class gives none though there are some, or one that cannot be opened.
        """
        candidates = [cell for cell in board.where(HIDDEN) if cell not in self.ai.mines]
        if not self.chooses_guesses:
            return self.rng.choice(candidates) if candidates else None

        # The class draws from the module's generator, which is this game's own meanwhile.
        others_state = random.getstate()
        random.setstate(self.rng.getstate())
        try:
            guessed_cell: Cell | None = self.ai.make_random_move()
        finally:
            self.rng.setstate(random.getstate())
            random.setstate(others_state)

        if guessed_cell is None and candidates:
            raise MoveError(
                f"make_random_move gives None, though {len(candidates)} hidden cells are not in mines"
            )
        if guessed_cell is not None and guessed_cell not in board.where(HIDDEN):
            raise MoveError(
                f"make_random_move gives {quoted(guessed_cell)}, which is no hidden cell"
            )
        return guessed_cell


AGENTS = {
    "cs50": Agent(
        "cs50",
        "sentences about sets of cells; stuck: any cell not known to be a mine",
        "CS50's Introduction to Artificial Intelligence, project Minesweeper",
        Cs50Player,
    )
}
