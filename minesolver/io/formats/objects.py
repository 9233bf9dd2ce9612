"""Puzzles, and boards under rules, as JSON objects."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ...base.errors import PuzzleError, quoted
from ...model.constraint import Constraint, SumConstraint, TableConstraint
from ...model.geometries.graph import graph
from ...model.puzzle import Puzzle
from ...model.reason import written
from ...model.subject import Subject
from ...model.variant import RuleSet, State, VariantBoard
from .source import BESIDE, Source
from .variant import parse, state_of, symbols, write_rows

_PUZZLE = ("cells", "mines", "density", "capacity", "known", "hidden_quantities", "constraints")
_COUNTS = ("mines", "counts", "range", "table")
_BOARD = ("rules", "board", "neighbours", "mines", "density")


def read(values: Mapping[str, Any]) -> Any:
    """The puzzle or board under rules of an object. Raises PuzzleError, BoardFormatError: it is none."""
    if values.keys() & {"rules", "board"}:
        return _board(values)
    _check_keys(values, _PUZZLE, "the puzzle")
    if not isinstance(values.get("cells"), list):
        raise PuzzleError("the puzzle needs the key cells: a list of names")
    for key, what in (("hidden_quantities", "names"), ("constraints", "objects")):
        if not isinstance(values.get(key, []), list):
            raise PuzzleError(f"{key} is a list of {what}")
    capacity = values.get("capacity", 1)
    puzzle = Puzzle(
        map(_name, values["cells"]),
        values.get("mines"),
        density=values.get("density"),
        capacity=capacity if isinstance(capacity, int) else _pairs(capacity, "capacity"),
        known=_pairs(values.get("known", {}), "known"),
        hidden_quantities=map(_name, values.get("hidden_quantities", ())),
    )
    for number, given in enumerate(values.get("constraints", ()), 1):
        _constrain(puzzle, given, f"constraint {number}")
    return puzzle


def _constrain(puzzle: Puzzle, given: Any, where: str) -> None:
    if not isinstance(given, dict) or not isinstance(given.get("cells"), list):
        raise PuzzleError(f"{where} is not an object with a list of cells", constraint=where)
    _check_keys(given, ("cells", *_COUNTS, "weights", "name"), where)
    if len(kinds := [kind for kind in _COUNTS if kind in given]) != 1:
        raise PuzzleError(f"{where} needs exactly one of mines, counts, range and table", constraint=where)
    cells, kind, name = [_name(cell) for cell in given["cells"]], kinds[0], given.get("name")
    counts: Any = given[kind]
    for value, wanted, what in (
        (name, str | None, "its name is a text"),
        (counts, int if kind == "mines" else list, f"{kind} is a {'number' if kind == 'mines' else 'list'}"),
    ):
        if not isinstance(value, wanted):
            raise PuzzleError(f"{where}: {what}, not {quoted(value)}", constraint=where)
    if kind == "table":
        puzzle.add_table(cells, counts, name=name)
        return
    if kind == "range":
        if len(counts) != 2 or not all(isinstance(end, int) for end in counts):
            raise PuzzleError(f"{where}: a range is [least, most]", constraint=where)
        counts = range(counts[0], counts[1] + 1)
    puzzle.add(cells, counts, weights=given.get("weights"), name=name)


def _board(values: Mapping[str, Any]) -> VariantBoard:
    """Keys: ``rules``; ``board``, rows of text or, with ``neighbours`` (the cells next to each cell, of a
    graph), what each cell shows; ``mines`` or ``density``."""
    _check_keys(values, (*_BOARD, *BESIDE, *(("cells",) if "neighbours" in values else ())), "the board")
    rules, board = values.get("rules", ""), values.get("board")
    if not isinstance(rules, str):
        raise PuzzleError("rules is a text: names with commas between them")
    mines, density = values.get("mines"), values.get("density")
    if mines is not None and (isinstance(mines, bool) or not isinstance(mines, int)):
        raise PuzzleError(f"mines is a whole number, not {mines!r}")
    if "neighbours" not in values:
        if not isinstance(board, list) or not all(isinstance(row, str) for row in board):
            raise PuzzleError("board is a list of rows of text")
        return parse(Source(tuple("\n".join(board).splitlines()), 1, mines, density, rules))
    near = _pairs(values["neighbours"], "neighbours")
    for name, others in near.items():
        if not isinstance(others, list):
            raise PuzzleError(f"the neighbours of {name} are a list")
    geometry = graph({name: [_name(other) for other in others] for name, others in near.items()})
    names = RuleSet.parse(rules)
    given = names if names.geometry_name == "graph" else RuleSet.parse(",".join(("graph", *names.names)))
    states: dict[int, State] = {}
    for name, sign in _pairs(board or {}, "board").items():
        if name not in geometry.index:
            raise PuzzleError(f"{name} is no cell of the board", cell=name)
        try:
            states[geometry.index[name]] = state_of(str(sign), given)
        except PuzzleError as error:
            raise PuzzleError(f"cell {name}: {error}", cell=name) from None
    return VariantBoard(geometry, given, states, mines, density=density)


def _check_keys(given: Mapping[str, Any], known: Iterable[str], what: str) -> None:
    if unknown := sorted(given.keys() - {*known}):
        raise PuzzleError(f"{what}: unknown key {unknown[0]!r}")


def _name(given: Any) -> Any:
    if isinstance(given, list):
        return tuple(map(_name, given))
    if isinstance(given, (str, int)) and not isinstance(given, bool):
        return given
    raise PuzzleError(f"a cell's name is a text, a number or a list of these, not {given!r}")


def _pairs(given: Any, what: str) -> dict[Any, Any]:
    if isinstance(given, dict):
        return given
    if isinstance(given, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in given):
        return {_name(name): value for name, value in given}
    raise PuzzleError(f"{what} is an object, or a list of pairs")


def write(subject: Subject) -> str:
    """One JSON object that :func:`read` reads back. Raises PuzzleError: it has no words for something."""
    prior = {"mines": subject.mines, "density": subject.density and str(subject.density)}
    if isinstance(subject, VariantBoard):
        values: dict[str, Any] = {"rules": str(subject.rules), **prior}
        if subject.rules.geometry_name == "graph":
            near = map(subject.neighbours, subject.cells)
            pairs = zip(subject.cells, near, strict=True)
            values["neighbours"] = [[written(name), written(others)] for name, others in pairs]
            values["board"] = [[written(name), symbol] for name, symbol in symbols(subject).items()]
        else:
            values["board"] = write_rows(subject.geometry, symbols(subject))
    else:
        names = (*subject.cells, *subject.hidden_quantities)
        for name in names:
            _name(written(name))  # or a file has no word for it
        many = [[written(names[i]), most] for i, most in enumerate(subject.capacity) if most != 1]
        known = [[written(names[i]), value] for i, value in subject.values().items()]
        values = {
            "cells": written(subject.cells),
            **prior,
            "capacity": many or None,
            "known": known or None,
            "hidden_quantities": written(subject.hidden_quantities) or None,
            "constraints": [_constraint(c, names) for c in subject.constraints],
        }
    return json.dumps({key: value for key, value in values.items() if value is not None})


def _constraint(constraint: Constraint, names: tuple[Any, ...]) -> dict[str, Any]:
    values: dict[str, Any] = {
        "name": constraint.name,
        "cells": [written(names[i]) for i in constraint.cells],
    }
    if isinstance(constraint, SumConstraint):
        counts = sorted(constraint.allowed)
        if len(counts) == 1:
            values["mines"] = counts[0]
        elif counts == list(range(counts[0], counts[-1] + 1)):
            values["range"] = [counts[0], counts[-1]]
        else:
            values["counts"] = counts
        if set(constraint.weights) != {1}:
            values["weights"] = list(constraint.weights)
    elif isinstance(constraint, TableConstraint):
        values["table"] = sorted(map(list, constraint.rows))
    else:
        raise PuzzleError(f"{constraint.name} has no JSON form", constraint=constraint.name)
    return values
