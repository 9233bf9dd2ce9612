"""Puzzles, and boards under rules, as JSON objects."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ...base.errors import PuzzleError, counted, quoted
from ...model.board import Board
from ...model.constraint import Constraint, SumConstraint, TableConstraint
from ...model.geometries.graph import graph, in_a_circle
from ...model.puzzle import Puzzle
from ...model.reason import written
from ...model.subject import Subject
from ...model.together import TogetherConstraint
from ...model.variant import Clue, RuleSet, State, VariantBoard
from .source import BESIDE, Source
from .variant import parse, state_of, symbols, write_rows

_PUZZLE = ("cells", "mines", "density", "capacity", "known", "hidden_quantities", "constraints")
_COUNTS = ("mines", "counts", "range", "table")
_MORE = ("weights", "name", "together", "apart", "ring", "at")
_FARTHEST = 10_000  # of a corner of a cell: what is drawn has a size
_SUMS = ("row_sums", "column_sums", "regions", "region_sums")
_BOARD = ("rules", "board", "neighbours", "outlines", "holes", *_SUMS, "constraints", "mines", "density")


def read(values: Mapping[str, Any]) -> Any:
    """The puzzle or board under rules of an object. Raises PuzzleError, BoardFormatError: it is none."""
    if values.keys() & {"rules", "board"}:
        return _board(values)
    # An answer about a puzzle says its constraints as well, or it is another puzzle.
    beside = BESIDE if "constraints" in values else ()
    _check_keys(values, (*_PUZZLE, *beside), "the puzzle")
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
    _check_keys(given, ("cells", *_COUNTS, *_MORE), where)
    if len(kinds := [kind for kind in _COUNTS if kind in given]) != 1:
        raise PuzzleError(f"{where} needs exactly one of mines, counts, range and table", constraint=where)
    together = _together(given, where)
    kind, name = kinds[0], given.get("name")
    cells = [None if cell is None and together is not None else _name(cell) for cell in given["cells"]]
    at = None if given.get("at") is None else _name(given["at"])
    counts: Any = given[kind]
    for value, wanted, what in (
        (name, str | None, "its name is a text"),
        (counts, int if kind == "mines" else list, f"{kind} is a {'number' if kind == 'mines' else 'list'}"),
    ):
        if not isinstance(value, wanted):
            raise PuzzleError(f"{where}: {what}, not {quoted(value)}", constraint=where)
    if kind == "table":
        if more := [key for key in _MORE if key != "name" and given.get(key)]:
            raise PuzzleError(f"{where}: a table goes without {more[0]}", constraint=where)
        puzzle.add_table(cells, counts, name=name)
        return
    if kind == "range":
        if len(counts) != 2 or not all(isinstance(end, int) for end in counts):
            raise PuzzleError(f"{where}: a range is [least, most]", constraint=where)
        counts = range(counts[0], counts[1] + 1)
    puzzle.add(
        cells,
        counts,
        weights=given.get("weights"),
        name=name,
        together=together,
        ring=given.get("ring") or False,
        at=at,
    )


def _together(given: Mapping[str, Any], where: str) -> bool | None:
    """Whether the mines of a constraint are together, or apart; None: neither is said."""
    for key in ("together", "apart", "ring"):
        if not isinstance(given.get(key, False), bool):
            raise PuzzleError(f"{where}: {key} is true or false, not {quoted(given[key])}", constraint=where)
    is_together, is_apart = given.get("together", False), given.get("apart", False)
    if is_together and is_apart:
        raise PuzzleError(f"{where}: mines are together or apart, not both", constraint=where)
    return is_together if is_together or is_apart else None


def _board(values: Mapping[str, Any]) -> Board | VariantBoard:
    """The board under rules of an object, with the constraints that are its own.

    Keys: ``rules``; ``board``, rows of text or lists of what cells show, or with ``neighbours`` (the cells
        next to each cell, of a graph) what each cell shows; ``outlines``, how the cells of a graph are drawn
        (corners [x, y] of each, about 1 wide); ``holes``, places without a cell; ``constraints``, as of a
        puzzle; ``row_sums`` and ``column_sums`` (a number or null for each), ``regions`` (rows of signs) and
        ``region_sums`` (a number for each sign): more constraints; ``mines`` or ``density``
    """
    _check_keys(values, (*_BOARD, *BESIDE, *(("cells",) if "neighbours" in values else ())), "the board")
    rules, mines = values.get("rules", ""), values.get("mines")
    if not isinstance(rules, str):
        raise PuzzleError("rules is a text: names with commas between them")
    if mines is not None and (isinstance(mines, bool) or not isinstance(mines, int)):
        raise PuzzleError(f"mines is a whole number, not {mines!r}")
    for key in ("holes", "constraints"):
        if not isinstance(values.get(key, []), list):
            raise PuzzleError(f"{key} is a list")
    if "neighbours" in values:
        board: Board | VariantBoard = _graph_board(values, rules)
    else:
        rows = values.get("board")
        if not isinstance(rows, list) or not all(isinstance(row, (str, list)) for row in rows):
            raise PuzzleError("board is a list of rows of text")
        text = "\n".join(row if isinstance(row, str) else " ".join(map(_sign, row)) for row in rows)
        source = Source(tuple(text.splitlines()), 1, mines, values.get("density"), rules)
        board = parse(source, [_name(hole) for hole in values.get("holes", ())])
    constraints = [*_sums_beside(board, values), *values.get("constraints", ())]
    return _constrained(board, constraints) if constraints else board


def _sums_beside(board: Board | VariantBoard, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the sums of rows, columns and regions say, as constraints. Raises PuzzleError: they are none."""
    constraints: list[dict[str, Any]] = []
    given = [key for key in _SUMS if values.get(key) is not None]
    if not given:
        return constraints
    if "neighbours" in values or len(board.shape) != 2:
        raise PuzzleError(f"{given[0]} is of a board that lies in rows and columns")
    cells: Any = board.cells  # (row, column) each
    for key, axis, what in (("row_sums", 0, "row"), ("column_sums", 1, "column")):
        sums = values.get(key) or [None] * board.shape[axis]
        if not isinstance(sums, list) or len(sums) != board.shape[axis]:
            size = counted(board.shape[axis], what)
            raise PuzzleError(f"{key} is a list with a number (or null) for each {what}: {size}")
        for number, wanted in enumerate(sums):
            if wanted is not None:
                line = [cell for cell in cells if cell[axis] == number]
                constraints.append(
                    {"cells": written(tuple(line)), "mines": wanted, "name": f"{what} {number}"}
                )
    cells_of_region = _regions(board, values.get("regions"))
    sums_of_region = values.get("region_sums") or {}
    if not isinstance(sums_of_region, dict):
        raise PuzzleError("region_sums is an object: a number for each sign of regions")
    for sign, wanted in sums_of_region.items():
        if sign not in cells_of_region:
            raise PuzzleError(f"region_sums: no cell of regions has the sign {quoted(sign)}")
        region = written(tuple(cells_of_region[sign]))
        constraints.append({"cells": region, "mines": wanted, "name": f"region {sign}"})
    return constraints


