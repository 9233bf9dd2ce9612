"""Boards under rules as text and JSON.

One row a line. A cell is ``#`` hidden, ``?`` opened without a clue, ``*`` a known mine, ``_`` where there is
no cell, ``.`` the same as ``0``, or a clue. Cells are single characters, or apart by blanks where a clue
needs more: ``12``, ``1+3``, ``L2`` (a clue of the rule with the tag L on a board of another rule). Rows of
hexagons may be indented. Layers of three dimensions are apart by a line ``-``, blocks of layers by ``--``. An
optional first line gives the shape and the mine count: ``4x5x6``; or ``4x5x~1/5``, a density.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from ...base.errors import BoardFormatError, MinesolverError, PuzzleError, counted
from ...base.limits import whole
from ...model.board import MAX_CELLS
from ...model.geometries import Geometry
from ...model.geometries.graph import graph
from ...model.reason import written
from ...model.variant import HIDDEN, MINE, OPENED, Clue, RuleSet, State, VariantBoard

_LONGEST = 1_000  # cells of a side: what a cell sees along its row may be as many for each of them
_HEADER = re.compile(r"\s*\d+(?:\s*[xX]\s*\d+)+(?:\s*[xX]\s*(?:\?|~\d+/\d+|~[^\s/]+))?\s*")
_CLUE = re.compile(r"(\d?[^\W\d]+'?)?(\d[\d+]*)")
_NONE = "_"
_GENERATED = ("solution", "difficulty", "seed", "index", "tries")  # what minesolver generate writes besides


def parse(
    text: str,
    rules: str | RuleSet,
    mines: int | None = None,
    *,
    density: float | str | Fraction | None = None,
    first_line: int = 1,
) -> VariantBoard:
    """Read the text form of a board under rules.

    mines, density: They take precedence over what the text says
    first_line: Number of the text's first line, for errors
    Raises BoardFormatError: the text is no such board; the error has line, column and symbol; PuzzleError:
        the rules do not fit the board.
    """
    given = RuleSet.parse(rules)
    dimensions = given.kind.dimensions if given.kind else 2
    if given.geometry_name == "graph":
        raise PuzzleError("a board on a graph is given as JSON, with the keys rules, neighbours and board")
    lines = [(n, line) for n, line in enumerate(text.splitlines(), first_line) if line.strip()]
    header: list[str] = []
    if lines and _HEADER.fullmatch(lines[0][1]):
        found = [part.strip() for part in re.split("[xX]", lines[0][1])]
        sizes = found[:dimensions]
        if len(found) in (dimensions, dimensions + 1) and all(map(str.isdecimal, sizes)):
            header = found
            lines = lines[1:]
    if not lines:
        raise BoardFormatError("there is no row of cells", line=first_line)
    rows, shape = _rows(lines, dimensions)
    if sum(map(len, rows)) > MAX_CELLS or max(shape) > _LONGEST:
        wanted = "x".join(map(str, shape))
        raise BoardFormatError(
            f"a board under rules has at most {MAX_CELLS:,} cells and sides of {_LONGEST:,}, not {wanted}",
            line=first_line,
        )
    if header and tuple(whole(side, first_line) for side in header[:dimensions]) != shape:
        wanted, have = "x".join(header[:dimensions]), "x".join(map(str, shape))
        raise BoardFormatError(f"the first line says {wanted}, the board is {have}", line=first_line)
    if mines is None and density is None and len(header) > dimensions and header[-1] != "?":
        if header[-1].startswith("~"):
            density = header[-1][1:]
        else:
            mines = whole(header[-1], first_line)
    places: list[Any] = []
    states: dict[int, State] = {}
    where: dict[int, tuple[int, int, str]] = {}
    for place, row in zip(product(*map(range, shape[:-1])), rows, strict=True):
        for c, (symbol, line, column) in enumerate(row):
            if symbol == _NONE:
                continue
            state = _state(symbol, given, line, column)
            if state != HIDDEN:
                states[len(places)] = state
                where[len(places)] = (line, column, symbol)
            places.append((*place, c))
    if not places:
        raise BoardFormatError("the board has no cell", line=first_line)
    board = VariantBoard(given.geometry(places, shape), given, states, mines, density=density)
    _check_clues(board, where)
    return board


def _rows(
    lines: Sequence[tuple[int, str]], dimensions: int
) -> tuple[list[list[tuple[str, int, int]]], tuple[int, ...]]:
    """Rows of (symbol, line, column), and the shape."""
    rows: list[list[tuple[str, int, int]]] = []
    separators: list[tuple[int, int]] = []  # (rows before it, dashes)
    for number, line in lines:
        dashes = line.strip()
        if set(dashes) == {"-"} and dimensions > 2:
            if len(dashes) > dimensions - 2:
                raise BoardFormatError(
                    f"{dimensions} dimensions have at most {'-' * (dimensions - 2)} between layers",
                    line=number,
                )
            separators.append((len(rows), len(dashes)))
            continue
        tokens = [(m.group(), number, m.start() + 1) for m in re.finditer(r"\S+", line)]
        if len(tokens) == 1:  # every character is a cell
            symbol, _, start = tokens[0]
            tokens = [(character, number, start + k) for k, character in enumerate(symbol)]
        rows.append(tokens)
    width = len(rows[0])
    for row in rows:
        if len(row) != width:
            raise BoardFormatError(
                f"a row of {counted(len(row), 'cell')} where the first has {width}",
                line=row[0][1] if row else None,
            )
    if dimensions == 2:
        return rows, (len(rows), width)
    shape = [width]
    blocks = [0, *(at for at, _ in separators), len(rows)]
    shape.insert(0, blocks[1] - blocks[0])
    per = shape[0]
    for level in range(1, dimensions - 1):
        ends = [at for at, dashes in separators if dashes >= level]
        sizes = {b - a for a, b in zip([0, *ends], [*ends, len(rows)], strict=True)}
        if sizes != {per}:
            raise BoardFormatError("the layers are not all of one size", line=lines[0][0])
        above = [at for at, dashes in separators if dashes > level]
        count = (above[0] if above else len(rows)) // per
        shape.insert(0, count)
        per *= count
    if per != len(rows):
        raise BoardFormatError("the blocks of layers are not all of one size", line=lines[0][0])
    return rows, tuple(shape)


def _state(symbol: str, given: RuleSet, line: int, column: int) -> State:
    if symbol in (HIDDEN, OPENED, MINE):
        return symbol
    match = _CLUE.fullmatch("0" if symbol == "." else symbol)
    if match is None:
        raise BoardFormatError(
            f"{symbol!r} is no cell: # hidden, ? opened, * a known mine, _ no cell, or a clue",
            line=line,
            column=column,
            symbol=symbol,
        )
    tag = match.group(1) or ""
    try:
        _, rule = given.rule_of(tag)
        return Clue(rule.read(match.group(2)), tag)
    except PuzzleError as error:
        raise BoardFormatError(str(error), line=line, column=column, symbol=symbol) from None
    except ValueError as error:
        raise BoardFormatError(
            f"{symbol!r} is no clue of the rule {rule.name}, which shows {error}",
            line=line,
            column=column,
            symbol=symbol,
        ) from None


def _check_clues(board: VariantBoard, where: Mapping[int, tuple[int, int, str]]) -> None:
    """A clue that no mines at all could give is a slip of the pen: say where."""
    from ...model.constraint import SumConstraint, TableConstraint

    for constraint in board.constraints:
        if constraint.clue is None:
            continue
        if isinstance(constraint, SumConstraint):
            low = sum(min(0, w) for w in constraint.weights)
            high = sum(max(0, w) for w in constraint.weights)
            possible = any(low <= count <= high for count in constraint.allowed)
        else:
            possible = not isinstance(constraint, TableConstraint) or bool(constraint.rows)
        if not possible:
            line, column, symbol = where[constraint.clue]
            seen = len(constraint.cells)
            raise BoardFormatError(
                f"{constraint.name} is impossible: it sees {counted(seen, 'cell')}",
                line=line,
                column=column,
                symbol=symbol,
            )


def _symbol(board: VariantBoard, state: State) -> str:
    if isinstance(state, str):
        return state
    _, rule = board.rules.rule_of(state.tag)
    return state.tag + rule.show(state.value)


def symbols(board: VariantBoard) -> dict[Any, str]:
    """What stands for each cell in the text form, by name."""
    return {name: _symbol(board, board.state(name)) for name in board.cells}


def write_rows(board: VariantBoard) -> list[str]:
    """The lines of the text form, without the first, which gives the shape."""
    return laid_out(board.geometry, symbols(board))


def laid_out(geometry: Geometry, shown: Mapping[Any, str], *, absent: str = _NONE) -> list[str]:
    """Lines that show a text for each cell, as the text form lies.

    ``absent``: what stands where there is no cell.
    """
    shape = geometry.shape
    starts = product(*map(range, shape[:-1]))
    table = [[shown.get((*start, c), absent) for c in range(shape[-1])] for start in starts]
    width = max(len(symbol) for row in table for symbol in row)
    half = " " * (width // 2 + 1)  # odd rows of hexagons lie half a cell to the right
    lines = []
    for number, row in enumerate(table):
        size = 1
        dashes = 0
        for sides in shape[-2:0:-1]:
            size *= sides
            dashes += bool(number) and number % size == 0
        if dashes:
            lines.append("-" * dashes)
        joined = "".join(row) if width == 1 else " ".join(symbol.rjust(width) for symbol in row)
        lines.append(half + joined if geometry.name == "hex" and number % 2 else joined)
    return lines


def write(board: VariantBoard) -> str:
    """The text form of a board, with a first line where a mine count or a density is known."""
    if board.rules.geometry_name == "graph":
        return to_json(board)
    lines = write_rows(board)
    if board.mines is not None or board.density is not None:
        last = f"~{board.density}" if board.mines is None else str(board.mines)
        lines.insert(0, "x".join([*map(str, board.geometry.shape), last]))
    return "\n".join(lines)


def to_json(board: VariantBoard) -> str:
    """One JSON object that :func:`from_json` reads back."""
    values: dict[str, Any] = {"rules": str(board.rules)}
    if board.rules.geometry_name == "graph":
        near = board.geometry.neighbours
        values["neighbours"] = [
            [written(name), [written(board.cells[j]) for j in near[i]]] for i, name in enumerate(board.cells)
        ]
        values["board"] = [[written(name), symbol] for name, symbol in symbols(board).items()]
    else:
        values["board"] = write_rows(board)
    if board.mines is not None:
        values["mines"] = board.mines
    if board.density is not None:
        values["density"] = str(board.density)
    return json.dumps(values)


def from_json(values: Mapping[str, Any]) -> VariantBoard:
    """A board under rules from a JSON object.

    Keys: ``rules``; ``board``, rows of text or, with ``neighbours`` (the cells next to each cell, of a
    graph), what each cell shows; ``mines`` or ``density``. Objects may be lists of pairs.

    Raises PuzzleError: the object is no such board.
    """
    unknown = sorted(values.keys() - {"rules", "board", "neighbours", "mines", "density", *_GENERATED})
    if unknown:
        raise PuzzleError(f"unknown key {unknown[0]!r} in the board")
    rules, board = values.get("rules", ""), values.get("board")
    if not isinstance(rules, str):
        raise PuzzleError("rules is a text: names with commas between them")
    mines, density = values.get("mines"), values.get("density")
    if mines is not None and (isinstance(mines, bool) or not isinstance(mines, int)):
        raise PuzzleError(f"mines is a whole number, not {mines!r}")
    if "neighbours" not in values:
        if not isinstance(board, list) or not all(isinstance(row, str) for row in board):
            raise PuzzleError("board is a list of rows of text")
        return parse("\n".join(board), rules, mines, density=density)
    near = _object(values["neighbours"], "neighbours")
    for name, others in near.items():
        if not isinstance(others, list):
            raise PuzzleError(f"the neighbours of {name} are a list")
    geometry = graph({name: [_name(other) for other in others] for name, others in near.items()})
    names = RuleSet.parse(rules)
    given = names if names.geometry_name == "graph" else RuleSet.parse(",".join(("graph", *names.names)))
    states: dict[int, State] = {}
    for name, symbol in _object(board or {}, "board").items():
        if name not in geometry.index:
            raise PuzzleError(f"{name} is no cell of the board", cell=name)
        try:
            states[geometry.index[name]] = _state(str(symbol), given, 1, 1)
        except MinesolverError as error:
            raise PuzzleError(f"cell {name}: {getattr(error, 'message', error)}", cell=name) from None
    return VariantBoard(geometry, given, states, mines, density=density)


def _name(name: Any) -> Any:
    return tuple(map(_name, name)) if isinstance(name, list) else name


def _object(given: Any, what: str) -> dict[Any, Any]:
    if isinstance(given, dict):
        return given
    if isinstance(given, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in given):
        return {_name(name): value for name, value in given}
    raise PuzzleError(f"{what} is an object, or a list of pairs")
