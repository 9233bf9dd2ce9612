"""Every layout of the hidden cells, one by one: only for small boards, and the plainest possible check."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ..base.errors import counted
from ..base.limits import Budget, Limit
from ..counting.problem import ContradictionError
from ..model.analysis import Analysis, Statistics
from ..model.board import HIDDEN, MINE, Board, neighbours
from .engine import Engine

if TYPE_CHECKING:
    from ..model.puzzle import Puzzle
    from ..model.puzzle_analysis import PuzzleAnalysis

_CHUNK = 1 << 16


def _run(board: Board, limit: Limit) -> Analysis:
    budget = Budget(limit, "brute_force", solutions=2**24)
    hidden = board.where(HIDDEN)
    if 2 ** len(hidden) > budget.solutions:
        budget.exceeded(f"2^{len(hidden)} layouts")
    clues, need = _clues(board, hidden)
    weight_num, weight_den = 1, 2
    if board.density is not None:
        weight_num, weight_den = board.density.numerator, board.density.denominator
    by_mines = [0] * (len(hidden) + 1)
    cell_by_mines = np.zeros((len(hidden) + 1, len(hidden)), dtype=np.int64)
    for start in range(0, 2 ** len(hidden), _CHUNK):
        budget.check_time()
        codes = np.arange(start, min(start + _CHUNK, 2 ** len(hidden)), dtype=np.int64)
        layouts = (codes[:, None] >> np.arange(len(hidden))) & 1
        fits = (layouts @ clues == need).all(axis=1)
        kept = layouts[fits]
        mines = kept.sum(axis=1)
        for k in np.unique(mines):
            chosen = kept[mines == k]
            by_mines[k] += len(chosen)
            cell_by_mines[k] += chosen.sum(axis=0)
    if board.mines is None:
        counted = range(len(hidden) + 1)
        weight = [weight_num**k * (weight_den - weight_num) ** (len(hidden) - k) for k in counted]
    else:
        total = board.mines - len(board.where(MINE))
        counted = range(total, total + 1)
        weight = [1] * (len(hidden) + 1)
    solutions = sum(by_mines[k] for k in counted)
    if not solutions:
        raise ContradictionError
    denominator = sum(by_mines[k] * weight[k] for k in counted)
    numerators = [sum(int(cell_by_mines[k, i]) * weight[k] for k in counted) for i in range(len(hidden))]
    probability = np.where(board.grid == MINE, 1.0, 0.0)
    for cell, numerator in zip(hidden, numerators, strict=True):
        probability[cell] = numerator / denominator
    return Analysis(
        board,
        "brute_force",
        probability,
        safe=(c for c, n in zip(hidden, numerators, strict=True) if n == 0),
        mines=(c for c, n in zip(hidden, numerators, strict=True) if n == denominator),
        statistics=Statistics(seconds=budget.elapsed),
        solutions=solutions,
        fractions={c: (n, denominator) for c, n in zip(hidden, numerators, strict=True)},
    )


def _clues(
    board: Board, hidden: tuple[tuple[int, int], ...]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Which hidden cells each clue sees, (hidden, clues), and the mines it wants among them, (clues,)."""
    around = neighbours(board.rows, board.cols)
    place = {r * board.cols + c: i for i, (r, c) in enumerate(hidden)}
    opened = [(i, int(v)) for i, v in enumerate(board.grid.ravel()) if 0 <= v <= 8]
    sees = np.zeros((len(hidden), len(opened)), dtype=np.int64)
    need = np.zeros(len(opened), dtype=np.int64)
    for k, (i, clue) in enumerate(opened):
        need[k] = clue - sum(int(board.grid.flat[j]) == MINE for j in around[i])
        for j in around[i]:
            if j in place:
                sees[place[j], k] = 1
    return sees, need


def _puzzle(puzzle: Puzzle, limit: Limit) -> PuzzleAnalysis:
    """Each value of each unknown cell, checked against the definition of every constraint."""
    from ..model.constraint import SumConstraint
    from ..model.puzzle_analysis import PuzzleAnalysis

    budget = Budget(limit, "brute_force", solutions=2**20)
    known = puzzle.values()
    unknown = [i for i in range(len(puzzle.capacity)) if i not in known]
    layouts = prod(puzzle.capacity[i] + 1 for i in unknown)
    if layouts > budget.solutions:
        budget.exceeded(counted(layouts, "layout"))
    cells = len(puzzle.cells)
    density = puzzle.density or Fraction(1, 2)
    constraints = sorted(
        puzzle.constraints, key=lambda c: not isinstance(c, SumConstraint)
    )  # the cheap ones first
    values = [known.get(i, 0) for i in range(len(puzzle.capacity))]
    most = sum(puzzle.capacity[i] for i in unknown if i < cells)
    solutions = 0
    total = Fraction(0)
    with_mine = [Fraction(0)] * cells
    for number, row in enumerate(product(*(range(puzzle.capacity[i] + 1) for i in unknown))):
        if number % 1024 == 0:
            budget.check_time()
        for i, value in zip(unknown, row, strict=True):
            values[i] = value
        mines = sum(values[:cells])
        if puzzle.mines is not None and mines != puzzle.mines:
            continue
        if not all(c.holds([values[i] for i in c.cells]) for c in constraints):
            continue
        solutions += 1
        held = sum(values[i] for i in unknown if i < cells)
        weight = Fraction(1) if puzzle.density is None else density**held * (1 - density) ** (most - held)
        total += weight
        for i in range(cells):
            if values[i]:
                with_mine[i] += weight
    if not solutions:
        raise ContradictionError
    return PuzzleAnalysis(
        puzzle,
        "brute_force",
        {name: with_mine[i] / total for i, name in enumerate(puzzle.cells)},
        solutions=solutions,
        statistics=Statistics(seconds=budget.elapsed),
    )


ENGINE = Engine(
    "brute_force",
    "every layout of the hidden cells, for small boards (up to 24 hidden cells)",
    _run,
    puzzle=_puzzle,
)
