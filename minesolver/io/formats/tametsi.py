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

from ...base.errors import BoardFormatError, quoted
from ...model.board import MAX_CELLS
from ...model.constraint import Constraint, SumConstraint
from ...model.geometries.geometry import Geometry, Point
from ...model.geometries.graph import graph
from ...model.level import Level
from ...model.variant import MINE, OPENED, Clue, RuleSet, State, VariantBoard

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
