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
from .ruled_boards import parse, state_of, symbols, write_rows
from .source import BESIDE, Source

_PUZZLE = ("cells", "mines", "density", "capacity", "known", "hidden_quantities", "constraints")
_COUNT_KEYS = ("mines", "counts", "range", "table")
_OTHER_KEYS = ("weights", "name", "together", "apart", "ring", "at")
_FARTHEST = 10_000  # of a corner of a cell: what is drawn has a size
_SUMS = ("row_sums", "column_sums", "regions", "region_sums")
_BOARD = (
    "rules",
    "board",
    "neighbours",
    "outlines",
    "holes",
    *_SUMS,
    "constraints",
    "mines",
    "density",
)


def read(values: Mapping[str, Any]) -> Any:
    """The puzzle or board under rules of an object. Raises PuzzleError, BoardFormatError: it is none."""
    if values.keys() & {"rules", "board"}:
        return _board(values)
    # An answer about a puzzle says its constraints as well, or it is another puzzle.
    answer_keys = BESIDE if "constraints" in values else ()
    _check_keys(values, (*_PUZZLE, *answer_keys), "the puzzle")
    if not isinstance(values.get("cells"), list):
        raise PuzzleError("the puzzle needs the key cells: a list of names")
    for key, content in (("hidden_quantities", "names"), ("constraints", "objects")):
        if not isinstance(values.get(key, []), list):
            raise PuzzleError(f"{key} is a list of {content}")
    capacity = values.get("capacity", 1)
    puzzle = Puzzle(
        map(_name, values["cells"]),
        values.get("mines"),
        density=values.get("density"),
        capacity=capacity if isinstance(capacity, int) else _pairs(capacity, "capacity"),
        known=_pairs(values.get("known", {}), "known"),
        hidden_quantities=map(_name, values.get("hidden_quantities", ())),
    )
    for number, constraint in enumerate(values.get("constraints", ()), 1):
        _constrain(puzzle, constraint, f"constraint {number}")
    return puzzle


def _constrain(puzzle: Puzzle, values: Any, subject: str) -> None:
    """Add a constraint that JSON has as an object. Raises PuzzleError: it is none; ``subject`` names it."""
    if not isinstance(values, dict) or not isinstance(values.get("cells"), list):
        raise PuzzleError(f"{subject} is not an object with a list of cells", constraint=subject)
    _check_keys(values, ("cells", *_COUNT_KEYS, *_OTHER_KEYS), subject)

    # Of two counts that disagree nobody could say which was meant, so there is one.
    count_keys = [key for key in _COUNT_KEYS if key in values]
    if len(count_keys) != 1:
        raise PuzzleError(
            f"{subject} needs exactly one of mines, counts, range and table", constraint=subject
        )
    together = _together(values, subject)
    cells = _cells_of(values["cells"], may_have_gaps=together is not None)
    clue_cell = None if values.get("at") is None else _name(values["at"])
    name = values.get("name")
    if name is not None and not isinstance(name, str):
        raise PuzzleError(f"{subject}: its name is a text, not {quoted(name)}", constraint=subject)

    # A table says all values at once, so nothing else goes with it.
    count_key = count_keys[0]
    counts = _counts(values[count_key], count_key, subject)
    if count_key == "table":
        for key in _OTHER_KEYS:
            if key != "name" and values.get(key):
                raise PuzzleError(f"{subject}: a table goes without {key}", constraint=subject)
        puzzle.add_table(cells, counts, name=name)
        return
    puzzle.add(
        cells,
        counts,
        weights=values.get("weights"),
        name=name,
        together=together,
        ring=values.get("ring") or False,
        at=clue_cell,
    )


def _cells_of(names: list[Any], *, may_have_gaps: bool) -> list[Any]:
    """The cells of a constraint. Where mines are together or apart, which is said of cells in a row, there
    may be a gap: null."""
    cells: list[Any] = []
    for name in names:
        is_gap = name is None and may_have_gaps
        cells.append(None if is_gap else _name(name))
    return cells


