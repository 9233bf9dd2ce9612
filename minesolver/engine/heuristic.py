"""The layers as engines: what they prove, and likelihoods where they prove nothing.

Each layer of :mod:`minesolver.layers` is two engines: by its own name it uses the clues alone, with
``_total`` appended the mine count as one more equation too. They are sound and incomplete, and count
nothing. The strongest of them is a rung of engine ``auto`` as well, see :func:`proved_by_layer`.
"""

from functools import partial

import numpy as np

from ..base.errors import InconsistentBoardError
from ..base.limits import Budget, Limit
from ..counting.problem import ContradictionError, Problem
from ..layers import LAYERS, KnowledgeBase
from ..layers.likelihood import likelihoods
from ..model.analysis import Outcome, Statistics
from ..model.board import HIDDEN, MINE, Board
from .engine import Engine

_SUFFIX = "_total"
STRONGEST = "layered_bounds"
"""The layer that has all rules: baseline, subset, intersection, bounds, the simplest first."""
# Undecided cells up to which a layer has the mine count: on larger boards it rarely proves more, and takes as
# long as all else (benchmarks/ladder.py).
_CELLS_WITH_MINE_COUNT = 1000


def engine(name: str) -> Engine:
    """The engine of a layer's name, with or without ``_total``."""
    layer = LAYERS.get(name.removesuffix(_SUFFIX))
    total = name.endswith(_SUFFIX)
    return Engine(
        name,
        f"{layer.description}, {'with' if total else 'without'} the mine count; average likelihoods",
        partial(_run, name, layer.name, total),
        exact=False,
        rational=False,
        source=layer.source,
        subjects="boards",
    )


def proved_by_layer(problem: Problem, budget: Budget) -> list[tuple[int, int]]:
    """What the strongest layer proves of a problem in the time that there is: (index, 1 for a mine, else 0).

    Of components with cells of several mines, and of rules that are no sums, it knows nothing.
    Raises ContradictionError: the layer runs into one.
    """
    cells = [*problem.free]
    equations: list[tuple[list[int], int]] = []
    mine_count = problem.remaining
    for component in problem.components:
        if component.capacity:
            mine_count = None  # some of it is in cells that are left out
            continue
        cells += [cell for group in component.groups for cell in group]
        for mines, groups in component.constraints:
            equation_cells = [cell for group in groups for cell in component.groups[group]]
            equations.append((equation_cells, mines))
    if len(cells) > _CELLS_WITH_MINE_COUNT:
        mine_count = None

    # Each proof is kept as it comes: the time may end before the next.
    proved: list[tuple[int, int]] = []
    try:
        base = KnowledgeBase.of_equations(cells, mine_count, equations)
        for reason in LAYERS.get(STRONGEST).start(base, False).steps():
            _, index = reason.cell
            proved.append((index, int(reason.is_mine)))
            if budget.elapsed > budget.seconds:
                break
    except InconsistentBoardError:
        raise ContradictionError from None
    return proved


def _run(name: str, layer: str, total: bool, board: Board, limit: Limit) -> Outcome:
    budget = Budget(limit, name)
    try:
        deductions = LAYERS.get(layer).start(KnowledgeBase.of(board, total=total), False)
        for _ in deductions.steps():
            budget.check_time()
    except InconsistentBoardError:
        raise ContradictionError from None  # whoever asked wants the smallest conflict
    probability = likelihoods(deductions.base, "average", total=total)
    probability[board.grid != HIDDEN] = 0.0
    probability[board.grid == MINE] = 1.0
    proof = np.zeros(len(board), np.int8)
    proof[[board.index(cell) for cell in deductions.safe]] = 1
    proof[[board.index(cell) for cell in deductions.mines]] = 2
    settled = bool((proof[board._unknown] > 0).all())
    return Outcome(
        probability.ravel(),
        proof,
        is_exact=settled,
        proved_complete=settled,
        statistics=Statistics(seconds=budget.elapsed),
        reasons=tuple(deductions.reasons.values()),
    )
