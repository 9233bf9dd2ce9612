"""Levels of Hexcells, as SixCells and the game write them: ``Hexcells level v1``, four lines of title, author
and hints, and 33 rows of 33 places of two characters.

``o`` is a cell without a mine ("black"), ``x`` one with a mine ("blue"), a capital letter one that is known
at the beginning; ``|``, a backslash and ``/`` are numbers beside a line of cells that goes down, down to the
right, down to the left. The second character: ``+`` is a number, ``c`` or ``n`` one of mines that are
together or apart, ``.`` none: a black cell shows ``?``. A black cell counts its neighbours, a blue one all
cells within two steps.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from math import cos, pi, sin, sqrt
from typing import Any

from ...base.errors import BoardFormatError
from ...model.constraint import Constraint, SumConstraint
from ...model.geometries.graph import graph
from ...model.level import Level
from ...model.reason import show
from ...model.subject import Name
from ...model.together import TogetherConstraint
from ...model.variant import MINE, OPENED, Clue, RuleSet, State, VariantBoard
from ...solver import analyze

FIRST_LINE = "Hexcells level v1"
_SIZE = 33
_HEADING = 5
_ROW = re.compile(r"\s*(?:[.oOxX|\\/][.+cn]\s*)+")
_MAY_BE_ROW = re.compile(r"\s*[^\s<]{2,}\s*")
"""A line without blanks; what is wrong in it is then told."""
_AROUND = ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1))
"""(rows down, columns to the right) of the neighbours, in cyclic order from the top."""
_WITHIN_TWO = (
    *_AROUND,
    *((-4, 0), (-3, 1), (-2, 2), (0, 2), (2, 2), (3, 1)),
    *((4, 0), (3, -1), (2, -2), (0, -2), (-2, -2), (-3, -1)),
)
_LINES = {"|": (1, 0), "\\": (1, 1), "/": (1, -1)}
GridPoint = tuple[int, int]


def goes_on(lines: Sequence[str], line: str) -> bool:
    """Whether a level that began with these lines goes on with this one."""
    if len(lines) < _HEADING:
        return True
    is_row = _ROW.fullmatch(line) or _MAY_BE_ROW.fullmatch(line)
    return len(lines) < _HEADING + _SIZE and is_row is not None


def read(lines: Sequence[str], first_line: int = 1) -> Level:
    """A level of its lines. Raises BoardFormatError: it is none; with line and column."""
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BoardFormatError(f"a level of Hexcells begins with {FIRST_LINE!r}", line=first_line)
    signs = _signs(lines, first_line)
    cells = [point for point, sign in signs.items() if sign[0] in "oOxX"]
    if not cells:
        raise BoardFormatError("the level has no cell", line=first_line)
    mine_cells = {cell for cell in cells if signs[cell][0] in "xX"}
    cell_set = set(cells)
    neighbours = {cell: _cells_around(cell, _AROUND, cell_set) for cell in cells}
    geometry = graph(neighbours, {cell: _outline(cell) for cell in cells})
    statements = _statements(signs, geometry.index, mine_cells)
    states: dict[int, State] = {}
    for cell_index, cell in enumerate(geometry.cells):
        if cell in mine_cells:
            states[cell_index] = MINE
        elif signs[cell][1] == "+":
            states[cell_index] = Clue(len(mine_cells.intersection(neighbours[cell])))
        else:
            states[cell_index] = OPENED
    shown_cells = frozenset(
        cell_index for cell_index, cell in enumerate(geometry.cells) if signs[cell][0] in "OX"
    )
    rules = RuleSet.parse("graph")
    solution = VariantBoard(geometry, rules, states, len(mine_cells), extra=list(statements))
    return Level(solution, shown_cells, lines[1].strip() if len(lines) > 1 else "")


def _signs(lines: Sequence[str], first_line: int) -> dict[GridPoint, str]:
    """The two characters of each place that has any."""
    signs = {}
    for row, line in enumerate(lines[_HEADING:]):
        text = line.replace(" ", "").strip()
        for column in range(0, len(text), 2):
            sign = text[column : column + 2]
            if _ROW.fullmatch(sign) is None:
                at_line = first_line + _HEADING + row
                raise BoardFormatError(
                    "no place of a level", line=at_line, column=column + 1, symbol=sign
                )
            if sign[0] != ".":
                signs[row, column // 2] = sign
    cells = {point for point, sign in signs.items() if sign[0] in "oOxX"}
    for row, column in sorted(cells):
        if (row - 1, column) in cells:
            at_line = first_line + _HEADING + row
            message = "this cell lies half over the one above it"
            raise BoardFormatError(message, line=at_line, column=2 * column + 1)
    return signs


def _moved(start: GridPoint, moves: Sequence[GridPoint]) -> list[GridPoint]:
    """The places that moves lead to; there may be no cell."""
    row, column = start
    return [(row + down, column + right) for down, right in moves]


def _cells_around(
    start: GridPoint, moves: Sequence[GridPoint], cells: Container[Any]
) -> list[GridPoint]:
    return [cell for cell in _moved(start, moves) if cell in cells]


def _statements(
    signs: Mapping[GridPoint, str], index_of: Mapping[Name, int], mine_cells: set[GridPoint]
) -> Iterator[Constraint]:
    """What cells and numbers beside lines say, but the plain numbers of black cells."""
    for point, sign in signs.items():
        first_sign, second_sign = sign[0], sign[1]
        if first_sign in _LINES:
            line_cells = [cell for cell in _line(point, _LINES[first_sign]) if cell in index_of]
            if line_cells:
                yield _statement(
                    f"line from {show(point)}", line_cells, second_sign, index_of, mine_cells
                )
        elif first_sign in "xX" and second_sign != ".":
            near_cells = _cells_around(point, _WITHIN_TWO, index_of)
            yield _statement(
                f"two steps round {show(point)}", near_cells, "+", index_of, mine_cells, point
            )
        elif first_sign in "oO" and second_sign in "cn":
            # Mines with a place between them that has no cell are not together.
            ring_cells = [cell if cell in index_of else None for cell in _moved(point, _AROUND)]
            yield _statement(
                f"clue at {show(point)}",
                ring_cells,
                second_sign,
                index_of,
                mine_cells,
                point,
                ring=True,
            )


def _line(header: GridPoint, step: GridPoint) -> Iterator[GridPoint]:
    """The places beyond a number beside the cells, as far as a level may reach."""
    row, column = header
    for length in range(1, 2 * _SIZE):
        yield row + length * step[0], column + length * step[1]


def _statement(
    label: str,
    order: Sequence[GridPoint | None],
    second_sign: str,
    index_of: Mapping[Name, int],
    mine_cells: set[GridPoint],
    clue_cell: GridPoint | None = None,
    *,
    ring: bool = False,
) -> Constraint:
    """How many mines there are in these places; with ``c`` or ``n`` also whether they are one run."""
    clue = None if clue_cell is None else index_of[clue_cell]
    cells = [cell for cell in order if cell is not None]
    mine_count = len(mine_cells.intersection(cells))
    if second_sign not in "cn":
        name = f"{label} ({mine_count})"
        return SumConstraint([index_of[cell] for cell in cells], [mine_count], name, clue)
    # Which of the two it says follows from the mines, whatever the letter.
    indices = [None if cell is None else index_of[cell] for cell in order]
    values = [int(cell in mine_cells) for cell in cells]
    for is_run, sign in ((True, f"{{{mine_count}}}"), (False, f"-{mine_count}-")):
        name = f"{label} {sign}"
        constraint = TogetherConstraint(indices, [mine_count], name, clue, is_run=is_run, ring=ring)
        if constraint.holds(values):
            return constraint
    raise AssertionError("mines are together, or apart")


def _outline(cell: GridPoint) -> list[tuple[float, float]]:
    """A hexagon with a flat top, as high as 1."""
    row, column = cell
    x = column * sqrt(3) / 2
    y = row / 2
    radius = 1 / sqrt(3)
    angles = [corner * pi / 3 for corner in range(6)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def write(level: Level) -> str:
    """The lines of a level. Raises BoardFormatError: it is none that Hexcells could have."""
    solution = level.solution
    if str(solution.rules) != "graph" or not all(map(_is_place, solution.cells)):
        raise BoardFormatError(
            "a level of Hexcells is a board on a graph whose cells are named (row, column)"
        )

    # The kind of each cell, then what cells and lines say, then which cells are known at the beginning.
    signs: dict[Any, str] = {}
    for point in solution.cells:
        signs[point] = "x." if solution[point] == MINE else "o."
    for point, state in solution.items():
        if isinstance(state, Clue):
            signs[point] = "o+"
    for constraint in solution.extra:
        _write_statement(constraint, solution, signs)
    for cell_index in level.shown:
        point = solution.cells[cell_index]
        signs[point] = signs[point].upper()[0] + signs[point][1]

    # Each sign is two characters of its row.
    rows = [["."] * (2 * _SIZE) for _ in range(_SIZE)]
    for (row, column), sign in signs.items():
        if not (0 <= row < _SIZE and 0 <= column < _SIZE):
            raise BoardFormatError(
                f"a level of Hexcells has {_SIZE} rows and columns: no place for {show((row, column))}"
            )
        rows[row][2 * column : 2 * column + 2] = sign
    text = "\n".join([FIRST_LINE, level.title, "", "", "", *("".join(row) for row in rows)])
    # What is read back is what was written, or a level has no signs for something.
    if read(text.split("\n")).solution != solution:
        raise BoardFormatError("a level of Hexcells has no signs for what this board says")
    return text


def _is_place(name: Any) -> bool:
    return (
        isinstance(name, tuple)
        and len(name) == 2
        and all(isinstance(coordinate, int) for coordinate in name)
    )


def _write_statement(constraint: Constraint, solution: VariantBoard, signs: dict[Any, str]) -> None:
    """Put the sign of a statement where it stands: on its cell, or beside the line that it names."""
    sign = "c" if isinstance(constraint, TogetherConstraint) else "+"
    if constraint.clue is not None:
        cell = solution.cells[constraint.clue]
        signs[cell] = signs[cell][0] + sign
        return
    match = re.match(r"line from \((-?\d+),(-?\d+)\)", constraint.name)
    if match is None:
        raise BoardFormatError(f"a level of Hexcells has no sign for {constraint.name}")
    header = int(match[1]), int(match[2])
    first_cell: Any = solution.cells[constraint.cells[0]]
    for line_sign, step in _LINES.items():
        if first_cell in _line(header, step):
            signs[header] = line_sign + sign


def write_board(board: Any) -> str:
    """The lines of a board with one solution, as a level whose hidden cells tell no number."""
    if not isinstance(board, VariantBoard) or not all(map(_is_place, board.cells)):
        raise BoardFormatError(
            "a level of Hexcells is a board on a graph whose cells are named (row, column)"
        )
    return write(level_of(board))


def level_of(board: VariantBoard) -> Level:
    """A board with one solution as a level. Raises BoardFormatError: it has none, or several."""
    if str(board.rules) != "graph" or board.mines is None:
        raise BoardFormatError("a level is a board on a graph, and tells how many mines there are")
    analysis = analyze(board)
    if not analysis.is_exact or analysis.solutions != 1:
        raise BoardFormatError("a level has one solution, and this board has none or several")
    solved_states: dict[Any, State] = {}
    for cell in board.where("#"):
        solved_states[cell] = MINE if cell in analysis.mines else OPENED
    shown_cells = frozenset(
        cell_index for cell_index, cell in enumerate(board.cells) if cell not in solved_states
    )
    return Level(board.replace(solved_states), shown_cells)
