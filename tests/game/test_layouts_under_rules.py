"""Layouts under rules are whole and obey them."""

from __future__ import annotations

import json
from itertools import combinations, product

from minesolver.cli import main


def test_layouts_under_rules_are_whole_and_obey_them(capsys):
    command = [
        "generate",
        "--rules",
        "torus,triplet",
        "--shape",
        "4x4",
        "--mines",
        "5",
        "--seed",
        "3",
    ]
    assert main([*command, "--number", "3", "--format", "json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["index"] for line in lines] == [0, 1, 2]
    for line in lines:
        rows = line["board"] if isinstance(line["board"], list) else line["board"].splitlines()
        symbols = [row.replace(" ", "") for row in rows]
        mines = {(r, c) for r, c in product(range(4), repeat=2) if symbols[r][c] == "*"}
        assert len(mines) == 5
        # No three mines in a row, straight or diagonal.
        for cell, next_mine in combinations(sorted(mines), 2):
            step = (next_mine[0] - cell[0], next_mine[1] - cell[1])
            if max(map(abs, step)) == 1:
                assert (next_mine[0] + step[0], next_mine[1] + step[1]) not in mines
    assert main([*command, "--number", "2"]) == 0
    assert capsys.readouterr().out.count("*") == 10
