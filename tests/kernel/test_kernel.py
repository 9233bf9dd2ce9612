from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from boards import isolated_clues, stuck_positions
from depth import thorough
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import around, marginals
from paths import ROOT
from patience import PATIENCE, until
from strategies import played_boards

import minesolver as ms
from minesolver import kernel, policies
from minesolver.counting.problem import ContradictionError
from minesolver.engine import ENGINES, auto
from minesolver.engine import kernel as compiled
from minesolver.game import Rules
from minesolver.game.series import (
    Series,
    fits_kernel,
    play_batch,
    play_compiled,
    play_compiled_games,
)
from minesolver.model.board import HIDDEN
from minesolver.model.lists import CorePosition


def agree(board, tolerance=1e-9):
    fast = ms.analyze(board, "kernel")
    slow = ms.analyze(board, "elimination")
    assert np.abs(fast.probability - slow.probability).max() <= tolerance
    assert (fast.safe, fast.mines) == (slow.safe, slow.mines)
    assert fast.best == slow.best
    assert fast.solutions == slow.solutions
    assert all(fast.exact(cell) == slow.exact(cell) for cell in board.where(HIDDEN))
    return fast


def solutions(engine, board):
    """How many layouts an engine counts, without a word about why there is none."""
    try:
        return ENGINES.get(engine).analyze(board, ms.Limit()).solutions
    except ContradictionError:
        return 0


@st.composite
def larger_boards(draw):
    """Boards of up to 8x12 with scattered clues: wide components, many free cells or few."""
    rows, cols = draw(st.integers(1, 8)), draw(st.integers(1, 12))
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    seed = draw(st.integers(0, 2**32))
    rng = np.random.default_rng(seed)
    density = draw(st.sampled_from([0.1, 0.2, 0.4, 0.7]))
    opened = draw(st.sampled_from([0.1, 0.3, 0.6, 0.9]))
    layout = {cell for cell in cells if rng.random() < density}
    grid = np.full((rows, cols), -1)
    for cell in cells:
        if rng.random() < opened:
            grid[cell] = 10 if cell in layout else len(layout & set(around(*cell, rows, cols)))
    if draw(st.booleans()):
        return ms.Board.from_array(grid, len(layout))
    return ms.Board.from_array(grid, density=draw(st.sampled_from([None, "1/5", "0.9"])))


@settings(max_examples=120)
@given(larger_boards())
def test_agrees_with_elimination(board):
    agree(board)


@settings(max_examples=60)
@given(larger_boards(), st.integers(-3, 3))
def test_wrong_totals_too(board, change):
    hidden = len(board.where(HIDDEN))
    known_mines = len(board.where(10))
    total = (known_mines + hidden // 2 if board.mines is None else board.mines) + change
    if not known_mines <= total <= known_mines + hidden:
        return
    with_total = ms.Board.from_array(board.grid, total)
    try:
        slow = ms.analyze(with_total, "elimination")
    except ms.InconsistentBoardError:
        with pytest.raises(ms.InconsistentBoardError):
            ms.analyze(with_total, "kernel")
        return
    assert agree(with_total).solutions == slow.solutions


@pytest.mark.slow
@pytest.mark.parametrize(
    "cols, rows, density", [(11, 3, 0.2), (21, 5, 0.5), (41, 4, 0.2), (25, 6, 0.5)]
)
def test_wide_grids_of_isolated_clues(cols, rows, density):
    analysis = agree(isolated_clues(cols, rows, density=density))
    assert analysis.statistics.states > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "rows, cols, mines, number", [(16, 30, 99, 5), thorough(100, 100, 1800, 1)]
)
def test_stuck_positions(rows, cols, mines, number):
    for board in stuck_positions(rows, cols, mines, number, seed=5):
        agree(board, 1e-10)


def lattice(side, is_clue):
    """Hidden cells at every second row and column, mines like the black squares of a chess-board.

    Between them are clues where ``kept``, bool (2 * side - 1, 2 * side - 1), else known mines. Beside and
    below, a clue has two hidden cells: one decides the other, and the next. So there are few models, however
    many clues any order has open at once.
    """
    width = 2 * side - 1
    mines = ~is_clue
    mines[::2, ::2] = np.add.outer(np.arange(side), np.arange(side)) % 2 == 0
    padded = np.pad(mines, 1).astype(int)
    clues = sum(padded[r : r + width, c : c + width] for r, c in product(range(3), repeat=2))
    grid = np.where(mines, 10, clues)
    grid[::2, ::2] = HIDDEN
    return grid


