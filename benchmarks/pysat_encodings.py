"""PySAT by encoding: engine ``pysat`` with every sum written in one way, as contenders of ``bench run``.

Engine ``pysat`` itself writes sums of up to eight literals, which nearly all clues are, without variables of
their own. Here these too are encoded, so that the encodings are told apart.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from pysat.card import EncType

import minesolver as ms
from minesolver.engine import cnf

SECONDS = 5.0
"""Limit of an answer, as the experiment has it for the package's engines."""

Prepare = Callable[[ms.Board], Callable[[], "np.ndarray | None"]]


def encoded(
    kind: int, encode: Any, literals: Sequence[int], bound: int, pool: Any
) -> list[list[int]]:
    """The clauses of a sum by one encoding."""
    clauses: list[list[int]] = encode(
        lits=list(literals), bound=bound, vpool=pool, encoding=kind
    ).clauses
    return clauses


def by(kind: int) -> Prepare:
    """Engine ``pysat`` with all sums by one encoding."""

    def prepare(board: ms.Board) -> Callable[[], np.ndarray | None]:
        def call() -> np.ndarray | None:
            usual = cnf._encoded, cnf._FEW_LITERALS
            cnf._encoded, cnf._FEW_LITERALS = partial(encoded, kind), 0
            try:
                return ms.analyze(board, "pysat", limit=ms.Limit(seconds=SECONDS)).probability
            finally:
                cnf._encoded, cnf._FEW_LITERALS = usual

        return call

    return prepare


totalizer = by(EncType.totalizer)
sequential_counter = by(EncType.seqcounter)
sorting_network = by(EncType.sortnetwrk)
cardinality_network = by(EncType.cardnetwrk)
modulo_totalizer = by(EncType.mtotalizer)
