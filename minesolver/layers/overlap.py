"""Two overlapping equations: what is left of one without the other, and what their overlap can hold.

Subset: an equation is subtracted from one that contains it. Intersection: what the smaller count cannot hold
must lie outside the overlap (mines only). Bounds: with c1 mines in S1 and c2 in S2, the overlap I holds at
least max(0, c1 - |S1-I|, c2 - |S2-I|) and at most min(|I|, c1, c2). A part whose bounds meet is a new
equation; one that is empty or full is proved. The other two rules are special cases of this one.
"""

from functools import partial

from ..base.errors import counted
from . import baseline
from .knowledge import Equation, KnowledgeBase
from .layer import DeductionRule, Finding, search_pairs, search_remainders


def _subset(base: KnowledgeBase, first: Equation, second: Equation) -> Finding | None:
    """The difference becomes knowledge; where it decides its cells, it is a finding."""
    small, large = (first, second) if first.cells < second.cells else (second, first)
    if not small.cells < large.cells:
        return None
    cells = large.cells - small.cells
    mines = large.mines - small.mines
    clues = tuple(sorted({*small.clues, *large.clues}))
    if mines in (0, len(cells)):
        why = (
            f"all undecided cells of {base.stated(small)} are among those of {base.stated(large)}, "
            f"where {_others(cells, mines)}"
        )
        return Finding("subset", tuple(sorted(cells)), mines > 0, clues, why)
    base.add(cells, mines, clues, derived=True)
    return None


def _others(cells: frozenset[int], mines: int) -> str:
    """ "the other 2 cells hold no mine" and the like."""
    if len(cells) == 1:
        return f"the other cell {'is a mine' if mines else 'holds no mine'}"
    return f"the other {len(cells)} cells hold {mines or 'no'} mine{'s' * (mines > 1)}"


def _intersection(base: KnowledgeBase, first: Equation, second: Equation) -> Finding | None:
    if first.mines < second.mines:
        first, second = second, first
    surplus = first.mines - second.mines
    alone = first.cells - second.cells
    if not surplus or len(alone) != surplus:
        return None
    why = (
        f"at most {second.mines} of the {counted(first.mines, 'mine')} of {base.stated(first)} fit into the "
        f"cells shared with {base.stated(second)}, and {_others(alone, surplus)}"
    )
    clues = tuple(sorted({*first.clues, *second.clues}))
    return Finding("intersection", tuple(sorted(alone)), True, clues, why)


def _bounds(base: KnowledgeBase, first: Equation, second: Equation, *, keep: bool = True) -> Finding | None:
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
        if cells and (most == 0 or least == len(cells)):
            names = f"{base.stated(first)} and {base.stated(second)}"
            one = f"the cell shared by {names} holds"
            what = one if len(shared) == 1 else f"the {len(shared)} cells shared by {names} hold"
            why = f"{what} {f'exactly {low}' if low == high else f'{low} to {high}'} of their mines"
            if cells != shared:
                why += f", which leaves {least or 'none'} for {base.listed(cells)}"
            return Finding("bounds", tuple(sorted(cells)), least > 0, clues, why)
        if cells and least == most and keep and cells not in base.equations:
            base.add(cells, least, clues, derived=True)
    return None


RULES = {
    rule.name: rule
    for rule in (
        baseline.RULE,
        DeductionRule("subset", partial(search_pairs, _subset),
                      partial(search_remainders, "subset", lambda base, rest, equation: None)),
        DeductionRule("intersection", partial(search_pairs, _intersection),
                      partial(search_remainders, "", _intersection)),
        DeductionRule("bounds", partial(search_pairs, _bounds),
                      partial(search_remainders, "bounds", partial(_bounds, keep=False))),
    )
}  # fmt: skip
"""The rules of layers that are a fixpoint of rules, the simplest first."""
