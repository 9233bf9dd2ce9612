"""Subtract an equation from one that contains it, over the whole board's knowledge."""

from functools import partial

from . import baseline
from .knowledge import Equation, KnowledgeBase
from .layer import DeductionRule, Finding, of_rules, search_pairs, search_remainders


def _compare(base: KnowledgeBase, first: Equation, second: Equation) -> Finding | None:
    if first.cells < second.cells:
        return _subtract(base, first, second)
    if second.cells < first.cells:
        return _subtract(base, second, first)
    return None


def _subtract(base: KnowledgeBase, small: Equation, large: Equation) -> Finding | None:
    """The difference becomes knowledge; where it decides its cells, it is a finding."""
    cells = large.cells - small.cells
    mines = large.mines - small.mines
    clues = tuple(sorted({*small.clues, *large.clues}))
    if mines in (0, len(cells)):
        why = (
            f"all undecided cells of {base.stated(small)} are among those of {base.stated(large)}, "
            f"where {others(cells, mines)}"
        )
        return Finding("subset", tuple(sorted(cells)), mines > 0, clues, why)
    base.add(cells, mines, clues, derived=True)
    return None


def others(cells: frozenset[int], mines: int) -> str:
    """ "the other 2 cells hold no mine" and the like."""
    if len(cells) == 1:
        return f"the other cell {'is a mine' if mines else 'holds no mine'}"
    return f"the other {len(cells)} cells hold {mines or 'no'} mine{'s' * (mines > 1)}"


RULE = DeductionRule(
    "subset",
    partial(search_pairs, _compare),
    partial(search_remainders, "subset", lambda base, rest, equation: None),
)
LAYER = of_rules(
    "subset",
    "differences of nested equations, in one knowledge base for the whole board",
    "Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019), section 3.1 approach 2, 3.2 b",
    (baseline.RULE, RULE),
)
