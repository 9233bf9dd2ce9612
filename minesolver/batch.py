"""Many positions at once, arrays in and out, over several threads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypedDict, Unpack, overload

import numpy as np
import numpy.typing as npt

from . import kernel
from .base.errors import (
    ArgumentError,
    ArgumentTypeError,
    BoardFormatError,
    EngineLimitError,
    InconsistentBoardError,
    check_iterable,
    counted,
    quoted,
)
from .base.limits import Limit, whole_number
from .engine import kernel as compiled
from .model.analysis import TIE, Analysis, Outcome, Statistics, SubjectT
from .model.board import HIDDEN, MINE, Board, checked_codes, checked_density, checked_mines, numbers
from .model.subject import FractionsT, NameT, NumbersT, Subject
from .solver import analyze, find_steps

if TYPE_CHECKING:
    from .model.puzzle import Puzzle
    from .model.state import BoardUnderRules

_DONE = kernel.STATUSES.index("done")
_CONTRADICTION = kernel.STATUSES.index("contradiction")
_LIMIT = kernel.STATUSES.index("limit")
_STOPPED = kernel.STATUSES.index("stopped")


@dataclass(frozen=True, eq=False, repr=False)
class Batch(Generic[SubjectT]):
    """Analyses of n positions, in the order in which they came. ``batch[i]`` is the :class:`Analysis` of one,
    ``batch[a:b]`` a batch. Iteration gives each position's analysis, ``None`` where there is no answer.

    >>> import minesolver as ms
    >>> batch = ms.analyze_many([ms.Board.parse("1#"), ms.Board.parse("0#")])
    >>> batch.finished.tolist(), batch.proof[:, 0, 1].tolist(), batch[0].solutions
    ([True, True], [2, 1], 1)

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
        :class:`EngineLimitError` for one that is not finished, :class:`ArgumentError`, which is an
        :class:`IndexError` here, where there is none."""
        index = _checked_index(index, len(self))
        if isinstance(index, slice):
            values = [getattr(self, field.name) for field in fields(self)]
            sliced: Any = [None if value is None else value[index] for value in values]
            return Batch(*sliced)
        board = self.boards[index]
        if self._analyses[index] is not None:
            analysis: Analysis[SubjectT] = self._analyses[index]
            return analysis
        if not self.finished[index]:
            raise EngineLimitError(
                f"board {index} was not finished within its limit; no answer is given"
            )
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
        return (
            self[i] if answered else None
            for i, answered in enumerate(self.consistent & self.finished)
        )

    @property
    def best(self: Batch[Subject[NameT, NumbersT, FractionsT]]) -> list[NameT | None]:
        """The best cell of each position, see :attr:`Analysis.best`; None without an answer."""
        if self._codes is None:
            return [None if analysis is None else analysis.best for analysis in self]
        _, rows, cols = self._codes.shape
        workspace = kernel.workspace_for(rows, cols)
        is_answered = self.consistent & self.finished
        best_cells: list[Any] = []
        for codes, probability, proof, has_answer in zip(
            self._codes, self.probability, self.proof, is_answered, strict=True
        ):
            index = workspace.best(codes, probability, proof) if has_answer else -1
            best_cells.append(None if index < 0 else divmod(index, cols))
        return best_cells

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


class _NoSuchPosition(ArgumentError, IndexError):
    """A batch has fewer positions."""


def _checked_index(index: Any, position_count: int) -> int | slice:
    """What a batch is asked for.

    Raises ArgumentTypeError: it is neither a number nor a slice; ArgumentError: there are fewer positions.
    """
    if isinstance(index, slice):
        try:
            index.indices(position_count)
        except (TypeError, ValueError) as error:
            raise ArgumentTypeError(f"no part of a batch: {error}") from None
        return index
    number = whole_number(index, "the index of a position")
    if not -position_count <= number < position_count:
        raise _NoSuchPosition(f"the batch has {counted(position_count, 'position')}, none {number}")
    return number


class _Boards(Sequence[Board]):
    """The boards of an array, made when they are asked for. What the core takes is there once it is read:
    ``codes``, and ``counts`` of mines, or -1. Wrong ones are contradictions to it; only these are checked."""

    def __init__(self, shape: tuple[int, ...], density: Fraction | None) -> None:
        self.codes = np.empty(shape, np.int8)
        self.counts = np.empty(shape[0], np.int64)
        self.mines: list[int | None] = [None] * shape[0]
        self.density = density

    def read(
        self, all_codes: npt.NDArray[Any], mines: npt.NDArray[Any] | None, start: int, stop: int
    ) -> None:
        share = slice(start, stop)
        codes = all_codes[share]
        self.codes[share] = (
            codes if codes.dtype == np.int8 else checked_codes(codes, range(start, stop))
        )
        self.counts[share] = -1
        if mines is not None:
            self.mines[share] = mines[share].tolist()
            if mines.dtype.kind in "iu":
                self.counts[share] = mines[share]
            if (self.counts[share] < 0).any():  # no number, or one below 0 or too large
                self.check(np.arange(start, stop))

    def check(self, indices: npt.NDArray[np.intp]) -> None:
        codes = checked_codes(self.codes[indices], indices.tolist())
        known_mines = (codes == MINE).sum(axis=(1, 2)).tolist()
        hidden_cells = (codes == HIDDEN).sum(axis=(1, 2)).tolist()
        for index, known, hidden in zip(indices.tolist(), known_mines, hidden_cells, strict=True):
            mine_count = checked_mines(self.mines[index], known, hidden)
            self.mines[index] = mine_count
            self.counts[index] = -1 if mine_count is None else mine_count

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

    >>> import minesolver as ms
    >>> batch = ms.analyze_many([[[1, -1], [-1, -1]], [[2, -1], [-1, -1]]], mines=[1, 2])
    >>> batch.probability[:, 0, 1].round(3).tolist()
    [0.333, 0.667]

    boards: An int8 array (n, rows, cols) of codes (-1 hidden, 0 to 8 a clue, 10 a known mine), or several
        arrays of one shape; boards of one shape, with their own mine counts and densities; or any puzzles and
        boards under rules
    mines: With an array: one mine count, one for each position (n,), or ``None`` where it is unknown
    density: With an array and no mine count: see :class:`Board`
    jobs: Threads
    limit: What each position may spend; a number is so many seconds. Nothing is approximated: what is not
        done by then is not ``finished``.
    Raises BoardFormatError: arrays that are not boards; MissingDependencyError: the core was not built;
        EngineLimitError: without a limit: not even ``elimination`` can finish; ArgumentError: ``jobs`` is
        less than 1.
    """
    if isinstance(jobs, bool) or not isinstance(jobs, int) or jobs < 1:
        raise ArgumentError(f"jobs is a whole number from 1 on, not {quoted(jobs)}")
    limit = Limit.of(limit)
    if isinstance(boards, np.ndarray):
        return _batch_of_array(boards, mines, density, limit, jobs)
    check_iterable(boards, "a batch is boards in a list, or an array of them")
    subjects: list[Any] = list(boards)  # type: ignore[arg-type]
    are_boards = [isinstance(board, Subject) for board in subjects]
    if subjects and not any(are_boards):
        return _batch_of_array(subjects, mines, density, limit, jobs)
    if mines is not None or density is not None:
        raise BoardFormatError("boards carry their own mine counts and densities")
    if not all(are_boards):
        raise BoardFormatError("a batch is boards, or an array of them, not both")

    # Square boards go to the core in one array; all others, and cut ones, one by one.
    codes = None
    if all(type(board) is Board for board in subjects):
        if len({board.shape for board in subjects}) > 1:
            raise BoardFormatError("the boards of one batch have one shape")
        rows, cols = subjects[0].shape if subjects else (1, 1)
        code_bytes = bytearray().join([board._sums().codes for board in subjects])
        codes = np.frombuffer(code_bytes, np.int8).reshape(len(subjects), rows, cols)
    mine_counts = np.array(
        [-1 if board.mines is None else board.mines for board in subjects], np.int64
    )
    densities = [board.density for board in subjects]
    return _batch(tuple(subjects), codes, mine_counts, densities, limit, jobs)


