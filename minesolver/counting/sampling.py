"""Layouts that satisfy a problem: drawn at random, each equally likely, or listed, each once."""

from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, combinations

from ..base.limits import Budget
from .elimination import Forward
from .joining import multiply
from .problem import Component, Problem, values

MineCounts = dict[int, int]
"""Of each cell with mines, by index, how many it holds."""
Below = Callable[[int], int]
"""A random whole number from 0, less than the argument, each equally likely."""


class Sampler:
    """Draws and lists the layouts of one problem.

    Raises :class:`~minesolver.base.errors.EngineLimitError` past the budget.
    """

    def __init__(self, problem: Problem, budget: Budget) -> None:
        self._problem = problem
        self._forwards = [
            Forward(component, problem.cols, budget) for component in problem.components
        ]
        free = len(problem.free)
        polynomials = [[0] * forward.low + forward.models for forward in self._forwards]
        polynomials.append(_choices_of_each_size(free, budget))
        # Layouts, by their mines, of each component together with all after it and the unconstrained cells.
        self._suffix_layouts = list(accumulate(reversed(polynomials), multiply))[::-1]
        self._polynomials = polynomials
        self._settled = sum(problem.mine_values)

    def layouts(self, mines: int) -> int:
        """How many layouts have so many mines on the cells that are not known."""
        mines_left = mines - self._settled
        layouts = self._suffix_layouts[0]
        return layouts[mines_left] if 0 <= mines_left < len(layouts) else 0

    def totals(self) -> list[int]:
        """The mine counts that some layout has."""
        return [k + self._settled for k, layouts in enumerate(self._suffix_layouts[0]) if layouts]

    def draw(self, mines: int, below: Below) -> set[int]:
        """The cells with mines, by index, in one of the layouts with so many mines; there must be one."""
        return set(self.draw_layout(mines, below))

    def draw_layout(self, mines: int, below: Below) -> MineCounts:
        """The same with how many mines each cell holds."""
        layout = self._settled_layout()
        mines_left = mines - self._settled
        for i, (component, forward) in enumerate(
            zip(self._problem.components, self._forwards, strict=True)
        ):
            # How many mines this component has, by how many layouts there are with each number of them.
            suffix_layouts = self._suffix_layouts[i + 1]
            weights = []
            for k, layouts in enumerate(self._polynomials[i]):
                is_possible = 0 <= mines_left - k < len(suffix_layouts)
                weights.append(layouts * suffix_layouts[mines_left - k] if is_possible else 0)
            cumulated = list(accumulate(weights))
            component_mines = bisect(cumulated, below(cumulated[-1]))
            mines_left -= component_mines
            for group, group_mines in enumerate(forward.draw(component_mines, below)):
                cells = component.groups[group]
                capacity = component.capacity[group] if component.capacity else 1
                layout |= _random_values(cells, capacity, group_mines, below)
        return layout | _random_values(self._problem.free, 1, mines_left, below)

    def _settled_layout(self) -> MineCounts:
        """The mines that are known before anything is counted."""
        return dict(zip(self._problem.mines, self._problem.mine_values, strict=True))

    def each(self, mines: int) -> Iterator[MineCounts]:
        """Every layout with so many mines."""
        if self.layouts(mines):
            yield from self._each_from(0, mines - self._settled, self._settled_layout())

    def _each_from(self, index: int, mines_left: int, chosen: MineCounts) -> Iterator[MineCounts]:
        """With so many mines in the component of this index and those after it."""
        if index == len(self._forwards):
            for free_mines in combinations(self._problem.free, mines_left):
                yield chosen | dict.fromkeys(free_mines, 1)
            return
        suffix_layouts = self._suffix_layouts[index + 1]
        for mines, layouts in enumerate(self._polynomials[index]):
            is_possible = layouts and 0 <= mines_left - mines < len(suffix_layouts)
            if is_possible and suffix_layouts[mines_left - mines]:
                component = self._problem.components[index]
                for group_mines in self._forwards[index].each(mines):
                    for component_mines in _choices(component, group_mines):
                        yield from self._each_from(
                            index + 1, mines_left - mines, chosen | component_mines
                        )


def _choices_of_each_size(cells: int, budget: Budget) -> list[int]:
    """By k, in how many ways k of so many cells are chosen: each from the one before, as ``comb`` alone takes
    seconds for thousands of cells."""
    choices = [1]
    for k in range(1, cells + 1):
        budget.check_time()
        choices.append(choices[-1] * (cells - k + 1) // k)
    return choices


def _choices(
    component: Component, group_mines: Sequence[int], group: int = 0
) -> Iterator[MineCounts]:
    """Every way to have so many mines in each of the groups, from one of them on."""
    if group == len(component.groups):
        yield {}
        return
    capacity = component.capacity[group] if component.capacity else 1
    for layout in _each_values(component.groups[group], capacity, group_mines[group]):
        for later_mines in _choices(component, group_mines, group + 1):
            yield later_mines | layout


def _each_values(cells: tuple[int, ...], capacity: int, mines: int) -> Iterator[MineCounts]:
    """Every way to have so many mines in some cells, each of which holds at most so many."""
    if capacity == 1:
        for chosen in combinations(cells, mines):
            yield dict.fromkeys(chosen, 1)
        return
    if not cells:
        yield {}
        return
    other_cells = cells[1:]
    fewest = max(0, mines - capacity * len(other_cells))
    for value in range(fewest, min(capacity, mines) + 1):
        first_mines = {cells[0]: value} if value else {}
        for later_mines in _each_values(other_cells, capacity, mines - value):
            yield first_mines | later_mines


def _random_values(cells: tuple[int, ...], capacity: int, mines: int, below: Below) -> MineCounts:
    """So many mines in some cells, each of which holds at most so many, each way equally likely."""
    if capacity == 1:
        cells_left = list(cells)
        return {cells_left.pop(below(len(cells_left))): 1 for _ in range(mines)}
    layout: MineCounts = {}
    for number, cell in enumerate(cells, 1):
        # What a cell holds, by how many ways there are for the mines that are left to the others.
        cells_after = len(cells) - number
        layouts_of_others = (
            [layouts for _, layouts, _ in values(cells_after, capacity)] if cells_after else [1]
        )
        weights = []
        for value in range(min(capacity, mines) + 1):
            weights.append(
                layouts_of_others[mines - value] if mines - value < len(layouts_of_others) else 0
            )
        cumulated = list(accumulate(weights))
        value = bisect(cumulated, below(cumulated[-1]))
        if value:
            layout[cell] = value
        mines -= value
    return layout
