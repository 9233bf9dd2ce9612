"""Estimates of P(mine) from single equations, and the choice of a cell when nothing is proved.

An equation says count / size of each of its cells; several are combined by their maximum or average. These
are no probabilities: the exact ones come from counting layouts.

Source: Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019), section 3.3.
"""

from math import fsum
from random import Random
from typing import Literal

import numpy as np
import numpy.typing as npt

from ..base.errors import ArgumentError, quoted
from ..model.board import HIDDEN, MINE, Board, Cell
from .knowledge import KnowledgeBase

LikelihoodRule = Literal["max", "average"]

_TIE = 1e-9  # averages of equal value may differ in their last bits


def likelihoods(
    knowledge: Board | KnowledgeBase,
    rule: LikelihoodRule,
    *,
    total: bool = True,
    board_equation_in_average: bool = False,
) -> npt.NDArray[np.float64]:
    """The estimate of each undecided cell, by a rule of the likelihood report. Known and proved mines have 1,
    opened and proved-safe cells 0. Equations that rules derived do not count.

    knowledge: A board, or what is known of it
    rule: ``"max"`` or ``"average"`` of the equations that a cell is in
    total: Use the mine count where it is known: cells in no clue's equation then get remaining mines /
        undecided cells
    board_equation_in_average: That fraction counts as one more equation of every other cell too (also for the
        maximum, despite the name)
    Returns: float64 (rows, cols); NaN where there is no estimate.
    Raises ValueError: no such rule.
    """
    if not isinstance(rule, str) or rule not in ("max", "average"):
        raise ArgumentError(f"the likelihood rule is 'max' or 'average', not {quoted(rule)}")
    base = knowledge if isinstance(knowledge, KnowledgeBase) else KnowledgeBase.of(knowledge)

    # The share of mines in each equation of a clue is what it says of each of its cells.
    shares_of: dict[int, list[float]] = {}
    for equation in base.equations.values():
        if not equation.derived:
            share = equation.mines / len(equation.cells)
            for index in equation.cells:
                shares_of.setdefault(index, []).append(share)

    # What is known, and the fraction of the board equation for what no other equation is about.
    state = np.array(base.state)
    estimates = np.where(state == MINE, 1.0, 0.0)
    board_share = None
    if base.undecided:
        if total and base.remaining is not None:
            board_share = base.remaining / base.undecided
        estimates[state == HIDDEN] = np.nan if board_share is None else board_share

    # A cell under several equations has the maximum or the mean of what they say.
    for index, shares in shares_of.items():
        if board_equation_in_average and board_share is not None:
            shares.append(board_share)
        estimates[index] = max(shares) if rule == "max" else fsum(shares) / len(shares)
    return estimates.reshape(base.rows, base.cols)


def unexplored(base: KnowledgeBase) -> list[Cell]:
    """The cells of a uniform choice: neither opened nor proved."""
    return [base.cell(index) for index, code in enumerate(base.state) if code == HIDDEN]


def least_likely(base: KnowledgeBase, estimates: npt.NDArray[np.float64]) -> list[Cell]:
    """The undecided cells of least estimate (see :func:`likelihoods`), and with them those that have none."""
    undecided = np.array(base.state).reshape(base.rows, base.cols) == HIDDEN
    known_estimates = estimates[undecided & ~np.isnan(estimates)]
    least_estimate = known_estimates.min() if known_estimates.size else 0.0
    is_candidate = undecided & ~(estimates > least_estimate + _TIE)
    return list(map(base.cell, np.flatnonzero(is_candidate).tolist()))


def pick(candidates: list[Cell], rng: Random) -> Cell:
    """One of the candidates, each with equal chance."""
    return candidates[rng.randrange(len(candidates))]
