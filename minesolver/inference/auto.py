"""The default: cheap deduction first, exact counting on what it leaves."""

from __future__ import annotations

from dataclasses import replace

from ..analysis import Analysis
from ..board import Board
from ..limits import Limit
from . import elimination
from .engine import Engine


def _run(board: Board, limit: Limit) -> Analysis:
    return replace(elimination.ENGINE.run(board, limit), engine="auto")


ENGINE = Engine("auto", "the single-clue rule first, then exact counting on what it leaves", _run)
