"""Exact counting by trying every number of mines in every group: simple, and slow on large components."""

from itertools import product
from math import comb, prod

from minesolver.base.limits import Budget
from minesolver.counting.joining import ComponentCount
from minesolver.counting.problem import Component
from minesolver.engines.engine import Engine, by_counting


def count(component: Component, cols: int, budget: Budget) -> ComponentCount:
    """The layouts of a component by their number of mines, and the mines that each group has in them."""
    sizes = [len(group) for group in component.groups]
    models = [0] * (sum(sizes) + 1)
    mines = [[0] * len(models) for _ in sizes]
    for numbers in product(*(range(size + 1) for size in sizes)):
        budget.check_time()
        if any(sum(numbers[g] for g in groups) != clue for clue, groups in component.constraints):
            continue
        weight = prod(map(comb, sizes, numbers))
        models[sum(numbers)] += weight
        for group, number in enumerate(numbers):
            mines[group][sum(numbers)] += number * weight
    return ComponentCount(0, models, mines)


ENGINE = Engine("products", "every number of mines in every group", by_counting("products", count))
