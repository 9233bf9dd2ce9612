"""The answer: probabilities, proved cells, model count, best cell, reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from math import isnan
from struct import unpack
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from ..base.errors import CellError, EngineLimitError, PuzzleError, check_type, counted, truth
from ..base.limits import Limit, decimal_text, quotient_text
from ..base.render import render
from .board import Board
from .certificate import Certificate
from .lost_cause import LostCause
from .reason import Difficulty, Reason, Step, chain, show, written
from .subject import FractionsT, Name, NameT, NumbersT, Subject

if TYPE_CHECKING:
    # Type checkers find out the type of ``self`` for a plain property only.
    from builtins import property as cached_property

    from typing_extensions import TypeVar  # which has defaults; type checkers bring it along

    SubjectT = TypeVar("SubjectT", bound=Subject, default=Board, covariant=True)
else:
    from functools import cached_property
    from typing import TypeVar

    SubjectT = TypeVar("SubjectT")

# Model counts from here on are shown rounded: 15 digits are what people still read.
_FIRST_ROUNDED = 10**15
# From so many cells on the count is apart from the fractions: there both ways take about as long
# (100x100 at density .16, half opened, 3 ms; benchmarks/growth.py).
_FIRST_COUNTED_APART = 10_000
# Probabilities closer than this count as equal: rounding decides nothing.
TIE = 1e-9


class Statistics(NamedTuple):
    """What an analysis took. ``width``: most clues open at once; ``states``: states stored by counting."""

    components: int = 0
    width: int = 0
    states: int = 0
    seconds: float = 0.0

    @classmethod
    def of(cls, numbers: tuple[int, int, int, float] | bytes) -> Statistics:
        """From the numbers, or the bytes of three int64 and a float64."""
        if isinstance(numbers, bytes):
            return cls(*unpack("3qd", numbers))
        return cls(*numbers)


class Fractions(NamedTuple):
    """P(at least one mine) as rational numbers; cells that are alike have one.

    pairs: Those that occur, as (numerator, denominator)
    places: By cell which of them it has, int32, as bytes
    """

    pairs: Sequence[tuple[int, int]]
    places: bytes


class _PairFractions(dict[int, Fraction]):
    """The fraction of a pair, by its number, made when it is first asked for: of thousands of digits that
    takes its time."""

    def __init__(self, pairs: Sequence[tuple[int, int]]) -> None:
        super().__init__()
        self._pairs = pairs
        self._reduced: dict[tuple[int, int], Fraction] = {}

    def __missing__(self, pair_number: int) -> Fraction:
        # Of a large board half of the pairs are equal to others.
        pair = self._pairs[pair_number]
        fraction = self._reduced.get(pair)
        if fraction is None:
            fraction = self._reduced[pair] = Fraction(*pair)
        self[pair_number] = fraction
        return fraction


class LayoutCount(Protocol):
    """How many layouts there are, counted when it is asked for: :mod:`minesolver.counting.layout_count`."""

    def exact(self) -> int:
        """Their number. Raises EngineLimitError: past the limit of the analysis."""

    def bounds(self) -> tuple[Decimal, Decimal] | None:
        """Between which two numbers it is, from floats and their error; None where they cannot tell."""


class Outcome(NamedTuple):
    """What an engine found, by the index of the cell. ``None`` stands for what it does not give; functions
    of the analysis are called when that is first asked for, and are to pickle.

    probability: float64 (cells,), or the bytes of that: P(at least one mine), 0 and 1 for what is known, NaN
        for no estimate
    proof: int8 (cells,), or its bytes: 1 proved safe, 2 proved mine, else 0
    statistics: What it took, or the bytes of that: see :meth:`Statistics.of`
    counts: Gives solutions and fractions, which are not given then
    best: The best cell, see :attr:`Analysis.best`; -1 where there is none
    note: What a fallback under a limit has to say
    solutions: How many layouts there are
    reasons: The engine's own reasons of proved cells, each after those that it rests on
    proved_complete: Whether every cell that is the same in all layouts is proved
    in_rows: The probabilities of a board as an array (rows, cols), where the engine has made that as well
    layout_count: Counts the layouts without any fraction, which is far quicker on large boards; or ``None``
    """

    probability: npt.NDArray[np.float64] | bytes
    proof: npt.NDArray[np.int8] | bytes
    statistics: tuple[int, int, int, float] | bytes = Statistics()
    counts: Callable[[Analysis[Any]], tuple[int, Fractions]] | None = None
    best: int | Callable[[Analysis[Any]], int] | None = None
    is_exact: bool = True
    note: str = ""
    fractions: Fractions | None = None
    solutions: int | None = None
    reasons: Iterable[Reason[Any]] | None = None
    proved_complete: bool = True
    in_rows: npt.NDArray[np.float64] | None = None
    layout_count: Callable[[Analysis[Any]], LayoutCount | None] | None = None


class Analysis(Generic[SubjectT]):
    """What is known of a board or a puzzle: probabilities, proved cells, the solution count, reasons. Users
    get it from :func:`minesolver.analyze`. To type checkers ``Analysis`` is that of a :class:`Board`, and
    ``Analysis[Puzzle]`` that of a puzzle.

    >>> import minesolver as ms
    >>> ms.analyze(ms.Board.parse("1#1\\n###", mines=1)).summary()
    '2x3, 1 mine; 2 layouts; 2 safe and 0 mines proved; best (1,0) safe; engine auto, ... ms'

    board: What was analysed
    engine: Name of the engine
    outcome: What the engine found
    steps: Finds the logical steps when they are first asked for, where the engine has no reasons of its own
    """

    def __init__(
        self,
        board: SubjectT,
        engine: str,
        outcome: Outcome,
        steps: Callable[[Analysis[Any]], Iterable[Step]] | None = None,
    ) -> None:
        self.board: SubjectT = board
        self.engine = engine
        self._outcome = outcome
        self._steps = steps
        in_rows = outcome.in_rows
        if in_rows is not None:
            # Found there without a call: a property is one of Python, by C. Nor is `__dict__` asked for,
            # which would first have to be made.
            self.probability = in_rows  # type: ignore[misc]

    def __getstate__(self) -> dict[str, Any]:
        # What is found out when it is first asked for is found out again.
        kept = {name: self.__dict__[name] for name in ("board", "engine", "_outcome", "_steps")}
        return {**kept, "_outcome": self._outcome._replace(in_rows=None)}

    @property
    def is_exact(self) -> bool:
        """Whether every probability is exact; ``False`` for the likelihoods of a layered engine."""
        return self._outcome.is_exact

    @property
    def proved_complete(self) -> bool:
        """Whether ``safe`` and ``mines`` have every cell that is the same in all layouts.

        It is so of exact engines, and may be where nothing was counted; past a limit, and of layered engines,
        it is not.
        """
        return self._outcome.proved_complete

    @property
    def statistics(self) -> Statistics:
        """What counting took."""
        return Statistics.of(self._outcome.statistics)

    @property
    def note(self) -> str:
        """What a fallback under a limit has to say, else empty."""
        return self._outcome.note

    @property
    def taken(self) -> tuple[str, ...]:
        """What the reader of the board's text took for what; nothing where it was no text, or ours."""
        taken: tuple[str, ...] = getattr(self.board, "taken", ())
        return taken

    @property
    def prior(self) -> str:
        """The prior over layouts that the probabilities are under, in words."""
        return self.board.prior

    @cached_property
    def probability(self: Analysis[Subject[NameT, NumbersT, FractionsT]]) -> NumbersT:
        """P(at least one mine): 0 on opened cells, 1 on known mines, NaN where a heuristic engine has no
        estimate. float64 (rows, cols) for a board, read-only; a mapping from the cells' names for a puzzle.
        """
        probability_by_cell: NumbersT = self.board._arranged(self._outcome.probability)
        return probability_by_cell

    @cached_property
    def risks(self) -> npt.NDArray[np.float64]:
        """P(at least one mine) by index, in the order of the board's cells."""
        return np.frombuffer(self._outcome.probability)

    @cached_property
    def _proof(self) -> npt.NDArray[np.int8]:
        return np.frombuffer(self._outcome.proof, np.int8)

    @cached_property
    def safe(self: Analysis[Subject[NameT, NumbersT, FractionsT]]) -> frozenset[NameT]:
        """Cells proved safe, that are not known to be."""
        return frozenset(self._proved(1))

    @cached_property
    def mines(self: Analysis[Subject[NameT, NumbersT, FractionsT]]) -> frozenset[NameT]:
        """Cells proved to be mines, that are not known to be."""
        return frozenset(self._proved(2))

    def _proved(self: Analysis[Subject[NameT, NumbersT, FractionsT]], proof: int) -> list[NameT]:
        return self.board._named(np.flatnonzero(self._proof == proof).tolist())

    @cached_property
    def solutions(self) -> int:
        """Layouts consistent with the board; of a cut board those of its cells and of the cells next to its
        cut edges together. Raises EngineLimitError: the engine does not count them.
        """
        if self._layout_count is not None and "_counts" not in self.__dict__:
            return self._layout_count.exact()
        solutions, _ = self._counts
        if solutions is None:
            raise EngineLimitError(
                f"engine {self.engine!r} does not count layouts; use an exact engine such as 'elimination'"
            )
        return solutions

    @cached_property
    def _layout_count(self) -> LayoutCount | None:
        """Counts the layouts of a large board apart from the fractions, where the engine can."""
        count = self._outcome.layout_count
        if count is None or len(self._outcome.proof) < _FIRST_COUNTED_APART:
            return None
        return count(self)

    @property
    def solutions_in_words(self) -> str:
        """:attr:`solutions` for people: exact up to 15 digits, beyond them ``~`` and four digits, which are
        right. For these a large board is not counted exactly. Raises EngineLimitError as that does.
        """
        if self._layout_count is not None and not {"solutions", "_counts"} & self.__dict__.keys():
            bounds = self._layout_count.bounds()
            digits = None if bounds is None else _common_digits(*bounds)
            if digits is not None:
                return digits
        return readable(self.solutions)

    @cached_property
    def _counts(self) -> tuple[int | None, Fractions | None]:
        """Solutions and fractions, which some engines count only now."""
        outcome = self._outcome
        if outcome.counts is not None:
            return outcome.counts(self)
        return outcome.solutions, outcome.fractions

    @cached_property
    def _fractions(self) -> tuple[Sequence[tuple[int, int]], npt.NDArray[np.int32]]:
        """The pairs (numerator, denominator), and by cell which of them it has."""
        _, fractions = self._counts
        if fractions is not None:
            return fractions.pairs, np.frombuffer(fractions.places, np.int32)
        if all(self._settled):
            return [(0, 1), (1, 1)], self.risks.astype(np.int32)
        raise EngineLimitError(
            f"engine {self.engine!r} gives floats only; use an exact engine such as 'elimination'"
        )

    def _index(self, cell: tuple[Name, ...]) -> int:
        """The index of a cell that is given as a name, or as a row and a column."""
        cell_name: Any = cell[0] if len(cell) == 1 else cell
        cell_count = len(self._outcome.proof)
        try:
            index: int = self.board.index(cell_name)
        except PuzzleError:
            index = cell_count
        if index >= cell_count:  # what comes after the cells are hidden quantities
            raise CellError(f"{show(cell_name)} is no cell of this puzzle")
        return index

    def exact(self, *cell: Name) -> Fraction:
        """P(at least one mine) of a cell as a rational number: ``exact((row, col))`` or ``exact(row, col)``.

        >>> import minesolver as ms
        >>> ms.analyze(ms.Board.parse("1#\\n##", mines=1)).exact((0, 1))
        Fraction(1, 3)

        Raises CellError: there is no such cell; EngineLimitError: the engine gives floats only.
        """
        index = self._index(cell)
        if self._settled[index]:
            return Fraction(int(self.risks[index]))
        _, pair_numbers = self._fractions
        return self._fraction_of_pair[pair_numbers.item(index)]

    @cached_property
    def _fraction_of_pair(self) -> _PairFractions:
        pairs, _ = self._fractions
        return _PairFractions(pairs)

    @cached_property
    def fractions(self: Analysis[Subject[NameT, NumbersT, FractionsT]]) -> FractionsT:
        """The exact mine probability of each cell: of a board a read-only array (rows, cols) of
        ``Fraction`` objects, else a mapping from the cells' names.

        Raises EngineLimitError: the engine gives floats only.
        """
        pairs, pair_numbers = self._fractions
        fraction_of = self._fraction_of_pair
        pair_fractions = [fraction_of[number] for number in range(len(pairs))]
        cell_fractions = np.fromiter(pair_fractions, object, len(pairs))[pair_numbers]
        cell_fractions.setflags(write=False)
        arranged_fractions: Any = self.board._arranged(cell_fractions)
        fractions_by_cell: FractionsT = arranged_fractions
        return fractions_by_cell

    @property
    def _fraction_texts(self) -> tuple[list[str], npt.NDArray[np.int32]]:
        """The exact mine probabilities, each written once, and by index which of them a cell has."""
        # Of a large board half of the pairs are equal to others.
        pairs, pair_numbers = self._fractions
        text_of_pair = {pair: quotient_text(*pair) for pair in set(pairs)}
        return [text_of_pair[pair] for pair in pairs], pair_numbers

    @cached_property
    def _settled(self) -> list[bool]:
        """By cell whether it is known or proved."""
        return ((self._proof != 0) | ~self.board._unknown).tolist()

    @cached_property
    def best(self: Analysis[Subject[NameT, NumbersT, FractionsT]]) -> NameT | None:
        """The recommended cell to open, or ``None`` when only mines, or nothing, is left.

        A proved-safe cell if there is one, else a cell of least mine probability. Ties go to a board's cell
        next to an opened one, then to the one with fewest neighbours, then fewest hidden ones; then to the
        first.
        """
        index = self._outcome.best
        if index is None:
            index = self._least_risky()
        elif not isinstance(index, int):
            index = index(self)
        if index < 0:
            return None
        (best_cell,) = self.board._named([index])
        return best_cell

    def _least_risky(self) -> int:
        """The best cell's index, or -1, where the engine does not say."""
        candidates = self._proof == 1
        if not candidates.any():
            undecided = self.board._unknown & (self._proof == 0)
            if not undecided.any():
                return -1
            undecided_risks = np.where(undecided, self.risks, np.inf)
            has_estimate = ~np.isnan(undecided_risks)
            least_risk = np.min(undecided_risks, where=has_estimate, initial=np.inf)

            # A cell without an estimate is chosen only where none has one.
            candidates = undecided
            if np.isfinite(least_risk):
                candidates = undecided_risks <= least_risk + TIE
        return self.board._preferred(np.flatnonzero(candidates).tolist())

    def layouts(
        self: Analysis[Subject[NameT, NumbersT, FractionsT]], limit: Limit | float | None = None
    ) -> Iterator[frozenset[NameT]]:
        """The layouts that agree with the board, each once: all its cells with mines, known ones included.
        Where cells may hold several, pairs of a cell and how many mines it holds: ``dict(layout)``. Of a cut
        board with the mines next to its cut edges, whose places lie off the board: ``(-1, 2)``.

        >>> import minesolver as ms
        >>> [sorted(layout) for layout in ms.analyze(ms.Board.parse("1#\\n##", mines=1)).layouts()]
        [[(0, 1)], [(1, 0)], [(1, 1)]]

        limit: What finding them may take
        Raises EngineLimitError: they are too many to be counted.
        """
        layouts: Iterator[frozenset[NameT]] = render("layouts", self.board, limit)
        return layouts

    def sample(
        self: Analysis[Subject[NameT, NumbersT, FractionsT]],
        number: int,
        *,
        seed: int | None = None,
        limit: Limit | float | None = None,
    ) -> list[frozenset[NameT]]:
        """So many of :meth:`layouts`, drawn independently, each equally likely (by the prior where the mine
        count is unknown). With a seed they are the same each time.

        >>> import minesolver as ms
        >>> len(ms.analyze(ms.Board.parse("1#\\n##", mines=1)).sample(5, seed=1))
        5
        """
        drawn_layouts: list[frozenset[NameT]] = render("sample", self.board, number, seed, limit)
        return drawn_layouts

    def chance(
        self: Analysis[Subject[NameT, NumbersT, FractionsT]],
        supposed: Mapping[NameT, bool | int],
        *,
        limit: Limit | float | None = None,
    ) -> Fraction:
        """P(all of this), exactly: that each cell holds a mine, or none.

        >>> from minesolver import Board, analyze
        >>> analyze(Board.parse("1#\\n##", mines=1)).chance({(0, 1): False, (1, 0): True})
        Fraction(1, 3)

        supposed: By cell whether it holds a mine; or how many, where it may hold several
        Raises CellError: there is no such cell; otherwise as :meth:`layouts`.
        """
        check_type(supposed, Mapping, "what is supposed is a mapping of cells to True or False")
        supposed_by_index = []
        for cell, mine_count in supposed.items():
            supposed_by_index.append((self._index((cell,)), mine_count))
        joint_probability: Fraction = render("chance", self.board, supposed_by_index, limit)
        return joint_probability

    @cached_property
    def lost_causes(
        self: Analysis[Subject[NameT, NumbersT, FractionsT]],
    ) -> tuple[LostCause[NameT], ...]:
        """Pairs and groups of cells that remain an even guess whatever is opened elsewhere, each with the two
        halves (``either``, ``other``) of which one holds the mines; also while safe cells remain.
        """
        lost_causes: tuple[LostCause[NameT], ...] = render("lost_causes", self)
        return lost_causes

    def steps(self) -> Iterator[Step]:
        """How everything that is proved can be proved, step by step, the easiest first at each point."""
        if self._outcome.reasons is None:
            return iter(self._steps(self) if self._steps else ())

        # An engine's own reasons are each a step of their own.
        steps = []
        for reason in self._outcome.reasons:
            constraint_names = reason.constraints or self._constraint_names(reason)
            steps.append(Step((reason,), constraint_names, True, len(constraint_names)))
        return iter(steps)

    def _constraint_names(self, reason: Reason[Any]) -> tuple[str, ...]:
        """The names of the clues that a reason on a board uses, and of the mine count."""
        board: Any = self.board
        names = [f"clue {board[cell]} at {show(cell)}" for cell in reason.clues]
        if reason.total:
            names.append(f"the mine count {board.mines}")
        return tuple(names)

    def hint(self) -> Step | None:
        """The next logical step: the fewest constraints that settle a cell; ``None`` where none is left.

        >>> import minesolver as ms
        >>> print(ms.analyze(ms.Board.parse("*#\\n1#")).hint())
        Clue 1 at (1,0) already has its mine, so (0,1) and (1,1) are safe.
        """
        return next(self.steps(), None)

    def difficulty(self) -> Difficulty:
        """How hard it is to prove what can be proved."""
        return Difficulty(tuple(step.facts for step in self.steps()))

    def reason(
        self: Analysis[Subject[NameT, NumbersT, FractionsT]], *cell: Name
    ) -> Reason[NameT] | None:
        """Why a cell is proved: ``reason((row, col))`` or ``reason(row, col)``; ``None`` for one that is not.

        >>> import minesolver as ms
        >>> print(ms.analyze(ms.Board.parse("1#\\n11")).reason((0, 1)))
        Clue 1 at (0,0) has only 1 cell left for its mine, so (0,1) is a mine.

        Raises CellError: there is no such cell.
        """
        return next(reversed(self.reason_chain(*cell)), None)

    def reason_chain(
        self: Analysis[Subject[NameT, NumbersT, FractionsT]], *cell: Name
    ) -> list[Reason[NameT]]:
        """The reasons that a proved cell rests on, each after those that it needs itself; its own comes last.
        Empty for a cell that is not proved; raises as :meth:`reason`.
        """
        index = self._index(cell)
        if not self._outcome.proof[index]:
            return []
        (cell_name,) = self.board._named([index])

        # What single clues prove is seen from the clues near the cell; all else by all reasons up to it.
        found = self.__dict__.get("_reasons_found")
        if self._outcome.reasons is None and (found is None or cell_name not in found.reason_of):
            nearby: list[Reason[NameT]] = render("nearby_reasons", self, index)
            if nearby:
                return nearby
        reasons = self._reasons_found.up_to(cell_name)
        return chain(reasons, cell_name) if cell_name in reasons else []

    @cached_property
    def _reasons_found(
        self: Analysis[Subject[NameT, NumbersT, FractionsT]],
    ) -> _ReasonsFound[NameT]:
        return _ReasonsFound(self.steps())

    @property
    def reasons(self: Analysis[Subject[NameT, NumbersT, FractionsT]]) -> dict[NameT, Reason[NameT]]:
        """The reason of every proved cell, in an order in which each rests on earlier ones only."""
        return self._reasons_found.all()

    def certificate(
        self,
        *cell: Name,
        proofs: bool = True,
        counts: bool = True,
        limit: Limit | float | None = None,
    ) -> Certificate:
        """What the analysis says, in files that a checker accepts without trusting this program; ``write``
        puts them into a folder.

        cell: Only this proved cell, and those that its proof rests on
        proofs: Whether proved cells are certified
        counts: Whether the number of layouts is, and in how many of them each cell is a mine
        limit: A Limit, or seconds
        Raises EngineLimitError: it would be too large, or the rules are not sums of mines; CellError: the
            cell is not proved.
        """
        cell_name = cell if len(cell) > 1 else next(iter(cell), None)
        certificate: Certificate = render(
            "certificate", self, cell_name, proofs=proofs, counts=counts, limit=limit
        )
        return certificate

    def summary(self) -> str:
        """What was found, in one line: size, solution count, proved cells, best cell, engine and time."""
        board = self.board
        mine_count_text = "mine count unknown"
        if board.mines is not None:
            mine_count_text = counted(board.mines, "mine")
        clauses = [f"{board._title}, {mine_count_text}"]

        # What was found: solutions, proved cells, the best one.
        with suppress(EngineLimitError):  # a heuristic engine counts nothing
            layout_count = self.solutions_in_words
            clauses.append(f"{layout_count} layout{'' if layout_count == '1' else 's'}")
        clauses.append(f"{len(self.safe)} safe and {counted(len(self.mines), 'mine')} proved")
        if self.best is None:
            clauses.append("nothing left to open")
        else:
            clauses.append(f"best {show(self.best)}{self._risk_in_words(self.best)}")

        # What the probabilities rest on, and who found them in what time.
        if board.mines is None:
            clauses.append(f"prior: {board.prior}")
        engine_clause = f"engine {self.engine}"
        if self.statistics.seconds:
            engine_clause += f", {1000 * self.statistics.seconds:.2f} ms"
        clauses.append(engine_clause)
        return "; ".join(clauses)

    def _risk_in_words(self, cell: Name) -> str:
        """What comes after a cell's name in the summary; empty where there is no estimate."""
        if cell in self.safe:
            return " safe"
        risk = self[cell]
        return "" if isnan(risk) else f" {100 * risk:.2f} % mine"

    def to_dict(self, *, exact: bool = False, reasons: bool = False) -> dict[str, Any]:
        """The analysis as JSON values, with the keys of ``minesolver solve --json``. Values by cell are rows
        for what lies in rows and columns, else an object by cell name; ``board`` and ``mines`` are what
        :meth:`Board.parse` reads back.

        >>> import minesolver as ms
        >>> ms.analyze(ms.Board.parse("1#")).to_dict()["mine_cells"]
        [[0, 1]]

        exact: Add the key ``exact``: fractions as text
        reasons: Add the key ``reasons``: why each proved cell is proved
        Raises EngineLimitError: ``exact`` where the engine gives floats only.
        """
        board = self.board
        solutions = None
        with suppress(EngineLimitError):  # a heuristic engine counts nothing
            solutions = decimal_text(self.solutions)
        # JSON knows no NaN: what has no estimate is null.
        known_risks = [None if isnan(risk) else risk for risk in self.risks.tolist()]
        json_values = board._described()
        json_values["engine"] = self.engine
        json_values["is_exact"] = self.is_exact
        if not self.is_exact:
            json_values["proved_complete"] = self.proved_complete
        json_values["solutions"] = solutions
        json_values["probability"] = board._listed(known_risks)
        json_values["safe"] = list(map(written, self._proved(1)))
        json_values["mine_cells"] = list(map(written, self._proved(2)))
        json_values["best"] = None if self.best is None else written(self.best)

        # Keys that stand there only where they say something.
        if board.mines is None:
            json_values["prior"] = self.prior
            if board.density is not None:
                json_values["density"] = str(board.density)
        if self.note:
            json_values["note"] = self.note

        # What was asked for besides.
        if truth(exact, "exact is True or False"):
            texts, text_numbers = self._fraction_texts
            json_values["exact"] = board._listed(
                [texts[number] for number in text_numbers.tolist()]
            )
        if truth(reasons, "reasons is True or False"):
            json_values["reasons"] = [reason.to_dict() for reason in self.reasons.values()]
        return json_values

    def __getitem__(self, cell: Name) -> float:
        """P(at least one mine) of a cell. Raises :class:`CellError` where there is none."""
        return float(self.risks[self._index((cell,))])

    def __eq__(self, other: object) -> bool:
        """Whether both say the same of the same board, whichever engine found it."""
        if not isinstance(other, Analysis):
            return NotImplemented
        return (
            self.board == other.board
            and self.is_exact == other.is_exact
            and np.array_equal(self._proof, other._proof)
            and np.allclose(self.risks, other.risks, rtol=0, atol=TIE, equal_nan=True)
        )

    def __hash__(self) -> int:
        return hash((self.is_exact, self._proof.tobytes()))

    def __repr__(self) -> str:
        return f"<Analysis of {self.summary()}>"

    def __str__(self) -> str:
        """The board with its mine probabilities, as ``minesolver solve`` prints it."""
        return render("text", self)

    def _repr_svg_(self) -> str | None:
        """How a notebook shows an analysis, where there is anything to draw."""
        return render("svg", self) if hasattr(self.board, "_repr_svg_") else None

    def _repr_html_(self) -> str:
        """The drawing with its summary line."""
        from html import escape

        drawing = self._repr_svg_() or f"<pre>{escape(str(self))}</pre>"
        return f"<figure>{drawing}<figcaption>{escape(self.summary())}</figcaption></figure>"


