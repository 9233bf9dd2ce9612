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

_CHUNK = 1 << 16


def _run(subject: Subject, limit: Limit) -> Outcome:
    """Each value of each unknown cell, checked against the definition of every constraint."""
    budget = Budget(limit, "brute_force", solutions=2**24)
    cells = len(subject.cells)
    known = subject.values()
    values = np.array([known.get(i, 0) for i in range(len(subject.capacity))])
    unknown = np.array([i for i in range(len(values)) if i not in known], dtype=np.int64)
    column = {i: k for k, i in enumerate(unknown.tolist())}
    sizes = np.array([subject.capacity[i] + 1 for i in unknown], dtype=object)
    number = prod(sizes)
    if number > budget.solutions:
        budget.exceeded(
            f"2^{len(unknown)} layouts" if number == 2 ** len(unknown) else counted(number, "layout")
        )
    sizes = sizes.astype(np.int64)
    blocks = np.cumprod(sizes) // sizes
    mines = unknown < cells
    most = int((sizes[mines] - 1).sum())
    by_mines = [0] * (most + 1)
    held = np.zeros((most + 1, len(unknown)), dtype=np.int64)
    rest = None if subject.mines is None else subject.mines - values[:cells].sum()
    # The cheap ones first.
    constraints = sorted(subject.constraints, key=lambda c: not isinstance(c, SumConstraint))
    for start in range(0, number, _CHUNK):
        budget.check_time()
        layouts = np.arange(start, min(start + _CHUNK, number))[:, None] // blocks % sizes
        if rest is not None:
            layouts = layouts[layouts[:, mines].sum(axis=1) == rest]
        for constraint in constraints:
            rows = np.tile(values[list(constraint.cells)], (len(layouts), 1))
            for place, i in enumerate(constraint.cells):
                if i in column:
                    rows[:, place] = layouts[:, column[i]]
            layouts = layouts[_holds(constraint, rows)]
        totals = layouts[:, mines].sum(axis=1)
        for k in np.unique(totals):
            chosen = layouts[totals == k]
            by_mines[k] += len(chosen)
            held[k] += (chosen > 0).sum(axis=0)
    solutions = sum(by_mines)
    if not solutions:
        raise ContradictionError
    weight = [1] * (most + 1)
    if subject.density is not None:
        p, q = subject.density.numerator, subject.density.denominator - subject.density.numerator
        weight = [p**k * q ** (most - k) for k in range(most + 1)]
    denominator = sum(n * w for n, w in zip(by_mines, weight, strict=True))
    weighed = [sum(int(n) * w for n, w in zip(own, weight, strict=True)) for own in held.T]
    parts = [((i,), (own, denominator)) for i, own in zip(unknown.tolist(), weighed, strict=True)]
    marked = [i for i, value in known.items() if value and i < cells]
    return outcome_of(cells, marked, parts, solutions, Statistics(seconds=budget.elapsed))


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
