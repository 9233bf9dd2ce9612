"""Every layout of the unknown cells, one by one: only for small boards, and the plainest possible check."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

import numpy as np
import numpy.typing as npt

from ..base.errors import counted
from ..base.limits import Budget, Limit
from ..counting.problem import ContradictionError
from ..model.analysis import Outcome, Statistics
from ..model.constraint import Constraint, SumConstraint
from ..model.subject import Subject
from .engine import Engine, outcome_of

_LAYOUTS_AT_ONCE = 1 << 16  # a few megabytes


def _run(subject: Subject, limit: Limit) -> Outcome:
    """Each value of each unknown cell, checked against the definition of every constraint."""
    budget = Budget(limit, "brute_force", solutions=2**24)
    cell_count = len(subject.cells)  # hidden quantities come after the cells
    known_values = subject._values()
    values = np.array([known_values.get(cell, 0) for cell in range(len(subject._capacity))])
    unknown = np.array(
        [cell for cell in range(len(values)) if cell not in known_values], dtype=np.int64
    )
    value_counts = [subject._capacity[cell] + 1 for cell in unknown]
    _check_number(value_counts, budget)

    # By number of mines: how many layouts there are, and in how many of them each cell holds one.
    is_cell = unknown < cell_count
    max_mines = sum(
        count - 1 for count, is_mine in zip(value_counts, is_cell, strict=True) if is_mine
    )
    layouts_with = [0] * (max_mines + 1)
    mined_with = np.zeros((max_mines + 1, len(unknown)), dtype=np.int64)
    for layouts in _layouts(subject, unknown, values, value_counts, budget):
        mine_counts = layouts[:, is_cell].sum(axis=1)
        for mine_count in np.unique(mine_counts):
            with_as_many = layouts[mine_counts == mine_count]
            layouts_with[mine_count] += len(with_as_many)
            mined_with[mine_count] += (with_as_many > 0).sum(axis=0)
    solutions = sum(layouts_with)
    if not solutions:
        raise ContradictionError

    weights = _weights(subject.density, max_mines)
    denominator = _weighted(layouts_with, weights)
    groups = []  # of one cell each
    for cell, layouts_with_mine in zip(unknown.tolist(), mined_with.T.tolist(), strict=True):
        groups.append(((cell,), (_weighted(layouts_with_mine, weights), denominator)))
    marked = [cell for cell, value in known_values.items() if value and cell < cell_count]
    return outcome_of(cell_count, marked, groups, solutions, Statistics(seconds=budget.elapsed))


def _check_number(value_counts: Sequence[int], budget: Budget) -> None:
    """Raises EngineLimitError: there are more layouts to try than the budget has.

    value_counts: How many values each unknown cell may have
    """
    layout_count = prod(value_counts)
    if layout_count > budget.solutions:
        number = counted(layout_count, "layout")
        if layout_count == 2 ** len(value_counts):
            number = f"2^{len(value_counts)} layouts"
        budget.exceeded(number)


def _layouts(
    subject: Subject,
    unknown: npt.NDArray[np.int64],
    values: npt.NDArray[np.int64],
    value_counts: Sequence[int],
    budget: Budget,
) -> Iterator[npt.NDArray[np.int64]]:
    """The layouts that agree with everything, many at a time: one a row, its columns the unknown cells.

    values: Those of known cells
    """
    # A layout's number has a digit for each unknown cell, to the base of how many values the cell may have.
    bases = np.array(value_counts, np.int64)
    digit_weights = np.cumprod(bases) // bases
    layout_count = prod(value_counts)
    cell_count = len(subject.cells)
    is_cell = unknown < cell_count
    mines_left = None if subject.mines is None else subject.mines - values[:cell_count].sum()
    cheap_first = sorted(
        subject.constraints, key=lambda constraint: not isinstance(constraint, SumConstraint)
    )
    for start in range(0, layout_count, _LAYOUTS_AT_ONCE):
        budget.check_time()
        numbers = np.arange(start, min(start + _LAYOUTS_AT_ONCE, layout_count))
        layouts = numbers[:, None] // digit_weights % bases
        if mines_left is not None:
            layouts = layouts[layouts[:, is_cell].sum(axis=1) == mines_left]
        for constraint in cheap_first:
            layouts = layouts[_holds(constraint, _values_in(constraint, layouts, unknown, values))]
        yield layouts


def _weights(density: Fraction | None, max_mines: int) -> list[int]:
    """What a layout weighs by its mines, in integers: under a density fewer are more likely, or less."""
    if density is None:
        return [1] * (max_mines + 1)
    mine_weight = density.numerator
    safe_weight = density.denominator - mine_weight
    return [
        mine_weight**mines * safe_weight ** (max_mines - mines) for mines in range(max_mines + 1)
    ]


def _weighted(numbers: Sequence[int], weights: Sequence[int]) -> int:
    return sum(number * weight for number, weight in zip(numbers, weights, strict=True))


def _values_in(
    constraint: Constraint,
    layouts: npt.NDArray[np.int64],
    unknown: npt.NDArray[np.int64],
    values: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    """The values of a constraint's cells in some layouts, one a row.

    unknown: The cell of each column of the layouts
    values: Those of known cells
    """
    column_of = {cell: column for column, cell in enumerate(unknown.tolist())}
    rows = np.tile(values[list(constraint.cells)], (len(layouts), 1))
    for index, cell in enumerate(constraint.cells):
        if cell in column_of:
            rows[:, index] = layouts[:, column_of[cell]]
    return rows


def _holds(constraint: Constraint, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    if isinstance(constraint, SumConstraint):
        return np.isin(rows @ np.array(constraint.weights, np.int64), list(constraint.allowed))
    return np.array([constraint.holds(row) for row in rows.tolist()], dtype=bool)


ENGINE = Engine(
    "brute_force",
    "every layout of the unknown cells, for small boards (up to 24 hidden cells)",
    _run,
    subjects="any",
)
