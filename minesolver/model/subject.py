"""What is analysed: cells, constraints over them, what is known of single cells, and the prior.

Engines, explanations and drawings ask for nothing else, whether it is a board, a puzzle, or a board under
rules. What only they ask for has a name with an underscore: a board shows people what a board is.
Cells are known by index, in the order of :attr:`Subject.cells`; hidden quantities follow after them.
A constraint is over *all* of its cells, known ones included, and says what the clue says: nothing is
subtracted. What is known of single cells stands apart, in :meth:`Subject._values`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, Self

import numpy as np
import numpy.typing as npt

from ..base.errors import ArgumentTypeError, BoardFormatError, CellError, check_type, counted
from ..base.render import render
from .constraint import Constraint
from .lists import ANY_SUM, MAX_UNITS, CellSum, CorePosition, Lists, as_cell_sum, in_rows
from .reason import show, written

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # which has defaults; type checkers bring it along

    NameT = TypeVar("NameT", bound=Hashable, default=Any)
    NumbersT = TypeVar("NumbersT", default=Any)
    FractionsT = TypeVar("FractionsT", default=Any)
    StateT = TypeVar("StateT", default=Any)
else:
    from typing import TypeVar

    NameT = TypeVar("NameT")
    NumbersT = TypeVar("NumbersT")
    FractionsT = TypeVar("FractionsT")
    StateT = TypeVar("StateT")

Name = Hashable
"""Of a cell: any hashable value; strings and tuples of numbers in files."""

_UNCHANGED: Any = object()
"""For a mine count or a density that stays as it is where a board is changed; ``None`` would take it away."""


class Subject(ABC, Generic[NameT, NumbersT, FractionsT]):
    """Cells, what is known of them, the constraints over them, and the prior.

    ``NameT``: what a cell is called; ``NumbersT``, ``FractionsT``: in what users get a number, or a fraction,
    of each cell
    """

    __slots__ = ()

    @property
    @abstractmethod
    def cells(self) -> tuple[NameT, ...]:
        """Names of the cells, in their order."""

    @property
    @abstractmethod
    def constraints(self) -> tuple[Constraint, ...]:
        """All statements about the cells, by index; of a board one for each opened clue."""

    _mines: int | None
    _density: Fraction | None

    @property
    def mines(self) -> int | None:
        """All mines, the known ones included; ``None`` where that is not known."""
        return self._mines

    @property
    def density(self) -> Fraction | None:
        """P(mine) of a cell by itself where no mine count is known; ``None``: every layout alike."""
        return self._density

    @property
    @abstractmethod
    def _title(self) -> str:
        """What it is, in a few words."""

    @abstractmethod
    def _values(self) -> dict[int, int]:
        """What is known of single cells, by index: 0 for opened ones, 1 for known mines."""

    @abstractmethod
    def index(self, name: Any) -> int:
        """The index of a cell. Raises an error that names it where there is none."""

    @property
    def _hidden_quantities(self) -> tuple[Any, ...]:
        """Names of the unknowns that are no cells."""
        return ()

    @property
    def _by_count(self) -> frozenset[int]:
        """Hidden quantities, by index, of which the mine count says what they are."""
        return frozenset()

    @property
    def _capacity(self) -> tuple[int, ...]:
        """The most mines in each cell; after the cells, the most of each hidden quantity."""
        return (1,) * len(self.cells)

    @property
    def _is_multi_mine(self) -> bool:
        """Whether a cell may hold several mines."""
        return max(self._capacity[: len(self.cells)], default=1) > 1

    @property
    def _columns(self) -> int:
        """How many cells lie in a row where the cells come row by row: a hint for the order of counting."""
        return len(self.cells)

    @property
    def prior(self) -> str:
        """The prior over layouts, in words."""
        if self.mines is not None:
            return f"uniform over layouts with {counted(self.mines, 'mine')}"
        if self.density is not None:
            return f"each hidden cell a mine with probability {self.density}"
        if max(self._capacity) > 1:
            return "uniform over layouts"
        return "uniform over layouts (each hidden cell a mine with probability 1/2)"

    @property
    def _plain(self) -> Subject | None:
        """The :class:`~minesolver.model.board.Board` that says the same of as many cells, if there is one."""
        return None

    def _sums(self) -> CorePosition | None:
        """The position as the compiled core takes it; ``None`` where it does not: a constraint is no sum over
        cells of at most one mine each, or too long.
        """
        cell_count = len(self.cells)
        values = self._values()
        codes = self._core_codes(values)
        cell_sums = self._cell_sums(values)
        if codes is None or cell_sums is None:
            return None

        # The core's clues stand on cells first; these stand on none, and so no cell has a list of its own.
        no_lists: list[tuple[int, ...]] = [()] * cell_count
        cell_lists = Lists.of(
            no_lists + [cell_sum.cells for cell_sum in cell_sums],
            no_lists + [cell_sum.weights for cell_sum in cell_sums],
        )
        allowed_bits = [ANY_SUM] * cell_count + [cell_sum.allowed for cell_sum in cell_sums]
        allowed_array = np.array(allowed_bits, np.uint64)
        return CorePosition.of(in_rows(codes, self._columns), cell_lists, allowed_array)

    def _core_codes(self, values: Mapping[int, int]) -> npt.NDArray[np.int8] | None:
        """The cells as the core takes them; ``None`` where some may hold several mines, or more is unknown.

        values: What is known, as :meth:`values` says it
        """
        cell_count = len(self.cells)
        for index, max_mines in enumerate(self._capacity):
            if index not in values and (index >= cell_count or max_mines != 1):
                return None
        codes = np.full(cell_count, -1, np.int8)
        for index, mine_count in values.items():
            if index >= cell_count:
                continue
            if mine_count > 1:
                return None
            codes[index] = -2 if mine_count else 0
        return codes

    def _cell_sums(self, values: Mapping[int, int]) -> list[CellSum] | None:
        """All constraints as sums that the core takes; ``None`` where one is none."""
        cell_count = len(self.cells)
        cell_sums = []
        for constraint in self.constraints:
            cell_sum = as_cell_sum(constraint, cell_count, values)
            if cell_sum is None or cell_sum.units > MAX_UNITS:
                return None
            cell_sums.append(cell_sum)
        return cell_sums

    @property
    def _unknown(self) -> npt.NDArray[np.bool_]:
        """bool (cells,): whether a cell's value is not known."""
        is_unknown = np.ones(len(self.cells), bool)
        known_cells = [index for index in self._values() if index < len(is_unknown)]
        is_unknown[known_cells] = False
        return is_unknown

    def _named(self, indices: Sequence[int]) -> list[NameT]:
        """Names of cells by index."""
        cell_names = self.cells
        return [cell_names[index] for index in indices]

    def _preferred(self, indices: Sequence[int]) -> int:
        """Which of several equally good cells to open."""
        return min(indices) if self._plain is None else self._plain._preferred(indices)

    def _arranged(self, values: npt.NDArray[np.float64] | bytes) -> NumbersT:
        """One number a cell, by index, in the shape that users get: an array (rows, cols) for a board, else a
        mapping from the cells' names.
        """
        number_array = np.frombuffer(values) if isinstance(values, bytes) else values
        number_by_name = dict(zip(self.cells, number_array.tolist(), strict=True))
        read_only: Any = MappingProxyType(number_by_name)
        return read_only  # which NumbersT is but for boards, where this is replaced

    def _listed(self, values: Sequence[Any]) -> Any:
        """One value a cell, by index, in the shape that JSON gets: rows for what lies in rows and columns,
        ``None`` where there is no cell; else an object.
        """
        return dict(zip(map(show, self.cells), values, strict=True))

    def _described(self) -> dict[str, Any]:
        """What the JSON of an analysis says of the subject itself."""
        return {"cells": list(map(written, self.cells)), "mines": self.mines}


