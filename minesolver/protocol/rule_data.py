"""Geometries and rules as data, for the scripts that draw boards and give the core their sums.

The scripts beside this file are in the page and in the npm package.

A geometry repeats with period two along each dimension, so that places near the origin say all of it; one
that does not is left to Python. What is the same for all parities stands once. Neighbourhoods and weights of
clues are told as what they are made of, never as what they give on some board, whose edge would cut them.
"""

from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from ..base.errors import PuzzleError
from ..model.geometries import GEOMETRIES, Kind
from ..model.geometries.cube import FACES
from ..model.lists import MAX_UNITS
from ..model.rules import RULES, ClueRule, Neighbourhood, PlacementRule
from ..model.rules.neighbourhoods import Ahead, Moves, Steps
from ..model.rules.sums import ByColour
from ..model.variant import Field

SCRIPTS = Path(str(files(__package__))) / "scripts"
_STRIPS = 5  # of the sphere's net
Coordinates = tuple[int, ...]
"""Of a place in the shape of a board; it may have no cell, or lie beyond the ends."""


def rule_facts() -> dict[str, Any]:
    """Geometries and rules by name, and as data, under the names by which the scripts ask."""
    return {
        "rules": [{"name": name} for name in (*GEOMETRIES, *RULES)],
        "geometries": list(GEOMETRIES),
        "printed": [name for name in RULES if getattr(RULES.get(name), "printed", False)],
        "placements": [name for name in RULES if isinstance(RULES.get(name), PlacementRule)],
        "shapes": shapes(),
    }


@cache
def shapes() -> dict[str, Any]:
    """The geometries, the neighbourhoods, and the clue rules that show something of one sum."""
    sight_values: dict[str, Any] = {}
    clue_values: dict[str, Any] = {}
    for rule_name in RULES:
        rule = RULES.get(rule_name)
        if isinstance(rule, Neighbourhood):
            sight_values[rule_name] = _sight(rule)
        elif isinstance(rule, ClueRule):
            clue_values[rule_name] = _clue(rule)
    sight_values = _without_none(sight_values)
    geometry_values = {
        rule_name: _geometry(GEOMETRIES.get(rule_name), list(sight_values))
        for rule_name in GEOMETRIES
    }
    return {
        "geometries": _without_none(geometry_values),
        "sights": sight_values,
        "clues": _without_none(clue_values),
    }


def _without_none(values: dict[str, Any]) -> dict[str, Any]:
    """Without what only Python sees."""
    return {name: value for name, value in values.items() if value is not None}


def _sight(rule: Neighbourhood) -> dict[str, Any] | None:
    """What a neighbourhood is made of; None for one of another make, which only Python sees."""
    sees = rule.sees
    if isinstance(sees, Steps):
        return {"steps": sees.number, "edges": sees.edges}
    if isinstance(sees, Ahead):
        return {"ahead": sees.number}
    if isinstance(sees, Moves):
        return {"moves": sees.moves}
    return None


def _geometry(kind: Kind, sights: list[str]) -> dict[str, Any] | None:
    """``around``: by parity the moves to the next place in each direction; ``edges``: the directions through
    an edge; ``sees``: the neighbourhoods that there are; ``corners``: by parity the outline, less its steps;
    ``steps``: by dimension how far the next place is, [x, y] alone and for each size of the shape;
    ``fold``: of a cube the faces.
    """
    dimensions = kind.dimensions
    geometry_values: dict[str, Any] = {
        "dimensions": dimensions,
        "edges": kind.edges,
        "coloured": kind.coloured,
        "sees": [name for name in sights if _has(kind, name)],
    }
    # How the strips of a sphere, and the faces of a cube, are joined is the page's own to tell.
    if kind.name == "geodesic":
        moves = _moves(kind, (0, 1, 1))
        return geometry_values | {"wraps": [0] * dimensions, "strips": _STRIPS, "around": [moves]}
    folded_faces = FACES if kind.name == "cube" else None
    wraps = [0] * dimensions if folded_faces else _wraps(kind)
    around = _around(kind)
    if wraps is None or around is None:
        return None
    corners, steps = _drawn(kind)
    return geometry_values | {
        "wraps": wraps,
        "fold": folded_faces,
        "around": around,
        "corners": corners,
        "steps": steps,
    }


def _has(kind: Kind, sight: str) -> bool:
    """Whether a geometry has what a neighbourhood needs."""
    try:
        Field.parse(f"{kind.name},{sight}", kind.usual or (2,) * kind.dimensions)
    except PuzzleError:
        return False
    return True


def _moves(kind: Kind, position: Coordinates) -> list[list[int]]:
    """The moves from a place to each next to it."""
    moves = []
    for neighbour in kind.around(position):
        moves.append([end - start for start, end in zip(position, neighbour, strict=True)])
    return moves


def _around(kind: Kind) -> list[list[list[int]]] | None:
    """The moves from a place of each parity; None where they depend on more than that."""
    parities = list(product((0, 1), repeat=kind.dimensions))
    moves_of = {place_parity: _moves(kind, place_parity) for place_parity in parities}
    for position in product(range(5), repeat=kind.dimensions):
        place_parity = tuple(coordinate % 2 for coordinate in position)
        if _moves(kind, position) != moves_of[place_parity]:
            return None
    by_parity = list(moves_of.values())
    # What is the same for all parities stands once.
    if all(moves == by_parity[0] for moves in by_parity):
        return by_parity[:1]
    return by_parity


