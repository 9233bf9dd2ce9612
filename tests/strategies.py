"""Hypothesis strategies: boards seen during random games, and boards with arbitrary clues."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st
from oracle import around

import minesolver as ms


@st.composite
def played_boards(draw, max_cells=16, max_hidden=11):
    """A board that at least one layout fits: some cells of a random layout opened, some mines known."""
    rows = draw(st.integers(1, 5))
    cols = draw(st.integers(1, max(1, max_cells // rows)))
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    layout = {cell for cell in cells if draw(st.booleans())}
    grid = np.full((rows, cols), -1)
    order = draw(st.permutations(cells))
    hidden_wanted = draw(st.integers(0, max_hidden))
    hidden = len(cells)
    for cell in order:
        if hidden <= hidden_wanted:
            break
        if cell in layout:
            grid[cell] = 10
        else:
            grid[cell] = len(layout & set(around(cell[0], cell[1], rows, cols)))
        hidden -= 1
    kind = draw(st.sampled_from(["total", "uniform", "density"]))
    if kind == "total":
        return ms.Board.from_array(grid, len(layout))
    if kind == "density":
        return ms.Board.from_array(grid, density=Fraction(draw(st.integers(1, 9)), 10))
    return ms.Board.from_array(grid)


@st.composite
def arbitrary_boards(draw, max_cells=12):
    """Any cells that pass as a board: many fit no layout."""
    rows = draw(st.integers(1, 4))
    cols = draw(st.integers(1, max_cells // rows))
    grid = np.array(
        [
            [
                draw(
                    st.sampled_from(
                        [-1, -1, -1, 10, *range(min(8, len(around(r, c, rows, cols))) + 1)]
                    )
                )
                for c in range(cols)
            ]
            for r in range(rows)
        ]
    )
    known = int((grid == 10).sum())
    hidden = int((grid == -1).sum())
    mines = draw(st.none() | st.integers(known, known + hidden))
    return ms.Board.from_array(grid, mines)