class Position(Subject[NameT, NumbersT, FractionsT], Generic[NameT, NumbersT, FractionsT, StateT]):
    """A board in the middle of a game: each cell is hidden, opened or a known mine. Immutable.

    ``StateT``: what a cell shows
    """

    __slots__ = ()
    _HIDDEN: StateT
    _MINE: StateT

    @abstractmethod
    def __getitem__(self, cell: NameT) -> StateT:
        """The state of a cell."""

    @abstractmethod
    def neighbours(self, cell: NameT) -> tuple[NameT, ...]:
        """The cells around one. Raises CellError: it is none of the board."""

    @abstractmethod
    def _replaced(
        self, changes: Mapping[NameT, StateT], mines: int | None, density: Any
    ) -> Self: ...

    def replace(
        self,
        changes: Mapping[NameT, StateT] | None = None,
        *,
        mines: int | None = _UNCHANGED,
        density: float | str | Fraction | None = _UNCHANGED,
    ) -> Self:
        """A copy with some cells changed, or with another mine count or density.

        >>> from minesolver import Board
        >>> print(Board.parse("1#\\n##").replace({(1, 1): 2}, mines=2))
        2x2x2
        1#
        #2

        changes: What cells show, by their names
        mines, density: As for the board; left out, they stay
        Raises CellError: A cell is not on the board; BoardFormatError: What is given makes no board;
            PuzzleError: The same under rules.
        """
        if mines is _UNCHANGED:
            mines = self.mines if density is _UNCHANGED or density is None else None
        if density is _UNCHANGED:
            density = self.density if mines is None else None
        if changes is None:
            changes = {}
        check_type(changes, Mapping, "changes are a mapping of cells to what they show")
        return self._replaced(changes, mines, density)

    def text(self, format: str = "canonical") -> str:
        """The board in a text format, which :meth:`Board.parse` reads back.

        >>> from minesolver import Board
        >>> print(Board.parse("1#\\n##").text("grid"))
         1 -1
        -1 -1

        format: Any of ``minesolver.io.formats.FORMATS`` that is written
        Raises BoardFormatError: the format has no sign for something on the board; UnknownNameError: no such
            format.
        """
        return render("write", self, format)

    def _repr_svg_(self) -> str:
        """How a notebook shows a board."""
        return render("svg", self)

    def open(self, cell: NameT | Mapping[NameT, StateT], clue: StateT | None = None) -> Self:
        """The board after hidden cells were opened; this one stays as it is.

        >>> from minesolver import Board
        >>> print(Board.hidden(1, 3, 1).open((0, 0), 1))
        1x3x1
        1##

        cell: Its name; or several as a mapping of cells to clues, as :meth:`minesolver.Game.open` returns it
        clue: What the cell shows, a clue, or a mine
        Raises CellError: A cell is not on the board, or not hidden; BoardFormatError: A clue that cannot be;
            PuzzleError: The same under rules; ArgumentTypeError: A cell without a clue, or a mapping
            with one.
        """
        changes: dict[NameT, StateT]
        if isinstance(cell, Mapping):
            if clue is not None:
                raise ArgumentTypeError(
                    "open takes a cell and its clue, or one mapping of cells to clues"
                )
            changes = dict(cell)
        elif clue is None:
            raise ArgumentTypeError(
                "open needs the clue that the cell shows: board.open((row, col), clue)"
            )
        else:
            changes = dict.fromkeys(self._named([self.index(cell)]), clue)

        # Only hidden cells are opened, and what they show is not hidden.
        try:
            is_hidden = self._HIDDEN in changes.values()
        except ValueError:
            raise BoardFormatError("an opened cell shows one clue or a mine, no array") from None
        if is_hidden:
            raise BoardFormatError(f"an opened cell shows a clue or a mine, not {self._HIDDEN!r}")
        for name in changes:
            state = self[name]
            if state != self._HIDDEN:
                shown_state = "a known mine" if state == self._MINE else f"open and shows {state}"
                raise CellError(f"{show(name)} is not hidden: it is {shown_state}")
        return self.replace(changes)

    def flag(self, *cells: NameT) -> Self:
        """The board with these cells as known mines. Raises CellError: one is not on it, or not hidden.

        >>> from minesolver import Board
        >>> print(Board.parse("1#\\n##").flag((0, 1)))
        1*
        ##
        """
        indices = [self.index(cell) for cell in cells]
        return self.open(dict.fromkeys(self._named(indices), self._MINE))

    def where(self, state: StateT) -> tuple[NameT, ...]:
        """All cells in a state: hidden, a known mine, a clue."""
        return tuple([name for name, cell_state in self.items() if cell_state == state])

    def items(self) -> Iterator[tuple[NameT, StateT]]:
        """Every cell with its state: ``for cell, state in board.items()``."""
        return ((name, self[name]) for name in self)

    def __contains__(self, cell: object) -> bool:
        """Whether this is a cell of the board."""
        try:
            self.index(cell)
        except CellError:
            return False
        return True

    def __iter__(self) -> Iterator[NameT]:
        """Every cell, in their order."""
        return iter(self.cells)

    def __len__(self) -> int:
        """How many cells there are."""
        return len(self.cells)
