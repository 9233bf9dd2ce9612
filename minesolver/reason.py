"""One reason for one proved cell, whoever found it: a deduction layer or the explanation of an analysis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .board import Cell


@dataclass(frozen=True, slots=True)
class Reason:
    """Why ``cell`` is safe or a mine.

    ``rule``: "one clue", "two clues", "mine total" or "exact search". ``clues``: the opened cells that it
    uses. ``after``: the proved cells that it needs to be known before. ``why``: the rule applied, in words.
    ``total``: whether it uses the mine count. It follows from ``clues``, ``after`` and that alone.
    """

    cell: Cell
    is_mine: bool
    rule: str
    clues: tuple[Cell, ...]
    after: tuple[Cell, ...]
    why: str
    total: bool = False

    @property
    def text(self) -> str:
        """One sentence: why, and what follows."""
        return conclude(self.why, [self.cell], self.is_mine)

    def to_dict(self) -> dict[str, Any]:
        """The reason as JSON values."""
        return {
            "cell": list(self.cell),
            "is_mine": self.is_mine,
            "rule": self.rule,
            "text": self.text,
            "clues": list(map(list, self.clues)),
            "after": list(map(list, self.after)),
        }

    def __str__(self) -> str:
        return self.text


def conclude(why: str, cells: Sequence[Cell], is_mine: bool) -> str:
    """The sentence that draws the same conclusion about several cells."""
    names = [f"({r},{c})" for r, c in cells]
    if len(names) == 1:
        return f"{why}, so {names[0]} is {'a mine' if is_mine else 'safe'}"
    return f"{why}, so {', '.join(names[:-1])} and {names[-1]} are {'mines' if is_mine else 'safe'}"
