"""Geometries and rules as data: what the page's scripts need to draw boards and to give the core their sums.

A geometry repeats with period two along each dimension, so that places near the origin say all of it; one
that does not is left to Python. What is the same for all parities stands once. Neighbourhoods and weights of
clues are told as what they are made of, never as what they give on some board, whose edge would cut them.
"""

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from ..base.errors import PuzzleError
from ..model.geometries import GEOMETRIES, Kind
from ..model.geometries.cube import FACES
from ..model.lists import MAX_UNITS
from ..model.rules import RULES, ClueRule, Neighbourhood
from ..model.rules.neighbourhoods import Ahead, Moves, Steps
from ..model.rules.sums import ByColour
from ..model.variant import Field

_STRIPS = 5  # of the sphere's net


@cache
def shapes() -> dict[str, Any]:
    """The geometries, the neighbourhoods, and the clue rules that show something of one sum."""
    rules = [RULES.get(name) for name in RULES]
    sights = {
        rule.name: sight for rule in rules if isinstance(rule, Neighbourhood) and (sight := _sight(rule))
    }
    clues = {rule.name: clue for rule in rules if isinstance(rule, ClueRule) and (clue := _clue(rule))}
    kinds = [GEOMETRIES.get(name) for name in GEOMETRIES]
    geometries = {kind.name: data for kind in kinds if (data := _geometry(kind, list(sights)))}
    return {"geometries": geometries, "sights": sights, "clues": clues}


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
    seen = [name for name in sights if _has(kind, name)]
    told = {"dimensions": dimensions, "edges": kind.edges, "coloured": kind.coloured, "sees": seen}
    if kind.name == "geodesic":  # how its strips are joined, and drawn, is the page's own to tell
        moves = _moves(kind, (0, 1, 1))
        return told | {"wraps": [0] * dimensions, "strips": _STRIPS, "around": [moves]}
    fold = FACES if kind.name == "cube" else None
    wraps = [0] * dimensions if fold else _wraps(kind)
    around = _around(kind)
    if wraps is None or around is None:
        return None
    corners, steps = _drawn(kind)
    return told | {"wraps": wraps, "fold": fold, "around": around, "corners": corners, "steps": steps}


def _has(kind: Kind, sight: str) -> bool:
    """Whether a geometry has what a neighbourhood needs."""
    try:
        Field.parse(f"{kind.name},{sight}", kind.usual or (2,) * kind.dimensions)
    except PuzzleError:
        return False
    return True


def _moves(kind: Kind, place: tuple[int, ...]) -> list[list[int]]:
    return [[a - b for a, b in zip(other, place, strict=True)] for other in kind.around(place)]


def _around(kind: Kind) -> list[list[list[int]]] | None:
    """The moves from a place of each parity; None where they depend on more than that."""
    parities = list(product((0, 1), repeat=kind.dimensions))
    moves = {parity: _moves(kind, parity) for parity in parities}
    for place in product(range(5), repeat=kind.dimensions):
        if _moves(kind, place) != moves[tuple(n % 2 for n in place)]:
            return None
    by_parity = list(moves.values())
    return by_parity[:1] if all(same == by_parity[0] for same in by_parity) else by_parity


def _drawn(kind: Kind) -> tuple[list[Any], list[Any]]:
    """(corners, steps): the outline of a place of each parity at the origin, and how far apart places are."""
    dimensions = kind.dimensions
    flat, origin = (2,) * dimensions, (0,) * dimensions

    def first_corner(place: tuple[int, ...], shape: tuple[int, ...]) -> Any:
        return np.array(next(iter(kind.corners(place, shape))))

    # How far apart two places are may grow with each size of the shape, as layers beside each other do.
    steps = []
    for axis in range(dimensions):
        second = tuple(2 * (k == axis) for k in range(dimensions))
        sizes = [tuple(2 + (k == grown) for k in range(dimensions)) for grown in range(dimensions + 1)]
        *spans, span = (first_corner(second, shape) - first_corner(origin, shape) for shape in sizes)
        by_size = [(grown - span) / 2 for grown in spans]
        steps.append([span / 2 - 2 * sum(by_size), *by_size])
    corners = []
    for place in product((0, 1), repeat=dimensions):
        shift = sum(n * (base + 2 * sum(by_size)) for n, (base, *by_size) in zip(place, steps, strict=True))
        corners.append((np.array(list(kind.corners(place, flat))) - shift).tolist())
    return corners, np.array(steps).tolist()


def _wraps(kind: Kind) -> list[int] | None:
    """Of each dimension how its ends are joined: 0 not, 1 as they lie, -1 turned; None: in another way."""
    shape = (6, 4, 4, 4)[: kind.dimensions]
    if len(kind.places(shape)) < np.prod(shape):
        return None
    sides = list(map(range, shape))
    ends = [kind.joined(tuple(-(k == d) for k in range(len(shape))), shape) for d in range(len(shape))]
    found = [0 if end[d] < 0 else -1 if sum(end) > end[d] else 1 for d, end in enumerate(ends)]
    for place in product(*(range(-1, n + 1) for n in shape)):
        other = []
        for d, (k, n, wraps) in enumerate(zip(place, shape, found, strict=True)):
            over = sum(place[e] not in sides[e] for e, way in enumerate(found) if way < 0 and e != d) % 2
            turned = n - 1 - k if over else k
            other.append(turned % n if wraps else turned)
        joined = kind.joined(place, shape)
        if joined != tuple(other) and any(
            all(map(range.__contains__, sides, cell)) for cell in (other, joined)
        ):
            return None
    return found


def _clue(rule: ClueRule) -> dict[str, Any] | None:
    """``weights``: of a cell that is not coloured, and of one that is; ``shows``: by the sum, from -62 on.

    None where a clue shows more than numbers, or by more than the sum.
    """
    if not isinstance(rule.weights, ByColour):
        return None
    weights = [rule.weights.plain, rule.weights.coloured]
    sums = range(-MAX_UNITS, MAX_UNITS + 1)
    shows, *others = ([rule.shows(total, most) for total in sums] for most in {1, *weights})
    if any(other != shows for other in others):
        return None
    return {"weights": weights, "shows": list(map(list, shows))}
