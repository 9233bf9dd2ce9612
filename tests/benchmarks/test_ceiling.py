"""The upper bound on winning: no relaxation wins less than the best play, by exact enumeration."""

import json
import sys
from pathlib import Path
from shutil import which

import ceiling
import numpy as np
import pytest
from ceiling import (
    Effort,
    FirstShares,
    Level,
    Moments,
    Relaxation,
    UpperLimit,
    all_layouts,
    by_position,
    exact_shares,
    excess,
    largest_loss,
    solved_boards,
)
from compile_beside import CannotCompile, compiled

from minesolver import kernel

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not kernel.available(), reason="the core is not built"),
    pytest.mark.skipif(which("c++") is None, reason="there is no C++ compiler"),
]

BOARDS = {
    (3, 3, 2),
    (3, 3, 4),
    (3, 3, 7),
    (3, 3, 8),
    (3, 4, 3),
    (3, 4, 5),
    (4, 4, 2),
    (4, 4, 3),
    (4, 4, 4),
}
LIMITS = [
    {},
    {"solutions": 30, "nodes": 100, "cells": 9, "searched_set": 3, "depth": 1},
    {"zeros_told": False, "solutions": 40, "nodes": 150, "cells": 10, "searched_set": 5},
]
"""The relaxation as it is used, and such ones as tell much more."""


@pytest.fixture(scope="module")
def told_classes():
    return compiled(Path(ceiling.__file__).with_name("told_classes.pyx"))


def cases():
    """(board, rule, share won by the best play): benchmarks/optimal_table.py has it from two solvers."""
    chosen = [
        case for case in solved_boards() if (case[0].rows, case[0].cols, case[0].mines) in BOARDS
    ]
    assert len(chosen) == 2 * len(BOARDS) - 2  # 3x3 with 7 or 8 mines cannot show a zero
    return chosen


def optimum(rows, cols, mines, rule):
    (best,) = (
        best
        for level, of_rule, best in solved_boards()
        if (level, of_rule) == (Level(rows, cols, mines), rule)
    )
    return best


def evaluated(told, layouts, first_cell):
    """(values, shares by first cell, answers, class sizes)."""
    known = np.zeros(layouts.shape[1], np.int8)
    if first_cell is not None:
        known[first_cell] = 1
    values, sizes = np.zeros(len(layouts)), np.zeros(len(layouts))
    first = np.zeros(layouts.shape, np.float32)
    answers = np.zeros(layouts.shape, np.int16)
    told.evaluate(layouts, known, values, first, None, answers, sizes)
    return values, first, answers, sizes


def first_cells(level, rule):
    """(first cell, all layouts that the rule allows), one of each class."""
    for cells in level.classes:
        layouts = all_layouts(level, rule, int(cells[0]))
        if len(layouts):
            yield int(cells[0]), layouts


@pytest.mark.parametrize("limits", LIMITS)
def test_nobody_who_is_told_wins_less_than_the_best_play(told_classes, limits):
    for level, rule, best in cases():
        relaxation = Relaxation(level, told_classes.ToldClasses(level.rows, level.cols, **limits))
        shares = [
            exact_shares(relaxation, layouts, first_cell, rule)
            for first_cell, layouts in first_cells(level, rule)
        ]
        assert [*shares[0]] == (["T", "N", "G", "G'"] if rule == "S" else ["T", "N"])
        for name in shares[0]:
            assert max(share[name] for share in shares) >= best - 1e-6, (name, level, rule)
        for share in shares:
            assert share.get("G'", 0.0) <= share["T"] + 1e-4


@pytest.mark.parametrize("limits", LIMITS)
def test_classes_are_a_partition(told_classes, limits):
    for level, rule, _ in cases():
        told = told_classes.ToldClasses(level.rows, level.cols, **limits)
        for first_cell, layouts in first_cells(level, rule):
            values, first, answers, sizes = evaluated(told, layouts, first_cell)
            _, inverse, counts = np.unique(answers, axis=0, return_inverse=True, return_counts=True)
            np.testing.assert_array_equal(counts[inverse.ravel()], sizes)
            assert (first <= values[:, None] + 1e-6).all()


