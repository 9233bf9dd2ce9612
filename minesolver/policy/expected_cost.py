"""What opening a cell costs by an objective, on average with the best play from there.

The core's game tree adds whole numbers over sets of layouts: wins, guesses, mines opened. Two objectives
are no such sums: clicks depend on what is open and flagged besides, and where a guess is forgiven the mean
is over the layouts that remain. These are :class:`LeastCost`, which is told what may be done in a situation.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from math import ceil
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ..base.errors import EngineLimitError

MINE = 9  # what a mine shows
NO_LIMIT = 1 << 62  # sets that no search comes to: the core counts in 64 bits

Layouts = npt.NDArray[np.int32]
"""Some layouts, by their numbers."""
Cost = int | Fraction
SituationT = TypeVar("SituationT", bound=Hashable)


class CostSearch(ABC):
    """What opening a cell costs, with what was searched so far kept for the next cell."""

    searched_things: ClassVar[str] = "sets of layouts"

    def __init__(self) -> None:
        self.allow(NO_LIMIT)

    def allow(self, budget: int) -> None:
        """From now on so much may be searched, see :attr:`spent`."""
        self._allowed = self._left = budget

    @property
    def spent(self) -> int:
        """How much was searched since :meth:`allow`."""
        return self._allowed - self._left

    def _spend(self, number: int) -> None:
        self._left -= number
        if self._left < 0:
            raise EngineLimitError(
                f"the search was not over after {self._allowed:,} {self.searched_things}"
            )

    @abstractmethod
    def opening(
        self, layouts: Layouts, cell: int, bound: Fraction | None = None
    ) -> Fraction | None:
        """The expected cost by opening a cell first. It may be ``None`` where that is more than ``bound``.

        Raises EngineLimitError: more has to be searched than is allowed.
        """


class TreeCost(CostSearch):
    """By the core's game tree, given as it is there: games lost, or what is spent in a game that goes on."""

    def __init__(self, tree: Any) -> None:
        super().__init__()
        self.tree = tree

    def opening(
        self, layouts: Layouts, cell: int, bound: Fraction | None = None
    ) -> Fraction | None:
        # The tree values what is not spent, and may stop at so much or less: a mean above the bound.
        solved = self.tree.solved
        too_little = -1 if bound is None else ceil((solved - bound) * len(layouts)) - 1
        worth, searched = self.tree.opening(layouts, cell, too_little, self._left)
        self._spend(searched if worth >= 0 else self._left + 1)
        if worth <= too_little:
            return None
        return solved - Fraction(worth, len(layouts))


class Choice(NamedTuple, Generic[SituationT]):
    """What may be done in a situation.

    outcomes: The situations that it may lead to, each with the weight of its cost
    """

    cost: int
    outcomes: Iterable[tuple[Cost, SituationT]]


class LeastCost(CostSearch, Generic[SituationT]):
    """The least expected cost from each situation, by branch and bound; each is valued once."""

    def __init__(self) -> None:
        super().__init__()
        self._cost_of: dict[SituationT, Cost] = {}

    @abstractmethod
    def choices(self, situation: SituationT) -> Iterator[Choice[SituationT]]:
        """All that may be done; at least one thing where the game is not over."""

    @abstractmethod
    def is_over(self, situation: SituationT) -> bool:
        """Whether nothing more can be spent."""

    @abstractmethod
    def floor(self, situation: SituationT) -> int:
        """What a situation costs at least, where it is not over."""

    def cost_of(self, choice: Choice[SituationT], bound: Cost | None = None) -> Cost:
        """What a choice costs; where that is no less than ``bound``, this one. Raises as :meth:`opening`."""
        # First what is known, and of the others what they cost at least.
        total: Cost = choice.cost
        unknown = []
        for weight, situation in choice.outcomes:
            if self.is_over(situation):
                continue
            cost = self._cost_of.get(situation)
            if cost is None:
                cost = self.floor(situation)
                unknown.append((weight, situation, cost))
            total += weight * cost

        # Each of these is searched for as long as the choice may be better than the others.
        for weight, situation, floor in unknown:
            if bound is not None and total >= bound:
                return bound
            total += weight * (self._least(situation) - floor)
        return total if bound is None else min(total, bound)

    def _least(self, situation: SituationT) -> Cost:
        """The cost of a situation that is not over, by the best play from there."""
        cost = self._cost_of.get(situation)
        if cost is not None:  # one before it has led to it
            return cost
        for choice in self.choices(situation):
            if cost is None or choice.cost < cost:
                cost = self.cost_of(choice, cost)
        assert cost is not None, "something can be done"
        self._cost_of[situation] = cost
        self._spend(1)
        return cost
