"""A game graded: what each guess risked, missed and cost, and what it left of the chance to win."""

from __future__ import annotations

from math import prod
from time import perf_counter

from ..game import review as game
from ..game.grade import grade
from ..model.analysis import Analysis
from ..model.board import Board
from .boards import analysis_of
from .games import recorded
from .models import GuessModel, ReviewAnswer, ReviewRequest, model_of
from .reading import load

_WEIGHED = 1500  # cells of a board on which the strongest policy is asked too
_SECONDS = 1.0  # that it may take for one guess


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
    found = None
    if weigh and not guess.missed and len(cells) == 1 and len(guess.board) <= _WEIGHED:
        found = grade(guess.analysis, cells[0], limit=_SECONDS)
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
        win=None if found is None or found.chance is None else float(found.chance),
        loss=None if found is None or found.regret is None else float(found.regret),
        recommended=found is not None and found.best == cells[0],
        choice=None if found is None else found.best,
    )
