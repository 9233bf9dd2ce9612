"""Clues of what is seen straight on, and how far away."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import isqrt, lcm
from typing import Any

from ..constraint import Constraint, OneOf, SightConstraint, SumConstraint
from ..declared import described
from ..geometries import Geometry
from .rule import ClueRule, ClueView, Layout, Value

Rays = Sequence[Sequence[int]]
_FARTHEST = 10**13  # square of a product of distances


def sight_rule(
    scores: Callable[[Rays], Iterable[Sequence[int]] | None],
    rays: Callable[[Geometry, int], Rays] = lambda geometry, cell: geometry.rays(cell),
    *,
    own: int = 0,
    **more: Any,
) -> ClueRule:
    """The rule of a clue that shows a sum over rays.

    scores: What each ray counts, by how many cells come before its first mine
    own: What is added to the sum
    """

    def sight(view: ClueView, counts: list[int], name: str) -> SightConstraint:
        found = rays(view.geometry, view.cell)
        place = {i: k for k, i in enumerate(dict.fromkeys(i for ray in found for i in ray))}
        places = [[place[i] for i in ray] for ray in found]
        return SightConstraint(place, places, counts, name, view.cell, scores(found))

    def values(view: ClueView, layout: Layout) -> tuple[Value, ...]:
        made = sight(view, [], "")
        return (own + made.seen([layout[i] for i in made.cells]),)

    def constraint(view: ClueView, value: Value, name: str) -> Constraint:
        assert isinstance(value, int)
        return sight(view, [value - own], name)

    return ClueRule(**more, looks=False, values=values, constraint=constraint)


def _queens(geometry: Geometry, cell: int) -> Rays:
    """The cells straight on in the eight directions, to the edge, to a hole, or until the way begins anew."""
    # Across edges joined the wrong way round a line may come to one of its cells twice and go on to others.
    lap_length = 2 * lcm(*geometry.shape)
    rays = []
    for down, right in product((-1, 0, 1), repeat=2):
        if (down, right) == (0, 0):
            continue
        ray: dict[int, None] = {}
        for step in range(1, lap_length):
            seen_cell = geometry.offset(cell, step * down, step * right)
            if seen_cell == -1:
                break
            if seen_cell != cell:
                ray[seen_cell] = None
        rays.append(tuple(ray))
    return rays


def _read_arrow(text: str) -> Value:
    match = re.fullmatch(r"0|([1-9][0-9]*)([vh])", text)
    if match is None:
        raise ValueError("0, or a number and v (more is seen vertically) or h")
    return int(match[1] or 0) * (1 if match[2] == "v" else -1)


def _distances(view: ClueView) -> dict[int, list[int]]:
    """The cells at each distance, squared and by the shortest way, the nearest first."""
    # Where edges are joined the wrong way round, the shortest way may be as long as the board.
    rows, cols = view.geometry.shape
    far: dict[int, int] = {}
    for down, right in product(range(-rows, rows + 1), range(-cols, cols + 1)):
        j, square = view.geometry.offset(view.cell, down, right), down**2 + right**2
        if j not in (-1, view.cell):
            far[j] = min(square, far.get(j, square))
    return {square: [j for j in far if far[j] == square] for square in sorted(far.values())}


def _nearest(view: ClueView, value: Any, name: str) -> OneOf:
    """One mine at a distance and some at another, or two at one, and none nearer or between."""
    at = _distances(view)
    found = [SumConstraint([j for own in at.values() for j in own], [0, 1], name)] if not value else []
    for one, two in ((one, value // one) for one in at if value and one * one <= value and value % one == 0):
        if two in at:
            cells = [j for square, own in at.items() if square <= two for j in own]
            n = len(at[two]) + 1
            weights = [1 if j in at[two] else n if one == two or j in at[one] else 2 * n for j in cells]
            allowed = range(2, n) if one == two else range(n + 1, 2 * n)
            found.append(SumConstraint(cells, allowed, name, None, weights))
    return OneOf(((said,) for said in found), name, view.cell)


def _product(view: ClueView, layout: Layout) -> tuple[Value, ...]:
    mines = [square for square, own in _distances(view).items() for j in own if layout[j]]
    return (mines[0] * mines[1] if len(mines) > 1 else 0,)


def _show_root(value: Any) -> str:
    outer = max((k for k in range(1, isqrt(value) + 1) if value % (k * k) == 0), default=0)
    inner = value // (outer * outer or 1)
    return str(outer) if inner < 2 else f"{outer if outer > 1 else ''}√{inner}"


def _read_root(text: str) -> Value:
    match = re.fullmatch(r"([0-9]{,7})(?:√([0-9]{1,9}))?", text)
    value = int(match[1] or 1) ** 2 * int(match[2] or 1) if match and text else _FARTHEST + 1
    if value > _FARTHEST:
        raise ValueError("a number, or one with a root such as 2√2")
    return value


RULES = (
    sight_rule(lambda rays: None, own=1, **described("eyesight")),
    sight_rule(lambda rays: [[(-1) ** k * far for far in range(len(r) + 1)] for k, r in enumerate(rays)],
               **described("eyesight-difference"), read=_read_arrow,
               show=lambda value: f"{abs(value)}{'v' if value > 0 else 'h' if value else ''}"),
    sight_rule(lambda rays: [[1] * len(ray) + [0] for ray in rays], _queens, **described("queen")),
    ClueRule(**described("product"), looks=False, values=_product, constraint=_nearest,
             read=_read_root, show=_show_root),
)  # fmt: skip