def _regions(board: Board | VariantBoard, rows: Any) -> dict[str, list[Any]]:
    """The cells of each sign; ``.`` and a blank are of no region."""
    if rows is None:
        return {}
    height, width = board.shape
    texts = isinstance(rows, list) and all(isinstance(row, str) and len(row) == width for row in rows)
    if not texts or len(rows) != height:
        raise PuzzleError(f"regions is a list of {height} texts of {width} signs")
    cells_of_region: dict[str, list[Any]] = {}
    cells: Any = board.cells  # (row, column) each
    for row, column in cells:
        sign = rows[row][column]
        if sign not in ". ":
            cells_of_region.setdefault(sign, []).append((row, column))
    return cells_of_region


_NUMBERS = {-1: "#", 10: "*", None: "#"}


def _sign(shown: Any) -> str:
    """What stands in the text form for what a cell of a list shows."""
    return str(_NUMBERS.get(shown, shown) if shown is None or type(shown) is int else shown)


def _graph_board(values: Mapping[str, Any], rules: str) -> VariantBoard:
    if values.get("holes"):
        raise PuzzleError("a board on a graph has no holes: leave such cells out")
    neighbours = _pairs(values["neighbours"], "neighbours")
    for name, others in neighbours.items():
        if not isinstance(others, list):
            raise PuzzleError(f"the neighbours of {name} are a list")
    outlines = None if values.get("outlines") is None else _outlines(values["outlines"])
    named = {name: [_name(other) for other in others] for name, others in neighbours.items()}
    geometry = graph(named, outlines)
    rule_set = RuleSet.parse(rules)
    if rule_set.geometry_name != "graph":
        rule_set = RuleSet.parse(",".join(("graph", *rule_set.names)))
    states: dict[int, State] = {}
    printed: dict[int, Clue] = {}
    for name, sign in _pairs(values.get("board") or {}, "board").items():
        if name not in geometry.index:
            raise PuzzleError(f"{name} is no cell of the board", cell=name)
        try:
            index = geometry.index[name]
            states[index], clue = state_of(str(sign), rule_set)
        except PuzzleError as error:
            raise PuzzleError(f"cell {name}: {error}", cell=name) from None
        if clue is not None and states[index] != clue:
            printed[index] = clue
    return VariantBoard(
        geometry, rule_set, states, values.get("mines"), density=values.get("density"), printed=printed
    )


