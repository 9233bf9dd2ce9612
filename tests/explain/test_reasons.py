"""Reasons that stand on their own, conflicts that are smallest, and searches that end when they should."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from math import comb
from random import Random

import fuzz
import numpy as np
import pytest
from pysat.solvers import Solver

import minesolver as ms
from minesolver.base.limits import NO_LIMIT, Budget, Limit
from minesolver.counting import problem
from minesolver.counting.elimination import count
from minesolver.engine import ENGINES, cnf
from minesolver.explain import chain, steps
from minesolver.explain.conflict import conflict
from minesolver.explain.oracle import Oracle
from minesolver.explain.oracle_facts import TOTAL
from minesolver.explain.reasons import ReasonSearch

LAYERED = [name for name in ms.engines() if not ENGINES.get(name).exact]


@pytest.mark.parametrize("name", LAYERED)
def test_reasons_of_layered_engines_name_what_they_rest_on(name):
    """The clue 1 at (1,0) proves nothing before the mine at (2,1) is known."""
    board = ms.Board.parse("#11#0\n12#3#\n##4##\n#*3##\n2###0\n00000")
    analysis = ms.analyze(board, name)
    if (0, 0) in analysis.safe:
        reason = analysis.reasons[0, 0]
        assert set(reason.after) & analysis.mines
        proved_cells = list(analysis.reasons)
        assert all(proved_cells.index(cell) < proved_cells.index((0, 0)) for cell in reason.after)
        assert chain(analysis.reasons, (0, 0))[-1] == reason


@cache
def small_boards():
    """Small boards that a layout fits, found once for all engines."""
    boards = []
    for number in range(60):
        board = fuzz.small_board(Random(f"reasons/{number}"))
        with suppress(ms.InconsistentBoardError):
            ms.analyze(board)
            boards.append(board)
    return boards


@pytest.mark.parametrize("name", LAYERED)
def test_reasons_of_layered_engines_follow(name):
    assert len(small_boards()) > 30
    for board in small_boards():
        fuzz.check_reasons(board, ms.analyze(board, name))


@pytest.mark.parametrize(
    "text, mines, rule_of_cell",
    [
        ("1#", None, {(0, 1): "one clue"}),
        ("1###", 1, {(0, 1): "one clue", (0, 2): "mine count", (0, 3): "mine count"}),
        (
            "#1##\n####",
            1,
            {(0, 3): "exact search", (1, 3): "exact search"},
        ),  # a clue and the mine count
        ("1#2\n###", 2, {(1, 0): "two clues", (1, 2): "two clues"}),
    ],
)
def test_a_step_is_named_by_what_it_takes(text, mines, rule_of_cell):
    steps = ms.analyze(ms.Board.parse(text, mines)).steps()
    assert {reason.cell: reason.rule for step in steps for reason in step.reasons} == rule_of_cell


def test_smallest_is_smallest_with_the_mine_count():
    with pytest.raises(ms.InconsistentBoardError) as caught:
        ms.analyze(ms.Board.parse("2x6x4\n0#23#3\n######"))
    assert caught.value.total
    assert len(caught.value.clues) == 2
    assert caught.value.smallest


def test_the_mine_count_is_not_blamed_where_as_few_clues_do():
    with pytest.raises(ms.InconsistentBoardError) as caught:
        ms.analyze(ms.Board.parse("1#1\n###\n3#3", 2))
    assert len(caught.value.clues) == 2
    assert not caught.value.total


def wide(rows, cols, total):
    grid = np.full((rows, cols), -1, np.int8)
    grid[1::2, 1::2] = 3
    return ms.Board(grid, total)


def test_a_mine_count_that_wide_clues_cannot_meet_is_shown_by_few_of_them():
    """Seven clues apart from each other want 21 mines, and 35 safe cells, of which 326 mines leave 34.

    At 7aafa84: all 105 clues, after 129 s.
    """
    for total in (20, 326):
        error = conflict(wide(15, 31, total))
        assert error.total
        assert len(error.clues) == 7


def test_a_conflict_whose_time_is_up_names_all_clues(monkeypatch):
    monkeypatch.setattr("minesolver.explain.conflict._MIN_SECONDS", 1e-9)
    error = conflict(wide(15, 31, 100), 1e-9)
    assert len(error.clues) == 105
    assert error.total
    assert not error.smallest


def test_answers_do_not_depend_on_the_clock():
    """Without a limit of the user's, no search looks at the time: what a busy machine would change."""
    for board in (wide(5, 7, 6), wide(9, 11, 14)):
        error = conflict(board)
        assert error.smallest
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("minesolver.base.limits.perf_counter", iter(range(10**9)).__next__)
            with_odd_clock = conflict(board)
        assert (error.clues, error.total, error.smallest) == (
            with_odd_clock.clues,
            with_odd_clock.total,
            with_odd_clock.smallest,
        )


def isolated(size, every=4):
    grid = np.full((size, size), -1, np.int8)
    grid[1::every, 1::every] = 1
    return ms.Board(grid, int((grid == 1).sum()))


