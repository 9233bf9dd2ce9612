"""Levels of Tametsi (``.puz``): XML with tiles of any shape, their neighbours, sums of lines and of colours.

What is read of ``PUZZLE``: ``TITLE``; of each ``NODE`` its ``ID``, ``EDGES``, ``POS``, ``POINTS``, and if it
is ``REVEALED``, ``HAS_MINE``, ``SECRET`` (it shows ``?``); of each ``HINT`` (a colour) and ``COLUMN_HINT``
(a line of tiles) the ``IDS``, of which the game tells how many are mines.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from statistics import median
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from ...base.errors import BoardFormatError, quoted
from ...model.board import MAX_CELLS
from ...model.constraint import Constraint, SumConstraint
from ...model.geometries.geometry import Geometry, Point
from ...model.geometries.graph import graph
from ...model.level import Level
from ...model.variant import MINE, OPENED, Clue, RuleSet, State, VariantBoard
from .hexcells import level_of

FIRST_LINE = "<PUZZLE"
_LAST_LINE = "</PUZZLE>"
_GREY = "GREY"


def goes_on(lines: Sequence[str], line: str) -> bool:
    """Whether a level that began with these lines goes on with this one."""
    return not any(_LAST_LINE in line_before for line_before in lines)


def read(lines: Sequence[str], first_line: int = 1) -> Level:
    """A level of its lines. Raises BoardFormatError: it is none; with the line."""
    puzzle = _parsed(lines, first_line)
    nodes = list(puzzle.iter("NODE"))
    if puzzle.tag != "PUZZLE" or not 0 < len(nodes) <= MAX_CELLS:
        raise BoardFormatError(
            "a level of Tametsi is a PUZZLE with a NODE for each tile", line=first_line
        )
    geometry = _geometry(nodes, first_line)
    mine_names = set()
    for name, node in zip(geometry.cells, nodes, strict=True):
        if _is_true(node, "HAS_MINE"):
            mine_names.add(name)

    # What each tile shows.
    states: dict[int, State] = {}
    for cell_index, (name, node) in enumerate(zip(geometry.cells, nodes, strict=True)):
        if name in mine_names:
            states[cell_index] = MINE
        elif _is_true(node, "SECRET"):
            states[cell_index] = OPENED
        else:
            # The file has no clues: they follow from the mines.
            neighbours = geometry.neighbours[cell_index]
            neighbour_names = [geometry.cells[neighbour] for neighbour in neighbours]
            states[cell_index] = Clue(sum(name in mine_names for name in neighbour_names))

    statements = _statements(puzzle, geometry.index, mine_names, first_line)
    shown_cells = frozenset(
        cell_index for cell_index, node in enumerate(nodes) if _is_true(node, "REVEALED")
    )
    rules = RuleSet.parse("graph")
    solution = VariantBoard(geometry, rules, states, len(mine_names), extra=statements)
    return Level(solution, shown_cells, (puzzle.findtext("TITLE") or "").strip())


def _parsed(lines: Sequence[str], first_line: int) -> ElementTree.Element:
    """The XML of a level. Raises BoardFormatError: it is none; with line and column."""
    try:
        return ElementTree.fromstring("\n".join(lines))
    except ElementTree.ParseError as error:
        line, column = error.position
        message = f"not XML: {error.msg.split(':')[0]}"
        raise BoardFormatError(message, line=first_line + line - 1, column=column + 1) from None


def _geometry(nodes: Sequence[ElementTree.Element], first_line: int) -> Geometry:
    """The tiles, with their neighbours and outlines. Raises BoardFormatError: they are none."""
    neighbours: dict[int, list[int]] = {}
    outlines: dict[int, list[Point]] = {}
    for node in nodes:
        (name,) = _numbers(node, "ID", first_line, int) or [len(neighbours)]
        if name in neighbours:
            raise BoardFormatError(f"two tiles have the ID {name}", line=first_line)
        neighbours[name] = _numbers(node, "EDGES", first_line, int)
        outlines[name] = _outline(node, first_line)
    for edges in neighbours.values():
        _check_names(neighbours, edges, first_line)
    return graph(neighbours, _scaled(outlines))


def _statements(
    puzzle: ElementTree.Element, index_of: Any, mine_names: set[Any], first_line: int
) -> list[Constraint]:
    """What lines and colours of tiles say. Raises BoardFormatError: a tile of them is none."""
    statements: list[Constraint] = []
    for line_number, hint in enumerate(puzzle.iter("COLUMN_HINT")):
        statements.append(_sum_of(f"line {line_number}", hint, index_of, mine_names, first_line))
    for hint in puzzle.iter("HINT"):
        shade = "DARK " if _is_true(hint, "IS_DARK") else ""
        colour = (hint.findtext("COLOR") or _GREY).strip()
        statements.append(
            _sum_of(f"colour {shade}{colour}", hint, index_of, mine_names, first_line)
        )
    return statements


def _is_true(element: ElementTree.Element, tag: str) -> bool:
    return (element.findtext(tag) or "").strip().lower() == "true"


def _numbers(element: ElementTree.Element, tag: str, line: int, number_type: Any) -> list[Any]:
    """The numbers of the first element of a name within another. Raises BoardFormatError: they are none."""
    first_element = next(element.iter(tag), None)
    text = ""
    if first_element is not None:
        text = first_element.text or ""
    try:
        return [number_type(number) for number in text.split(",") if number.strip()]
    except ValueError:
        raise BoardFormatError(
            f"{tag} has numbers with commas between, not {quoted(text)}", line=line
        ) from None


def _check_names(tiles: Container[Any], names: Iterable[int], line: int) -> None:
    for name in names:
        if name not in tiles:
            raise BoardFormatError(f"no tile has the ID {name}", line=line)


def _outline(node: ElementTree.Element, line: int) -> list[Point]:
    position = _numbers(node, "POS", line, float)
    points = _numbers(node, "POINTS", line, float)
    if len(position) != 2 or len(points) < 6 or len(points) % 2:
        raise BoardFormatError(
            "a tile has a POS of two numbers, and POINTS of three corners or more", line=line
        )
    return [
        (position[0] + x, position[1] + y) for x, y in zip(points[::2], points[1::2], strict=True)
    ]


def _scaled(outlines: dict[int, list[Point]]) -> dict[int, list[Point]]:
    """The outlines in such a size that a tile has about the width 1."""
    widths = []
    for outline in outlines.values():
        all_x = [x for x, _ in outline]
        widths.append(max(all_x) - min(all_x))
    tile_width = median(widths) or 1.0
    return {
        name: [(x / tile_width, y / tile_width) for x, y in outline]
        for name, outline in outlines.items()
    }


def _sum_of(
    name: str, hint: ElementTree.Element, index_of: Any, mine_names: set[int], line: int
) -> SumConstraint:
    tiles = list(dict.fromkeys(_numbers(hint, "IDS", line, int)))
    _check_names(index_of, tiles, line)
    return SumConstraint(
        [index_of[tile] for tile in tiles], [len(mine_names.intersection(tiles))], name
    )


def write(level: Level) -> str:
    """The text of a level. Raises BoardFormatError: it is none that Tametsi could have."""
    solution = level.solution
    if str(solution.rules) != "graph" or not all(type(name) is int for name in solution.cells):
        raise BoardFormatError(
            "a level of Tametsi is a board on a graph whose cells are named by numbers"
        )
    lines = [
        "<PUZZLE>",
        f"  <ID>minesolver{len(solution.cells)}</ID>",
        "  <META>",
        "    <TILE_TEXT/>",
        "  </META>",
    ]
    lines += [f"  <TITLE>{escape(level.title)}</TITLE>", "  <GRAPH>"]
    for cell_index in range(len(solution.cells)):
        lines += _node(level, cell_index)
    lines.append("  </GRAPH>")
    lines += _hints(solution, "HINT")
    lines += _hints(solution, "COLUMN_HINT")
    lines.append(_LAST_LINE)
    # What is read back is what was written, or a level has no place for something.
    if read(lines).solution != solution:
        raise BoardFormatError("a level of Tametsi has no place for what this board says")
    return "\n".join(lines)


def _node(level: Level, cell_index: int) -> list[str]:
    """The lines of a tile."""
    solution = level.solution
    x, y = _middle(solution, cell_index)
    points = []
    for corner_x, corner_y in solution.geometry.corners[cell_index]:
        points += [f"{corner_x - x:.6g}", f"{corner_y - y:.6g}"]
    edges = [
        str(solution.cells[neighbour]) for neighbour in solution.geometry.neighbours[cell_index]
    ]
    state = solution.states[cell_index]
    return [
        "    <NODE>",
        f"      <ID>{solution.cells[cell_index]}</ID>",
        f"      <EDGES>{','.join(edges)}</EDGES>",
        f"      <POS>{x:.6g},{y:.6g}</POS>",
        f"      <POLY><POINTS>{','.join(points)}</POINTS><HIGHLIGHTS/></POLY>",
        f"      <REVEALED>{str(cell_index in level.shown).lower()}</REVEALED>",
        f"      <HAS_MINE>{str(state == MINE).lower()}</HAS_MINE>",
        f"      <SECRET>{str(state == OPENED).lower()}</SECRET>",
        "    </NODE>",
    ]


def _middle(solution: VariantBoard, cell_index: int) -> tuple[float, float]:
    """The mean of a tile's corners."""
    outline = solution.geometry.corners[cell_index]
    all_x, all_y = zip(*outline, strict=True)
    return sum(all_x) / len(outline), sum(all_y) / len(outline)


