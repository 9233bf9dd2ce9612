"""Layouts that satisfy a problem: drawn at random, each equally likely, or listed, each once."""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, combinations
from math import comb

from ..base.limits import Budget
from .elimination import Forward
from .joining import multiply
from .problem import Problem

Below = Callable[[int], int]
"""A random whole number from 0, less than the argument, each equally likely."""


class Sampler:
    """Draws layouts of one problem whose cells hold at most one mine.

    Raises :class:`~minesolver.base.errors.EngineLimitError` past the budget.
    """

    def __init__(self, problem: Problem, budget: Budget) -> None:
        self._problem = problem
        self._parts = [Forward(component, problem.cols, budget) for component in problem.components]
        free = len(problem.free)
        polynomials = [[0] * part.low + part.models for part in self._parts]
        polynomials.append([comb(free, k) for k in range(free + 1)])
        # Layouts, by their mines, of each component together with all after it and the unconstrained cells.
        self._suffix_layouts = list(accumulate(reversed(polynomials), multiply))[::-1]
        self._polynomials = polynomials
        self._settled = len(problem.mines)

    def layouts(self, mines: int) -> int:
        """How many layouts have so many mines on the cells that are not known."""
        mines_left = mines - self._settled
        layouts = self._suffix_layouts[0]
        return layouts[mines_left] if 0 <= mines_left < len(layouts) else 0

    def totals(self) -> list[int]:
        """The mine counts that some layout has."""
        return [k + self._settled for k, ways in enumerate(self._suffix_layouts[0]) if ways]

    def draw(self, mines: int, below: Below) -> set[int]:
        """The cells with mines, by index, in one of the layouts with so many mines; there must be one."""
        chosen = set(self._problem.mines)
        mines_left = mines - self._settled
        for i, (component, part) in enumerate(zip(self._problem.components, self._parts, strict=True)):
            # How many mines this component has, by how many layouts there are with each number of them.
            suffix_layouts = self._suffix_layouts[i + 1]
            weights = []
            for k, ways in enumerate(self._polynomials[i]):
                is_possible = 0 <= mines_left - k < len(suffix_layouts)
                weights.append(ways * suffix_layouts[mines_left - k] if is_possible else 0)
            cumulated = list(accumulate(weights))
            component_mines = bisect(cumulated, below(cumulated[-1]))
            mines_left -= component_mines
            for group, group_mines in zip(component.groups, part.draw(component_mines, below), strict=True):
                chosen |= _random_subset(group, group_mines, below)
        return chosen | _random_subset(self._problem.free, mines_left, below)

    def each(self, mines: int) -> Iterator[set[int]]:
        """The cells with mines, by index, in every layout with so many mines."""
        if self.layouts(mines):
            yield from self._each_from(0, mines - self._settled, set(self._problem.mines))

    def _each_from(self, part: int, mines_left: int, chosen: set[int]) -> Iterator[set[int]]:
        """With so many mines in this part of the problem and those after it."""
        if part == len(self._parts):
            for free_mines in combinations(self._problem.free, mines_left):
                yield chosen.union(free_mines)
            return
        suffix_layouts = self._suffix_layouts[part + 1]
        for mines, ways in enumerate(self._polynomials[part]):
            is_possible = ways and 0 <= mines_left - mines < len(suffix_layouts)
            if is_possible and suffix_layouts[mines_left - mines]:
                for values in self._parts[part].each(mines):
                    for part_mines in _choices(self._problem.components[part].groups, values):
                        yield from self._each_from(part + 1, mines_left - mines, chosen | part_mines)


def _choices(groups: Sequence[tuple[int, ...]], values: Sequence[int]) -> Iterator[set[int]]:
    """Every way to have so many mines in each of the groups."""
    if not groups:
        yield set()
        return
    for mines in combinations(groups[0], values[0]):
        for later_mines in _choices(groups[1:], values[1:]):
            yield later_mines.union(mines)


def _random_subset(cells: tuple[int, ...], number: int, below: Below) -> set[int]:
    """So many of the cells, each choice equally likely."""
    cells_left = list(cells)
    return {cells_left.pop(below(len(cells_left))) for _ in range(number)}