@pytest.mark.parametrize("side", [8, 9, 12, 14])
def test_more_than_sixteen_open_clues_take_a_wider_key(side):
    grid = lattice(side, np.ones((2 * side - 1, 2 * side - 1), bool))
    black = (side * side + 1) // 2  # one of the two models: all black squares, or all white ones
    odds = 0.25 ** (2 * black - side * side)
    analysis = agree(ms.Board.from_array(grid, density="0.2"))
    assert analysis.statistics.width > 16
    assert analysis.solutions == 2
    risks = analysis.probability[::2, ::2]
    assert np.abs(risks[0, 0] - odds / (1 + odds)) < 1e-12
    assert np.abs(risks[0, 1] - 1 / (1 + odds)) < 1e-12
    with_mine_count = agree(ms.Board.from_array(grid, black))
    assert len(with_mine_count.mines) == (black if side % 2 else 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, thorough(1)])
def test_wide_keys_with_many_models(seed):
    side = 14
    is_clue = np.random.default_rng(seed).random((2 * side - 1, 2 * side - 1)) < 0.6
    is_clue[::2, ::2] = True
    grid = lattice(side, is_clue)
    known_mines = int((grid == 10).sum())
    analysis = agree(ms.Board.from_array(grid, density="0.2"))
    assert analysis.statistics.width > 16
    assert analysis.solutions > 2
    agree(ms.Board.from_array(grid, known_mines + side * side // 2))
    # Two mines less may be too few for any layout. The engines themselves say so: which clues cannot hold
    # together, which ms.analyze names, takes longer to find than both counts.
    fewer_mines = ms.Board.from_array(grid, known_mines + side * side // 2 - 2)
    assert solutions("kernel", fewer_mines) == solutions("elimination", fewer_mines)


def test_a_cache_that_was_filled_and_emptied_changes_no_answer():
    """Some thousand components of few mine counts: their clues fill it before what was counted does."""
    rng = np.random.default_rng(1)
    workspace = kernel.workspace_for(3, 30)
    questions = []
    for _ in range(4000):
        mines = np.pad(rng.random((3, 30)) < 0.25, 1).astype(np.int8)
        clues = sum(mines[r : r + 3, c : c + 30] for r, c in product(range(3), repeat=2))
        hidden = (mines[1:-1, 1:-1] > 0) | (rng.random((3, 30)) < 0.5)
        grid = np.where(hidden, HIDDEN, clues).astype(np.int8)
        questions.append((CorePosition.of(grid, None, None), int(mines.sum())))
    workspace.forget()
    answers = [workspace.analyze(*question)[:2] for question in questions * 4]
    assert answers[:4000] * 4 == answers
    for question, answer in list(zip(questions, answers, strict=False))[::20]:
        workspace.forget()
        assert workspace.analyze(*question)[:2] == answer


def test_answers_made_some_at_once_are_each_its_own():
    """More answers than are made at once, all kept: none is written over, and none can be written to."""
    boards = stuck_positions(9, 9, 10, 40, 1)
    analyses = []
    answers_then = []
    for number, board in enumerate(boards):
        analyses.append(ms.analyze(board, ("auto", "kernel")[number % 2]))
        answers_then.append(answer_of(analyses[-1]))
    assert [answer_of(analysis) for analysis in analyses] == answers_then
    arrays = [analysis.probability for analysis in analyses]
    for board, array in zip(boards, arrays, strict=True):
        eliminated = ms.analyze(board, "elimination")
        assert np.abs(array - eliminated.probability).max() < 1e-9
        with pytest.raises(ValueError, match="cannot set WRITEABLE"):
            array.setflags(write=True)
    for one, other in combinations(arrays, 2):
        assert not np.may_share_memory(one, other)


def answer_of(analysis):
    return analysis.probability.tolist(), analysis.safe, analysis.mines, analysis.statistics


def test_the_answer_of_one_cell_is_no_text_of_one_byte_that_python_shares():
    zero, one = bytes([0]), bytes([1])
    analysis = ms.analyze(ms.Board.parse("#", 0))
    assert analysis.safe == {(0, 0)}
    assert (zero, one) == (b"\x00", b"\x01")
    assert list(zero + one) == [0, 1]


def test_what_an_analysis_took_is_told_whatever_its_limit():
    board = stuck_positions(9, 9, 10, 1, 1)[0]
    plain = ms.analyze(board).statistics
    limited = ms.analyze(board, limit=60).statistics
    eliminated = ms.analyze(board, "elimination").statistics
    assert plain.components == limited.components == eliminated.components
    assert plain[:3] == limited[:3]
    assert 0 < plain.seconds < 60


def test_a_pickled_analysis_has_its_array_again():
    analysis = ms.analyze(ms.Board.parse("1#\n##", 1))
    probability = analysis.probability
    copy = pickle.loads(pickle.dumps(analysis))
    assert answer_of(copy) == answer_of(analysis)
    assert copy._outcome.in_rows is None  # the same numbers once more
    assert not copy.probability.flags.writeable
    assert analysis.probability is probability


def test_large_sparse_board_neither_overflows_nor_underflows():
    rng = np.random.default_rng(3)
    layout = rng.random((100, 100)) < 0.2
    grid = np.full((100, 100), -1)
    padded = np.pad(layout, 1).astype(int)
    clues = -layout.astype(int)  # a cell is no neighbour of its own
    for down, right in product((0, 1, 2), repeat=2):
        clues += padded[down : down + 100, right : right + 100]
    for row in range(2, 100, 6):
        for col in range(2, 100, 6):
            if not layout[row, col]:
                grid[row, col] = clues[row, col]
    for total in (int(layout.sum()), 700, 5000, 8000):
        agree(ms.Board.from_array(grid, total))
    agree(ms.Board.from_array(grid, density="0.01"))


def test_gaps_in_the_mine_counts_are_seen():
    # The left clue's cells are all or none by turns: components whose models skip a number of mines.
    boards = [ms.Board.parse("#1#1#\n#####\n#2#3#\n#####", mines) for mines in range(2, 8)]
    for board in boards:
        try:
            agree(board)
        except ms.InconsistentBoardError:
            count, _ = marginals(board.grid.tolist(), board.mines)
            assert count == 0


def chains(components, mines):
    """A puzzle of so many components, each of two sums that share a cell, some of them longer."""
    cell_names, sums = [], []
    for number in range(components):
        component = [f"c{number}.{k}" for k in range(5 + number % 3)]
        cell_names += component
        sums += [(component[:3], 1), (component[2:], 1 + number % 2)]
    puzzle = ms.Puzzle(cell_names, mines=mines)
    for cells, need in sums:
        puzzle.add(cells, need)
    return puzzle


@pytest.mark.parametrize("components", [1, 2, 3, 17, 120])
def test_however_many_components_are_joined_by_the_mine_count(components):
    """Past some tens the products of those before are kept only here and there, and made again between."""
    puzzle = chains(components, mines=2 * components + components // 5)
    eliminated = ms.analyze(puzzle, "elimination")
    counted = ms.analyze(puzzle, "kernel")
    assert counted == eliminated
    assert counted.solutions == eliminated.solutions
    assert counted.fractions == eliminated.fractions


def test_a_thousand_components_that_are_alike_have_like_chances():
    names = [f"{letter}{n}" for n in range(1000) for letter in "abcdefgh"]
    puzzle = ms.Puzzle(names, mines=2500)
    for n in range(1000):
        puzzle.add([f"{letter}{n}" for letter in "abcde"], 2)
        puzzle.add([f"{letter}{n}" for letter in "defgh"], 2)
    risks = ms.analyze(puzzle, "kernel").risks.reshape(1000, 8)
    assert np.ptp(risks, axis=0).max() < 1e-9
    assert risks.sum() == pytest.approx(2500)


def test_limit_is_refused_not_guessed():
    board = isolated_clues(31, 6, density=0.5)
    with pytest.raises(ms.EngineLimitError, match=r"'kernel' stopped at its limit \(states\)"):
        ms.analyze(board, "kernel", limit=ms.Limit(states=4096))
    assert ms.analyze(board, "kernel").is_exact


def test_what_no_memory_holds_is_refused():
    board = isolated_clues(31, 6, density=0.5)
    assert kernel.analyze_grid(board._sums(), board.mines, memory=1 << 20)[3] == "limit"


def test_what_the_core_took_is_gone_from_the_limit_of_auto(monkeypatch):
    limits_left = []

    def refuse(*_):
        error = ms.EngineLimitError("the core stopped")
        error.seconds = 9.0
        raise error

    def note_limit(subject, limit, began, refused):
        limits_left.append(auto._left(limit, began))
        raise refused

    monkeypatch.setattr(compiled, "run", refuse)
    monkeypatch.setattr(auto, "_behind_the_core", note_limit)
    with pytest.raises(ms.EngineLimitError, match="the core stopped"):
        ms.analyze(ms.Board.parse("1#\n##", 1), limit=10.0)
    assert limits_left[0].seconds <= 1.0


def test_layouts_are_counted_in_what_the_analysis_left_of_its_time(monkeypatch):
    analysis = ms.analyze(ms.Board.parse("1#\n##", 1), "kernel", limit=PATIENCE)
    count_grid = kernel.count_grid
    seconds_asked = []

    def note_seconds(position, mines, density, seconds, states):
        seconds_asked.append(seconds)
        return count_grid(position, mines, density, seconds, states)

    monkeypatch.setattr(kernel, "count_grid", note_seconds)
    assert analysis.solutions == 3
    assert seconds_asked == [PATIENCE - analysis.statistics.seconds]
    assert ms.Limit(seconds=1.0).after(2.0).seconds > 0
    assert ms.Limit(states=5).after(2.0) == ms.Limit(states=5)


def test_time_is_a_limit():
    board = isolated_clues(41, 9, density=0.5)  # seconds of counting
    ms.analyze(ms.Board.parse("1#\n##", 1), "kernel")
    with pytest.raises(ms.EngineLimitError, match=r"'kernel' stopped at its limit \(0.05 s\)"):
        ms.analyze(board, "kernel", limit=ms.Limit(seconds=0.05))
    layered = ms.analyze(board, limit=ms.Limit(seconds=0.05))
    assert not layered.is_exact
    assert "0.05 s" in layered.note
    # So it is where only the search for an order takes long.
    wide = isolated_clues(161, 80, density=0.5)
    assert kernel.analyze_grid(wide._sums(), None, 0.0, 0.01)[3] == "stopped"
    # And where thousands of components are joined, each of which is counted at once.
    row_pair = ["####", "#11#", "####"]
    many = ms.Board.parse("\n".join(row * 150 for row in row_pair * 200), 45_000)
    assert kernel.analyze_grid(many._sums(), many.mines, 0.0, 0.5)[3] == "stopped"
    # The next call has its own time, or none.
    small = isolated_clues(21, 4, density=0.5)
    assert ms.analyze(small, "kernel", limit=ms.Limit(seconds=PATIENCE)).is_exact
    agree(small)


@settings(max_examples=30)
@given(st.lists(played_boards(max_cells=12), min_size=1, max_size=6), st.integers(1, 3))
def test_batches_equal_single_calls(boards, jobs):
    shape = boards[0].shape
    boards = [board for board in boards if board.shape == shape] * 3
    batch = ms.analyze_many(boards, jobs=jobs)
    assert len(batch) == len(boards)
    for i, board in enumerate(boards):
        single = ms.analyze(board, "kernel")
        assert (batch.probability[i] == single.probability).all()
        assert {tuple(c) for c in np.argwhere(batch.proof[i] == 1).tolist()} == single.safe
        assert {tuple(c) for c in np.argwhere(batch.proof[i] == 2).tolist()} == single.mines


def test_batch_of_an_array_keeps_order_and_marks_what_is_inconsistent():
    grids = np.array([[[1, -1], [-1, -1]], [[3, -1], [-1, -1]], [[0, -1], [-1, -1]]], np.int8)
    batch = ms.analyze_many(grids, 1, jobs=2)
    assert batch.consistent.tolist() == [True, False, False]
    assert np.allclose(batch.probability[0], [[0, 1 / 3], [1 / 3, 1 / 3]])
    assert np.isnan(batch.probability[1]).all()
    with_counts = ms.analyze_many(grids, [1, 3, 0])
    assert with_counts.consistent.all()
    assert with_counts.proof.tolist() == [[[0, 0], [0, 0]], [[0, 2], [2, 2]], [[0, 1], [1, 1]]]
    assert len(ms.analyze_many(grids[:0])) == 0
    # Not in C's order.
    for turned in (grids.transpose(0, 2, 1).astype(float), grids[:, ::-1, ::-1]):
        assert ms.analyze_many(turned, 1) == ms.analyze_many([ms.Board(grid, 1) for grid in turned])


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_first_wrong_board_of_an_array_is_named_whatever_thread_reads_it(jobs):
    grids = np.full((300, 3, 3), -1, np.int64)
    assert len(ms.analyze_many(grids, jobs=jobs)) == 300
    for wrong in (np.array([250, 90, 280, 255]), np.array([299, 298])):
        bad = grids.copy()
        bad[wrong, 1, 2] = [6, 99, 255, -2][: len(wrong)]
        for kind in (np.int16, float):
            with pytest.raises(
                ms.BoardFormatError, match=f"row 1, column 2 .* of board {wrong.min()} "
            ):
                ms.analyze_many(bad.astype(kind), 3, jobs=jobs)
    counts = [3] * 300
    counts[77] = counts[170] = 10
    for mines in (counts, [None, *counts[1:]], np.array(counts, np.uint8)):
        with pytest.raises(ms.BoardFormatError, match="mine count 10 is impossible"):
            ms.analyze_many(grids, mines, jobs=jobs)


def test_batch_errors():
    with pytest.raises(ms.BoardFormatError, match="one shape"):
        ms.analyze_many([ms.Board.parse("#"), ms.Board.parse("##")])
    with pytest.raises(ms.BoardFormatError, match="shape"):
        ms.analyze_many(np.zeros((2, 2), np.int8))
    with pytest.raises(ms.BoardFormatError, match="their own"):
        ms.analyze_many([ms.Board.parse("#")], 1)
    with pytest.raises(ms.BoardFormatError, match=r"clue 4 at row 0, column 1 .* of board 1"):
        ms.analyze_many([[[1, -1]], [[-1, 4]]])
    with pytest.raises(ms.BoardFormatError, match="mine count 5 is impossible"):
        ms.analyze_many(np.full((2, 2, 2), -1), [1, 5])
    with pytest.raises(ms.BoardFormatError, match="not both"):
        ms.analyze_many(np.full((2, 2, 2), -1), 1, density=0.5)


@pytest.mark.parametrize("limit, side, mines", [(0.02, 31, 200), (ms.Limit(states=500), 17, 60)])
def test_a_batch_keeps_the_limit_of_each_board(limit, side, mines):
    wide = np.full((side, side), -1, np.int8)
    wide[1::2, 1::2] = 2
    easy = np.full((side, side), -1, np.int8)
    easy[0, 0] = 1
    batches = []

    def is_as_limited():
        """Once more where the machine kept even an easy board waiting beyond its time."""
        batches.append(ms.analyze_many([easy, wide, easy], mines, limit=limit))
        return batches[-1].finished.tolist() == [True, False, True]

    until(is_as_limited)
    batch = batches[-1]
    assert batch.consistent.all()
    assert np.isnan(batch.probability[1]).all()
    assert batch.proof[1].max() == 0
    assert batch.probability[2][0, 1] == pytest.approx(1 / 3)
    assert [analysis is None for analysis in batch] == [False, True, False]
    assert batch.best[1] is None
    assert batch.best[0] == batch[0].best == ms.analyze(ms.Board(easy, mines), "elimination").best
    assert repr(batch) == f"<Batch of 3 boards of {side}x{side}, 1 not finished>"
    with pytest.raises(ms.EngineLimitError, match="board 1"):
        batch[1]


def test_what_the_core_refuses_is_analysed_in_what_it_left_of_the_limit(monkeypatch):
    """Not in the whole limit once more."""
    limits = []

    def analyze(board, *, limit):
        limits.append(limit)
        raise ms.EngineLimitError("enough is known")

    monkeypatch.setattr(kernel, "MEMORY", 1)
    monkeypatch.setattr("minesolver.batch.analyze", analyze)
    wide = np.full((31, 31), -1, np.int8)
    wide[1::2, 1::2] = 2
    hexagon = ms.Board.parse("1 #\n# #", mines=1, rules="hex")
    for subjects in ([ms.Board(wide, 200)], [hexagon]):
        batch = ms.analyze_many(subjects, limit=ms.Limit(seconds=PATIENCE, solutions=7))
        assert batch.finished.tolist() == [False]
    after_core, whole = limits
    assert 0 < after_core.seconds < PATIENCE
    assert after_core.solutions == 7
    assert whole.seconds == PATIENCE


def test_a_batch_takes_puzzles_and_boards_under_rules():
    hexagon = ms.Board.parse("1 #\n# #", mines=1, rules="hex")
    puzzle = ms.Puzzle(["a", "b", "c"])
    puzzle.add("ab", 1)
    wrong = ms.Puzzle(["a"])
    wrong.add("a", 0)
    wrong.add("a", 1)
    subjects = [hexagon, ms.Board.parse("1#\n##", mines=1), puzzle, wrong]
    batch = ms.analyze_many(subjects, jobs=2)
    assert batch.consistent.tolist() == [True, True, True, False]
    assert batch.finished.all()
    for i, subject in enumerate(subjects[:3]):
        single = ms.analyze(subject)
        assert batch[i] == single
        assert batch.best[i] == single.best
        assert [batch.probability[i, k] for k in range(len(subject.cells))] == [
            single[c] for c in subject.cells
        ]
    assert np.isnan(batch.probability[2, 3:]).all()
    assert batch[1:3].best == batch.best[1:3]


@pytest.mark.parametrize("first_click", ["none", "safe", "zero"])
@pytest.mark.parametrize("size", [(9, 9, 10), (16, 16, 40), (5, 4, 6), (1, 9, 2), (16, 30, 99)])
def test_compiled_games_equal_the_python_loop(first_click, size):
    rows, cols, mines = size
    series = Series("safest", rows, cols, mines, Rules(first_click), seed=99)
    assert fits_kernel(series)
    games = 25 if rows * cols < 200 else 6
    python = play_batch(series, 3, games)
    fast = play_compiled(series, 3, games)
    for name in ("games", "wins", "guesses", "opened", "mines_hit"):
        assert getattr(fast, name) == getattr(python, name), name


def test_only_the_rules_that_it_knows_are_compiled():
    assert not fits_kernel(Series("safest", 9, 9, 10, Rules("row-col")))
    assert not fits_kernel(Series("safest", 9, 9, 10, Rules(reveal="single")))
    assert not fits_kernel(Series("baseline", 9, 9, 10))


def test_games_do_not_depend_on_how_they_are_cut():
    chooser = policies.get("lookahead").chooser(9, 9)

    def play(first_game, game_count):
        results = np.zeros((game_count, 5))
        assert chooser.play(10, 1, 0, 7, first_game, 0.55, results, np.inf) == game_count
        return results

    all_games = play(0, 300)
    hundreds = [play(first_game, 100) for first_game in (0, 100, 200)]
    assert (all_games == np.concatenate(hundreds)).all()
    assert set(all_games[:, 0]) == {0, 1}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["safest", "lookahead", "strongest"])
def test_variance_reduction_keeps_the_mean(name):
    """The same win rate with and without the luck of the guesses, within the scatter of the difference."""
    tally = play_compiled(Series(name, 9, 9, 10, seed=5), 0, 400)
    rows = np.array(play_compiled_games(Series(name, 9, 9, 10, seed=5), 0, 400))
    difference = rows[:, 0] - rows[:, 3]
    assert abs(difference.mean()) < 4 * difference.std() / 20
    mean, low, high = tally.variance_reduced
    assert mean == pytest.approx(rows[:, 3].mean())
    assert low < mean < high
    assert high - low < 2 * 1.96 * rows[:, 0].std() / 20


def test_without_the_core_everything_else_works(tmp_path):
    """As after an install without a C compiler: the modules are there as they are written, not compiled."""
    package = tmp_path / "minesolver"
    shutil.copytree(
        Path(ms.__file__).parent, package, ignore=shutil.ignore_patterns("*.so", "*.pyd")
    )
    code = (
        "import minesolver as ms; board = ms.Board.parse('1#\\n##', 1)\n"
        "a = ms.analyze(board); assert a.solutions == 3 and str(a.exact(0, 1)) == '1/3'\n"
        "from minesolver.cli import main\n"
        "size = ['--rows', '2', '--cols', '2', '--mines', '1']\n"
        "assert main(['play', '--games', '20', *size, '--seed', '1']) == 0\n"
        "assert main(['generate', '--no-guess', '--level', 'beginner']) == 3\n"
        "assert main(['play', '--policy', 'strongest', *size]) == 3\n"
        "try: ms.analyze(board, 'kernel')\n"
        "except ms.MissingDependencyError as e: assert 'compiled core' in str(e)\n"
        "else: raise SystemExit('no error')\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stderr.count("this needs minesolver's compiled core") == 2, run.stderr


@pytest.mark.parametrize("side", [8, 10])
def test_wide_frontier_keeps_every_clue_and_symmetry(side):
    """Clues 1 with gaps between, as many open at once as the board is wide; the clues are the oracle.

    The neighbours' probabilities of each clue sum to it, and the board's symmetries are those of the answer.
    """
    grid = np.full((2 * side + 1, 2 * side + 1), HIDDEN, np.int8)
    grid[1::2, 1::2] = 1
    analysis = ms.analyze(ms.Board.from_array(grid, density=0.1), "kernel")
    assert analysis.statistics.width > side
    risks = analysis.probability
    for row in range(1, 2 * side, 2):
        for col in range(1, 2 * side, 2):
            assert risks[row - 1 : row + 2, col - 1 : col + 2].sum() == pytest.approx(1, abs=1e-12)
    for mirrored in (risks.T, risks[::-1], risks[:, ::-1]):
        assert np.abs(risks - mirrored).max() < 1e-12


@pytest.mark.parametrize(
    "call",
    [
        "kernel.analyze_grid(board._sums(), 300)",
        "kernel.count_grid(board._sums(), 300)",
        "ms.analyze_many([board] * 8, jobs=2)",
    ],
)
def test_an_interrupt_ends_a_compiled_call_at_once(call):
    """Ctrl-C while the core counts: a KeyboardInterrupt, and the next analysis is right."""
    code = (
        "import minesolver as ms, os, signal, threading\n"
        "from minesolver import kernel\n"
        "from boards import isolated_clues\n"
        "board = isolated_clues(41, 9, density=0.5)  # seconds of counting\n"
        "small = ms.Board.parse('1#\\n##', 1)\n"
        "ms.analyze(small, 'kernel')\n"
        "try:\n"
        "    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        f"    while True: {call}\n"
        "except KeyboardInterrupt: print('interrupted')\n"
        "print(ms.analyze(small, 'kernel').probability.sum())\n"
    )
    path = os.pathsep.join([*sys.path, str(ROOT / "benchmarks")])
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": path},
    )  # fmt: skip
    assert run.stdout.split() == ["interrupted", "1.0"], run.stderr


@pytest.mark.parametrize("density", ["1e-300", "0.9999999999999999", Fraction(1, 10**400)])
def test_extreme_priors_give_finite_probabilities(density):
    board = ms.Board.parse("1#2#1#\n######\n##2###", density=density)
    counted = ms.analyze(board, "kernel")
    eliminated = ms.analyze(board, "elimination")
    assert np.isfinite(counted.probability).all()
    assert np.abs(counted.probability - eliminated.probability).max() < 1e-12
    assert (counted.safe, counted.mines) == (eliminated.safe, eliminated.mines)


def test_eight_threads_at_once():
    """Analyses and games on all threads at the same time are those of one thread."""
    board = ms.Board.from_file(ROOT / "examples" / "expert.mines")
    series = Series("lookahead", 9, 9, 10, seed=3)

    def work(_):
        return ms.analyze(board, "kernel").probability.tobytes(), tuple(
            play_compiled_games(series, 0, 20)
        )

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(work, range(24)))) == 1


def test_a_limit_of_states_is_met_by_boards_that_need_as_many(expert_positions):
    boards = [board for board, _ in expert_positions[:3]]
    for board, needed in zip(boards, ms.analyze_many(boards).states.tolist(), strict=True):
        assert ms.analyze_many([board], limit=ms.Limit(states=needed)).finished.tolist() == [True]
        assert ms.analyze_many([board], limit=ms.Limit(states=needed - 1)).finished.tolist() == [
            False
        ]
