"""What is proved, else the cell of least exact mine probability, or the guess of a policy."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from math import isnan
from typing import Any, Literal

from ..model.analysis import Analysis
from ..model.board import HIDDEN
from ..policies.policy import Policy
from ..policies.recommend import Recommendation, guess
from ..solve import analyze
from .player import Agent, Move

_HIDDEN = (HIDDEN, "#")  # on a board, and on one under rules


class Safest:
    """Flags what is proved a mine, opens what is proved safe, else the engine's best cell. Has no randomness.

    ``engine``: a name of :func:`minesolver.engines`, or a function that analyses a board. ``explain``: give
    each proof in words.
    """

    def __init__(self, *, engine: str | Callable[[Any], Analysis] = "auto", explain: bool = False) -> None:
        self.engine = engine
        self.explain = explain
        self.start(0, 0, None, 0)

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        self.proved: deque[Move] = deque()
        self.flagged: set[Any] = set()

    def move(self, board: Any) -> Move | None:
        return self._next_proved(board) or self._analyse(board)

    def _next_proved(self, board: Any) -> Move | None:
        while self.proved:
            move = self.proved.popleft()
            if board[move.cell] in _HIDDEN:  # a cascade may have opened it meanwhile
                return move
        return None

    def _analyse(self, board: Any) -> Move | None:
        analysis = analyze(board, self.engine) if isinstance(self.engine, str) else self.engine(board)
        for cell in sorted(analysis.mines - self.flagged, key=board.index):
            self.flagged.add(cell)
            self.proved.append(self._proof(analysis, cell, True))
        for cell in sorted(analysis.safe, key=board.index):
            self.proved.append(self._proof(analysis, cell, False))
        proved = self._next_proved(board)
        if proved is not None or analysis.best is None:
            return proved
        return self._guess(board, analysis)

    def _proof(self, analysis: Analysis, cell: Any, is_mine: bool) -> Move:
        """A proved move. The reason in words costs more than the proof: only where somebody reads it."""
        reason = f"{'a mine' if is_mine else 'safe'} in every layout that fits"
        rule = "every layout"
        if self.explain:
            reason, rule = analysis.reasons[cell].text, analysis.reasons[cell].rule
        action: Literal["open", "flag"] = "flag" if is_mine else "open"
        return Move(cell, action, True, float(is_mine), reason, engine=analysis.engine, rule=rule)

    def _guess(self, board: Any, analysis: Analysis) -> Move:
        assert analysis.best is not None
        risk = float(analysis.probability[analysis.best])
        if isnan(risk):
            return Move(
                analysis.best,
                "open",
                False,
                None,
                "the engine has no estimate",
                True,
                analysis.engine,
                "uniform",
            )
        reason = f"least mine probability, {risk:.3f}"
        return Move(
            analysis.best, "open", False, risk, reason, engine=analysis.engine, rule="least probability"
        )


class Guided(Safest):
    """Proved cells as :class:`Safest` takes them, and the guesses of a policy."""

    def __init__(self, policy: Policy, *, engine: str = "auto", explain: bool = False) -> None:
        super().__init__(engine=engine, explain=explain)
        self.policy = policy
        self.recommendation: Recommendation | None = None

    def _guess(self, board: Any, analysis: Analysis) -> Move:
        self.recommendation = guess(analysis, self.policy)
        if self.recommendation is None or self.recommendation.cell is None:
            return super()._guess(board, analysis)
        cell = self.recommendation.cell
        risk = float(analysis.probability[cell])
        reason = self.recommendation.reason
        return Move(cell, "open", False, risk, reason, engine=analysis.engine, rule=self.policy.name)


def agent_of(name: str, policy: Policy) -> Agent:
    """A policy as an agent."""
    make = Safest if policy.kind == "safest" else partial(Guided, policy)
    return Agent(name, policy.description, policy.source, make, uses_total=True, under_rules=True)
