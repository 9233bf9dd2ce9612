"""A board under rules: a puzzle drawn on a geometry, its clues read by rules."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import chain
from math import lcm, prod
from typing import Any, NamedTuple

import numpy as np

from ..base.errors import (
    BoardFormatError,
    CellError,
    PuzzleError,
    UnknownNameError,
    check_iterable,
    check_type,
    counted,
    quoted,
)
from ..base.limits import whole_numbers
from ..base.registry import unknown
from ..base.render import render
from .board import HIDDEN as BOARD_HIDDEN
from .board import MAX_CELLS, Board, is_whole
from .board import MINE as BOARD_MINE
from .constraint import Constraint
from .geometries import GEOMETRIES, Geometry, Kind
from .geometries.geometry import Point
from .geometries.graph import graph
from .lists import MAX_CODE, MAX_UNITS, CellSum, CorePosition, Lists, as_cell_sum, in_rows
from .puzzle import checked_prior
from .reason import show, written
from .rules import (
    MIXES,
    RULES,
    ClueRule,
    ClueView,
    Neighbourhood,
    PlacementRule,
    Quantity,
    Rule,
    Value,
    of_tag,
)
from .state import BoardUnderRules, Clue, State
from .subject import Name

__all__ = [
    "HIDDEN",
    "MINE",
    "OPENED",
    "Clue",
    "CoreRules",
    "Field",
    "RuleSet",
    "State",
    "VariantBoard",
]

HIDDEN = "#"
OPENED = "?"
"""An opened cell that shows nothing."""
MINE = "*"
_COUNTS_MINES = ("vanilla", "multiple", "negation", "modulo", "liar")
"""Clue rules of the number of mines seen, or of what each of them counts."""
_MOST_CLUE = 10**18  # no board has more mines than that
_MULTI_MINE = re.compile(r"\*[2-9]")


def _geometry_named(names: Sequence[str]) -> str:
    """The geometry among the names of rules, squares where none is. Raises PuzzleError: there are two."""
    geometry_names = [name for name in names if name == "graph" or name in GEOMETRIES]
    if len(geometry_names) > 1:
        raise PuzzleError(f"two geometries: {geometry_names[0]} and {geometry_names[1]}")
    return geometry_names[0] if geometry_names else "square"


class RuleSet:
    """A set of rules: a geometry, a neighbourhood, clue rules and placement rules. With several clue rules
    each clue follows one of them and has its tag, or none for the first; ``a+b`` is one rule of two.

    >>> str(RuleSet.parse("torus,liar,quad"))
    'torus,liar,quad'

    Raises UnknownNameError: A name that is none; PuzzleError: two geometries or two neighbourhoods.
    """

    def __init__(self, names: Sequence[str]) -> None:
        # What is named.
        self.geometry_name = _geometry_named(names)
        self.neighbourhood: Neighbourhood | None = None
        self.clues: list[ClueRule] = []
        self.placements: list[PlacementRule] = []
        for name in names:
            if name != self.geometry_name:
                self._add(_rule_called(name))
        if not self.clues:
            self.clues.append(of_tag("V"))

        # What follows from it. A graph has no kind: what is asked of one, as its number of sizes, is that of
        # squares.
        kind_name = "square" if self.geometry_name == "graph" else self.geometry_name
        self.kind: Kind = GEOMETRIES.get(kind_name)
        self.capacity = max([1, *(rule.capacity for rule in self.placements)])
        """The most mines in a cell."""

        self._check_capacity()
        self._check_neighbourhood()

    def _check_neighbourhood(self) -> None:
        """Raises PuzzleError: each clue rule says itself what its clues see, and so does a neighbourhood."""
        sightless_names = [
            rule.name for rule in self.clues if rule.near or not rule.sees_neighbours
        ]
        if self.neighbourhood is not None and len(sightless_names) == len(self.clues):
            raise PuzzleError(
                f"the rule {sightless_names[0]} says itself what its clue sees: "
                f"{self.neighbourhood.name} does not go with it"
            )

    def _check_capacity(self) -> None:
        """Raises PuzzleError: a rule says nothing of cells with more than one mine, where some may be."""
        if self.capacity == 1:
            return
        placement_rules = [rule for rule in self.placements if rule.capacity == 1]
        for rule in (*(rule for rule in self.clues if not counts_mines(rule)), *placement_rules):
            raise PuzzleError(
                f"the rule {rule.name} is of cells with one mine at most, where {self.capacity} are allowed"
            )

    def _add(self, rule: Rule) -> None:
        """Add a rule, once."""
        if isinstance(rule, Neighbourhood):
            if self.neighbourhood is not None:
                raise PuzzleError(f"two neighbourhoods: {self.neighbourhood.name} and {rule.name}")
            self.neighbourhood = rule
        elif rule.name in [present_rule.name for present_rule in (*self.clues, *self.placements)]:
            return
        elif isinstance(rule, ClueRule):
            self.clues.append(rule)
        elif isinstance(rule, PlacementRule):
            self.placements.append(rule)

    @classmethod
    def parse(cls, text: str | RuleSet) -> RuleSet:
        """Read names separated by commas; a set of rules is given back.

        Raises UnknownNameError: A name that is none; PuzzleError: two geometries or two neighbourhoods.
        """
        if isinstance(text, RuleSet):
            return text
        check_type(text, str, "rules are names in a text, such as 'hex' or 'torus,liar'")
        rule_names: list[str] = []
        for rule_name in text.lower().split(","):
            rule_name = rule_name.strip()
            if rule_name:
                rule_names += MIXES.get(rule_name, rule_name).split(",")
        return cls(rule_names)

    @property
    def names(self) -> tuple[str, ...]:
        """All names, without what is so anyway."""
        rule_names = []
        if self.geometry_name != "square":
            rule_names.append(self.geometry_name)
        if self.neighbourhood is not None and self.neighbourhood.name != "eight":
            rule_names.append(self.neighbourhood.name)
        if [rule.name for rule in self.clues] != ["vanilla"]:
            rule_names += [rule.name for rule in self.clues]
        rule_names += [rule.name for rule in self.placements]
        return tuple(rule_names)

    def __str__(self) -> str:
        return ",".join(self.names) or "square"

    def rule_of(self, tag: str) -> tuple[Neighbourhood, ClueRule]:
        """How a clue with a tag is read; without one by the board's rule. Raises PuzzleError: none has it."""
        rule = self._clue_rule(tag)
        neighbourhood = rule.near or self.neighbourhood or RULES.get("eight")
        assert isinstance(neighbourhood, Neighbourhood)
        return neighbourhood, rule

    def _clue_rule(self, tag: str) -> ClueRule:
        if not tag:
            return self.clues[0]
        for rule in self.clues:
            if rule.tag == tag:
                return rule
        return of_tag(tag)


