"""The analysis of a puzzle as text: a board as it lies, or cells by what is known of them; a summary line."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import Any

from ..model.analysis import Analysis
from ..model.reason import conclude, show
from ..model.variant import HIDDEN, VariantBoard
from .drawing import wrapped
from .formats.variant import laid_out, symbols


def draw(analysis: Analysis, *, exact: bool = False, explain: bool = False, width: int | None = None) -> str:
    """Several lines without a final line break; ``width``: columns at which long lines are broken."""
    puzzle = analysis.board
    lines = []
    lies = isinstance(puzzle, VariantBoard) and len(puzzle.geometry.shape) > 1
    if isinstance(puzzle, VariantBoard) and lies:
        shown = {name: symbol(analysis, puzzle, name) for name in puzzle.cells}
        lines = [line.rstrip() for line in laid_out(puzzle.geometry, shown, absent="")]
        lines.append(wrapped(_legend(analysis, puzzle), width))
    if exact or not lies:
        lines += [wrapped(line, width) for line in _listed(analysis, exact)]
    lines.append(wrapped(analysis.summary(), width))
    if explain:
        lines += [wrapped(line, width) for line in _explained(analysis)]
    return "\n".join(line for line in lines if line.strip() or lies)


def symbol(analysis: Analysis, board: VariantBoard, name: Any) -> str:
    """A cell: its clue, ``s``, ``m``, or a percentage of two digits; ``<`` after the best."""
    known = symbols(board)[name]
    if known != HIDDEN:
        return f"{known} "
    mark = "<" if name == analysis.best else " "
    if name in analysis.safe:
        return f"s{mark}"
    if name in analysis.mines:
        return "m "
    return f"{percentage(analysis, name)}{mark}"


def percentage(analysis: Analysis, name: Any) -> str:
    """P(mine) in two digits; nothing unproved is shown as a certainty."""
    return f"{min(99, max(1, round(100 * analysis.probability[name]))):02d}"


def _legend(analysis: Analysis, board: VariantBoard) -> str:
    hidden = [name for name in board.cells if board.state(name) == HIDDEN]
    parts = ["s proved safe"] if analysis.safe else []
    parts += ["m proved mine"] if analysis.mines else []
    if len(hidden) > len(analysis.safe) + len(analysis.mines):
        parts.append("two digits: mine probability in %")
    parts += ["< best"] if analysis.best is not None else []
    return ", ".join(parts)


def _listed(analysis: Analysis, exact: bool) -> list[str]:
    """Cells of equal probability together, the safest first."""
    groups: dict[Fraction, list[Any]] = {}
    known = analysis.board.known
    for name in analysis.board.cells:
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


def _explained(analysis: Analysis) -> list[str]:
    if not analysis.reasons:
        return ["no cell is proved"]
    lines = []
    same_step = groupby(analysis.reasons.values(), attrgetter("why", "is_mine", "after"))
    for (why, is_mine, after), same in same_step:
        known = " ".join(map(show, after))
        sentence = conclude(why, [reason.cell for reason in same], is_mine)
        lines.append(sentence + (f" [knowing {known}]" if known else ""))
    return [*lines, f"difficulty: {analysis.difficulty()}"]
