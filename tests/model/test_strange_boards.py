"""Boards of strange densities, sizes and cells are kept as they are, or refused."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import minesolver as ms
from minesolver.model import board as boards


@pytest.mark.parametrize(
    "density",
    [
        "1e-999999999999",
        "1e-9999999",
        "0." + "0" * 5000 + "1",
        "1/" + "9" * 5000,
        "nan",
        "inf",
        "1e-x",
    ],
)
def test_a_density_that_cannot_be_written_down_is_refused(density):
    for call in (
        lambda: ms.Board.parse("##\n##", density=density),
        lambda: ms.Board.parse(f"2x2x~{density}\n##\n##"),
    ):
        with pytest.raises(ms.BoardFormatError) as caught:
            call()
        assert len(str(caught.value)) < 300


def test_densities_that_can_be_are_kept():
    for density, value in (
        ("1e-300", Fraction(1, 10**300)),
        (" 1/3 ", Fraction(1, 3)),
        (0.2, Fraction(1, 5)),
        (Fraction(2, 7), Fraction(2, 7)),
        (np.float64(0.25), Fraction(1, 4)),
    ):
        assert ms.Board.parse("##\n##", density=density).density == value
    with pytest.raises(ms.BoardFormatError, match="binary digits"):
        ms.Board.parse("##", density=Fraction(1, 2**20000))


@pytest.mark.parametrize("state", [[], (), [-1, 0], [[-1]], None, "#", True, 1.5, np.nan, 9, -2])
def test_cells_are_looked_up_by_a_state_that_a_cell_can_have(state: Any) -> None:
    """An empty list was NumPy's error about shapes; others were found nowhere, or compared by cell."""
    with pytest.raises(ms.BoardFormatError, match="is not a cell: -1 is hidden"):
        ms.Board.parse("1#\n##").where(state)


def test_cells_of_a_board_under_rules_are_looked_up_as_they_are_opened():
    """A number was found nowhere, also that of hidden cells on other boards."""
    board = ms.Board.parse("1#\n##", 1, rules="hex")
    number: Any = np.int8(2)
    assert board.where(1) == ((0, 0),)
    assert board.open((0, 1), number).where(2) == ((0, 1),)
    wrong_states: list[Any] = [ms.HIDDEN, None, True, "x", [], 1.5]
    for state in wrong_states:
        with pytest.raises(ms.PuzzleError, match=r"not (-1|None|True|'x'|\[\]|1\.5)$"):
            board.where(state)


@pytest.mark.parametrize("size", [(10**30, 1), (1, 10**30), (100_000, 100_000)])
def test_a_hidden_board_has_its_bound(size):
    """It was an error of NumPy's, or more memory than the machine has."""
    with pytest.raises(ms.BoardFormatError, match="more cells than a board may have"):
        ms.Board.hidden(*size)


def test_the_mines_of_a_layout_are_a_set_whatever_holds_them():
    """Those of a list counted twice, those of a generator were gone."""
    cells: list[Any] = [(0, 1), (np.int64(0), 1)]
    layout = ms.Layout(1, 2, frozenset({(0, 1)}))
    for mine_cells in (cells, iter(cells)):
        other: Any = mine_cells
        assert ms.Layout(1, 2, other) == layout
    assert str(ms.Layout(1, 2, frozenset(cells)).board) == str(layout.board)


def test_a_cell_in_a_list_is_opened_and_flagged_as_in_a_tuple():
    board = ms.Board.hidden(1, 3, 1)
    in_lists = board.open([0, 0], 1).flag([0, 1])  # type: ignore[arg-type]
    assert in_lists == board.open((0, 0), 1).flag((0, 1))
    with pytest.raises(ms.CellError):
        board.flag([])  # type: ignore[arg-type]


def test_a_column_with_a_known_mine_is_read_back_from_the_grid():
    board = ms.Board.parse("2x1x1\n1\n*")
    assert ms.Board.parse(board.text("grid"), format="grid") == board


def test_neighbours_of_many_shapes_are_not_all_kept(monkeypatch):
    monkeypatch.setattr(boards, "_MAX_KEPT_CELLS", 10_000)
    for size in range(50, 60):
        boards.neighbours(size, size)
    assert sum(map(len, boards._neighbours_by_shape.values())) <= 10_000
    assert boards.neighbours(3, 3)[4] == (0, 1, 2, 3, 5, 6, 7, 8)


@pytest.mark.parametrize(
    "given",
    [
        {"cells": ["a"], "constraints": [{"cells": ["a"], "mines": 1, "weights": 0.5}]},
        {"cells": ["a"], "constraints": [{"cells": ["a"], "range": [0, 10**18]}]},
        {"cells": ["a"], "density": "1e-999999999"},
        {"cells": ["a"], "hidden_quantities": 5},
    ],
)
def test_puzzles_that_are_none(given):
    with pytest.raises(ms.PuzzleError) as caught:
        ms.Puzzle.from_json(json.dumps(given))
    assert len(str(caught.value)) < 300
