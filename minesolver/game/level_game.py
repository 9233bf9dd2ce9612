"""Levels of other games judged: played with proved cells only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..base.errors import EngineLimitError
from ..base.limits import Countdown, Limit
from ..model.level import Level
from ..model.reason import Difficulty
from ..model.variant import VariantBoard
from ..solver import analyze


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

    limit: What playing it may take
    details: With the constraints that each step takes, one step after the other; else all that is proved at
        once, and ``difficulty`` is empty
    report: Is told how many cells are known, after each step
    Raises EngineLimitError: a position is too much to be counted.
    """
    known_cells = set(level.shown)
    board = level.board
    step_facts: list[int] = []
    countdown = Countdown(limit, "playing the level")
    index_of = level.solution.index
    while len(known_cells) < len(level.solution.cells):
        analysis = analyze(board, limit=countdown.left())
        next_step = analysis.hint() if details else None
        if details:
            proved_cells = (
                [] if next_step is None else [reason.cell for reason in next_step.reasons]
            )
        else:
            proved_cells = [*analysis.safe, *analysis.mines]
        if next_step is not None:
            step_facts.append(next_step.facts)
        newly_known = {index_of(cell) for cell in proved_cells} - known_cells
        if not newly_known:
            if not analysis.proved_complete:
                raise EngineLimitError(f"nobody knows whether a guess is needed: {analysis.note}")
            return LevelJudgement(level, False, board, Difficulty(tuple(step_facts)))
        known_cells |= newly_known
        board = level.at(known_cells)
        if report is not None:
            report(len(known_cells))
    return LevelJudgement(level, True, None, Difficulty(tuple(step_facts)))
