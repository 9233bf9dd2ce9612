"""Many positions of one shape at once, arrays in and out, over several threads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from . import kernel
from .board import Board
from .errors import BoardFormatError, InconsistentBoardError
from .solve import analyze


@dataclass(frozen=True)
class Batch:
    """Analyses of n positions, in the order in which they came.

    ``probability``: float64 (n, rows, cols), P(mine); NaN for inconsistent positions. ``proof``: int8
    (n, rows, cols) of hidden cells: 1 proved safe, 2 proved mine, else 0. ``consistent``: bool (n,).
    ``width``, ``states``: int64 (n,), what counting took.
    """

    probability: npt.NDArray[np.float64]
    proof: npt.NDArray[np.int8]
    consistent: npt.NDArray[np.bool_]
    width: npt.NDArray[np.int64]
    states: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.consistent)


def analyze_many(
    boards: Sequence[Board] | npt.NDArray[np.int8],
    mines: int | npt.ArrayLike | None = None,
    *,
    density: float | str | Fraction | None = None,
    jobs: int = 1,
) -> Batch:
    """The exact probabilities of many positions, by the compiled core.

    ``boards``: boards of one shape, with their own mine totals and densities; or an int8 array
    (n, rows, cols) of codes (-1 hidden, 0..8, 10 known mine), with ``mines`` (one total, or one a position,
    or ``None``: not told) and ``density``. ``jobs``: threads. A position that the core cannot hold is
    counted by the ``elimination`` engine instead.

    Raises :class:`BoardFormatError` for arrays that are no boards, `MissingDependencyError` where the
    core was not built, :class:`EngineLimitError` where not even ``elimination`` can finish.
    """
    if isinstance(boards, np.ndarray):
        if boards.ndim != 3:
            raise BoardFormatError(f"an array of boards has shape (n, rows, cols), not {boards.shape}")
        totals = [None] * len(boards) if mines is None else np.broadcast_to(mines, len(boards)).tolist()
        boards = [Board(grid, total, density) for grid, total in zip(boards, totals, strict=True)]
    elif mines is not None or density is not None:
        raise BoardFormatError("boards carry their own mine totals and densities")
    if len({board.shape for board in boards}) > 1:
        raise BoardFormatError("the boards of one batch have one shape")
    rows, cols = boards[0].shape if boards else (0, 0)
    grids = np.array([board.grid for board in boards], np.int8).reshape(len(boards), rows, cols)
    probability, proof, width, states, consistent, finished = kernel.analyze_grids(
        grids,
        np.array([-1 if board.mines is None else board.mines for board in boards], np.int64),
        np.array([kernel.log_odds(board.density) for board in boards], np.float64),
        jobs=jobs,
    )
    for i in np.flatnonzero(~finished).tolist():
        try:
            analysis = analyze(boards[i], "elimination")
        except InconsistentBoardError:
            consistent[i] = False
            continue
        probability[i] = analysis.probability
        proof[i] = 0
        for cells, code in ((analysis.safe, 1), (analysis.mines, 2)):
            for cell in cells:
                proof[i][cell] = code
        width[i], states[i] = analysis.statistics.width, analysis.statistics.states
    probability[~consistent] = np.nan
    proof[~consistent] = 0
    return Batch(probability, proof, consistent, width, states)
