"""The layouts of a board themselves: listed one after another, drawn, and weighed by the prior."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, product
from os import urandom
from typing import Any

import numpy as np

from ..base.errors import ArgumentError, EngineLimitError
from ..base.limits import Budget, Countdown, Limit, whole_number
from ..base.splitmix import SplitMix64
from ..model.cut import CutBoard
from ..model.subject import Subject
from .problem import ContradictionError, build
from .sampling import MineCounts, Sampler

# That counting may store where no limit is given: half a minute, and a gigabyte.
_DEFAULT_STATES = 4_000_000
_MAX_DRAWN = 10_000_000  # layouts in one list: two gigabytes of a board of game size
_LAYOUTS_REMEMBERED = 1_000_000  # where hidden quantities let one come twice


class LayoutSet:
    """All layouts that agree with a subject, and with what is supposed of some cells besides.

    supposed: (cell, mines in it) by index
    Raises EngineLimitError: the layouts are too many to be counted.
    """

    def __init__(
        self,
        subject: Subject,
        limit: Limit | float | None = None,
        supposed: Iterable[tuple[int, int]] = (),
    ) -> None:
        known_values = subject._values()
        size = len(subject.cells)
        self._subject = subject
        self._known_mines: MineCounts = {
            i: value for i, value in known_values.items() if value and i < size
        }
        capacity = subject._capacity  # a board makes it anew each time
        self._room = sum(capacity[cell] for cell in range(size) if cell not in known_values)
        self._sampler: Sampler | None = None
        self._countdown = Countdown(limit, "listing layouts")
        assumptions = list(supposed)
        if all(known_values.get(cell, value) == value for cell, value in assumptions):
            new_values = [(cell, value) for cell, value in assumptions if cell not in known_values]
            self._sampler = _sampler(subject, new_values, self._countdown.left())

    def weights(self) -> dict[int, int]:
        """By the number of mines in the cells that are not known: what their layouts weigh together. Of one
        subject all weights have the same unit, whatever is supposed.
        """
        if self._sampler is None:
            return {}
        totals = self._sampler.totals()
        if self._subject.mines is not None:
            mines_left = self._subject.mines - sum(self._known_mines.values())
            return {mines_left: self._sampler.layouts(mines_left)} if mines_left in totals else {}
        density = self._subject.density
        if density is None:
            return {mines: self._sampler.layouts(mines) for mines in totals}
        odds_of_mine = density.numerator
        odds_of_none = density.denominator - density.numerator
        weights = {}
        for mines in totals:
            odds = odds_of_mine**mines * odds_of_none ** (self._room - mines)
            weights[mines] = self._sampler.layouts(mines) * odds
        return weights

    def __iter__(self) -> Iterator[MineCounts]:
        """Each layout once: by cell how many mines it holds."""
        layouts_given: set[frozenset[tuple[int, int]]] = set()
        for mines in self.weights():
            assert self._sampler is not None, "without a layout there is no weight"
            for listed in self._sampler.each(mines):
                self._countdown.left()
                layout = self._known_mines | listed
                # Hidden quantities may be one way or another over the same cells.
                if self._subject._hidden_quantities:
                    items = frozenset(layout.items())
                    if items in layouts_given:
                        continue
                    if len(layouts_given) >= _LAYOUTS_REMEMBERED:
                        raise EngineLimitError(
                            f"more than {_LAYOUTS_REMEMBERED:,} layouts cannot be listed under these rules"
                        )
                    layouts_given.add(items)
                yield layout

    def draw(self, random: SplitMix64) -> MineCounts:
        """One layout, drawn by the prior; there must be one."""
        assert self._sampler is not None, "there is a layout"
        self._countdown.left()
        weights = self.weights()
        cumulated = list(accumulate(weights.values()))
        mines = list(weights)[bisect(cumulated, random.below(cumulated[-1]))]
        return self._known_mines | self._sampler.draw_layout(mines, random.below)


def _sampler(subject: Subject, supposed: list[tuple[int, int]], limit: Limit) -> Sampler | None:
    """``None`` where no layout agrees."""
    try:
        return Sampler(build(subject, supposed), Budget(limit, "layouts", states=_DEFAULT_STATES))
    except ContradictionError:
        return None


def _counted(subject: Subject) -> Subject:
    """The subject whose layouts are counted: of a cut board that with the cells next to its cut edges."""
    return subject.whole if isinstance(subject, CutBoard) else subject


def _named(subject: Subject, layout: MineCounts) -> frozenset[Any]:
    """The cells with mines of a layout, by name; where cells may hold several, each with its mines."""
    if isinstance(subject, CutBoard):
        return frozenset(subject.whole_names(sorted(layout)))
    names = subject._named(sorted(layout))
    if not subject._is_multi_mine:
        return frozenset(names)
    return frozenset(zip(names, [layout[cell] for cell in sorted(layout)], strict=True))


def each_layout(subject: Subject, limit: Limit | float | None = None) -> Iterator[frozenset[Any]]:
    """The cells with mines in each layout, by name; as (cell, mines) where cells may hold several."""
    for layout in LayoutSet(_counted(subject), limit):
        yield _named(subject, layout)


def sample(
    subject: Subject, number: int, seed: int | None = None, limit: Limit | float | None = None
) -> list[frozenset[Any]]:
    """So many layouts, drawn one by one by the prior. ``seed``: without one they are other ones each time."""
    number = whole_number(number, "a number of layouts")
    if number < 0:
        raise ArgumentError(f"a number of layouts is 0 or more, not {number}")
    if number > _MAX_DRAWN:
        raise EngineLimitError(
            f"one list of layouts has {_MAX_DRAWN:,} at most: draw several lists"
        )
    layouts = LayoutSet(_counted(subject), limit)
    random = SplitMix64(
        int.from_bytes(urandom(8)) if seed is None else whole_number(seed, "a seed")
    )
    return [_named(subject, layouts.draw(random)) for _ in range(number)]


def chance(
    subject: Subject, supposed: Iterable[tuple[int, int | bool]], limit: Limit | float | None = None
) -> Fraction:
    """P(all that is supposed), exactly.

    supposed: (cell, whether it holds a mine, or how many) by index
    """
    # A mine, of which a cell may hold several: every number of them from 1 on.
    possible_values: list[list[tuple[int, int]]] = []
    for cell, mines in supposed:
        values: Sequence[int]
        if not isinstance(mines, (bool, np.bool_)):
            values = [whole_number(mines, "what a cell is supposed to hold")]
        elif mines:
            values = range(1, subject._capacity[cell] + 1)
        else:
            values = [0]
        place = subject.places.item(cell) if isinstance(subject, CutBoard) else cell
        possible_values.append([(place, value) for value in values])
    counted_subject = _counted(subject)
    agreeing = 0
    countdown = Countdown(limit, "counting layouts")
    for assumptions in product(*possible_values):
        agreeing_layouts = LayoutSet(counted_subject, countdown.left(), assumptions)
        agreeing += sum(agreeing_layouts.weights().values())
    all_layouts = LayoutSet(counted_subject, countdown.left())
    return Fraction(agreeing, sum(all_layouts.weights().values()))
