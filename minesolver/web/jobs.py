"""What the worker processes compute: one function a question, typed request in, typed answer out."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Callable
from functools import lru_cache
from math import isnan, log10
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel

from .. import players
from ..analysis import Analysis
from ..board import HIDDEN, MINE, Board, Cell, neighbours
from ..errors import (
    BoardFormatError,
    EngineLimitError,
    InconsistentBoardError,
    MinesolverError,
    RuleError,
    UnknownNameError,
)
from ..explain import chain
from ..game import Game, Rules, agent_seed
from ..game.layout import Layout
from ..game.series import Series, good_start
from ..io import formats
from ..limits import Limit
from ..solve import analyze as solve
from .models import (
    MAX_CELLS,
    MAX_SIDE,
    AnalysisModel,
    AnalyzeRequest,
    BoardModel,
    CellAnswer,
    CellRequest,
    CompareAnswer,
    CompareRequest,
    ConflictModel,
    ErrorModel,
    GameModel,
    GuessModel,
    HintAnswer,
    MoveModel,
    ParseRequest,
    PlayRequest,
    PlayState,
    PolicyAnswer,
    PolicyMove,
    PolicyRequest,
    ProblemModel,
    RecommendAnswer,
    RecommendRequest,
    ReviewAnswer,
    StepModel,
)
from .ranking import candidates, rank, weighed

_SYMBOLS = "#012345678*"
_CODES = dict(zip(_SYMBOLS, (HIDDEN, *range(9), MINE), strict=True))


class TooLargeError(Exception):
    """A board beyond what the page takes."""


def answer(job: str, request: BaseModel, seconds: float) -> tuple[int, bytes]:
    """(HTTP status, JSON) of the job of this name."""
    try:
        result: BaseModel = _JOBS[job](request, seconds)
    except Exception as error:
        status, problem = _problem(error)
        return status, ErrorModel(error=problem).model_dump_json().encode()
    return 200, result.model_dump_json().encode()


def warm_up() -> None:
    """Import what the first question of each kind would wait for."""
    for rows in (["1#", "##"], ["11", "##"], ["0#", "##"]):
        board = BoardModel(rows=rows, mines=2)
        answer("analyze", AnalyzeRequest(board=board), 1.0)
        answer("compare", CompareRequest(board=board), 1.0)
        answer("cell", CellRequest(board=board, row=0, col=1), 1.0)


def _problem(error: Exception) -> tuple[int, ProblemModel]:
    if isinstance(error, TooLargeError):
        return 413, ProblemModel(kind="too-large", message=str(error))
    if isinstance(error, BoardFormatError):
        at = error.line, error.column
        return 422, ProblemModel(kind="board", message=str(error), line=at[0], column=at[1])
    if isinstance(error, _BoardError):
        return 422, ProblemModel(kind="board", message=str(error), cell=error.cell)
    if isinstance(error, InconsistentBoardError):
        return 422, ProblemModel(kind="board", message=str(error))
    if isinstance(error, EngineLimitError):
        return 503, ProblemModel(kind="limit", message=str(error))
    if isinstance(error, UnknownNameError):
        return 422, ProblemModel(kind="name", message=str(error))
    if isinstance(error, (MinesolverError, _MoveError)):
        return 422, ProblemModel(kind="rule", message=str(error))
    raise error


class _BoardError(Exception):
    def __init__(self, message: str, cell: Cell | None) -> None:
        super().__init__(message)
        self.cell = cell


class _MoveError(Exception):
    pass


def _check_size(rows: int, cols: int) -> None:
    if rows * cols > MAX_CELLS or max(rows, cols) > MAX_SIDE:
        raise TooLargeError(
            f"{rows}x{cols} is more than this page takes: {MAX_CELLS} cells, {MAX_SIDE} in a row or column"
        )


def _board(model: BoardModel) -> Board:
    rows = [[_CODES[symbol] for symbol in row] for row in model.rows]
    _check_size(len(rows), max(map(len, rows)))
    if len({len(row) for row in rows}) > 1:
        raise _BoardError("the rows are not all of one length", None)
    try:
        return Board(rows, model.mines, model.density)
    except BoardFormatError as error:
        cell = None if error.line is None or error.column is None else (error.line - 1, error.column - 1)
        raise _BoardError(error.message, cell) from None


def _model(board: Board) -> BoardModel:
    rows = ["".join("*" if v == MINE else _SYMBOLS[v + 1] for v in row) for row in board.grid.tolist()]
    density = None if board.density is None else str(board.density)
    return BoardModel(rows=rows, mines=board.mines, density=density)


def parse(request: ParseRequest, seconds: float) -> BoardModel:
    """A board out of text in any format that is read, or out of a file's bytes."""
    text = request.text
    if (text is None) == (request.data is None):
        raise BoardFormatError("give either text or data")
    if text is None:
        try:
            data = b64decode(request.data or "", validate=True)
        except Base64Error:
            raise BoardFormatError("data is not base64") from None
        name = request.name or "the file"
        if name.lower().endswith((".mbf", ".abf")):
            board = Layout.from_mbf(data).board
            _check_size(*board.shape)
            return _model(board)
        text = formats.decode_text(data, name)
    board = formats.parse(text, format=request.format)
    _check_size(*board.shape)
    return _model(board)


