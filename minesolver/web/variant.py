"""Boards of any geometry under any rules, for the page: text in; a drawing and the next step out."""

from __future__ import annotations

from ..base.errors import EngineLimitError
from ..base.limits import Limit
from ..io.formats import parse
from ..io.puzzle_pictures import svg
from ..solve import analyze
from .boards import TooLargeError
from .models import VariantAnswer, VariantRequest

_CELLS = 600


def variant(request: VariantRequest, seconds: float) -> VariantAnswer:
    """The analysis of a board under rules; the hint is left out where it would take too long."""
    board = parse(request.text, rules=request.rules, mines=request.mines)
    if len(board.cells) > _CELLS:
        raise TooLargeError(f"the page takes {_CELLS} cells under rules, not {len(board.cells)}")
    analysis = analyze(board, limit=Limit(seconds))
    try:
        step = analysis.hint()
        hint = "" if step is None else step.text
    except EngineLimitError:
        hint = ""
    return VariantAnswer(
        rules=str(board.rules),
        drawing=svg(analysis),
        summary=analysis.summary(),
        solutions=str(analysis.solutions),
        hint=hint,
    )
