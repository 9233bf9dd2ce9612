"""The exact table of small boards, and the best play out of a file: every layout of a board is played."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from depth import thorough
from oracle import around
from paths import ROOT

from minesolver.base.errors import EngineLimitError, RuleError, WeightsError
from minesolver.cli import main
from minesolver.game import Game, Rules, play_episode
from minesolver.mdp import OptimalSolver
from minesolver.players import PLAYERS
from minesolver.policy.optimal import FIRST_CLICKS, SmallBoard, optimal
from minesolver.policy.saved import SavedPolicy, best_play

DECISION_PROCESS = {"none": "none", "safe": "cell", "zero": "neighbourhood"}


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


optimal_table = load(ROOT / "benchmarks" / "optimal_table.py")
TABLE = optimal_table.read()


@pytest.mark.parametrize(
    "rows, cols, mines",
    [
        (1, 5, 2),
        (2, 3, 3),
        (3, 3, 2),
        (3, 3, 4),
        (3, 3, 7),
        (3, 4, 3),
        (3, 4, 6),
        (2, 5, 4),
        (4, 4, 3),
        (3, 4, 9),
    ],
)
@pytest.mark.parametrize("rule", FIRST_CLICKS)
def test_equals_the_decision_process(rows, cols, mines, rule):
    try:
        expected = OptimalSolver(rows, cols, mines).solve(DECISION_PROCESS[rule])
    except RuleError:
        with pytest.raises(RuleError):
            optimal(rows, cols, mines, rule)
        return
    optimum = optimal(rows, cols, mines, rule)
    assert optimum.win_probability == expected.best_first
    best = {
        cell for cell, chance in expected.by_first_click.items() if chance == expected.best_first
    }
    assert set(optimum.best_first) == best
    assert Fraction(optimum.wins, optimum.allowed) == optimum.win_probability


def wins_of_best_play(rows, cols, mines, rule, start):
    """The layouts that best play wins after this first click, and those that the rule allows: what is left
    after each answer, cell by cell, without symmetries, cascades or bounds of the chance.
    """
    cells = [*product(range(rows), range(cols))]
    layouts = [frozenset(layout) for layout in combinations(cells, mines)]
    shown = [
        {
            cell: None if cell in layout else len(layout.intersection(around(*cell, rows, cols)))
            for cell in cells
        }
        for layout in layouts
    ]
    won_by_set: dict[tuple[int, ...], int] = {}

    def after(cell, numbers):
        """Of layouts those where this cell is safe, by what it shows."""
        by_clue: dict[int, list[int]] = {}
        for number in numbers:
            if shown[number][cell] is not None:
                by_clue.setdefault(shown[number][cell], []).append(number)
        return [tuple(answer) for answer in by_clue.values()]

    def wins(numbers):
        """Layouts are told apart by cells that are safe in all of them; else by the best guess."""
        if numbers in won_by_set:
            return won_by_set[numbers]
        most = 0
        safe_in = {
            cell: sum(shown[number][cell] is not None for number in numbers) for cell in cells
        }
        for cell in sorted(cells, key=lambda cell: -safe_in[cell]):
            answers = after(cell, numbers)
            if safe_in[cell] == len(numbers):
                if len(answers) > 1:  # nothing is lost by a look
                    most = sum(map(wins, answers))
                    break
            elif safe_in[cell] > most:  # a guess wins no more than where it is safe
                most = max(most, sum(map(wins, answers)))
        # One layout is won by opening what is safe in it.
        won_by_set[numbers] = most if len(numbers) > 1 else 1
        return won_by_set[numbers]

    protected = (
        {start}
        if rule == "safe"
        else {start, *around(start[0], start[1], rows, cols)}
        if rule == "zero"
        else set()
    )
    allowed = [number for number, layout in enumerate(layouts) if not protected & layout]
    return sum(map(wins, after(start, allowed))), len(allowed)


@pytest.mark.parametrize(
    "rows, cols, mines, rule",
    [(5, 5, 2, "none"), (5, 5, 3, "zero"), thorough(5, 5, 2, "safe"), thorough(4, 4, 4, "safe")],
)
def test_equals_the_best_of_all_plays_of_five_by_five(rows, cols, mines, rule):
    """Of first cells that a symmetry turns into each other one is tried."""
    chance_of_start = {}
    for start in product(range((rows + 1) // 2), range((cols + 1) // 2)):
        wins, allowed = wins_of_best_play(rows, cols, mines, rule, start)
        if allowed:
            chance_of_start[start] = Fraction(wins, allowed)
    optimum = optimal(rows, cols, mines, rule)
    assert optimum.win_probability == max(chance_of_start.values())
    best = {start for start, chance in chance_of_start.items() if chance == optimum.win_probability}
    assert best == chance_of_start.keys() & set(optimum.best_first)


def test_a_table_of_sets_too_small_for_the_board_changes_no_value():
    with_small_table = SmallBoard(4, 4, 6, slots=4).optimum("none")
    assert with_small_table.win_probability == optimal(4, 4, 6, "none").win_probability


def won(policy_file, layout, rows, cols, rule):
    game = Game(rows, cols, rules=Rules(first_click=rule), layout=layout)
    return play_episode(game, PLAYERS.get(f"optimal:{policy_file}").make()).outcome == "won"


@pytest.mark.parametrize("rule", FIRST_CLICKS)
@pytest.mark.parametrize("rows, cols, mines", [(3, 3, 3), (2, 5, 3), (3, 4, 2)])
def test_a_saved_policy_wins_as_many_layouts_as_the_table_says(tmp_path, rows, cols, mines, rule):
    file = tmp_path / "policy.npz"
    words = (
        f"optimal --rows {rows} --cols {cols} --mines {mines} --first-click {rule} --save {file}"
    )
    assert main(words.split()) == 0
    first_cell = SavedPolicy.load(file).moves[0]
    row = TABLE[min(rows, cols), max(rows, cols), mines, FIRST_CLICKS.index(rule)]
    number = wins = 0
    for layout in combinations([(r, c) for r in range(rows) for c in range(cols)], mines):
        mines_near = {
            (r, c) for r, c in layout if max(abs(r - first_cell[0]), abs(c - first_cell[1])) <= 1
        }
        if rule == "none" or (
            not mines_near if rule == "zero" else tuple(first_cell) not in mines_near
        ):
            number += 1
            wins += won(file, layout, rows, cols, rule)
    assert (wins, number) == (int(row["wins"]), int(row["layouts"]))


def replayed(policy, rows, cols, mines):
    """Layouts that a policy wins, by the rules of the game alone: every layout at once, no analysis.

    What is proved is what all layouts agree on that show the same in the open cells.
    """
    neighbour_table = []
    for row, col in product(range(rows), range(cols)):
        beside_rows = range(max(0, row - 1), min(rows, row + 2))
        beside_cols = range(max(0, col - 1), min(cols, col + 2))
        neighbour_table.append({r * cols + c for r, c in product(beside_rows, beside_cols)})
    layouts = [frozenset(mined) for mined in combinations(range(rows * cols), mines)]

    def wins(group, shown_clues):
        """How many layouts of a group, which agree with the open cells, are won."""
        safe = [
            c
            for c in range(rows * cols)
            if c not in shown_clues and not any(c in layout for layout in group)
        ]
        if len(shown_clues) == rows * cols - mines:
            return len(group)
        if len(shown_clues) == 0 and policy.first_click != "none":
            safe = []  # the file says where to begin
        if safe:
            return sum(
                wins(subgroup, shown_clues | dict(zip(safe, values, strict=True)))
                for values, subgroup in grouped(group, safe).items()
            )
        grid = np.full(rows * cols, -1, np.int8)
        grid[list(shown_clues)] = list(shown_clues.values())
        row, col = policy.move(grid.reshape(rows, cols))
        cell = row * cols + col
        alive = [layout for layout in group if cell not in layout]
        survivors = grouped(alive, [cell])
        return sum(
            wins(subgroup, shown_clues | {cell: value}) for (value,), subgroup in survivors.items()
        )

    def grouped(group, cells):
        groups: dict[tuple[int, ...], list[frozenset[int]]] = {}
        for layout in group:
            groups.setdefault(tuple(len(layout & neighbour_table[c]) for c in cells), []).append(
                layout
            )
        return groups

    row, col = policy.moves[0]
    first_index = row * cols + col
    protected = {"none": set(), "safe": {first_index}, "zero": neighbour_table[first_index]}[
        policy.first_click
    ]
    layouts = [layout for layout in layouts if not layout & protected]
    return wins(layouts, {}), len(layouts)


@pytest.mark.parametrize("rule", FIRST_CLICKS)
@pytest.mark.parametrize("rows, cols, mines", [(4, 4, 4), (3, 5, 5), (4, 4, 9), (4, 5, 3)])
def test_the_best_play_wins_as_many_layouts_as_it_says(rows, cols, mines, rule):
    board = SmallBoard(rows, cols, mines)
    try:
        best = board.optimum(rule)
    except RuleError:
        assert rule == "zero"
        return
    policy = best_play(board, best)
    assert replayed(policy, rows, cols, mines) == (best.wins, best.allowed)
    row = TABLE[rows, cols, mines, FIRST_CLICKS.index(rule)]
    assert (best.wins, best.allowed) == (int(row["wins"]), int(row["layouts"]))


def test_a_file_comes_back_as_it_was_saved(tmp_path):
    board = SmallBoard(3, 3, 2)
    policy = best_play(board, board.optimum("zero"))
    policy.save(tmp_path / "any-name")
    read = SavedPolicy.load(tmp_path / "any-name")
    assert np.array_equal(read.positions, policy.positions)
    assert np.array_equal(read.moves, policy.moves)
    assert (read.mines, read.first_click, read.win_probability) == (
        2,
        "zero",
        policy.win_probability,
    )


def test_what_is_no_policy_is_refused(tmp_path, capsys):
    file = tmp_path / "x.npz"
    file.write_text("nothing")
    with pytest.raises(WeightsError, match="no policy"):
        SavedPolicy.load(file)
    np.savez(file, positions=np.zeros((2, 3)), moves=np.zeros((2, 2)))
    with pytest.raises(WeightsError, match="no policy"):
        SavedPolicy.load(file)
    assert main(["play", "--policy", f"optimal:{tmp_path / 'none'}"]) == 2
    assert "No such file" in capsys.readouterr().err


def test_another_game_than_the_file_is_for_is_refused(tmp_path, capsys):
    file = tmp_path / "policy.npz"
    assert main(["optimal", "--rows=3", "--cols=3", "--mines=2", "--save", str(file)]) == 0
    capsys.readouterr()
    play = ["play", "--policy", f"optimal:{file}", "--rows=3", "--seed=1"]
    assert main([*play, "--cols=3", "--mines=3"]) == 2
    assert "is for 3x3/2" in capsys.readouterr().err
    assert main([*play, "--cols=3", "--mines=2", "--start=1,1", "--games=50"]) == 2
    error = capsys.readouterr().err
    assert "no move for this position" in error
    assert error.count("\n") == 1


def test_too_many_layouts_are_refused():
    with pytest.raises(EngineLimitError, match="layouts"):
        SmallBoard(6, 6, 18)


# The table in the repository.


def test_more_sets_than_the_core_can_count_are_as_good_as_no_limit():
    assert optimal(3, 3, 2, nodes=10**30).wins == optimal(3, 3, 2).wins


def test_the_table_has_every_board_that_it_is_about():
    boards = {key_of_row[:3] for key_of_row in TABLE}
    assert boards == set(optimal_table.boards())
    for (rows, cols, mines, rule), row in TABLE.items():
        assert bool(row["wins"]) != bool(row["note"])
        if not row["wins"]:
            continue
        wins, layouts = int(row["wins"]), int(row["layouts"])
        cells = rows * cols
        assert float(row["win_rate"]) == pytest.approx(wins / layouts, abs=1e-9)
        if rule == 0:
            assert layouts == comb(cells, mines)
        # A first cell without a mine wins as often whether or not that was promised.
        elif rule == 1:
            assert layouts == comb(cells - 1, mines)
            assert row["wins"] == TABLE[rows, cols, mines, 0]["wins"]


@pytest.mark.parametrize(
    "board, expected",
    [
        ((4, 4, 2), ("17/20", "34/35", "1")),
        ((4, 4, 4), ("961/1820", "961/1365", "34/35")),
        ((4, 5, 3), ("72/95", "288/323", "158/165")),
        ((5, 5, 2), ("133/150", "133/138", "34/35")),
        ((6, 6, 2), ("296/315", "592/595", "1")),
    ],
)
def test_the_table_has_the_known_optima(board, expected):
    for rule in range(3):
        row = TABLE[(*board, rule)]
        assert Fraction(int(row["wins"]), int(row["layouts"])) == Fraction(expected[rule])


def test_rows_of_the_table_come_out_again():
    for key_of_row in [(3, 4, 5), (4, 4, 7), (2, 6, 3), (6, 6, 2), (5, 5, 3)]:
        for row in optimal_table.solve(key_of_row, 1 << 40):
            row_of_table = TABLE[optimal_table.key(row)]
            for field in ("wins", "layouts", "win_rate", "best_starts"):
                assert row[field] == row_of_table[field]


def test_rows_that_two_other_solvers_agree_with():
    agreed = [row for row in TABLE.values() if row["checked_by"] == "decision process + game tree"]
    assert len(agreed) > 200
    assert {(row["rows"], row["cols"]) for row in agreed} >= {("4", "4"), ("4", "5"), ("5", "5")}
    for name, solver in optimal_table.SECOND_SOLVERS.items():
        for key_of_row in [(2, 4, 3, 0), (3, 3, 4, 1), (3, 4, 2, 2)]:
            row = TABLE[key_of_row]
            chance = solver(key_of_row[:3], FIRST_CLICKS[key_of_row[3]])
            assert chance == Fraction(int(row["wins"]), int(row["layouts"])), name


def test_a_run_goes_on_where_the_last_one_stopped(tmp_path, capsys):
    out = tmp_path / "table.csv"
    optimal_table.run(out, 10, (3, 4), None)
    notes = {row["note"] for row in optimal_table.read(out).values()}
    assert "not solved: more than 10 sets of layouts" in notes
    text = capsys.readouterr().out
    optimal_table.run(out, 10, (3, 4), None)
    assert capsys.readouterr().out == ""
    optimal_table.run(out, 1 << 40, (3, 4), None)
    assert 0 < len(capsys.readouterr().out.splitlines()) < len(text.splitlines())
    table = optimal_table.read(out)
    assert not any(row["note"] for row in table.values())
    assert all(row["wins"] == TABLE[key_of_row]["wins"] for key_of_row, row in table.items())


INTERRUPTED_TABLE = """
import os, signal
import optimal_table

def write_and_interrupt(table, path):
    write(table, path)
    if len({key[2] for key in table}) == 4:
        os.kill(os.getpid(), signal.SIGINT)

write, optimal_table.write = optimal_table.write, write_and_interrupt
optimal_table.main()
"""
"""The command, interrupted when boards of four mine counts are kept, on a machine of any speed."""


@pytest.mark.slow
def test_an_interrupt_keeps_what_is_finished(tmp_path):
    out = tmp_path / "table.csv"
    words = ["--out", str(out), "--size", "4x5", "--nodes", str(1 << 40)]
    run = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_TABLE, *words],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 130
    assert "finished is kept" in run.stderr
    mine_counts = {key_of_row[2] for key_of_row in optimal_table.read(out)}
    assert mine_counts == {1, 2, 18, 19}
