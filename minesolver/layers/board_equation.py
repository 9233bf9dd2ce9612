"""The board equation: all undecided cells together hold the remaining mines.

It is an equation like any other: the rules subtract from it, and what that leaves is subtracted in turn. Only
its size sets it apart. It contains every other equation, so each family of disjoint equations leaves a
remainder of it, 2^k of them for k equations. Remainders are therefore made when the other equations have
nothing left to say, and those alone that a rule could use; small ones are filed with the other equations.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from ..base.errors import counted
from .knowledge import TOTAL, Equation, KnowledgeBase

CellSet = int
"""A set of cells as an integer with a bit for each: that two sets of many cells share none takes one step."""

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


class Remainder(NamedTuple):
    """What is left of the board equation less a family of disjoint equations; most are done with by numbers.

    board: The board equation
    equations, family: Equations, and the places of the family among them
    cell_count, mines: How many cells are left, and how many mines in them
    """

    board: Equation
    equations: list[Equation]
    family: tuple[int, ...]
    cell_count: int
    mines: int

    @property
    def decided(self) -> bool:
        """Whether all its cells are mines, or none."""
        return self.mines in (0, self.cell_count)

    def equation(self) -> Equation:
        """The same as an equation, with the clues that it rests on."""
        equations = [self.equations[number] for number in self.family]
        cells = self.board.cells.difference(*[equation.cells for equation in equations])
        return Equation(cells, self.mines, self.clues, True)

    @property
    def clues(self) -> tuple[int, ...]:
        """The mine count and the clues of the family."""
        clue_set = {TOTAL}.union(*[self.equations[number].clues for number in self.family])
        return tuple(sorted(clue_set))


def remainders(base: KnowledgeBase) -> list[Remainder]:
    """The board equation, and what is left of it less disjoint equations, where a rule could use that.

    Complete where no more than ``_FAMILIES`` families are in reach, as towards the end of a game.
    Raises InconsistentBoardError: one would hold fewer mines than none, or more than it has cells.
    """
    if base.remaining is None or not base.undecided_cells:
        return []
    remainder_of: dict[CellSet, Remainder] = {}
    equations: Iterable[Equation] = base.equations.values()
    undecided, mines = base.undecided, base.remaining

    # A remainder is of use where it is small, or has few mines, or few safe cells: each is looked for from
    # the equations that take most of these away.
    cells_in_reach = _in_reach(undecided, equations, _cell_count)
    few_mines = cells_in_reach or _in_reach(mines, equations, _mine_count)
    few_safe_cells = cells_in_reach or _in_reach(undecided - mines, equations, _safe_count)
    if not few_mines and not few_safe_cells:
        return []
    board = whole(base)
    assert board is not None

    # In an order of their own: which families are tried is no matter of how the equations came to be known.
    equations = sorted(equations, key=_sorted_cells)
    if few_mines:
        _collect(base, board, sorted(equations, key=_mine_density, reverse=True), remainder_of)
    if few_safe_cells:
        _collect(base, board, sorted(equations, key=_mine_density), remainder_of)
    return list(remainder_of.values())


def _sorted_cells(equation: Equation) -> list[int]:
    return sorted(equation.cells)


def _cell_count(equation: Equation) -> int:
    return len(equation.cells)


def _mine_count(equation: Equation) -> int:
    return equation.mines


def _safe_count(equation: Equation) -> int:
    return len(equation.cells) - equation.mines


def _mine_density(equation: Equation) -> float:
    return equation.mines / len(equation.cells)


def _in_reach(number: int, equations: Iterable[Equation], size: Callable[[Equation], int]) -> bool:
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
    base: KnowledgeBase,
    board: Equation,
    equations: list[Equation],
    remainder_of: dict[CellSet, Remainder],
) -> None:
    """Add the remainders of families of these equations that a rule could use, by the cells of the family."""
    undecided = len(board.cells)
    for numbers, covered_cells, covered_count, covered_mines in islice(
        _families(equations), _FAMILIES
    ):
        # Of a large board most families leave too many cells.
        cell_count = undecided - covered_count
        mines = board.mines - covered_mines
        if min(cell_count, mines, cell_count - mines) > REACH or covered_cells in remainder_of:
            continue
        remainder = Remainder(board, equations, tuple(numbers), cell_count, mines)
        if not 0 <= mines <= cell_count:
            raise base.contradiction(
                f"the mine count {base.mines} leaves {counted(mines, 'mine')} for "
                f"{counted(cell_count, 'cell')} that "
                "other clues do not account for",
                remainder.clues,
            )
        if cell_count:
            remainder_of[covered_cells] = remainder


def _families(equations: list[Equation]) -> Iterator[tuple[list[int], CellSet, int, int]]:
    """All families of disjoint equations: the greedy one first, then those that differ late, none at last.

    Gives: The members by their numbers, in a list that changes with the next family; all their cells; how
        many cells and mines these are.
    """
    cell_sets = [sum([1 << cell for cell in equation.cells]) for equation in equations]
    numbers: list[int] = []
    covered_cells: CellSet = 0
    covered_count = covered_mines = 0
    first_number = 0
    while True:
        for number in range(first_number, len(equations)):
            if not covered_cells & cell_sets[number]:
                numbers.append(number)
                covered_cells |= cell_sets[number]
                covered_count += len(equations[number].cells)
                covered_mines += equations[number].mines
        yield numbers, covered_cells, covered_count, covered_mines

        # The next family goes without the last member, and with what fits in its place.
        if not numbers:
            return
        last_number = numbers.pop()
        covered_cells ^= cell_sets[last_number]
        covered_count -= len(equations[last_number].cells)
        covered_mines -= equations[last_number].mines
        first_number = last_number + 1
