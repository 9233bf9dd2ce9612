"""What a board says beside its clues, as it is drawn: numbers of lines and regions, and their outlines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot
from typing import Any, NamedTuple

from ..model.constraint import Constraint, SumConstraint
from ..model.geometries.geometry import Point
from ..model.together import TogetherConstraint

COLOURS = ("#b3261e", "#1b5fae", "#1f7a34", "#8a5a00", "#6b2fa0", "#00707a")
"""Of regions, in turn."""
_NEAR = 0.05  # of the width of a cell: middles so near a line lie on it
_DIGITS = 2  # of corners that are compared: those of a file are rounded


class Label(NamedTuple):
    """A number that stands beside cells, or on a line around them."""

    point: Point
    text: str
    colour: str


class BorderPiece(NamedTuple):
    """A piece of the line around a region."""

    start: Point
    end: Point
    colour: str


def label_of(constraint: Constraint) -> str:
    """What a constraint says, in a few characters; empty where that cannot be."""
    if isinstance(constraint, TogetherConstraint):
        count = _counts(constraint.allowed)
        return f"{{{count}}}" if constraint.is_run else f"-{count}-"
    if isinstance(constraint, SumConstraint) and set(constraint.weights) == {1}:
        return _counts(constraint.allowed)
    return ""


def _counts(allowed: frozenset[int]) -> str:
    numbers = sorted(allowed)
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}..{numbers[-1]}"
    return "/".join(map(str, numbers))


def labels_on_cells(board: Any) -> dict[Any, str]:
    """The text of the constraints that stand on cells, by the cells' names."""
    texts: dict[Any, str] = {}
    for constraint in getattr(board, "extra", ()):
        text = label_of(constraint)
        if constraint.clue is None or not text:
            continue
        cell = board.cells[constraint.clue]
        texts[cell] = f"{texts[cell]} {text}" if cell in texts else text
    return texts


def statements_beside(
    board: Any, outlines: Sequence[Sequence[Point]]
) -> tuple[list[Label], list[BorderPiece]]:
    """The numbers beside lines of cells, and the lines around regions with theirs.

    outlines: Of each cell, by index, in units of its width
    """
    middles = [_middle(outline) for outline in outlines]
    labels: list[Label] = []
    edges: list[BorderPiece] = []
    for constraint in getattr(board, "extra", ()):
        text = label_of(constraint)
        if constraint.clue is not None or not text or not constraint.cells:
            continue
        line = _line_through([middles[cell_index] for cell_index in constraint.cells])
        if line is not None:
            labels.append(Label(_free_position(line, middles), text, "#111111"))
            continue
        # A region has the next colour, and its number within its highest corner.
        colours_used = {edge.colour for edge in edges}
        colour = COLOURS[len(colours_used) % len(COLOURS)]
        border = _border([outlines[cell_index] for cell_index in constraint.cells], colour)
        edges += border
        corners = [edge.start for edge in border] + [edge.end for edge in border]
        y, x = min((y, x) for x, y in corners)
        labels.append(Label((x + 0.2, y + 0.15), text, colour))
    return labels, edges


def _middle(outline: Sequence[Point]) -> Point:
    all_x, all_y = zip(*outline, strict=True)
    return sum(all_x) / len(outline), sum(all_y) / len(outline)


def _line_through(middles: Sequence[Point]) -> list[Point] | None:
    """The middles of cells in a straight line, in their order; None: they do not lie so."""
    if not middles:
        return None
    if len(middles) == 1:  # as if the line went down from this cell
        x, y = middles[0]
        return [(x, y), (x, y + 1)]
    (x, y), (last_x, last_y) = middles[0], middles[-1]
    length = hypot(last_x - x, last_y - y)
    for middle_x, middle_y in middles:
        # The cross product is the distance from the line, times its length.
        distance = abs((last_x - x) * (middle_y - y) - (last_y - y) * (middle_x - x))
        if length == 0 or distance > _NEAR * length:
            return None
    return list(middles)


def _free_position(line: Sequence[Point], middles: Sequence[Point]) -> Point:
    """Where the number of a line stands: a cell before its first one, or after its last, where no cell is."""
    positions = []
    for (x, y), (next_x, next_y) in ((line[0], line[1]), (line[-1], line[-2])):
        length = hypot(next_x - x, next_y - y) or 1
        step = min(1.0, length) / length
        positions.append((x - step * (next_x - x), y - step * (next_y - y)))
    for x, y in positions:
        if all(hypot(x - middle_x, y - middle_y) > 0.6 for middle_x, middle_y in middles):
            return x, y
    return positions[0]


def _border(outlines: Sequence[Sequence[Point]], colour: str) -> list[BorderPiece]:
    """The sides of the cells that only one of them has."""
    sides: Counter[frozenset[Point]] = Counter()
    ends: dict[frozenset[Point], tuple[Point, Point]] = {}
    for outline in outlines:
        following = [*outline[1:], outline[0]]
        for start, end in zip(outline, following, strict=True):
            side = frozenset((_rounded(start), _rounded(end)))
            sides[side] += 1
            ends[side] = (start, end)
    return [
        BorderPiece(*ends[side], colour) for side, side_count in sides.items() if side_count == 1
    ]


def _rounded(point: Point) -> Point:
    return round(point[0], _DIGITS), round(point[1], _DIGITS)
