"""Every layout of the unknown cells, one by one: only for small boards, and the plainest possible check."""

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
    known_values = subject.values()
    values = np.array([known_values.get(cell, 0) for cell in range(len(subject.capacity))])
    unknown = np.array(
        [cell for cell in range(len(values)) if cell not in known_values], dtype=np.int64
    )
    value_counts = np.array([subject.capacity[cell] + 1 for cell in unknown], dtype=object)
    candidate_count = prod(value_counts)
    if candidate_count > budget.solutions:
        number = counted(candidate_count, "layout")
        if candidate_count == 2 ** len(unknown):
            number = f"2^{len(unknown)} layouts"
        budget.exceeded(number)

    # A layout's number has a digit for each unknown cell, to the base of how many values the cell may have.
    value_counts = value_counts.astype(np.int64)
    digit_weights = np.cumprod(value_counts) // value_counts
    is_cell = unknown < cell_count
    max_mines = int((value_counts[is_cell] - 1).sum())
    # By number of mines; and in how many of them each cell holds one.
    layouts_with = [0] * (max_mines + 1)
    mined_with = np.zeros((max_mines + 1, len(unknown)), dtype=np.int64)
    mines_left = None if subject.mines is None else subject.mines - values[:cell_count].sum()
    cheap_first = sorted(
        subject.constraints, key=lambda constraint: not isinstance(constraint, SumConstraint)
    )
    for start in range(0, candidate_count, _LAYOUTS_AT_ONCE):
        budget.check_time()
        numbers = np.arange(start, min(start + _LAYOUTS_AT_ONCE, candidate_count))
        layouts = numbers[:, None] // digit_weights % value_counts
        if mines_left is not None:
            layouts = layouts[layouts[:, is_cell].sum(axis=1) == mines_left]
        for constraint in cheap_first:
            layouts = layouts[_holds(constraint, _values_in(constraint, layouts, unknown, values))]
        mine_counts = layouts[:, is_cell].sum(axis=1)
        for mine_count in np.unique(mine_counts):
            with_as_many = layouts[mine_counts == mine_count]
            layouts_with[mine_count] += len(with_as_many)
            mined_with[mine_count] += (with_as_many > 0).sum(axis=0)
    solutions = sum(layouts_with)
    if not solutions:
        raise ContradictionError

    # Under a density layouts with fewer mines are more likely, or less; in whole numbers, to stay exact.
    weights = [1] * (max_mines + 1)
    if subject.density is not None:
        mine_weight = subject.density.numerator
        safe_weight = subject.density.denominator - mine_weight
        for mines in range(max_mines + 1):
            weights[mines] = mine_weight**mines * safe_weight ** (max_mines - mines)
    denominator = sum(number * weight for number, weight in zip(layouts_with, weights, strict=True))
    groups = []  # of one cell each
    for cell, numbers_mined in zip(unknown.tolist(), mined_with.T.tolist(), strict=True):
        numerator = sum(
            number * weight for number, weight in zip(numbers_mined, weights, strict=True)
        )
        groups.append(((cell,), (numerator, denominator)))
    marked = [cell for cell, value in known_values.items() if value and cell < cell_count]
    return outcome_of(cell_count, marked, groups, solutions, Statistics(seconds=budget.elapsed))


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
