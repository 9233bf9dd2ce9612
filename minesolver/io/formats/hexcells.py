"""Levels of Hexcells, as SixCells and the game write them: ``Hexcells level v1``, four lines of title, author
and hints, and 33 rows of 33 places of two characters.

``o`` is a cell without a mine ("black"), ``x`` one with a mine ("blue"), a capital letter one that is known
at the beginning; ``|``, a backslash and ``/`` are numbers beside a line of cells that goes down, down to the
right, down to the left. The second character: ``+`` is a number, ``c`` or ``n`` one of mines that are
together or apart, ``.`` none: a black cell shows ``?``. A black cell counts its neighbours, a blue one all
cells within two steps.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
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
from ...solve import analyze

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
Place = tuple[int, int]


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
    cells = [place for place, sign in signs.items() if sign[0] in "oOxX"]
    if not cells:
        raise BoardFormatError("the level has no cell", line=first_line)
    mines = {place for place in cells if signs[place][0] in "xX"}
    neighbours = {place: _present(place, _AROUND, signs.keys() & set(cells)) for place in cells}
    geometry = graph(neighbours, {place: _outline(place) for place in cells})
    statements = _statements(signs, geometry.index, mines)
    states: dict[int, State] = {}
    for index, place in enumerate(geometry.cells):
        if place in mines:
            states[index] = MINE
        else:
            mine_count = len(mines.intersection(neighbours[place]))
            states[index] = Clue(mine_count) if signs[place][1] == "+" else OPENED
    shown = frozenset(index for index, place in enumerate(geometry.cells) if signs[place][0] in "OX")
    rules = RuleSet.parse("graph")
    solution = VariantBoard(geometry, rules, states, len(mines), extra=list(statements))
    return Level(solution, shown, lines[1].strip() if len(lines) > 1 else "")


def _signs(lines: Sequence[str], first_line: int) -> dict[Place, str]:
    """The two characters of each place that has any."""
    signs = {}
    for row, line in enumerate(lines[_HEADING:]):
        text = line.replace(" ", "").strip()
        for column in range(0, len(text), 2):
            sign = text[column : column + 2]
            if _ROW.fullmatch(sign) is None:
                at_line = first_line + _HEADING + row
                raise BoardFormatError("no place of a level", line=at_line, column=column + 1, symbol=sign)
            if sign[0] != ".":
                signs[row, column // 2] = sign
    cells = {place for place, sign in signs.items() if sign[0] in "oOxX"}
    for row, column in sorted(cells):
        if (row - 1, column) in cells:
            at_line = first_line + _HEADING + row
            message = "this cell lies half over the one above it"
            raise BoardFormatError(message, line=at_line, column=2 * column + 1)
    return signs


def _present(place: Place, moves: Sequence[Place], cells: Any) -> list[Place]:
    others = [(place[0] + down, place[1] + right) for down, right in moves]
    return [other for other in others if other in cells]


def _statements(
    signs: Mapping[Place, str], index: Mapping[Name, int], mines: set[Place]
) -> Iterator[Constraint]:
    """What cells and numbers beside lines say, but the plain numbers of black cells."""
    for place, sign in signs.items():
        kind, number = sign[0], sign[1]
        if kind in _LINES:
            order = [other for other in _line(place, _LINES[kind]) if other in index]
            if order:
                yield _statement(f"line from {show(place)}", order, number, index, mines)
        elif kind in "xX" and number != ".":
            order = _present(place, _WITHIN_TWO, index)
            yield _statement(f"two steps round {show(place)}", order, "+", index, mines, place)
        elif kind in "oO" and number in "cn":
            ring = [(place[0] + down, place[1] + right) for down, right in _AROUND]
            around = [other if other in index else None for other in ring]
            yield _statement(f"clue at {show(place)}", around, number, index, mines, place, ring=True)


def _line(place: Place, step: Place) -> Iterator[Place]:
    for length in range(1, 2 * _SIZE):
        yield place[0] + length * step[0], place[1] + length * step[1]


def _statement(
    what: str,
    order: Sequence[Place | None],
    number: str,
    index: Mapping[Name, int],
    mines: set[Place],
    at: Place | None = None,
    *,
    ring: bool = False,
) -> Constraint:
    """How many mines there are in these places; with ``c`` or ``n`` also whether they are one run."""
    clue = None if at is None else index[at]
    indices = [None if place is None else index[place] for place in order]
    present = [place for place in order if place is not None]
    mine_count = len(mines.intersection(present))
    if number not in "cn":
        name = f"{what} ({mine_count})"
        return SumConstraint([i for i in indices if i is not None], [mine_count], name, clue)
    values = [int(place in mines) for place in present]
    for is_run, sign in ((True, f"{{{mine_count}}}"), (False, f"-{mine_count}-")):
        said = TogetherConstraint(indices, [mine_count], f"{what} {sign}", clue, is_run=is_run, ring=ring)
        if said.holds(values):
            return said
    raise AssertionError("mines are together, or apart")


def _outline(place: Place) -> list[tuple[float, float]]:
    """A hexagon with a flat top, as high as 1."""
    row, column = place
    x, y, radius = column * sqrt(3) / 2, row / 2, 1 / sqrt(3)
    return [(x + radius * cos(k * pi / 3), y + radius * sin(k * pi / 3)) for k in range(6)]


def write(level: Level) -> str:
    """The lines of a level. Raises BoardFormatError: it is none that Hexcells could have."""
    solution = level.solution
    if str(solution.rules) != "graph" or not all(map(_is_place, solution.cells)):
        raise BoardFormatError(
            "a level of Hexcells is a board on a graph whose cells are named (row, column)"
        )
    signs: dict[Any, str] = {}
    for place in solution.cells:
        signs[place] = "x." if solution[place] == MINE else "o."
    for place, state in solution.items():
        if isinstance(state, Clue):
            signs[place] = "o+"
    for said in solution.extra:
        _write_statement(said, solution, signs)
    for index in level.shown:
        place = solution.cells[index]
        signs[place] = signs[place].upper()[0] + signs[place][1]
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
    return isinstance(name, tuple) and len(name) == 2 and all(isinstance(size, int) for size in name)


def _write_statement(said: Constraint, solution: VariantBoard, signs: dict[Any, str]) -> None:
    sign = "c" if isinstance(said, TogetherConstraint) else "+"
    if said.clue is not None:
        place = solution.cells[said.clue]
        signs[place] = signs[place][0] + sign
        return
    match = re.match(r"line from \((-?\d+),(-?\d+)\)", said.name)
    if match is None:
        raise BoardFormatError(f"a level of Hexcells has no sign for {said.name}")
    header = int(match[1]), int(match[2])
    first: Any = solution.cells[said.cells[0]]
    for kind, step in _LINES.items():
        if first in _line(header, step):
            signs[header] = kind + sign


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
    found = analyze(board)
    if not found.is_exact or found.solutions != 1:
        raise BoardFormatError("a level has one solution, and this board has none or several")
    hidden = {cell: MINE if cell in found.mines else OPENED for cell in board.where("#")}
    shown = frozenset(index for index, cell in enumerate(board.cells) if cell not in hidden)
    return Level(board.replace(hidden), shown)
