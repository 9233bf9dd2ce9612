"""Which guess is best, in one place: by risk alone at once, and as a policy weighs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..model.analysis import Analysis
from ..model.board import HIDDEN
from .models import CandidateModel

if TYPE_CHECKING:
    from ..policies.recommend import Candidate, Recommendation

_SHOWN = 10


def candidates(analysis: Analysis) -> list[CandidateModel]:
    """Cells to guess, best first: by mine probability, the engine's own choice before its equals.

    Empty where there is nothing to guess: a safe cell is proved, or only mines are left.
    """
    if analysis.best is None or analysis.safe:
        return []
    cells = [cell for cell in analysis.board.where(HIDDEN) if cell not in analysis.mines]
    risk = analysis.probability
    known = [cell for cell in cells if not np.isnan(risk[cell])]
    known.sort(key=lambda cell: (round(float(risk[cell]), 12), cell != analysis.best, cell))
    return [CandidateModel(cell=cell, probability=float(risk[cell])) for cell in known[:_SHOWN]]


def weighed(found: Recommendation) -> list[CandidateModel]:
    """A recommendation's candidates, with what speaks for each beyond its safety."""
    return [
        CandidateModel(cell=one.cell, probability=1 - one.safety, win=_win(one), progress=one.progress)
        for one in found.candidates[:_SHOWN]
    ]


def _win(one: Candidate) -> str | None:
    if one.exact is not None:
        return str(one.exact)
    share = one.win if one.win is not None else one.playouts
    return None if share is None else f"{100 * share:.1f} %"
