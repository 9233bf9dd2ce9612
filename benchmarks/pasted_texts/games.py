"""Games in their course, and the signs of a truth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from random import Random

HIDDEN, MINE, ZERO = "#", "*", "0"
"""The signs of a truth: a hidden cell, a mine that is marked, an opened cell without a mine around it."""

Rows = tuple[str, ...]
"""A board in the signs of a truth."""


LEVELS = [(8, 8, 10), (9, 9, 10), (9, 9, 10), (16, 16, 40), (16, 30, 99)]
"""(rows, columns, mines): a beginner's board in both sizes, intermediate, expert."""


@dataclass(frozen=True)
class ShownBoard:
    """A board that a text shows, or that a reader takes it for; ``mines``: the mine count that it tells."""

    rows: Rows
    mines: int | None = None


@dataclass(frozen=True)
class Deal:
    """A layout and the cells of it that are opened and flagged."""

    rows: int
    cols: int
    mines: frozenset[tuple[int, int]]
    opened: frozenset[tuple[int, int]]
    flagged: frozenset[tuple[int, int]]

    def clue(self, cell: tuple[int, int]) -> int:
        return sum(neighbor in self.mines for neighbor in around(cell, self.rows, self.cols))

    def shown(self) -> Rows:
        return tuple(
            "".join(self._sign((row, col)) for col in range(self.cols)) for row in range(self.rows)
        )

    def _sign(self, cell: tuple[int, int]) -> str:
        if cell in self.opened:
            return str(self.clue(cell))
        return MINE if cell in self.flagged else HIDDEN

    def solved(self) -> Deal:
        """The same deal at its end: all mines flagged, all else opened."""
        cells = frozenset(product(range(self.rows), range(self.cols)))
        return replace(self, opened=cells - self.mines, flagged=self.mines)


def around(cell: tuple[int, int], rows: int, cols: int) -> list[tuple[int, int]]:
    row, col = cell
    return [
        (r, c)
        for r, c in product(range(row - 1, row + 2), range(col - 1, col + 2))
        if (r, c) != cell and 0 <= r < rows and 0 <= c < cols
    ]


def deal(rng: Random, level: tuple[int, int, int] | None = None) -> Deal:
    """A game in its course: opened at a zero and here and there, in a third of the games with flags."""
    rows, cols, mine_count = level or rng.choice(LEVELS)
    cells = list(product(range(rows), range(cols)))
    mines = frozenset(rng.sample(cells, mine_count))
    layout = Deal(rows, cols, mines, frozenset(), frozenset())
    safe_cells = [cell for cell in cells if cell not in mines]
    zeros = [cell for cell in safe_cells if layout.clue(cell) == 0]

    # One game in eight is opened here and there only, and shows few zeros or none.
    clicks = rng.sample(safe_cells, rng.randint(3, 12))
    if zeros and rng.random() < 7 / 8:
        clicks = [rng.choice(zeros), *clicks[: rng.choice([0, 0, 2, 5])]]
    opened = set[tuple[int, int]]().union(*(_area_of(click, layout) for click in clicks))
    # Some are nearly at their end.
    if rng.random() < 0.2:
        rest = [cell for cell in safe_cells if cell not in opened]
        clicks = rng.sample(rest, len(rest) // 2)
        opened = opened.union(*(_area_of(click, layout) for click in clicks))

    flagged = frozenset[tuple[int, int]]()
    if rng.random() < 0.35:
        beside_opened = [
            mine for mine in sorted(mines) if not opened.isdisjoint(around(mine, rows, cols))
        ]
        flagged = frozenset(mine for mine in beside_opened if rng.random() < 0.4)
    return replace(layout, opened=frozenset(opened), flagged=flagged)


def _area_of(start: tuple[int, int], layout: Deal) -> set[tuple[int, int]]:
    """What a click opens."""
    area, to_open = set[tuple[int, int]](), [start]
    while to_open:
        cell = to_open.pop()
        if cell in area:
            continue
        area.add(cell)
        if layout.clue(cell) == 0:
            to_open += around(cell, layout.rows, layout.cols)
    return area
