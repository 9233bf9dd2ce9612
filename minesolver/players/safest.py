"""Opens the cell of least exact mine probability."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from math import isnan

from ..analysis import Analysis
from ..board import HIDDEN, Board, Cell
from .player import Agent, Move


class Safest:
    """Flags what is proved a mine, opens what is proved safe, else the engine's best cell. Has no randomness.

    ``engine``: a name of :func:`minesolver.engines`, or a function that analyses a board. ``explain``: give
    each proof in words.
    """

    def __init__(self, *, engine: str | Callable[[Board], Analysis] = "auto", explain: bool = False) -> None:
        self.engine = engine
        self.explain = explain

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

        analysis = analyze(board, self.engine) if isinstance(self.engine, str) else self.engine(board)
        for cell in sorted(analysis.mines - self.flagged):
            self.flagged.add(cell)
            self.proved.append(Move(cell, "flag", True, 1.0, self._why(analysis, cell, "a mine")))
        for cell in sorted(analysis.safe):
            self.proved.append(Move(cell, "open", True, 0.0, self._why(analysis, cell, "safe")))
        proved = self._next_proved(board)
        if proved is not None or analysis.best is None:
            return proved
        return self._guess(board, analysis)

    def _why(self, analysis: Analysis, cell: Cell, what: str) -> str:
        """The reason in words costs more than the proof: only where somebody reads it."""
        return analysis.reasons[cell].text if self.explain else f"{what} in every layout that fits"

    def _guess(self, board: Board, analysis: Analysis) -> Move:
        assert analysis.best is not None
        risk = float(analysis.probability[analysis.best])
        if isnan(risk):
            return Move(analysis.best, "open", False, None, "the engine has no estimate", random=True)
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
