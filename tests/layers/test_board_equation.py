"""The board equation as an equation like any other: against a literal closure, and against all layouts."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest
from many_families import MANY_FAMILIES
from oracle import around, models

from minesolver import Limit, analyze, layers
from minesolver.layers import LAYERS, board_equation, deduce
from minesolver.layers.knowledge import Equation
from minesolver.model.board import Board

AUDITED = "5x5x5\n01#2#\n#1##1\n#####\n#####\n#2*2#"
"""Board 4, less {02,04,12,13}=2, less {30,31,32,40}=1, gives {33,34,44}=1, inside {32,33,34,44}=1."""


def closure(grid, mines, *, overlaps):
    """What every difference of nested equations proves, the board equation among them, all of them kept.

    ``overlaps``: also the rule that the surplus of the larger count lies outside the overlap. Gives
    {cell: whether it is a mine}. Shares no code with the package.
    """
    rows, cols = len(grid), len(grid[0])
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    value = {(r, c): grid[r][c] for r, c in cells}
    hidden_cells = frozenset(c for c in cells if value[c] == -1)
    equations = {(hidden_cells, mines - sum(v == 10 for v in value.values()))}
    for cell in cells:
        if 0 <= value[cell] <= 8:
            neighbours = around(*cell, rows, cols)
            hidden = frozenset(c for c in neighbours if value[c] == -1)
            equations.add((hidden, value[cell] - sum(value[c] == 10 for c in neighbours)))
    known_cells: dict[Any, Any] = {}
    while True:
        # What is known leaves each equation, and an equation without cells says nothing more.
        reduced = set()
        for cells_of_sum, count in equations:
            known_mines = sum(known_cells[c] for c in cells_of_sum & known_cells.keys())
            reduced.add((cells_of_sum.difference(known_cells), count - known_mines))
        equations = {(cells_of_sum, count) for cells_of_sum, count in reduced if cells_of_sum}

        newly_known: dict[Any, bool] = {}
        for cells_of_sum, count in equations:
            if count in (0, len(cells_of_sum)):
                newly_known |= dict.fromkeys(cells_of_sum, count > 0)
        if newly_known:
            known_cells |= newly_known
            continue

        # Only where no equation alone decides a cell, pairs are looked at.
        pairs = list(permutations(equations, 2))
        differences = {(b - a, m - n) for (a, n), (b, m) in pairs if a < b}
        if not differences <= equations:
            equations |= differences
            continue
        if overlaps:
            for (a, n), (b, m) in pairs:
                if a & b and n > m and len(a - b) == n - m:
                    newly_known |= dict.fromkeys(a - b, True)
        if not newly_known:
            return known_cells
        known_cells |= newly_known


def positions(number, seed, most_hidden=20):
    """Positions of random games, with their mine counts."""
    rng = Random(seed)
    while number:
        rows, cols = rng.randint(2, 5), rng.randint(2, 5)
        cells = [(r, c) for r in range(rows) for c in range(cols)]
        mines = set(rng.sample(cells, rng.randint(1, len(cells) // 2)))
        share = rng.choice((0.2, 0.35, 0.5, 0.65))
        grid = [[-1] * cols for _ in range(rows)]
        for r, c in cells:
            if rng.random() < share:
                grid[r][c] = 10 if (r, c) in mines else len(mines & set(around(r, c, rows, cols)))
        if sum(row.count(-1) for row in grid) <= most_hidden:
            number -= 1
            yield grid, len(mines)


def proved(grid, mines, layer):
    deduction = deduce(Board(grid, mines), layer)
    return dict.fromkeys(deduction.safe, False) | dict.fromkeys(deduction.mines, True)


@pytest.mark.parametrize("layer", ["subset", "layered"])
def test_a_remainder_is_subtracted_in_its_turn(layer):
    board = Board.parse(AUDITED)
    grid = board.grid.tolist()
    assert (3, 2) not in proved(grid, None, layer)
    deduction = deduce(board, layer)
    assert (3, 2) in deduction.safe
    reason = deduction.safe[3, 2]
    assert reason.total
    assert reason.rule == "subset"
    _, layouts = models(grid, 5)
    assert not any((3, 2) in layout for layout in layouts)
    assert (3, 2) in analyze(board, f"{layer}_total").safe
    assert (3, 2) not in analyze(board, layer).safe


@pytest.mark.parametrize("layer, overlaps", [("subset", False), ("layered", True)])
def test_finds_what_the_literal_closure_finds_but_for_large_remainders(layer, overlaps):
    """Differences of two large remainders are not kept: none of these positions needs one."""
    helped = 0
    for grid, mines in positions(500, seed=5):
        literal = closure(grid, mines, overlaps=overlaps)
        ours = proved(grid, mines, layer)
        assert ours == literal
        helped += ours.keys() != proved(grid, None, layer).keys()
    assert helped > 40


@pytest.mark.parametrize("layer", ["subset", "intersection", "bounds", "layered"])
def test_sound_with_the_board_equation(layer):
    for grid, mines in positions(120, seed=6, most_hidden=11):
        _, layouts = models(grid, mines)
        for cell, is_mine in proved(grid, mines, layer).items():
            assert all((cell in layout) == is_mine for layout in layouts)


def test_thousands_of_disjoint_clues_are_taken_off():
    """More of them than Python can call functions inside of each other."""
    clue_count = 1200
    board = Board.parse("#1#" * clue_count + "##", mines=clue_count)
    assert {*deduce(board, "subset").safe} == {(0, 3 * clue_count), (0, 3 * clue_count + 1)}


def test_families_of_disjoint_equations():
    cell_sets = [frozenset({0, 1}), frozenset({1, 2}), frozenset({2, 3}), frozenset({4})]
    equations = [Equation(cells, 1, (), False) for cells in cell_sets]
    families = []
    for numbers, cells, cell_count, mines in board_equation._families(equations):
        families.append([*numbers])
        covered_cells = frozenset().union(*[cell_sets[number] for number in numbers])
        assert cells == sum(1 << cell for cell in covered_cells)
        assert cell_count == len(covered_cells)
        assert mines == len(numbers)
    assert families[0] == [0, 2, 3]  # the greedy one
    disjoint = []
    for size in range(len(equations) + 1):
        for chosen in combinations(range(len(equations)), size):
            covered = [cell for number in chosen for cell in cell_sets[number]]
            if len(covered) == len(set(covered)):
                disjoint.append([*chosen])
    assert sorted(families) == sorted(disjoint)


@pytest.mark.parametrize("text", MANY_FAMILIES)
def test_what_is_proved_is_no_matter_of_the_order_of_equations(text):
    """Rules that begin after single clues, by the core, prove what they prove from the first clue on."""
    board = Board.parse(text)
    inference = deduce(board, "layered_bounds")
    assert dict(layers.proved(board)).keys() == inference.safe.keys() | inference.mines.keys()


def test_auto_under_a_limit_proves_what_any_layer_proves():
    """Also where no state may be stored: proofs by SAT, and layouts listed one by one, go on without."""
    for grid, mines in positions(60, seed=9):
        analysis = analyze(Board(grid, mines), "auto", limit=Limit(states=1))
        assert analysis.engine == "auto"
        for layer in LAYERS:
            for cell, is_mine in proved(grid, mines, layer).items():
                assert cell in (analysis.mines if is_mine else analysis.safe)


def test_the_log_shows_the_board_equation():
    steps = deduce(Board.parse(AUDITED), "subset", trace=True).trace
    cells = [(r, c) for r in range(5) for c in range(5)]
    hidden = tuple(cell for cell in cells if Board.parse(AUDITED)[cell] == -1)
    assert steps[0].board == (hidden, 4)
    assert "board: " in str(steps[0])
    assert any("the mine count" in step.why for step in steps)
    assert all(
        step.board is None for step in deduce(Board.parse(AUDITED), total=False, trace=True).trace
    )
