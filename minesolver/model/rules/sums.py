"""Clues that depend on one sum: the mines seen, which may count more on coloured cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from ..constraint import SumConstraint
from .rule import VARIANTS_2, ClueRule, ClueView, Layout, Value, read_pair, show_parts

Weights = Callable[[ClueView], Sequence[int]]


def weighed_rule(
    shows: Callable[[int, int], tuple[Value, ...]], weights: Weights, **described: Any
) -> ClueRule:
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

    return ClueRule(**described, values=values, constraint=constraint, weights=weights, shows=shows)


def sum_rule(
    shows: Callable[[int], tuple[Value, ...]],
    weigh: Callable[[int], int] | None = None,
    **described: Any,
) -> ClueRule:
    """The rule of a clue that may show certain values for a sum.

    weigh: What a mine counts on a cell that is coloured (1) or not (0); by default 1
    """
    weights = _coloured(lambda colour, _: weigh(colour)) if weigh else _alike
    return weighed_rule(lambda total, _: shows(total), weights, **described)


def _alike(view: ClueView) -> tuple[int, ...]:
    return (1,) * len(view.sees)


def _coloured(weigh: Callable[[int, int], int]) -> Weights:
    """What a mine counts by (whether its cell is coloured, one more than the coloured cells seen)."""

    def weights(view: ClueView) -> list[int]:
        colours = [view.geometry.colour[i] for i in view.sees]
        return [weigh(colour, 1 + sum(colours)) for colour in colours]

    return weights


_apart = _coloured(lambda coloured, base: 1 if coloured else base)
"""The sum has both numbers: those on coloured cells, and so many times those on the others."""


RULES = {
    rule.name: rule
    for rule in (
        sum_rule(
            lambda count: (count,),
            name="vanilla",
            tag="V",
            definition="The number of mines among the cells seen: the neighbours, unless a neighbourhood is "
            "named.",
            source="Minesweeper",
        ),
        sum_rule(
            lambda count: (count,),
            lambda coloured: 1 + coloured,
            name="multiple",
            tag="M",
            definition="The number of mines seen, where a mine on a coloured cell (row + column is odd) "
            "counts twice.",
            needs=("colour",),
        ),
        sum_rule(
            lambda difference: (abs(difference),),
            lambda coloured: 2 * coloured - 1,
            name="negation",
            tag="N",
            definition="The difference between the mines seen on coloured cells (row + column is odd) and "
            "those on the others.",
            needs=("colour",),
        ),
        weighed_rule(
            lambda both, base: (tuple(sorted(divmod(both, base))),),
            _apart,
            name="two-colours",
            tag="2X",
            definition="The mines seen on coloured cells (row + column is odd) and those on the others, the "
            "smaller number first, such as 1+2.",
            source=VARIANTS_2,
            needs=("colour",),
            read=read_pair,
            show=show_parts,
        ),
        weighed_rule(
            lambda both, base: tuple(dict.fromkeys(sorted(divmod(both, base)))),
            _apart,
            name="one-colour",
            tag="2X'",
            definition="The mines seen on coloured cells (row + column is odd), or those on the others.",
            source=VARIANTS_2,
            needs=("colour",),
        ),
        sum_rule(
            lambda count: (count % 3,),
            name="modulo",
            tag="2M",
            definition="The mines seen modulo 3.",
            source=VARIANTS_2,
        ),
        sum_rule(
            lambda count: (count - 1, count + 1) if count else (1,),
            name="liar",
            tag="L",
            definition="The number shown is one more or one less than the mines seen, never the truth.",
        ),
    )
}
