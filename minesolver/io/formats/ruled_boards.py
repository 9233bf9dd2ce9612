"""Boards under rules as text.

One row a line. A cell is ``#`` hidden, ``?`` opened without a clue, ``*`` a known mine (``*2`` two of them),
``_`` where there is no cell, ``.`` the same as ``0``, or a clue. Cells are single characters, or apart by
blanks where a clue needs more: ``12``, ``1+3``, ``L2`` (a clue of the rule with the tag L on a board of
another rule). A clue on a cell that is not open has its state behind it: ``3#`` hidden, ``3*`` a known mine;
under rules whose clues are printed on cells that may be mines (mosaic) ``3`` is hidden, and ``3?`` open. Rows
of hexagons may be indented. Layers of three dimensions are apart by a line ``-``, blocks of layers by ``--``.
The first line gives the shape, the mine count and the rules: ``4x5x6 hex,liar``; ``4x5x? hex`` where no mine
count is known, ``4x5x~1/5 hex`` with a density. It may be left out where the rules are said beside the text.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import accumulate, pairwise, product
from operator import mul
from typing import Any

from ...base.errors import BoardFormatError, PuzzleError, counted
from ...model.board import MAX_CELLS, Board
from ...model.constraint import Constraint, SumConstraint, TableConstraint
from ...model.geometries import Geometry
from ...model.reason import show
from ...model.variant import HIDDEN, OPENED, Clue, Field, RuleSet, State, VariantBoard
from .source import Row, Source, check_shape, under_named_rules

_MAX_SIDE = 1_000  # cells: what a cell sees along its row may be as many for each of them
# A tag of letters, each with a digit before it or a mark after it, and what the clue shows. One letter a
# turn: "+" within the repeated group would try every way to part a word.
_CLUE = re.compile(r"((?:\d?[^\W\d]['^]?)*?)(√?\d[\d+√vh]*|[A-Z])")
_STATE = re.compile(r"(?:#|\?|\*[2-9]?)$")
"""What a cell is, alone or behind a clue that is printed on it: hidden, opened, a known mine or several."""
_LONGEST_CLUE = 100  # characters: every clue of every combination of rules is much shorter
_NO_CELL = "_"


def parse(source: Source, holes: Collection[Any] = ()) -> Board | VariantBoard:
    """Read the text form of a board under ``source.rules``: a VariantBoard, or the Board that says the same.

    holes: Places without a cell, besides those that the text has
    Raises BoardFormatError: the text is no such board; the error has line, column and symbol; PuzzleError:
        the rules do not fit the board.
    """
    source = under_named_rules(source)
    rules = RuleSet.parse("" if source.rules is None else source.rules)
    if rules.geometry_name == "graph":
        raise PuzzleError(
            "a board on a graph is given as JSON, with the keys rules, neighbours and board"
        )
    source = replace(source, dimensions=rules.kind.dimensions)
    header = source.header
    rows = source.cells
    if header:
        rows = _without_numbers(rows, header.sizes)
    rows, shape = _rows(source, rows)
    _check_sizes(source, rows, shape)

    # Each place of the shape, with its row in the text and where it stands in that row.
    cells = []
    sign_of = {}
    for row_coordinates, row in zip(product(*map(range, shape[:-1])), rows, strict=True):
        for column, sign in enumerate(row.texts):
            coordinates = (*row_coordinates, column)
            sign_of[coordinates] = sign
            if sign != _NO_CELL and coordinates not in holes:
                cells.append((coordinates, row, column))
    _check_holes(holes, sign_of)
    if not cells:
        raise BoardFormatError("the board has no cell", line=source.first_line)

    field = Field(rules.kind.make([coordinates for coordinates, _, _ in cells], shape), rules)
    states: dict[int, State] = {}
    printed: dict[int, Clue] = {}
    for cell_index, (_, row, column) in enumerate(cells):
        try:
            states[cell_index], clue = state_of(row.texts[column], rules)
        except PuzzleError as error:
            raise BoardFormatError(str(error), **row.at(column)) from None
        if clue is None:
            continue
        if states[cell_index] != clue:
            printed[cell_index] = clue
        # A clue that no mines could give is a slip of the pen, and is named where it stands.
        statement = _statement(field, cell_index, clue, row.at(column))
        if _is_impossible(statement, rules.capacity):
            cell_count = counted(len(statement.cells), "cell")
            message = f"{statement.name} is impossible: it sees {cell_count}"
            raise BoardFormatError(message, **row.at(column))
    mine_count, density = source.stated_total
    board = VariantBoard(field, rules, states, mine_count, density=density, printed=printed)
    return board._plain or board


def _check_sizes(source: Source, rows: list[Row], shape: tuple[int, ...]) -> None:
    """Raises BoardFormatError: the board is too large, or not of the size that its first line says."""
    sides = "x".join(map(str, shape))
    if sum(len(row.texts) for row in rows) > MAX_CELLS or max(shape) > _MAX_SIDE:
        limits = f"at most {MAX_CELLS:,} cells and sides of {_MAX_SIDE:,}"
        raise BoardFormatError(
            f"a board under rules has {limits}, not {sides}", line=source.first_line
        )
    header = source.header
    if header and header.sizes != shape:
        header_sides = "x".join(map(str, header.sizes))
        message = f"the first line says {header_sides}, the board is {sides}"
        raise BoardFormatError(message, line=source.first_line)


def _check_holes(holes: Collection[Any], signs: Mapping[Any, str]) -> None:
    """Raises PuzzleError: one is off the board, or shows something."""
    for hole in holes:
        if hole not in signs:
            raise PuzzleError(f"the hole {show(hole)} is no place of the board", cell=hole)
        if signs[hole] not in (HIDDEN, _NO_CELL):
            raise PuzzleError(
                f"the hole {show(hole)} shows {signs[hole]!r}: there is no cell", cell=hole
            )


def _without_numbers(rows: list[Row], sizes: tuple[int, ...]) -> list[Row]:
    """The rows of cells, where the columns are numbered in a first row and the rows in front, as in what is
    played in a terminal."""
    if len(sizes) != 2 or len(rows) != sizes[0] + 1:
        return rows
    row_count, column_count = sizes
    if list(rows[0].texts) != [str(column) for column in range(column_count)]:
        return rows
    numbered_rows = rows[1:]
    if any(len(row.texts) != column_count + 1 for row in numbered_rows):
        return rows
    if [row.texts[0] for row in numbered_rows] != [
        str(row_number) for row_number in range(row_count)
    ]:
        return rows
    return [row.without_first() for row in numbered_rows]


def _rows(source: Source, all_rows: list[Row]) -> tuple[list[Row], tuple[int, ...]]:
    """The rows of cells, and the shape: a line of dashes ends a layer, one of more dashes a block of them."""
    max_dashes = source.dimensions - 2
    cell_rows: list[Row] = []
    dashes: list[tuple[int, int]] = []  # (rows before it, dashes)
    for row in all_rows:
        text = "".join(row.texts)
        if max_dashes == 0 or set(text) != {"-"}:
            cell_rows.append(row)
        elif len(text) <= max_dashes:
            dashes.append((len(cell_rows), len(text)))
        else:
            message = (
                f"{source.dimensions} dimensions have at most {'-' * max_dashes} between layers"
            )
            raise BoardFormatError(message, line=row.line)
    if not cell_rows:
        raise BoardFormatError("there is no row of cells", line=source.first_line)
    check_shape(cell_rows, None, source.first_line)

    # From the innermost dimension outwards: a line of n dashes ends a block of each level up to n.
    shape = [len(cell_rows[0].texts)]
    inner_rows = 1
    for level in range(1, source.dimensions):
        ends = [0]
        ends += [rows_before for rows_before, dash_count in dashes if dash_count >= level]
        ends.append(len(cell_rows))
        block_sizes = {end - start for start, end in pairwise(ends)}
        if len(block_sizes) > 1:
            raise BoardFormatError("the layers are not all of one size", line=source.first_line)
        block_rows = block_sizes.pop()
        shape.insert(0, block_rows // inner_rows)
        inner_rows = block_rows
    return cell_rows, tuple(shape)


def state_of(sign: str, rules: RuleSet) -> tuple[State, Clue | None]:
    """What a cell is, by its sign, and the clue that stands on it. Raises PuzzleError: it is no sign."""
    match = _STATE.search(sign)
    state = match[0] if match else ""
    if sign and sign == state:
        return sign, None
    clue = _clue_of(sign.removesuffix(state), rules)
    if not state and _is_printed(clue, rules):
        state = HIDDEN
    return (clue if state in ("", OPENED) else state), clue


def shown_by(sign: str, rules: RuleSet) -> State:
    """What an open cell shows, by its sign. Raises PuzzleError: it is no sign."""
    state, clue = state_of(sign, rules)
    return state if clue is None else clue


def _clue_of(sign: str, rules: RuleSet) -> Clue:
    if len(sign) > _LONGEST_CLUE:
        raise PuzzleError(f"a clue has at most {_LONGEST_CLUE} characters, not {len(sign):,}")
    match = _CLUE.fullmatch("0" if sign == "." else sign)
    if match is None:
        raise PuzzleError(
            f"{sign!r} is no cell: # hidden, ? opened, * a known mine, _ no cell, or a clue"
        )
    tag = match[1]
    rule = rules.rule_of(tag)[1]
    try:
        return Clue(rule.read(match[2]), tag)
    except ValueError as error:
        raise PuzzleError(
            f"{sign!r} is no clue of the rule {rule.name}, which shows {error}"
        ) from None


def _statement(field: Field, cell: int, clue: Clue, position: Mapping[str, Any]) -> Constraint:
    """What a clue says. Raises BoardFormatError: its rule does not fit the board, at this position."""
    try:
        return field.says(cell, clue)
    except PuzzleError as error:
        raise BoardFormatError(str(error), **position) from None


def _is_impossible(constraint: Constraint, capacity: int) -> bool:
    """Whether no mines at all could give this, at most so many in a cell."""
    if isinstance(constraint, SumConstraint):
        low = capacity * sum(min(0, weight) for weight in constraint.weights)
        high = capacity * sum(max(0, weight) for weight in constraint.weights)
        return constraint.allowed.isdisjoint(range(low, high + 1))
    return isinstance(constraint, TableConstraint) and not constraint.rows


def symbol(board: VariantBoard, name: Any) -> str:
    """What stands for a cell in the text form."""
    state = board[name]
    clue = board.printed.get(board.index(name))
    if clue is not None:
        sign = state_sign(board, clue)
        return sign if state == HIDDEN and _is_printed(clue, board.rules) else f"{sign}{state}"
    sign = state_sign(board, state)
    is_open_puzzle_clue = isinstance(state, Clue) and _is_printed(state, board.rules)
    return f"{sign}{OPENED}" if is_open_puzzle_clue else sign


def _is_printed(clue: Clue, rules: RuleSet) -> bool:
    """Whether a clue stands on cells that are not open, by its rule."""
    return rules.rule_of(clue.tag)[0].printed


def state_sign(board: VariantBoard, state: State) -> str:
    """The text of what a cell shows, without what is printed on it."""
    if isinstance(state, str):
        return state
    return state.tag + board.rules.rule_of(state.tag)[1].show(state.value)


def printed_signs(board: VariantBoard) -> dict[Any, str]:
    """The text of the clues that are printed on hidden cells and known mines, by their cells' names."""
    return {
        board.cells[cell_index]: state_sign(board, clue)
        for cell_index, clue in board.printed.items()
    }