def test_reasons_by_the_mine_count_of_a_large_board():
    """The ones of 36 clues are all the mines: the cells outside are safe, by all clues and the count."""
    analysis = ms.analyze(isolated(24))
    assert len(analysis.safe) == 24 * 24 - 36 * 9
    for cell, reason in analysis.reasons.items():
        assert reason.cell == cell
        assert reason.total
        assert len(reason.clues) == 36
        assert reason.rule == "exact search"


def test_an_explanation_whose_time_is_up_says_so():
    analysis = ms.analyze(isolated(24))
    (step,) = steps(analysis, seconds=1e-9)
    assert {reason.cell for reason in step.reasons} == analysis.safe | analysis.mines
    assert not step.smallest
    for reason in step.reasons:
        assert reason.rule == "all clues"
        assert "not found in 1e-09 s" in reason.text
        assert len(reason.clues) == 36
        assert reason.total
    limited = ms.analyze(isolated(24), limit=Limit(seconds=1e6))
    assert limited.reasons == analysis.reasons


def test_counting_looks_at_the_clock_within_a_layer(monkeypatch):
    looks = 0

    def look(self):
        nonlocal looks
        looks += 1

    monkeypatch.setattr(Budget, "check_time", look)
    (component,) = problem.build(ms.Board(wide(11, 13, None).grid)).components
    counted = count(component, 13, Budget(Limit(), "elimination"))
    assert counted.states > 5_000
    assert looks > 3 * len(component.groups) + 2 * counted.states // 1024


def test_a_hard_question_to_a_sat_solver_ends_when_time_is_up():
    """Twelve pigeons, eleven holes: hours for a SAT solver."""
    hole = {(i, j): 11 * i + j + 1 for i in range(12) for j in range(11)}
    clauses = [[hole[i, j] for j in range(11)] for i in range(12)]
    clauses += [[-hole[a, j], -hole[b, j]] for j in range(11) for a in range(12) for b in range(a)]
    looks = 0

    def check():
        nonlocal looks
        looks += 1
        if looks == 2:
            raise ms.EngineLimitError("time is up")

    with (
        Solver("minisat22", bootstrap_with=clauses) as solver,
        pytest.raises(ms.EngineLimitError, match="time is up"),
    ):
        cnf.solve(solver, (), check)


def test_a_mine_count_over_many_cells_does_not_swamp_a_sat_solver():
    """900 ones with eight cells each, and fifty mines more among the cells that none of them sees."""
    board = ms.Board(isolated(120).grid, 950)
    cells_elsewhere = 120 * 120 - 9 * 900
    assert ms.analyze(board, "pysat").solutions == 8**900 * comb(cells_elsewhere, 50)


@pytest.mark.parametrize(
    "text, edge",
    [("1#3\n###", "top"), ("11\n##\n33", "bottom"), ("0#\n#1", "right")],
)
def test_a_conflict_that_more_cells_would_mend_says_beyond_which_edge(text, edge):
    """By hand: one clue of each is short of cells, or has all of them in common with the other."""
    with pytest.raises(ms.InconsistentBoardError, match=f"beyond its {edge} edge"):
        ms.analyze(ms.Board.parse(text))
    cells_beyond = {"top": f"###\n{text}", "bottom": f"{text}\n##", "right": "0##\n#1#"}[edge]
    assert ms.analyze(ms.Board.parse(cells_beyond)).solutions


@pytest.mark.parametrize(
    "larger_cells, mines, words",
    [
        ("abc", 2, "one more mine than first, and c is its only cell not shared with it"),
        ("abcd", 3, "2 more mines than first, and c and d are its only cells not shared with it"),
    ],
)
def test_the_words_of_two_sums_count_the_cells_that_one_of_them_has_alone(
    larger_cells, mines, words
):
    puzzle = ms.Puzzle(larger_cells)
    puzzle.add("ab", 1, name="first")
    puzzle.add(larger_cells, mines, name="second")
    (step,) = ms.analyze(puzzle).steps()
    assert step.text.startswith(f"Second needs {words}, so ")


def test_a_mine_count_over_many_unknown_cells_is_asked_of_the_core_alone():
    """Cells that are known are none of the many; the core does not take this rule."""
    board = ms.Board.parse("1##\n###", mines=1, rules="eyesight")
    for most_cells, is_taken in ((5, True), (4, False)):
        oracle = Oracle(board, Budget(NO_LIMIT, "test"), encoded=most_cells)
        assert oracle.takes([TOTAL, 0]) == is_taken


def test_the_mine_count_is_tried_where_a_smaller_set_with_it_may_do(monkeypatch):
    """A smaller set than four constraints is the mine count and two of them, on 16 cells at most."""
    board = ms.Board.parse("#####\n#1#2#\n#####\n#3#1#\n#####", 8)
    search = ReasonSearch(board, {0: True}, Budget(NO_LIMIT, "test"))
    core, _ = search.components()
    assert [search.open_width(number) for number in core] == [8, 8, 8, 8]
    cell_counts: list[int] = []
    monkeypatch.setattr(search, "shortest_core", lambda candidates: core)
    monkeypatch.setattr(search, "total_matters", cell_counts.append)
    assert search.smallest_core() == (core, True)
    assert cell_counts == [16]
