"""A board under rules: a puzzle drawn on a geometry, its clues read by rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..base.errors import PuzzleError, UnknownNameError, counted
from ..base.render import render
from .geometries import GEOMETRIES, Geometry, Kind
from .puzzle import Puzzle
from .reason import show, written
from .rules import RULES, ClueRule, ClueView, Neighbourhood, PlacementRule, Value, tagged

HIDDEN = "#"
OPENED = "?"
"""An opened cell that shows nothing."""
MINE = "*"


@dataclass(frozen=True, slots=True)
class Clue:
    """What an opened cell shows.

    tag: That of the rule that it follows; empty for the board's own
    """

    value: Value
    tag: str = ""


State = Clue | str
"""Of a cell: a clue, or one of ``HIDDEN``, ``OPENED`` and ``MINE``."""


class RuleSet:
    """A set of rules: a geometry, a neighbourhood, clue rules and placement rules. The first clue rule is
    that of clues without a tag.

    >>> str(RuleSet.parse("torus,liar,quad"))
    'torus,liar,quad'

    Raises UnknownNameError: A name that is none; PuzzleError: two geometries or two neighbourhoods.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.kind: Kind | None = None
        self.neighbourhood: Neighbourhood | None = None
        self.clues: list[ClueRule] = []
        self.placements: list[PlacementRule] = []
        self._graph = False
        for name in names:
            if name == "graph":
                self._graph = True
                continue
            if name in GEOMETRIES:
                if self.kind is not None or self._graph:
                    raise PuzzleError(f"two geometries: {self.geometry_name} and {name}")
                self.kind = GEOMETRIES.get(name)
                continue
            try:
                rule = RULES.get(name)
            except UnknownNameError:
                known = ", ".join((*GEOMETRIES, *RULES))
                raise UnknownNameError(f"unknown rule {name!r}; known: {known}") from None
            if isinstance(rule, Neighbourhood):
                if self.neighbourhood is not None:
                    raise PuzzleError(f"two neighbourhoods: {self.neighbourhood.name} and {rule.name}")
                self.neighbourhood = rule
            elif isinstance(rule, ClueRule):
                self.clues.append(rule)
            elif isinstance(rule, PlacementRule) and rule not in self.placements:
                self.placements.append(rule)
        if not self.clues:
            self.clues.append(_clue_rule("vanilla"))

    @classmethod
    def parse(cls, text: str | RuleSet) -> RuleSet:
        """Read names separated by commas.

        text: The names, or a set of rules, which is given back
        Raises UnknownNameError: A name that is none; PuzzleError: two geometries or two neighbourhoods.
        """
        if isinstance(text, RuleSet):
            return text
        return cls([name.strip().lower() for name in text.split(",") if name.strip()])

    @property
    def geometry_name(self) -> str:
        """The geometry's name; by default square."""
        return "graph" if self._graph else self.kind.name if self.kind else "square"

    @property
    def names(self) -> tuple[str, ...]:
        """All names, without what is so anyway."""
        found = [] if self.geometry_name == "square" else [self.geometry_name]
        found += [self.neighbourhood.name] if self.neighbourhood else []
        found += [rule.name for rule in self.clues if rule.name != "vanilla" or len(self.clues) > 1]
        return (*found, *(rule.name for rule in self.placements))

    def __str__(self) -> str:
        return ",".join(self.names) or "square"

    def geometry(self, places: Sequence[Any], shape: tuple[int, ...]) -> Geometry:
        """The geometry over some places.

        places: The places that have cells
        Raises PuzzleError: the rules do not fit it.
        """
        return (self.kind or GEOMETRIES.get("square")).make(places, shape)

    def rule_of(self, tag: str) -> tuple[Neighbourhood, ClueRule]:
        """How a clue with a tag is read.

        tag: The letters before the clue; empty for the board's own rule
        Raises PuzzleError: no rule of the board has this tag.
        """
        own = self.neighbourhood or _neighbourhood("eight")
        if not tag:
            return own, self.clues[0]
        if tag not in tagged():
            raise PuzzleError(f"unknown tag {tag!r} of a clue; known: {', '.join(tagged())}")
        near, clue = tagged()[tag]
        return (_neighbourhood(near) if near else own), _clue_rule(clue)


def _clue_rule(name: str) -> ClueRule:
    rule = RULES.get(name)
    assert isinstance(rule, ClueRule)
    return rule


def _neighbourhood(name: str) -> Neighbourhood:
    rule = RULES.get(name)
    assert isinstance(rule, Neighbourhood)
    return rule