def _batch_of_array(
    boards: Any, mines: Any, density: float | str | Fraction | None, limit: Limit, jobs: int
) -> Batch[Any]:
    """As :func:`analyze_many`, of an array or what makes one."""
    prior = checked_density(density)
    codes = numbers(boards, 3)
    positions = _Boards(codes.shape, prior)
    try:
        mine_counts = np.asarray(mines)
    except ValueError:  # lists of several lengths
        raise BoardFormatError(f"mine counts are a list of numbers, not {quoted(mines)}") from None
    if mine_counts.shape not in ((), (1,), (len(codes),)):
        raise BoardFormatError(f"{mine_counts.size} mine counts for {len(codes)} boards")
    if mines is not None and density is not None:
        raise BoardFormatError("a board takes a mine count or a mine density, not both")
    source = codes, None if mines is None else np.broadcast_to(mine_counts, len(codes))
    return _batch(positions, positions.codes, positions.counts, [prior], limit, jobs, source)


def _shares(board_count: int, jobs: int) -> list[tuple[int, int]]:
    """(start, stop) of each share for some threads: smaller to the end, so that they are done together."""
    smallest_share = 1 + board_count // 256
    stops = [0]
    while stops[-1] < board_count:
        boards_left = board_count - stops[-1]
        share = max(smallest_share, min(512, boards_left // (2 * jobs)))
        stops.append(min(board_count, stops[-1] + share))
    return list(pairwise(stops))


class _Answers(NamedTuple):
    """What is known of the boards so far, an entry each."""

    probability: npt.NDArray[np.float64]
    proof: npt.NDArray[np.int8]
    width: npt.NDArray[np.int64]
    states: npt.NDArray[np.int64]
    status: npt.NDArray[np.int64]
    seconds: npt.NDArray[np.float64]  # that the core took, where seconds are limited
    analyses: npt.NDArray[Any]  # of those that were analysed one by one


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
    if codes is None:
        answers = _no_answers(positions)
    else:
        answers = _by_core(positions, codes, mines, densities, limit, jobs, source)
    _finish_one_by_one(answers, positions, limit, jobs)

    # No numbers where there is no answer; but what is proved is true, counted or not.
    has_no_answer = answers.status != _DONE
    answers.probability[has_no_answer] = np.nan
    answers.proof[has_no_answer] = 0
    for index, analysis in enumerate(answers.analyses.tolist()):
        if has_no_answer[index] and analysis is not None:
            answers.proof[index].ravel()[: len(analysis.risks)] = analysis._proof
    return Batch(
        positions,
        answers.probability,
        answers.proof,
        answers.status != _CONTRADICTION,
        answers.status != _STOPPED,
        answers.width,
        answers.states,
        codes,
        answers.analyses,
    )


def _no_answers(positions: Any) -> _Answers:
    """Of positions that the core does not take."""
    board_count = len(positions)
    shape = board_count, max(len(board.cells) for board in positions)
    return _Answers(
        probability=np.full(shape, np.nan),
        proof=np.zeros(shape, np.int8),
        width=np.zeros(board_count, np.int64),
        states=np.zeros(board_count, np.int64),
        status=np.full(board_count, _LIMIT),
        seconds=np.zeros(board_count),
        analyses=np.full(board_count, None),
    )


def _by_core(
    positions: Any,
    codes: npt.NDArray[np.int8],
    mines: npt.NDArray[np.int64],
    densities: list[Fraction | None],
    limit: Limit,
    jobs: int,
    source: tuple[Any, Any] | None,
) -> _Answers:
    """Of square boards, by the core in some threads."""
    board_count = len(positions)
    probability = np.empty(codes.shape)
    proof = np.empty(codes.shape, np.int8)
    report = np.zeros((board_count, 4), np.int64)  # (width, states, status, microseconds)
    log_odds = [kernel.log_odds(density) for density in densities]
    prior = np.broadcast_to(log_odds, board_count).astype(float)
    arrays = codes, mines, prior, probability, proof, report
    max_seconds = inf if limit.seconds is None else limit.seconds
    max_states = inf if limit.states is None else limit.states

    def analyze_share(start: int, stop: int) -> None:
        if source is not None:
            positions.read(*source, start, stop)
        arguments: list[Any] = [array[start:stop] for array in arrays]
        arguments += [max_seconds, max_states, kernel.MEMORY]
        _, rows, cols = codes.shape
        kernel.workspace_for(rows, cols).analyze_many(*arguments)
        # What is no board at all is a contradiction to the core; here it is an error.
        contradictions = start + np.flatnonzero(report[start:stop, 2] == _CONTRADICTION)
        if source is not None and len(contradictions):
            positions.check(contradictions)

    for _ in kernel.in_threads(analyze_share, _shares(board_count, jobs), jobs):
        pass
    width, states, status, microseconds = report.T
    if limit.states is not None:  # a small workspace is there in any case
        status[states > limit.states] = _STOPPED
    return _Answers(
        probability, proof, width, states, status, microseconds / 1e6, np.full(board_count, None)
    )


def _finish_one_by_one(answers: _Answers, positions: Any, limit: Limit, jobs: int) -> None:
    """Analyse what the core did not take, in what it left of the limit, and write it to the answers."""
    pending = np.flatnonzero(answers.status == _LIMIT).tolist()

    def analyze_pending(start: int, _: int) -> None:
        index = pending[start]
        board = positions[index]
        answers.status[index] = _STOPPED
        try:
            analysis = analyze(board, limit=limit.after(answers.seconds[index]))
        except InconsistentBoardError:
            answers.status[index] = _CONTRADICTION
            return
        except EngineLimitError:
            if limit == Limit():
                raise
            return
        cell_count = len(board.cells)
        if analysis.is_exact or limit == Limit():
            answers.analyses[index] = analysis
        if analysis.is_exact:
            answers.probability[index].ravel()[:cell_count] = analysis.risks
            answers.proof[index].ravel()[:cell_count] = analysis._proof
            answers.width[index] = analysis.statistics.width
            answers.states[index] = analysis.statistics.states
            answers.status[index] = _DONE

    for _ in kernel.in_threads(analyze_pending, kernel.shares(len(pending), 1), jobs):
        pass
