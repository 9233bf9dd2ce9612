"""What a board says beside its clues, as it is drawn: numbers of lines and regions, and their outlines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot
from typing import Any, NamedTuple

from ..model.constraint import Constraint, SumConstraint
from ..model.together import TogetherConstraint

Point = tuple[float, float]
COLOURS = ("#b3261e", "#1b5fae", "#1f7a34", "#8a5a00", "#6b2fa0", "#00707a")
"""Of regions, in turn."""
_NEAR = 0.05  # of the width of a cell: middles so near a line lie on it
_DIGITS = 2  # of corners that are compared: those of a file are rounded


class Label(NamedTuple):
    """A number that stands beside cells, or on a line around them."""

    at: Point
    text: str
    colour: str


class BorderPiece(NamedTuple):
    """A piece of the line around a region."""

    start: Point
    end: Point
    colour: str


def label_of(said: Constraint) -> str:
    """What a constraint says, in a few characters; empty where that cannot be."""
    if isinstance(said, TogetherConstraint):
        count = _counts(said.allowed)
        return f"{{{count}}}" if said.is_run else f"-{count}-"
    if isinstance(said, SumConstraint) and set(said.weights) == {1}:
        return _counts(said.allowed)
    return ""


def _counts(allowed: frozenset[int]) -> str:
    numbers = sorted(allowed)
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}..{numbers[-1]}"
    return "/".join(map(str, numbers))


def labels_on_cells(board: Any) -> dict[Any, str]:
    """The text of the constraints that stand on cells, by the cells' names."""
    texts: dict[Any, str] = {}
    for said in getattr(board, "extra", ()):
        if said.clue is not None and (text := label_of(said)):
            cell = board.cells[said.clue]
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
    for said in getattr(board, "extra", ()):
        text = label_of(said)
        if said.clue is not None or not text or not said.cells:
            continue
        line = _line_through([middles[i] for i in said.cells])
        if line is not None:
            labels.append(Label(_free_place(line, middles), text, "#111111"))
            continue
        colour = COLOURS[len({edge.colour for edge in edges}) % len(COLOURS)]
        around = _around([outlines[i] for i in said.cells], colour)
        edges += around
        first = min((point for edge in around for point in edge[:2]), key=lambda point: (point[1], point[0]))
        labels.append(Label((first[0] + 0.2, first[1] + 0.15), text, colour))
    return labels, edges


def _middle(outline: Sequence[Point]) -> Point:
    x, y = (sum(values) / len(outline) for values in zip(*outline, strict=True))
    return x, y


def _line_through(middles: Sequence[Point]) -> list[Point] | None:
    """The middles of cells in a straight line, in their order; None: they do not lie so."""
    if len(middles) < 2:
        return [(middles[0][0], middles[0][1] + 1), *middles][::-1] if middles else None
    (x, y), (last_x, last_y) = middles[0], middles[-1]
    length = hypot(last_x - x, last_y - y)
    for px, py in middles:
        off = abs((last_x - x) * (py - y) - (last_y - y) * (px - x))
        if length == 0 or off > _NEAR * length:
            return None
    return list(middles)


def _free_place(line: Sequence[Point], middles: Sequence[Point]) -> Point:
    """Where the number of a line stands: a cell before its first one, or after its last, where no cell is."""
    places = []
    for first, second in ((line[0], line[1]), (line[-1], line[-2])):
        length = hypot(second[0] - first[0], second[1] - first[1]) or 1
        step = min(1.0, length) / length
        places.append((first[0] - step * (second[0] - first[0]), first[1] - step * (second[1] - first[1])))
    for place in places:
        if all(hypot(place[0] - x, place[1] - y) > 0.6 for x, y in middles):
            return place
    return places[0]


def _around(outlines: Sequence[Sequence[Point]], colour: str) -> list[BorderPiece]:
    """The sides of the cells that only one of them has."""
    sides: Counter[frozenset[Point]] = Counter()
    ends: dict[frozenset[Point], tuple[Point, Point]] = {}
    for outline in outlines:
        following = [*outline[1:], outline[0]]
        for start, end in zip(outline, following, strict=True):
            side = frozenset((_rounded(start), _rounded(end)))
            sides[side] += 1
            ends[side] = (start, end)
    return [BorderPiece(*ends[side], colour) for side, number in sides.items() if number == 1]


def _rounded(point: Point) -> Point:
    return round(point[0], _DIGITS), round(point[1], _DIGITS)
