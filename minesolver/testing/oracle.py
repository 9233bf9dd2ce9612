"""Brute force over all layouts, straight from the rules of the game: shares no code with the package."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

Cell = tuple[int, int]


def around(r: int, c: int, rows: int, cols: int) -> list[Cell]:
    """The neighbours of a cell."""
    return [
        (rr, cc)
        for rr in range(r - 1, r + 2)
        for cc in range(c - 1, c + 2)
        if (rr, cc) != (r, c) and 0 <= rr < rows and 0 <= cc < cols
    ]


def models(
    grid: Sequence[Sequence[int]], mines: int | None = None
) -> tuple[list[Cell], list[frozenset[Cell]]]:
    """The hidden cells (-1), and all sets of mines among them that every clue and the mine count allow.

    grid: Rows of codes: -1 hidden, 0 to 8 opened, 10 a known mine
    mines: The mine count, known mines included; ``None`` where it is unknown
    """
    rows, cols = len(grid), len(grid[0])
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    hidden = [cell for cell in cells if grid[cell[0]][cell[1]] == -1]
    known = {cell for cell in cells if grid[cell[0]][cell[1]] == 10}
    clues = [(int(grid[r][c]), set(around(r, c, rows, cols))) for r, c in cells if 0 <= grid[r][c] <= 8]
    found = []
    for bits in product((0, 1), repeat=len(hidden)):
        layout = {cell for cell, bit in zip(hidden, bits, strict=True) if bit}
        if mines is not None and len(layout) + len(known) != mines:
            continue
        everything = layout | known
        if all(len(near & everything) == clue for clue, near in clues):
            found.append(frozenset(layout))
    return hidden, found


def marginals(
    grid: Sequence[Sequence[int]], mines: int | None = None, density: Fraction | None = None
) -> tuple[int, dict[Cell, Fraction]]:
    """(number of models, P(mine) of every hidden cell) under the uniform or the Bernoulli prior."""
    hidden, found = models(grid, mines)
    p = Fraction(1, 2) if density is None else Fraction(density)
    weight = {layout: p ** len(layout) * (1 - p) ** (len(hidden) - len(layout)) for layout in found}
    total = sum(weight.values())
    if not found:
        return 0, {}
    return len(found), {
        cell: sum((w for layout, w in weight.items() if cell in layout), Fraction(0)) / total
        for cell in hidden
    }
