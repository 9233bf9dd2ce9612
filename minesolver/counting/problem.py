"""From a board to independent counting problems: constraints, reduction, groups, components."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..board import HIDDEN, MINE, Board, neighbours


class ContradictionError(Exception):
    """No layout fits. Internal: the caller turns it into an ``InconsistentBoardError`` that says why."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """``mines`` of the hidden cells in ``cells`` (flat indices) are mines, says the clue at ``clue``."""

    clue: int
    cells: tuple[int, ...]
    mines: int


@dataclass(frozen=True, slots=True)
class Component:
    """An independent part of the frontier, in groups of cells under exactly the same clues.

    A group of s cells is one variable 0..s that stands for C(s, x) layouts.
    ``groups``: the cells of each group. ``constraints``: (mines, indices of groups) each.
    ``clues``: the clue cell of each constraint.
    """

    groups: tuple[tuple[int, ...], ...]
    constraints: tuple[tuple[int, tuple[int, ...]], ...]
    clues: tuple[int, ...]

    @property
    def cells(self) -> int:
        return sum(map(len, self.groups))


@dataclass(frozen=True, slots=True)
class Problem:
    """What is left to count after the single-clue rule.

    ``safe``, ``mines``: hidden cells that the rule settled. ``free``: hidden cells under no clue that is
    left. ``remaining``: mines among the free cells and the components together, or ``None`` if not told.
    All cells are flat indices.
    """

    board: Board
    safe: tuple[int, ...]
    mines: tuple[int, ...]
    components: tuple[Component, ...]
    free: tuple[int, ...]
    remaining: int | None


def count_around(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.int8]:
    """How many of the eight neighbours of each cell are set; int8 (rows, cols)."""
    rows, cols = mask.shape
    padded = np.zeros((rows + 2, cols + 2), np.int8)
    padded[1:-1, 1:-1] = mask
    across = padded[:, :-2] + padded[:, 1:-1]
    across += padded[:, 2:]
    total = across[:-2] + across[1:-1]
    total += across[2:]
    total -= padded[1:-1, 1:-1]
    return np.asarray(total)


def constraints_of(board: Board) -> list[Constraint]:
    """One constraint for each opened clue, also without hidden neighbours; known mines subtracted."""
    around = neighbours(board.rows, board.cols)
    flat = board.grid.ravel().tolist()
    return [
        Constraint(
            i,
            tuple(j for j in around[i] if flat[j] == HIDDEN),
            clue - sum(flat[j] == MINE for j in around[i]),
        )
        for i, clue in enumerate(flat)
        if 0 <= clue <= 8
    ]


def build(board: Board) -> Problem:
    """Apply the single-clue rule to a fixpoint, then group and split what it leaves.

    Raises :class:`ContradictionError` where a clue cannot be met.
    """
    grid = board.grid
    around = neighbours(board.rows, board.cols)
    hidden_around = count_around(grid == HIDDEN)
    need_array = grid - count_around(grid == MINE)
    opened = (grid >= 0) & (grid <= 8)
    if (opened & ((need_array < 0) | (need_array > hidden_around))).any():
        raise ContradictionError
    frontier = np.flatnonzero(opened & (hidden_around > 0)).tolist()
    flat = grid.ravel().tolist()
    need_flat = need_array.ravel().tolist()
    left_flat = hidden_around.ravel().tolist()
    need = {i: need_flat[i] for i in frontier}
    left = {i: left_flat[i] for i in frontier}

    safe: list[int] = []
    mines: list[int] = []
    agenda = [i for i in frontier if need[i] == 0 or need[i] == left[i]]
    while agenda:
        clue = agenda.pop()
        if not left[clue]:
            continue
        is_mine = need[clue] > 0
        for cell in around[clue]:
            if flat[cell] != HIDDEN:
                continue
            flat[cell] = MINE if is_mine else 0
            (mines if is_mine else safe).append(cell)
            for other in around[cell]:
                if other not in need:
                    continue
                left[other] -= 1
                need[other] -= is_mine
                if not 0 <= need[other] <= left[other]:
                    raise ContradictionError
                if left[other] and (need[other] == 0 or need[other] == left[other]):
                    agenda.append(other)

    components, grouped = components_of([i for i in frontier if left[i]], need, flat, around)
    free = tuple(i for i, code in enumerate(flat) if code == HIDDEN and i not in grouped)
    remaining = None
    if board.mines is not None:
        remaining = board.mines - int((grid == MINE).sum()) - len(mines)
        if not 0 <= remaining <= len(grouped) + len(free):
            raise ContradictionError
    return Problem(board, tuple(sorted(safe)), tuple(sorted(mines)), components, free, remaining)


def components_of(
    clues: list[int], need: dict[int, int], flat: list[int], around: tuple[tuple[int, ...], ...]
) -> tuple[tuple[Component, ...], set[int]]:
    """Groups and components of some clues over the cells still hidden in ``flat``, and all cells they see.

    ``need``: mines that each clue wants among them. Raises :class:`ContradictionError` where two clues over
    the same cells want different numbers.
    """
    signature: dict[int, list[int]] = {}
    for clue in clues:
        for cell in around[clue]:
            if flat[cell] == HIDDEN:
                signature.setdefault(cell, []).append(clue)
    groups: dict[tuple[int, ...], list[int]] = {}
    for cell, seen_by in signature.items():
        groups.setdefault(tuple(seen_by), []).append(cell)

    groups_of: dict[int, list[int]] = {clue: [] for clue in clues}
    members = list(groups.values())
    for number, key in enumerate(groups):
        for clue in key:
            groups_of[clue].append(number)

    # Two clues over the same groups say the same, or contradict each other.
    distinct: dict[tuple[int, ...], int] = {}
    for clue in clues:
        if need[distinct.setdefault(tuple(groups_of[clue]), clue)] != need[clue]:
            raise ContradictionError

    parent = list(range(len(members)))

    def root(g: int) -> int:
        while parent[g] != g:
            parent[g] = parent[parent[g]]
            g = parent[g]
        return g

    for key in distinct:
        first = root(key[0])
        for other in key[1:]:
            parent[root(other)] = first
    parts: dict[int, list[int]] = {}
    for g in range(len(members)):
        parts.setdefault(root(g), []).append(g)
    local = {g: k for part in parts.values() for k, g in enumerate(part)}
    by_part: dict[int, list[tuple[int, tuple[int, ...]]]] = {}
    for key, clue in distinct.items():
        by_part.setdefault(root(key[0]), []).append((clue, key))
    components = tuple(
        Component(
            tuple(tuple(members[g]) for g in part),
            tuple((need[clue], tuple(local[g] for g in key)) for clue, key in by_part[top]),
            tuple(clue for clue, _ in by_part[top]),
        )
        for top, part in parts.items()
    )
    return components, set(signature)
