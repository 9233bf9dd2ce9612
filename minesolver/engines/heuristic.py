"""The layers as engines: what they prove, and likelihoods where they prove nothing.

Each layer of :mod:`minesolver.layers` is two engines: by its own name it uses the clues alone, with
``_total`` appended the mine count as one more equation too. They are sound and incomplete, and count
nothing.
"""

from functools import partial

import numpy as np

from ..base.errors import InconsistentBoardError
from ..base.limits import Budget, Limit
from ..counting.problem import ContradictionError
from ..layers import LAYERS, deduce
from ..layers.likelihood import likelihoods
from ..model.analysis import Outcome, Statistics
from ..model.board import HIDDEN, MINE, Board
from .engine import Engine

_SUFFIX = "_total"


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


def _run(name: str, layer: str, total: bool, board: Board, limit: Limit) -> Outcome:
    budget = Budget(limit, name)
    try:
        deductions = deduce(board, layer, total=total)
    except InconsistentBoardError:
        raise ContradictionError from None  # whoever asked wants the smallest conflict
    probability = likelihoods(deductions.base, "average", total=total)
    probability[board.grid != HIDDEN] = 0.0
    probability[board.grid == MINE] = 1.0
    proof = np.zeros(len(board), np.int8)
    proof[[board.index(cell) for cell in deductions.safe]] = 1
    proof[[board.index(cell) for cell in deductions.mines]] = 2
    settled = bool((proof[board.unknown] > 0).all())
    return Outcome(
        probability.ravel(),
        proof,
        is_exact=settled,
        proved_complete=settled,
        statistics=Statistics(seconds=budget.elapsed),
        reasons=tuple(deductions.reasons.values()),
    )
