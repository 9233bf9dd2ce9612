"""The analysis of a puzzle as text: cells by what is known of them, a summary line."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any

from ..puzzle_analysis import PuzzleAnalysis
from ..reason import conclude, show
from .drawing import wrapped


def draw(
    analysis: PuzzleAnalysis, *, exact: bool = False, explain: bool = False, width: int | None = None
) -> str:
    """Several lines without a final line break."""
    lines = [wrapped(line, width) for line in _listed(analysis, exact)]
    lines.append(wrapped(analysis.summary(), width))
    if explain:
        lines += [wrapped(line, width) for line in _explained(analysis)]
    return "\n".join(lines)


def _listed(analysis: PuzzleAnalysis, exact: bool) -> list[str]:
    """Cells of equal probability together, the safest first."""
    groups: dict[Fraction, list[Any]] = {}
    known = analysis.puzzle.known
    for name in analysis.puzzle.cells:
        if name not in known:
            groups.setdefault(analysis.exact(name), []).append(name)
    lines = []
    for p in sorted(groups):
        if p == 0:
            what = "safe"
        elif p == 1:
            what = "mine"
        else:
            percent = min(99.99, max(0.01, 100 * float(p)))  # nothing unproved is shown as a certainty
            what = f"{percent:5.2f} %" + (f" = {p}" if exact else "")
        lines.append(f"{what}: " + " ".join(map(show, groups[p])))
    return lines


def _explained(analysis: PuzzleAnalysis) -> list[str]:
    if not analysis.reasons:
        return ["no cell is proved"]
    lines = []
    for (why, is_mine, after), same in groupby(
        analysis.reasons.values(), attrgetter("why", "is_mine", "after")
    ):
        known = " ".join(map(show, after))
        sentence = conclude(why, [reason.cell for reason in same], is_mine)
        lines.append(sentence + (f" [knowing {known}]" if known else ""))
    return lines