def test_the_check_can_fail(told_classes, monkeypatch, capsys):
    monkeypatch.setattr(ceiling, "solved_boards", lambda: iter([(Level(3, 3, 3), "S", 0.9)]))
    monkeypatch.setattr("sys.argv", ["ceiling.py", "--check"])
    assert ceiling.main() == 1
    assert "4 comparisons, 4 below the best play" in capsys.readouterr().out


def test_what_is_seen_divides_a_class(told_classes):
    # The share won of a class is the mean over the positions that its layouts lead to.
    for level in (Level(3, 4, 3), Level(4, 4, 4), Level(4, 5, 3)):
        relaxation = Relaxation(level, told_classes.ToldClasses(level.rows, level.cols))
        for first_cell, layouts in first_cells(level, "Z"):
            won = 0.0
            for position, of_position in by_position(relaxation, layouts, first_cell):
                share = 1.0 if position is None else relaxation.gated(position, of_position)[0]
                won += len(of_position) * share
            assert won == pytest.approx(relaxation.shares(layouts).sum())


@pytest.mark.parametrize("known", [None, 0])
@pytest.mark.parametrize("depth", [1, 2])
def test_clicks_before_the_class(told_classes, depth, known):
    level = Level(4, 4, 4)
    relaxation = Relaxation(level, told_classes.ToldClasses(4, 4))
    layouts = all_layouts(level, "S", 0)
    of_cell = FirstShares.of(relaxation, layouts, [0], known).of_first_cell(0)
    assert of_cell.number == (layouts[:, level.around(0)].sum(1) > 0).sum()
    assert (len(of_cell.opened) > 0) == (known is None)
    won = of_cell.most_after_clicks(12, depth)
    untold = float(of_cell.opened.sum())
    rows = np.arange(len(of_cell.worth))
    by_hand = clicks_by_hand(of_cell.worth, of_cell.answers, rows, [0], depth)
    assert won == pytest.approx(untold + by_hand, rel=1e-4)
    assert won >= untold + by_hand - 1e-3  # rounded up; sums of float32 here
    assert won > of_cell.most_after_clicks(12, depth + 1)
    # Where that much is enough, no more is shown than has to be.
    for enough in (won - 0.5, won + 0.5, 2 * won):
        stopped = of_cell.most_after_clicks(12, depth, enough)
        assert won <= stopped + 1e-9
        assert stopped <= max(enough, won) + 1e-9


def test_a_first_cell_that_the_class_does_not_tell(told_classes):
    # What is won where it is opened first, of the layouts in which it is safe: over the class that comes to
    # the same as the share won of all of it.
    level = Level(4, 4, 4)
    told = told_classes.ToldClasses(4, 4)
    layouts = np.concatenate([all_layouts(level, "S", 0), 1 - all_layouts(Level(4, 4, 12), "S", 0)])
    assert len(layouts) == 1820
    values, first, answers, sizes = evaluated(told, layouts, None)
    safe = np.zeros(layouts.shape, np.float32)
    told.evaluate(layouts, np.zeros(16, np.int8), values, None, None, None, sizes, safe)
    relaxation = Relaxation(level, told)
    opened = FirstShares.of(relaxation, layouts, [0], None).opened[:, 0]
    _, classes = np.unique(answers, axis=0, return_inverse=True)
    for number in np.unique(classes):
        rows = np.flatnonzero(classes.ravel() == number)
        is_safe = layouts[rows, 0] == 0
        assert safe[rows, 0] == pytest.approx(is_safe.mean(), abs=1e-6)
        assert opened[rows][is_safe].sum() == pytest.approx(first[rows, 0].sum(), abs=1e-4)


