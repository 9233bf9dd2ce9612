"""Levels of other games: played by somebody, or with proved cells only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..base.errors import EngineLimitError, MoveError
from ..base.limits import Countdown, Limit
from ..model.level import Level
from ..model.reason import Difficulty, show
from ..model.subject import Name
from ..model.variant import MINE, VariantBoard
from ..solver import analyze


class LevelGame:
    """A level in play: a cell is opened, or marked as a mine, and where that is right it then says what it
    says. What is wrong is a mistake, and the cell stays hidden, as in Hexcells and Tametsi.
    """

    def __init__(self, level: Level) -> None:
        self.level = level
        self.mistakes = 0
        self._known: list[int] = sorted(level.shown)

    @property
    def board(self) -> VariantBoard:
        """What the player sees."""
        return self.level.at(frozenset(self._known))

    @property
    def solved(self) -> bool:
        """Whether all cells are known."""
        return len(self._known) == len(self.level.solution.cells)

    def open(self, cell: Name) -> bool:
        """Open a cell; whether it has no mine.

        Raises CellError: there is no such cell; MoveError: it is known.
        """
        return self._move(cell, is_mine=False)

    def mark(self, cell: Name) -> bool:
        """Mark a cell as a mine; whether it is one. Raises as :meth:`open`."""
        return self._move(cell, is_mine=True)

    def _move(self, cell: Name, is_mine: bool) -> bool:
        index = self.level.solution.index(cell)
        if index in self._known:
            raise MoveError(f"{show(cell)} is known already")
        is_right = (self.level.solution[cell] == MINE) is is_mine
        if is_right:
            self._known.append(index)
        else:
            self.mistakes += 1
        return is_right

    def undo(self) -> Name:
        """Hide the cell again that came to be known last; mistakes stay. Raises MoveError: there is none."""
        if len(self._known) == len(self.level.shown):
            raise MoveError("there is no move to take back")
        cell: Name = self.level.solution.cells[self._known.pop()]
        return cell

    def restart(self) -> None:
        """Begin again, without mistakes."""
        self.mistakes = 0
        self._known = sorted(self.level.shown)


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
