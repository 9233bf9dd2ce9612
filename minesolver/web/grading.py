"""A game graded: what each guess risked, missed and cost, and what it left of the chance to win."""

from __future__ import annotations

from math import log10
from time import perf_counter

import numpy as np

from .. import kernel
from ..analysis import Analysis
from ..board import MINE, Cell
from ..errors import MissingDependencyError
from ..io.replays import positions
from ..limits import Limit
from ..policies import get, recommend
from .boards import analysis_of, model_of
from .games import recorded
from .models import GuessModel, ReviewAnswer, ReviewRequest
from .ranking import rank
from .reading import load

_WEIGHED = 1500  # cells of a board on which the strongest policy is asked too
_SECONDS = 1.0  # that it may take for one guess
_PLAYOUTS = 128  # games played on from a guess
_WORTH = 0.55  # of a guess survived, for less variance; any value gives the same mean


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
    win, loss, choice = _weighed(analysis, at) if weigh and not analysis.safe else (None, None, None)
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
        loss=loss,
        recommended=choice == at,
    )


def _weighed(analysis: Analysis, at: Cell) -> tuple[float | None, float | None, Cell | None]:
    """(chance to win by the strongest policy's move, what ``at`` leaves of it less, that move)."""
    board = analysis.board
    if board.rows * board.cols > _WEIGHED or board.mines is None:
        return None, None, None
    try:
        found = recommend(analysis, limit=Limit(seconds=_SECONDS))
        if found.cell is None or not found.candidates:
            return None, None, None
        own = next((one.exact for one in found.candidates if one.cell == at), None)
        first = found.candidates[0].exact
        if first is not None and own is not None:
            return float(first), float(first - own), found.cell
        won = played_on(analysis, [found.cell, at])
    except MissingDependencyError:
        return None, None, None
    return won[0], max(0.0, won[0] - won[1]), found.cell


def played_on(analysis: Analysis, cells: list[Cell]) -> list[float]:
    """The share of games won after opening each cell, by playing on with least-risk guesses.

    The same layouts for all cells, drawn at random among those of the position, and the same each time. The
    mine count must be known and no cell proved safe.
    """
    from ..kernel.stepwise import Driver

    board = analysis.board
    grid = board.grid.copy()
    for cell in analysis.mines:
        grid[cell] = MINE
    driver = Driver(kernel.workspace_for(board.rows, board.cols), board.mines or 0, 0, 0)
    driver.place(np.ascontiguousarray(grid.ravel()), board.mines or 0)
    chooser = get("safest").chooser(board.rows, board.cols)
    layouts = np.zeros((_PLAYOUTS, grid.size), np.int8)
    driver.draw(chooser, layouts, 1)
    results = np.zeros((len(cells), _PLAYOUTS))
    driver.play_on(chooser, [row * board.cols + col for row, col in cells], layouts, _WORTH, results)
    return [float(min(1.0, max(0.0, share))) for share in results.mean(axis=1)]
