"""The board equation: all undecided cells together hold the remaining mines.

It is an equation like any other: the rules subtract from it, and what that leaves is subtracted in turn. Only
its size sets it apart. It contains every other equation, so each family of disjoint equations leaves a
remainder of it, 2^k of them for k equations. Remainders are therefore made when the other equations have
nothing left to say, and those alone that a rule could use; small ones are filed with the other equations.
"""

from collections.abc import Callable, Iterator
from itertools import islice

from ..base.errors import counted
from .knowledge import TOTAL, Equation, KnowledgeBase

REACH = 8
"""The most cells of a clue's equation: a remainder with more cells, more mines and more safe cells than this
cannot meet the bounds of another equation."""
_FAMILIES = 32
"""Families of disjoint equations that are tried from each end; the first is the one of a greedy choice."""


def whole(base: KnowledgeBase) -> Equation | None:
    """The board equation as it stands; ``None`` where the mine count is unknown or nothing is undecided."""
    if base.remaining is None or not base.undecided_cells:
        return None
    return Equation(frozenset(base.undecided_cells), base.remaining, (TOTAL,), False)


def remainders(base: KnowledgeBase) -> list[Equation]:
    """The board equation, and what is left of it less disjoint equations, where a rule could use that.

    Complete where no more than ``_FAMILIES`` families are in reach, as towards the end of a game.
    Raises InconsistentBoardError: one would hold fewer mines than none, or more than it has cells.
    """
    if base.remaining is None or not base.undecided_cells:
        return []
    found: dict[frozenset[int], Equation] = {}
    equations = list(base.equations.values())
    undecided, mines = base.undecided, base.remaining
    near = _in_reach(undecided, equations, lambda e: len(e.cells))
    if near or _in_reach(mines, equations, lambda e: e.mines):
        _collect(base, sorted(equations, key=lambda e: -e.mines / len(e.cells)), found)
    if near or _in_reach(undecided - mines, equations, lambda e: len(e.cells) - e.mines):
        _collect(base, sorted(equations, key=lambda e: e.mines / len(e.cells)), found)
    return list(found.values())


def _in_reach(number: int, equations: list[Equation], size: Callable[[Equation], int]) -> bool:
    """Whether disjoint equations might cover all but ``REACH`` of so many mines, safe cells or cells."""
    number -= REACH
    if number <= 0:
        return True
    if number > sum(map(size, equations)):
        return False
    # Equations overlap: of each cell, no more is covered than its share in the equation that gives it most.
    most: dict[int, float] = {}
    for equation in equations:
        share = size(equation) / len(equation.cells)
        for cell in equation.cells:
            if most.get(cell, 0.0) < share:
                most[cell] = share
    return number <= sum(most.values()) + 1e-6


def _collect(base: KnowledgeBase, equations: list[Equation], found: dict[frozenset[int], Equation]) -> None:
    board = whole(base)
    assert board is not None
    for family in islice(_families(equations), _FAMILIES):
        cells = board.cells.difference(*(e.cells for e in family))
        mines = board.mines - sum(e.mines for e in family)
        if cells in found or min(len(cells), mines, len(cells) - mines) > REACH:
            continue
        clues = tuple(sorted({TOTAL, *(clue for e in family for clue in e.clues)}))
        if not 0 <= mines <= len(cells):
            raise base.contradiction(
                f"the mine count {base.mines} leaves {counted(mines, 'mine')} for "
                f"{counted(len(cells), 'cell')} that "
                "other clues do not account for",
                clues,
            )
        if cells:
            found[cells] = Equation(cells, mines, clues, True)


def _families(
    equations: list[Equation],
    start: int = 0,
    family: tuple[Equation, ...] = (),
    taken: frozenset[int] = frozenset(),
) -> Iterator[tuple[Equation, ...]]:
    """All families of disjoint equations: the greedy one first, then those that differ late, none at last."""
    for number, equation in enumerate(equations[start:], start + 1):
        if taken.isdisjoint(equation.cells):
            yield from _families(equations, number, (*family, equation), taken | equation.cells)
    yield family
