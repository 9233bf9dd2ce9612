"""What every question shares: boards on the wire and in the library, limits, analyses, proofs."""

from __future__ import annotations

from functools import lru_cache
from math import isnan
from typing import TYPE_CHECKING, Any

from ..base.errors import MinesolverError
from ..base.limits import Limit
from ..explain import chain
from ..model.analysis import Analysis
from ..model.board import HIDDEN, Cell
from ..solve import analyze as solve
from .models import MAX_CELLS, MAX_SIDE, CandidateModel, StepModel

if TYPE_CHECKING:
    pass

_CELLS = 600  # of a board under rules
_SHOWN = 10  # candidates
_EXACT_SHARE = 0.7
"""The part of the time limit that exact counting gets; the rest is for the layers' estimates instead."""


class TooLargeError(MinesolverError):
    """A board beyond what the page takes."""

    kind = "too-large"


def check_size(rows: int, cols: int) -> None:
    if rows * cols > MAX_CELLS or max(rows, cols) > MAX_SIDE:
        raise TooLargeError(
            f"{rows}x{cols} is more than this page takes: {MAX_CELLS} cells, {MAX_SIDE} in a row or column"
        )


@lru_cache(maxsize=16)
def _kept(board: Any, engine: str, seconds: float) -> Analysis:
    return solve(board, engine, limit=Limit(seconds=_EXACT_SHARE * seconds))


def analysis_of(board: Any, engine: str, seconds: float) -> Analysis:
    """The answer; one that stopped at the limit is not kept: the next may come further."""
    found = _kept(board, engine, seconds)
    if engine == "auto" and not found.is_exact:
        _kept.cache_clear()
    return found


def steps_of(analysis: Analysis, at: Cell) -> list[StepModel]:
    """The proof of a cell, step by step; empty where there is none."""
    if analysis.reason(*at) is None:
        return []
    return [StepModel.model_validate(step) for step in chain(analysis.reasons, at)]


def candidates(analysis: Analysis) -> list[CandidateModel]:
    """Cells to guess, best first: by mine probability, the engine's own choice before its equals.

    Empty where there is nothing to guess: a safe cell is proved, or only mines are left.
    """
    if analysis.best is None or analysis.safe:
        return []
    risk = analysis.probability
    cells = [cell for cell in analysis.board.where(HIDDEN) if cell not in analysis.mines]
    known = [cell for cell in cells if not isnan(risk[cell])]
    known.sort(key=lambda cell: (round(float(risk[cell]), 12), cell != analysis.best, cell))
    return [CandidateModel(cell=cell, safety=1 - float(risk[cell])) for cell in known[:_SHOWN]]
