"""Laws of every layered engine: sound against brute force, honest about what it does not know."""

from __future__ import annotations

import numpy as np
import pytest
from boards import isolated_clues
from hypothesis import given, settings
from oracle import marginals
from strategies import played_boards

import minesolver as ms
from minesolver.engine import ENGINES
from minesolver.model.board import HIDDEN, MINE

HEURISTIC = [name for name in ms.engines() if not ENGINES.get(name).exact]


@pytest.mark.parametrize("name", HEURISTIC)
def test_sound_and_honest(name, thorough):
    @settings(max_examples=60 if thorough else 20)
    @given(played_boards(max_hidden=9))
    def law(board):
        analysis = ms.analyze(board, name)
        _, expected = marginals(board.grid.tolist(), board.mines, board.density)
        assert all(expected[cell] == 0 for cell in analysis.safe)
        assert all(expected[cell] == 1 for cell in analysis.mines)
        undecided = [cell for cell in expected if cell not in analysis.safe | analysis.mines]
        assert analysis.is_exact == (not undecided)
        for cell in board.where(HIDDEN):
            estimate = analysis.probability[cell]
            assert np.isnan(estimate) or 0 <= estimate <= 1
        assert (analysis.probability[board.grid == MINE] == 1).all()
        assert (analysis.probability[(board.grid >= 0) & (board.grid <= 8)] == 0).all()
        assert set(analysis.reasons) == analysis.safe | analysis.mines
        for cell, reason in analysis.reasons.items():
            assert reason.cell == cell
            assert f"({cell[0]},{cell[1]})" in reason.text
        assert (analysis.best is None) == (not analysis.safe and not undecided)
        with pytest.raises(ms.EngineLimitError, match="does not count"):
            _ = analysis.solutions
        if undecided:
            with pytest.raises(ms.EngineLimitError, match="floats only"):
                analysis.exact(*undecided[0])

    law()


def test_each_layer_comes_with_and_without_the_total():
    assert "layered" in HEURISTIC
    assert "layered_total" in HEURISTIC
    board = ms.Board.parse("1##\n###", 1)
    assert ms.analyze(board, "layered").safe == set()
    assert ms.analyze(board, "layered_total").safe == {(0, 2), (1, 2)}


@pytest.mark.parametrize("limit", [ms.Limit(states=50), ms.Limit(seconds=1e-6)])
def test_auto_falls_back_under_a_limit_and_says_so(limit):
    board = isolated_clues(31, 4, density=0.5)
    analysis = ms.analyze(board, limit=limit)
    assert not analysis.is_exact
    assert "limit" in analysis.note
    assert analysis.engine == "auto"
    with pytest.raises(ms.EngineLimitError):
        ms.analyze(board, "elimination", limit=limit)
    assert ms.analyze(board).is_exact


def test_inconsistent_boards_get_the_smallest_conflict():
    with pytest.raises(ms.InconsistentBoardError) as caught:
        ms.analyze(ms.Board.parse("1#1\n###\n3#3"), "baseline")
    assert caught.value.clues == ((0, 0), (2, 0))


@pytest.mark.parametrize("name", ["baseline", "subset", "layered", "layered_total"])
def test_a_layer_stops_at_its_limit(name):
    """Whoever looks at the clock after each step has no time for the first one."""
    board = ms.Board.parse("1#1\n111\n000", 1)
    with pytest.raises(ms.EngineLimitError, match="stopped at its limit"):
        ms.analyze(board, name, limit=1e-9)
