"""Exact counting by trying every number of mines in every group: simple, and slow on large components."""

from collections.abc import Sequence
from itertools import product
from math import comb, prod

from minesolver.base.limits import Budget
from minesolver.counting.joining import ComponentCount
from minesolver.counting.problem import Component
from minesolver.engine.engine import Engine, by_counting


def count(component: Component, cols: int, budget: Budget) -> ComponentCount:
    """The layouts of a component by their number of mines, and the mines that each group has in them."""
    group_sizes = [len(group) for group in component.groups]
    models = [0] * (sum(group_sizes) + 1)
    mines = [[0] * len(models) for _ in group_sizes]
    for mines_in_groups in product(*(range(size + 1) for size in group_sizes)):
        budget.check_time()
        if not fits(component, mines_in_groups):
            continue
        # Cells of a group are alike: any of them may hold its mines.
        layouts = prod(map(comb, group_sizes, mines_in_groups))
        mine_count = sum(mines_in_groups)
        models[mine_count] += layouts
        for group, mines_in_group in enumerate(mines_in_groups):
            mines[group][mine_count] += mines_in_group * layouts
    return ComponentCount(0, models, mines)


def fits(component: Component, mines_in_groups: Sequence[int]) -> bool:
    """Whether every clue sees its number of mines."""
    for clue, groups in component.constraints:
        if sum(mines_in_groups[group] for group in groups) != clue:
            return False
    return True


ENGINE = Engine("products", "every number of mines in every group", by_counting("products", count))
