"""Layouts after a first click against all layouts that its rule leaves, written out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import sqrt

import pytest
from oracle import around

import minesolver as ms

ROWS, COLS, MINES = 3, 4, 2
CELLS = [*product(range(ROWS), range(COLS))]
GAMES = 4000


def free_cells(first_click: str, start: tuple[int, int]) -> set[tuple[int, int]]:
    """The cells that cannot hold a mine, as the docstring of the rules says."""
    if first_click == "none":
        return set()
    if first_click == "zero":
        return {start, *around(*start, ROWS, COLS)}
    if first_click == "row-col":
        return {cell for cell in CELLS if cell[0] == start[0] or cell[1] == start[1]}
    return {start}


@pytest.mark.parametrize(
    "first_click, start",
    [
        *(("none", (0, 0)), ("safe", (0, 1)), ("zero", (0, 0)), ("zero", (2, 1))),
        *(("row-col", (1, 2)), ("fixed:1,1", (1, 1)), ("given", None)),
    ],
)
def test_layouts_and_chances_are_those_of_the_layouts_that_are_left(first_click, start):
    """All layouts are equally likely; so are those that agree with what the click has shown, which is what an
    analysis takes for granted. A board does not show the rows and columns that ``row-col`` keeps free.
    """
    drawn: Counter = Counter()
    boards: dict[ms.Board, set[frozenset]] = {}
    for index in range(GAMES):
        game = ms.Game(ROWS, COLS, MINES, ms.Rules(first_click), seed=5, index=index)
        cell = game.start if start is None else start
        game.open(cell)
        assert game.layout is not None
        layout = frozenset(game.layout)
        drawn[cell, layout] += 1
        if not game.over:
            boards.setdefault(game.board, set()).add(layout)

    # Each as often as it has to be.
    expected = {}
    starts = CELLS if start is None else [start]
    for cell in starts:
        free = free_cells(first_click, cell)
        left = [frozenset(mines) for mines in combinations(CELLS, MINES) if not free & {*mines}]
        for layout in left:
            expected[cell, layout] = GAMES / len(starts) / len(left)
    assert drawn.keys() <= expected.keys()
    chi_square = sum((drawn[key] - count) ** 2 / count for key, count in expected.items())
    degrees = len(expected) - 1
    assert chi_square < degrees + 5 * sqrt(2 * degrees)

    # What is analysed afterwards are the layouts that have come out.
    if start is not None and first_click != "row-col":
        for board, layouts in boards.items():
            analysis = ms.analyze(board)
            assert analysis.solutions == len(layouts)
            for hidden in board.where(ms.HIDDEN):
                hits = sum(hidden in layout for layout in layouts)
                assert analysis.exact(*hidden) == Fraction(hits, len(layouts))