@lru_cache(maxsize=16)
def _analysis(board: Board, engine: str, seconds: float) -> Analysis:
    return solve(board, engine, limit=Limit(seconds=seconds))


def _conflict(error: InconsistentBoardError) -> ConflictModel:
    return ConflictModel(
        message=str(error), clues=list(error.clues), total=error.total, smallest=error.smallest
    )


def _floats(values: npt.NDArray[np.float64]) -> list[float | None]:
    return [None if isnan(value) else value for value in values.ravel().tolist()]


def analyze(request: AnalyzeRequest, seconds: float) -> AnalysisModel:
    """Everything about a board at once, except the fractions and reasons of single cells."""
    began = perf_counter()
    board = _board(request.board)
    try:
        analysis = _analysis(board, request.engine, seconds)
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
    board = _board(request.board)
    at = request.row, request.col
    if not (at[0] < board.rows and at[1] < board.cols):
        raise _BoardError(f"({at[0]},{at[1]}) is not on this {board.rows}x{board.cols} board", None)
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
    analysis = _analysis(board, request.engine, seconds)
    try:
        exact: str | None = str(analysis.exact(*at))
    except EngineLimitError:
        exact = None
    probability = float(analysis.probability[at])
    place = (None, None) if isnan(probability) else rank(analysis, at)
    return CellAnswer(
        cell=at,
        state="safe" if at in analysis.safe else "mine" if at in analysis.mines else "unknown",
        probability=None if isnan(probability) else probability,
        exact=exact,
        steps=_steps(analysis, at),
        rank=place[0],
        of=place[1],
    )


def _steps(analysis: Analysis, at: Cell) -> list[StepModel]:
    if analysis.reason(*at) is None:
        return []
    return [
        StepModel(
            cell=step.cell, is_mine=step.is_mine, rule=step.rule, text=step.text, clues=list(step.clues)
        )
        for step in chain(analysis.reasons, at)
    ]


def compare(request: CompareRequest, seconds: float) -> CompareAnswer:
    """What a layer knows of a board, and what the exact engine proves beyond it."""
    board = _board(request.board)
    engine = request.layer + ("_total" if board.mines is not None else "")
    try:
        layered = _analysis(board, engine, seconds)
        exact = _analysis(board, "elimination", seconds)
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
    from ..policies import recommend as advise

    found = advise(_board(request.board), request.policy)
    return RecommendAnswer(
        cell=found.cell,
        proved=found.proved,
        exact=found.exact,
        reason=found.reason,
        candidates=weighed(found),
    )


def _new_game(model: GameModel) -> Game:
    _check_size(model.rows, model.cols)
    return Game(model.rows, model.cols, model.mines, Rules(model.first_click), seed=model.seed)


def _make(game: Game, move: MoveModel) -> None:
    """One move on the game; a chord opens the neighbours of a clue that has all its flags."""
    row, col, action = move
    at = row, col
    try:
        if action == "flag":
            game.flag(at)
        elif action == "open":
            game.open(at)
        else:
            _chord(game, at)
    except ValueError as error:
        raise _MoveError(str(error)) from None


def _chord(game: Game, at: Cell) -> None:
    if game.over:
        raise ValueError("the game is over")
    if not (0 <= at[0] < game.rows and 0 <= at[1] < game.cols) or not 0 <= game.board[at] <= 8:
        raise ValueError(f"{at} is not an opened clue")
    near = [divmod(i, game.cols) for i in neighbours(game.rows, game.cols)[at[0] * game.cols + at[1]]]
    if sum(other in game.flags for other in near) != game.board[at]:
        raise ValueError(f"the clue {game.board[at]} at {at} does not have all its flags")
    for other in near:
        if not game.over and other not in game.flags and game.board[other] == HIDDEN:
            game.open(other)


def _replay(request: PlayRequest) -> Game:
    game = _new_game(request.game)
    for number, move in enumerate(request.moves, 1):
        try:
            _make(game, move)
        except (_MoveError, RuleError) as error:
            raise _MoveError(f"move {number}: {error}") from None
    return game


def _state(game: Game) -> PlayState:
    return PlayState(
        board=_model(game.board),
        flags=sorted(game.flags),
        started=game.started,
        won=game.won,
        lost=game.lost,
        opened=game.opened,
        layout=sorted(game.layout) if game.over and game.layout is not None else None,
        exploded=list(game.board.cells(MINE)),
    )


def play(request: PlayRequest, seconds: float) -> PlayState:
    """The game after these moves."""
    return _state(_replay(request))


def _protected_start(game: Game) -> Cell | None:
    """The cell to begin with where the rules protect the first click."""
    if game.started or game.rules.first_click == "none":
        return None
    return game.rules.start or good_start(game.rules, game.rows, game.cols, game.mines)


