"""Exports: every text is read back by hand and has as many models as the board has layouts."""

from __future__ import annotations

from itertools import product

import instances
import pytest

import minesolver as ms
from minesolver import cli
from minesolver.explain.export import dimacs, opb

PUZZLE = ms.Puzzle(["a", "b", "c"], mines=2, capacity={"b": 2})
BOARDS = {
    "plain": ms.Board.parse("1#1\n###\n##1", mines=2),
    "no count": ms.Board.parse("1#1\n###"),
    "known mine": ms.Board.parse("2*1\n###\n###", mines=3),
    "hex": ms.Board.parse("1##\n###\n##1", mines=2, rules="hex"),
    "liar": ms.Board.parse("1##\n###", mines=2, rules="liar"),
    "puzzle": PUZZLE,
}


def models(text):
    """(all assignments that satisfy an OPB text or a CNF, its variables that are shown), by trying each."""
    lines = [line.split() for line in text.splitlines()]
    shown_variables, rows = set(), []
    for words in lines:
        if words[0] in ("*", "c") and words[1].endswith(":"):
            shown_variables.add(int(words[1][:-1]))
        elif words[0] not in ("*", "c", "p"):
            rows.append(words)
    if rows and rows[0][-1] == "0":
        sums = [([(1, int(y)) for y in row[:-1]], ">=", 1) for row in rows]
    else:
        sums = [
            (
                [(int(w), int(x[1:])) for w, x in zip(row[:-3:2], row[1:-3:2], strict=True)],
                row[-3],
                int(row[-2]),
            )
            for row in rows
        ]
    used = sorted({abs(y) for terms, _, _ in sums for _, y in terms} | shown_variables)
    assignments = set()
    for values in product((0, 1), repeat=len(used)):
        value = dict(zip(used, values, strict=True))
        totals = [
            (sum(w * (value[y] if y > 0 else 1 - value[-y]) for w, y in terms), sign, need)
            for terms, sign, need in sums
        ]
        if all(total == need if sign == "=" else total >= need for total, sign, need in totals):
            assignments.add(tuple(value[y] for y in sorted(shown_variables)))
    return assignments


@pytest.mark.parametrize("name", BOARDS)
def test_opb_has_a_model_for_each_layout(name):
    board = BOARDS[name]
    assert len(models(opb(board))) == ms.analyze(board).solutions


@pytest.mark.parametrize("name", ["plain", "known mine"])
def test_cnf_has_a_model_for_each_layout(name):
    board = (
        ms.Board.parse("1#\n##", mines=1) if name == "plain" else ms.Board.parse("2*\n##", mines=2)
    )
    assert len(models(dimacs(board))) == ms.analyze(board).solutions


@pytest.mark.parametrize("name", BOARDS)
def test_a_model_counter_counts_the_layouts_of_the_cnf(name):
    pytest.importorskip("pyganak")
    board = BOARDS[name]
    assert instances.count(dimacs(board)) == ms.analyze(board).solutions


def test_the_family_is_graded_and_counted_by_others(tmp_path):
    pytest.importorskip("pyganak")
    rows = instances.write(tmp_path, 1, 10, largest=10, ganak=True)
    widths = [row["width"] for row in rows]
    assert widths == sorted(widths)
    assert len({*widths}) > 3
    assert len([*tmp_path.glob("*.cnf")]) == len([*tmp_path.glob("*.opb")]) == 10


def test_the_command(tmp_path, capsys):
    file = tmp_path / "board.txt"
    file.write_text("1#\n##")
    assert cli.main(["export", str(file), "--mines", "1"]) == 0
    assert capsys.readouterr().out == dimacs(ms.Board.parse("1#\n##", mines=1), "solutions 3")
    assert cli.main(["export", str(file), "--mines", "1", "--format", "opb", "--no-count"]) == 0
    assert capsys.readouterr().out == opb(ms.Board.parse("1#\n##", mines=1))
    file.write_text(PUZZLE.to_json())
    assert cli.main(["export", str(file)]) == 0
    assert "c solutions 4" in capsys.readouterr().out
    file.write_text("1#\n\n1#")
    assert cli.main(["export", str(file)]) == 2