class _ReasonsFound(Generic[NameT]):
    """The reasons of an analysis, as far as they were asked for: the easiest are found first.

    reason_of: Those found so far
    """

    def __init__(self, steps: Iterator[Step]) -> None:
        self.reason_of: dict[NameT, Reason[NameT]] = {}
        self._steps = steps

    def up_to(self, cell: NameT) -> dict[NameT, Reason[NameT]]:
        """All up to that of a cell, or all where it has none."""
        while cell not in self.reason_of and self._take_step():
            pass
        return self.reason_of

    def all(self) -> dict[NameT, Reason[NameT]]:
        """All of them."""
        while self._take_step():
            pass
        return self.reason_of

    def _take_step(self) -> bool:
        """Find the next ones; whether there were any."""
        step = next(self._steps, None)
        if step is None:
            return False
        for reason in step.reasons:
            self.reason_of[reason.cell] = reason
        return True


def readable(model_count: int) -> str:
    """A model count for people: exact up to 15 digits, rounded with ``~`` beyond."""
    if model_count < _FIRST_ROUNDED:
        return str(model_count)
    return _rounded(Decimal(model_count))


def _rounded(model_count: Decimal) -> str:
    return f"~{model_count:.3e}".replace("e+", "e")


def _common_digits(low: Decimal, high: Decimal) -> str | None:
    """What :func:`readable` says of each number between two; None where it does not say the same of all."""
    if low < _FIRST_ROUNDED or _rounded(low) != _rounded(high):
        return None
    return _rounded(low)
