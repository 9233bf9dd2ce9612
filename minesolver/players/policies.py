"""The policies that look ahead, as agents."""

from __future__ import annotations

from functools import partial

from ..model.analysis import Analysis
from ..model.board import Board
from ..policies import POLICIES
from ..policies.recommend import Recommendation, advise
from .player import Agent, Move
from .safest import Safest


class Lookahead(Safest):
    """Proved cells as ``safest`` takes them, and the guesses of a policy of :mod:`minesolver.policies`."""

    def __init__(self, name: str, *, engine: str = "auto", explain: bool = False) -> None:
        super().__init__(engine=engine, explain=explain)
        self.policy = POLICIES.get(name)
        self.recommendation: Recommendation | None = None

    def _guess(self, board: Board, analysis: Analysis) -> Move:
        self.recommendation = advise(board, self.policy)
        if self.recommendation is None or self.recommendation.cell is None:
            return super()._guess(board, analysis)
        cell = self.recommendation.cell
        return Move(
            cell,
            "open",
            False,
            float(analysis.probability[cell]),
            self.recommendation.reason,
            engine=analysis.engine,
            rule=self.policy.name,
        )


AGENTS = {
    name: Agent(
        name,
        POLICIES.get(name).description,
        POLICIES.get(name).source,
        partial(Lookahead, name),
        uses_total=True,
    )
    for name in ("pseq", "lookahead", "balanced", "strongest", "careful", "thorough")
}