def symbols(board: VariantBoard) -> dict[Any, str]:
    """What stands for each cell in the text form, by name."""
    return {name: symbol(board, name) for name in board.cells}


def lying(geometry: Geometry) -> Iterator[tuple[int, bool, list[Any]]]:
    """Each row of places as the text form lies: the dashes before it, whether it lies half a cell to the
    right (odd rows of hexagons), and its places."""
    shape = geometry.shape
    # How many rows a block of each level has, from a layer outwards.
    block_rows = list(accumulate(shape[-2:0:-1], mul))
    for layer_number, row_coordinates in enumerate(product(*map(range, shape[:-1]))):
        dashes = 0
        if layer_number > 0:
            dashes = sum(layer_number % rows == 0 for rows in block_rows)
        is_indented = geometry.name == "hex" and layer_number % 2 == 1
        yield dashes, is_indented, [(*row_coordinates, column) for column in range(shape[-1])]


def write_rows(geometry: Geometry, sign_of: Mapping[Any, str]) -> list[str]:
    """The lines of the text form by what stands for each cell, without the first one that names shape, mine
    count and rules; a shape comes first where rows of one cell need it."""
    width = max(map(len, sign_of.values()))
    gap = "" if width == 1 else " "
    lines = []
    for dashes, is_indented, row_cells in lying(geometry):
        if dashes:
            lines.append("-" * dashes)
        line = gap.join(sign_of.get(cell, _NO_CELL).rjust(width) for cell in row_cells)
        if is_indented:
            line = " " * (width // 2 + 1) + line
        lines.append(line)
    if geometry.shape[-1] == 1 and width > 1:
        lines.insert(0, "x".join(map(str, geometry.shape)))
    return lines


def write(board: VariantBoard) -> str:
    """The text form of a board: the first line has all that a reader needs to know besides the cells."""
    if board._plain is not None:  # as the square board that it is
        return str(board._plain)
    mine_count: Any = "?" if board.mines is None else board.mines
    prior = mine_count if board.density is None else f"~{board.density}"
    sizes = "x".join(map(str, board.geometry.shape))
    rows = write_rows(board.geometry, symbols(board))
    if rows[0] == sizes:  # the first line says it
        del rows[0]
    return "\n".join([f"{sizes}x{prior} {board.rules}", *rows])
