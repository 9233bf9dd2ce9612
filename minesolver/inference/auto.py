"""The default: cheap deduction first, exact counting on what it leaves.

Given a limit that exact counting cannot meet, it falls back to the layered engine and its likelihoods, and
the analysis says so (``is_exact`` is False, ``note`` tells why). Without a limit it never approximates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..analysis import Analysis
from ..board import Board
from ..errors import EngineLimitError
from ..limits import Limit
from . import elimination, heuristic
from .engine import Engine

if TYPE_CHECKING:
    from ..puzzle.puzzle import Puzzle
    from ..puzzle_analysis import PuzzleAnalysis


def _run(board: Board, limit: Limit) -> Analysis:
    try:
        return elimination.ENGINE.run(board, limit).relabelled("auto")
    except EngineLimitError as error:
        if limit.seconds is None and limit.states is None:
            raise
        layer = heuristic.engine("layered_total" if board.mines is not None else "layered")
        note = f"{error}; these are likelihoods of the layered engine, only its proved cells are certain"
        return layer.run(board, limit).relabelled("auto", note)


def _puzzle(puzzle: Puzzle, limit: Limit) -> PuzzleAnalysis:
    engine = elimination.ENGINE.puzzle
    assert engine is not None
    return engine(puzzle, limit).relabelled("auto")


ENGINE = Engine(
    "auto", "the single-clue rule first, then exact counting on what it leaves", _run, puzzle=_puzzle
)
