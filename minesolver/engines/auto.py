"""The default: the compiled core's probabilities and proofs, exact counting behind them.

Fractions and the solution count are made by elimination when they are first asked for. A board that the core
refuses, and every board where the core was not built, goes to elimination at once.

Given a limit that exact counting cannot meet, it falls back to all layers, simplest first, and their
likelihoods: the analysis says so (``is_exact`` is False, ``note`` says why). Without a limit it never
approximates.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from .. import kernel
from ..base.errors import EngineLimitError
from ..base.limits import Limit
from ..model.analysis import Analysis
from ..model.board import Board
from . import elimination, heuristic
from . import kernel as compiled
from .engine import Engine

if TYPE_CHECKING:
    from ..model.puzzle import Puzzle
    from ..model.puzzle_analysis import PuzzleAnalysis


def _run(board: Board, limit: Limit) -> Analysis:
    began = perf_counter()
    try:
        return _exact(board, limit).relabelled("auto")
    except EngineLimitError as error:
        if limit.seconds is None and limit.states is None:
            raise
        layer = heuristic.engine("layered_bounds_total" if board.mines is not None else "layered_bounds")
        why = str(error).removesuffix("; no answer is given")
        note = f"{why}; these are likelihoods of the layered engines, only the proved cells are certain"
        found = layer.run(board, limit).relabelled("auto", note)
        # The time of both: what was waited for, not what the fallback took.
        found.statistics = found.statistics._replace(seconds=perf_counter() - began)
        return found


def _exact(board: Board, limit: Limit) -> Analysis:
    began = perf_counter()
    if kernel.available():
        try:
            return compiled.run(board, limit).counted_by(lambda: elimination.ENGINE.run(board, limit))
        except EngineLimitError:
            if limit.seconds is not None:
                left = limit.seconds - (perf_counter() - began)
                if left <= 0:
                    raise
                limit = replace(limit, seconds=left)
    return elimination.ENGINE.run(board, limit)


def _puzzle(puzzle: Puzzle, limit: Limit) -> PuzzleAnalysis:
    engine = elimination.ENGINE.puzzle
    assert engine is not None
    try:
        return engine(puzzle, limit).relabelled("auto")
    except EngineLimitError as error:
        # Too many states, but perhaps few solutions: list them.
        if limit.seconds is not None or limit.states is not None:
            raise
        from . import pysat

        assert pysat.ENGINE.puzzle is not None
        try:
            return pysat.ENGINE.puzzle(puzzle, limit).relabelled("auto")
        except EngineLimitError:
            raise error from None


ENGINE = Engine(
    "auto", "the compiled core, with exact fractions and counts by elimination", _run, puzzle=_puzzle
)
