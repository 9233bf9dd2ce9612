"""The pipeline on one page: a board and an engine's name in, an analysis out."""

from __future__ import annotations

from functools import partial
from time import perf_counter

from . import inference
from .analysis import Analysis
from .board import Board, Cell
from .counting.problem import ContradictionError
from .errors import EngineLimitError
from .limits import Limit
from .reason import Reason

_NO_LIMIT = Limit()


def analyze(board: Board, engine: str = "auto", *, limit: Limit | None = None) -> Analysis:
    """Everything that an engine can say about a board; see :class:`~minesolver.analysis.Analysis`.

    ``engine``: a name of :func:`minesolver.engines`. ``limit``: what it may spend.

    Raises :class:`~minesolver.errors.InconsistentBoardError` (no layout fits; it names the clues that cannot
    hold together), :class:`~minesolver.errors.EngineLimitError` (the engine cannot finish within its limit),
    :class:`~minesolver.errors.UnknownNameError`.
    """
    if not isinstance(board, Board):
        raise TypeError(f"analyze takes a Board, not {type(board).__name__}; see Board.parse and from_array")
    chosen = inference.get(engine)
    limit = limit or _NO_LIMIT
    began = perf_counter()
    try:
        return chosen.run(board, limit).explained_by(partial(_reasons, limit.seconds))
    except ContradictionError:
        from .explain.conflict import conflict

        left = None if limit.seconds is None else limit.seconds - (perf_counter() - began)
        raise conflict(board, left) from None
    except MemoryError:
        raise EngineLimitError(f"engine {engine!r} ran out of memory; no answer is given") from None


def _reasons(seconds: float | None, analysis: Analysis) -> dict[Cell, Reason]:
    from .explain import explain  # few ask for reasons

    return explain(analysis, seconds)
