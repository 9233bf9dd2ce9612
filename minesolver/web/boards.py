"""What every question shares: boards on the wire and in the library, limits, analyses, proofs."""

from __future__ import annotations

import re
from functools import lru_cache

from ..base.errors import BoardFormatError
from ..base.limits import Limit
from ..explain import chain
from ..model.analysis import Analysis
from ..model.board import HIDDEN, MINE, Board, Cell
from ..solve import analyze as solve
from .models import MAX_CELLS, MAX_SIDE, BoardModel, StepModel

_SYMBOLS = "#012345678*"
_CODES = dict(zip(_SYMBOLS, (HIDDEN, *range(9), MINE), strict=True))

_DENSITY = re.compile(r"\s*(\d+/\d+|(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?)\s*")  # no huge exponents

_EXACT_SHARE = 0.7
"""The part of the time limit that exact counting gets; the rest is for the layers' estimates instead."""


class TooLargeError(Exception):
    """A board beyond what the page takes."""


class BoardError(Exception):
    """Not a board; ``cell``: where."""

    def __init__(self, message: str, cell: Cell | None = None) -> None:
        super().__init__(message)
        self.cell = cell


def check_size(rows: int, cols: int) -> None:
    if rows * cols > MAX_CELLS or max(rows, cols) > MAX_SIDE:
        raise TooLargeError(
            f"{rows}x{cols} is more than this page takes: {MAX_CELLS} cells, {MAX_SIDE} in a row or column"
        )


def board_of(model: BoardModel) -> Board:
    rows = [[_CODES[symbol] for symbol in row] for row in model.rows]
    check_size(len(rows), max(map(len, rows)))
    if len({len(row) for row in rows}) > 1:
        raise BoardError("the rows are not all of one length")
    if model.density is not None and not _DENSITY.fullmatch(model.density):
        raise BoardError(f"the mine density is a number between 0 and 1, not {model.density[:40]!r}")
    try:
        return Board(rows, model.mines, model.density)
    except BoardFormatError as error:
        cell = None if error.line is None or error.column is None else (error.line - 1, error.column - 1)
        raise BoardError(error.message, cell) from None


def model_of(board: Board) -> BoardModel:
    rows = ["".join("*" if v == MINE else _SYMBOLS[v + 1] for v in row) for row in board.grid.tolist()]
    density = None if board.density is None else str(board.density)
    if density is not None and len(density) > 200:
        raise BoardError("the mine density has too many digits for this page")
    return BoardModel(rows=rows, mines=board.mines, density=density)


@lru_cache(maxsize=16)
def analysis_of(board: Board, engine: str, seconds: float) -> Analysis:
    return solve(board, engine, limit=Limit(seconds=_EXACT_SHARE * seconds))


def steps_of(analysis: Analysis, at: Cell) -> list[StepModel]:
    """The proof of a cell, step by step; empty where there is none."""
    if analysis.reason(*at) is None:
        return []
    return [
        StepModel(
            cell=step.cell, is_mine=step.is_mine, rule=step.rule, text=step.text, clues=list(step.clues)
        )
        for step in chain(analysis.reasons, at)
    ]
