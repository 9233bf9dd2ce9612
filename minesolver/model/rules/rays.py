"""Clues of what is seen straight on, and how far away."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, product
from math import isqrt, lcm
from typing import Any

from ..constraint import Constraint, OneOf, SightConstraint, SumConstraint
from ..declared import described
from ..geometries import Geometry
from .rule import CellValues, ClueRule, ClueView, Value

Rays = Sequence[Sequence[int]]
_MAX_PRODUCT = 10**13
"""The largest square of a product of two distances that a clue may show: more than any board has."""


def _straight_on(geometry: Geometry, cell: int) -> Rays:
    return geometry.rays(cell)


def _queens(geometry: Geometry, cell: int) -> Rays:
    """The cells straight on in the eight directions, to the edge, to a hole, or until the way begins anew."""
    # Across edges joined the wrong way round a line may come to one of its cells twice and go on to others.
    lap_length = 2 * lcm(*geometry.shape)
    rays = []
    for down, right in product((-1, 0, 1), repeat=2):
        if (down, right) == (0, 0):
            continue
        ray_cells: dict[int, None] = {}
        for step_number in range(1, lap_length):
            seen_cell = geometry.offset(cell, step_number * down, step_number * right)
            if seen_cell == -1:
                break
            if seen_cell != cell:
                ray_cells[seen_cell] = None
        rays.append(tuple(ray_cells))
    return rays


def sight_rule(
    scores: Callable[[Rays], Iterable[Sequence[int]]] | None,
    rays: Callable[[Geometry, int], Rays] = _straight_on,
    *,
    cell_score: int = 0,
    **description: Any,
) -> ClueRule:
    """The rule of a clue that shows a sum over rays.

    scores: What each ray counts, by how many cells come before its first mine; ``None``: so many
    cell_score: What is added to the sum for the cell itself
    description: Name, definition and the like, as :class:`ClueRule` takes them
    """

    def sight(view: ClueView, counts: list[int], name: str) -> SightConstraint:
        cell_rays = rays(view.geometry, view.cell)

        # Cells that lie on two rays are one cell of the constraint.
        position_of: dict[int, int] = {}
        for ray in cell_rays:
            for cell in ray:
                position_of.setdefault(cell, len(position_of))
        position_rays = [[position_of[cell] for cell in ray] for ray in cell_rays]
        ray_scores = None if scores is None else scores(cell_rays)
        return SightConstraint(position_of, position_rays, counts, name, view.cell, ray_scores)

    def values(view: ClueView, layout: CellValues) -> tuple[Value, ...]:
        constraint = sight(view, [], "")
        return (cell_score + constraint.seen([layout[cell] for cell in constraint.cells]),)

    def constraint(view: ClueView, value: Value, name: str) -> Constraint:
        assert isinstance(value, int)
        return sight(view, [value - cell_score], name)

    return ClueRule(**description, sees_neighbours=False, values=values, constraint=constraint)


def _alternating(rays: Rays) -> list[list[int]]:
    """Rays count up and down, turn about: vertical ones and horizontal ones."""
    scores = []
    for ray_number, ray in enumerate(rays):
        score_sign = -1 if ray_number % 2 else 1
        scores.append([score_sign * length for length in range(len(ray) + 1)])
    return scores


def _mine_ahead(rays: Rays) -> list[list[int]]:
    """A ray counts 1 where there is a mine in it."""
    return [[1] * len(ray) + [0] for ray in rays]


def _show_arrow(value: Any) -> str:
    if value == 0:
        return "0"
    return f"{value}v" if value > 0 else f"{-value}h"


def _read_arrow(text: str) -> Value:
    match = re.fullmatch(r"0|([1-9][0-9]*)([vh])", text)
    if match is None:
        raise ValueError("0, or a number and v (more is seen vertically) or h")
    return int(match[1] or 0) * (1 if match[2] == "v" else -1)


def _distances(view: ClueView) -> dict[int, list[int]]:
    """The cells at each distance, squared and by the shortest way, the nearest first."""
    # Where edges are joined the wrong way round, the shortest way may be as long as the board.
    rows, cols = view.geometry.shape
    square_of: dict[int, int] = {}
    for down, right in product(range(-rows, rows + 1), range(-cols, cols + 1)):
        target_cell = view.geometry.offset(view.cell, down, right)
        squared_distance = down**2 + right**2
        if target_cell not in (-1, view.cell):
            square_of[target_cell] = min(
                squared_distance, square_of.get(target_cell, squared_distance)
            )

    cells_at: dict[int, list[int]] = {}
    for squared_distance in sorted(set(square_of.values())):
        cells_at[squared_distance] = []
    for target_cell, squared_distance in square_of.items():
        cells_at[squared_distance].append(target_cell)
    return cells_at


def _nearest(view: ClueView, value: Any, name: str) -> OneOf:
    """One mine at a distance and some at another, or two at one, and none nearer or between."""
    cells_at = _distances(view)
    statements = []
    if value == 0:
        all_cells = list(chain(*cells_at.values()))
        statements.append(SumConstraint(all_cells, [0, 1], name))

    # The clue is the product of the two least distances, squared.
    for nearest in cells_at:
        if not value or nearest * nearest > value or value % nearest:
            continue
        second = value // nearest
        if second in cells_at:
            statements.append(_two_nearest(cells_at, nearest, second, name))
    return OneOf([(statement,) for statement in statements], name, view.cell)


def _two_nearest(
    cells_at: dict[int, list[int]], nearest: int, second: int, name: str
) -> SumConstraint:
    """The two nearest mines lie at these distances, squared."""
    cells_within: list[int] = []
    for squared_distance, cells in cells_at.items():
        if squared_distance <= second:
            cells_within += cells

    # At one distance: two mines or more there, and what lies nearer weighs too much. At two: mines at the
    # second distance count 1, one at the nearest more than all of these, and any other too much.
    too_many = len(cells_at[second]) + 1
    weight_of = dict.fromkeys(cells_within, too_many if nearest == second else 2 * too_many)
    if nearest != second:
        weight_of |= dict.fromkeys(cells_at[nearest], too_many)
    weight_of |= dict.fromkeys(cells_at[second], 1)
    allowed = range(2, too_many) if nearest == second else range(too_many + 1, 2 * too_many)
    return SumConstraint(
        cells_within, allowed, name, None, [weight_of[cell] for cell in cells_within]
    )


def _product(view: ClueView, layout: CellValues) -> tuple[Value, ...]:
    squares_of_mines = []
    for squared_distance, cells in _distances(view).items():
        squares_of_mines += [squared_distance for cell in cells if layout[cell]]
    if len(squares_of_mines) < 2:
        return (0,)
    return (squares_of_mines[0] * squares_of_mines[1],)


def _show_root(value: Any) -> str:
    # The largest square comes out of the root: 2√2 for 8.
    root_factor = max(
        (root for root in range(1, isqrt(value) + 1) if value % (root * root) == 0), default=0
    )
    radicand = value // (root_factor * root_factor or 1)
    if radicand < 2:
        return str(root_factor)
    return f"{root_factor if root_factor > 1 else ''}√{radicand}"


def _read_root(text: str) -> Value:
    match = re.fullmatch(r"([0-9]{,7})(?:√([0-9]{1,9}))?", text)
    if match is not None and text:
        value = int(match[1] or 1) ** 2 * int(match[2] or 1)
        if value <= _MAX_PRODUCT:
            return value
    raise ValueError("a number, or one with a root such as 2√2")


RULES = (
    sight_rule(None, cell_score=1, **described("eyesight")),
    sight_rule(
        _alternating, **described("eyesight-difference"), read=_read_arrow, show=_show_arrow
    ),
    sight_rule(_mine_ahead, _queens, **described("queen")),
    ClueRule(
        **described("product"),
        sees_neighbours=False,
        values=_product,
        constraint=_nearest,
        read=_read_root,
        show=_show_root,
    ),
)