def _outlines(given: Any) -> dict[Any, list[tuple[float, float]]]:
    """The corners of each cell. Raises PuzzleError: they are none."""
    outlines = {}
    for name, corners in _pairs(given, "outlines").items():
        points = corners if isinstance(corners, list) else []
        if len(points) < 3 or not all(map(_is_point, points)):
            raise PuzzleError(f"the outline of {name} is a list of three corners [x, y] or more")
        outlines[name] = [(float(x), float(y)) for x, y in points]
    return outlines


def _is_point(point: Any) -> bool:
    if not isinstance(point, list) or len(point) != 2:
        return False
    return all(type(value) in (int, float) and abs(value) < _FARTHEST for value in point)


def _constrained(board: Board | VariantBoard, constraints: list[Any]) -> VariantBoard:
    """The board with more known of its cells than it shows."""
    statements = Puzzle(board.cells)
    for number, constraint in enumerate(constraints, 1):
        _constrain(statements, constraint, f"constraint {number}")
    under_rules = board if isinstance(board, VariantBoard) else VariantBoard.of(board)
    return under_rules.constrained(statements.constraints)


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
            corners = subject.geometry.corners
            if corners != in_a_circle(len(subject.cells)):
                values["outlines"] = [
                    [written(name), written(outline)]
                    for name, outline in zip(subject.cells, corners, strict=True)
                ]
            values["board"] = [[written(name), symbol] for name, symbol in symbols(subject).items()]
        else:
            values["board"] = write_rows(subject.geometry, symbols(subject))
        if subject.extra:
            values["constraints"] = [_constraint(c, subject.cells) for c in subject.extra]
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
    if constraint.clue is not None:
        values["at"] = written(names[constraint.clue])
    if isinstance(constraint, TogetherConstraint):
        values["cells"] = [None if i is None else written(names[i]) for i in constraint.order]
        values["together" if constraint.is_run else "apart"] = True
        if constraint.ring:
            values["ring"] = True
    if isinstance(constraint, (SumConstraint, TogetherConstraint)):
        counts = sorted(constraint.allowed)
        if len(counts) == 1:
            values["mines"] = counts[0]
        elif counts == list(range(counts[0], counts[-1] + 1)):
            values["range"] = [counts[0], counts[-1]]
        else:
            values["counts"] = counts
        if isinstance(constraint, SumConstraint) and set(constraint.weights) != {1}:
            values["weights"] = list(constraint.weights)
    elif isinstance(constraint, TableConstraint):
        values["table"] = sorted(map(list, constraint.rows))
    else:
        raise PuzzleError(f"{constraint.name} has no JSON form", constraint=constraint.name)
    return values
