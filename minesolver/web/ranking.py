"""Which guess is best, in one place."""

from __future__ import annotations

import numpy as np

from ..analysis import Analysis
from ..board import HIDDEN, Cell
from .models import CandidateModel

_SHOWN = 10
_TIE = 1e-9


def candidates(analysis: Analysis) -> list[CandidateModel]:
    """Cells to guess, best first: by mine probability, the engine's own choice before its equals.

    Empty where there is nothing to guess: a safe cell is proved, or only mines are left.
    """
    if analysis.best is None or analysis.safe:
        return []
    cells = [cell for cell in analysis.board.cells(HIDDEN) if cell not in analysis.mines]
    risk = analysis.probability
    known = [cell for cell in cells if not np.isnan(risk[cell])]
    known.sort(key=lambda cell: (round(float(risk[cell]), 12), cell != analysis.best, cell))
    return [CandidateModel(cell=cell, probability=float(risk[cell])) for cell in known[:_SHOWN]]


def rank(analysis: Analysis, cell: Cell) -> tuple[int, int]:
    """(1 + the hidden cells that are less likely a mine, hidden cells)."""
    hidden = analysis.board.grid == HIDDEN
    risk = analysis.probability
    return 1 + int((risk[hidden] < risk[cell] - _TIE).sum()), int(hidden.sum())
