"""What the worker processes compute: one function a question, typed request in, typed answer out."""

from __future__ import annotations

import sys
from base64 import b64decode
from collections.abc import Callable
from math import isnan
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel

from ..base.errors import (
    BoardFormatError,
    EngineLimitError,
    InconsistentBoardError,
    MinesolverError,
    MissingDependencyError,
    UnknownNameError,
)
from ..base.limits import Limit
from ..game.review import rank
from ..io import formats
from ..model.board import HIDDEN, MINE
from . import games, grading, reading, variant
from .boards import BoardError, TooLargeError, analysis_of, board_of, check_size, model_of, steps_of
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
    ParseRequest,
    ProblemModel,
    RecommendAnswer,
    RecommendRequest,
)
from .ranking import candidates, weighed


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


def _problem(error: Exception) -> tuple[int, ProblemModel]:
    message = str(error).splitlines()[0][:2000] if str(error) else type(error).__name__
    if isinstance(error, TooLargeError):
        return 413, ProblemModel(kind="too-large", message=message)
    if isinstance(error, BoardFormatError):
        return 422, ProblemModel(kind="board", message=message, line=error.line, column=error.column)
    if isinstance(error, BoardError):
        return 422, ProblemModel(kind="board", message=message, cell=error.cell)
    if isinstance(error, InconsistentBoardError):
        return 422, ProblemModel(kind="board", message=message)
    if isinstance(error, MissingDependencyError):
        return 503, ProblemModel(kind="missing", message=message)
    if isinstance(error, EngineLimitError):
        return 503, ProblemModel(kind="limit", message=message)
    if isinstance(error, MemoryError):
        return 503, ProblemModel(kind="limit", message="this board needs more memory than there is")
    if isinstance(error, UnknownNameError):
        return 422, ProblemModel(kind="name", message=message)
    if isinstance(error, MinesolverError):
        return 422, ProblemModel(kind="rule", message=message)
    return 500, ProblemModel(kind="server", message=f"the page failed at this ({type(error).__name__})")


def parse(request: ParseRequest, seconds: float) -> BoardModel:
    """A board out of text in any format that is read, or out of a file's bytes."""
    text = request.text
    if (text is None) == (request.data is None):
        raise BoardFormatError("give either text or data")
    try:
        given = text if text is not None else b64decode(request.data or "", validate=True)
    except ValueError:
        raise BoardFormatError("data is not base64") from None
    board = formats.parse(given, request.name or "the file", format=request.format)
    check_size(*board.shape)
    return model_of(board)


def _conflict(error: InconsistentBoardError) -> ConflictModel:
    return ConflictModel(
        message=str(error), clues=list(error.clues), total=error.total, smallest=error.smallest
    )


def _floats(values: npt.NDArray[np.float64]) -> list[float | None]:
    return [None if isnan(value) else value for value in values.ravel().tolist()]


def analyze(request: AnalyzeRequest, seconds: float) -> AnalysisModel:
    """Everything about a board at once, except the fractions and reasons of single cells."""
    began = perf_counter()
    board = board_of(request.board)
    try:
        analysis = analysis_of(board, request.engine, seconds)
    except InconsistentBoardError as error:
        return AnalysisModel(
            consistent=False, conflict=_conflict(error), milliseconds=1000 * (perf_counter() - began)
        )
    try:
        solutions = str(analysis.solutions)
    except EngineLimitError:
        solutions = None
    return AnalysisModel(
        consistent=True,
        engine=analysis.engine,
        is_exact=analysis.is_exact,
        note=analysis.note,
        prior=analysis.prior,
        solutions=solutions,
        probability=_floats(analysis.probability),
        safe=sorted(analysis.safe),
        mines=sorted(analysis.mines),
        best=analysis.best,
        candidates=candidates(analysis),
        milliseconds=1000 * (perf_counter() - began),
    )


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
    try:
        exact: str | None = str(analysis.exact(*at))
    except EngineLimitError:
        exact = None
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
        return CompareAnswer(consistent=False, conflict=_conflict(error))
    difference = np.abs(layered.probability - exact.probability)
    return CompareAnswer(
        consistent=True,
        engine=layered.engine,
        probability=_floats(layered.probability),
        safe=sorted(layered.safe),
        mines=sorted(layered.mines),
        best=layered.best,
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
        parse, analyze, cell, compare, recommend, reading.read, reading.replay,
        games.play, games.hint, games.policy, grading.review, variant.variant,
    )
}  # fmt: skip
