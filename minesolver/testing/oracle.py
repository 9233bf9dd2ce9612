"""Brute force over all layouts, straight from the rules of the game: shares no code with the package."""

from collections.abc import Sequence
from fractions import Fraction

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
    bit = {cell: 1 << k for k, cell in enumerate(hidden)}
    clues = []
    for r, c in cells:
        if 0 <= grid[r][c] <= 8:
            near = around(r, c, rows, cols)
            clues.append((grid[r][c] - len(known.intersection(near)), sum(bit.get(cell, 0) for cell in near)))
    numbers = range(len(hidden) + 1) if mines is None else (mines - len(known),)
    found = [bits for bits in range(1 << len(hidden)) if bits.bit_count() in numbers]
    for clue, mask in clues:
        found = [bits for bits in found if (bits & mask).bit_count() == clue]
    return hidden, [frozenset(cell for cell in hidden if bit[cell] & bits) for bits in found]


def marginals(
    grid: Sequence[Sequence[int]], mines: int | None = None, density: Fraction | None = None
) -> tuple[int, dict[Cell, Fraction]]:
    """(number of models, P(mine) of every hidden cell) under the uniform or the Bernoulli prior."""
    hidden, found = models(grid, mines)
    p = Fraction(1, 2) if density is None else Fraction(density)
    mine, free = p.numerator, p.denominator - p.numerator
    weight = {layout: mine ** len(layout) * free ** (len(hidden) - len(layout)) for layout in found}
    total = sum(weight.values())
    if not found:
        return 0, {}
    return len(found), {
        cell: Fraction(sum(w for layout, w in weight.items() if cell in layout), total) for cell in hidden
    }
