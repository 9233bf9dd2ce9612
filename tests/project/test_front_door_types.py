"""Who uses ``minesolver`` with a strict type checker sees the type of everything, and ``Any`` nowhere."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

pytest.importorskip("mypy")  # which only the linters want
pytestmark = pytest.mark.thorough

PROGRAM = """
from fractions import Fraction

import minesolver as ms
from minesolver.model.variant import VariantBoard

# A square board, by text, array, file, or hidden.
board = ms.Board.parse("1#\\n##", mines=1)
reveal_type(board)
reveal_type(ms.Board.from_array([[1, -1], [-1, -1]], mines=1))
reveal_type(ms.Board.from_file("board.txt"))
reveal_type(ms.Board.hidden(3, 3, 2))
reveal_type(board.cells)
reveal_type(board.mines)
reveal_type(board.density)
reveal_type(board.shape)
reveal_type(board.grid)
reveal_type(board[0, 0])
reveal_type(board.where(ms.HIDDEN))
reveal_type(list(board.items()))
reveal_type(board.neighbours((0, 0)))
reveal_type(board.open((0, 1), 1))
reveal_type(board.open({(0, 1): 1}))
reveal_type(board.flag((0, 1)))
reveal_type(board.replace({(0, 1): 1}, mines=2))
reveal_type(board.text())
reveal_type(str(board))
cell: ms.Cell = (0, 1)

# What is known of it.
analysis = ms.analyze(board, "auto", limit=1.0)
reveal_type(analysis)
reveal_type(analysis.board)
reveal_type(analysis.probability)
reveal_type(analysis.fractions)
reveal_type(analysis.exact(0, 1))
reveal_type(analysis.safe)
reveal_type(analysis.mines)
reveal_type(analysis.solutions)
reveal_type(analysis.is_exact)
reveal_type(analysis.proved_complete)
reveal_type(analysis.best)
reveal_type(analysis[0, 1])
reveal_type(analysis.reasons)
reveal_type(analysis.reason(0, 1))
reveal_type(analysis.hint())
reveal_type(list(analysis.layouts()))
reveal_type(analysis.sample(2, seed=1))
reveal_type(analysis.chance({(0, 1): True}))
reveal_type(analysis.difficulty())
reveal_type(analysis.certificate(0, 1, limit=1.0))
reveal_type(analysis.lost_causes)
reveal_type(analysis.lost_causes[0].cells)
reveal_type(analysis.summary())


def best_of(analysis: ms.Analysis) -> ms.Cell | None:
    return analysis.best


# Boards under rules, and puzzles.
under_rules = ms.Board.parse("1#\\n##", 1, rules="hex")
reveal_type(under_rules)
reveal_type(ms.analyze(under_rules).safe)
reveal_type(ms.analyze(under_rules).probability)
puzzle = ms.Puzzle(["a", "b"], 1)
reveal_type(puzzle.cells)
reveal_type(ms.analyze(puzzle).board)
reveal_type(ms.analyze(puzzle).safe)
reveal_type(ms.analyze(puzzle).probability)
reveal_type(ms.analyze(puzzle).fractions)
reveal_type(puzzle.copy())
reveal_type(puzzle.to_json())

# Moves.
move = ms.recommend(board, "strongest", limit=1)
reveal_type(move)
reveal_type(move.cell)
reveal_type(move.candidates)
reveal_type(ms.recommend(analysis).cell)
reveal_type(ms.recommend(under_rules).cell)
grade = ms.grade(board, (0, 1), regret=False)
reveal_type(grade)
reveal_type(grade.cell)
reveal_type(grade.best)
reveal_type(grade.risk)
reveal_type(grade.regret)
reveal_type(ms.judge(ms.Layout(1, 2, frozenset({(0, 1)})), (0, 0)).stuck)
reveal_type(ms.policies())
reveal_type(ms.engines())

# Many at once.
batch = ms.analyze_many([board, board], limit=1)
reveal_type(batch)
reveal_type(batch[0])
reveal_type(batch.best)
reveal_type(ms.analyze_many([puzzle])[0].safe)

# Games.
game = ms.Game(9, 9, 10, ms.Rules("zero"), seed=1)
reveal_type(game)
reveal_type(game.board)
reveal_type(game.layout)
reveal_type(game.open((0, 0)))
reveal_type(game.chord_cells((0, 0)))
reveal_type(game.moves)
reveal_type(game.undo().shown)
reveal_type(game.start)
reveal_type(game.status)
reveal_type(ms.Game.level("beginner").board)
hexagons: ms.Game[VariantBoard] = ms.Game(4, 4, 3, ms.Rules(board="hex"))
reveal_type(hexagons.board)
reveal_type(hexagons.open((0, 0)))
layout = ms.Layout(1, 2, frozenset({(0, 1)}))
reveal_type(layout.board)
reveal_type(layout.mine_cells)
reveal_type(layout.text())
reveal_type(layout.text("mbf"))
reveal_type(ms.Rules("fixed:1,1").start)

while not game.over:
    choice = ms.analyze(game.board).best
    assert choice is not None
    board = game.board.open(game.open(choice))

# What goes wrong.
inconsistent = ms.InconsistentBoardError("no layout fits", clues=[(0, 0)])
reveal_type(inconsistent.clues)
reveal_type(inconsistent.known_mines)
reveal_type(inconsistent.constraints)
reveal_type(inconsistent.to_dict())
reveal_type(ms.InconsistentPuzzleError("no layout fits").clues)
reveal_type(ms.PuzzleError("no such cell", cell="a").cell)
reveal_type(ms.BoardFormatError("no board").line)
reveal_type(ms.MinesolverError("an error").to_dict())
half: Fraction = analysis.exact((0, 1))
"""


def checked(checker, tmp_path):
    """The status of a type checker that is run in a folder away from the checkout, and what it printed."""
    (tmp_path / "program.py").write_text(PROGRAM)
    run = subprocess.run(
        [sys.executable, "-m", *checker, "program.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    return run.returncode, run.stdout


def test_a_strict_user_sees_no_any(tmp_path):
    status, out = checked(["mypy", "--strict"], tmp_path)
    assert status == 0, out
    revealed = re.findall(r'Revealed type is "(.*)"', out)
    assert len(revealed) > 60
    # The shape of an array of more than two dimensions is numpy's own to say.
    assert [text for text in revealed if re.search(r"\bAny\b", text)] == []
    assert not re.search(r"\bobject\b(?!_)", " ".join(revealed))


def test_an_editor_sees_no_any(tmp_path):
    """Pyright is what editors ask: it finds the package by README's line, and infers what mypy does."""
    pytest.importorskip("pyright")
    status, out = checked(["pyright", "--pythonpath", sys.executable], tmp_path)
    assert status == 0, out
    revealed = re.findall(r'Type of ".*" is "(.*)"', out)
    assert len(revealed) > 60
    assert [text for text in revealed if re.search(r"\b(Any|Unknown)\b", text)] == []