def _drawn(kind: Kind) -> tuple[list[Any], list[Any]]:
    """(corners, steps): the outline of a place of each parity at the origin, and how far apart places are."""
    dimensions = kind.dimensions
    smallest_shape = (2,) * dimensions
    origin = (0,) * dimensions

    def first_corner(position: Coordinates, shape: Coordinates) -> Any:
        return np.array(next(iter(kind.corners(position, shape))))

    # How far apart two places are may grow with each size of the shape, as layers beside each other do.
    # Places two apart are of one parity: half of what lies between them is a step.
    steps = []
    for axis in range(dimensions):
        place_outside = _with(origin, axis, 2)

        def span(shape: Coordinates, place_outside: Coordinates = place_outside) -> Any:
            return first_corner(place_outside, shape) - first_corner(origin, shape)

        smallest_span = span(smallest_shape)
        by_size = []
        for grown_axis in range(dimensions):
            grown_shape = _with(smallest_shape, grown_axis, 3)
            by_size.append((span(grown_shape) - smallest_span) / 2)
        steps.append([smallest_span / 2 - 2 * sum(by_size), *by_size])

    # The outline of each parity, moved back by its steps to the origin.
    corners = []
    for parity in product((0, 1), repeat=dimensions):
        parity_shift: Any = 0
        for coordinate, (base, *by_size) in zip(parity, steps, strict=True):
            parity_shift = parity_shift + coordinate * (base + 2 * sum(by_size))
        outline_points = np.array(list(kind.corners(parity, smallest_shape)))
        corners.append((outline_points - parity_shift).tolist())
    return corners, np.array(steps).tolist()


def _with(position: Coordinates, axis: int, coordinate: int) -> Coordinates:
    """The place with another coordinate along an axis."""
    return (*position[:axis], coordinate, *position[axis + 1 :])


def _wraps(kind: Kind) -> list[int] | None:
    """Of each dimension how its ends are joined: 0 not, 1 as they lie, -1 turned; None: in another way."""
    shape = (6, 4, 4, 4)[: kind.dimensions]
    if len(kind.places(shape)) < np.prod(shape):
        return None
    wraps = [_wrap(kind, axis, shape) for axis in range(len(shape))]
    # What these say must be what the geometry says, also one beyond each end and beyond several at once.
    for position in product(*(range(-1, size + 1) for size in shape)):
        expected_place = _joined(position, shape, wraps)
        joined_place = kind.joined(position, shape)
        is_on_board = _is_within(joined_place, shape) or _is_within(expected_place, shape)
        if joined_place != expected_place and is_on_board:
            return None
    return wraps


def _wrap(kind: Kind, axis: int, shape: Coordinates) -> int:
    """How the ends of a dimension are joined, by where the place before its first one is."""
    before_first = _with((0,) * len(shape), axis, -1)
    joined_place = kind.joined(before_first, shape)
    if joined_place[axis] < 0:
        return 0
    is_turned = sum(joined_place) > joined_place[axis]  # another coordinate is not 0 any more
    return -1 if is_turned else 1


def _joined(position: Coordinates, shape: Coordinates, wraps: list[int]) -> Coordinates:
    """The place that one beyond the ends is, by how they are joined."""
    coordinates = []
    for axis, (coordinate, dimension_size, end_join) in enumerate(
        zip(position, shape, wraps, strict=True)
    ):
        # Beyond the end of another dimension that is joined turned, this one runs the other way.
        turn_count = 0
        for other_axis, other_wrap in enumerate(wraps):
            is_outside = not 0 <= position[other_axis] < shape[other_axis]
            if other_axis != axis and other_wrap < 0 and is_outside:
                turn_count += 1
        if turn_count % 2:
            coordinate = dimension_size - 1 - coordinate
        coordinates.append(coordinate % dimension_size if end_join else coordinate)
    return tuple(coordinates)


def _is_within(position: Coordinates, shape: Coordinates) -> bool:
    return all(0 <= coordinate < size for coordinate, size in zip(position, shape, strict=True))


def _clue(rule: ClueRule) -> dict[str, Any] | None:
    """``weights``: of a cell that is not coloured, and of one that is; ``shows``: by the sum, from -62 on.

    None where a clue shows more than numbers, or by more than the sum.
    """
    if not isinstance(rule.weights, ByColour):
        return None
    weights = [rule.weights.plain, rule.weights.coloured]
    all_sums = range(-MAX_UNITS, MAX_UNITS + 1)
    # A rule may show another number by the greatest weight; then the sum does not say it alone.
    shown_by_sum: list[Any] | None = None
    for greatest_weight in {1, *weights}:
        shown_by_weight = [list(rule.shows(total, greatest_weight)) for total in all_sums]
        if shown_by_sum is not None and shown_by_weight != shown_by_sum:
            return None
        shown_by_sum = shown_by_weight
    return {"weights": weights, "shows": shown_by_sum}
