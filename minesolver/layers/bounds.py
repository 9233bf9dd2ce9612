"""Two overlapping equations: bounds on the overlap, from both sides, decide any of its three parts.

With c1 mines in S1 and c2 in S2, the overlap I holds at least max(0, c1 - |S1-I|, c2 - |S2-I|) and at most
min(|I|, c1, c2). A part whose bounds meet is a new equation; one that is empty or full is proved. The subset
rule and the intersection rule are special cases.
"""

from functools import partial

from . import baseline
from .knowledge import Equation, KnowledgeBase
from .layer import DeductionRule, Finding, of_rules, search_pairs, search_remainders


def _compare(base: KnowledgeBase, first: Equation, second: Equation, *, keep: bool = True) -> Finding | None:
    shared = first.cells & second.cells
    alone = first.cells - shared, second.cells - shared
    low = max(0, first.mines - len(alone[0]), second.mines - len(alone[1]))
    high = min(len(shared), first.mines, second.mines)
    clues = tuple(sorted({*first.clues, *second.clues}))
    if low > high:
        names = f"{base.stated(first)} and {base.stated(second)}"
        raise base.contradiction(f"the cells shared by {names} cannot hold the mines of both", clues)
    for cells, least, most in (
        (shared, low, high),
        (alone[0], first.mines - high, first.mines - low),
        (alone[1], second.mines - high, second.mines - low),
    ):
        if not cells:
            continue
        if most == 0 or least == len(cells):
            why = _why(base, first, second, shared, (low, high), cells, least)
            return Finding("bounds", tuple(sorted(cells)), least > 0, clues, why)
        if least == most and keep and cells not in base.equations:
            base.add(cells, least, clues, derived=True)
    return None


def _why(
    base: KnowledgeBase,
    first: Equation,
    second: Equation,
    shared: frozenset[int],
    bounds: tuple[int, int],
    cells: frozenset[int],
    mines: int,
) -> str:
    low, high = bounds
    held = f"exactly {low}" if low == high else f"{low} to {high}"
    names = f"{base.stated(first)} and {base.stated(second)}"
    what = (
        "the cell shared by {} holds" if len(shared) == 1 else f"the {len(shared)} cells shared by {{}} hold"
    )
    why = f"{what.format(names)} {held} of their mines"
    return why if cells == shared else f"{why}, which leaves {mines or 'none'} for {base.listed(cells)}"


RULE = DeductionRule(
    "bounds",
    partial(search_pairs, _compare),
    partial(search_remainders, "bounds", partial(_compare, keep=False)),
)
LAYER = of_rules(
    "bounds",
    "lower and upper bounds on the overlap of two equations, which find mines and safe cells",
    "this project; it strengthens the intersection rule of Lakra, Priya, Naik (2019), section 3.2 c",
    (baseline.RULE, RULE),
)
