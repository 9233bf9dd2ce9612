"""From a board to independent counting problems: constraints, reduction, groups, components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..model.board import HIDDEN, MINE, Board, neighbours
from ..model.constraint import Automaton


class ContradictionError(Exception):
    """No layout fits. Internal: the caller turns it into an ``InconsistentBoardError`` that says why."""


@dataclass(frozen=True, slots=True)
class BoardConstraint:
    """So many of some hidden cells are mines: what an opened clue says.

    clue: Flat index of the cell that the clue stands on
    cells: Flat indices of the hidden cells
    mines: How many of them are mines
    """

    clue: int
    cells: tuple[int, ...]
    mines: int


class GroupConstraint(Protocol):
    """A constraint that is no plain sum, on some groups of a component."""

    @property
    def groups(self) -> tuple[int, ...]:
        """Indices of its groups in the component."""
        ...

    @property
    def whole_board(self) -> bool:
        """Whether its groups are best read in their natural order."""
        ...

    def automaton(self, order: Sequence[int]) -> Automaton:
        """The automaton that reads its groups.

        order: Their order
        """
        ...

    def broken(self, values: Sequence[int]) -> list[tuple[int, int]] | None:
        """Why some values fail.

        values: Mines in each group of the component
        Returns: (group, value) of some groups that cannot all have these values; ``None`` where it holds.
        """
        ...

    def states(self, read: int, left: int) -> int:
        """About how many states its automaton has.

        read: Places for mines that are read already
        """
        ...


Values = list[tuple[int, int, int]]
"""(mines, layouts with as many, cells with mines summed over these) for each number of mines in a group."""


@lru_cache(maxsize=1024)
def values(size: int, capacity: int) -> Values:
    """The :data:`Values` of ``size`` cells of ``capacity`` mines each.

    With one mine a cell they are x, C(size, x) and x C(size, x).
    """
    layouts = fewer = [1]
    for _ in range(size):
        fewer = layouts
        layouts = [sum(fewer[max(0, x - capacity) : x + 1]) for x in range(len(fewer) + capacity)]
    fewer = fewer + [0] * capacity
    return [(x, a, size * (a - b)) for x, (a, b) in enumerate(zip(layouts, fewer, strict=True))]


@dataclass(frozen=True, slots=True)
class Component:
    """An independent part of the frontier, in groups of cells under exactly the same clues. A group of s
    cells is one variable from 0 to s; the value x stands for C(s, x) layouts.

    groups: The cells of each group
    constraints: (mines, indices of groups) of each constraint
    clues: The clue cell of each constraint
    rules: Only puzzles: constraints of other kinds
    capacity: Only puzzles: the most mines in each cell of a group; empty: 1 throughout
    uncounted: Only puzzles: groups whose values are hidden quantities, no mines
    """

    groups: tuple[tuple[int, ...], ...]
    constraints: tuple[tuple[int, tuple[int, ...]], ...]
    clues: tuple[int, ...]
    rules: tuple[GroupConstraint, ...] = ()
    capacity: tuple[int, ...] = ()
    uncounted: frozenset[int] = frozenset()

    @property
    def cells(self) -> int:
        """How many cells it has."""
        return sum(map(len, self.groups))

    def most_of(self, group: int) -> int:
        """The most mines that a group can hold."""
        return len(self.groups[group]) * (self.capacity[group] if self.capacity else 1)

    @property
    def most(self) -> int:
        """The most mines that all its cells can hold."""
        if not self.capacity:
            return self.cells
        return sum(self.most_of(g) for g in range(len(self.groups)) if g not in self.uncounted)

    @property
    def slack(self) -> int:
        """Bits for the cells of one group; on a board these are at most 8."""
        return max(map(len, self.groups)).bit_length() + 1 if self.capacity else 4

    @property
    def bits(self) -> int:
        """Bits that hold the layouts of its cells, times the cells of one group."""
        if not self.capacity:
            return self.cells + self.slack
        widths = (len(g) * c.bit_length() for g, c in zip(self.groups, self.capacity, strict=True))
        return sum(widths) + self.slack

    def values_of(self, group: int) -> Values:
        """:func:`values` of a group.

        Returns: (mines, layouts with as many, cells with mines summed over these) for each number of mines.
        """
        return values(len(self.groups[group]), self.capacity[group] if self.capacity else 1)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is left to count once the single-clue rule is applied; all cells are flat indices.

    safe, mines: Hidden cells that the rule settled
    components: The independent parts of the frontier
    free: Unconstrained cells: hidden cells under no constraint that is left
    remaining: Mines among the unconstrained cells and the components together; ``None`` where the mine count
        is unknown
    density: P(mine) of a cell by itself then; ``None`` is 1/2
    cols: How many cells lie in a row, for the orders that sweep the board
    """

    safe: tuple[int, ...]
    mines: tuple[int, ...]
    components: tuple[Component, ...]
    free: tuple[int, ...]
    remaining: int | None
    density: Fraction | None
    cols: int


@dataclass(frozen=True, slots=True)
class BoardProblem(Problem):
    """The problem of a board."""

    board: Board


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


def constraints_of(board: Board) -> list[BoardConstraint]:
    """One constraint for each opened clue, also without hidden neighbours; known mines subtracted."""
    around = neighbours(board.rows, board.cols)
    flat = board.grid.ravel().tolist()
    return [
        BoardConstraint(
            i,
            tuple(j for j in around[i] if flat[j] == HIDDEN),
            clue - sum(flat[j] == MINE for j in around[i]),
        )
        for i, clue in enumerate(flat)
        if 0 <= clue <= 8
    ]


def build(board: Board) -> BoardProblem:
    """Apply the single-clue rule to a fixpoint, then group and split what it leaves.

    Raises ContradictionError: A clue cannot be satisfied.
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
    return BoardProblem(
        tuple(sorted(safe)),
        tuple(sorted(mines)),
        components,
        free,
        remaining,
        board.density,
        board.cols,
        board,
    )


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
