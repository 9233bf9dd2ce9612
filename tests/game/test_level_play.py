"""Levels of Hexcells and Tametsi played by a person and by the machine, in Python and in the terminal."""

from __future__ import annotations

from typing import Any

import pytest
from command import run
from test_levels_of_others import TAMETSI, as_sets, hexcells_text

import minesolver as ms
from minesolver.game.level_game import LevelGame
from minesolver.io.formats import hexcells, tametsi
from minesolver.io.plan import plan, statements


def test_a_move_is_right_where_the_level_says_so():
    cells, mines, _ = as_sets(hexcells_text())
    level = hexcells.read(hexcells_text().split("\n"))
    shown_cells = {level.solution.cells[index] for index in level.shown}
    game = LevelGame(level)
    wrong = 0
    known = set(shown_cells)
    for cell in sorted(cells - shown_cells):
        is_right = game.open(cell)
        assert is_right == (cell not in mines)
        if not is_right:
            wrong += 1
            assert game.board[cell] == "#"
            assert game.mark(cell)
        known.add(cell)
        assert set(game.board.cells) - set(game.board.where("#")) == known
        assert game.mistakes == wrong
        with pytest.raises(ms.MoveError, match="is known already"):
            game.open(cell)
    assert game.solved
    assert game.board == level.solution
    assert game.undo() == max(cells - shown_cells)
    game.restart()
    assert game.board == level.board
    assert game.mistakes == 0
    with pytest.raises(ms.MoveError):
        game.undo()
    with pytest.raises(ms.CellError):
        game.open((99, 99))


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


def test_a_person_plays_a_level(tmp_path):
    path = tmp_path / "level.hexcells"
    path.write_text(hexcells_text())
    moves = "o 1 3\nf 1 5\nh\na\nu\np\no 99 1\nnonsense\n?\nr\nq\n"
    status, out, _ = run("play", "--puzzles", str(path), "--policy", "human", text=moves)
    assert status == 0
    assert "Two flowers" in out
    assert "a mistake: (1,5) is no mine" in out
    assert "took back" in out
    assert "(99,1) is no cell of the board" in out
    assert "not understood" in out
    assert out.endswith("stopped\n")


@pytest.mark.parametrize("text", [hexcells_text(), TAMETSI])
def test_the_machine_plays_a_level_to_its_end(text, tmp_path):
    path = tmp_path / "level"
    path.write_text(text)
    status, out, _ = run("play", "--puzzles", str(path))
    assert status == 0
    assert "0 cells hidden" in out
    assert "0 mistakes" in out  # this level needs no guess
    status, _, error = run("play", "--puzzles", str(path), "--policy", "cs50")
    assert (status, "played by human or safest" in error) == (2, True)
    status, _, error = run("play", "--puzzles", str(path), "--seed", "3")
    assert (status, "has 1 level" in error) == (2, True)
    status, _, error = run("play", "--puzzles", str(path), "--json")
    assert (status, "--json is not for levels" in error) == (2, True)
