"""Puzzles in files."""

from __future__ import annotations

import pytest

import minesolver as ms


def test_a_puzzle_from_a_file(tmp_path):
    puzzle = ms.Puzzle("ab", mines=1)
    path = tmp_path / "puzzle.json"
    path.write_text(puzzle.to_json())
    assert ms.analyze(ms.Puzzle.from_file(path)) == ms.analyze(puzzle)
    path.write_bytes(b'{"cells": ["\xff"]}')
    with pytest.raises(ms.PuzzleError, match="not text in UTF-8"):
        ms.Puzzle.from_file(path)
    assert repr(puzzle) == "<puzzle of 2 cells, 0 constraints, 1 mine>"
