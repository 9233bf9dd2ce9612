"""The table of the README is the one that its results have, and the script makes it of any run."""

from __future__ import annotations

import sys
from pathlib import Path

import boards
import headline
import pytest

from minesolver import cli

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_the_first_screen_has_the_table_of_the_results(page):
    results = (ROOT / "benchmarks/results/headline.md").read_text("utf-8")
    table = [line for line in results.splitlines() if line.startswith("|")][:8]
    assert "\n".join(table) in (ROOT / page).read_text("utf-8")


def test_the_table_of_a_small_run(tmp_path, monkeypatch, capsys):
    run = str(tmp_path / "run.sqlite")
    experiment = str(ROOT / "benchmarks/experiments/headline.toml")
    assert cli.main(["bench", "run", experiment, "--games", "2", "--out", run]) == 0
    dense_run = str(tmp_path / "dense.sqlite")
    dense = str(ROOT / "benchmarks/experiments/headline-dense.toml")
    assert cli.main(["bench", "run", dense, "--engines", "kernel", "--out", dense_run]) == 0
    capsys.readouterr()
    picture, results = tmp_path / "x.svg", tmp_path / "x.md"
    words = ["headline.py", run, "--dense", dense_run, "--svg", str(picture), "--out", str(results)]
    monkeypatch.setattr(sys, "argv", words)
    headline.main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2 + len(headline.PLAYERS)
    assert "the same 2 games a level" in lines[0]
    assert lines[6].startswith("| **exact**, else least risk |")
    assert picture.read_text("utf-8").count("<rect") == 1 + 3 * len(headline.PLAYERS)
    results_text = results.read_text("utf-8")
    assert results_text.count("| expert |") == len(headline.PLAYERS)
    assert "| engine | 10x10 | 15x15 | 20x20 | 30x30 | 50x50 |\n" in results_text
    assert "refused" not in results_text
    assert str(ROOT) not in results_text


@pytest.mark.parametrize("size", [10, 15, 20, 30, 50])
def test_dense_boards_are_those_of_the_script(size):
    file = ROOT / f"benchmarks/positions/dense-{size}.mines"
    assert "\n\n".join(map(str, boards.dense(size))) + "\n" == file.read_text("utf-8")
