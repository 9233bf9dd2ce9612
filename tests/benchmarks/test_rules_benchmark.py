"""The benchmark of rules runs, and an exact counter of others (pyganak) counts the same."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import rules as benchmark

NAMES = ["vanilla", "hex,liar", "wall", "connected", "snake", "torus,negation,quad"]


def test_rules_are_timed_and_counted():
    command = [
        sys.executable,
        benchmark.__file__,
        "--sizes",
        "4",
        "--boards",
        "1",
        "--json",
        "--rules",
        *NAMES,
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    assert [row["rules"] for row in rows] == NAMES
    assert all(row["analysis_ms"] > 0 and row["cell_by_cell_ms"] > 0 for row in rows)


@pytest.mark.parametrize(
    "rules", [*NAMES, "eyesight", "partition", "dual", "outside", "multiple", "balance"]
)
def test_an_independent_counter_agrees(rules):
    pytest.importorskip("pyganak")
    import minesolver as ms

    sampler = benchmark.UnderRules(benchmark.Field.parse(rules, (5, 5)))
    for index in range(2):
        board = benchmark.position(sampler, 7, index)
        assert benchmark.ganak(board) == ms.analyze(board).solutions
