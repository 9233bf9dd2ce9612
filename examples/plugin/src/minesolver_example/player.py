"""A player that keeps away from clues: what is proved first, else the safest and farthest cell."""

import numpy as np

import minesolver as ms
from minesolver.model.board import HIDDEN, Board
from minesolver.players import Agent, Move


class Cautious:
    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        """Begin a game. It draws nothing at random; a board does not show flags, so it remembers its own."""
        self.flagged: set[tuple[int, int]] = set()

    def move(self, board: Board) -> Move | None:
        analysis = ms.analyze(board)
        if mines := analysis.mines - self.flagged:
            self.flagged.add(min(mines))
            return Move(min(mines), "flag", True, 1.0, "a mine in every layout that fits")
        if analysis.safe:
            return Move(min(analysis.safe), "open", True, 0.0, "safe in every layout that fits")
        risk = np.where(board.grid == HIDDEN, analysis.probability, np.inf)
        if risk.min() >= 1:
            return None
        opened = np.argwhere((board.grid >= 0) & (board.grid <= 8))

        def distance(cell: tuple[int, int]) -> int:
            return min((max(abs(cell[0] - r), abs(cell[1] - c)) for r, c in opened), default=0)

        close = [(int(r), int(c)) for r, c in np.argwhere(risk <= risk.min() + 1e-9)]
        best = max(close, key=distance)
        return Move(
            best, "open", False, float(risk[best]), "the safest cell, farthest from the clues"
        )


AGENT = Agent(
    "cautious", "the safest cell, farthest from the clues", "minesolver's example", Cautious
)
