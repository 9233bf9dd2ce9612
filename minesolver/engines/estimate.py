"""Where nothing can count: proved cells, by SAT, and estimates of the others, never passed off as exact.

The estimate is that of independent cells whose expected mines fit each plain sum and the mine total. Players
go on with it where a position of their game is too wide for exact counting.
"""

from contextlib import suppress

import numpy as np

from ..base.errors import EngineLimitError
from ..base.limits import Budget, Limit
from ..counting.problem import build
from ..model.analysis import Outcome, Statistics
from ..model.subject import Subject
from .engine import Engine, Proved
from .pysat import backbone

_SECONDS = 5.0  # of SAT; after them nothing more is proved
_ROUNDS = 100
_NEAR = 1e-6  # the least that a cell without a proof is away from 0 and 1


def run(subject: Subject, limit: Limit) -> Outcome:
    """As every engine's ``run``."""
    budget = Budget(Limit(limit.seconds or _SECONDS), "estimate")
    given = build(subject)
    proof = np.zeros(len(subject.capacity), np.int8)
    proved: Proved = given.safe, given.mines
    with suppress(EngineLimitError):
        proved = backbone(given, budget)
    for code, cells in enumerate(proved, 1):
        proof[list(cells)] = code
    sums = [
        (need, [i for g in own for i in c.groups[g]]) for c in given.components for need, own in c.constraints
    ]
    if given.remaining is not None:
        grouped = [(c, g) for c in given.components for g in range(len(c.groups)) if g not in c.uncounted]
        sums.append((given.remaining, [*given.free, *(i for c, g in grouped for i in c.groups[g])]))
    wanted, of = np.array([need for need, own in sums if own]), [own for _, own in sums if own]
    cells, sizes = np.array([i for own in of for i in own], int), np.array([len(own) for own in of], int)
    times = np.bincount(cells, minlength=len(proof)) + 1e-9
    odds = np.array([0, -np.inf, np.inf])[proof]
    odds += 0.0 if given.density is None else np.log(float(given.density / (1 - given.density)))
    for _ in range(_ROUNDS):  # all sums at once: their order is to say nothing
        share = (1 / (1 + np.exp(-odds)))[cells]
        held, spread = (np.add.reduceat(own, np.cumsum(sizes) - sizes) for own in (share, share - share**2))
        change = np.clip((wanted - held) / np.maximum(spread, 1e-9), -1, 1)
        odds += np.bincount(cells, np.repeat(change, sizes), len(odds)) / times
    probability = np.where(proof == 0, np.clip(1 / (1 + np.exp(-odds)), _NEAR, 1 - _NEAR), proof == 2)
    probability[[i for i, value in subject.values().items() if value]] = 1.0
    probability, proof = probability[: given.size], proof[: given.size]
    unknown = subject.unknown
    probability[~unknown & (probability < 1)] = 0.0
    return Outcome(
        probability,
        proof,
        Statistics(len(given.components), seconds=budget.elapsed),
        is_exact=bool(proof[unknown].all()),
        note="" if proof[unknown].all() else "nothing was counted: only the proved cells are certain",
    )


ENGINE = Engine(
    "estimate",
    "proofs by SAT and estimates of the other cells, where nothing can count",
    run,
    exact=False,
    rational=False,
    subjects="any",
)
