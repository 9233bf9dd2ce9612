"""A puzzle: named cells, what is known of them, and constraints on any sets of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ..base.errors import (
    ArgumentTypeError,
    BoardFormatError,
    PuzzleError,
    check_iterable,
    check_type,
    counted,
    is_iterable,
    quoted,
    truth,
)
from ..base.files import read_file
from ..base.limits import json_value, whole
from ..base.render import render
from .board import checked_density
from .constraint import Constraint, SumConstraint, TableConstraint
from .reason import show
from .subject import Name, Subject
from .together import TogetherConstraint

# That one constraint may allow: more would fill the memory before anything is counted.
_MAX_COUNTS = 1_000_000
_MAX_CELL_MINES = 10_000  # of one cell: each number of them is a state of its own in counting

_NAMES_EXPECTED = "the cells of a puzzle are a list of names"


class Puzzle(Subject[Name, Mapping[Name, float], Mapping[Name, Fraction]]):
    """Cells with mines in them, some known, constraints on sets of cells, and what is known of the mine
    count.

    >>> import minesolver as ms
    >>> p = ms.Puzzle(["a", "b", "c", "d"], mines=2)
    >>> p.add(["a", "b"], 1)
    >>> p.add(["b", "c", "d"], {0, 2})
    >>> p.add(["a", "c"], range(0, 2), weights=[1, 2])
    >>> ms.analyze(p).solutions
    1

    cells: Names of the cells, all different
    mines: Mines in all cells together, known ones included; ``None`` where that is not known
    density: Only with ``mines=None``: a layout with k mines of at most n weighs density^k (1-density)^(n-k),
        so with one mine a cell each cell is a mine by itself with this probability. ``None`` is 1/2: all
        layouts weigh the same.
    capacity: The most mines in a cell: one number for all, or a mapping from names (the others: 1)
    known: Values of cells that are known: a mapping from names to mines
    hidden_quantities: Names of further unknowns (with their ``capacity``) that are no cells: they count in
        constraints but not as mines
    Raises PuzzleError: where a name stands twice, a number is out of range, or mines and density are both
        given; ArgumentTypeError: a name that is no text, number or tuple.
    """

    cells: tuple[Name, ...] = ()
    _capacity: tuple[int, ...] = ()
    _hidden_quantities: tuple[Name, ...] = ()

    def __init__(
        self,
        cells: Iterable[Name],
        mines: int | None = None,
        *,
        density: float | str | Fraction | None = None,
        capacity: int | Mapping[Any, int] = 1,
        known: Mapping[Any, int] | None = None,
        hidden_quantities: Iterable[Name] = (),
    ) -> None:
        # Cells and hidden quantities are counted on: each has one name and one index.
        check_iterable(cells, _NAMES_EXPECTED)
        check_iterable(hidden_quantities, "hidden quantities are names")
        self.cells = tuple(cells)
        self._hidden_quantities = tuple(hidden_quantities)
        all_names = (*self.cells, *self._hidden_quantities)
        try:
            self._index = {name: index for index, name in enumerate(all_names)}
        except TypeError as error:
            raise ArgumentTypeError(
                f"a name of a puzzle is a text, a number or a tuple: {error}"
            ) from None
        if not self.cells:
            raise PuzzleError("a puzzle has at least one cell")
        if len(self._index) < len(all_names):
            # Of a name that stands twice the index is that of the last.
            repeated_name = next(
                name for index, name in enumerate(all_names) if self._index[name] != index
            )
            raise PuzzleError(f"cell {show(repeated_name)} is named twice", cell=repeated_name)

        self._capacity = self._checked_capacity(capacity)
        self._known: dict[int, int] = {}
        if known is None:
            known = {}
        check_type(known, Mapping, "known is a mapping of cells to their mines")
        for known_name, mine_count in known.items():
            index = self.index(known_name)
            label = f"the known value of cell {show(known_name)}"
            self._known[index] = _whole(mine_count, label, maximum=self._capacity[index])

        # The mine count must agree with what is known of the cells.
        self._mines, self._density = checked_prior(mines, density)
        if self._mines is not None:
            cell_indices = range(len(self.cells))
            min_mines = sum(self._known.get(index, 0) for index in cell_indices)
            max_mines = sum(self._known.get(index, self._capacity[index]) for index in cell_indices)
            if not min_mines <= self._mines <= max_mines:
                shown_count = quoted(self._mines)
                raise PuzzleError(
                    f"mine count {shown_count} is impossible: the cells hold {min_mines} to {max_mines}"
                )
        self._constraints: list[Constraint] = []

    def _checked_capacity(self, capacity: int | Mapping[Any, int]) -> tuple[int, ...]:
        """The most of each cell and hidden quantity, of which one number says nothing."""
        if isinstance(capacity, Mapping):
            capacity_of = dict(capacity)
        elif isinstance(capacity, (int, np.integer)) and not isinstance(capacity, bool):
            capacity_of = dict.fromkeys(self.cells, capacity)
        else:
            raise PuzzleError(
                f"the capacity is a whole number or a mapping from cells, not {quoted(capacity)}"
            )
        capacities = [1] * len(self._index)
        for name, max_mines in capacity_of.items():
            label = f"the capacity of cell {show(name)}"
            capacities[self.index(name)] = _whole(
                max_mines, label, minimum=1, maximum=_MAX_CELL_MINES
            )
        return tuple(capacities)

    def index(self, name: Name) -> int:
        """A cell's place among the cells and hidden quantities after them. Raises PuzzleError: it is none."""
        try:
            return self._index[name]
        except (KeyError, TypeError):
            raise PuzzleError(f"{show(name)} is no cell of the puzzle", cell=name) from None

    @property
    def known(self) -> dict[Name, int]:
        """Values of the known cells."""
        names = (*self.cells, *self._hidden_quantities)
        return {names[index]: self._known[index] for index in sorted(self._known)}

    def _values(self) -> dict[int, int]:
        return dict(self._known)

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        return tuple(self._constraints)

    @property
    def _title(self) -> str:
        return f"puzzle of {counted(len(self.cells), 'cell')}"

    def add(
        self,
        cells: Iterable[Name],
        counts: int | Iterable[int],
        *,
        weights: Iterable[int] | None = None,
        name: str | None = None,
        together: bool | None = None,
        ring: bool = False,
        at: Name | None = None,
    ) -> None:
        """Constrain the number of mines among some cells.

        >>> import minesolver as ms
        >>> p = ms.Puzzle("abcd")
        >>> p.add("abcd", 2, together=False)
        >>> ms.analyze(p).solutions
        3

        counts: The number of mines among them, or the numbers that are allowed (a set, a range, any iterable)
        weights: What a mine in each of the cells counts, in their order; whole numbers, default 1
        name: What errors and explanations call this constraint; default: its number and its cells
        together: Of cells in the order in which they lie: whether the mines are one run, as of ``{2}`` in
            Hexcells (true), or are not, as of ``-2-`` (false). ``None`` among the cells is a gap, which ends
            a run.
        ring: Whether the last of these cells lies beside the first
        at: The cell on which this stands, as a clue does
        Raises PuzzleError: where a cell is unknown or stands twice, or no such counts can be.
        """
        check_iterable(cells, _NAMES_EXPECTED)
        ring = truth(ring, "ring is True or False")
        names_in_order = tuple(cells)
        cell_names = names_in_order
        if together is not None:
            together = truth(together, "together is True or False")
            cell_names = tuple(cell for cell in names_in_order if cell is not None)
        indices, label = self._indices(cell_names, name)
        allowed = _counts(counts, label)
        clue = None if at is None else self.index(at)

        # Of mines that are together, or apart, the order of the cells and the gaps count too.
        if together is not None:
            self._add_run(
                names_in_order,
                indices,
                allowed,
                label,
                clue,
                together=together,
                ring=ring,
                weights=weights,
            )
            return
        if ring:
            raise PuzzleError(
                f"{label}: a ring is of mines that are together, or apart", constraint=label
            )

        # All else is a sum, in which each mine counts once where no weights are named.
        checked_weights = None
        if weights is not None:
            checked_weights = _checked_weights(weights, len(indices), label)
        constraint = SumConstraint(indices, allowed, label, clue, checked_weights)

        # A count that could never be is a slip of the pen, not a puzzle without solutions.
        min_sum = max_sum = 0
        for index, weight in zip(indices, constraint.weights, strict=True):
            largest_term = weight * self._capacity[index]
            min_sum += min(0, largest_term)
            max_sum += max(0, largest_term)
        if not any(min_sum <= count <= max_sum for count in allowed):
            raise PuzzleError(
                f"{label}: no count of {_listed(sorted(allowed))} is possible: "
                f"the cells give {min_sum} to {max_sum}",
                constraint=label,
            )
        self._constraints.append(constraint)

    def _add_run(
        self,
        names_in_order: Sequence[Name | None],
        indices: tuple[int, ...],
        allowed: frozenset[int],
        label: str,
        clue: int | None,
        *,
        together: bool,
        ring: bool,
        weights: Iterable[int] | None,
    ) -> None:
        """Add that mines are together, or apart. Raises PuzzleError: they cannot be."""
        if weights is not None:
            raise PuzzleError(
                f"{label}: mines that are together, or apart, have no weights", constraint=label
            )
        if any(self._capacity[index] != 1 for index in indices):
            raise PuzzleError(
                f"{label}: mines are together, or apart, where a cell holds one at most",
                constraint=label,
            )
        cells_and_gaps = [None if cell is None else self.index(cell) for cell in names_in_order]
        constraint = TogetherConstraint(
            cells_and_gaps, allowed, label, clue, is_run=together, ring=ring
        )
        if not constraint.is_possible():
            arrangement = "together" if together else "apart"
            allowed_text = _listed(sorted(allowed))
            raise PuzzleError(
                f"{label}: {allowed_text} of {counted(len(indices), 'cell')} cannot be {arrangement}",
                constraint=label,
            )
        self._constraints.append(constraint)

    def add_table(
        self, cells: Iterable[Name], rows: Iterable[Sequence[int] | str], *, name: str | None = None
    ) -> None:
        """Allow only these values of some cells.

        >>> import minesolver as ms
        >>> puzzle = ms.Puzzle("ab")
        >>> puzzle.add_table("ab", ["01", "10"])
        >>> ms.analyze(puzzle).solutions
        2

        rows: The allowed values in the order of the cells, such as ``(0, 1, 1)`` or ``"011"``
        name: Name of the constraint, for reasons and messages
        Raises PuzzleError: A cell is unknown, or a row does not fit the cells.
        """
        check_iterable(cells, _NAMES_EXPECTED)
        check_iterable(rows, "the rows of a table are a list of rows")
        indices, label = self._indices(cells, name)

        # Each row has a value for each cell; texts of digits are rows too.
        allowed_rows = []
        for row in rows:
            if not isinstance(row, Sequence):
                raise PuzzleError(
                    f"{label}: each row of a table is a list or a text", constraint=label
                )
            row_values = tuple(_whole(value, f"{label}: a value", text=True) for value in row)
            if len(row_values) != len(indices):
                raise PuzzleError(
                    f"{label}: row {quoted(row)} has {counted(len(row_values), 'value')} for "
                    f"{counted(len(indices), 'cell')}",
                    constraint=label,
                )
            allowed_rows.append(row_values)
        self._constraints.append(TableConstraint(indices, allowed_rows, label))

    def constrain(self, constraint: Constraint) -> None:
        """Add any constraint, over indices of this puzzle's cells. Raises PuzzleError: one is of no cell."""
        check_type(constraint, Constraint, "constrain takes a Constraint")
        if any(not 0 <= index < len(self._index) for index in constraint.cells):
            raise PuzzleError(
                f"{constraint.name}: a cell index is out of range", constraint=constraint.name
            )
        self._constraints.append(constraint)

    def _indices(self, cells: Iterable[Name], name: str | None) -> tuple[tuple[int, ...], str]:
        """The indices of a constraint's cells, and what it is called."""
        cell_names = tuple(cells)
        constraint_number = len(self._constraints) + 1
        if name is not None:
            check_type(name, str, "the name of a constraint is a text")
        label = name
        if label is None:
            label = f"constraint {constraint_number} ({_listed(map(show, cell_names))})"
        try:
            indices = tuple(map(self.index, cell_names))
        except PuzzleError as error:
            raise PuzzleError(f"{label}: {error}", cell=error.cell, constraint=label) from None
        if len(set(indices)) < len(indices):
            repeated_name = next(
                cell for position, cell in enumerate(cell_names) if cell in cell_names[:position]
            )
            raise PuzzleError(
                f"{label}: cell {show(repeated_name)} stands twice",
                cell=repeated_name,
                constraint=label,
            )
        return indices, label

    def copy(self) -> Puzzle:
        """The same puzzle, to change apart from this one."""
        duplicate = object.__new__(type(self))
        duplicate.__dict__.update(self.__dict__)
        duplicate._constraints = list(self._constraints)
        return duplicate

    def _described(self) -> dict[str, Any]:
        json_values = super()._described()
        with suppress(PuzzleError):  # it has no words for something
            json_values |= json.loads(self.to_json())
        return json_values

    def to_json(self) -> str:
        """One JSON object that :meth:`from_json` reads. Raises PuzzleError: it has no words for something."""
        return render("write", self, "json")

    @classmethod
    def from_json(cls, text: str | Mapping[str, Any]) -> Puzzle:
        """Read the JSON form of a puzzle.

        Keys: ``cells`` (a list of names); ``mines`` or ``density``; ``capacity`` (a number, an object or a
        list of pairs); ``known`` (an object or a list of pairs); ``hidden_quantities``; ``constraints``, a
        list of objects with ``cells``, one of ``mines`` (a number), ``counts`` (a list), ``range`` ([least,
        most], both included) or ``table`` (rows of values), and optionally ``weights`` and ``name``;
        ``together`` or ``apart`` (true; null among the cells is a gap) and ``ring`` (true); ``at``, the cell
        on which it stands. An object with ``rules`` and ``board`` is a board under these rules. A list as a
        name of a cell is a tuple in Python.

        text: The JSON text, or the object that it holds
        Raises PuzzleError: it is none; the message names what is wrong.
        """
        check_type(text, (str, Mapping), "a puzzle in JSON is a text, or the object that it holds")
        # What is no JSON object, or none of a puzzle, is said before its parts are looked at.
        try:
            json_values = json_value(text) if isinstance(text, str) else dict(text)
        except (json.JSONDecodeError, BoardFormatError, RecursionError) as error:
            raise PuzzleError(f"not a puzzle in JSON: {error}") from None
        if not isinstance(json_values, dict):
            raise PuzzleError("a puzzle in JSON is an object with the keys cells and constraints")
        if json_values.keys().isdisjoint(("cells", "rules", "board")):
            raise PuzzleError("the puzzle needs the key cells: a list of names")
        return render("read", json_values)

    @classmethod
    def from_file(cls, path: str | Path) -> Puzzle:
        """Read the JSON form from a UTF-8 file; see :meth:`from_json`.

        Raises PuzzleError: the file holds no puzzle; OSError: the file cannot be read.
        """
        try:
            return cls.from_json(read_file(path, PuzzleError).decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise PuzzleError(f"{path} is not text in UTF-8 (byte {error.start})") from None

    @classmethod
    def from_board(cls, board: Subject) -> Puzzle:
        """A board's puzzle: its cells are named (row, column), each clue is a constraint.

        >>> import minesolver as ms
        >>> ms.Puzzle.from_board(ms.Board.parse("1#\\n##", mines=1)).constraints[0].name
        'clue 1 at (0,0)'

        Raises PuzzleError: a cut board with a density, of which no puzzle says the same.
        """
        check_type(board, Subject, "from_board takes a board")
        if getattr(board, "cut", ()) and board.density is not None:
            raise PuzzleError("of a cut board with a density no puzzle says the same")
        all_names = (*board.cells, *board._hidden_quantities)
        puzzle = cls(
            board.cells,
            board.mines,
            density=board.density,
            capacity=dict(zip(all_names, board._capacity, strict=True)),
            known={all_names[index]: mine_count for index, mine_count in board._values().items()},
            hidden_quantities=board._hidden_quantities,
        )
        puzzle._constraints += board.constraints
        return puzzle

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        mine_count_text = "" if self._mines is None else f", {counted(self._mines, 'mine')}"
        return f"<{self._title}, {counted(len(self._constraints), 'constraint')}{mine_count_text}>"


def _listed(items: Iterable[object]) -> str:
    """The first eight, and dots for more."""
    item_texts = list(map(show, islice(items, 9)))
    if len(item_texts) > 8:
        item_texts[8] = "..."
    return ", ".join(item_texts)


def _checked_weights(weights: Iterable[int], cell_count: int, label: str) -> list[int]:
    if isinstance(weights, (str, bytes)) or not is_iterable(weights):
        raise PuzzleError(f"{label}: {quoted(weights)} is no list of weights", constraint=label)
    checked_weights = [_whole(weight, f"{label}: a weight", minimum=None) for weight in weights]
    if len(checked_weights) != cell_count:
        raise PuzzleError(
            f"{label}: {counted(len(checked_weights), 'weight')} for {counted(cell_count, 'cell')}",
            constraint=label,
        )
    return checked_weights


def _whole(
    value: Any,
    label: str,
    *,
    minimum: int | None = 0,
    maximum: int | None = None,
    text: bool = False,
) -> int:
    if text and isinstance(value, str) and value.isdecimal():
        value = whole(value)
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise PuzzleError(f"{label} is a whole number, not {quoted(value)}")
    if (minimum is not None and value < minimum) or (maximum is not None and value > maximum):
        upper_bound = "" if maximum is None else f" and at most {maximum}"
        raise PuzzleError(f"{label} is at least {minimum}{upper_bound}, not {quoted(int(value))}")
    return int(value)


def checked_prior(
    mines: int | None, density: float | str | Fraction | None
) -> tuple[int | None, Fraction | None]:
    """A mine count or a density, not both. Raises :class:`PuzzleError`."""
    try:
        mine_density = checked_density(density)
    except BoardFormatError as error:
        raise PuzzleError(error.message) from None
    if mines is None:
        return None, mine_density
    if mine_density is not None:
        raise PuzzleError("a puzzle takes a mine count or a mine density, not both")
    return _whole(mines, "the mine count"), None


def _counts(counts: int | Iterable[int], label: str) -> frozenset[int]:
    if isinstance(counts, (int, np.integer)):
        return frozenset([_whole(counts, f"{label}: the count", minimum=None)])
    if isinstance(counts, (str, bytes)) or not is_iterable(counts):
        raise PuzzleError(
            f"{label}: {quoted(counts)} is no number of mines and no set of them", constraint=label
        )
    if isinstance(counts, range):
        range_width = abs(counts.stop - counts.start)
        if range_width > _MAX_COUNTS * abs(counts.step):
            raise PuzzleError(f"{label}: more than {_MAX_COUNTS} counts", constraint=label)
    allowed = frozenset(_whole(count, f"{label}: a count", minimum=None) for count in counts)
    if not allowed:
        raise PuzzleError(f"{label}: it allows no count at all", constraint=label)
    return allowed
