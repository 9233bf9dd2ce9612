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
        # What is left from each part on, by mines.
        self._rest = list(accumulate(reversed(polynomials), multiply))[::-1]
        self._polynomials = polynomials
        self._settled = len(problem.mines)

    def layouts(self, mines: int) -> int:
        """How many layouts have so many mines on the cells that are not known."""
        rest = mines - self._settled
        return self._rest[0][rest] if 0 <= rest < len(self._rest[0]) else 0

    def totals(self) -> list[int]:
        """The mine counts that some layout has."""
        return [k + self._settled for k, ways in enumerate(self._rest[0]) if ways]

    def draw(self, mines: int, below: Below) -> set[int]:
        """The cells with mines, by index, in one of the layouts with so many mines; there must be one."""
        chosen = set(self._problem.mines)
        left = mines - self._settled
        for i, (component, part) in enumerate(zip(self._problem.components, self._parts, strict=True)):
            after = self._rest[i + 1]
            weights = [
                ways * after[left - k] if 0 <= left - k < len(after) else 0
                for k, ways in enumerate(self._polynomials[i])
            ]
            sums = list(accumulate(weights))
            k = bisect(sums, below(sums[-1]))
            left -= k
            for group, x in zip(component.groups, part.draw(k, below), strict=True):
                chosen |= _some(group, x, below)
        return chosen | _some(self._problem.free, left, below)

    def each(self, mines: int) -> Iterator[set[int]]:
        """The cells with mines, by index, in every layout with so many mines."""
        left = mines - self._settled
        if self.layouts(mines):
            yield from self._each_from(0, left, set(self._problem.mines))

    def _each_from(self, part: int, left: int, chosen: set[int]) -> Iterator[set[int]]:
        """With so many mines in this part of the problem and those after it."""
        if part == len(self._parts):
            for free_mines in combinations(self._problem.free, left):
                yield chosen.union(free_mines)
            return
        after = self._rest[part + 1]
        for mines, ways in enumerate(self._polynomials[part]):
            if ways and 0 <= left - mines < len(after) and after[left - mines]:
                for values in self._parts[part].each(mines):
                    for part_mines in _choices(self._problem.components[part].groups, values):
                        yield from self._each_from(part + 1, left - mines, chosen | part_mines)


def _choices(groups: Sequence[tuple[int, ...]], values: Sequence[int]) -> Iterator[set[int]]:
    """Every way to have so many mines in each of the groups."""
    if not groups:
        yield set()
        return
    for mines in combinations(groups[0], values[0]):
        for others in _choices(groups[1:], values[1:]):
            yield others.union(mines)


def _some(cells: tuple[int, ...], number: int, below: Below) -> set[int]:
    """So many of the cells, each choice equally likely."""
    left = list(cells)
    return {left.pop(below(len(left))) for _ in range(number)}
