"""The tool that compares first and next cells: its layouts, classes, results and resuming."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations
from math import comb

import compare
import numpy as np
import opening
import pytest
from oracle import around


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """A board whose games are all played by the whole tree."""
    monkeypatch.setitem(compare.SIZES, "3x4/3", (3, 4, 3))


@pytest.mark.parametrize(("rule", "cell"), [("S", 0), ("S", 5), ("Z", 0), ("Z", 3)])
def test_layouts_are_those_of_the_rule_and_equally_likely(rule, cell):
    trial = opening.Trial(opening.Question("3x4/3", rule, ()), "safest")
    order = np.random.default_rng(1).random((20_000, 12)).argsort(1)
    drawn_counts = Counter(
        tuple(np.flatnonzero(mines).tolist()) for mines in trial.layouts(cell, order)
    )
    neighbours = {r * 4 + c for r, c in around(cell // 4, cell % 4, 3, 4)}
    free = {cell} | (neighbours if rule == "Z" else set())
    all_mines = list(combinations(sorted({*range(12)} - free), 3))
    assert set(drawn_counts) == set(all_mines)
    mean = 20_000 / len(all_mines)
    chi = sum((drawn_counts[mines] - mean) ** 2 / mean for mines in all_mines)
    assert chi < len(all_mines) + 5 * (2 * len(all_mines)) ** 0.5
    # The same layouts, but for the mines that had to move.
    of_another_cell = trial.layouts(11, order)
    assert (of_another_cell != trial.layouts(cell, order)).sum(1).max() <= 2 * len(free)


def test_results_are_unbiased():
    """Against the number of layouts that the game tree says are won."""
    question = opening.Question("3x4/3", "S", ((0, 1),))
    trial = opening.Trial(question, "strongest")
    cells = [2, 3, 11]
    _, layouts, won = trial.chooser.values(trial.grid, 3, cells)
    results = trial.results(cells, [3], 3000)
    for cell_results, wins in zip(results, won, strict=True):
        assert abs(cell_results.mean() - wins / layouts) < 4 * cell_results.std() / 3000**0.5
    corner_and_inside = opening.Trial(opening.Question("3x4/3", "S", ()), "strongest").results(
        [0, 5], [3], 1500
    )
    assert (
        abs(corner_and_inside[0].mean() - corner_and_inside[1].mean()) > 0.02
    )  # a corner and a cell inside are not the same


def test_classes_and_chances():
    assert len(opening.Question("8x8/10", "S", ()).cells([], 0)) == 10
    assert opening.Question("8x8/10", "S", ()).cells([7, 56, 9], 0) == [0, 9]
    # Top and bottom are mirror images.
    both_edges = opening.Question("16x30/99", "S", ((0, 1), (450, 1)))
    assert both_edges.cells([29, 479, 30, 420], 29) == [29, 30]
    chances = [opening.Question("3x4/3", "S", ((0, k),)).chance() for k in range(4)]
    assert chances == pytest.approx([comb(3, k) * comb(8, 3 - k) / comb(11, 3) for k in range(4)])


def test_a_run_goes_on_where_it_was(tmp_path, capsys, monkeypatch):
    out = tmp_path / "opening.jsonl"
    line = [
        "opening.py",
        "8x8/10",
        "S",
        "--cells",
        "0,1",
        "2,2",
        "--policy",
        "safest",
        "--out",
        str(out),
    ]
    monkeypatch.setattr("sys.argv", [*line, "--games", "3500"])
    assert opening.main() == 0
    table = capsys.readouterr().out
    rows = [
        [text.strip() for text in row.split("|")[1:-1]]
        for row in table.splitlines()
        if row.startswith("| (")
    ]
    assert [row[0] for row in rows] == ["(0, 0)", "(0, 1)", "(2, 2)"]
    assert rows[0][3] == "now"
    assert "not measured: 48 cells" in table
    for row in rows[1:]:
        gain, error = (float(text) for text in row[3].split("+-"))
        assert gain + error < 0  # a corner is best
    lines = out.read_text().splitlines()
    assert len(lines) == int(rows[0][1]) / opening.BATCH
    # Broken off, the last line torn.
    out.write_text("\n".join(lines[:5]) + "\n" + lines[5][:20] + "\n")
    assert opening.main() == 0
    assert capsys.readouterr().out == table
    records = [json.loads(text) for text in out.read_text().splitlines() if text.endswith("}]")]
    assert records == [json.loads(text) for text in lines]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["S", "--opened", "0,0"], "from 1 to 8"),
        (["S", "--opened", "0=1"], "'0' is not ROW,COL"),
        (["S", "--cells", "8,0"], "from 0,0 to 7,7"),
        (["Z", "--opened", "0,0=1"], "for rule S"),
        (["S", "--opened", "0,0=0"], "from 1 to 8"),
        (["S", "--opened", "0,0=3"], "a cell is proved"),
        (["S", "--policy", "nix"], "unknown policy 'nix'"),
    ],
)
def test_nonsense_is_refused(options, message, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(
        "sys.argv", ["opening.py", "8x8/10", *options, "--out", str(tmp_path / "x.jsonl")]
    )
    with pytest.raises(SystemExit) as stop:
        opening.main()
    assert stop.value.code == 2
    assert message in capsys.readouterr().err
