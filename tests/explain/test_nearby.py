"""The reason of one cell costs what that cell costs, and is the one that the whole search finds."""

import numpy as np
import pytest

import minesolver as ms
from minesolver.explain import chain
from minesolver.explain.nearby import nearby_reasons


def position(rows, cols, mines, seed, share=0.4):
    """A board with some clicks on cells without a mine, each with its cascade."""
    random = np.random.default_rng(seed)
    cells = random.permutation(rows * cols)
    mine_cells = {divmod(int(cell), cols) for cell in cells[:mines]}
    board = ms.Board.from_array(np.full((rows, cols), -1), mines)
    for cell in cells[mines:]:
        if (board.grid != -1).mean() >= share:
            break
        pending = [divmod(int(cell), cols)]
        changes = {}
        while pending:
            opened = pending.pop()
            if opened not in changes:
                around = board.neighbours(opened)
                changes[opened] = sum(other in mine_cells for other in around)
                pending += [] if changes[opened] else around
        board = board.replace(changes)
    return board


@pytest.mark.parametrize(
    ("rows", "cols", "mines"), [(9, 9, 10), (9, 9, 20), (16, 16, 40), (8, 30, 50), (3, 40, 20)]
)
@pytest.mark.parametrize("seed", range(3))
def test_reason_of_a_cell_is_that_of_the_whole_search(rows, cols, mines, seed):
    board = position(rows, cols, mines, seed)
    all_reasons = ms.analyze(board).reasons
    for cell, reason in all_reasons.items():
        analysis = ms.analyze(board)
        assert analysis.reason(cell) == reason
        assert analysis.reason_chain(cell) == chain(all_reasons, cell)
    # The same with some mines known.
    known_mines = sorted(cell for cell, reason in all_reasons.items() if reason.is_mine)[::2]
    flagged = board.flag(*known_mines)
    all_reasons = ms.analyze(flagged).reasons
    for cell in all_reasons:
        assert ms.analyze(flagged).reason_chain(cell) == chain(all_reasons, cell)


def test_single_clues_near_a_cell_are_enough_for_most():
    found = total = 0
    for seed in range(10):
        analysis = ms.analyze(position(16, 30, 99, seed))
        for row, col in analysis.safe | analysis.mines:
            total += 1
            found += bool(nearby_reasons(analysis, 30 * row + col))
    assert found > total / 2


def test_reason_of_a_cell_does_not_look_for_all(monkeypatch):
    board = ms.Board.parse("#1##\n1###\n####\n####", mines=3)
    analysis = ms.analyze(board.replace({(0, 1): 1}))
    assert analysis.reason(0, 0) is None
    board = ms.Board.parse("*1##\n1###\n####\n####", mines=3)
    analysis = ms.analyze(board)
    monkeypatch.setattr(ms.Analysis, "steps", lambda self: pytest.fail("looked for all"))
    assert "already has its mine" in analysis.reason(1, 1).text
    assert [reason.cell for reason in analysis.reason_chain(1, 1)] == [(1, 1)]


def test_what_two_clues_prove_is_seen_from_their_component(monkeypatch):
    rows = "#" * 20 + "\n" + "1221" + "#" * 16 + "\n0001" + "#" * 16
    board = ms.Board.parse("\n".join([rows, *["#" * 20] * 4]), mines=30)
    all_reasons = ms.analyze(board).reasons
    assert {reason.rule for reason in all_reasons.values()} == {"one clue", "two clues"}
    monkeypatch.setattr(ms.Analysis, "steps", lambda self: pytest.fail("looked for all"))
    for cell in all_reasons:
        assert ms.analyze(board).reason_chain(cell) == chain(all_reasons, cell)


def test_near_the_end_the_mine_count_may_say_more_and_all_reasons_are_looked_for():
    board = ms.Board.parse("####\n1221\n0000", mines=2)
    analysis = ms.analyze(board)
    assert nearby_reasons(analysis, 0) == []
    assert analysis.reason_chain(0, 0)[-1] == ms.analyze(board).reasons[0, 0]
    unknown = ms.analyze(ms.Board.parse("####\n1221\n0000"))
    assert nearby_reasons(unknown, 0) == chain(unknown.reasons, (0, 0))


def test_boards_under_rules_and_engines_with_reasons_of_their_own():
    for analysis in (
        ms.analyze(ms.Board.parse("1##\n###\n##1", 3, rules="hex")),
        ms.analyze(ms.Board.parse("*1#\n1##\n###", 2), "baseline"),
    ):
        for cell, reason in analysis.reasons.items():
            assert analysis.reason(cell) == reason
