"""A game graded: what each guess risked, missed and cost, and what it left of the chance to win."""

from __future__ import annotations

from math import log10
from time import perf_counter

import numpy as np

from ..analysis import Analysis
from ..board import MINE, Board, Cell
from ..errors import MinesolverError
from ..io.replays import positions
from .boards import analysis_of, model_of
from .games import recorded
from .models import GuessModel, ReviewAnswer, ReviewRequest
from .ranking import rank
from .reading import load

_WEIGHED = 1500  # cells of a board on which the strongest policy is asked too


def review(request: ReviewRequest, seconds: float) -> ReviewAnswer:
    """Every move that opened a cell without a proof: its rank, its cost, the chance to win before it."""
    began = perf_counter()
    replay = recorded(request) if request.game is not None else load(request)
    safe: set[Cell] = set()  # proved at some time, and so for good
    guesses: list[GuessModel] = []
    opened = 0
    luck = 0.0
    complete = True
    mines = shown = 0
    for number, (board, step) in enumerate(positions(replay)):
        opened += len(step.cells)
        shown += len(step.shown)
        mines += sum(code == MINE for code in step.shown.values())
        if (number == 0 and replay.protected) or safe.issuperset(step.cells):
            continue
        if perf_counter() - began > 0.6 * seconds:
            complete = False
            break
        analysis = analysis_of(board, "auto", seconds)
        safe |= analysis.safe
        for cell in step.cells:
            if cell not in safe:
                weigh = request.weigh and perf_counter() - began < 0.5 * seconds
                guesses.append(_guess(analysis, number, cell, step.shown.get(cell) != MINE, weigh))
                luck -= log10(max(1e-300, 1 - guesses[-1].probability)) if guesses[-1].survived else 0.0
    return ReviewAnswer(
        guesses=guesses,
        opened=opened,
        proved=opened - len(guesses),
        luck=luck,
        survival=float(np.prod([1 - guess.probability for guess in guesses])),
        complete=complete,
        won=not mines and shown == replay.rows * replay.cols - replay.mines,
    )


def _guess(analysis: Analysis, number: int, at: Cell, survived: bool, weigh: bool) -> GuessModel:
    best = analysis.best or at
    risk, least = float(analysis.probability[at]), float(analysis.probability[best])
    place, hidden = rank(analysis, at)
    win, choice = _advised(analysis.board) if weigh and not analysis.safe else (None, None)
    return GuessModel(
        move=number,
        cell=at,
        probability=risk,
        survived=survived,
        rank=place,
        of=hidden,
        cost=max(0.0, risk - least),
        best=best,
        best_probability=least,
        missed=min(analysis.safe) if analysis.safe else None,
        board=model_of(analysis.board),
        win=win,
        recommended=choice == at,
    )


def _advised(board: Board) -> tuple[float | None, Cell | None]:
    """(chance to win, move) by the strongest policy; None where it has no estimate."""
    if board.rows * board.cols > _WEIGHED:
        return None, None
    from ..policies import recommend

    try:
        found = recommend(board)
    except MinesolverError:
        return None, None
    if not found.candidates:
        return None, found.cell
    first = found.candidates[0]
    return (float(first.exact) if first.exact is not None else first.win), found.cell
