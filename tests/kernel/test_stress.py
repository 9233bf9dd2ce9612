"""The compiled core under stress: no unfinished search is taken for an exact one, no number is no number,
no failure leaves it in a state in which later answers are wrong."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from fractions import Fraction
from random import Random

import fuzz
import numpy as np
import pytest
from depth import thorough
from oracle import around, models
from patience import PATIENCE

import minesolver as ms


def best_play(board):
    """(layouts that the best play wins, all layouts): every order of opening cells, on small positions."""
    hidden, layouts = models(board.grid.tolist(), board.mines)
    grid = {(r, c): int(board.grid[r, c]) for r in range(board.rows) for c in range(board.cols)}
    known_mines = {cell for cell, code in grid.items() if code == 10}
    neighbours = {cell: around(*cell, board.rows, board.cols) for cell in grid}
    best_wins: dict[frozenset[int], int] = {}

    def shown(cell, layout):
        """What a click shows, zeros spreading, as a set of (cell, clue)."""
        clues = {}
        pending = [cell]
        while pending:
            shown_cell = pending.pop()
            if shown_cell in clues or grid[shown_cell] != -1:
                continue
            clues[shown_cell] = sum(
                neighbour in layout or neighbour in known_mines
                for neighbour in neighbours[shown_cell]
            )
            if not clues[shown_cell]:
                pending += neighbours[shown_cell]
        return frozenset(clues.items())

    def won(alive, opened):
        key = alive
        if key in best_wins:
            return best_wins[key]
        layouts_left = [layouts[i] for i in alive]
        if len(layouts_left) == 1:
            return 1
        closed = [cell for cell in hidden if cell not in opened]
        if all(len(closed) == len(layout) for layout in layouts_left):
            return len(layouts_left)
        best = 0
        for cell in closed:
            groups: dict[frozenset, set[int]] = {}
            for i in alive:
                if cell not in layouts[i]:
                    groups.setdefault(shown(cell, layouts[i]), set()).add(i)
            if not groups:
                continue
            safe = sum(map(len, groups.values())) == len(alive)
            # What the click shows tells groups of layouts apart; each is played on for itself.
            total = 0
            for clues, group in groups.items():
                total += won(frozenset(group), opened | {shown_cell for shown_cell, _ in clues})
            best = max(best, total)
            if safe:  # nothing is better than to open a safe cell first
                best_wins[key] = total
                return total
        best_wins[key] = best
        return best

    return won(frozenset(range(len(layouts))), frozenset()), len(layouts)


@pytest.mark.parametrize("policy", ["strongest"])
def test_a_game_tree_that_was_not_finished_is_not_exact(policy):
    """The first position won -1/887 of its layouts at 7aafa84; with enough nodes it is 317/887."""
    board = ms.Board.parse("5x5x7\n#2###\n#####\n##4##\n###21\n###10")
    recommendation = ms.recommend(board, policy)
    for candidate in recommendation.candidates:
        assert candidate.exact is None or 0 <= candidate.exact <= 1
        assert candidate.win is None or 0 <= candidate.win <= 1
    if recommendation.exact:
        assert recommendation.candidates[0].exact == Fraction(317, 887)
    assert "-1" not in recommendation.reason


def guess_positions(number, most_layouts):
    """Positions of games on small boards where no cell is proved safe, with few layouts."""
    boards: list[object] = []
    index = 0
    while len(boards) < number:
        rows, cols = Random(index).choice(((4, 4), (4, 5), (5, 5), (3, 6)))
        game = ms.Game(
            rows, cols, rows * cols // 4 + index % 3, ms.Rules("none"), seed=9, index=index
        )
        index += 1
        order = Random(index).sample([(r, c) for r in range(rows) for c in range(cols)], 4)
        for cell in order:
            if not game.over and game.board[cell] == -1 and not game.is_mine(cell):
                game.open(cell)
        while not game.over and (safe := ms.analyze(game.board, "elimination").safe):
            for cell in safe:
                if game.board[cell] == -1:
                    game.open(cell)
        if not game.over and 1 < ms.analyze(game.board, "elimination").solutions <= most_layouts:
            boards.append(game.board)
    return boards


def test_winning_chances_said_to_be_exact_are():
    exact = 0
    for board in guess_positions(25, 60):
        recommendation = ms.recommend(board, "strongest")
        if not recommendation.exact or recommendation.proved:
            continue
        exact += 1
        best_wins, layouts = best_play(board)
        assert recommendation.candidates[0].exact == Fraction(best_wins, layouts), str(board)
        assert all(
            c.exact is None or 0 <= c.exact <= Fraction(best_wins, layouts)
            for c in recommendation.candidates
        )
    assert exact > 10


def comb(cols, clue, density):
    grid = np.full((3, cols), -1, np.int8)
    grid[1, 1::2] = clue
    return ms.Board(grid, None, density)


@pytest.mark.parametrize(
    "board",
    [
        comb(75, 3, "0.999999999"),
        comb(75, 3, "1e-9"),
        comb(75, 3, "1e-300"),
        comb(201, 3, "0.99"),
        comb(201, 2, "0.999999999999999999"),
        comb(401, 1, "0.9999"),
    ],
    ids=["dense", "sparse", "tiny", "long", "nearly one", "longer"],
)
def test_extreme_densities_are_answered_or_refused(board):
    """At 7aafa84: NaN everywhere, and said to be exact."""
    eliminated = ms.analyze(board, "elimination")
    for engine in ("kernel", "auto"):
        try:
            analysis = ms.analyze(board, engine)
        except ms.EngineLimitError:
            assert engine == "kernel"
            continue
        assert analysis.is_exact
        assert np.abs(analysis.probability - eliminated.probability).max() < 1e-9
        assert (analysis.safe, analysis.mines) == (eliminated.safe, eliminated.mines)
        assert analysis.best == eliminated.best
    batch = ms.analyze_many([board])
    assert batch.consistent.all()
    assert np.abs(batch.probability[0] - eliminated.probability).max() < 1e-9
    assert ms.recommend(board, "safest").cell == eliminated.best or eliminated.safe


def test_the_best_cell_of_kernel_and_auto_is_one():
    for number in range(300):
        board = fuzz.small_board(Random(f"best/{number}"))
        try:
            analysis = ms.analyze(board, "kernel")
        except (ms.InconsistentBoardError, ms.EngineLimitError):
            continue
        assert (
            analysis.best == ms.analyze(board, "auto").best == ms.analyze(board, "elimination").best
        )


def test_a_limit_is_not_passed_over():
    """Whatever search stops at its limit: an error, or an answer that does not claim to be exact."""
    wide = np.full((11, 23), -1, np.int8)
    wide[1::2, 1::2] = 3
    for board in (ms.Board(wide, 66), ms.Board.parse("5x5x7\n#2###\n#####\n##4##\n###21\n###10")):
        for limit in (ms.Limit(states=3), ms.Limit(seconds=1e-6)):
            if board.rows > 5:
                with pytest.raises(ms.EngineLimitError):
                    ms.analyze(board, "kernel", limit=limit)
            try:
                recommendation = ms.recommend(board, "strongest", limit=limit)
            except ms.EngineLimitError:
                continue
            assert not recommendation.exact or all(
                0 <= c.exact <= 1 for c in recommendation.candidates if c.exact is not None
            )


def in_a_process(script, timeout=PATIENCE, **options):
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True, text=True, timeout=timeout, check=False, **options,
    )  # fmt: skip


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the limit of memory is Linux's")
@pytest.mark.parametrize("megabytes", [20, 60, thorough(150)])
def test_memory_that_runs_out_leaves_the_core_whole(megabytes):
    """At 7aafa84: a MemoryError, answers out of freed memory, then a segmentation fault."""
    run = in_a_process(
        f"""
        import resource
        import numpy as np
        import minesolver as ms

        def wide(size):
            grid = np.full((size, size), -1, np.int8)
            grid[1::2, 1::2] = 3
            return ms.Board(grid, None)

        rows = ["#" * 17] * 17
        rows[8] = "#" * 8 + "3" + "#" * 8
        small = ms.Board.parse("\\n".join(rows), 40)
        corner = ms.Board.parse("\\n".join(["1" + "#" * 16, *["#" * 17] * 16]), 40)
        want = [ms.analyze(board, "elimination").probability for board in (small, corner)]
        ms.analyze(small, "kernel")
        with open("/proc/self/statm") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + {megabytes} * 2**20,) * 2)
        limits = 0
        for _ in range(4):
            for size in (17, 19):
                try:
                    ms.analyze(wide(size), "kernel", limit=ms.Limit(states=20_000_000))
                except ms.EngineLimitError:
                    limits += 1
            for board, expected in zip((small, corner), want):
                try:
                    found = ms.analyze(board, "kernel").probability
                except ms.EngineLimitError:
                    continue
                assert np.abs(found - expected).max() < 1e-12
        """
    )
    assert run.returncode == 0, run.stderr[-2000:]


@pytest.mark.skipif(not hasattr(__import__("signal"), "setitimer"), reason="timers are POSIX")
def test_an_interrupt_ends_a_compiled_call_and_leaves_the_core_whole():
    """A count that takes minutes ends by the signal, and the next answer is right."""
    run = in_a_process(
        """
        import contextlib
        import itertools
        import signal
        import numpy as np
        import minesolver as ms

        def wide(size):
            grid = np.full((size, size), -1, np.int8)
            grid[1::2, 1::2] = 3
            return ms.Board(grid, None)

        signal.signal(signal.SIGALRM, signal.default_int_handler)
        small = ms.Board.parse("2#2\\n###\\n1##", 4)
        want = ms.analyze(small, "elimination").probability
        ms.analyze(small, "kernel")
        interrupted = 0
        for seconds in (0.01, 0.05, 0.2, 0.5):
            try:
                signal.setitimer(signal.ITIMER_REAL, seconds)
                for size in itertools.cycle((21, 17)):
                    with contextlib.suppress(ms.EngineLimitError):
                        ms.analyze(wide(size), "kernel")
            except KeyboardInterrupt:
                interrupted += 1
            assert np.abs(ms.analyze(small, "kernel").probability - want).max() < 1e-12
        assert interrupted == 4, interrupted
        """
    )
    assert run.returncode == 0, run.stderr[-2000:]


def test_workspaces_of_large_boards_are_not_all_kept(monkeypatch):
    from minesolver import kernel

    monkeypatch.setattr(kernel, "_KEPT_CELLS", 2_000)
    for size in (30, 31, 32, 33, 50, 34, 35):
        ms.analyze(ms.Board(np.full((size, size), -1, np.int8), size), "kernel")
        assert sum(rows * cols for rows, cols, _ in kernel._thread.workspaces) <= max(
            2_000, size * size
        )
    assert len(kernel._thread.workspaces) == 1


def test_games_of_the_compiled_loop_are_those_step_by_step():
    for number in range(25):
        fuzz.check("games", 77, number)


def test_a_read_only_install_needs_no_cache(tmp_path):
    run = in_a_process(
        """
        import minesolver as ms
        print(ms.analyze(ms.Board.parse("1#\\n##", 1), "kernel").solutions)
        print(ms.recommend(ms.Board.parse("1#\\n##", 1)).cell)
        """,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "PYTHONPATH": ":".join(sys.path)},
        cwd="/",
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("3\n")


def test_weights_of_another_byte_order_are_the_same():
    from minesolver.policy import boosted_trees

    leaf, split = [-1.0, 0.25, 0.0, 0.0], [0.0, 0.5, 1.0, 2.0]
    trees = np.array([[split, leaf, leaf]], "<f4")
    assert np.array_equal(
        boosted_trees.packed(trees.astype(">f4"), 3), boosted_trees.packed(trees, 3)
    )
