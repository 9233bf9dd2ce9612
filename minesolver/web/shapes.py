"""Geometries and rules as data: what the page's scripts need to draw boards and to give the core their sums.

A geometry repeats with period two along each dimension, so that places near the origin say all of it. What is
the same for all parities stands once.
"""

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from ..base.errors import PuzzleError
from ..model.geometries import GEOMETRIES, Kind
from ..model.geometries.cube import FACES
from ..model.lists import MOST
from ..model.rules import RULES, ClueRule, ClueView, Neighbourhood
from ..model.variant import Field

_SIDES = {2: 10, 3: 6, 4: 4}
"""By the number of dimensions, so that from the middle nothing is beyond the edge."""
_SHORT = ("eight", "four")  # of the neighbourhoods; four dimensions and the cube are given these only


@cache
def shapes() -> dict[str, Any]:
    """The geometries, the neighbourhoods on each, and the clue rules that show something of one sum."""
    rules = [RULES.get(name) for name in RULES]
    near = [rule for rule in rules if isinstance(rule, Neighbourhood)]
    own = {name: _geometry(GEOMETRIES.get(name), near) for name in GEOMETRIES}
    clues = {rule.name: _clue(rule) for rule in rules if isinstance(rule, ClueRule)}
    found = {"geometries": own, "clues": clues}
    return {kind: {name: told for name, told in data.items() if told} for kind, data in found.items()}


def _geometry(kind: Kind, near: list[Neighbourhood]) -> dict[str, Any] | None:
    """``sees``: by neighbourhood and parity the offsets; ``corners``: by parity the outline, less its steps;
    ``steps``: by dimension how far the next place is, [x, y] alone and for each size of the shape;
    ``fold``: of a cube the faces.
    """
    size = kind.dimensions
    wraps = _wraps(kind) if size in _SIDES else None
    fold = FACES if kind.name == "cube" else None
    if kind.name == "geodesic":  # how its strips are joined, and drawn, is the page's own to tell
        sees = {name: [[[0, r - 1, c - 1] for _, r, c in kind.around((0, 1, 1))]] for name in _SHORT}
        return {"dimensions": size, "wraps": [0] * size, "strips": 5, "coloured": False, "sees": sees}
    if wraps is None and fold is None:
        return None
    flat, zero = (2,) * size, (0,) * size
    parities = list(product((0, 1), repeat=size))

    def first(place: tuple[int, ...], shape: tuple[int, ...]) -> Any:
        return np.array(next(iter(kind.corners(place, shape))))

    steps = []
    for axis in range(size):
        far = tuple(2 * (k == axis) for k in range(size))
        shapes = [tuple(2 + (k == grown) for k in range(size)) for grown in range(size + 1)]
        *spans, span = (first(far, shape) - first(zero, shape) for shape in shapes)
        own = [(grown - span) / 2 for grown in spans]
        steps.append([span / 2 - 2 * sum(own), *own])
    outlines = []
    for place in parities:
        moved = sum(n * (base + 2 * sum(own)) for n, (base, *own) in zip(place, steps, strict=True))
        outlines.append((np.array(list(kind.corners(place, flat))) - moved).tolist())
    sees = {}
    for rule in near:
        offsets = _offsets(kind, rule)
        if offsets is not None and len(offsets[0]) <= MOST and (fold is None or rule.name in _SHORT):
            sees[rule.name] = offsets[:1] if all(own == offsets[0] for own in offsets) else offsets
    return {
        "dimensions": size,
        "wraps": wraps or [0] * size,
        "fold": fold,
        "coloured": kind.coloured,
        "corners": outlines,
        "steps": np.array(steps).tolist(),
        "sees": sees,
    }


def _wraps(kind: Kind) -> list[int] | None:
    """Of each dimension how its ends are joined: 0 not, 1 as they lie, -1 turned; None: in another way."""
    shape = (6, 4, 4, 4)[: kind.dimensions]
    sides = list(map(range, shape))
    ends = [kind.joined(tuple(-(k == d) for k in range(len(shape))), shape) for d in range(len(shape))]
    found = [0 if end[d] < 0 else -1 if sum(end) > end[d] else 1 for d, end in enumerate(ends)]
    for place in product(*(range(-1, n + 1) for n in shape)):
        own = []
        for d, (k, n, wraps) in enumerate(zip(place, shape, found, strict=True)):
            over = sum(place[e] not in sides[e] for e, way in enumerate(found) if way < 0 and e != d) % 2
            turned = n - 1 - k if over else k
            own.append(turned % n if wraps else turned)
        joined = kind.joined(place, shape)
        if joined != tuple(own) and any(all(map(range.__contains__, sides, one)) for one in (own, joined)):
            return None
    return found


def _offsets(kind: Kind, rule: Neighbourhood) -> list[list[list[int]]] | None:
    """What a clue in the middle sees, by parity; None where the geometry has not what the rule needs."""
    side = _SIDES[kind.dimensions]
    if side < 6 and rule.name not in _SHORT:
        return None
    try:
        geometry = Field.parse(f"{kind.name},{rule.name}", (side,) * kind.dimensions).geometry
    except PuzzleError:
        return None
    seen, found = rule.sees(geometry), []
    for parity in product((0, 1), repeat=kind.dimensions):
        middle = tuple(side // 2 - (side // 2 + p) % 2 for p in parity)
        own = (geometry.cells[i] for i in seen[geometry.index[middle]])
        found.append([[a - b for a, b in zip(cell, middle, strict=True)] for cell in own])
    return found


def _clue(rule: ClueRule) -> dict[str, Any] | None:
    """``weights``: of a cell that is not coloured, and of one that is; ``shows``: by the sum, from -62 on.

    None where a clue shows more than numbers, or by more than the sum.
    """
    geometry, cells = Field.parse("square", (3, 3)).geometry, tuple(range(9))
    sums = range(-MOST, MOST + 1)
    shows = [rule.shows(total, 1) for total in sums]
    if rule.weights is None or shows != [rule.shows(total, 2) for total in sums]:
        return None
    weights = dict(zip(geometry.colour, rule.weights(ClueView(geometry, 4, cells)), strict=True))
    return {"weights": [weights[0], weights[1]], "shows": list(map(list, shows))}
