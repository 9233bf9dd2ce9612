"""Opens the cell of least exact mine probability."""

from __future__ import annotations

from collections import deque

from ..board import HIDDEN, Board
from .player import Agent, Move


class Safest:
    """Flags what is proved a mine, opens what is proved safe, else the engine's best cell. Has no randomness.

    ``engine``: a name of :func:`minesolver.engines`.
    """

    def __init__(self, *, engine: str = "auto") -> None:
        self.engine = engine

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        self.proved: deque[Move] = deque()
        self.flagged: set[tuple[int, int]] = set()

    def move(self, board: Board) -> Move | None:
        return self._next_proved(board) or self._analyse(board)

    def _next_proved(self, board: Board) -> Move | None:
        while self.proved:
            move = self.proved.popleft()
            if board.grid[move.cell] == HIDDEN:  # a cascade may have opened it meanwhile
                return move
        return None

    def _analyse(self, board: Board) -> Move | None:
        from ..solve import analyze

        analysis = analyze(board, self.engine)
        for cell in sorted(analysis.mines - self.flagged):
            self.flagged.add(cell)
            self.proved.append(Move(cell, "flag", True, 1.0, "a mine in every layout that fits"))
        for cell in sorted(analysis.safe):
            self.proved.append(Move(cell, "open", True, 0.0, "safe in every layout that fits"))
        proved = self._next_proved(board)
        if proved is not None or analysis.best is None:
            return proved
        risk = float(analysis.probability[analysis.best])
        return Move(analysis.best, "open", False, risk, f"least mine probability, {risk:.3f}")


AGENTS = {
    "safest": Agent(
        "safest",
        "proved cells, else a cell of least exact mine probability",
        "this project",
        Safest,
        uses_total=True,
    )
}
