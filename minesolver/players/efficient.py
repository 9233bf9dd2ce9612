"""Few clicks: safe cells are opened by the opening or the chord that saves most, with flags for it."""

from collections import deque
from functools import partial
from typing import Any

from ..model.analysis import Analysis
from ..model.board import HIDDEN
from ..model.reason import show
from ..policy.clicks import WEIGHTS, ClickPlan, ClickWeights, click_plan
from ..policy.policy import Policy
from .player import Agent, Move, proof
from .safest import Safest


class Efficient(Safest):
    """Opens and chords as :func:`~minesolver.policy.clicks.click_plan` has it, with flags for chords only.

    No move loses winning chance: cells proved safe are opened, and where there is none the guess is that of a
    policy.

    weights: What counts beside the openings that a click saves
    """

    def __init__(
        self, policy: Policy, *, explain: bool = False, weights: ClickWeights = WEIGHTS
    ) -> None:
        self.weights = weights
        super().__init__(policy, explain=explain)

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        super().start(rows, cols, mines, seed)
        self._planned: deque[Move] = deque()

    def move(self, board: Any) -> Move | None:
        # Flags are followed by their chord, unless a person has moved in between.
        while self._planned:
            move = self._planned.popleft()
            hidden = board[move.cell] == HIDDEN
            if hidden != (move.action == "chord"):
                return move
        return self._analyse(board)

    def _proved_move(self, board: Any, analysis: Analysis) -> Move | None:
        plan = click_plan(analysis, self.flagged, self.weights)
        if plan is not None:
            self._planned.extend(self._moves(analysis, plan))
        elif analysis.best is None:
            # Where the rules want every cell open or flagged, these are left.
            for cell in sorted(analysis.mines - self.flagged, key=board.index):
                self._planned.append(self._proof(analysis, cell, True))
        if not self._planned:
            return None
        self.flagged.update(move.cell for move in self._planned if move.action == "flag")
        return self._planned.popleft()

    def _moves(self, analysis: Analysis, plan: ClickPlan) -> list[Move]:
        """The clicks of a plan."""
        if not plan.is_chord:
            return [self._proof(analysis, plan.cell, False)]
        opened = " ".join(map(show, plan.opens))
        moves = []
        for cell in plan.flags:
            reason = f"a mine, for the chord on {show(plan.cell)} that opens {opened}"
            moves.append(proof(cell, True, reason, analysis.engine, "fewest clicks"))
        reason = f"its mines have their flags, and {opened} are safe"
        moves.append(
            Move(
                plan.cell,
                "chord",
                True,
                0.0,
                reason if len(plan.opens) > 1 else reason.replace(" are safe", " is safe"),
                engine=analysis.engine,
                rule="fewest clicks",
            )
        )
        return moves


def agent_of(name: str, policy: Policy) -> Agent:
    """A policy that saves clicks as an agent."""
    make_player = partial(Efficient, policy)
    return Agent(name, policy.description, policy.source, make_player, uses_total=True, chords=True)
