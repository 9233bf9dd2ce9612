"""What the cells that a player opens were worth, by what could be known before: never by what turned out."""

from __future__ import annotations

from array import array
from dataclasses import replace
from functools import lru_cache
from typing import Any

from .. import kernel
from ..game import Game
from ..game.grade import risks
from ..model.analysis import Analysis
from ..model.board import Board
from ..policy import POLICIES
from ..policy.policy import Policy
from ..solver import analyze

REGRET_LAYOUTS = 1000
"""Positions of at most so many layouts have their regret told: each game tree takes about a millisecond."""
_TREE_NODES = 200_000  # of a game tree; in 300 games of each level all trees were smaller
_TREE_SLOTS = 1 << 18  # sets of layouts remembered meanwhile


class MoveJudge:
    """Judges the cells opened in one game, each by the exact analysis of the board before it.

    safe_moves: Moves at which some cell was proved safe
    missed: Of those, the moves that opened another cell
    excess: The sum of the risks taken above the least
    late_guesses: Moves to a cell not proved safe where at most :data:`REGRET_LAYOUTS` layouts were left
    regret: The sum of the winning chances that these lost, exactly, by the game tree
    """

    def __init__(self, game: Game[Any]) -> None:
        self.safe_moves = 0
        self.missed = 0
        self.excess = 0.0
        self.late_guesses = 0
        self.regret = 0.0
        rules = game.rules
        self._is_first_protected = rules.first_click != "none"
        self._has_regret = (
            kernel.available() and rules.after_mine == "lose" and rules.win == "open"
            and rules.deal == "hidden" and rules.mine_count_known
        )  # fmt: skip
        self._board_before = game.board
        self._is_first = not game.started

    def opened(self, game: Game[Any], cell: Any) -> None:
        """A cell was opened. A first cell that the rules protect is no choice."""
        board, self._board_before = self._board_before, game.board
        is_first, self._is_first = self._is_first, False
        if is_first and self._is_first_protected:
            return
        analysis = analyze(board)
        if analysis.safe:
            self.safe_moves += 1
            if cell in analysis.safe:
                return
            self.missed += 1

        # A guess, whether or not it was needed.
        move_risk, least_risk = risks(analysis, cell)
        self.excess += float(move_risk - least_risk)
        regret = self._regret_of(analysis, cell)
        if regret is not None:
            self.late_guesses += 1
            self.regret += regret

    def _regret_of(self, analysis: Analysis[Any], cell: Any) -> float | None:
        """The winning chance lost by opening a cell; ``None`` where it cannot be told exactly."""
        board = analysis.board
        if not self._has_regret or not isinstance(board, Board) or board.mines is None:
            return None
        if not analysis.is_exact or analysis.solutions > REGRET_LAYOUTS:
            return None
        grid = array("b", board.grid.ravel().tolist())
        tree = _tree_policy().chooser(*board.shape)
        cells = [] if cell in analysis.mines else [board.index(cell)]
        won_at_best, layouts, won = tree.values(grid, board.mines, cells)
        if min(won_at_best, *won, 0) < 0:
            return None
        return (won_at_best - sum(won)) / layouts


@lru_cache(maxsize=1)
def _tree_policy() -> Policy:
    """Who has the game trees of late positions."""
    policy = POLICIES.get("strongest")
    search = replace(
        policy.search,
        tree_layouts=REGRET_LAYOUTS + 2,
        tree_nodes=_TREE_NODES,
        tree_slots=_TREE_SLOTS,
    )
    return replace(policy, search=search)
