"""The same laws for every exact engine: a new one is tested by being registered."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from oracle import marginals
from strategies import arbitrary_boards, played_boards

import minesolver as ms
from minesolver.counting.problem import count_around
from minesolver.engine import ENGINES, engine
from minesolver.model.board import HIDDEN, MINE

EXACT = [name for name in ms.engines() if ENGINES.get(name).exact]
RATIONAL = [name for name in EXACT if ENGINES.get(name).rational]
FAST = {"auto", "elimination", "kernel", "brute_force"}


def examples(name):
    return settings(
        max_examples=40 if name in FAST else 20,
    )


def check(analysis, board, tolerance=1e-12):
    count, expected = marginals(board.grid.tolist(), board.mines, board.density)
    assert analysis.solutions == count
    assert analysis.is_exact
    assert analysis.probability.dtype == np.float64
    for r in range(board.rows):
        for c in range(board.cols):
            code = board[r, c]
            want = expected[r, c] if code == HIDDEN else Fraction(code == MINE)
            assert abs(analysis.probability[r, c] - float(want)) <= tolerance
            if ENGINES.get(analysis.engine).rational:
                assert analysis.exact(r, c) == want
    assert analysis.safe == {cell for cell, p in expected.items() if p == 0}
    assert analysis.mines == {cell for cell, p in expected.items() if p == 1}
    openable = {cell: p for cell, p in expected.items() if p < 1}
    if openable:
        assert expected[analysis.best] == min(openable.values())
    else:
        assert analysis.best is None


@pytest.mark.parametrize("name", EXACT)
def test_agrees_with_brute_force(name):
    @examples(name)
    @given(played_boards())
    def law(board):
        check(ms.analyze(board, name), board)

    law()


@pytest.mark.parametrize("name", EXACT)
def test_any_board_is_solved_or_refused_as_inconsistent(name):
    @examples(name)
    @given(arbitrary_boards())
    def law(board):
        count, _ = marginals(board.grid.tolist(), board.mines)
        if count:
            check(ms.analyze(board, name), board)
        else:
            with pytest.raises(ms.InconsistentBoardError):
                ms.analyze(board, name)

    law()


@pytest.mark.parametrize("name", EXACT)
def test_probabilities_sum_to_the_mine_total(name):
    board = ms.Board.parse("6x4x6\n#1##\n####\n##3#\n#2##\n####\n##1#")
    analysis = ms.analyze(board, name)
    assert analysis.probability.sum() == pytest.approx(6, abs=1e-9)


@pytest.mark.parametrize("name", RATIONAL)
def test_symmetric_boards_give_symmetric_answers(name):
    rows = [[-1, 2, -1, -1], [-1, -1, -1, 3], [1, -1, -1, -1], [-1, -1, 2, -1]]
    grid = np.array(rows)
    base = ms.analyze(ms.Board.from_array(grid, 5), name)
    for turn in range(4):
        for mirrored in (False, True):
            moved = np.rot90(grid, turn)
            moved = moved[:, ::-1] if mirrored else moved
            analysis = ms.analyze(ms.Board.from_array(moved, 5), name)
            cell_numbers = np.arange(16).reshape(4, 4)
            cell_numbers = np.rot90(cell_numbers, turn)
            cell_numbers = cell_numbers[:, ::-1] if mirrored else cell_numbers
            for cell in np.ndindex(4, 4):
                origin = divmod(int(cell_numbers[cell]), 4)
                assert analysis.exact(*cell) == base.exact(*origin)


@pytest.mark.parametrize("name", EXACT)
def test_the_empty_board_is_uniform(name):
    analysis = ms.analyze(ms.Board.parse("####\n####", 3), name)
    assert analysis.solutions == 56
    assert np.allclose(analysis.probability, 3 / 8, atol=1e-12)
    assert analysis.best == (0, 0)


@pytest.mark.parametrize("name", EXACT)
def test_an_opened_board_leaves_nothing_to_do(name):
    analysis = ms.analyze(ms.Board.parse("2x2x1\n1*\n11"), name)
    assert analysis.best is None
    assert analysis.solutions == 1
    assert not analysis.safe
    assert not analysis.mines
    assert analysis.probability.tolist() == [[0, 1], [0, 0]]


@pytest.mark.parametrize("name", EXACT)
def test_opening_a_proved_safe_cell_only_narrows(name):
    board = ms.Board.parse("112#\n####\n112#", 3)
    analysis = ms.analyze(board, name)
    opened = board.replace({(1, 3): 2})
    narrowed = ms.analyze(opened, name)
    assert narrowed.mines >= analysis.mines
    assert narrowed.solutions == 1


@pytest.mark.parametrize("name", RATIONAL)
def test_exact_refuses_cells_off_the_board(name):
    analysis = ms.analyze(ms.Board.parse("1#\n##", 1), name)
    for cell in ((-1, 0), (0, 2), (2, 0)):
        with pytest.raises(IndexError):
            analysis.exact(*cell)


@pytest.mark.parametrize("name", ["pysat", "cpsat"])
def test_enumeration_stops_at_its_limit_of_solutions(name):
    board = ms.Board.parse("###\n#4#\n###\n##3\n###", 8)
    with pytest.raises(
        ms.EngineLimitError, match=r"limit \(2 solutions to list;.*'auto' and 'elimination' count"
    ):
        ms.analyze(board, name, limit=ms.Limit(solutions=2))
    assert ms.analyze(board, name).solutions == ms.analyze(board, "elimination").solutions


@given(board=played_boards(max_cells=25, max_hidden=16))
@settings(max_examples=60)
def test_how_many_solutions_there_are_to_list_is_known_before_the_list(board):
    number = ms.analyze(board, "pysat").statistics.states
    just_enough = ms.Limit(solutions=max(1, number))
    assert ms.analyze(board, "pysat", limit=just_enough).statistics.states == number
    if number > 1:
        with pytest.raises(ms.EngineLimitError, match=f"there are {number:,} or more"):
            ms.analyze(board, "pysat", limit=ms.Limit(solutions=number - 1))


@pytest.mark.parametrize("name", ["pysat", "cpsat"])
def test_a_wide_board_is_refused_before_anything_is_listed(name, monkeypatch):
    """It took them a minute."""

    def listed_anything(*_):
        raise AssertionError

    monkeypatch.setattr(engine.SolutionTally, "add", listed_anything)
    mines = np.random.default_rng(1).random((16, 30)) < 0.3
    is_open = np.random.default_rng(2).random((16, 30)) < 0.35
    board = ms.Board.from_array(
        np.where(is_open & ~mines, count_around(mines), HIDDEN), mines.sum()
    )
    with pytest.raises(ms.EngineLimitError, match="100,000 solutions to list"):
        ms.analyze(board, name)
    assert ms.analyze(board).is_exact


@pytest.mark.parametrize("name", ["elimination"])
def test_counting_stops_at_its_limit_of_states(name):
    board = ms.Board.parse("###\n#4#\n###\n##3\n###", 8)
    with pytest.raises(ms.EngineLimitError, match="states"):
        ms.analyze(board, name, limit=ms.Limit(states=2))


def test_engines_agree_on_expert_positions(expert_positions):
    for board, count in expert_positions:
        exact = ms.analyze(board, "elimination")
        assert exact.solutions == count
        for name in EXACT:
            if name in ("elimination", "brute_force"):
                continue
            is_listing = name in ("pysat", "cpsat")
            # What is counted needs no time limit, which a busy machine might reach.
            limit = ms.Limit(solutions=3000, seconds=10) if is_listing else ms.Limit()
            try:
                analysis = ms.analyze(board, name, limit=limit)
            except ms.EngineLimitError:
                assert is_listing
                continue
            assert analysis.solutions == count
            assert (analysis.safe, analysis.mines) == (exact.safe, exact.mines)
            assert np.abs(analysis.probability - exact.probability).max() <= 1e-9
            assert analysis.best == exact.best


def test_the_exact_engines_give_fractions():
    exact_engines = {"auto", "kernel", "elimination", "brute_force", "pysat", "cpsat"}
    assert exact_engines <= set(ENGINES.names())
    for name in exact_engines:
        assert (ENGINES.get(name).exact, ENGINES.get(name).rational) == (True, True)


def test_a_board_without_clues_has_nothing_to_eliminate():
    statistics = ms.analyze(ms.Board.hidden(3, 3, 2), "elimination").statistics
    assert (statistics.components, statistics.width, statistics.states) == (0, 0, 0)
