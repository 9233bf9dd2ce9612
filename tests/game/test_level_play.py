"""Levels of Hexcells and Tametsi played by a person and by the machine, in Python and in the terminal."""

from __future__ import annotations

from typing import Any

from test_levels_of_others import TAMETSI, as_sets, hexcells_text

import minesolver as ms
from minesolver.io.formats import hexcells, tametsi
from minesolver.io.plan import plan, statements


def test_the_picture_has_each_cell_at_its_place():
    cells, mines, lines = as_sets(hexcells_text())
    solution: Any = hexcells.read(hexcells_text().split("\n")).solution
    header, *rows = plan(solution).splitlines()
    columns = {int(label): header.index(label) + len(label) for label in header.split()}
    place_of = {}
    for line in rows:
        row = int(line.split()[0])
        for column, end in columns.items():
            word = line.ljust(99)[:end].split(" ")[-1]
            if word:
                place_of[row, column] = word
    assert place_of.keys() == cells
    assert {cell for cell, word in place_of.items() if word[0] == "*"} == mines
    hidden: Any = hexcells.read(hexcells_text().split("\n")).board
    assert len(statements(hidden)) == len(lines)
    assert not statements(solution)
    assert plan(ms.Board.parse("2x2x1 hex\n##\n1#")) == ""  # type: ignore[arg-type]
    named: Any = tametsi.read(TAMETSI.split("\n")).board
    assert plan(named).split() == ["1", "#8", "#9"]
    assert statements(named)[0] == "line 0: 1 mine; hidden 8"
