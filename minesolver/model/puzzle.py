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

from ..base.errors import BoardFormatError, PuzzleError, counted
from ..base.limits import json_value
from ..base.render import render
from .board import checked_density
from .constraint import Constraint, SumConstraint, TableConstraint
from .reason import show
from .subject import Name, Subject
from .together import TogetherConstraint

_MOST_COUNTS = 1_000_000  # counts that one constraint may allow
_MOST_MINES = 10_000  # of one cell


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
        given.
    """

    cells: tuple[Name, ...] = ()
    capacity: tuple[int, ...] = ()
    hidden_quantities: tuple[Name, ...] = ()

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
        self.cells, self.hidden_quantities = tuple(cells), tuple(hidden_quantities)
        names = (*self.cells, *self.hidden_quantities)
        self._index = {name: i for i, name in enumerate(names)}
        if not self.cells:
            raise PuzzleError("a puzzle has at least one cell")
        if len(self._index) < len(names):
            twice = next(name for i, name in enumerate(names) if self._index[name] != i)
            raise PuzzleError(f"cell {show(twice)} is named twice", cell=twice)
        most_of = [1] * len(names)
        one = isinstance(capacity, (int, np.integer)) and not isinstance(capacity, bool)
        if not one and not isinstance(capacity, Mapping):
            raise PuzzleError(f"the capacity is a whole number or a mapping from cells, not {capacity!r}")
        given = dict(capacity) if isinstance(capacity, Mapping) else dict.fromkeys(self.cells, capacity)
        for name, most in given.items():
            most_of[self.index(name)] = _whole(
                most, f"the capacity of cell {show(name)}", least=1, most=_MOST_MINES
            )
        self.capacity = tuple(most_of)
        self._known: dict[int, int] = {}
        for name, value in (known or {}).items():
            i = self.index(name)
            self._known[i] = _whole(value, f"the known value of cell {show(name)}", most=self.capacity[i])
        self._mines, self._density = checked_prior(mines, density)
        if self._mines is not None:
            least = sum(value for i, value in self._known.items() if i < len(self.cells))
            most = sum(self._known.get(i, self.capacity[i]) for i in range(len(self.cells)))
            if not least <= self._mines <= most:
                raise PuzzleError(f"mine count {self._mines} is impossible: the cells hold {least} to {most}")
        self._constraints: list[Constraint] = []

    def index(self, name: Name) -> int:
        """A cell's place among the cells and hidden quantities after them. Raises PuzzleError: it is none."""
        try:
            return self._index[name]
        except (KeyError, TypeError):
            raise PuzzleError(f"{show(name)} is no cell of the puzzle", cell=name) from None

    @property
    def known(self) -> dict[Name, int]:
        """Values of the known cells."""
        return {name: self._known[i] for name, i in self._index.items() if i in self._known}

    def values(self) -> dict[int, int]:
        return dict(self._known)

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        return tuple(self._constraints)

    @property
    def title(self) -> str:
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
        chosen = tuple(cells)
        if together is not None:
            chosen = tuple(cell for cell in chosen if cell is not None)
        places, label = self._places(chosen, name)
        allowed = _counts(counts, label)
        clue = None if at is None else self.index(at)
        if together is not None:
            order = tuple(cells)
            self._add_run(order, places, allowed, label, clue, together=together, ring=ring, weights=weights)
            return
        if ring:
            raise PuzzleError(f"{label}: a ring is of mines that are together, or apart", constraint=label)
        own = None
        if weights is not None:
            if isinstance(weights, (str, bytes)) or not isinstance(weights, Iterable):
                raise PuzzleError(f"{label}: {weights!r} is no list of weights", constraint=label)
            own = [_whole(w, f"{label}: a weight", least=None) for w in weights]
            if len(own) != len(places):
                raise PuzzleError(
                    f"{label}: {counted(len(own), 'weight')} for {counted(len(places), 'cell')}",
                    constraint=label,
                )
        constraint = SumConstraint(places, allowed, label, clue, own)
        low = sum(min(0, w * self.capacity[i]) for w, i in zip(constraint.weights, places, strict=True))
        high = sum(max(0, w * self.capacity[i]) for w, i in zip(constraint.weights, places, strict=True))
        if not any(low <= count <= high for count in allowed):
            raise PuzzleError(
                f"{label}: no count of {_listed(sorted(allowed))} is possible: "
                f"the cells give {low} to {high}",
                constraint=label,
            )
        self._constraints.append(constraint)

    def _add_run(
        self,
        order: Sequence[Name | None],
        places: tuple[int, ...],
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
        if any(self.capacity[i] != 1 for i in places):
            what = "mines are together, or apart, where a cell holds one at most"
            raise PuzzleError(f"{label}: {what}", constraint=label)
        indices = [None if cell is None else self.index(cell) for cell in order]
        constraint = TogetherConstraint(indices, allowed, label, clue, is_run=together, ring=ring)
        if not constraint.is_possible():
            what = "together" if together else "apart"
            counts = _listed(sorted(allowed))
            raise PuzzleError(
                f"{label}: {counts} of {counted(len(places), 'cell')} cannot be {what}", constraint=label
            )
        self._constraints.append(constraint)

    def add_table(
        self, cells: Iterable[Name], rows: Iterable[Sequence[int] | str], *, name: str | None = None
    ) -> None:
        """Allow only these values of some cells.

        rows: The allowed values in the order of the cells, such as ``(0, 1, 1)`` or ``"011"``
        name: Name of the constraint, for reasons and messages
        Raises PuzzleError: A cell is unknown, or a row does not fit the cells.
        """
        places, label = self._places(cells, name)
        allowed = []
        for row in rows:
            if not isinstance(row, Sequence):
                raise PuzzleError(f"{label}: each row of a table is a list or a text", constraint=label)
            values = tuple(_whole(value, f"{label}: a value", text=True) for value in row)
            if len(values) != len(places):
                raise PuzzleError(
                    f"{label}: row {row!r} has {counted(len(values), 'value')} for "
                    f"{counted(len(places), 'cell')}",
                    constraint=label,
                )
            allowed.append(values)
        self._constraints.append(TableConstraint(places, allowed, label))

    def constrain(self, constraint: Constraint) -> None:
        """Add any constraint, over indices of this puzzle's cells. Raises PuzzleError: one is of no cell."""
        if any(not 0 <= i < len(self._index) for i in constraint.cells):
            raise PuzzleError(f"{constraint.name}: a cell index is out of range", constraint=constraint.name)
        self._constraints.append(constraint)

    def _places(self, cells: Iterable[Name], name: str | None) -> tuple[tuple[int, ...], str]:
        """The indices of a constraint's cells, and what it is called."""
        chosen = tuple(cells)
        number = len(self._constraints) + 1
        label = f"constraint {number} ({_listed(map(show, chosen))})" if name is None else name
        try:
            places = tuple(map(self.index, chosen))
        except PuzzleError as error:
            raise PuzzleError(f"{label}: {error}", cell=error.cell, constraint=label) from None
        if len(set(places)) < len(places):
            twice = next(cell for k, cell in enumerate(chosen) if cell in chosen[:k])
            raise PuzzleError(f"{label}: cell {show(twice)} stands twice", cell=twice, constraint=label)
        return places, label

    def copy(self) -> Puzzle:
        """The same puzzle, to change apart from this one."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._constraints = list(self._constraints)
        return other

    def described(self) -> dict[str, Any]:
        values = super().described()
        with suppress(PuzzleError):  # it has no words for something
            values |= json.loads(self.to_json())
        return values

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
        on which it stands. An
        object with ``rules`` and ``board`` is a board under these rules. A list as a name of a cell is a
        tuple in Python.

        text: The JSON text, or the object that it holds
        Raises PuzzleError: it is none; the message names what is wrong.
        """
        try:
            values = json_value(text) if isinstance(text, str) else dict(text)
        except (json.JSONDecodeError, BoardFormatError, RecursionError) as error:
            raise PuzzleError(f"not a puzzle in JSON: {error}") from None
        if not isinstance(values, dict):
            raise PuzzleError("a puzzle in JSON is an object with the keys cells and constraints")
        if values.keys().isdisjoint(("cells", "rules", "board")):
            raise PuzzleError("the puzzle needs the key cells: a list of names")
        return render("read", values)

    @classmethod
    def from_file(cls, path: str | Path) -> Puzzle:
        """Read the JSON form from a UTF-8 file; see :meth:`from_json`.

        Raises PuzzleError: the file holds no puzzle; OSError: the file cannot be read.
        """
        try:
            return cls.from_json(Path(path).read_bytes().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise PuzzleError(f"{path} is not text in UTF-8 (byte {error.start})") from None

    @classmethod
    def from_board(cls, board: Subject) -> Puzzle:
        """A board's puzzle: its cells are named (row, column), each clue is a constraint."""
        names = (*board.cells, *board.hidden_quantities)
        puzzle = cls(
            board.cells,
            board.mines,
            density=board.density,
            capacity=dict(zip(names, board.capacity, strict=True)),
            known={names[i]: value for i, value in board.values().items()},
            hidden_quantities=board.hidden_quantities,
        )
        puzzle._constraints += board.constraints
        return puzzle

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        mines = "" if self._mines is None else f", {counted(self._mines, 'mine')}"
        return f"<{self.title}, {counted(len(self._constraints), 'constraint')}{mines}>"


def _listed(items: Iterable[object]) -> str:
    first = list(map(str, islice(items, 9)))
    return ", ".join([*first[:8], *["..."] * (len(first) > 8)])


def _whole(
    value: Any, what: str, *, least: int | None = 0, most: int | None = None, text: bool = False
) -> int:
    if text and isinstance(value, str) and value.isdecimal():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise PuzzleError(f"{what} is a whole number, not {value!r}")
    if (least is not None and value < least) or (most is not None and value > most):
        upper = "" if most is None else f" and at most {most}"
        raise PuzzleError(f"{what} is at least {least}{upper}, not {value}")
    return int(value)


def checked_prior(
    mines: int | None, density: float | str | Fraction | None
) -> tuple[int | None, Fraction | None]:
    """A mine count or a density, not both. Raises :class:`PuzzleError`."""
    try:
        chance = checked_density(density)
    except BoardFormatError as error:
        raise PuzzleError(error.message) from None
    if mines is not None and chance is not None:
        raise PuzzleError("a puzzle takes a mine count or a mine density, not both")
    return None if mines is None else _whole(mines, "the mine count"), chance


def _counts(counts: int | Iterable[int], label: str) -> frozenset[int]:
    if isinstance(counts, (int, np.integer)):
        return frozenset([_whole(counts, f"{label}: the count", least=None)])
    if isinstance(counts, (str, bytes)) or not isinstance(counts, Iterable):
        raise PuzzleError(f"{label}: {counts!r} is no number of mines and no set of them", constraint=label)
    if isinstance(counts, range) and abs(counts.stop - counts.start) > _MOST_COUNTS * abs(counts.step):
        raise PuzzleError(f"{label}: more than {_MOST_COUNTS} counts", constraint=label)
    allowed = frozenset(_whole(count, f"{label}: a count", least=None) for count in counts)
    if not allowed:
        raise PuzzleError(f"{label}: it allows no count at all", constraint=label)
    return allowed
