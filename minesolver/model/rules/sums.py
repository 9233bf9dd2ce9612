"""Clues that depend on one sum: the mines seen, which may count more on coloured cells."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..constraint import SumConstraint
from ..declared import described
from .rule import CellValues, ClueRule, ClueView, Value, read_pair, show_parts

Weights = Callable[[ClueView], Sequence[int]]


def weighed_rule(
    shows: Callable[[int, int], tuple[Value, ...]], weights: Weights, **description: Any
) -> ClueRule:
    """The rule of a clue that may show certain values for a sum.

    shows: Those for a sum and the most that one mine counts
    weights: What a mine counts on each cell seen
    description: Name, definition and the like, as :class:`ClueRule` takes them
    """

    @lru_cache(maxsize=4096)
    def sums_shown_as(value: Value, lowest: int, highest: int, max_weight: int) -> frozenset[int]:
        possible_totals = [
            total for total in range(lowest, highest + 1) if value in shows(total, max_weight)
        ]
        return frozenset(possible_totals or [highest + 1])  # what no mines could give

    def values(view: ClueView, layout: CellValues) -> tuple[Value, ...]:
        cell_weights = weights(view)
        total = sum(
            [weight * layout[cell] for cell, weight in zip(view.sees, cell_weights, strict=True)]
        )
        return shows(total, max(cell_weights, default=1))

    def constraint(view: ClueView, value: Value, name: str) -> SumConstraint:
        cell_weights = weights(view)
        min_sum = view.capacity * sum([weight for weight in cell_weights if weight < 0])
        max_sum = view.capacity * sum([weight for weight in cell_weights if weight > 0])
        allowed = sums_shown_as(value, min_sum, max_sum, max(cell_weights, default=1))
        return SumConstraint(view.sees, allowed, name, view.cell, cell_weights)

    return ClueRule(
        **description, values=values, constraint=constraint, weights=weights, shows=shows
    )


@dataclass(frozen=True)
class ByColour:
    """What a mine counts on a cell that is not coloured, and on one that is.

    Data, so that the page's scripts weigh the same.
    """

    plain: int = 1
    coloured: int = 1

    def __call__(self, view: ClueView) -> tuple[int, ...]:
        if self.plain == self.coloured:  # also of a geometry without colours
            return (self.plain,) * len(view.sees)
        colours = view.geometry.colour
        return tuple(self.coloured if colours[cell] else self.plain for cell in view.sees)


def sum_rule(
    shows: Callable[[int], tuple[Value, ...]],
    weights: ByColour = ByColour(),
    **description: Any,
) -> ClueRule:
    """The rule of a clue that may show certain values for a sum.

    weights: What a mine counts on a cell, by its colour
    description: Name, definition and the like, as :class:`ClueRule` takes them
    """

    def shows_total(total: int, _: int) -> tuple[Value, ...]:
        return shows(total)

    return weighed_rule(shows_total, weights, **description)


def _digits_by_colour(view: ClueView) -> list[int]:
    """The sum is a number of two digits: the mines on coloured cells, and before them those on the others.
    Its base is one more than the coloured cells seen."""
    colours = [view.geometry.colour[cell] for cell in view.sees]
    number_base = 1 + sum(colours)
    return [1 if colour else number_base for colour in colours]


def _count(count: int) -> tuple[Value, ...]:
    return (count,)


def _difference(surplus: int) -> tuple[Value, ...]:
    return (abs(surplus),)


def _both_digits(total: int, base: int) -> tuple[Value, ...]:
    return (tuple(sorted(divmod(total, base))),)


def _either_digit(total: int, base: int) -> tuple[Value, ...]:
    return tuple(sorted(set(divmod(total, base))))


def _remainder(count: int) -> tuple[Value, ...]:
    return (count % 3,)


def _wrong_count(count: int) -> tuple[Value, ...]:
    return (count - 1, count + 1) if count else (1,)


VANILLA = sum_rule(_count, **described("vanilla"))

RULES = (
    VANILLA,
    sum_rule(_count, ByColour(1, 2), **described("multiple")),
    sum_rule(_difference, ByColour(-1, 1), **described("negation")),
    weighed_rule(
        _both_digits, _digits_by_colour, **described("two-colours"), read=read_pair, show=show_parts
    ),
    weighed_rule(_either_digit, _digits_by_colour, **described("one-colour")),
    sum_rule(_remainder, **described("modulo")),
    sum_rule(_wrong_count, **described("liar")),
)
