"""Where nothing can count: every proved cell, by SAT, and estimates of the others, never passed off as exact.

The estimate is that of independent cells whose expected mines fit each plain sum and the mine count. Engine
``auto`` answers so where a count would take too much, and players go on with it;
``analyze(..., proofs_only=True)`` and ``minesolver solve --proofs-only`` ask for it where the core does not
count at once.
"""

import numpy as np
import numpy.typing as npt

from ..base.limits import NO_LIMIT, Budget, Limit
from ..counting.problem import Problem, build
from ..model.analysis import Outcome, Statistics
from ..model.subject import Subject
from .engine import Backbone, Engine

_SECONDS = 60.0  # of SAT, where the user gives no limit
_ROUNDS = 100  # by then the expected mines fit all sums to a thousandth, or never will
_LEAST_SECONDS = 0.2  # for them, whatever little a limit leaves: all that a board of 300x300 takes
_LEAST_RISK = 1e-6  # the least that the estimate of a cell without a proof is away from 0 and 1
_TINY = 1e-9  # in place of a divisor of 0


def run(subject: Subject, limit: Limit) -> Outcome:
    """As every engine's ``run``. Raises MissingDependencyError: PySAT is not installed."""
    from .backbone import backbone

    budget = Budget(Limit(limit.seconds or _SECONDS), "estimate")
    problem = build(subject)
    proofs = backbone(problem, budget)
    limit_left = NO_LIMIT if limit.seconds is None else Limit(budget.remaining)
    return outcome(subject, problem, proofs, budget.elapsed, limit_left)


def outcome(
    subject: Subject,
    problem: Problem,
    proofs: Backbone,
    seconds: float,
    limit_left: Limit = NO_LIMIT,
    why: str = "",
    proved_so_far: str = "what was proved in time",
) -> Outcome:
    """What proofs and estimates say of each cell.

    seconds: What the proofs took
    limit_left: What the estimates may take; a fifth of a second is theirs in any case
    why: The reason that nothing was counted, if there is one
    proved_so_far: What the proofs are where they are not complete, in words
    """
    proof = np.zeros(len(subject._capacity), np.int8)
    proof[list(proofs.safe)] = 1
    proof[list(proofs.mines)] = 2
    probability, rounds_left = _estimates(problem, proof, limit_left)
    values = subject._values()
    probability[[i for i, value in values.items() if value]] = 1.0
    probability[[i for i, value in values.items() if not value]] = 0.0

    settled = bool(proof[: problem.size][subject._unknown].all())
    note = ""
    if not settled:
        what_is_proved = "every proved cell" if proofs.complete else proved_so_far
        reason = f" ({why})" if why else ""
        note = f"nothing was counted{reason}: {what_is_proved} is given, all other chances are estimates"
        if rounds_left:
            note += f" after {_ROUNDS - rounds_left} of {_ROUNDS} rounds"
    return Outcome(
        probability[: problem.size],
        proof[: problem.size],
        Statistics(len(problem.components), seconds=seconds),
        is_exact=settled,
        note=note,
        proved_complete=proofs.complete or settled,
    )


def _estimates(
    problem: Problem, proof: npt.NDArray[np.int8], limit: Limit
) -> tuple[npt.NDArray[np.float64], int]:
    """P(mine) by index of independent cells whose expected mines are those of each plain sum, and how many
    rounds there was no time for."""
    # All plain sums, the mine count among them, in one array of their cells: those of a sum side by side.
    sums: list[tuple[int, list[int]]] = []
    for component in problem.components:
        for mine_count, groups in component.constraints:
            sums.append(
                (mine_count, [cell for group in groups for cell in component.groups[group]])
            )
    if problem.remaining is not None:
        counted_cells = [*problem.free]
        for component in problem.components:
            for group, group_cells in enumerate(component.groups):
                if group not in component.uncounted:
                    counted_cells += group_cells
        sums.append((problem.remaining, counted_cells))
    sums = [(mine_count, scope) for mine_count, scope in sums if scope]
    wanted_mines = np.array([mine_count for mine_count, _ in sums])
    sizes = np.array([len(scope) for _, scope in sums], int)
    cells = np.array([cell for _, scope in sums for cell in scope], int)
    starts = np.cumsum(sizes) - sizes
    sums_of_cell = np.bincount(cells, minlength=len(proof)) + _TINY

    # Each round moves the log odds of the cells of a sum towards the mines that it wants, all sums at once:
    # their order is to say nothing.
    odds = np.array([0, -np.inf, np.inf])[proof]
    if problem.density is not None:
        odds += np.log(float(problem.density / (1 - problem.density)))
    budget = Budget(limit, "estimate")
    rounds_left = _ROUNDS if sums else 0
    while rounds_left and budget.elapsed < max(budget.seconds, _LEAST_SECONDS):
        rounds_left -= 1
        share = (1 / (1 + np.exp(-odds)))[cells]
        expected = np.add.reduceat(share, starts)
        variance = np.add.reduceat(share - share**2, starts)
        change = np.clip((wanted_mines - expected) / np.maximum(variance, _TINY), -1, 1)
        odds += np.bincount(cells, np.repeat(change, sizes), len(odds)) / sums_of_cell
    risk = np.clip(1 / (1 + np.exp(-odds)), _LEAST_RISK, 1 - _LEAST_RISK)
    estimates: npt.NDArray[np.float64] = np.where(proof == 0, risk, proof == 2)
    return estimates, rounds_left


ENGINE = Engine(
    "estimate",
    "every proved cell, by SAT, and estimates of the others, where nothing can count",
    run,
    exact=False,
    rational=False,
    subjects="any",
)