def counts_mines(rule: ClueRule) -> bool:
    """Whether a clue says something of a number of mines, however many of them lie in a cell."""
    # A combination counts mines where each of its rules does.
    return all(
        rule_name in _COUNTS_MINES or isinstance(RULES.get(rule_name), Neighbourhood)
        for rule_name in rule.name.split("+")
    )


def mines_in(state: State) -> int:
    """How many mines a cell is known to hold: ``*`` one, ``*2`` two."""
    if not isinstance(state, str) or not state.startswith(MINE):
        return 0
    return int(state[len(MINE) :] or 1)


def mine_sign(mine_count: int) -> State:
    """The sign of a cell that is known to hold so many mines, of which there is at least one."""
    return MINE if mine_count == 1 else f"{MINE}{mine_count}"


def _rule_called(rule_name: str) -> Rule:
    """The rule of a name. Raises UnknownNameError: there is none; of several joined by + it names the one."""
    try:
        return RULES.get(rule_name)
    except UnknownNameError:
        unknown_names = [
            single_name for single_name in rule_name.split("+") if single_name not in RULES
        ]
        raise unknown(
            "rule", unknown_names[0] if unknown_names else rule_name, (*GEOMETRIES, *RULES)
        ) from None


class Field:
    """A geometry under rules: what a clue sees from a cell, what it may show there, and what that says. All
    boards of a game share one.

    given: The rules, by name (``"liar,quad"``) or parsed
    Raises PuzzleError: a rule does not fit the geometry.
    """

    def __init__(self, geometry: Geometry, rules: str | RuleSet) -> None:
        self.geometry = geometry
        self.rules = RuleSet.parse(rules)
        neighbourhood, _ = self.rules.rule_of("")
        for rule in (neighbourhood, *self.rules.clues, *self.rules.placements):
            geometry.need(rule.name, *rule.needs)
        # Kept as they are asked for: by tag, by cell and clue, and by hidden quantities.
        self._sight_and_rule: dict[str, tuple[Sequence[tuple[int, ...]], ClueRule]] = {}
        self._statements: dict[tuple[int, Clue], Constraint] = {}
        self._core_rules: dict[tuple[Quantity, ...], CoreRules | None] = {}

    @classmethod
    def parse(cls, rules: str | RuleSet, shape: Sequence[int]) -> Field:
        """A field without holes: rows and columns, or more sizes. Raises PuzzleError: these cannot be."""
        rule_set = RuleSet.parse(rules)
        dimensions = rule_set.kind.dimensions
        if rule_set.geometry_name == "graph":
            raise PuzzleError("a graph has no sizes: its cells and neighbours are given as JSON")
        sizes = whole_numbers(shape, "a board's size")
        if len(sizes) != dimensions or min(sizes) < 1:
            raise PuzzleError(f"{rule_set.geometry_name} takes {dimensions} sizes, each at least 1")
        if prod(sizes) > MAX_CELLS:
            raise PuzzleError(f"a board has at most {MAX_CELLS:,} cells")
        return cls(rule_set.kind.make(rule_set.kind.places(sizes), sizes), rule_set)

    def view(self, cell: int, tag: str = "") -> tuple[ClueView, ClueRule]:
        """A clue's place and rule. Raises :class:`PuzzleError` where the geometry does not fit the rule, or
        the rule hides something that belongs to the board, and is none of the board's rules."""
        if tag not in self._sight_and_rule:
            neighbourhood, rule = self.rules.rule_of(tag)
            self.geometry.need(neighbourhood.name, *neighbourhood.needs)
            self.geometry.need(rule.name, *rule.needs)
            hidden_names = {name for name, _, _ in rule.quantities(self.geometry, None)}
            if not hidden_names.issubset(self._hidden):
                clue_names = [clue_rule.name for clue_rule in self.rules.clues]
                example_names = ",".join([*clue_names, rule.name])
                raise PuzzleError(
                    f"a clue of the rule {rule.name} rests on what the whole board hides: "
                    f"name this rule among those of the board, as in {example_names}"
                )
            self._sight_and_rule[tag] = neighbourhood.sees(self.geometry), rule
        cells_seen, rule = self._sight_and_rule[tag]
        if self.rules.capacity > 1 and not counts_mines(rule):
            raise PuzzleError(f"a clue of the rule {rule.name} is of cells with one mine at most")
        return ClueView(
            self.geometry, cell, cells_seen[cell], self._hidden, self.rules.capacity
        ), rule

    def says(self, cell: int, clue: Clue) -> Constraint:
        """What a clue on a cell says."""
        statement = self._statements.get((cell, clue))
        if statement is None:
            view, rule = self.view(cell, clue.tag)
            rule_name = clue.tag or ("" if rule.name == "vanilla" else rule.name)
            clue_words = ["clue", rule_name, rule.show(clue.value)]
            shown_clue = " ".join(word for word in clue_words if word)
            statement_name = f"{shown_clue} at {show(self.geometry.cells[cell])}"
            statement = rule.constraint(view, clue.value, statement_name)
            self._statements[cell, clue] = statement
        return statement

    def clues(self, cell: int, layout: Sequence[int], tag: str = "") -> list[Clue]:
        """What a cell may show over a layout (mines of every cell, by index; hidden quantities follow)."""
        view, rule = self.view(cell, tag)
        return [Clue(value, tag) for value in rule.values(view, layout)]

    @cached_property
    def prints(self) -> bool:
        """Whether its first clues may stand on mines, so that a puzzle shows them before cells are open."""
        return self.rules.rule_of("")[0].printed

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """The tags of its clue rules; that of the first is empty."""
        return ("", *(rule.tag for rule in self.rules.clues[1:]))

    @cached_property
    def placed(self) -> tuple[Constraint, ...]:
        """What the placement rules say; hidden quantities are counted on after the cells."""
        statements: dict[tuple[str, tuple[int, ...]], Constraint] = {}
        for rule in (*self.rules.clues, *self.rules.placements):
            rule_statements = list(rule.constraints(self.geometry, self._hidden.__getitem__))
            for statement in rule_statements:
                if len(rule_statements) > 1:
                    statement.rule = rule.name
                statements[statement.name, statement.cells] = statement
        return tuple(statements.values())

    @cached_property
    def _hidden(self) -> dict[str, int]:
        """The index of each hidden quantity."""
        quantity_names = [name for name, _, _ in self.quantities(None)]
        return {name: index for index, name in enumerate(quantity_names, len(self.geometry.cells))}

    @cached_property
    def secret(self) -> bool:
        """Whether what a clue shows depends on hidden quantities as well."""
        return any(rule.quantities(self.geometry, None) for rule in self.rules.clues)

    def quantities(self, mines: int | None) -> list[Quantity]:
        """The hidden quantities; rules that have the same share it."""
        quantity_of_name: dict[str, Quantity] = {}
        for rule in (*self.rules.clues, *self.rules.placements):
            for quantity in rule.quantities(self.geometry, mines):
                quantity_of_name[quantity[0]] = quantity
        return list(quantity_of_name.values())

    def sums(self, quantities: Sequence[Quantity]) -> CoreRules | None:
        """What all clues are sums over, and how they show these; ``None`` where not all are sums."""
        known_quantities = tuple(quantities)
        if known_quantities not in self._core_rules:
            self._core_rules[known_quantities] = self._make_core_rules(known_quantities)
        return self._core_rules[known_quantities]

    def _make_core_rules(self, quantities: Sequence[Quantity]) -> CoreRules | None:
        if self.prints or self.rules.capacity > 1:
            # The core takes a cell with a clue for one without a mine, and one mine a cell.
            return None
        placed_sums = self._placed_sums(quantities)
        if not self._clue_sums or placed_sums is None:
            return None

        # Of the core's lists the first stand on the cells, one for the clue on each, the others nowhere.
        cell_lists = [cells for cells, _ in self._clue_sums]
        cell_lists += [placed.cells for placed in placed_sums]
        weights = [weights for _, weights in self._clue_sums]
        weights += [placed.weights for placed in placed_sums]

        # Clues that count mines are what they show: the core needs no tables.
        is_vanilla = self.rules.clues == [of_tag("V")] and set(chain(*weights)) <= {1}
        if is_vanilla and not placed_sums:
            max_clue = max(map(len, cell_lists))
            if max_clue > MAX_CODE:
                return None
            symbols: dict[State, int] = {Clue(count): count for count in range(1 + max_clue)}
            return CoreRules(Lists.of(cell_lists), {MINE: -2, **symbols})

        # All others are shown by tables, as far as the core has room for them.
        max_units = max(sum(map(abs, list_weights)) for list_weights in weights)
        clues = sorted(self._all_clues(), key=_tag_and_value)
        if max_units > MAX_UNITS or len(clues) > MAX_CODE:
            return None
        return self._core_rules_with_tables(
            Lists.of(cell_lists, weights), placed_sums, max_units, clues
        )

    def _core_rules_with_tables(
        self, lists: Lists, placed_sums: Sequence[CellSum], units: int, clues: Sequence[Clue]
    ) -> CoreRules:
        """The rules of clues that show other things than a number of mines, by tables.

        units: The most that the weights of one sum are together
        clues: All that there are; the core knows them by their numbers, as symbols
        """
        # Sums of one span are shown alike: they are a kind. What a placement rule says is never shown, so of
        # these those are a kind that allow the same.
        spans = list(self._clue_tables)
        placed_kinds = list(dict.fromkeys(placed.allowed for placed in placed_sums))
        kinds = [spans.index(_span(clue_weights)) for _, clue_weights in self._clue_sums]
        kinds += [len(spans) + placed_kinds.index(placed.allowed) for placed in placed_sums]

        # By kind: the symbol of each sum in each way to draw it, and a bit for each sum that a symbol allows.
        symbols: dict[State, int] = {
            clue: symbol_number for symbol_number, clue in enumerate(clues)
        }
        kind_count = len(spans) + len(placed_kinds)
        symbol_of_sum = np.zeros((kind_count, units + 1, self.ways), np.int8)
        symbol_sums = np.zeros((kind_count, len(clues)), np.uint64)
        for kind, table in enumerate(self._clue_tables.values()):
            for surplus, clues_by_tag in enumerate(table):
                symbol_of_sum[kind, surplus] = [
                    symbols[_draw(clues_by_tag, way_number)] for way_number in range(self.ways)
                ]
                for clue in chain(*clues_by_tag):
                    symbol_sums[kind, symbols[clue]] |= np.uint64(1 << surplus)
        symbol_sums[len(spans) :, 0] = placed_kinds

        core_lists = replace(
            lists,
            kinds=np.array(kinds, np.int32),
            symbol=symbol_of_sum,
            symbol_sums=symbol_sums,
            shown=tuple([clue.value for clue in clues]),
        )
        return CoreRules(core_lists, {MINE: -2, **symbols})

    def _placed_sums(self, quantities: Sequence[Quantity]) -> list[CellSum] | None:
        """What the placement rules say, as sums over cells; ``None`` where one is none: it is about how mines
        lie, or about a quantity that is not known."""
        cell_count = len(self.geometry.cells)
        known_values = {}
        for index, (_, _, value) in enumerate(quantities, cell_count):
            if value is None:
                return None
            known_values[index] = value

        # Each statement must be a sum over cells whose mine counts are all that is not known.
        cell_sums = []
        for statement in self.placed:
            cell_sum = as_cell_sum(statement, cell_count, known_values)
            if cell_sum is None:
                return None
            cell_sums.append(cell_sum)
        return cell_sums

    @cached_property
    def _clue_sums(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """(cells, weights) of the sum that the clue on each cell shows; empty where one is no such sum."""
        clue_sums = []
        for cell in range(len(self.geometry.cells)):
            # Where clues may follow several rules, the core wants one sum that all of them are about.
            sums_of_tags = set()
            for tag in self.tags:
                view, rule = self.view(cell, tag)
                if rule.weights is None:
                    return []
                sums_of_tags.add((view.sees, tuple(rule.weights(view))))
            if len(sums_of_tags) > 1:
                return []
            cells, weights = sums_of_tags.pop()

            # A cell whose mines count nothing is not among the cells of a sum.
            counted_cells = []
            counted_weights = []
            for seen_cell, weight in zip(cells, weights, strict=True):
                if weight:
                    counted_cells.append(seen_cell)
                    counted_weights.append(weight)
            clue_sums.append((tuple(counted_cells), tuple(counted_weights)))
        return clue_sums

    @cached_property
    def _clue_tables(self) -> dict[_Span, list[list[list[Clue]]]]:
        """By span: of each sum from the least on, what each tag's rule may show of it."""
        rules_of_tags = [(tag, self.rules.rule_of(tag)[1]) for tag in self.tags]
        tables_by_span: dict[_Span, list[list[list[Clue]]]] = {}
        for span in dict.fromkeys(_span(weights) for _, weights in self._clue_sums):
            clues_by_total = []
            for total in range(span.lowest, span.highest + 1):
                clues_by_tag = []
                for tag, rule in rules_of_tags:
                    values = rule.shows(total, span.max_weight)
                    clues_by_tag.append([Clue(value, tag) for value in values])
                clues_by_total.append(clues_by_tag)
            tables_by_span[span] = clues_by_total
        return tables_by_span

    def _all_clues(self) -> set[Clue]:
        """All that clues may show, where these are sums."""
        all_clues: set[Clue] = set()
        for table in self._clue_tables.values():
            for clues_by_tag in table:
                all_clues.update(*clues_by_tag)
        return all_clues

    @cached_property
    def ways(self) -> int:
        """In how many ways, equally likely, a clue is drawn; 1 where chance has no say in what it shows."""
        if not self._clue_sums:
            max_values = max(rule.most for rule in self.rules.clues)
            return lcm(*range(1, max_values + 1)) * len(self.tags)
        clue_counts: set[int] = set()
        for table in self._clue_tables.values():
            for clues_by_tag in table:
                clue_counts.update(map(len, clues_by_tag))
        return lcm(*clue_counts) * len(self.tags)

    def drawn(self, cell: int, layout: Sequence[int], way: int) -> State:
        """What a cell shows over a layout, in one of the ways."""
        return _draw([self.clues(cell, layout, tag) for tag in self.tags], way)


def _tag_and_value(clue: Clue) -> tuple[str, Value]:
    return clue.tag, clue.value


def _draw(clues_by_tag: list[list[Clue]], way_number: int) -> State:
    """The way says which tag it is, and which of its clues; a cell without any is open and shows nothing."""
    clue_number, tag_number = divmod(way_number, len(clues_by_tag))
    clues = clues_by_tag[tag_number]
    return clues[clue_number % len(clues)] if clues else OPENED


class CoreRules(NamedTuple):
    """Lists of cells for the compiled core, and what it calls what cells show."""

    lists: Lists
    symbols: dict[State, int]


class _Span(NamedTuple):
    """The least and the most of a sum, and the most that one mine counts."""

    lowest: int
    highest: int
    max_weight: int


def _span(weights: Sequence[int]) -> _Span:
    lowest = sum(weight for weight in weights if weight < 0)
    highest = sum(weight for weight in weights if weight > 0)
    return _Span(lowest, highest, max(weights, default=1))


_BOARD_CODES: dict[State, int] = {MINE: BOARD_MINE}
"""What of a board of squares is the same on a :class:`~minesolver.model.board.Board`."""
for _clue_number in range(9):
    _BOARD_CODES[Clue(_clue_number)] = _clue_number
    _BOARD_CODES[Clue(_clue_number, "V")] = _clue_number


class VariantBoard(BoardUnderRules):
    """A board of any geometry under any rules; its cells are named by their places. Immutable, with the
    methods of a :class:`~minesolver.model.board.Board`.

    geometry: The cells and their neighbours, or a field of them
    given: The rules, by name (``"liar,quad"``) or parsed; those of the field
    states: Of each cell that is not hidden, by index: a :class:`Clue`, ``OPENED`` or ``MINE``; ``*2`` are two
        mines
    printed: Clues, by index, on cells that are hidden or known mines: they say nothing of their own cell, but
        where their rule counts it
    mines, density: As for :class:`~minesolver.model.board.Board`
    extra: What is known of its cells beside the rules, constraints by index as those of a puzzle
    Raises PuzzleError: where a rule does not fit the geometry, or a clue cannot be.
    """

    _HIDDEN = HIDDEN
    _MINE = MINE
    cells: tuple[Name, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    shape: tuple[int, ...] = ()
    """Its sizes; rows and columns come last."""
    _columns = 0

    def __init__(
        self,
        geometry: Geometry | Field,
        rules: str | RuleSet,
        states: Mapping[int, State],
        mines: int | None = None,
        *,
        density: float | str | Fraction | None = None,
        extra: Sequence[Constraint] = (),
        printed: Mapping[int, Clue] | None = None,
    ) -> None:
        self.extra = tuple(extra)
        self.printed: dict[int, Clue] = dict(printed or {})
        self.field = geometry if isinstance(geometry, Field) else Field(geometry, rules)
        self.geometry = self.field.geometry
        self.rules = self.field.rules
        self.cells, self.shape = self.geometry.cells, self.geometry.shape
        self._columns = self.shape[-1]
        self._mines, self._density = checked_prior(mines, density)
        self._quantities = self.field.quantities(mines)
        self._show(states)

    @classmethod
    def of(cls, board: Board) -> VariantBoard:
        """The same board under the rules ``square``."""
        check_type(board, Board, "a board under rules is made of a Board")
        field = Field.parse("square", board.shape)
        codes = board.grid.ravel().tolist()
        known_states: dict[int, State] = {
            index: MINE if code == BOARD_MINE else Clue(code)
            for index, code in enumerate(codes)
            if code >= 0
        }
        return cls(field, field.rules, known_states, board.mines, density=board.density)

    def constrained(self, constraints: Sequence[Constraint]) -> VariantBoard:
        """The board with more known of its cells than it shows: constraints over their indices."""
        check_iterable(constraints, "constraints are a list of them")
        return self._remade(self.states, self.mines, self.density, (*self.extra, *constraints))

    def _remade(
        self,
        states: Mapping[int, State],
        mines: int | None,
        density: float | str | Fraction | None,
        extra: Sequence[Constraint],
    ) -> VariantBoard:
        return VariantBoard(
            self.field,
            self.rules,
            states,
            mines,
            density=density,
            extra=extra,
            printed=self.printed,
        )

    def with_printed(self, clues: Mapping[Name, Clue]) -> VariantBoard:
        """The board with more clues on cells that are hidden or known mines, by name."""
        check_type(clues, Mapping, "clues are a mapping of cells to clues")
        printed = dict(self.printed)
        for cell_name, clue in clues.items():
            printed[self.index(cell_name)] = clue
        return VariantBoard(
            self.field,
            self.rules,
            self.states,
            self.mines,
            density=self.density,
            extra=self.extra,
            printed=printed,
        )

    def _show(self, states: Mapping[int, State]) -> None:
        """Take states: the only change that a board ever sees, before anybody has it."""
        self.states: dict[int, State] = {}
        for index, state in sorted(states.items()):
            if state != HIDDEN:
                self.states[index] = state

        # Where a cell with a printed clue is open, it shows this clue as any other does.
        covered_clues: dict[int, Clue] = {}
        for index, clue in sorted(self.printed.items()):
            if mines_in(self.states.get(index, MINE)):
                covered_clues[index] = clue
            elif self.states[index] == OPENED:
                self.states[index] = clue
        self.printed = covered_clues

        # No cell holds more mines than the rules allow, and all together as many as the mine count says.
        hidden_cells = len(self.cells) - len(self.states)
        known_mines = sum(map(mines_in, self.states.values()))
        max_mines = known_mines + self.rules.capacity * hidden_cells
        for index, state in self.states.items():
            if mines_in(state) > self.rules.capacity:
                cell_name = show(self.cells[index])
                raise PuzzleError(
                    f"{cell_name} has {mines_in(state)} mines, of at most {self.rules.capacity}"
                )
        if self._mines is not None and not known_mines <= self._mines <= max_mines:
            raise PuzzleError(
                f"mine count {quoted(self._mines)} is impossible: the cells hold {known_mines} to {max_mines}"
            )

        # What the clues say, and the board besides them, is all that engines ask for.
        clue_statements = []
        for index, state in self.states.items():
            if isinstance(state, Clue):
                clue_statements.append(self.field.says(index, state))
        for index, clue in self.printed.items():
            clue_statements.append(self.field.says(index, clue))
        self.constraints = (*clue_statements, *self.field.placed, *self.extra)

    @property
    def _hidden_quantities(self) -> tuple[str, ...]:
        return tuple(quantity_name for quantity_name, _, _ in self._quantities)

    @property
    def _by_count(self) -> frozenset[int]:
        return frozenset(self._values()).difference(range(len(self.cells)))

    @property
    def _capacity(self) -> tuple[int, ...]:
        of_cells = (self.rules.capacity,) * len(self.cells)
        return (*of_cells, *(max(1, max_value) for _, max_value, _ in self._quantities))

    @property
    def _title(self) -> str:
        size_text = "x".join(map(str, self.shape))
        if self.rules.geometry_name == "graph":
            size_text = counted(len(self.cells), "cell")
        return f"{size_text} {self.rules}"

    @cached_property
    def _plain(self) -> Board | None:
        if str(self.rules) != "square" or len(self.cells) < prod(self.shape):
            return None
        if self.extra or self.printed:
            return None

        # What a square board shows has one code; all else is no board of this kind.
        codes = np.full(len(self.cells), -1)
        try:
            codes[list(self.states)] = [_BOARD_CODES[state] for state in self.states.values()]
            return Board(codes.reshape(self.shape), self.mines, self.density)
        except (KeyError, BoardFormatError):  # opened without a clue, or a clue that cannot be
            return None

    def _sums(self) -> CorePosition | None:
        return self._core_position

    @cached_property
    def _core_position(self) -> CorePosition | None:
        core_rules = self.field.sums(self._quantities)
        if core_rules is None or self.extra or self.printed:
            return super()._sums()
        codes = np.full(len(self.cells), -1, np.int8)
        try:
            codes[list(self.states)] = [core_rules.symbols[state] for state in self.states.values()]
        except KeyError:  # of another rule, or one that says nothing, or that cannot be
            return super()._sums()
        return CorePosition.of(in_rows(codes, self._columns), core_rules.lists)

    def _preferred(self, indices: Sequence[int]) -> int:
        """As of a square board, by the cells that a clue there sees."""

        def rank(index: int) -> tuple[bool, int, int, int]:
            view, _ = self.field.view(index)
            states_seen = [self.states.get(cell, HIDDEN) for cell in view.sees]
            touches_opened = any(state != HIDDEN and not mines_in(state) for state in states_seen)
            return not touches_opened, len(view.sees), states_seen.count(HIDDEN), index

        return min(indices, key=rank)

    def _values(self) -> dict[int, int]:
        known_values = {index: mines_in(state) for index, state in self.states.items()}
        for index, (_, _, value) in enumerate(self._quantities, len(self.cells)):
            if value is not None:
                known_values[index] = value
        return known_values

    def index(self, name: Any) -> int:
        """The index of a cell. Raises :class:`CellError` where there is none."""
        try:
            return self.geometry.index[name]
        except (KeyError, TypeError):
            raise CellError(f"{show(name)} is no cell of the board") from None

    def __getitem__(self, cell: Name) -> State:
        return self.states.get(self.index(cell), HIDDEN)

    def where(self, state: State | Value) -> tuple[Name, ...]:
        """All cells in a state, as :meth:`open` takes it, or ``HIDDEN``. Raises PuzzleError: it is none."""
        # The code of a board without rules: here it would be a clue, which no cell shows.
        if is_whole(state) and state == BOARD_HIDDEN:
            raise PuzzleError(f"a hidden cell of a board under rules is {HIDDEN!r}, not {state!r}")
        return super().where(_state(state))

    def neighbours(self, name: Name) -> tuple[Name, ...]:
        """The cells around one. Raises :class:`CellError` where no cell has this name."""
        return tuple(self._named(self.geometry.neighbours[self.index(name)]))

    def _replaced(
        self, changes: Mapping[Name, State | Value], mines: int | None, density: Any
    ) -> VariantBoard:
        new_states = dict(self.states)
        for cell_name, value in changes.items():
            new_states[self.index(cell_name)] = _state(value)
        if mines is not self.mines or density is not self.density:
            return self._remade(new_states, mines, density, self.extra)

        # What does not depend on the states is shared; what does, and was kept, is forgotten.
        board = object.__new__(VariantBoard)
        board.__dict__.update(self.__dict__)
        for kept_name in ("_plain", "_core_position"):
            board.__dict__.pop(kept_name, None)
        board._show(new_states)
        return board

    def _identity(self) -> tuple[Any, ...]:
        neighbours = self.geometry.neighbours if self.rules.geometry_name == "graph" else None
        field_parts = (str(self.rules), self.cells, self.shape, neighbours)
        return self.states, self.mines, self.density, self.extra, self.printed, *field_parts

    def __eq__(self, other: object) -> bool:
        """Whether both are the same board; a square one may be a :class:`~minesolver.model.board.Board`."""
        if isinstance(other, VariantBoard):
            return self._identity() == other._identity()
        return self._plain == other if isinstance(other, Board) else NotImplemented

    def __hash__(self) -> int:
        if self._plain is not None:
            return hash(self._plain)
        return hash(
            (str(self.rules), self.cells, tuple(self.states.items()), self.mines, self.density)
        )

    def __reduce__(self) -> tuple[Any, ...]:
        outlines = self.geometry.corners if self.rules.geometry_name == "graph" else None
        return _restored_board, (*self._identity(), outlines)

    def _described(self) -> dict[str, Any]:
        json_values: dict[str, Any] = {"mines": None, **json.loads(self.to_json())}
        if self.rules.geometry_name == "graph":
            return {"cells": list(map(written, self.cells)), **json_values}
        if len(self.shape) == 2:
            return {"rows": self.shape[0], "cols": self.shape[1], **json_values}
        return {"shape": list(self.shape), **json_values}

    def _listed(self, values: Sequence[Any]) -> Any:
        if len(self.shape) != 2:
            return super()._listed(values)
        by_name = dict(zip(self.cells, values, strict=True))
        rows, cols = self.shape
        value_rows = []
        for row in range(rows):
            value_rows.append([by_name.get((row, col)) for col in range(cols)])
        return value_rows

    def to_json(self) -> str:
        """The board as one JSON object that :meth:`Puzzle.from_json` reads back."""
        return self.text("json")

    def __str__(self) -> str:
        return render("write", self)

    def __repr__(self) -> str:
        return (
            f"<{self._title} board, {len(self.states)} of {counted(len(self.cells), 'cell')} known>"
        )


@lru_cache(maxsize=64)
def _restored_field(
    rules: str,
    cells: tuple[Any, ...],
    shape: tuple[int, ...],
    neighbours: tuple[tuple[int, ...], ...] | None,
    outlines: tuple[tuple[Point, ...], ...] | None,
) -> Field:
    """The field of boards that are unpickled, shared by all of one game.

    neighbours, outlines: Only of a graph
    """
    rule_set = RuleSet.parse(rules)
    if neighbours is None:
        return Field(rule_set.kind.make(cells, shape), rule_set)
    names_around = {}
    for cell_name, indices in zip(cells, neighbours, strict=True):
        names_around[cell_name] = [cells[index] for index in indices]
    outline_of = dict(zip(cells, outlines or (), strict=True))
    return Field(graph(names_around, outline_of), rule_set)


def _restored_board(
    states: Mapping[int, State],
    mines: int | None,
    density: Fraction | None,
    extra: tuple[Constraint, ...],
    printed: Mapping[int, Clue],
    *field_parts: Any,
) -> VariantBoard:
    field = _restored_field(*field_parts)
    return VariantBoard(
        field, field.rules, states, mines, density=density, extra=extra, printed=printed
    )


def _state(value: Any) -> State:
    if isinstance(value, Clue):
        return value
    if isinstance(value, str) and (value in (HIDDEN, OPENED, MINE) or _MULTI_MINE.fullmatch(value)):
        return value
    if is_whole(value) and abs(value) <= _MOST_CLUE:
        return Clue(int(value))
    if isinstance(value, tuple):
        return Clue(value)
    raise PuzzleError(f"a cell shows a clue, {OPENED!r} or {MINE!r}, not {quoted(value)}")
