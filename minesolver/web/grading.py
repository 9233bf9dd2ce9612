"""A game graded: what each guess risked, missed and cost, and what it left of the chance to win."""

from __future__ import annotations

from math import prod
from time import perf_counter

import numpy as np

from ..base.errors import MissingDependencyError
from ..base.limits import Limit
from ..game import review as game
from ..model.analysis import Analysis
from ..model.board import MINE, Board, Cell
from ..policies import POLICIES
from ..policies.recommend import recommend
from .boards import analysis_of
from .games import recorded
from .models import GuessModel, ReviewAnswer, ReviewRequest, model_of
from .reading import load

_WEIGHED = 1500  # cells of a board on which the strongest policy is asked too
_SECONDS = 1.0  # that it may take for one guess
_PLAYOUTS = 128  # games played on from a guess
_WORTH = 0.55  # of a guess survived, for less variance; any value gives the same mean


def review(request: ReviewRequest, seconds: float) -> ReviewAnswer:
    """Every move that opened a cell without a proof: its rank, its cost, the chance to win before it."""
    began = perf_counter()
    replay = recorded(request) if request.game is not None else load(request)

    def analyse(board: Board) -> Analysis | None:
        late = perf_counter() - began > 0.5 * seconds
        return None if late else analysis_of(board, "auto", seconds)

    found = game.review(replay, analyse)
    answers = [
        _told(guess, request.weigh and perf_counter() - began < 0.6 * seconds) for guess in found.guesses
    ]
    opened = sum(len(step.cells) for step in replay.steps[: found.moves])
    return ReviewAnswer(
        guesses=answers,
        opened=opened,
        proved=opened - sum(len(answer.cells) for answer in answers),
        luck=found.luck,
        survival=prod(guess.chance for guess in found.guesses if guess.survived),
        complete=found.complete,
        won=found.won,
    )


def _told(guess: game.Guess, weigh: bool) -> GuessModel:
    cells = [cell for cell in guess.cells if cell not in guess.missed]
    win, loss, choice = None, None, None
    if weigh and not guess.missed and len(cells) == 1:
        win, loss, choice = _weighed(guess.analysis, cells[0])
    return GuessModel(
        move=guess.move - 1,
        cell=cells[0],
        cells=cells,
        probability=guess.risk,
        survived=guess.survived,
        rank=guess.rank,
        of=guess.choices,
        cost=guess.cost,
        best=guess.best,
        best_probability=guess.best_risk,
        missed=min(guess.missed) if guess.missed else None,
        board=model_of(guess.board),
        win=win,
        loss=loss,
        recommended=choice == cells[0],
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
    board = analysis.board
    grid = board.grid.copy()
    for cell in analysis.mines:
        grid[cell] = MINE
    chooser = POLICIES.get("safest").chooser(board.rows, board.cols)
    layouts = np.zeros((_PLAYOUTS, grid.size), np.int8)
    chooser.draw(grid, board.mines or 0, layouts, 1)
    results = np.zeros((len(cells), _PLAYOUTS))
    opened = [row * board.cols + col for row, col in cells]
    chooser.play_on(grid, board.mines or 0, opened, layouts, _WORTH, results)
    return [float(min(1.0, max(0.0, share))) for share in results.mean(axis=1)]