def hint(request: PlayRequest, seconds: float) -> HintAnswer:
    """The best move, and why."""
    game = _replay(request)
    if game.over:
        raise _MoveError("the game is over")
    start = _protected_start(game)
    if start is not None:
        text = f"open ({start[0]},{start[1]}): the rules protect the first cell, and this is a good one"
        return HintAnswer(cell=start, proved=True, probability=0.0, text=text)
    analysis = _analysis(game.board, "auto", seconds)
    best = analysis.best
    if best is None:
        return HintAnswer(cell=None, proved=False, probability=None, text="only mines are left")
    proved = best in analysis.safe
    risk = float(analysis.probability[best])
    ranked = candidates(analysis)
    if ranked and not proved:
        best, risk = ranked[0].cell, ranked[0].probability
    name = f"({best[0]},{best[1]})"
    text = f"open {name}: proved safe" if proved else f"guess {name}: {100 * risk:.2f} % mine"
    return HintAnswer(
        cell=best,
        proved=proved,
        probability=None if isnan(risk) else risk,
        text=text,
        steps=_steps(analysis, best),
        candidates=ranked,
    )


def policy(request: PolicyRequest, seconds: float) -> PolicyAnswer:
    """Up to ``count`` moves of a policy from here on; fewer where time runs out (then it is not done)."""
    deadline = perf_counter() + seconds
    game = _replay(request)
    if game.over:
        raise _MoveError("the game is over")
    agent = players.get(request.policy)
    spec = request.game
    # The opening of a series is for the first move only; a player that comes later joins as it is.
    series = Series(agent.name, spec.rows, spec.cols, spec.mines, game.rules, spec.seed)
    player = players.make(agent.name) if game.started else series.player()
    player.start(spec.rows, spec.cols, spec.mines, agent_seed(spec.seed, len(request.moves)))
    moves: list[PolicyMove] = []
    done = False
    while not done and len(moves) < request.count and perf_counter() < deadline:
        fixed = None if game.started else game.rules.start
        made = player.move(game.board) if fixed is None else None
        if made is None and fixed is None:
            done = True
        elif made is None or made.action == "open":
            shown = game.open(made.cell if made else fixed or (0, 0))
            moves.append(
                PolicyMove(
                    cell=made.cell if made else fixed or (0, 0),
                    action="open",
                    proved=made.proved if made else True,
                    probability=made.probability if made else None,
                    reason=made.reason if made else "the rules fix the first cell",
                    shown=[(*at, code) for at, code in sorted(shown.items())],
                )
            )
        elif made.cell not in game.flags:  # a flag that the player set before stays
            game.flag(made.cell)
            moves.append(
                PolicyMove(
                    cell=made.cell,
                    action="flag",
                    proved=made.proved,
                    probability=made.probability,
                    reason=made.reason,
                    shown=[],
                )
            )
        done = done or game.over
    return PolicyAnswer(moves=moves, state=_state(game), done=done)


def review(request: PlayRequest, seconds: float) -> ReviewAnswer:
    """Every move that opened a cell without a proof, with its rank and what it cost."""
    deadline = perf_counter() + seconds
    _replay(request)  # refuses impossible moves, with the number of the first one
    game = _new_game(request.game)
    safe: set[Cell] = set()  # proved at some time, and so for good
    guesses: list[GuessModel] = []
    opened = 0
    luck = 0.0
    complete = True
    for number, (row, col, action) in enumerate(request.moves):
        at = row, col
        if action == "chord":
            # The cells of a chord are judged together with what was known before it.
            near = [divmod(i, game.cols) for i in neighbours(game.rows, game.cols)[row * game.cols + col]]
            targets = [c for c in near if game.board[c] == HIDDEN and c not in game.flags]
        else:
            targets = [at] if action == "open" else []
        opened += len(targets)
        protected = not game.started and game.rules.first_click != "none"
        if not protected and not safe.issuperset(targets):
            if perf_counter() > deadline:
                complete = False
                break
            analysis = _analysis(game.board, "auto", seconds)
            safe |= analysis.safe
            for target in targets:
                if target not in safe:
                    guesses.append(_guess(game, analysis, number, target))
                    luck -= log10(max(1e-300, 1 - guesses[-1].probability)) if guesses[-1].survived else 0.0
        _make(game, (row, col, action))
    survival = float(np.prod([1 - guess.probability for guess in guesses]))
    return ReviewAnswer(
        guesses=guesses,
        opened=opened,
        proved=opened - len(guesses),
        luck=luck,
        survival=survival,
        complete=complete,
    )


def _guess(game: Game, analysis: Analysis, number: int, at: Cell) -> GuessModel:
    best = analysis.best or at
    risk, least = float(analysis.probability[at]), float(analysis.probability[best])
    place, hidden = rank(analysis, at)
    return GuessModel(
        move=number,
        cell=at,
        probability=risk,
        survived=not game.is_mine(at),
        rank=place,
        of=hidden,
        cost=max(0.0, risk - least),
        best=best,
        best_probability=least,
        missed=min(analysis.safe) if analysis.safe else None,
        board=_model(analysis.board),
    )


_JOBS: dict[str, Callable[[Any, float], BaseModel]] = {
    function.__name__: function
    for function in (parse, analyze, cell, compare, recommend, play, hint, policy, review)
}