def clicks_by_hand(first, answers, rows, opened, depth):
    """The worth of layouts where these cells are open and so many more are to be opened: all are tried."""
    shown = answers[rows, opened[-1]]
    is_split = (shown > 0) & (shown <= 8)
    total = 0.0 if len(opened) == 1 else first[rows[~is_split], opened[-1]].sum()
    for clue in np.unique(shown[is_split]):
        group = rows[shown == clue]
        others = [cell for cell in range(answers.shape[1]) if cell not in opened]
        if depth == 1:
            total += max(first[group, cell].sum() for cell in others)
        else:
            total += max(
                clicks_by_hand(first, answers, group, [*opened, cell], depth - 1) for cell in others
            )
    return total


def test_short_positions_are_played_to_the_end(told_classes):
    # All positions have few layouts: what is left is what the best play wins, to the layout.
    level = Level(4, 4, 4)
    relaxation = Relaxation(level, told_classes.ToldClasses(4, 4))
    rng = np.random.default_rng(1)

    won = []
    for first_cell, layouts in first_cells(level, "Z"):
        savings = [
            relaxation.saving(layout, first_cell, Effort(1, 1, 10, 1), rng) for layout in layouts
        ]
        assert min(savings) >= 0.0
        won.append((relaxation.shares(layouts).sum() - sum(savings)) / len(layouts))
    assert max(won) == pytest.approx(optimum(4, 4, 4, "Z"))


@pytest.mark.parametrize(("control", "least"), [(0.0, 0.0), (0.5, 0.5)])
def test_a_sampled_first_guess_saves_no_more_than_the_exact_one(
    told_classes, monkeypatch, control, least
):
    # 5x5 with 4 mines, corner: by layouts drawn, the guess looks better than it is, on average.
    monkeypatch.setattr(ceiling, "WHOLE", 0)
    level = Level(5, 5, 4)
    relaxation = Relaxation(level, told_classes.ToldClasses(5, 5))
    layouts = all_layouts(level, "Z", 0)
    exact = relaxation.shares(layouts).sum() - sum(
        len(part) * (1.0 if position is None else relaxation.gated(position, part)[1])
        for position, part in by_position(relaxation, layouts, 0)
    )
    rng = np.random.default_rng(1)
    effort = Effort(1, 1, 60, 1, control)
    sampled = sum(relaxation.saving(layout, 0, effort, rng) for layout in layouts)
    assert least * exact < sampled < exact


def test_what_cutting_off_a_saving_adds():
    # 30 cells, each a mine by a chance of its own, are put right by how often they were drawn.
    rng = np.random.default_rng(5)
    chances = np.linspace(0.05, 0.6, 30)
    too_many = rng.binomial(40, chances, (200_000, 30)) / 40 - chances
    effort = Effort(1, 1, 40, 1, control=0.5)
    losses = effort.control * too_many.max(1)
    assert np.maximum(losses - largest_loss(effort), 0.0).mean() < excess(effort, 30) < 1e-5
    # Where so much is cut off that it shows, Hoeffding's inequality holds as well.
    added = np.maximum(losses - effort.control * np.sqrt(2 / 40), 0.0).mean()
    assert 0.0 < added < 30 * effort.control * np.exp(-4)


def test_classes_of_first_cells():
    assert [len(Level(*size).classes) for size in [(9, 9, 10), (16, 16, 40), (16, 30, 99)]] == [
        15,
        36,
        120,
    ]
    level = Level(3, 4, 3)
    assert sorted(cell for cells in level.classes for cell in cells) == [*range(12)]
    layouts = level.layouts(4000, np.random.default_rng(1))
    assert (layouts.sum(1) == 3).all()
    assert layouts.mean(0) == pytest.approx(3 / 12, abs=0.03)
    zeros = ~layouts[:, level.around(5)].any(1)
    assert zeros.mean() == pytest.approx(level.zero_chance(5), abs=0.02)


