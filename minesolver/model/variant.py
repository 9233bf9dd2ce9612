"""A board under rules: a puzzle drawn on a geometry, its clues read by rules."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from math import lcm, prod
from typing import Any, NamedTuple

import numpy as np

from ..base.errors import BoardFormatError, CellError, PuzzleError, UnknownNameError, counted
from ..base.registry import unknown
from ..base.render import render
from .board import MINE as _MINE_CODE
from .board import Board
from .constraint import Constraint
from .geometries import GEOMETRIES, Geometry, Kind
from .geometries.graph import graph
from .lists import MOST, Grid, Lists, in_rows, summed
from .puzzle import checked_prior
from .reason import show, written
from .rules import MIXES, RULES, ClueRule, ClueView, Neighbourhood, PlacementRule, Quantity, Value, of_tag
from .state import BoardUnderRules, Clue, State
from .subject import Name

__all__ = ["HIDDEN", "MINE", "OPENED", "Clue", "Field", "RuleSet", "State", "Sums", "VariantBoard"]

HIDDEN = "#"
OPENED = "?"
"""An opened cell that shows nothing."""
MINE = "*"


class RuleSet:
    """A set of rules: a geometry, a neighbourhood, clue rules and placement rules. With several clue rules
    each clue follows one of them and has its tag, or none for the first; ``a+b`` is one rule of two.

    >>> str(RuleSet.parse("torus,liar,quad"))
    'torus,liar,quad'

    Raises UnknownNameError: A name that is none; PuzzleError: two geometries or two neighbourhoods.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.geometry_name = ""
        self.neighbourhood: Neighbourhood | None = None
        self.clues: list[ClueRule] = []
        self.placements: list[PlacementRule] = []
        for name in names:
            if name == "graph" or name in GEOMETRIES:
                if self.geometry_name:
                    raise PuzzleError(f"two geometries: {self.geometry_name} and {name}")
                self.geometry_name = name
                continue
            try:
                rule = RULES.get(name)
            except UnknownNameError:
                part = next((part for part in name.split("+") if part not in RULES), name)
                raise unknown("rule", part, (*GEOMETRIES, *RULES)) from None
            if isinstance(rule, Neighbourhood):
                if self.neighbourhood is not None:
                    raise PuzzleError(f"two neighbourhoods: {self.neighbourhood.name} and {rule.name}")
                self.neighbourhood = rule
            elif rule.name not in [own.name for own in (*self.clues, *self.placements)]:
                if isinstance(rule, ClueRule):
                    self.clues.append(rule)
                elif isinstance(rule, PlacementRule):
                    self.placements.append(rule)
        self.geometry_name = self.geometry_name or "square"
        self.kind: Kind = GEOMETRIES.get("square" if self.geometry_name == "graph" else self.geometry_name)
        if not self.clues:
            self.clues.append(of_tag("V"))
        blind = [rule.name for rule in self.clues if rule.near or not rule.looks]
        if self.neighbourhood is not None and len(blind) == len(self.clues):
            what = f"the rule {blind[0]} says itself what its clue sees"
            raise PuzzleError(f"{what}: {self.neighbourhood.name} does not go with it")

    @classmethod
    def parse(cls, text: str | RuleSet) -> RuleSet:
        """Read names separated by commas; a set of rules is given back.

        Raises UnknownNameError: A name that is none; PuzzleError: two geometries or two neighbourhoods.
        """
        if isinstance(text, RuleSet):
            return text
        parts = [part.strip() for part in text.lower().split(",")]
        return cls([name for part in parts if part for name in MIXES.get(part, part).split(",")])

    @property
    def names(self) -> tuple[str, ...]:
        """All names, without what is so anyway."""
        found = [] if self.geometry_name == "square" else [self.geometry_name]
        near = self.neighbourhood
        found += [near.name] if near and near.name != "eight" else []
        found += [rule.name for rule in self.clues if rule.name != "vanilla" or len(self.clues) > 1]
        return (*found, *(rule.name for rule in self.placements))

    def __str__(self) -> str:
        return ",".join(self.names) or "square"

    def rule_of(self, tag: str) -> tuple[Neighbourhood, ClueRule]:
        """How a clue with a tag is read; without one by the board's rule. Raises PuzzleError: none has it."""
        clue = next((rule for rule in self.clues if rule.tag == tag), None) if tag else self.clues[0]
        clue = clue or of_tag(tag)
        near = clue.near or self.neighbourhood or RULES.get("eight")
        assert isinstance(near, Neighbourhood)
        return near, clue


