from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from oracle import models
from strategies import arbitrary_boards, played_boards

import minesolver as ms
from minesolver.base.limits import Budget, Limit
from minesolver.explain import chain
from minesolver.explain.conflict import conflict
from minesolver.explain.oracle import Oracle
from minesolver.explain.oracle_facts import TOTAL


@settings(max_examples=80)
@given(played_boards(max_hidden=9))
def test_every_proved_cell_has_a_reason_that_holds(board):
    """The clues named, with the cells known before, really force the cell: by brute force."""
    analysis = ms.analyze(board)
    reasons = analysis.reasons
    assert set(reasons) == analysis.safe | analysis.mines
    proved_before: set[tuple[int, int]] = set()
    for cell, reason in reasons.items():
        assert set(reason.after) <= proved_before
        proved_before.add(cell)
        assert reason.is_mine == (cell in analysis.mines)
        grid = board.grid.tolist()
        # Keep only the clues that the reason names; the cells of other clues may be anything opened.
        named_clues = [
            [-2 if 0 <= v <= 8 and (r, c) not in reason.clues else v for c, v in enumerate(row)]
            for r, row in enumerate(grid)
        ]
        _, layouts = models(named_clues, board.mines if reason.total else None)
        layouts = [
            m
            for m in layouts
            if all((premise in m) == (premise in analysis.mines) for premise in reason.after)
        ]
        assert layouts
        assert all((cell in layout) == reason.is_mine for layout in layouts)


@settings(max_examples=80)
@given(arbitrary_boards(max_cells=10))
@example(ms.Board.parse("3x3x0\n#1#\n0#0\n#10"))  # two clues, or one and the mine count
def test_conflicts_are_smallest(board):
    """No smaller set of clues (and the total) contradicts itself, and the one named does: by brute force."""
    try:
        ms.analyze(board)
    except ms.InconsistentBoardError as caught:
        error = caught
    else:
        return
    grid = board.grid.tolist()
    clues = [(r, c) for r, row in enumerate(grid) for c, v in enumerate(row) if 0 <= v <= 8]

    def holds(clues_kept, total):
        clues_alone = [
            [-2 if 0 <= v <= 8 and (r, c) not in clues_kept else v for c, v in enumerate(row)]
            for r, row in enumerate(grid)
        ]
        return bool(models(clues_alone, board.mines if total else None)[1])

    named = set(error.clues)
    assert not holds(named, error.total)
    for clue in named:
        assert holds(named - {clue}, error.total)
    if error.total:
        assert holds(named, False)
        if len(named) == 1:  # blamed only where no clues as few contradict each other
            assert all(holds({a, b}, False) for a in clues for b in clues)
    assert error.smallest
    for clue in clues:
        if not error.total and len(named) > 1:
            assert holds({clue}, False)


def test_words():
    analysis = ms.analyze(ms.Board.parse("##3#*\n#####\n###31\n##210\n#2100", 7))
    assert (
        analysis.reason(2, 2).text
        == "Clue 1 at (3,3) has only 1 cell left for its mine, so (2,2) is a mine."
    )
    assert (
        analysis.reason(2, 1).text
        == "Clue 2 at (3,2) already has both its mines, so (2,1) is safe."
    )
    assert analysis.reason(2, 1).after == ((2, 2), (3, 1))
    assert "mine count 7" in analysis.reason(0, 0).text
    assert analysis.reason(0, 1) is None
    steps = chain(analysis.reasons, (2, 1))
    assert [step.cell for step in steps] == [(2, 2), (3, 1), (2, 1)]


def test_cells_only_exact_search_proves_name_their_clues():
    analysis = ms.analyze(ms.Board.parse("#1#\n1##\n##1"))
    reason = analysis.reason(0, 0)
    assert reason.rule == "exact search"
    assert reason.clues == ((0, 1), (1, 0), (2, 2))


@pytest.mark.parametrize(
    "text, mines, clues, total",
    [
        ("1#1\n###\n3#3", None, {(0, 0), (2, 0)}, False),
        ("112\n000", None, {(0, 0)}, False),
        ("3#\n##", 1, {(0, 0)}, True),
        ("*0\n##", None, {(0, 1)}, False),
        ("1#\n##", 3, {(0, 0)}, True),
    ],
)
def test_conflict_examples(text, mines, clues, total):
    with pytest.raises(ms.InconsistentBoardError) as caught:
        ms.analyze(ms.Board.parse(text, mines))
    assert set(caught.value.clues) == clues
    assert caught.value.total is total
    for r, c in clues:
        assert f"({r},{c})" in str(caught.value)


@pytest.mark.parametrize(
    "text, mines, flags",
    [
        ("0*\n##", None, {(0, 1)}),
        ("11*\n1##\n###", None, {(0, 2)}),
        ("1*\n*#", None, {(0, 1), (1, 0)}),
        ("1#\n##", 3, set()),
        ("3#\n##\n*#", 3, {(2, 0)}),
    ],
)
def test_a_conflict_names_the_known_mines_that_it_needs(text, mines, flags):
    """By definition: without any one of them the clues can hold together."""
    board = ms.Board.parse(text, mines)
    with pytest.raises(ms.InconsistentBoardError) as caught:
        ms.analyze(board)
    assert set(caught.value.known_mines) == flags
    assert all(f"({r},{c})" in str(caught.value) for r, c in flags)
    for flag in flags:
        assert ms.analyze(board.replace({flag: ms.HIDDEN})).solutions