@pytest.mark.parametrize("risk", [0.05, 0.3])
def test_the_limit_holds_as_often_as_it_says(risk):
    rng = np.random.default_rng(3)
    draws = {
        "rare loss": lambda size: np.where(rng.random(size) > 0.02, 1.0, 0.0),
        "half": lambda size: rng.integers(0, 2, size).astype(float),
        "small": lambda size: rng.beta(0.2, 4.0, size),
        "constant": lambda size: np.full(size, 0.7),
    }
    for name, draw in draws.items():
        pilot, values = draw((20, 2000)), draw((400, 2000))
        limit = UpperLimit(Moments.of(pilot), 400, risk, 1.0, (0.0, 1.0))
        moments = Moments.of(values[:100]) + Moments.of(values[100:])
        limits = limit.at(moments, risk)
        np.testing.assert_allclose(limits, limit.of_raised(limit.raised(values).sum(0), 400, risk))
        truth = draw(200_000).mean()
        wrong = (limits < truth - 1e-3).mean()
        assert wrong <= risk, name
        assert limits.mean() < truth + 0.2, name


def test_command(told_classes, tmp_path, monkeypatch, capsys):
    # A board whose best play is known, by the whole command; then a run that was cut off goes on.
    monkeypatch.setitem(ceiling.SIZES, "5x5/4", (5, 5, 4))
    monkeypatch.setitem(ceiling.EFFORTS, "5x5/4", Effort(4000, 300, 50, 1000))
    for rule in "SZ":
        monkeypatch.setitem(ceiling.BEST_PLAYED, ("5x5/4", rule), 0.5)
    out = tmp_path / "out.jsonl"
    command = ["ceiling.py", "--boards", "5x5/4", "--out", str(out)]

    def run(*options):
        monkeypatch.setattr("sys.argv", [*command, *options])
        assert ceiling.main() == 0
        lines = capsys.readouterr().out.splitlines()
        return [line for line in lines if line.startswith("| 5x5/4")]

    assert run("--recorded") == []
    table = run()
    for line, rule in zip(table, "SZ", strict=True):
        best = 100 * optimum(5, 5, 4, rule)
        limit = float(line.split("|")[4].strip(" *"))
        assert best < limit < best + 8, line
    assert run("--recorded") == table
    lines = out.read_text().splitlines()
    out.write_text("\n".join(lines[:3]) + "\n" + lines[3][:20] + "\n")
    assert run() == table
    assert [json.loads(line) for line in out.read_text().splitlines() if line.endswith("}]")] == [
        json.loads(line) for line in lines
    ]
    assert run("--seed", "7") != table


def test_nonsense_is_refused(monkeypatch, capsys):
    for options in (
        ["--boards", "7x7/7"],
        ["--risk", "0"],
        ["--share", "-1"],
        ["--seed", "-1"],
        ["--out", "/no/such/folder/x"],
    ):
        monkeypatch.setattr("sys.argv", ["ceiling.py", *options])
        with pytest.raises(SystemExit) as stop:
            ceiling.main()
        assert stop.value.code == 2
        assert "error" in capsys.readouterr().err


def test_no_compiler_is_said_in_a_sentence(tmp_path, monkeypatch, capfd):
    source = tmp_path / "small.pyx"
    source.write_text("def answer():\n    return 42\n")
    assert compiled(source, tmp_path / "cache").answer() == 42
    assert "compiling small.pyx" in capfd.readouterr().err
    assert compiled(source, tmp_path / "cache").answer() == 42
    assert capfd.readouterr().err == ""
    source.write_text("def answer(:\n")
    with pytest.raises(CannotCompile, match=r"small\.pyx was not compiled"):
        compiled(source, tmp_path / "cache")
    monkeypatch.setitem(sys.modules, "Cython.Build", None)
    with pytest.raises(CannotCompile, match="pip install cython setuptools"):
        compiled(source, tmp_path / "cache")