class ClueViews:
    """The places of clues on one geometry under one set of rules, each worked out once."""

    def __init__(self, geometry: Geometry, given: RuleSet) -> None:
        self.geometry = geometry
        self.rules = given
        self._sees: dict[str, Sequence[tuple[int, ...]]] = {}

    def of(self, cell: int, tag: str = "") -> tuple[ClueView, ClueRule]:
        """A clue's place and rule. Raises :class:`PuzzleError` where the geometry does not fit the rule."""
        near, rule = self.rules.rule_of(tag)
        for part in (near, rule):
            self.geometry.need(part.name, *part.needs)
        if near.name not in self._sees:
            self._sees[near.name] = near.sees(self.geometry)
        return ClueView(self.geometry, cell, self._sees[near.name][cell]), rule


class VariantBoard(Puzzle):
    """A board of any geometry under any rules; a :class:`Puzzle` whose cells are named by their places.

    geometry: The cells and their neighbours
    given: The rules, by name (``"liar,quad"``) or parsed
    states: Of each cell that is not hidden, by index: a :class:`Clue`, ``OPENED`` or ``MINE``
    Raises PuzzleError: where a rule does not fit the geometry, or a clue cannot be.
    """

    def __init__(
        self,
        geometry: Geometry,
        given: str | RuleSet,
        states: Mapping[int, State],
        mines: int | None = None,
        *,
        density: float | str | Fraction | None = None,
    ) -> None:
        self.geometry = geometry
        self.rules = RuleSet.parse(given)
        self.states: dict[int, State] = {i: state for i, state in sorted(states.items()) if state != HIDDEN}
        for rule in self.rules.placements:
            geometry.need(rule.name, *rule.needs)
        quantities = [q for rule in self.rules.placements for q in rule.quantities(geometry, mines)]
        names = geometry.cells
        super().__init__(
            names,
            mines,
            density=density,
            known={names[i]: int(state == MINE) for i, state in self.states.items()}
            | {name: value for name, _, value in quantities if value is not None},
            hidden_quantities=[name for name, _, _ in quantities],
            capacity={name: max(1, most) for name, most, _ in quantities},
        )
        views = ClueViews(geometry, self.rules)
        for i, state in self.states.items():
            if isinstance(state, Clue):
                view, clue_rule = views.of(i, state.tag)
                kind = state.tag or ("" if clue_rule.name == "vanilla" else clue_rule.name)
                label = " ".join(filter(None, ["clue", kind, clue_rule.show(state.value)]))
                label = f"{label} at {show(names[i])}"
                self.constrain(clue_rule.constraint(view, state.value, label))
        for rule in self.rules.placements:
            for constraint in rule.constraints(geometry, self.index):
                self.constrain(constraint)

    def state(self, name: Any) -> State:
        """The state of a cell.

        Raises PuzzleError: no cell has this name.
        """
        return self.states.get(self.index(name), HIDDEN)

    def changed(self, changes: Mapping[int, State], mines: int | None = None) -> VariantBoard:
        """The board with other states of some cells.

        changes: New states by cell index
        mines: Another mine count, if one is given
        Returns: The new board; this one stays as it is.
        Raises PuzzleError: A state or a mine count that cannot be.
        """
        total = self.mines if mines is None else mines
        return VariantBoard(
            self.geometry, self.rules, {**self.states, **changes}, total, density=self.density
        )

    @property
    def columns(self) -> int:
        """Columns of its drawing."""
        return self.geometry.shape[-1]

    @property
    def title(self) -> str:
        """Its shape, its rules and its mine count, in one line."""
        shape = "x".join(map(str, self.geometry.shape))
        if self.rules.geometry_name == "graph":
            shape = counted(len(self.cells), "cell")
        return f"{shape} {self.rules}"

    def described(self) -> dict[str, Any]:
        """What an analysis says of the board itself."""
        if self.rules.geometry_name == "graph":
            return {"rules": str(self.rules), "cells": [written(name) for name in self.cells]}
        rows = str(self).splitlines()[self.mines is not None or self.density is not None :]
        own = {"rules": str(self.rules), "board": rows}
        if len(self.geometry.shape) == 2:
            return {"rows": self.geometry.shape[0], "cols": self.geometry.shape[1], **own}
        return {"shape": list(self.geometry.shape), **own}

    def listed(self, values: Sequence[Any]) -> Any:
        """One value a cell, by index, as JSON has them: rows for boards in rows and columns."""
        if len(self.geometry.shape) != 2:
            return super().listed(values)
        by_name = self.arranged(values)
        rows, cols = self.geometry.shape
        return [[by_name.get((r, c)) for c in range(cols)] for r in range(rows)]

    def to_json(self) -> str:
        """The board as one JSON object that :meth:`Puzzle.from_json` reads back."""
        return render("write", self, "json")

    def __str__(self) -> str:
        """Its text form; :meth:`Board.parse` with its rules gives the same board back."""
        return render("write", self)

    def _repr_svg_(self) -> str:
        """How a notebook shows a board."""
        return render("puzzle.svg", self)

    def __repr__(self) -> str:
        return f"<{self.title} board, {len(self.states)} of {counted(len(self.cells), 'cell')} known>"
