"""The player behind all agents that deduce with layered rules: prove, else choose by a stated rule."""

from collections import deque
from random import Random

import numpy as np

from ..layers import LAYERS, Inference, KnowledgeBase, TraceStep
from ..layers.likelihood import LikelihoodRule, least_likely, likelihoods, pick, unexplored
from ..model.board import HIDDEN, Board
from .player import Move, Prover, check_board, checked_game, proof, unproved


class KnowledgePlayer(Prover):
    """Plays what a layer proves; when stuck, picks a cell.

    ``layer``: whose rules it uses. ``total``: use the mine count where it is known. ``likelihood``: pick a
    cell of the least likelihood by this rule, else any undecided cell, each with equal chance.
    ``board_equation_in_average``: as in :func:`minesolver.layers.likelihood.likelihoods`. ``trace``: keep
    the log of the inference, as ``inference.trace``.
    """

    inference: Inference

    def __init__(
        self,
        layer: str,
        *,
        total: bool = False,
        likelihood: LikelihoodRule | None = None,
        board_equation_in_average: bool = False,
        trace: bool = False,
    ) -> None:
        self.layer = LAYERS.get(layer)
        self.total = total
        self.likelihood = likelihood
        self.board_equation_in_average = board_equation_in_average
        self.trace = trace

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        rows, cols, seed = checked_game(rows, cols, seed)
        self.base = KnowledgeBase(rows, cols, mines if self.total else None)
        self.inference = self.layer.start(self.base, self.trace)
        self._shown_steps = 0
        self.rng = Random(seed)
        self.proved = deque()

    def move(self, board: Board) -> Move | None:
        """A proved move, else :meth:`guess`. All proved cells are played before the next inference.

        The first cell is picked before anything is inferred, as documented: at density 1 it is a mine even
        for a player who knows the total.
        """
        check_board(board, Board)
        if (board.grid == HIDDEN).all():
            return self.guess(board)
        return self.next_proved(board) or self._infer(board) or self.guess(board)

    def new_steps(self) -> list[TraceStep]:
        """The log of the inference since this was last asked for: what led to the moves made meanwhile."""
        # A fixed first cell comes before the player's start.
        inference = getattr(self, "inference", None)
        if inference is None:
            return []
        newest_steps: list[TraceStep] = inference.trace[self._shown_steps :]
        self._shown_steps += len(newest_steps)
        return newest_steps

    def _infer(self, board: Board) -> Move | None:
        self.base.update(board)
        for reason in self.inference.run():
            self.proved.append(
                proof(reason.cell, reason.is_mine, reason.text, self.layer.name, reason.rule)
            )
        return self.next_proved(board)

    def guess(self, board: Board) -> Move | None:
        """The choice when nothing is proved."""
        if not self.base.undecided:
            return None
        if self.likelihood is None:
            cell = pick(unexplored(self.base), self.rng)
            reason_text = "nothing is proved: any undecided cell"
            return unproved(cell, reason_text, self.layer.name, "uniform", random=True)

        # The cell of least likelihood; one that no clue touches has none and is any.
        rule, board_too = self.likelihood, self.board_equation_in_average
        estimates = likelihoods(self.base, rule, board_equation_in_average=board_too)
        cell = pick(least_likely(self.base, estimates), self.rng)
        likelihood = float(estimates[cell])
        if np.isnan(likelihood):
            reason_text = "nothing is proved: a cell that no clue touches"
            return unproved(cell, reason_text, self.layer.name, "uniform", random=True)
        reason_text = f"nothing is proved: least {rule} likelihood, {likelihood:.3f}"
        return unproved(cell, reason_text, self.layer.name, f"least {rule} likelihood", likelihood)
