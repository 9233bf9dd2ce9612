"""Two overlapping equations: what is left of one without the other, and what their overlap can hold.

Subset: an equation is subtracted from one that contains it. Intersection: what the smaller count cannot hold
must lie outside the overlap (mines only). Bounds: with c1 mines in S1 and c2 in S2, the overlap I holds at
least max(0, c1 - |S1-I|, c2 - |S2-I|) and at most min(|I|, c1, c2). A part whose bounds meet is a new
equation; one that is empty or full is proved. The other two rules are special cases of this one.
"""

from functools import partial

from ..base.errors import counted
from .knowledge import Equation, KnowledgeBase
from .layer import DeductionRule, Finding, search_pairs, search_remainders


def _subset(base: KnowledgeBase, first: Equation, second: Equation) -> Finding | None:
    """The difference becomes knowledge; where it decides its cells, it is a finding."""
    if first.cells < second.cells:
        small, large = first, second
    elif second.cells < first.cells:
        small, large = second, first
    else:
        return None

    # What the larger one holds beyond the smaller one is as sure as both.
    cells = large.cells - small.cells
    mines = large.mines - small.mines
    clues = _clues_of_both(small, large)
    if mines in (0, len(cells)):
        why = partial(_subset_in_words, base, small, large, cells, mines)
        return Finding("subset", tuple(sorted(cells)), mines > 0, clues, why)
    base.add(cells, mines, clues, derived=True)
    return None


def _subset_in_words(
    base: KnowledgeBase, small: Equation, large: Equation, cells: frozenset[int], mines: int
) -> str:
    return (
        f"all undecided cells of {base.stated(small)} are among those of {base.stated(large)}, "
        f"where {_others(cells, mines)}"
    )


def _others(cells: frozenset[int], mines: int) -> str:
    """ "the other 2 cells hold no mine" and the like."""
    if len(cells) == 1:
        return f"the other cell {'is a mine' if mines else 'holds no mine'}"
    mine_count = counted(mines, "mine") if mines else "no mine"
    return f"the other {len(cells)} cells hold {mine_count}"


def _intersection(base: KnowledgeBase, first: Equation, second: Equation) -> Finding | None:
    # The surplus of the larger count must lie outside the overlap; where that has no more room, all of it is.
    if first.mines < second.mines:
        first, second = second, first
    surplus = first.mines - second.mines
    outside_overlap = first.cells - second.cells
    if not surplus or len(outside_overlap) != surplus:
        return None
    why = partial(_intersection_in_words, base, first, second, outside_overlap)
    clues = _clues_of_both(first, second)
    return Finding("intersection", tuple(sorted(outside_overlap)), True, clues, why)


def _intersection_in_words(
    base: KnowledgeBase, first: Equation, second: Equation, outside_overlap: frozenset[int]
) -> str:
    return (
        f"at most {second.mines} of the {counted(first.mines, 'mine')} of {base.stated(first)} fit into the "
        f"cells shared with {base.stated(second)}, and {_others(outside_overlap, len(outside_overlap))}"
    )


def _bounds(
    base: KnowledgeBase, first: Equation, second: Equation, *, keep: bool = True
) -> Finding | None:
    """The bounds of the overlap, and of what is left of each equation.

    keep: Whether cells whose bounds meet become knowledge
    """
    # How many mines the overlap can hold, by what either equation leaves for it.
    shared = first.cells & second.cells
    shared_count = len(shared)
    low = max(
        0,
        first.mines - (len(first.cells) - shared_count),
        second.mines - (len(second.cells) - shared_count),
    )
    high = min(shared_count, first.mines, second.mines)
    if low < high:  # then the bounds of what is left of either are as far apart
        return None
    if low > high:
        names = f"{base.stated(first)} and {base.stated(second)}"
        raise base.contradiction(
            f"the cells shared by {names} cannot hold the mines of both",
            _clues_of_both(first, second),
        )

    # A part with a decision is a finding; one with a number is knowledge.
    clues = _clues_of_both(first, second)
    for cells, mines in (
        (shared, low),
        (first.cells - shared, first.mines - low),
        (second.cells - shared, second.mines - low),
    ):
        if not cells:
            continue
        if mines in (0, len(cells)):
            why = partial(_bounds_in_words, base, first, second, low, cells, mines)
            return Finding("bounds", tuple(sorted(cells)), mines > 0, clues, why)
        if keep and cells not in base.equations:
            base.add(cells, mines, clues, derived=True)
    return None


def _clues_of_both(first: Equation, second: Equation) -> tuple[int, ...]:
    return tuple(sorted({*first.clues, *second.clues}))


def _bounds_in_words(
    base: KnowledgeBase,
    first: Equation,
    second: Equation,
    mines_in_overlap: int,
    proved_cells: frozenset[int],
    proved_mines: int,
) -> str:
    """ "the 2 cells shared by clues ... hold exactly 1 of their mines, which leaves none for ..."."""
    names = f"{base.stated(first)} and {base.stated(second)}"
    shared = first.cells & second.cells
    shared_count = len(shared)
    shared_cells = f"the {shared_count} cells shared by {names} hold"
    if shared_count == 1:
        shared_cells = f"the cell shared by {names} holds"
    words = f"{shared_cells} exactly {mines_in_overlap} of their mines"
    if proved_cells != shared:
        words += f", which leaves {proved_mines or 'none'} for {base.listed(proved_cells)}"
    return words


# What a remainder of the board equation says by the subset rule with others it says alone.
SUBSET = DeductionRule(
    "subset", partial(search_pairs, _subset), partial(search_remainders, "subset", None)
)
INTERSECTION = DeductionRule(
    "intersection",
    partial(search_pairs, _intersection),
    partial(search_remainders, "", _intersection),
)
BOUNDS = DeductionRule(
    "bounds",
    partial(search_pairs, _bounds),
    partial(search_remainders, "bounds", partial(_bounds, keep=False)),
)
