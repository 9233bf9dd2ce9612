"""A layer: what one clue says, and clues whose cells lie within another's that has as many mines."""

from functools import partial

from minesolver.layers import baseline
from minesolver.layers.knowledge import Equation, KnowledgeBase
from minesolver.layers.layer import DeductionRule, Finding, of_rules, search_pairs


def compare(base: KnowledgeBase, first: Equation, second: Equation) -> Finding | None:
    inner, outer = sorted((first, second), key=lambda equation: len(equation.cells))
    if not inner.cells < outer.cells or inner.mines != outer.mines:
        return None
    why = f"all mines of {base.stated(outer)} are among the cells of {base.stated(inner)}"
    clues = tuple(sorted({*inner.clues, *outer.clues}))
    return Finding("within", tuple(sorted(outer.cells - inner.cells)), False, clues, why)


def compare_board(base: KnowledgeBase) -> None:
    """Nothing: the mine count lies within no clue."""


LAYER = of_rules(
    "within",
    "one clue at a time, then clues within others that have as many mines",
    "minesolver's example",
    (baseline.RULE, DeductionRule("within", partial(search_pairs, compare), compare_board)),
)
