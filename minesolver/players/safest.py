"""Proved cells, else the cell of least mine probability, or the guess of a policy."""

from collections import deque
from collections.abc import Callable
from functools import partial
from math import isnan
from typing import Any

from ..base.errors import EngineLimitError
from ..engine import ESTIMATE
from ..model.analysis import Analysis
from ..policy.policy import Policy
from ..policy.recommend import guess
from ..policy.recommendation import Recommendation
from ..solver import analyze
from .player import Agent, Move, Prover, proof, unproved


class Safest(Prover):
    """Flags what is proved a mine, opens what is proved safe, else guesses. Has no randomness.

    policy: Whose guesses; else the engine's best cell
    engine: A name of :func:`minesolver.engines`, or a function that analyses a board
    explain: Give each proof in words
    """

    def __init__(
        self,
        policy: Policy | None = None,
        *,
        engine: str | Callable[[Any], Analysis] = "auto",
        explain: bool = False,
    ) -> None:
        self.policy = policy
        self.engine = engine
        self.explain = explain
        self.recommendation: Recommendation | None = None
        self.start(0, 0, None, 0)

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        self.proved = deque()
        self.flagged: set[Any] = set()

    def move(self, board: Any) -> Move | None:
        return self.next_proved(board) or self._analyse(board)

    def _analyse(self, board: Any) -> Move | None:
        try:
            analysis = (
                analyze(board, self.engine) if isinstance(self.engine, str) else self.engine(board)
            )
        except EngineLimitError:
            if self.engine != "auto":
                raise
            analysis = analyze(board, ESTIMATE)  # the game goes on, and its guesses say so

        # A guess only where nothing is proved.
        proved_move = self._proved_move(board, analysis)
        if proved_move is None and analysis.best is not None:
            return self._guess(board, analysis)
        return proved_move

    def _proved_move(self, board: Any, analysis: Analysis) -> Move | None:
        """The next of what this analysis proves: mines are flagged once, then proved cells opened."""
        for cell in sorted(analysis.mines - self.flagged, key=board.index):
            self.flagged.add(cell)
            self.proved.append(self._proof(analysis, cell, True))
        for cell in sorted(analysis.safe, key=board.index):
            self.proved.append(self._proof(analysis, cell, False))
        return self.next_proved(board)

    def _proof(self, analysis: Analysis, cell: Any, is_mine: bool) -> Move:
        """A proved move. The reason in words costs more than the proof: only where somebody reads it."""
        if self.explain:
            reason = analysis.reasons[cell]
            return proof(cell, is_mine, reason.text, analysis.engine, reason.rule)
        proof_text = f"{'a mine' if is_mine else 'safe'} in every layout that fits"
        return proof(cell, is_mine, proof_text, analysis.engine, "every layout")

    def _guess(self, board: Any, analysis: Analysis) -> Move:
        """The cell that the policy chooses, or else the one of least risk."""
        engine_name = analysis.engine
        if engine_name == "auto" and not analysis.is_exact:
            engine_name = ESTIMATE  # what it fell back to: the series counts such guesses
        self.recommendation = None
        if self.policy is not None and analysis.is_exact:
            self.recommendation = guess(analysis, self.policy)
        if self.recommendation is not None and self.recommendation.cell is not None:
            cell = self.recommendation.cell
            mine_risk = float(analysis.probability[cell])
            return unproved(
                cell, self.recommendation.reason, engine_name, self.recommendation.policy, mine_risk
            )

        safest_cell = analysis.best
        assert safest_cell is not None  # the caller has looked
        mine_risk = float(analysis.probability[safest_cell])
        if isnan(mine_risk):
            return unproved(
                safest_cell, "the engine has no estimate", analysis.engine, "uniform", random=True
            )
        reason_text = f"least mine probability, {mine_risk:.3f}"
        if analysis.note:
            reason_text += f" ({analysis.note})"
        return unproved(safest_cell, reason_text, engine_name, "least probability", mine_risk)


def agent_of(name: str, policy: Policy) -> Agent:
    """A policy as an agent."""
    make_player = Safest if policy.kind == "safest" else partial(Safest, policy)
    return Agent(
        name, policy.description, policy.source, make_player, uses_total=True, under_rules=True
    )
