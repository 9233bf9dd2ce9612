"""Many positions at once, arrays in and out, over several threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any, Generic, TypedDict, Unpack, overload

import numpy as np
import numpy.typing as npt

from . import kernel
from .base.errors import BoardFormatError, EngineLimitError, InconsistentBoardError, counted
from .base.limits import Limit
from .engines import kernel as compiled
from .model.analysis import TIE, Analysis, Outcome, Statistics, SubjectT
from .model.board import HIDDEN, MINE, Board, checked_codes, checked_density, checked_mines, numbers
from .model.subject import FractionsT, NameT, NumbersT, Subject
from .solve import analyze, find_steps

if TYPE_CHECKING:
    from .model.puzzle import Puzzle
    from .model.state import BoardUnderRules

_DONE, _CONTRADICTION, _LIMIT, _STOPPED = map(
    kernel.STATUSES.index, ("done", "contradiction", "limit", "stopped")
)


@dataclass(frozen=True, eq=False, repr=False)
class Batch(Generic[SubjectT]):
    """Analyses of n positions, in the order in which they came. ``batch[i]`` is the :class:`Analysis` of one,
    ``batch[a:b]`` a batch. Iteration gives each position's analysis, ``None`` where there is no answer.

    boards: The positions
    probability: ``float64`` (n, rows, cols), P(mine); NaN without an answer. Of puzzles and boards under
        rules (n, cells), as many as the largest has, by the index of the cell.
    proof: ``int8``, of the same shape, of hidden cells: 1 proved safe, 2 proved mine, else 0
    consistent: ``bool`` (n,): False where a position has no solution
    finished: ``bool`` (n,): False where the limit ended the count, or without one it would take too much;
        ``proof`` then has every proved cell all the same, and ``batch[i]`` estimates of the others
    width: ``int64`` (n,): the width of the elimination order
    states: ``int64`` (n,): the states that counting stored
    """

    boards: Sequence[SubjectT]
    probability: npt.NDArray[np.float64]
    proof: npt.NDArray[np.int8]
    consistent: npt.NDArray[np.bool_]
    finished: npt.NDArray[np.bool_]
    width: npt.NDArray[np.int64]
    states: npt.NDArray[np.int64]
    _codes: npt.NDArray[np.int8] | None  # of square boards
    _analyses: npt.NDArray[np.object_]  # those that did not come from the core's arrays

    def __len__(self) -> int:
        return len(self.consistent)

    @overload
    def __getitem__(self, index: int) -> Analysis[SubjectT]: ...
    @overload
    def __getitem__(self, index: slice) -> Batch[SubjectT]: ...
    def __getitem__(self, index: int | slice) -> Analysis[SubjectT] | Batch[SubjectT]:
        """One analysis, or a part. Raises :class:`InconsistentBoardError` for a position without a solution,
        :class:`EngineLimitError` for one that is not finished."""
        if isinstance(index, slice):
            parts = [getattr(self, field.name) for field in fields(self)]
            own: Any = [None if part is None else part[index] for part in parts]
            return Batch(*own)
        board = self.boards[index]
        if self._analyses[index] is not None:
            known: Analysis[SubjectT] = self._analyses[index]
            return known
        if not self.finished[index]:
            raise EngineLimitError(f"board {index} was not finished within its limit; no answer is given")
        if not self.consistent[index]:
            analyze(board)  # names the clues that cannot hold together
        outcome = Outcome(
            self.probability[index].ravel(),
            self.proof[index].ravel(),
            statistics=Statistics(width=int(self.width[index]), states=int(self.states[index])),
            counts=compiled.counts,
            best=compiled.best,
        )
        return Analysis(board, "kernel", outcome, find_steps)

    def __iter__(self) -> Iterator[Analysis[SubjectT] | None]:
        return (self[i] if answered else None for i, answered in enumerate(self.consistent & self.finished))

    @property
    def best(self: Batch[Subject[NameT, NumbersT, FractionsT]]) -> list[NameT | None]:
        """The best cell of each position, see :attr:`Analysis.best`; None without an answer."""
        if self._codes is None:
            return [None if analysis is None else analysis.best for analysis in self]
        choose, cols = kernel.workspace_for(*self._codes.shape[1:]).best, self._codes.shape[2]
        rows = zip(self._codes, self.probability, self.proof, self.consistent & self.finished, strict=True)
        found = [choose(*row) if answered else -1 for *row, answered in rows]
        best: list[Any] = [None if i < 0 else divmod(i, cols) for i in found]
        return best

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Batch):
            return NotImplemented
        return (
            list(self.boards) == list(other.boards)
            and np.array_equal(self.consistent, other.consistent)
            and np.array_equal(self.finished, other.finished)
            and np.array_equal(self.proof, other.proof)
            and np.allclose(self.probability, other.probability, rtol=0, atol=TIE, equal_nan=True)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        text = f"<Batch of {counted(len(self), 'board')}"
        if self.probability.ndim == 3:
            text += " of {}x{}".format(*self.probability.shape[1:])
        for name, right in (("inconsistent", self.consistent), ("not finished", self.finished)):
            if not right.all():
                text += f", {int((~right).sum())} {name}"
        return text + ">"


class _Boards(Sequence[Board]):
    """The boards of an array, made when they are asked for. What the core takes is there once it is read:
    ``codes``, and ``counts`` of mines, or -1. Wrong ones are contradictions to it; only these are checked."""

    def __init__(self, shape: tuple[int, ...], density: Fraction | None) -> None:
        self.codes, self.counts = np.empty(shape, np.int8), np.empty(shape[0], np.int64)
        self.mines: list[int | None] = [None] * shape[0]
        self.density = density

    def read(self, given: npt.NDArray[Any], mines: npt.NDArray[Any] | None, start: int, stop: int) -> None:
        part, own = slice(start, stop), given[start:stop]
        self.codes[part] = own if own.dtype == np.int8 else checked_codes(own, range(start, stop))
        self.counts[part] = -1
        if mines is not None:
            self.mines[part] = mines[part].tolist()
            if mines.dtype.kind in "iu":
                self.counts[part] = mines[part]
            if (self.counts[part] < 0).any():  # no number, or one below 0 or too large
                self.check(np.arange(start, stop))

    def check(self, which: npt.NDArray[np.intp]) -> None:
        codes = checked_codes(self.codes[which], which.tolist())
        known, hidden = ((codes == code).sum(axis=(1, 2)).tolist() for code in (MINE, HIDDEN))
        for i, *cells in zip(which.tolist(), known, hidden, strict=True):
            self.mines[i] = count = checked_mines(self.mines[i], *cells)
            self.counts[i] = -1 if count is None else count

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Board: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Board]: ...
    def __getitem__(self, index: int | slice) -> Board | Sequence[Board]:
        if isinstance(index, slice):
            return [self[i] for i in range(len(self))[index]]
        return Board(self.codes[index], self.mines[index], self.density)


class _BatchOptions(TypedDict, total=False):
    jobs: int
    limit: Limit | float | None


@overload
def analyze_many(boards: Iterable[Board], **options: Unpack[_BatchOptions]) -> Batch[Board]: ...
@overload
def analyze_many(
    boards: Iterable[BoardUnderRules], **options: Unpack[_BatchOptions]
) -> Batch[BoardUnderRules]: ...
@overload
def analyze_many(boards: Iterable[Puzzle], **options: Unpack[_BatchOptions]) -> Batch[Puzzle]: ...
@overload
def analyze_many(boards: Iterable[Subject], **options: Unpack[_BatchOptions]) -> Batch[Subject]: ...
@overload
def analyze_many(
    boards: npt.ArrayLike,
    mines: int | npt.ArrayLike | None = ...,
    *,
    density: float | str | Fraction | None = ...,
    **options: Unpack[_BatchOptions],
) -> Batch[Board]: ...


def analyze_many(
    boards: Iterable[Subject] | npt.ArrayLike,
    mines: int | npt.ArrayLike | None = None,
    *,
    density: float | str | Fraction | None = None,
    jobs: int = 1,
    limit: Limit | float | None = None,
) -> Batch[Any]:
    """The exact probabilities of many positions, by the compiled core. A position that the core cannot hold
    is counted by the ``elimination`` engine instead.

    boards: An int8 array (n, rows, cols) of codes (-1 hidden, 0 to 8 a clue, 10 a known mine), or several
        arrays of one shape; boards of one shape, with their own mine counts and densities; or any puzzles and
        boards under rules
    mines: With an array: one mine count, one for each position (n,), or ``None`` where it is unknown
    density: With an array and no mine count: see :class:`Board`
    jobs: Threads
    limit: What each position may spend; a number is so many seconds. Nothing is approximated: what is not
        done by then is not ``finished``.
    Raises BoardFormatError: arrays that are not boards; MissingDependencyError: the core was not built;
        EngineLimitError: without a limit: not even ``elimination`` can finish; ValueError: ``jobs`` is less
        than 1.
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise ValueError(f"jobs is a whole number from 1 on, not {jobs!r}")
    limit = Limit.of(limit)
    given: Any = boards if isinstance(boards, np.ndarray) else list(boards)  # type: ignore[arg-type]
    are_boards = [] if isinstance(given, np.ndarray) else [isinstance(board, Subject) for board in given]
    if isinstance(given, np.ndarray) or (given and not any(are_boards)):
        prior = checked_density(density)
        given = numbers(given, 3)
        positions, counts = _Boards(given.shape, prior), np.asarray(mines)
        if counts.shape not in ((), (1,), (len(given),)):
            raise BoardFormatError(f"{counts.size} mine counts for {len(given)} boards")
        if mines is not None and density is not None:
            raise BoardFormatError("a board takes a mine count or a mine density, not both")
        source = given, None if mines is None else np.broadcast_to(counts, len(given))
        return _batch(positions, positions.codes, positions.counts, [prior], limit, jobs, source)
    if mines is not None or density is not None:
        raise BoardFormatError("boards carry their own mine counts and densities")
    if not all(are_boards):
        raise BoardFormatError("a batch is boards, or an array of them, not both")
    codes = None
    if all(isinstance(board, Board) for board in given):
        if len({board.shape for board in given}) > 1:
            raise BoardFormatError("the boards of one batch have one shape")
        codes = np.array([board.sums().cells for board in given] or np.empty((0, 1, 1)), np.int8)
    counts = np.array([-1 if board.mines is None else board.mines for board in given], np.int64)
    return _batch(tuple(given), codes, counts, [board.density for board in given], limit, jobs)


