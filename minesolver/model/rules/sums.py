"""Clues that depend on one sum: the mines seen, which may count more on coloured cells."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ..constraint import SumConstraint
from ..declared import described
from .rule import ClueRule, ClueView, Layout, Value, read_pair, show_parts

Weights = Callable[[ClueView], Sequence[int]]


def weighed_rule(shows: Callable[[int, int], tuple[Value, ...]], weights: Weights, **more: Any) -> ClueRule:
    """The rule of a clue that may show certain values for a sum.

    shows: Those for a sum and the most that one mine counts
    weights: What a mine counts on each cell seen
    """

    @lru_cache(maxsize=4096)
    def sums(value: Value, low: int, high: int, most: int) -> frozenset[int]:
        found = [total for total in range(low, high + 1) if value in shows(total, most)]
        return frozenset(found or [high + 1])  # what no mines could give

    def values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
        own = weights(view)
        total = sum([w * layout[i] for i, w in zip(view.sees, own, strict=True)])
        return shows(total, max(own, default=1))

    def constraint(view: ClueView, value: Value, name: str) -> SumConstraint:
        own = weights(view)
        low, high = (sum([w for w in own if w * sign > 0]) for sign in (-1, 1))
        return SumConstraint(view.sees, sums(value, low, high, max(own, default=1)), name, view.cell, own)

    return ClueRule(**more, values=values, constraint=constraint, weights=weights, shows=shows)


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
        return tuple(self.coloured if colours[i] else self.plain for i in view.sees)


def sum_rule(
    shows: Callable[[int], tuple[Value, ...]],
    weights: ByColour = ByColour(),
    **more: Any,
) -> ClueRule:
    """The rule of a clue that may show certain values for a sum.

    weights: What a mine counts on a cell, by its colour
    """
    return weighed_rule(lambda total, _: shows(total), weights, **more)


def _coloured(weigh: Callable[[int, int], int]) -> Weights:
    """What a mine counts by (whether its cell is coloured, one more than the coloured cells seen)."""

    def weights(view: ClueView) -> list[int]:
        colours = [view.geometry.colour[i] for i in view.sees]
        return [weigh(colour, 1 + sum(colours)) for colour in colours]

    return weights


_apart = _coloured(lambda coloured, base: 1 if coloured else base)
"""The sum has both numbers: those on coloured cells, and so many times those on the others."""
VANILLA = sum_rule(lambda count: (count,), **described("vanilla"))

RULES = (
    VANILLA,
    sum_rule(lambda count: (count,), ByColour(1, 2), **described("multiple")),
    sum_rule(lambda sides: (abs(sides),), ByColour(-1, 1), **described("negation")),
    weighed_rule(lambda both, base: (tuple(sorted(divmod(both, base))),), _apart,
                 **described("two-colours"), read=read_pair, show=show_parts),
    weighed_rule(lambda both, base: tuple(dict.fromkeys(sorted(divmod(both, base)))), _apart,
                 **described("one-colour")),
    sum_rule(lambda count: (count % 3,), **described("modulo")),
    sum_rule(lambda count: (count - 1, count + 1) if count else (1,), **described("liar")),
)  # fmt: skip
