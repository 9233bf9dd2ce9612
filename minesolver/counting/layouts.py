"""The layouts of a board themselves: listed one after another, drawn, and weighed by the prior."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import accumulate
from os import urandom
from typing import Any

from ..base.errors import EngineLimitError, PuzzleError
from ..base.limits import Budget, Limit
from ..base.splitmix import SplitMix64
from ..model.reason import show
from ..model.subject import Subject
from .problem import ContradictionError, build
from .sampling import Sampler

_DEFAULT_STATES = 4_000_000  # that counting may store where no limit is given: half a minute, and a gigabyte
_LAYOUTS_REMEMBERED = 1_000_000  # where hidden quantities let one come twice


class LayoutSet:
    """All layouts that agree with a subject, and with what is supposed of some cells besides.

    supposed: (cell, mines in it) by index
    Raises PuzzleError: cells hold several mines; EngineLimitError: the layouts are too many to be counted.
    """

    def __init__(
        self,
        subject: Subject,
        limit: Limit | float | None = None,
        supposed: Iterable[tuple[int, int]] = (),
    ) -> None:
        known = subject.values()
        size = len(subject.cells)
        for cell in range(size):
            if cell not in known and subject.capacity[cell] != 1:
                name = show(subject.named([cell])[0])
                raise PuzzleError(
                    f"layouts are listed of cells that hold one mine at most; {name} holds more"
                )
        self._subject = subject
        self._known_mines = frozenset(i for i, value in known.items() if value and i < size)
        self._unknown = size - sum(i < size for i in known)
        self._sampler: Sampler | None = None
        assumptions = list(supposed)
        if all(known.get(cell, value) == value for cell, value in assumptions):
            new_values = [(cell, value) for cell, value in assumptions if cell not in known]
            self._sampler = _sampler(subject, new_values, Limit.of(limit))

    def weights(self) -> dict[int, int]:
        """By the number of mines in the cells that are not known: what their layouts weigh together. Of one
        subject all weights have the same unit, whatever is supposed.
        """
        if self._sampler is None:
            return {}
        totals = self._sampler.totals()
        if self._subject.mines is not None:
            mines_left = self._subject.mines - len(self._known_mines)
            return {mines_left: self._sampler.layouts(mines_left)} if mines_left in totals else {}
        density = self._subject.density
        if density is None:
            return {mines: self._sampler.layouts(mines) for mines in totals}
        odds_of_mine = density.numerator
        odds_of_none = density.denominator - density.numerator
        weights = {}
        for mines in totals:
            odds = odds_of_mine**mines * odds_of_none ** (self._unknown - mines)
            weights[mines] = self._sampler.layouts(mines) * odds
        return weights

    def __iter__(self) -> Iterator[frozenset[int]]:
        """The cells with mines in each layout, by index; each layout once."""
        size = len(self._subject.cells)
        layouts_given: set[frozenset[int]] = set()
        for mines in self.weights():
            assert self._sampler is not None, "without a layout there is no weight"
            for drawn in self._sampler.each(mines):
                layout = self._known_mines.union(cell for cell in drawn if cell < size)
                # Hidden quantities may be one way or another over the same cells.
                if self._subject.hidden_quantities:
                    if layout in layouts_given:
                        continue
                    if len(layouts_given) >= _LAYOUTS_REMEMBERED:
                        raise EngineLimitError(
                            f"more than {_LAYOUTS_REMEMBERED:,} layouts cannot be listed under these rules"
                        )
                    layouts_given.add(layout)
                yield layout

    def draw(self, random: SplitMix64) -> frozenset[int]:
        """The cells with mines in one layout, drawn by the prior; there must be one."""
        assert self._sampler is not None, "there is a layout"
        weights = self.weights()
        cumulated = list(accumulate(weights.values()))
        mines = list(weights)[bisect(cumulated, random.below(cumulated[-1]))]
        size = len(self._subject.cells)
        drawn = self._sampler.draw(mines, random.below)
        return self._known_mines.union(cell for cell in drawn if cell < size)


def _sampler(subject: Subject, supposed: list[tuple[int, int]], limit: Limit) -> Sampler | None:
    """``None`` where no layout agrees."""
    try:
        return Sampler(build(subject, supposed), Budget(limit, "layouts", states=_DEFAULT_STATES))
    except ContradictionError:
        return None


def each_layout(subject: Subject, limit: Limit | float | None = None) -> Iterator[frozenset[Any]]:
    """The cells with mines in each layout, by name."""
    for layout in LayoutSet(subject, limit):
        yield frozenset(subject.named(sorted(layout)))


def sample(
    subject: Subject, number: int, seed: int | None = None, limit: Limit | float | None = None
) -> list[frozenset[Any]]:
    """So many layouts, drawn one by one by the prior. ``seed``: without one they are other ones each time."""
    if number < 0:
        raise ValueError(f"a number of layouts is 0 or more, not {number}")
    layouts = LayoutSet(subject, limit)
    random = SplitMix64(int.from_bytes(urandom(8)) if seed is None else seed)
    return [frozenset(subject.named(sorted(layouts.draw(random)))) for _ in range(number)]


def chance(
    subject: Subject, supposed: Iterable[tuple[int, int]], limit: Limit | float | None = None
) -> Fraction:
    """P(all that is supposed), exactly. ``supposed``: (cell, 1 for a mine or 0) by index."""
    agreeing = sum(LayoutSet(subject, limit, supposed).weights().values())
    return Fraction(agreeing, sum(LayoutSet(subject, limit).weights().values()))
