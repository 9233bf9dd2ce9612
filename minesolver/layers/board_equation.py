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
    remainder_of: dict[frozenset[int], Equation] = {}
    # In an order of their own: which families are tried is no matter of how the equations came to be known.
    equations = sorted(base.equations.values(), key=lambda equation: sorted(equation.cells))
    undecided, mines = base.undecided, base.remaining

    # A remainder is of use where it is small, or has few mines, or few safe cells: each is looked for from
    # the equations that take most of these away.
    cells_in_reach = _in_reach(undecided, equations, _cell_count)
    if cells_in_reach or _in_reach(mines, equations, _mine_count):
        _collect(base, sorted(equations, key=_mine_density, reverse=True), remainder_of)
    if cells_in_reach or _in_reach(undecided - mines, equations, _safe_count):
        _collect(base, sorted(equations, key=_mine_density), remainder_of)
    return list(remainder_of.values())


def _cell_count(equation: Equation) -> int:
    return len(equation.cells)


def _mine_count(equation: Equation) -> int:
    return equation.mines


def _safe_count(equation: Equation) -> int:
    return len(equation.cells) - equation.mines


def _mine_density(equation: Equation) -> float:
    return equation.mines / len(equation.cells)


def _in_reach(number: int, equations: list[Equation], size: Callable[[Equation], int]) -> bool:
    """Whether disjoint equations might cover all but ``REACH`` of so many mines, safe cells or cells."""
    to_cover = number - REACH
    if to_cover <= 0:
        return True
    if to_cover > sum(map(size, equations)):
        return False
    # Equations overlap: of each cell, no more is covered than its share in the equation that gives it most.
    largest_share: dict[int, float] = {}
    for equation in equations:
        share = size(equation) / len(equation.cells)
        for cell in equation.cells:
            if largest_share.get(cell, 0.0) < share:
                largest_share[cell] = share
    return to_cover <= sum(largest_share.values()) + 1e-6


def _collect(
    base: KnowledgeBase, equations: list[Equation], remainder_of: dict[frozenset[int], Equation]
) -> None:
    """Add the remainders of families of these equations, by their cells, that a rule could use."""
    board = whole(base)
    assert board is not None
    for family, covered_count, covered_mines in islice(_families(equations), _FAMILIES):
        # How many cells are left is known without them: of a large board most families leave too many.
        cell_count = len(board.cells) - covered_count
        mines = board.mines - covered_mines
        if min(cell_count, mines, cell_count - mines) > REACH:
            continue
        cells = board.cells.difference(*[equation.cells for equation in family])
        if cells in remainder_of:
            continue
        clue_set = {TOTAL}.union(*(equation.clues for equation in family))
        clues = tuple(sorted(clue_set))
        if not 0 <= mines <= len(cells):
            raise base.contradiction(
                f"the mine count {base.mines} leaves {counted(mines, 'mine')} for "
                f"{counted(len(cells), 'cell')} that "
                "other clues do not account for",
                clues,
            )
        if cells:
            remainder_of[cells] = Equation(cells, mines, clues, True)


def _families(equations: list[Equation]) -> Iterator[tuple[list[Equation], int, int]]:
    """All families of disjoint equations, each with how many cells and mines these have together: the greedy
    one first, then those that differ late, none at last."""
    family_numbers: list[int] = []
    covered_cells: set[int] = set()
    covered_mines = 0
    first_number = 0
    while True:
        for number in range(first_number, len(equations)):
            equation = equations[number]
            if covered_cells.isdisjoint(equation.cells):
                family_numbers.append(number)
                covered_cells |= equation.cells
                covered_mines += equation.mines
        family = [equations[number] for number in family_numbers]
        yield family, len(covered_cells), covered_mines

        # The next family goes without the last member, and with what fits in its place.
        if not family_numbers:
            return
        last_number = family_numbers.pop()
        covered_cells -= equations[last_number].cells
        covered_mines -= equations[last_number].mines
        first_number = last_number + 1
