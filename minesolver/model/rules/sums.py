"""Clues that depend on one sum: the mines seen, which may count more on coloured cells."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from ..constraint import SumConstraint
from .rule import ClueRule, ClueView, Layout, Value


def sum_rule(
    shows: Callable[[int], tuple[int, ...]], weight: Callable[[int], int] | None = None, **described: Any
) -> ClueRule:
    """The rule of a clue that may show certain numbers for a sum.

    weight: What a mine counts on a cell that is coloured (1) or not (0); by default 1
    """

    def weights(view: ClueView) -> tuple[int, ...]:
        if weight is None:
            return (1,) * len(view.sees)
        return tuple([weight(view.geometry.colour[i]) for i in view.sees])

    @lru_cache(maxsize=4096)
    def sums(value: Value, low: int, high: int) -> frozenset[int]:
        found = [total for total in range(low, high + 1) if value in shows(total)]
        return frozenset(found or [high + 1])  # what no mines could give

    def values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
        if weight is None:
            return shows(sum([layout[i] for i in view.sees]))
        return shows(sum([w * layout[i] for i, w in zip(view.sees, weights(view), strict=True)]))

    def constraint(view: ClueView, value: Value, name: str) -> SumConstraint:
        own = weights(view)
        low, high = (sum([w for w in own if w * sign > 0]) for sign in (-1, 1))
        return SumConstraint(view.sees, sums(value, low, high), name, view.cell, own)

    needs = () if weight is None else ("colour",)
    return ClueRule(
        **described, needs=needs, values=values, constraint=constraint, weights=weights, shows=shows
    )


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
        ),
        sum_rule(
            lambda difference: (abs(difference),),
            lambda coloured: 2 * coloured - 1,
            name="negation",
            tag="N",
            definition="The difference between the mines seen on coloured cells (row + column is odd) and "
            "those on the others.",
        ),
        sum_rule(
            lambda count: (count - 1, count + 1) if count else (1,),
            name="liar",
            tag="L",
            definition="The number shown is one more or one less than the mines seen, never the truth.",
        ),
        sum_rule(
            lambda count: (count % 3,),
            name="modulo",
            tag="2M",
            definition="The mines seen modulo 3.",
            source="14 Minesweeper Variants 2",
        ),
    )
}