def _parts(number: int, jobs: int) -> list[tuple[int, int]]:
    """(start, stop) of each part for some threads: smaller to the end, so that they are done together."""
    ends = [0]
    while ends[-1] < number:
        share = max(1 + number // 256, min(512, (number - ends[-1]) // (2 * jobs)))
        ends.append(min(number, ends[-1] + share))
    return list(pairwise(ends))


def _batch(
    positions: Any,
    codes: npt.NDArray[np.int8] | None,
    mines: npt.NDArray[np.int64],
    densities: list[Fraction | None],
    limit: Limit,
    jobs: int,
    source: tuple[Any, Any] | None = None,
) -> Batch[Any]:
    """Square boards, which have ``codes``, by the core; what it leaves and other positions one by one.
    ``mines``: -1: unknown. ``source``: what ``positions`` read codes and mines from."""
    n = len(positions)
    if codes is None:
        shape = n, max(len(board.cells) for board in positions)
        probability, proof = np.full(shape, np.nan), np.zeros(shape, np.int8)
        width, states = np.zeros((2, n), np.int64)
        status = np.full(n, _LIMIT)
    else:
        probability, proof = np.empty(codes.shape), np.empty(codes.shape, np.int8)
        report = np.empty((n, 3), np.int64)
        prior = np.broadcast_to([kernel.log_odds(density) for density in densities], n).astype(float)
        arrays = codes, mines, prior, probability, proof, report
        most = [*(inf if bound is None else bound for bound in (limit.seconds, limit.states)), kernel.MEMORY]

        def run(start: int, stop: int) -> None:
            if source is not None:
                positions.read(*source, start, stop)
            own: list[Any] = [array[start:stop] for array in arrays] + most
            kernel.workspace_for(*own[0].shape[1:]).analyze_many(*own)
            wrong = start + np.flatnonzero(report[start:stop, 2] == _CONTRADICTION)
            if source is not None and len(wrong):
                positions.check(wrong)

        for _ in kernel.in_threads(run, _parts(n, jobs), jobs):
            pass
        width, states, status = report.T
        if limit.states is not None:  # a small workspace is there in any case
            status[states > limit.states] = _STOPPED
    analyses = np.full(n, None)
    pending = np.flatnonzero(status == _LIMIT).tolist()

    def count(k: int, _: int) -> None:
        i, board = pending[k], positions[pending[k]]
        status[i] = _STOPPED
        try:
            analysis = analyze(board, limit=limit)
        except InconsistentBoardError:
            status[i] = _CONTRADICTION
            return
        except EngineLimitError:
            if limit == Limit():
                raise
            return
        size = len(board.cells)
        if analysis.is_exact or limit == Limit():
            analyses[i] = analysis
        if analysis.is_exact:
            probability[i].ravel()[:size] = analysis.risks
            proof[i].ravel()[:size] = analysis._proof
            width[i], states[i] = analysis.statistics.width, analysis.statistics.states
            status[i] = _DONE

    for _ in kernel.in_threads(count, kernel.shares(len(pending), 1), jobs):
        pass
    wrong = status != _DONE
    probability[wrong], proof[wrong] = np.nan, 0
    for i, analysis in enumerate(analyses.tolist()):
        if wrong[i] and analysis is not None:  # what is proved is true, counted or not
            proof[i].ravel()[: len(analysis.risks)] = analysis._proof
    return Batch(
        positions,
        probability,
        proof,
        status != _CONTRADICTION,
        status != _STOPPED,
        width,
        states,
        codes,
        analyses,
    )
