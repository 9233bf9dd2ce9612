"""Brute force over all layouts, straight from the rules of the game: shares no code with the package."""

from __future__ import annotations

from fractions import Fraction
from itertools import product


def around(r, c, rows, cols):
    return [
        (rr, cc)
        for rr in range(r - 1, r + 2)
        for cc in range(c - 1, c + 2)
        if (rr, cc) != (r, c) and 0 <= rr < rows and 0 <= cc < cols
    ]


def models(grid, mines=None):
    """All sets of mines among the hidden cells (-1) that every clue and the total (10 = known mine) allow."""
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


def marginals(grid, mines=None, density=None):
    """(number of models, {hidden cell: Fraction}) under the uniform or the Bernoulli prior."""
    hidden, found = models(grid, mines)
    p = Fraction(1, 2) if density is None else Fraction(density)
    weight = {
        layout: Fraction(1)
        if mines is not None
        else p ** len(layout) * (1 - p) ** (len(hidden) - len(layout))
        for layout in found
    }
    total = sum(weight.values())
    if not found:
        return 0, {}
    return len(found), {
        cell: sum((w for layout, w in weight.items() if cell in layout), Fraction(0)) / total
        for cell in hidden
    }
