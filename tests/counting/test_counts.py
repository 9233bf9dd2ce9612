from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from boards import isolated_clues
from hypothesis import given
from hypothesis import strategies as st
from oracle import models

import minesolver as ms
from minesolver.base.limits import Budget, Limit
from minesolver.counting import elimination, joining, problem
from minesolver.counting.elimination import count
from minesolver.counting.ordering import elimination_order, members

polynomials = st.lists(st.integers(0, 10**30), min_size=1, max_size=40).filter(any)


@given(polynomials, polynomials)
def test_multiply_is_the_schoolbook_product(a, b):
    expected = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            expected[i + j] += x * y
    assert joining.multiply(a, b) == expected


@given(polynomials, st.integers(1, 40), st.data())
def test_correlate(polynomial, length, data):
    size = len(polynomial) + length - 1
    weight = data.draw(st.lists(st.integers(0, 10**40), min_size=size, max_size=size).filter(any))
    assert joining.correlate(weight, polynomial, length) == [
        sum(p * weight[k + j] for j, p in enumerate(polynomial)) for k in range(length)
    ]


@given(st.integers(0, 60), st.integers(0, 60), st.integers(1, 70))
def test_binomials(cells, mines, length):
    expected = [comb(cells, mines - k) if k <= mines else 0 for k in range(length)]
    assert joining._binomials(cells, mines, length) == expected


def test_components_are_joined_by_the_mine_total():
    # Two clues of 1 far apart, and three free cells: by hand, 3 mines leave one among 3 free cells.
    board = ms.Board.parse("1#####1", 2)
    built = problem.build(board)
    assert [len(c.groups) for c in built.components] == []
    assert built.mines == (1, 5)
    wide = ms.Board.parse("1##\n###\n\n".strip() + "\n###\n##1", 3)
    hidden, layouts = models(wide.grid.tolist(), 3)
    analysis = ms.analyze(wide)
    assert analysis.solutions == len(layouts)
    for cell in hidden:
        assert analysis.exact(*cell) == Fraction(
            sum(cell in layout for layout in layouts), len(layouts)
        )


def test_groups_have_the_same_clues():
    board = ms.Board.parse("###\n#2#\n###\n#3#\n###", 4)
    (component,) = problem.build(board).components
    assert sorted(map(len, component.groups)) == [3, 5, 5]
    assert sorted(len(groups) for _, groups in component.constraints) == [2, 2]
    assert [
        sorted(c) for c in members(component, [groups for _, groups in component.constraints])
    ].count([0, 1]) == 1


def test_component_models_by_mine_count():
    # A lone clue 2 among eight cells: C(8, 2) models, all with two mines.
    board = ms.Board.parse("###\n#2#\n###")
    (component,) = problem.build(board).components
    counted = count(component, 3, Budget(Limit(), "elimination"))
    assert (counted.low, list(counted.models), [list(t) for t in counted.tallies]) == (
        2,
        [28],
        [[56]],
    )


def test_plans_visit_every_group_once_and_know_their_width():
    for cols, rows, width in ((21, 1, 1), (21, 2, 3), (31, 3, 4)):
        board = isolated_clues(cols, rows, density=0.5)
        component = max(problem.build(board).components, key=lambda c: len(c.groups))
        chosen = elimination_order(component, cols)
        assert sorted(chosen.order) == list(range(len(component.groups)))
        assert chosen.width <= width
    # Looking for one is within the limit, too.
    with pytest.raises(ms.EngineLimitError, match="limit"):
        elimination_order(component, cols, Budget(Limit(seconds=1e-9), "elimination"))


def test_large_boards_stay_exact():
    board = ms.Board.parse("\n".join(["#" * 60] * 60), 900)
    a = ms.analyze(board)
    assert a.solutions == comb(3600, 900)
    assert a.exact(30, 30) == Fraction(1, 4)
    with_clue = ms.analyze(board.replace({(0, 0): 1}))
    assert with_clue.solutions == 3 * comb(3596, 899)
    assert with_clue.exact(5, 5) == Fraction(899, 3596)


def test_many_components_are_joined_exactly():
    # Forty lone clues of 1, each among its own eight cells, and one free column between: a closed form.
    rows = [
        "".join("###" for _ in range(40)),
        "".join("#1#" for _ in range(40)),
        "".join("###" for _ in range(40)),
    ]
    board = ms.Board.parse("\n".join([*rows, "#" * 120]), 60)
    a = ms.analyze(board)
    # The fourth row is free: 20 of its 120 cells are mines; each clue has 8 cells, one a mine.
    assert a.solutions == 8**40 * comb(120, 20)
    assert a.exact(0, 0) == Fraction(1, 8)
    assert a.exact(3, 7) == Fraction(20, 120)


def test_limits():
    with pytest.raises(ValueError, match="positive"):
        ms.Limit(seconds=0)
    board = isolated_clues(31, 5, density=0.5)
    with pytest.raises(ms.EngineLimitError):
        ms.analyze(board, "elimination", limit=ms.Limit(seconds=1e-4))


def test_recomputed_layers_give_the_same_counts(monkeypatch, expert_positions):
    boards = [board for board, _ in expert_positions] + [isolated_clues(21, 3, density=0.5)]
    stored = [ms.analyze(board, "elimination") for board in boards]
    monkeypatch.setattr("minesolver.counting.elimination._KEEP_ALL_STATES", 0)
    for board, with_layers in zip(boards, stored, strict=True):
        recomputed = ms.analyze(board, "elimination")
        assert recomputed.solutions == with_layers.solutions
        assert all(recomputed.exact(*cell) == with_layers.exact(*cell) for cell in board.where(-1))


def test_the_look_at_how_large_the_counts_become_costs_no_states(monkeypatch):
    """A limit of states is of those that are counted, however wide their counts are taken."""
    board = isolated_clues(21, 3, density=0.5)
    (component,) = problem.build(board).components
    counts, states_spent = [], []
    for narrow_bits in (0, component.bits):  # with this look, and without
        monkeypatch.setattr(elimination, "_NARROW_BITS", narrow_bits)
        budget = Budget(Limit(states=10**9), "test")
        counts.append(count(component, board.cols, budget))
        states_spent.append(10**9 - budget.states)
    assert states_spent[0] == states_spent[1] > 0
    assert counts[0].models == counts[1].models


def test_cells_that_no_clue_sees_have_the_density_without_a_mine_count():
    """By hand: the clue sees one cell, which is a mine; the other three are mines as often as any cell."""
    for density in (Fraction(1, 3), Fraction(2, 7)):
        analysis = ms.analyze(ms.Board.parse("1####", density=density), "elimination")
        assert [analysis.exact(0, col) for col in range(1, 5)] == [1, density, density, density]
