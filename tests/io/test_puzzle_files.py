"""Puzzles in files."""

from __future__ import annotations

import pytest

import minesolver as ms
from minesolver.io import formats


def test_a_puzzle_from_a_file(tmp_path):
    puzzle = ms.Puzzle("ab", mines=1)
    path = tmp_path / "puzzle.json"
    path.write_text(puzzle.to_json())
    assert ms.analyze(ms.Puzzle.from_file(path)) == ms.analyze(puzzle)
    path.write_bytes(b'{"cells": ["\xff"]}')
    with pytest.raises(ms.PuzzleError, match="not text in UTF-8"):
        ms.Puzzle.from_file(path)
    assert repr(puzzle) == "<puzzle of 2 cells, 0 constraints, 1 mine>"


def test_sums_beside_a_board_are_constraints_on_its_lines_and_regions():
    board = formats.parse(
        {
            "board": ["##", "##"],
            "row_sums": [1, None],
            "column_sums": [None, 1],
            "regions": ["ab", "ab"],
            "region_sums": {"a": 0},
        }
    )
    sums = {constraint.name: constraint.cells for constraint in board.constraints}
    assert sums == {"row 0": (0, 1), "column 1": (1, 3), "region a": (0, 2)}
    analysis = ms.analyze(board)
    assert (analysis.safe, analysis.mines) == ({(0, 0), (1, 0), (1, 1)}, {(0, 1)})
    without_sums = formats.parse({"board": ["##", "##"]})
    assert without_sums == ms.Board.hidden(2, 2)


def test_a_cell_of_a_graph_may_have_an_outline():
    graph = {"neighbours": {"a": ["b"], "b": ["a"]}, "board": {"a": "1", "b": "#"}}
    corners = [[0, 0], [1, 0], [0, 1]]
    board = formats.parse(graph | {"outlines": {"a": corners, "b": corners}})
    assert board.field.geometry.corners == (((0, 0), (1, 0), (0, 1)),) * 2
    for wrong in ("x", [[0, 0], [1, 0]], [0, 1, 2]):
        with pytest.raises(ms.PuzzleError, match="the outline of a is a list of three corners"):
            formats.parse(graph | {"outlines": {"a": wrong, "b": corners}})


@pytest.mark.parametrize(
    "row, column, words",
    [
        ("..o?", 3, "no place of a level"),
        ("....o+", 5, "lies half over"),
        ("......o+", 7, "lies half over"),
    ],
)
def test_a_level_of_hexagons_names_the_place_that_is_wrong(row, column, words):
    rows = [row.replace("?", "+"), row, *["."] * 31]
    text = "\n".join(["Hexcells level v1", "", "", "", "", *[f"{line:.<66}" for line in rows]])
    with pytest.raises(ms.BoardFormatError, match=words) as caught:
        ms.Board.parse(text)
    assert (caught.value.line, caught.value.column) == (7, column)
