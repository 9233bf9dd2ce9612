"""Many positions of one shape at once, arrays in and out, over several threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from . import kernel
from .base.errors import BoardFormatError, InconsistentBoardError, counted
from .base.limits import Limit
from .engines.kernel import Counts
from .model.analysis import TIE, Analysis, Outcome, Statistics
from .model.board import Board, Cell
from .solve import analyze, find_steps


@dataclass(frozen=True, eq=False, repr=False)
class Batch:
    """Analyses of n positions, in the order in which they came. ``batch[i]`` is the :class:`Analysis` of one,
    ``batch[a:b]`` a batch. Iteration gives each position's analysis, ``None`` for an inconsistent one.

    Attributes
    ----------
    boards
        The positions.
    probability
        float64 (n, rows, cols), P(mine); NaN for inconsistent positions.
    proof
        int8 (n, rows, cols) of hidden cells: 1 proved safe, 2 proved mine, else 0.
    consistent
        bool (n,): whether the position has a solution.
    width
        int64 (n,): the width of the elimination order.
    states
        int64 (n,): the states that counting stored.
    """

    boards: Sequence[Board]
    probability: npt.NDArray[np.float64]
    proof: npt.NDArray[np.int8]
    consistent: npt.NDArray[np.bool_]
    width: npt.NDArray[np.int64]
    states: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.consistent)

    @overload
    def __getitem__(self, index: int) -> Analysis: ...
    @overload
    def __getitem__(self, index: slice) -> Batch: ...
    def __getitem__(self, index: int | slice) -> Analysis | Batch:
        """One analysis, or a part. Raises :class:`InconsistentBoardError` for a position without one."""
        if isinstance(index, slice):
            return Batch(
                self.boards[index],
                self.probability[index],
                self.proof[index],
                self.consistent[index],
                self.width[index],
                self.states[index],
            )
        board = self.boards[index]
        if not self.consistent[index]:
            analyze(board)  # names the clues that cannot hold together
        counts = Counts(board, Limit())
        outcome = Outcome(
            self.probability[index].ravel(),
            self.proof[index].ravel(),
            statistics=Statistics(width=int(self.width[index]), states=int(self.states[index])),
            fractions=counts.fractions,
            solutions=counts.solutions,
        )
        return Analysis(board, "kernel", outcome, find_steps)

    def __iter__(self) -> Iterator[Analysis | None]:
        return (self[i] if self.consistent[i] else None for i in range(len(self)))

    @property
    def best(self) -> list[Cell | None]:
        """The best cell of each position, see :attr:`Analysis.best`; None for inconsistent ones."""
        return [None if analysis is None else analysis.best for analysis in self]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch):
            return NotImplemented
        return (
            list(self.boards) == list(other.boards)
            and np.array_equal(self.consistent, other.consistent)
            and np.array_equal(self.proof, other.proof)
            and np.allclose(self.probability, other.probability, rtol=0, atol=TIE, equal_nan=True)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        rows, cols = self.probability.shape[1:]
        wrong = int((~self.consistent).sum())
        more = f", {wrong} inconsistent" if wrong else ""
        return f"<Batch of {counted(len(self), 'board')} of {rows}x{cols}{more}>"


def analyze_many(
    boards: Iterable[Board] | npt.ArrayLike,
    mines: int | npt.ArrayLike | None = None,
    *,
    density: float | str | Fraction | None = None,
    jobs: int = 1,
) -> Batch:
    """The exact probabilities of many positions, by the compiled core. A position that the core cannot hold
    is counted by the ``elimination`` engine instead.

    Parameters
    ----------
    boards
        Boards of one shape, with their own mine counts and densities; or an int8 array (n, rows, cols) of
        codes (-1 hidden, 0 to 8 a clue, 10 a known mine), or nested lists of them.
    mines
        With an array: one mine count, one for each position (n,), or ``None`` where it is unknown.
    density
        With an array and no mine count: see :class:`Board`.
    jobs
        Threads.

    Returns
    -------
    Batch
        The analyses, in the order of the positions.

    Raises
    ------
    BoardFormatError
        Arrays that are not boards.
    MissingDependencyError
        The core was not built.
    EngineLimitError
        Not even ``elimination`` can finish.
    ValueError
        ``jobs`` is less than 1.
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise ValueError(f"jobs is a whole number from 1 on, not {jobs!r}")
    positions = _positions(boards, mines, density)
    rows, cols = positions[0].shape if positions else (0, 0)
    grids = np.array([board.grid for board in positions], np.int8).reshape(len(positions), rows, cols)
    probability, proof, width, states, consistent, finished = kernel.analyze_grids(
        grids,
        np.array([-1 if board.mines is None else board.mines for board in positions], np.int64),
        np.array([kernel.log_odds(board.density) for board in positions], np.float64),
        jobs=jobs,
    )
    for i in np.flatnonzero(~finished).tolist():
        try:
            analysis = analyze(positions[i], "elimination")
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
    return Batch(tuple(positions), probability, proof, consistent, width, states)


def _positions(
    boards: Iterable[Board] | npt.ArrayLike,
    mines: int | npt.ArrayLike | None,
    density: float | str | Fraction | None,
) -> list[Board]:
    """The boards of one batch. Raises :class:`BoardFormatError` where they are none."""
    given: Any = boards if isinstance(boards, np.ndarray) else list(boards)  # type: ignore[arg-type]
    if not isinstance(given, np.ndarray) and all(isinstance(board, Board) for board in given):
        if mines is not None or density is not None:
            raise BoardFormatError("boards carry their own mine counts and densities")
        if len({board.shape for board in given}) > 1:
            raise BoardFormatError("the boards of one batch have one shape")
        return list(given)
    if any(isinstance(board, Board) for board in given):
        raise BoardFormatError("a batch is boards, or an array of them, not both")
    try:
        grids = np.asarray(given)
    except ValueError:
        raise BoardFormatError("the boards of one batch have one shape") from None
    if grids.ndim != 3:
        raise BoardFormatError(f"an array of boards has shape (n, rows, cols), not {grids.shape}")
    counts = [None] * len(grids) if mines is None else np.broadcast_to(mines, len(grids)).tolist()
    return [Board(grid, count, density) for grid, count in zip(grids, counts, strict=True)]
