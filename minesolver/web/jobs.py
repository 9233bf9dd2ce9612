"""What the worker processes compute: one function a question, typed request in, typed answer out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from math import isnan
from time import perf_counter
from typing import Any, TypeVar

import numpy as np
from pydantic import BaseModel, ValidationError

from ..base.errors import EngineLimitError, InconsistentBoardError, MinesolverError
from ..base.limits import Limit
from ..base.render import render
from ..game.review import rank
from ..model.analysis import Analysis
from ..model.board import HIDDEN, MINE
from . import games, grading, reading
from .boards import BoardError, analysis_of, board_of, candidates, steps_of, weighed
from .models import (
    AnalysisModel,
    AnalyzeRequest,
    BoardModel,
    CellAnswer,
    CellRequest,
    CompareAnswer,
    CompareRequest,
    ConflictModel,
    ErrorModel,
    ProblemModel,
    RecommendAnswer,
    RecommendRequest,
)

T = TypeVar("T")


def answer(job: str, request: BaseModel, seconds: float) -> tuple[int, bytes]:
    """(HTTP status, JSON) of the job of this name; every failure is an answer too."""
    try:
        return 200, JOBS[job](request, seconds).model_dump_json().encode()
    except Exception as error:
        status, problem = _problem(error)
        if status == 500:
            print(f"minesolver: web: {job} failed: {type(error).__name__}: {error}"[:500], file=sys.stderr)
        return status, ErrorModel(error=problem).model_dump_json().encode()


def warm_up() -> None:
    """In a worker: import what the first question of each kind would wait for."""
    sys.set_int_max_str_digits(0)  # model counts of large boards have more than 4300 digits
    for rows in (["1#", "##"], ["11", "##"], ["0#", "##"]):
        board = BoardModel(rows=rows, mines=2)
        answer("analyze", AnalyzeRequest(board=board), 1.0)
        answer("compare", CompareRequest(board=board), 1.0)
        answer("cell", CellRequest(board=board, row=0, col=1), 1.0)
        answer("recommend", RecommendRequest(board=board), 1.0)


_STATUS = {"too-large": 413, "missing": 503, "limit": 503, "server": 500}


def _problem(error: Exception) -> tuple[int, ProblemModel]:
    message = str(error).partition("\n")[0][:2000] or type(error).__name__
    if isinstance(error, MinesolverError):
        kind = "board" if error.kind == "inconsistent" else error.kind
    elif isinstance(error, MemoryError):
        kind, message = "limit", "this board needs more memory than there is"
    elif isinstance(error, ValidationError):
        kind, message = "board", error.errors()[0]["msg"]
    else:
        kind, message = "server", f"the page failed at this ({type(error).__name__})"
    place = {name: getattr(error, name, None) for name in ("cell", "line", "column")}
    problem = {"kind": kind, "message": message} | place
    return _STATUS.get(kind, 422), ProblemModel.model_validate(problem)


def analyze(request: AnalyzeRequest, seconds: float) -> AnalysisModel:
    """Probabilities, proved cells, the best cell and ranked guesses; under rules a drawing."""
    began = perf_counter()
    rules = request.board.rules
    try:
        analysis = analysis_of(board_of(request.board), request.engine, seconds)
    except InconsistentBoardError as error:
        if rules:
            raise
        found = _conflict(error)
    else:
        found = _drawn(analysis) if rules else _values(analysis) | {"candidates": candidates(analysis)}
    return AnalysisModel(**found, rules=rules, milliseconds=1000 * (perf_counter() - began))


def _conflict(error: InconsistentBoardError) -> dict[str, Any]:
    clues = list(error.clues)
    conflict = ConflictModel(message=str(error), clues=clues, total=error.total, smallest=error.smallest)
    return {"consistent": False, "conflict": conflict}


def _values(analysis: Analysis) -> dict[str, Any]:
    """All but the fractions and reasons of single cells."""
    return {
        "consistent": True,
        "engine": analysis.engine,
        "is_exact": analysis.is_exact,
        "note": analysis.note,
        "prior": analysis.prior,
        "solutions": _unless_limited(lambda: str(analysis.solutions)),
        "probability": [None if isnan(value) else value for value in analysis.probability.ravel().tolist()],
        "safe": sorted(analysis.safe),
        "mines": sorted(analysis.mines),
        "best": analysis.best,
    }


def _drawn(analysis: Any) -> dict[str, Any]:
    """A board under rules: a drawing, and the next step in words."""
    step = _unless_limited(analysis.hint)
    return {
        "consistent": True,
        "engine": analysis.engine,
        "solutions": str(analysis.solutions),
        "drawing": render("svg", analysis),
        "summary": analysis.summary(),
        "hint": "" if step is None else step.text,
    }


def _unless_limited(ask: Callable[[], T]) -> T | None:
    """The answer; ``None`` where the engine does not give it, or not in time."""
    try:
        return ask()
    except EngineLimitError:
        return None


def cell(request: CellRequest, seconds: float) -> CellAnswer:
    """One cell: its exact fraction, and why it is proved if it is."""
    board = board_of(request.board)
    at = request.row, request.col
    if not (at[0] < board.rows and at[1] < board.cols):
        raise BoardError(f"({at[0]},{at[1]}) is not on this {board.rows}x{board.cols} board")
    code = board[at]
    if code != HIDDEN:
        known = code == MINE
        return CellAnswer(
            cell=at,
            state="known mine" if known else "opened",
            probability=float(known),
            exact=str(int(known)),
            steps=[],
        )
    analysis = analysis_of(board, request.engine, seconds)
    exact = _unless_limited(lambda: str(analysis.exact(*at)))
    probability = float(analysis.probability[at])
    place = (None, None) if isnan(probability) else rank(analysis, probability)
    return CellAnswer(
        cell=at,
        state="safe" if at in analysis.safe else "mine" if at in analysis.mines else "unknown",
        probability=None if isnan(probability) else probability,
        exact=exact,
        steps=steps_of(analysis, at),
        rank=place[0],
        of=place[1],
    )


def compare(request: CompareRequest, seconds: float) -> CompareAnswer:
    """What a layer knows of a board, and what the exact engine proves beyond it."""
    board = board_of(request.board)
    engine = request.layer + ("_total" if board.mines is not None else "")
    try:
        layered = analysis_of(board, engine, seconds)
        exact = analysis_of(board, "elimination", seconds)
    except InconsistentBoardError as error:
        return CompareAnswer(**_conflict(error))
    difference = np.abs(layered.probability - exact.probability)
    return CompareAnswer(
        **_values(layered),
        missed_safe=sorted(exact.safe - layered.safe),
        missed_mines=sorted(exact.mines - layered.mines),
        largest_error=float(np.max(difference, where=~np.isnan(difference), initial=0.0)),
    )


def recommend(request: RecommendRequest, seconds: float) -> RecommendAnswer:
    """A policy's move, with the candidates that it weighed."""
    from ..policies.recommend import recommend as advise

    found = advise(board_of(request.board), request.policy, limit=Limit(seconds=0.7 * seconds))
    return RecommendAnswer(
        cell=found.cell,
        proved=found.proved,
        exact=found.exact,
        reason=found.reason,
        candidates=weighed(found),
    )


JOBS: dict[str, Callable[[Any, float], BaseModel]] = {
    function.__name__: function
    for function in (
        analyze, cell, compare, recommend, reading.read, reading.replay,
        games.play, games.hint, games.policy, grading.review,
    )
}  # fmt: skip
