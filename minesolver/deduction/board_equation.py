"""The board equation: all undecided cells together hold the remaining mines.

It overlaps every other equation, so it is never filed with them: it is formed when the others have nothing
left to say, reduced by as many disjoint equations as fit into it.
"""

from __future__ import annotations

from collections.abc import Callable

from ..board import HIDDEN
from .knowledge import TOTAL, Equation, KnowledgeBase

_REACH = 8  # no clue has more cells: with more to spare than this, no other equation can meet its bounds


def whole(base: KnowledgeBase) -> list[Equation]:
    """The board equation as it stands; nothing where no pair with a clue could be conclusive."""
    remaining = base.remaining
    if remaining is None or not base.undecided:
        return []
    if remaining > _REACH and base.undecided - remaining > _REACH:
        return []
    return [Equation(_undecided(base), remaining, (TOTAL,), False)]


def reduced(base: KnowledgeBase) -> list[Equation]:
    """The board equation less disjoint equations: the fullest of mines first, and the emptiest first.

    The first aims at "no mine is left for the rest", the second at "all the rest are mines"; one whose bounds
    no clue can meet is left out.
    """
    remaining = base.remaining
    if remaining is None or not base.undecided:
        return []
    equations = base.equations.values()
    spare = base.undecided - remaining
    orders: list[Callable[[Equation], float]] = []
    if remaining - sum(e.mines for e in equations) <= _REACH:
        orders.append(lambda e: -e.mines / len(e.cells))
    if spare - sum(len(e.cells) - e.mines for e in equations) <= _REACH:
        orders.append(lambda e: e.mines / len(e.cells))
    found = []
    for order in orders:
        rest = _less_cover(base, order, remaining)
        if rest.cells and (rest.mines <= _REACH or len(rest.cells) - rest.mines <= _REACH):
            found.append(rest)
    return found


def _less_cover(base: KnowledgeBase, order: Callable[[Equation], float], remaining: int) -> Equation:
    taken: set[int] = set()
    clues = {TOTAL}
    for equation in sorted(base.equations.values(), key=order):
        if taken.isdisjoint(equation.cells):
            taken |= equation.cells
            remaining -= equation.mines
            clues.update(equation.clues)
    rest = Equation(_undecided(base) - taken, remaining, tuple(sorted(clues)), True)
    if not 0 <= rest.mines <= len(rest.cells):
        raise base.contradiction(
            f"the mine total {base.mines} leaves {rest.mines} mines for {len(rest.cells)} cells that "
            "other clues do not account for",
            rest.clues,
        )
    return rest


def _undecided(base: KnowledgeBase) -> frozenset[int]:
    return frozenset(i for i, code in enumerate(base.state) if code == HIDDEN)
