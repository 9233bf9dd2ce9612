"""Levels of other games played with proved cells only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..base.limits import Limit
from ..model.level import Level
from ..model.reason import Difficulty
from ..model.variant import VariantBoard
from ..solve import analyze


@dataclass(frozen=True)
class LevelJudgement:
    """A level, played with proved cells only: what is proved, mines too, then says what it says.

    no_guess: Whether all cells are proved so
    stuck: The board where nothing more is proved; ``None`` where all is
    difficulty: The constraints that each step takes, up to there
    """

    level: Level
    no_guess: bool
    stuck: VariantBoard | None
    difficulty: Difficulty

    def to_dict(self) -> dict[str, Any]:
        """The judgement as JSON values."""
        return {
            "title": self.level.title,
            "start": None,
            "no_guess": self.no_guess,
            "stuck": None if self.stuck is None else self.stuck.text(),
            "facts": self.difficulty.hardest,
            "steps": len(self.difficulty.steps),
        }


def judge_level(
    level: Level,
    *,
    limit: Limit | float | None = None,
    details: bool = True,
    report: Callable[[int], None] | None = None,
) -> LevelJudgement:
    """Play a level with proved cells only: is it solved without a guess, and where does it get stuck?

    limit: What one analysis may take
    details: With the constraints that each step takes, one step after the other; else all that is proved at
        once, and ``difficulty`` is empty
    report: Is told how many cells are known, after each step
    Raises EngineLimitError: a position is too much to be counted.
    """
    known_cells = set(level.shown)
    board = level.board
    steps: list[int] = []
    index = level.solution.index
    while len(known_cells) < len(level.solution.cells):
        analysis = analyze(board, limit=limit)
        step = analysis.hint() if details else None
        if details:
            proved = [] if step is None else [reason.cell for reason in step.reasons]
        else:
            proved = [*analysis.safe, *analysis.mines]
        if step is not None:
            steps.append(step.facts)
        newly_known = {index(cell) for cell in proved} - known_cells
        if not newly_known:
            return LevelJudgement(level, False, board, Difficulty(tuple(steps)))
        known_cells |= newly_known
        board = level.at(known_cells)
        if report is not None:
            report(len(known_cells))
    return LevelJudgement(level, True, None, Difficulty(tuple(steps)))