def test_a_wrong_clue_on_a_large_board_is_found(expert_positions):
    board, _ = expert_positions[0]
    clue = next((r, c) for r in range(16) for c in range(30) if board[r, c] == 1)
    with pytest.raises(ms.InconsistentBoardError) as caught:
        ms.analyze(board.replace({clue: 5}))
    assert caught.value.clues
    assert len(caught.value.clues) <= 4


@pytest.mark.parametrize("mines", [30, 700])
def test_a_total_that_a_large_board_cannot_hold(mines):
    """Lone clues of 3, each among eight cells of its own: they want 3 mines each and exclude 5 cells each."""
    rows = [("###" * 12), ("#3#" * 12), ("###" * 12)] * 9
    board = ms.Board.parse("\n".join(rows), mines)
    with pytest.raises(ms.InconsistentBoardError, match="mine count") as caught:
        ms.analyze(board)
    named = caught.value.clues
    hidden = 27 * 36 - 12 * 9
    if mines < 3 * 12 * 9:
        assert 3 * (len(named) - 1) <= mines < 3 * len(named)
    else:
        assert hidden - 5 * len(named) < mines <= hidden - 5 * (len(named) - 1)
    assert caught.value.total


def test_a_mine_count_that_would_swamp_the_solver_is_no_answer():
    """A question that cannot be asked is a limit, never a proof."""
    puzzle = ms.Puzzle("abcdef", mines=3)
    puzzle.add_table("abc", [(1, 0, 0), (0, 1, 1)])
    oracle = Oracle(puzzle, Budget(Limit(seconds=60), "explain"), encoded=3)
    with pytest.raises(ms.EngineLimitError, match="mine count over 6 cells"):
        oracle.core([0, TOTAL], {0: True})
    assert oracle.core([0], {}) is None


def test_one_cell_left_open_is_not_settled():
    """A sum of one settles both of its cells only where one of them is known."""
    puzzle = ms.Puzzle("abc", mines=None)
    puzzle.add("a", 1)
    puzzle.add("bc", 1)
    oracle = Oracle(puzzle, Budget(Limit(seconds=60), "explain"))
    layout = {0: True, 1: True, 2: False}
    assert not oracle.settles([0], {1: True}, layout)
    assert not oracle.settles([0, 1], {}, layout)
    assert oracle.settles([0, 1], {1: True}, layout)


def test_a_known_cell_of_two_mines_counts_for_two():
    """Of three mines it holds two, so one is left to the two other cells."""
    puzzle = ms.Puzzle("abc", mines=3, capacity={"a": 2}, known={"a": 2})
    puzzle.add("bc", [0, 1])
    oracle = Oracle(puzzle, Budget(Limit(seconds=60), "explain"))
    assert oracle.core([TOTAL], {1: True}) is None
    assert oracle.core([TOTAL], {1: True, 2: True}) == [TOTAL]
    assert oracle.core([TOTAL], {1: False, 2: False}) == [TOTAL]


def test_what_cannot_be_asked_is_told_of_all_constraints_together(monkeypatch):
    monkeypatch.setitem(Oracle.__init__.__kwdefaults__, "encoded", 3)
    puzzle = ms.Puzzle("abcdef", mines=5)
    puzzle.add_table("abc", [(1, 0, 0), (0, 1, 1)])
    (step,) = ms.analyze(puzzle).steps()
    assert {reason.cell: reason.is_mine for reason in step.reasons} == {
        c: c != "a" for c in "abcdef"
    }
    assert not step.smallest


@pytest.mark.parametrize("property_name", ["constraints", "cells"])
def test_a_conflict_asks_a_board_for_its_parts_a_few_times(property_name, monkeypatch):
    """A board makes them anew each time: asked for each clue, a large board took a minute."""
    made: list[ms.Board] = []
    made_anew = getattr(ms.Board, property_name).fget

    def counted_property(board: ms.Board) -> Any:
        made.append(board)
        return made_anew(board)

    monkeypatch.setattr(ms.Board, property_name, property(counted_property))
    board = ms.Board.parse("1#1" * 40, mines=39)
    assert len(conflict(board).clues) >= 40  # a clue for each mine
    assert len(made) < 20


@pytest.mark.parametrize(
    "text, mines, cell, why",
    [
        ("##", 0, (0, 0), "There is no mine"),
        ("1*#\n###", 1, (0, 2), "The mine is known"),
        ("1*#*1\n#####", 2, (1, 2), "All 2 mines are known"),
        ("1*#\n###", None, (1, 1), "Clue 1 at (0,0) already has its mine"),
        ("*2*\n###", None, (1, 1), "Clue 2 at (0,1) already has both its mines"),
        ("#1##", 1, (0, 3), "Clue 1 at (0,1) needs the last mine"),
    ],
)
def test_why_a_cell_is_safe_is_said_in_words(text, mines, cell, why):
    reason = ms.analyze(ms.Board.parse(text, mines=mines)).reason(cell)
    assert reason is not None
    assert reason.text == f"{why}, so ({cell[0]},{cell[1]}) is safe."