def _counts(value: Any, count_key: str, subject: str) -> Any:
    """How many mines a constraint allows, or the rows of its table. Raises PuzzleError: neither."""
    type_name = "number" if count_key == "mines" else "list"
    is_of_type = isinstance(value, int) if count_key == "mines" else isinstance(value, list)
    if not is_of_type:
        raise PuzzleError(
            f"{subject}: {count_key} is a {type_name}, not {quoted(value)}", constraint=subject
        )
    if count_key != "range":
        return value
    if len(value) != 2 or not all(isinstance(bound, int) for bound in value):
        raise PuzzleError(f"{subject}: a range is [least, most]", constraint=subject)
    least, greatest = value
    return range(least, greatest + 1)


def _together(values: Mapping[str, Any], subject: str) -> bool | None:
    """Whether the mines of a constraint are together, or apart; None: neither is said."""
    for key in ("together", "apart", "ring"):
        if not isinstance(values.get(key, False), bool):
            raise PuzzleError(
                f"{subject}: {key} is true or false, not {quoted(values[key])}", constraint=subject
            )
    is_together = values.get("together", False)
    is_apart = values.get("apart", False)
    if is_together and is_apart:
        raise PuzzleError(f"{subject}: mines are together or apart, not both", constraint=subject)
    return is_together if is_together or is_apart else None


def _board(values: Mapping[str, Any]) -> Board | VariantBoard:
    """The board under rules of an object, with the constraints that are its own.

    Keys: ``rules``; ``board``, rows of text or lists of what cells show, or with ``neighbours`` (the cells
        next to each cell, of a graph) what each cell shows; ``outlines``, how the cells of a graph are drawn
        (corners [x, y] of each, about 1 wide); ``holes``, places without a cell; ``constraints``, as of a
        puzzle; ``row_sums`` and ``column_sums`` (a number or null for each), ``regions`` (rows of signs) and
        ``region_sums`` (a number for each sign): more constraints; ``mines`` or ``density``
    """
    _check_keys(
        values, (*_BOARD, *BESIDE, *(("cells",) if "neighbours" in values else ())), "the board"
    )
    rules, mine_count = values.get("rules", ""), values.get("mines")
    if not isinstance(rules, str):
        raise PuzzleError("rules is a text: names with commas between them")
    if mine_count is not None and (isinstance(mine_count, bool) or not isinstance(mine_count, int)):
        raise PuzzleError(f"mines is a whole number, not {mine_count!r}")
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
        source = Source(tuple(text.splitlines()), 1, mine_count, values.get("density"), rules)
        board = parse(source, [_name(hole) for hole in values.get("holes", ())])
    constraints = [*_sums_beside(board, values), *values.get("constraints", ())]
    return _constrained(board, constraints) if constraints else board


