"""The benchmark of positions runs, reproduces its positions, and records what fails."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import positions
import pytest
from boards import SIZES, isolated_clues, speed_board, stuck_positions
from run_facts import print_facts

import minesolver as ms
from minesolver.model.board import HIDDEN


def test_positions_are_stuck_and_reproducible():
    first = stuck_positions(*SIZES["beginner"], 3, seed=4)
    assert first == stuck_positions(*SIZES["beginner"], 3, seed=4)
    assert first != stuck_positions(*SIZES["beginner"], 3, seed=5)
    for board in first:
        analysis = ms.analyze(board)
        assert not analysis.safe
        assert analysis.best is not None


def test_isolated_clues_are_consistent():
    board = isolated_clues(11, 2, density=0.5)
    assert board.shape == (5, 11)
    assert ms.analyze(board).solutions > 0


@pytest.mark.parametrize("engine", ["elimination", "kernel"])
def test_the_speed_board_has_its_published_probabilities(engine):
    """Those beside it in the tests of ``ms_toollib``: of the board without its third row of clues."""
    grid = speed_board().grid.copy()
    grid[4] = HIDDEN
    probability = ms.analyze(ms.Board.from_array(grid, 75), engine).probability
    published = {
        (1, 20): 0.071438566783525,
        (3, 19): 0.22767003533700023,
        (2, 13): 0.46118197399551963,
        (1, 2): 0.4517278981858665,
        (1, 17): 0.7818548405839069,
        (0, 7): 0.5738686778090173,
        (3, 20): 0.06319615739151148,
        (1, 1): 0.7602459933118861,
        (9, 20): 0.3550755215818981,  # away from the clues
    }
    for cell, value in published.items():
        assert probability[cell] == pytest.approx(value, abs=1e-12)


def test_a_small_run(tmp_path, capsys):
    out = tmp_path / "rows.json"
    arguments = ["--sets", "beginner", "--engines", "elimination", "brute_force", "--number", "2"]
    assert (
        positions.main([*arguments, "--json", str(out), "--csv", str(tmp_path / "rows.csv")]) == 0
    )
    text = capsys.readouterr().out
    assert "command: python benchmarks/positions.py --sets beginner" in text
    rows = {row["contender"]: row for row in json.loads(out.read_text())["rows"]}
    assert rows["elimination"]["answered"] == "2/2"
    assert rows["elimination"]["wrong"] == 0
    assert rows["elimination"]["times_elimination"] == 1
    # A beginner board has too many hidden cells for brute force: refused, and said so.
    assert rows["brute_force"]["refused"] + int(rows["brute_force"]["answered"][0]) == 2
    assert len((tmp_path / "rows.csv").read_text().splitlines()) == 3


@pytest.mark.slow
def test_a_hang_is_a_time_out_and_the_run_goes_on():
    board = ms.Board.parse("######\n" * 4, mines=11)  # 2.5 million layouts, one by one
    rows = positions.measure(
        {"grid": [board]}, ["brute_force", "elimination"], 0.7, lambda *_: None
    )
    assert (rows[0].timed_out, rows[0].milliseconds) == (1, [])
    assert len(rows[1].milliseconds) == 1
    assert np.isnan(positions.table(rows)[0]["median_ms"])


def test_unknown_contender(capsys):
    with pytest.raises(SystemExit) as caught:
        positions.main(["--engines", "nobody"])
    assert caught.value.code == 2
    assert "nobody" in capsys.readouterr().err


def test_an_answer_without_a_reference_is_checked_against_the_clues():
    board = isolated_clues(11, 2, density=0.5)
    answer = ms.analyze(board).probability
    assert positions.defect(board, answer) < 1e-12
    wrong = answer.copy()
    wrong[0, 0] += 0.01
    assert positions.defect(board, wrong) == pytest.approx(0.01)
    rows = positions.measure({"grid": [board]}, ["elimination"], 20.0, lambda *_: None, None, 4.0)
    line = positions.table(rows, None)[0]
    assert (line["checked"], line["wrong"]) == ("clues", 0)
    assert line["worst_error"] < 1e-12


def test_every_script_says_what_ran(monkeypatch, capsys):
    """The command, the versions and the seed, as benchmarks/README.md promises."""
    monkeypatch.setattr("sys.argv", ["benchmarks/wide.py", "--sizes", "10"])
    print_facts(seed=3)
    command, facts = capsys.readouterr().out.splitlines()[:2]
    assert command == "command: python benchmarks/wide.py --sizes 10"
    assert f"minesolver {ms.__version__}" in facts
    assert facts.endswith("; seed 3")

    scripts = [
        path
        for path in Path(positions.__file__).parent.glob("*.py")
        if "__main__" in path.read_text()
    ]
    silent = {
        path.stem
        for path in scripts
        if not any(
            call in path.read_text()
            for call in ("print_facts(", "{versions()}", "print(versions())")
        )
    }
    # It prints nothing but boards; it what a run wrote down; two that say more of what ran.
    assert silent == {"boards", "headline", "positions", "versions"}