class Field:
    """A geometry under rules: what a clue sees from a cell, what it may show there, and what that says. All
    boards of a game share one.

    given: The rules, by name (``"liar,quad"``) or parsed
    Raises PuzzleError: a rule does not fit the geometry.
    """

    def __init__(self, geometry: Geometry, given: str | RuleSet) -> None:
        self.geometry = geometry
        self.rules = RuleSet.parse(given)
        near = self.rules.rule_of("")[0]
        for rule in (near, *self.rules.clues, *self.rules.placements):
            geometry.need(rule.name, *rule.needs)
        self._read: dict[str, tuple[Sequence[tuple[int, ...]], ClueRule]] = {}
        self._said: dict[tuple[int, Clue], Constraint] = {}
        self._sums: dict[tuple[Quantity, ...], Sums | None] = {}

    @classmethod
    def parse(cls, given: str | RuleSet, shape: Sequence[int]) -> Field:
        """A field without holes: rows and columns, or more sizes. Raises PuzzleError: these cannot be."""
        rules = RuleSet.parse(given)
        dimensions = rules.kind.dimensions
        if rules.geometry_name == "graph":
            raise PuzzleError("a graph has no sizes: its cells and neighbours are given as JSON")
        if len(shape) != dimensions or min(shape) < 1:
            raise PuzzleError(f"{rules.geometry_name} takes {dimensions} sizes, each at least 1")
        return cls(rules.kind.make(rules.kind.places(tuple(shape)), tuple(shape)), rules)

    def view(self, cell: int, tag: str = "") -> tuple[ClueView, ClueRule]:
        """A clue's place and rule. Raises :class:`PuzzleError` where the geometry does not fit the rule, or
        the rule hides something that belongs to the board, and is none of the board's rules."""
        if tag not in self._read:
            near, rule = self.rules.rule_of(tag)
            for part in (near, rule):
                self.geometry.need(part.name, *part.needs)
            hidden_names = {name for name, _, _ in rule.quantities(self.geometry, None)}
            if not hidden_names.issubset(self._hidden):
                example = ",".join([*(clue_rule.name for clue_rule in self.rules.clues), rule.name])
                raise PuzzleError(
                    f"a clue of the rule {rule.name} rests on what the whole board hides: "
                    f"name this rule among those of the board, as in {example}"
                )
            self._read[tag] = near.sees(self.geometry), rule
        sees, rule = self._read[tag]
        return ClueView(self.geometry, cell, sees[cell], self._hidden), rule

    def says(self, cell: int, clue: Clue) -> Constraint:
        """What a clue on a cell says."""
        found = self._said.get((cell, clue))
        if found is None:
            view, rule = self.view(cell, clue.tag)
            kind = clue.tag or ("" if rule.name == "vanilla" else rule.name)
            label = " ".join(filter(None, ["clue", kind, rule.show(clue.value)]))
            label = f"{label} at {show(self.geometry.cells[cell])}"
            found = self._said[cell, clue] = rule.constraint(view, clue.value, label)
        return found

    def clues(self, cell: int, layout: Sequence[int], tag: str = "") -> list[Clue]:
        """What a cell may show over a layout (mines of every cell, by index; hidden quantities follow)."""
        view, rule = self.view(cell, tag)
        return [Clue(value, tag) for value in rule.values(view, layout)]

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """The tags of its clue rules; that of the first is empty."""
        return ("", *(rule.tag for rule in self.rules.clues[1:]))

    @cached_property
    def placed(self) -> tuple[Constraint, ...]:
        """What the placement rules say; hidden quantities are counted on after the cells."""
        found: dict[Any, Constraint] = {}
        for rule in (*self.rules.clues, *self.rules.placements):
            own = list(rule.constraints(self.geometry, self._hidden.__getitem__))
            for constraint in own if len(own) > 1 else ():
                constraint.rule = rule.name
            found |= {(c.name, c.cells): c for c in own}
        return tuple(found.values())

    @cached_property
    def _hidden(self) -> dict[str, int]:
        """The index of each hidden quantity."""
        return {name: i for i, (name, _, _) in enumerate(self.quantities(None), len(self.geometry.cells))}

    @cached_property
    def secret(self) -> bool:
        """Whether what a clue shows depends on hidden quantities as well."""
        return any(rule.quantities(self.geometry, None) for rule in self.rules.clues)

    def quantities(self, mines: int | None) -> list[Quantity]:
        """The hidden quantities; rules that have the same share it."""
        rules = (*self.rules.clues, *self.rules.placements)
        return list({q[0]: q for rule in rules for q in rule.quantities(self.geometry, mines)}.values())

    def sums(self, quantities: Sequence[Quantity]) -> Sums | None:
        """What all clues are sums over, and how they show these; ``None`` where not all are sums."""
        key = tuple(quantities)
        if key not in self._sums:
            self._sums[key] = self._summed(key)
        return self._sums[key]

    def _summed(self, quantities: Sequence[Quantity]) -> Sums | None:
        size = len(self.geometry.cells)
        known = {k: value for k, (_, _, value) in enumerate(quantities, size) if value is not None}
        placed = [own for c in self.placed if (own := summed(c, size, known))]
        if not self._seen or len(known) < len(quantities) or len(placed) < len(self.placed):
            return None
        lists = [*(own for own, _ in self._seen), *(own.cells for own in placed)]
        weights = [*(own for _, own in self._seen), *(own.weights for own in placed)]
        tables = list(self._tables)
        if not placed and {*chain(*weights)} <= {1} and self.rules.clues == [of_tag("V")]:
            return Sums(Lists.of(lists), {MINE: -2} | {Clue(k): k for k in range(1 + max(map(len, lists)))})
        units = max(sum(map(abs, own)) for own in weights)
        if units > MOST:
            return None
        found = {clue for table in self._tables.values() for by_tag in table for clue in chain(*by_tag)}
        shown = sorted(found, key=lambda clue: (clue.tag, clue.value))
        symbols: dict[State, int] = {clue: k for k, clue in enumerate(shown)}
        only = list(dict.fromkeys(own.allowed for own in placed))  # of these nothing is shown
        symbol = np.zeros((len(tables) + len(only), units + 1, self.ways), np.int8)
        allowed = np.zeros((len(tables) + len(only), len(symbols)), np.uint64)
        for k, table in enumerate(self._tables.values()):
            for have, by_tag in enumerate(table):
                symbol[k, have] = [symbols[_drawn(by_tag, way)] for way in range(self.ways)]
                for clue in chain(*by_tag):
                    allowed[k, symbols[clue]] |= np.uint64(1 << have)
        allowed[len(tables) :, 0] = only
        kinds = [tables.index(_span(own)) for _, own in self._seen]
        kinds += [len(tables) + only.index(own.allowed) for own in placed]
        made = replace(
            Lists.of(lists, weights),
            kinds=np.array(kinds, np.int32),
            symbol=symbol,
            symbol_sums=allowed,
            shown=tuple([clue.value for clue in shown]),
        )
        return Sums(made, {MINE: -2, **symbols})

    @cached_property
    def _seen(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """(cells, weights) of the sum that the clue on each cell shows; empty where one is no such sum."""
        found = []
        for cell in range(len(self.geometry.cells)):
            views = [self.view(cell, tag) for tag in self.tags]
            sums = {(view.sees, tuple(rule.weights(view))) for view, rule in views if rule.weights}
            if len(sums) > 1 or not all(rule.weights for _, rule in views):
                return []
            ((cells, weights),) = sums
            counted = [k for k, weight in enumerate(weights) if weight]
            found.append((tuple([cells[k] for k in counted]), tuple([weights[k] for k in counted])))
        return found

    @cached_property
    def _tables(self) -> dict[tuple[int, int, int], list[list[list[Clue]]]]:
        """By (the least of a sum, its most, the most of one mine): what each tag's rule shows of each."""
        rules = [(tag, self.rules.rule_of(tag)[1]) for tag in self.tags]
        spans = dict.fromkeys(_span(weights) for _, weights in self._seen)
        return {
            (low, high, most): [
                [[Clue(value, tag) for value in rule.shows(have, most)] for tag, rule in rules]
                for have in range(low, high + 1)
            ]
            for low, high, most in spans
        }

    @cached_property
    def ways(self) -> int:
        """In how many ways, equally likely, a clue is drawn; 1 where chance has no say in what it shows."""
        if not self._seen:
            return lcm(*range(1, 1 + max(rule.most for rule in self.rules.clues))) * len(self.tags)
        shown = chain.from_iterable(chain.from_iterable(self._tables.values()))
        return len(self.tags) * lcm(*map(len, shown))

    def drawn(self, cell: int, layout: Sequence[int], way: int) -> State:
        """What a cell shows over a layout, in one of the ways."""
        return _drawn([self.clues(cell, layout, tag) for tag in self.tags], way)


def _drawn(by_tag: list[list[Clue]], way: int) -> State:
    own: list[State] = [*by_tag[way % len(by_tag)]] or [OPENED]
    return own[way // len(by_tag) % len(own)]


class Sums(NamedTuple):
    """Lists of cells for the compiled core, and what it calls what cells show."""

    lists: Lists
    symbols: dict[State, int]


def _span(weights: Sequence[int]) -> tuple[int, int, int]:
    """The least and the most of a sum, and the most that one mine counts."""
    return sum(w for w in weights if w < 0), sum(w for w in weights if w > 0), max(weights, default=1)


class VariantBoard(BoardUnderRules):
    """A board of any geometry under any rules; its cells are named by their places. Immutable, with the
    methods of a :class:`~minesolver.model.board.Board`.

    geometry: The cells and their neighbours, or a field of them
    given: The rules, by name (``"liar,quad"``) or parsed; those of the field
    states: Of each cell that is not hidden, by index: a :class:`Clue`, ``OPENED`` or ``MINE``
    mines, density: As for :class:`~minesolver.model.board.Board`
    extra: What is known of its cells beside the rules, constraints by index as those of a puzzle
    Raises PuzzleError: where a rule does not fit the geometry, or a clue cannot be.
    """

    _HIDDEN, _MINE = HIDDEN, MINE
    cells: tuple[Name, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    shape: tuple[int, ...] = ()
    """Its sizes; rows and columns come last."""
    columns = 0

    def __init__(
        self,
        geometry: Geometry | Field,
        given: str | RuleSet,
        states: Mapping[int, State],
        mines: int | None = None,
        *,
        density: float | str | Fraction | None = None,
        extra: Sequence[Constraint] = (),
    ) -> None:
        self.extra = tuple(extra)
        self.field = geometry if isinstance(geometry, Field) else Field(geometry, given)
        self.geometry = self.field.geometry
        self.rules = self.field.rules
        self.cells, self.shape = self.geometry.cells, self.geometry.shape
        self.columns = self.shape[-1]
        self._mines, self._density = checked_prior(mines, density)
        self._quantities = self.field.quantities(mines)
        self._show(states)

    @classmethod
    def of(cls, board: Board) -> VariantBoard:
        """The same board under the rules ``square``."""
        field = Field.parse("square", board.shape)
        codes = board.grid.ravel().tolist()
        states: dict[int, State] = {
            index: MINE if code == _MINE_CODE else Clue(code) for index, code in enumerate(codes) if code >= 0
        }
        return cls(field, field.rules, states, board.mines, density=board.density)

    def constrained(self, constraints: Sequence[Constraint]) -> VariantBoard:
        """The board with more known of its cells than it shows: constraints over their indices."""
        extra = (*self.extra, *constraints)
        return VariantBoard(
            self.field, self.rules, self.states, self.mines, density=self.density, extra=extra
        )

    def _show(self, states: Mapping[int, State]) -> None:
        """Take states: the only change that a board ever sees, before anybody has it."""
        self.states: dict[int, State] = {i: state for i, state in sorted(states.items()) if state != HIDDEN}
        least = sum(state == MINE for state in self.states.values())
        most = least + len(self.cells) - len(self.states)
        if self._mines is not None and not least <= self._mines <= most:
            raise PuzzleError(f"mine count {self._mines} is impossible: the cells hold {least} to {most}")
        clues = (self.field.says(i, state) for i, state in self.states.items() if isinstance(state, Clue))
        self.constraints = (*clues, *self.field.placed, *self.extra)

    @property
    def hidden_quantities(self) -> tuple[str, ...]:
        return tuple(name for name, _, _ in self._quantities)

    @property
    def by_count(self) -> frozenset[int]:
        return frozenset(self.values()).difference(range(len(self.cells)))

    @property
    def capacity(self) -> tuple[int, ...]:
        return (*super().capacity, *(max(1, most) for _, most, _ in self._quantities))

    @property
    def title(self) -> str:
        shape = "x".join(map(str, self.shape))
        if self.rules.geometry_name == "graph":
            shape = counted(len(self.cells), "cell")
        return f"{shape} {self.rules}"

    @cached_property
    def plain(self) -> Board | None:
        shape, rules = self.shape, self.rules
        if str(rules) != "square" or len(self.cells) < prod(shape) or self.extra:
            return None
        codes = {MINE: 10} | {Clue(number, tag): number for number in range(9) for tag in ("", "V")}
        grid = np.full(len(self.cells), -1)
        try:
            grid[list(self.states)] = [codes[state] for state in self.states.values()]
            return Board(grid.reshape(shape), self.mines, self.density)
        except (KeyError, BoardFormatError):  # opened without a clue, or a clue that cannot be
            return None

    def sums(self) -> Grid | None:
        return self._grid

    @cached_property
    def _grid(self) -> Grid | None:
        sums = self.field.sums(self._quantities)
        if sums is None or self.extra:
            return super().sums()
        codes = np.full(len(self.cells), -1, np.int8)
        try:
            codes[list(self.states)] = [sums.symbols[state] for state in self.states.values()]
        except KeyError:  # of another rule, or one that says nothing, or that cannot be
            return super().sums()
        return Grid(in_rows(codes, self.columns), sums.lists)

    def preferred(self, indices: Sequence[int]) -> int:
        """As of a square board, by the cells that a clue there sees."""

        def rank(i: int) -> tuple[bool, int, int, int]:
            near = self.field.view(i)[0].sees
            closed = sum(self.states.get(j, MINE) == MINE for j in near)
            return closed == len(near), len(near), closed, i

        return min(indices, key=rank)

    def values(self) -> dict[int, int]:
        known = {i: int(state == MINE) for i, state in self.states.items()}
        for i, (_, _, value) in enumerate(self._quantities, len(self.cells)):
            if value is not None:
                known[i] = value
        return known

    def index(self, name: Any) -> int:
        """The index of a cell. Raises :class:`CellError` where there is none."""
        try:
            return self.geometry.index[name]
        except (KeyError, TypeError):
            raise CellError(f"{show(name)} is no cell of the board") from None

    def __getitem__(self, cell: Name) -> State:
        return self.states.get(self.index(cell), HIDDEN)

    def neighbours(self, name: Name) -> tuple[Name, ...]:
        """The cells around one. Raises :class:`CellError` where no cell has this name."""
        return tuple(self.named(self.geometry.neighbours[self.index(name)]))

    def _replaced(
        self, changes: Mapping[Name, State | Value], mines: int | None, density: Any
    ) -> VariantBoard:
        """What stays is shared."""
        states = {**self.states, **{self.index(name): _state(value) for name, value in changes.items()}}
        if (mines, density) != (self.mines, self.density):
            return VariantBoard(self.field, self.rules, states, mines, density=density, extra=self.extra)
        other = object.__new__(VariantBoard)
        other.__dict__.update(self.__dict__)
        for found in ("plain", "_grid"):
            other.__dict__.pop(found, None)
        other._show(states)
        return other

    def _same(self) -> tuple[Any, ...]:
        neighbours = self.geometry.neighbours if self.rules.geometry_name == "graph" else None
        field = (str(self.rules), self.cells, self.shape, neighbours)
        return self.states, self.mines, self.density, self.extra, *field

    def __eq__(self, other: object) -> bool:
        """Whether both are the same board; a square one may be a :class:`~minesolver.model.board.Board`."""
        if isinstance(other, VariantBoard):
            return self._same() == other._same()
        return self.plain == other if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        if self.plain is not None:
            return hash(self.plain)
        return hash((str(self.rules), self.cells, tuple(self.states.items()), self.mines, self.density))

    def __reduce__(self) -> tuple[Any, ...]:
        return _board, self._same()

    def described(self) -> dict[str, Any]:
        values: dict[str, Any] = {"mines": None, **json.loads(self.to_json())}
        if self.rules.geometry_name == "graph":
            return {"cells": list(map(written, self.cells)), **values}
        if len(self.shape) == 2:
            return {"rows": self.shape[0], "cols": self.shape[1], **values}
        return {"shape": list(self.shape), **values}

    def listed(self, values: Sequence[Any]) -> Any:
        if len(self.shape) != 2:
            return super().listed(values)
        by_name = dict(zip(self.cells, values, strict=True))
        rows, cols = self.shape
        return [[by_name.get((r, c)) for c in range(cols)] for r in range(rows)]

    def to_json(self) -> str:
        """The board as one JSON object that :meth:`Puzzle.from_json` reads back."""
        return self.text("json")

    def __str__(self) -> str:
        return render("write", self)

    def __repr__(self) -> str:
        return f"<{self.title} board, {len(self.states)} of {counted(len(self.cells), 'cell')} known>"


@lru_cache(maxsize=64)
def _field(
    rules: str, cells: tuple[Any, ...], shape: tuple[int, ...], near: tuple[tuple[int, ...], ...] | None
) -> Field:
    given = RuleSet.parse(rules)
    if near is None:
        return Field(given.kind.make(cells, shape), given)
    return Field(graph({name: [cells[i] for i in own] for name, own in zip(cells, near, strict=True)}), given)


def _board(
    states: Mapping[int, State],
    mines: int | None,
    density: Fraction | None,
    extra: tuple[Constraint, ...],
    *field_parts: Any,
) -> VariantBoard:
    field = _field(*field_parts)
    return VariantBoard(field, field.rules, states, mines, density=density, extra=extra)


def _state(value: Any) -> State:
    if isinstance(value, Clue) or value in (HIDDEN, OPENED, MINE):
        return value
    if (isinstance(value, int) and not isinstance(value, bool)) or isinstance(value, tuple):
        return Clue(value)
    raise PuzzleError(f"a cell shows a clue, {OPENED!r} or {MINE!r}, not {value!r}")