def _sums_beside(board: Board | VariantBoard, values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the sums of rows, columns and regions say, as constraints. Raises PuzzleError: they are none."""
    constraints: list[dict[str, Any]] = []
    sum_keys = [key for key in _SUMS if values.get(key) is not None]
    if not sum_keys:
        return constraints
    if "neighbours" in values or len(board.shape) != 2:
        raise PuzzleError(f"{sum_keys[0]} is of a board that lies in rows and columns")

    # Cells are written as JSON has them: these are constraints as an object under that key has them.
    cells: Any = board.cells  # (row, column) each
    for key, axis, line_name in (("row_sums", 0, "row"), ("column_sums", 1, "column")):
        sums = values.get(key) or [None] * board.shape[axis]
        if not isinstance(sums, list) or len(sums) != board.shape[axis]:
            line_count = counted(board.shape[axis], line_name)
            raise PuzzleError(
                f"{key} is a list with a number (or null) for each {line_name}: {line_count}"
            )
        for line_number, mine_count in enumerate(sums):
            if mine_count is None:
                continue
            line = tuple(cell for cell in cells if cell[axis] == line_number)
            constraints.append(
                {"cells": written(line), "mines": mine_count, "name": f"{line_name} {line_number}"}
            )

    cells_of_region = _regions(board, values.get("regions"))
    sums_of_region = values.get("region_sums") or {}
    if not isinstance(sums_of_region, dict):
        raise PuzzleError("region_sums is an object: a number for each sign of regions")
    for sign, mine_count in sums_of_region.items():
        if sign not in cells_of_region:
            raise PuzzleError(f"region_sums: no cell of regions has the sign {quoted(sign)}")
        region = tuple(cells_of_region[sign])
        constraints.append(
            {"cells": written(region), "mines": mine_count, "name": f"region {sign}"}
        )
    return constraints


def _regions(board: Board | VariantBoard, rows: Any) -> dict[str, list[Any]]:
    """The cells of each sign; ``.`` and a blank are of no region."""
    if rows is None:
        return {}
    height, width = board.shape
    are_texts = isinstance(rows, list) and all(
        isinstance(row, str) and len(row) == width for row in rows
    )
    if not are_texts or len(rows) != height:
        raise PuzzleError(f"regions is a list of {height} texts of {width} signs")
    cells_of_region: dict[str, list[Any]] = {}
    cells: Any = board.cells  # (row, column) each
    for row, column in cells:
        sign = rows[row][column]
        if sign not in ". ":
            cells_of_region.setdefault(sign, []).append((row, column))
    return cells_of_region


_SIGN_OF_NUMBER = {-1: "#", 10: "*", None: "#"}


def _sign(value: Any) -> str:
    """What stands in the text form for what a cell of a list shows."""
    if value is None or type(value) is int:
        return str(_SIGN_OF_NUMBER.get(value, value))
    return str(value)


def _graph_board(values: Mapping[str, Any], rules: str) -> VariantBoard:
    if values.get("holes"):
        raise PuzzleError("a board on a graph has no holes: leave such cells out")

    # The graph is the geometry, so it is read first: the board's cells go by its names.
    neighbours = _pairs(values["neighbours"], "neighbours")
    for name, neighbour_list in neighbours.items():
        if not isinstance(neighbour_list, list):
            raise PuzzleError(f"the neighbours of {name} are a list")
    outlines = None if values.get("outlines") is None else _outlines(values["outlines"])
    neighbour_names = {name: list(map(_name, names)) for name, names in neighbours.items()}
    geometry = graph(neighbour_names, outlines)

    # Rules may be named without a geometry, as there is only one that they can be on.
    rule_set = RuleSet.parse(rules)
    if rule_set.geometry_name != "graph":
        graph_rules = ",".join(("graph", *rule_set.names))
        rule_set = RuleSet.parse(graph_rules)
    states: dict[int, State] = {}
    printed: dict[int, Clue] = {}
    for name, sign in _pairs(values.get("board") or {}, "board").items():
        if name not in geometry.index:
            raise PuzzleError(f"{name} is no cell of the board", cell=name)
        try:
            cell_index = geometry.index[name]
            states[cell_index], clue = state_of(str(sign), rule_set)
        except PuzzleError as error:
            raise PuzzleError(f"cell {name}: {error}", cell=name) from None
        if clue is not None and states[cell_index] != clue:
            printed[cell_index] = clue
    return VariantBoard(
        geometry,
        rule_set,
        states,
        values.get("mines"),
        density=values.get("density"),
        printed=printed,
    )


def _outlines(value: Any) -> dict[Any, list[tuple[float, float]]]:
    """The corners of each cell. Raises PuzzleError: they are none."""
    outlines = {}
    for name, corners in _pairs(value, "outlines").items():
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


def _check_keys(values: Mapping[str, Any], allowed_keys: Iterable[str], subject: str) -> None:
    unknown_keys = sorted(values.keys() - set(allowed_keys))
    if unknown_keys:
        raise PuzzleError(f"{subject}: unknown key {unknown_keys[0]!r}")


def _name(value: Any) -> Any:
    """The name of a cell, of what JSON has for it: a tuple is a list there."""
    if isinstance(value, list):
        return tuple(map(_name, value))
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        return value
    raise PuzzleError(f"a cell's name is a text, a number or a list of these, not {value!r}")


def _pairs(values: Any, key: str) -> dict[Any, Any]:
    """What is said of cells by their names: an object, or pairs, since keys of objects are texts."""
    if isinstance(values, dict):
        return values
    if isinstance(values, list) and all(
        isinstance(pair, list) and len(pair) == 2 for pair in values
    ):
        return {_name(name): value for name, value in values}
    raise PuzzleError(f"{key} is an object, or a list of pairs")


def write(subject: Subject) -> str:
    """One JSON object that :func:`read` reads back. Raises PuzzleError: it has no words for something."""
    values = (
        _board_object(subject) if isinstance(subject, VariantBoard) else _puzzle_object(subject)
    )
    return json.dumps({key: value for key, value in values.items() if value is not None})


def _prior(subject: Subject) -> dict[str, Any]:
    return {"mines": subject.mines, "density": subject.density and str(subject.density)}


def _board_object(board: VariantBoard) -> dict[str, Any]:
    """The keys of a board under rules."""
    values: dict[str, Any] = {"rules": str(board.rules), **_prior(board)}
    if board.rules.geometry_name == "graph":
        values["neighbours"] = [
            [written(name), written(board.neighbours(name))] for name in board.cells
        ]
        # Cells that nobody has given a place lie in a circle, and so they are read back.
        outlines = board.geometry.corners
        if outlines != in_a_circle(len(board.cells)):
            named_outlines = zip(board.cells, outlines, strict=True)
            values["outlines"] = [
                [written(name), written(outline)] for name, outline in named_outlines
            ]
        values["board"] = [[written(name), symbol] for name, symbol in symbols(board).items()]
    else:
        values["board"] = write_rows(board.geometry, symbols(board))
    if board.extra:
        values["constraints"] = [_constraint(constraint, board.cells) for constraint in board.extra]
    return values


def _puzzle_object(puzzle: Subject) -> dict[str, Any]:
    """The keys of a puzzle of named cells; None: it needs no such key."""
    names = (*puzzle.cells, *puzzle._hidden_quantities)
    for name in names:
        _name(written(name))  # or a file has no word for it
    capacities = []
    for index, capacity in enumerate(puzzle._capacity):
        if capacity != 1:
            capacities.append([written(names[index]), capacity])
    known_values = [[written(names[index]), value] for index, value in puzzle._values().items()]
    return {
        "cells": written(puzzle.cells),
        **_prior(puzzle),
        "capacity": capacities or None,
        "known": known_values or None,
        "hidden_quantities": written(puzzle._hidden_quantities) or None,
        "constraints": [_constraint(constraint, names) for constraint in puzzle.constraints],
    }


def _constraint(constraint: Constraint, names: tuple[Any, ...]) -> dict[str, Any]:
    values: dict[str, Any] = {
        "name": constraint.name,
        "cells": [written(names[cell_index]) for cell_index in constraint.cells],
    }
    if constraint.clue is not None:
        values["at"] = written(names[constraint.clue])

    # Whether mines are together depends on the order of the cells, and on the gaps between them.
    if isinstance(constraint, TogetherConstraint):
        values["cells"] = [
            None if cell_index is None else written(names[cell_index])
            for cell_index in constraint.order
        ]
        values["together" if constraint.is_run else "apart"] = True
        if constraint.ring:
            values["ring"] = True

    # The shortest of the forms that say the same: people read and change these files.
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
