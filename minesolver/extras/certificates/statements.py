"""What a certificate is about: unknown cells as variables, and everything that is said of them as sums.

The variables are the unknown cells in their order, from 1 on. A checker makes the same sums from the board's
text by itself, so nothing in this file has to be believed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...base.errors import EngineLimitError
from ...model.board import Board
from ...model.constraint import SumConstraint
from ...model.subject import Subject

TOTAL = "the mine count"
_SIZE = re.compile(r"\d+x\d+x\S*( |$)")
"""The first line of a board's text."""

_ReducedSum = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
"""(the weights that are not 0, by variable, the values that can be reached)."""


@dataclass(frozen=True)
class Sum:
    """The weights of the variables that are true add up to one of some values.

    weights: Of each variable, not 0
    allowed: The values that can be reached, sorted
    names: What explanations call the constraints that say it
    """

    weights: tuple[tuple[int, int], ...]
    allowed: tuple[int, ...]
    names: tuple[str, ...]

    @property
    def possible(self) -> range:
        """From the least to the most that the weights can add up to."""
        least_sum = 0
        largest_sum = 0
        for _, weight in self.weights:
            if weight < 0:
                least_sum += weight
            else:
                largest_sum += weight
        return range(least_sum, largest_sum + 1)


class Statement:
    """A board as a certificate states it.

    subject: The board
    """

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        _refuse(subject)
        known_values = subject._values()
        self.cells: list[int] = []
        self.variable_of: dict[int, int] = {}
        for cell in range(len(subject.cells)):
            if cell not in known_values:
                self.cells.append(cell)
                self.variable_of[cell] = len(self.cells)

    @cached_property
    def sums(self) -> list[Sum]:
        """All that is said of the variables, sorted, each with the names of the constraints that say it."""
        names: dict[_ReducedSum, list[str]] = {}
        known_values = self.subject._values()

        # Of each constraint, what is left of it when the known cells are taken out.
        for constraint in self.subject.constraints:
            assert isinstance(constraint, SumConstraint)
            weights: Counter[int] = Counter()
            known_sum = 0
            weighted_cells = zip(constraint.cells, constraint.weights, strict=True)
            for cell, weight in weighted_cells:
                if cell in known_values:
                    known_sum += weight * known_values[cell]
                else:
                    variable = self.variable_of[cell]
                    weights[variable] += weight
            allowed = [value - known_sum for value in constraint.allowed]
            reduced_sum = _reduced(weights, allowed)
            names.setdefault(reduced_sum, []).append(constraint.name)
        if self.subject.mines is not None:
            mines_left = self.subject.mines - sum(known_values.values())
            weights = Counter(self.variable_of.values())
            mine_count = _reduced(weights, [mines_left])
            names.setdefault(mine_count, []).append(TOTAL)

        # A sum that may have any value says nothing.
        telling_sums = []
        for (terms, values), constraint_names in sorted(names.items()):
            total = Sum(terms, values, tuple(constraint_names))
            if total.allowed != tuple(total.possible):
                telling_sums.append(total)
        return telling_sums

    def header(self) -> Iterator[str]:
        """The lines that every formula begins with: the board, and its rules."""
        subject = self.subject
        shape = subject.grid.shape if isinstance(subject, Board) else subject.shape  # type: ignore[attr-defined]
        mines = "?" if subject.mines is None else str(subject.mines)
        sizes = "x".join(map(str, [*shape, mines]))
        yield f"board {sizes}"

        # A text that begins with its size does not say it twice.
        lines = subject.text().splitlines()  # type: ignore[attr-defined]
        if _SIZE.match(lines[0]):
            del lines[0]
        for line in lines:
            # Without the half cell by which rows of hexagons are shifted.
            signs = " ".join(line.split())
            yield f"board {signs}"
        rules = _rules_of(subject)
        if rules:
            yield f"rules {rules}"

    def cell(self, variable: int) -> Any:
        """The name of the cell that a variable stands for."""
        return self.subject.cells[self.cells[variable - 1]]


def _refuse(subject: Subject) -> None:
    """Raises EngineLimitError: the board is of a kind that no certificate can be made of."""
    kind = ""
    if not hasattr(subject, "text"):
        kind = "a puzzle without a text of its own"
    elif getattr(subject, "cut", ()):
        kind = "a board that goes on beyond its edges"
    elif subject._hidden_quantities or any(max_mines != 1 for max_mines in subject._capacity):
        kind = "a board whose cells hold several mines, or with unknowns that are no cells"
    else:
        for constraint in subject.constraints:
            if not isinstance(constraint, SumConstraint):
                kind = f"a board where not all rules are sums of mines ({constraint.name} is none)"
                break
    if kind:
        raise EngineLimitError(f"no certificate can be made of {kind}")


def _rules_of(subject: Subject) -> str:
    """The names of the rules of a board; empty for a plain one."""
    rules = "square" if isinstance(subject, Board) else str(getattr(subject, "rules", "unknown"))
    return "" if rules == "square" else rules


def _reduced(weights: Counter[int], allowed: Sequence[int]) -> _ReducedSum:
    terms = []
    for variable, weight in sorted(weights.items()):
        if weight:
            terms.append((variable, weight))
    possible = Sum(tuple(terms), (), ()).possible
    reachable = {value for value in allowed if value in possible}
    return tuple(terms), tuple(sorted(reachable))
