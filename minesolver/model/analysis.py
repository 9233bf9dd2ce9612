"""The answer: probabilities, proved cells, model count, best cell, reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from copy import copy
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import isnan
from typing import Any, NamedTuple, Self, overload

import numpy as np
import numpy.typing as npt

from ..base.errors import EngineLimitError, counted
from ..base.render import render
from ..counting.joining import ComponentCount, Marginals
from ..counting.problem import BoardProblem
from .board import HIDDEN, MINE, Board, Cell, neighbours, on_board
from .reason import Reason

_LARGE = 10**15  # model counts from here on are shown rounded
TIE = 1e-9  # probabilities closer than this count as equal: rounding decides nothing


class Statistics(NamedTuple):
    """What an analysis took. ``width``: most clues open at once; ``states``: states stored by counting."""

    components: int = 0
    width: int = 0
    states: int = 0
    seconds: float = 0.0


class Analysis:
    """What is known of a board: probabilities, proved cells, the solution count, reasons. Engines make it;
    users get it from :func:`minesolver.analyze`.

    Parameters
    ----------
    board
        The board.
    engine
        Name of the engine.
    probability
        float64 (rows, cols). P(mine): 0.0 on opened cells, 1.0 on known mines, NaN where a heuristic engine
        has no estimate.
    safe, mines
        The proved cells, unless they come as ``proof``.
    proof
        int8 (rows, cols): 1 proved safe, 2 proved mine, else 0.
    is_exact
        Whether every probability is exact; ``False`` for the likelihoods of a layered engine.
    statistics
        What counting took.
    note
        What a fallback under a limit has to say, else empty.
    solutions
        The solution count, or a function that is called when it is first asked for.
    fractions
        P(mine) of the cells that are not proved, as (numerator, denominator).
    reasons
        The engine's own reasons, or a function that finds them when they are first asked for.
    """

    _count: Callable[[], Analysis] | None = None

    def __init__(
        self,
        board: Board,
        engine: str,
        probability: npt.NDArray[np.float64],
        *,
        safe: Iterable[Cell] = (),
        mines: Iterable[Cell] = (),
        proof: npt.NDArray[np.int8] | None = None,
        is_exact: bool = True,
        statistics: Statistics | None = None,
        note: str = "",
        solutions: int | Callable[[], int] | None = None,
        fractions: Mapping[Cell, tuple[int, int]] | None = None,
        reasons: Mapping[Cell, Reason] | Callable[[Analysis], Mapping[Cell, Reason]] | None = None,
    ) -> None:
        self.board = board
        self.engine = engine
        self.probability = probability
        self.probability.setflags(write=False)
        self.is_exact = is_exact
        self.statistics = statistics or Statistics()
        self.note = note
        self._proved = (frozenset(safe), frozenset(mines)) if proof is None else None
        self._proof = proof
        self._solutions = solutions
        self._fractions = fractions
        self._reasons = reasons

    def explained_by(self, explain: Callable[[Analysis], Mapping[Cell, Reason]]) -> Analysis:
        """The same analysis with another source of reasons, if the engine gave none.

        explain: Finds the reasons, when they are first asked for
        """
        if self._reasons is None:
            self._reasons = explain
        return self

    def counted_by(self, count: Callable[[], Analysis]) -> Analysis:
        """The same analysis, with the fractions and the solution count of another one.

        count: Makes the other analysis, when it is first needed
        """
        self._count = count
        return self

    def _counted(self) -> None:
        """Take over what was left to another analysis."""
        if self._count is not None:
            other = self._count()
            self._solutions, self._fractions, self._count = other._solutions, other._fractions, None

    def relabelled(self, engine: str, note: str = "") -> Self:
        """The same answer under another engine's name.

        note: What a fallback under a limit has to say
        """
        other = copy(self)
        other.engine, other.note = engine, note
        return other

    def recommending(self, cell: Cell | None) -> Analysis:
        """The same answer with another cell as the best one: the move of a policy that looks ahead.

        cell: The new best cell, (row, column), or ``None``
        """
        other = copy(self)
        other.__dict__["best"] = cell
        return other

    @cached_property
    def safe(self) -> frozenset[Cell]:
        """Hidden cells proved safe."""
        return self._proved[0] if self._proved else self._cells_with(1)

    @cached_property
    def mines(self) -> frozenset[Cell]:
        """Hidden cells proved to be mines."""
        return self._proved[1] if self._proved else self._cells_with(2)

    def _cells_with(self, proof: int) -> frozenset[Cell]:
        assert self._proof is not None
        rows, cols = np.nonzero(self._proof == proof)
        return frozenset(zip(rows.tolist(), cols.tolist(), strict=True))

    @property
    def prior(self) -> str:
        """The prior over layouts that the probabilities are under, in words."""
        return self.board.prior

    @property
    def solutions(self) -> int:
        """Mine layouts consistent with the board.

        Raises :class:`EngineLimitError` where the engine does not count them.
        """
        self._counted()
        if self._solutions is None:
            raise EngineLimitError(
                f"engine {self.engine!r} does not count layouts; use an exact engine such as 'elimination'"
            )
        if callable(self._solutions):
            self._solutions = self._solutions()
        return self._solutions

    @overload
    def exact(self, row: Cell, /) -> Fraction: ...
    @overload
    def exact(self, row: int, col: int) -> Fraction: ...
    def exact(self, row: int | Cell, col: int | None = None) -> Fraction:
        """P(mine) of one cell as a rational number: ``exact((row, col))`` or ``exact(row, col)``.

        row, col: The cell, counted from 0
        Returns: The probability, in lowest terms.
        Raises CellError: the cell is off the board; EngineLimitError: the engine gives floats only.
        """
        row, col = on_board(row if col is None else (row, col), self.board.rows, self.board.cols)
        code = self.board[row, col]
        if code != HIDDEN:
            return Fraction(code == MINE)
        if (row, col) in self.safe or (row, col) in self.mines:
            return Fraction((row, col) in self.mines)
        self._counted()
        if self._fractions is None:
            raise EngineLimitError(
                f"engine {self.engine!r} gives floats only; use an exact engine such as 'elimination'"
            )
        return Fraction(*self._fractions[row, col])

    @cached_property
    def best(self) -> Cell | None:
        """The recommended cell to open, or ``None`` when only mines, or nothing, is left.

        A proved-safe cell if there is one, else a cell of least mine probability. Ties go to a cell next to
        an opened one, then to the one with fewest neighbours, then fewest hidden ones, then row-major.
        """
        if self.safe:
            ties: list[Cell] = list(self.safe)
        else:
            open_to_choice = self.board.grid == HIDDEN
            for cell in self.mines:
                open_to_choice[cell] = False
            if not open_to_choice.any():
                return None
            risk = np.where(open_to_choice, self.probability, np.inf)
            least = np.min(risk, where=~np.isnan(risk), initial=np.inf)
            # A cell without an estimate is chosen only where none has one.
            near = risk <= least + TIE if np.isfinite(least) else open_to_choice
            ties = [(int(r), int(c)) for r, c in np.argwhere(near)]
        around = neighbours(self.board.rows, self.board.cols)
        flat = self.board.grid.ravel().tolist()

        def rank(cell: Cell) -> tuple[bool, int, int, Cell]:
            codes = [flat[j] for j in around[cell[0] * self.board.cols + cell[1]]]
            touches = any(0 <= code <= 8 for code in codes)
            return (not touches, len(codes), codes.count(HIDDEN), cell)

        return min(ties, key=rank)

    @overload
    def reason(self, row: Cell, /) -> Reason | None: ...
    @overload
    def reason(self, row: int, col: int) -> Reason | None: ...
    def reason(self, row: int | Cell, col: int | None = None) -> Reason | None:
        """Why a cell is proved: ``reason((row, col))`` or ``reason(row, col)``.

        row, col: The cell, counted from 0
        Returns: The shortest chain found; ``None`` for a cell that is not proved.
        Raises CellError: the cell is off the board.
        """
        cell = on_board(row if col is None else (row, col), self.board.rows, self.board.cols)
        if cell not in self.safe and cell not in self.mines:
            return None
        return self.reasons.get(cell)

    @cached_property
    def reasons(self) -> dict[Cell, Reason]:
        """The reason of every proved cell, in an order in which each rests on earlier ones only."""
        found = self._reasons(self) if callable(self._reasons) else self._reasons
        return dict(found or {})

    def summary(self) -> str:
        """What was found, in one line.

        Returns: Size, solution count, proved cells, best cell, engine and time.
        """
        board = self.board
        mines = "mine count unknown" if board.mines is None else counted(board.mines, "mine")
        parts = [f"{board.rows}x{board.cols}, {mines}"]
        with suppress(EngineLimitError):  # a heuristic engine counts nothing
            parts.append(f"{readable(self.solutions)} layout{'' if self.solutions == 1 else 's'}")
        parts.append(f"{len(self.safe)} safe and {counted(len(self.mines), 'mine')} proved")
        if self.best is None:
            parts.append("nothing left to open")
        else:
            r, c = self.best
            p = float(self.probability[r, c])
            risk = "safe" if self.best in self.safe else f"{100 * p:.2f} % mine"
            parts.append(f"best ({r},{c}) {risk}" if not isnan(p) else f"best ({r},{c})")
        if board.mines is None:
            parts.append(f"prior: {board.prior}")
        seconds = self.statistics.seconds
        parts.append(f"engine {self.engine}" + (f", {1000 * seconds:.1f} ms" if seconds else ""))
        return "; ".join(parts)

    def to_dict(self, *, exact: bool = False, reasons: bool = False) -> dict[str, Any]:
        """The analysis as JSON values, with the keys of ``minesolver solve --json``. ``board`` and ``mines``
        are what :meth:`Board.parse` reads back.

        exact: Add the key ``exact``: rows of fractions as text
        reasons: Add the key ``reasons``: why each proved cell is proved
        Raises EngineLimitError: ``exact`` where the engine gives floats only.
        """
        board = self.board
        solutions = None
        with suppress(EngineLimitError):  # a heuristic engine counts nothing
            solutions = str(self.solutions)
        values: dict[str, Any] = {
            "rows": board.rows,
            "cols": board.cols,
            "mines": board.mines,
            "board": str(board).splitlines()[-board.rows :],
            "engine": self.engine,
            "is_exact": self.is_exact,
            "solutions": solutions,
            "probability": [[None if isnan(p) else p for p in row] for row in self.probability.tolist()],
            "safe": sorted(map(list, self.safe)),
            "mine_cells": sorted(map(list, self.mines)),
            "best": list(self.best) if self.best else None,
        }
        if board.mines is None:
            values["prior"] = self.prior
            if board.density is not None:
                values["density"] = str(board.density)
        if self.note:
            values["note"] = self.note
        if exact:
            cells = range(board.cols)
            values["exact"] = [[str(self.exact(r, c)) for c in cells] for r in range(board.rows)]
        if reasons:
            values["reasons"] = [reason.to_dict() for reason in self.reasons.values()]
        return values

    def __getitem__(self, cell: Cell) -> float:
        """P(mine) of a cell. Raises :class:`CellError` off the board."""
        return float(self.probability[on_board(cell, self.board.rows, self.board.cols)])

    def __eq__(self, other: object) -> bool:
        """Whether both say the same of the same board, whichever engine found it."""
        if not isinstance(other, Analysis):
            return NotImplemented
        return (
            self.board == other.board
            and self.is_exact == other.is_exact
            and self.safe == other.safe
            and self.mines == other.mines
            and np.allclose(self.probability, other.probability, rtol=0, atol=TIE, equal_nan=True)
        )

    def __hash__(self) -> int:
        return hash(self.board)

    def __repr__(self) -> str:
        return f"<Analysis of {self.summary()}>"

    def __str__(self) -> str:
        """The board with its mine probabilities, as ``minesolver solve`` prints it."""
        return render("analysis.text", self)

    def _repr_svg_(self) -> str:
        """How a notebook shows an analysis."""
        return render("analysis.svg", self)

    def _repr_html_(self) -> str:
        """The drawing with its summary line."""
        from html import escape

        return f"<figure>{self._repr_svg_()}<figcaption>{escape(self.summary())}</figcaption></figure>"


def readable(number: int) -> str:
    """A model count for people: exact up to 15 digits, rounded with ``~`` beyond."""
    if number < _LARGE:
        return str(number)
    return f"~{Decimal(number):.3e}".replace("e+", "e")


def from_marginals(
    engine: str,
    problem: BoardProblem,
    counts: list[ComponentCount],
    marginals: Marginals,
    seconds: float,
) -> Analysis:
    """An exact analysis from exact counts."""
    board = problem.board
    cols = board.cols
    flat = [1.0 if code == MINE else 0.0 for code in board.grid.ravel().tolist()]
    safe = [divmod(i, cols) for i in problem.safe]
    mines = [divmod(i, cols) for i in problem.mines]
    fractions: dict[Cell, tuple[int, int]] = {}
    for i in problem.mines:
        flat[i] = 1.0
    parts = [
        (cells, expected)
        for component, expectations in zip(problem.components, marginals.groups, strict=True)
        for cells, expected in zip(component.groups, expectations, strict=True)
    ]
    if problem.free:
        parts.append((problem.free, marginals.free))
    for cells, (numerator, denominator) in parts:
        denominator *= len(cells)
        value = numerator / denominator
        places = [divmod(i, cols) for i in cells]
        if numerator == 0:
            safe += places
        elif numerator == denominator:
            mines += places
        else:
            fractions.update(dict.fromkeys(places, (numerator, denominator)))
        for i in cells:
            flat[i] = value
    probability = np.array(flat).reshape(board.shape)
    probability.setflags(write=False)
    return Analysis(
        board,
        engine,
        probability,
        safe=safe,
        mines=mines,
        statistics=Statistics(
            len(counts),
            max((count.width for count in counts), default=0),
            sum(count.states for count in counts),
            seconds,
        ),
        solutions=marginals.solutions,
        fractions=fractions,
    )
