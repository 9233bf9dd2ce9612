"""Brute force over all layouts, straight from the rules of the game: shares no code with the package."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

Cell = tuple[int, int]


def around(row: int, col: int, rows: int, cols: int) -> list[Cell]:
    """The neighbours of a cell."""
    near_rows = range(max(row - 1, 0), min(row + 2, rows))
    near_cols = range(max(col - 1, 0), min(col + 2, cols))
    neighbours = list(product(near_rows, near_cols))
    neighbours.remove((row, col))
    return neighbours


def models(
    grid: Sequence[Sequence[int]], mines: int | None = None
) -> tuple[list[Cell], list[frozenset[Cell]]]:
    """The hidden cells (-1), and all sets of mines among them that every clue and the mine count allow.

    grid: Rows of codes: -1 hidden, 0 to 8 opened, 10 a known mine
    mines: The mine count, known mines included; ``None`` where it is unknown
    """
    rows, cols = len(grid), len(grid[0])
    cells = list(product(range(rows), range(cols)))
    hidden_cells = []
    known_mines = set()
    for row, col in cells:
        if grid[row][col] == -1:
            hidden_cells.append((row, col))
        elif grid[row][col] == 10:
            known_mines.add((row, col))

    # A layout is a number with a bit for each hidden cell: first by the mine count, then by each clue.
    bit_of = {cell: 1 << position for position, cell in enumerate(hidden_cells)}
    layouts = list(range(1 << len(hidden_cells)))
    if mines is not None:
        hidden_mines = mines - len(known_mines)
        layouts = [layout for layout in layouts if layout.bit_count() == hidden_mines]
    for row, col in cells:
        clue = grid[row][col]
        if 0 <= clue <= 8:
            neighbours = around(row, col, rows, cols)
            hidden_mines = clue - len(known_mines.intersection(neighbours))
            mask = sum(bit_of.get(cell, 0) for cell in neighbours)
            layouts = [layout for layout in layouts if (layout & mask).bit_count() == hidden_mines]
    mine_sets = []
    for layout in layouts:
        mine_sets.append(frozenset(cell for cell in hidden_cells if bit_of[cell] & layout))
    return hidden_cells, mine_sets


def marginals(
    grid: Sequence[Sequence[int]], mines: int | None = None, density: Fraction | None = None
) -> tuple[int, dict[Cell, Fraction]]:
    """(number of models, P(mine) of every hidden cell) under the uniform or the Bernoulli prior."""
    hidden_cells, layouts = models(grid, mines)
    if not layouts:
        return 0, {}
    # Whole numbers in proportion to the chances: no rounding, and one division for each cell at the end.
    chance = Fraction(1, 2) if density is None else Fraction(density)
    mine_weight = chance.numerator
    free_weight = chance.denominator - chance.numerator

    total_weight = 0
    weight_of = dict.fromkeys(hidden_cells, 0)
    for layout in layouts:
        mine_count = len(layout)
        free_count = len(hidden_cells) - mine_count
        weight = mine_weight**mine_count * free_weight**free_count
        total_weight += weight
        for cell in layout:
            weight_of[cell] += weight
    return len(layouts), {
        cell: Fraction(weight, total_weight) for cell, weight in weight_of.items()
    }