def _hints(solution: VariantBoard, tag: str) -> list[str]:
    """The lines of the sums of lines, or of colours."""
    lines = [f"  <{tag}_LIST>"]
    for constraint in solution.extra:
        is_colour = constraint.name.startswith("colour ")
        if is_colour != (tag == "HINT"):
            continue
        names = [str(solution.cells[cell_index]) for cell_index in constraint.cells]
        lines.append(f"    <{tag}>")
        lines.append(f"      <IDS>{','.join(names)}</IDS>")
        if is_colour:
            colour = constraint.name.removeprefix("colour ")
            lines.append(f"      <COLOR>{escape(colour.removeprefix('DARK '))}</COLOR>")
            lines.append(f"      <IS_DARK>{str(colour.startswith('DARK ')).lower()}</IS_DARK>")
        else:
            x, y = _before_first(solution, constraint)
            lines.append(f"      <TEXT_LOCATION>{x:.6g},{y:.6g}</TEXT_LOCATION>")
            lines.append("      <TEXT_ROTATION>0.0</TEXT_ROTATION>")
            lines.append("      <TEXT_SIZE_FACTOR>1.0</TEXT_SIZE_FACTOR>")
        lines.append(f"    </{tag}>")
    return [*lines, f"  </{tag}_LIST>"]


def _before_first(solution: VariantBoard, constraint: Constraint) -> tuple[float, float]:
    """Where the number of a line stands: a tile before its first one."""
    if not constraint.cells:
        return 0.0, 0.0
    x, y = _middle(solution, constraint.cells[0])
    if len(constraint.cells) == 1:
        return x, y - 1
    next_x, next_y = _middle(solution, constraint.cells[1])
    return 2 * x - next_x, 2 * y - next_y


def write_board(board: Any) -> str:
    """The text of a board with one solution, as a level whose hidden cells tell no number."""
    if not isinstance(board, VariantBoard) or not all(type(name) is int for name in board.cells):
        raise BoardFormatError(
            "a level of Tametsi is a board on a graph whose cells are named by numbers"
        )
    return write(level_of(board))
