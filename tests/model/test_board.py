from __future__ import annotations

import pickle
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from strategies import arbitrary_boards, played_boards

import minesolver as ms
from minesolver.model.board import neighbours


@given(played_boards())
def test_text_round_trip(board):
    assert ms.Board.parse(str(board)) == board
    assert eval(repr(board), {"Board": ms.Board}) == board


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (2, 2), (2, 3)])
def test_text_round_trip_of_boards_without_hidden_cells(shape):
    """Such a text is like a whole layout: 1 or * for mines."""
    for codes in product((0, 1, 2, 10), repeat=shape[0] * shape[1]):
        try:
            board = ms.Board(np.array(codes, np.int8).reshape(shape))
        except ms.BoardFormatError:  # a clue that is larger than its neighbourhood
            continue
        assert ms.Board.parse(str(board)) == board


@given(arbitrary_boards())
def test_array_and_pickle_round_trip(board):
    by_array = ms.Board.from_array(board.grid, board.mines, density=board.density)
    assert by_array == board
    assert hash(by_array) == hash(board)
    assert pickle.loads(pickle.dumps(board)) == board


def test_a_board_cannot_be_changed():
    source = np.array([[1, -1]])
    board = ms.Board.from_array(source, 1)
    source[0, 0] = 0
    assert board[0, 0] == 1
    with pytest.raises(ValueError):
        board.grid[0, 0] = 0
    with pytest.raises(AttributeError):
        setattr(board, "mines", 2)  # noqa: B010
    assert board.grid.dtype == np.int8


def test_replace_makes_a_new_board():
    board = ms.Board.parse("1#", 1)
    with_mine = board.replace({(0, 1): 10})
    assert str(with_mine) == "1x2x1\n1*"
    assert board[0, 1] == -1


@pytest.mark.parametrize(
    "array, message",
    [
        ([[1, 9]], "9 at row 0, column 1"),
        ([[1, -2]], "-2 at row 0, column 1"),
        ([[11]], "11 at row 0"),
        ([[1, 0], [0]], "not all of one length"),
        ([1, 2], "rectangle"),
        ([[]], "rectangle"),
        ([[0.5]], "0.5 at row 0"),
        ([[1.0, 1e300]], "1e\\+300 at row 0, column 1"),
        ([[None, [1]]], "not all of one length"),
        ([["#", None]], "integers"),
        ([["#"]], "integers"),
        ([[1]], "0 neighbours"),
        ([[2, -1]], "1 neighbour"),
        ([[4, -1], [-1, -1]], "clue 4 at row 0, column 0"),
        ([[-1, 6, -1], [-1, -1, -1], [-1, -1, -1]], "clue 6 at row 0, column 1"),
    ],
)
def test_bad_arrays(array, message):
    with pytest.raises(ms.BoardFormatError, match=message):
        ms.Board.from_array(array)


def test_hidden_cells_of_tables_and_the_array_of_a_board():
    board = ms.Board([[1, -1], [-1, 10]], 2)
    nothing = float("nan")
    for array in (
        [[1, None], [None, 10]],
        [[1, nothing], [nothing, 10]],
        [[1.0, None], [nothing, 10]],
    ):
        assert ms.Board.from_array(array, 2) == board
    assert ms.Board.from_array(board, 2) == board
    assert np.asarray(board).tolist() == [[1, -1], [-1, 10]]
    assert not np.asarray(board).flags.writeable
    assert np.array(board, float).dtype == float


@pytest.mark.parametrize("mines", [-1, 4, 1.5, True, "1"])
def test_bad_mine_totals(mines):
    with pytest.raises(ms.BoardFormatError, match="mine count"):
        ms.Board.parse("1#\n##", mines)


def test_known_mines_count_towards_the_total():
    assert ms.Board.parse("1*\n##", 1).mines == 1
    with pytest.raises(ms.BoardFormatError, match="1 known mines"):
        ms.Board.parse("1*\n##", 0)


@pytest.mark.parametrize("density", [0, 1, -0.1, 1.5, "x", "1/0", float("nan")])
def test_bad_densities(density):
    with pytest.raises(ms.BoardFormatError, match="density"):
        ms.Board.parse("1#\n##", density=density)


def test_density_is_read_by_its_digits_and_excludes_a_total():
    assert ms.Board.parse("1#", density=0.2).density == Fraction(1, 5)
    with pytest.raises(ms.BoardFormatError, match="not both"):
        ms.Board.parse("1#", 1, density=0.2)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, float, object])
def test_an_array_may_have_any_code_where_so_many_neighbours_are(kind):
    lowest, highest = (
        (0, 255) if kind is np.uint8 else (-128, 127) if kind is np.int8 else (-300, 300)
    )
    codes = {
        *range(-3, 13),
        *(k * n for k in (-1, 1) for n in (127, 128, 129, 246, 255, 256, 257, 266)),
    }
    for rows, cols in ((1, 1), (1, 3), (2, 2), (2, 3), (3, 3)):
        for (index, near_cells), other_code in product(enumerate(neighbours(rows, cols)), (0, 10)):
            for code in sorted(code for code in codes if lowest <= code <= highest):
                grid = np.full(rows * cols, other_code, kind)
                grid[index] = code
                grid = grid.reshape(rows, cols)
                if code in (-1, 10) or 0 <= code <= len(near_cells):
                    board = ms.Board(grid)
                    assert board.grid.tolist() == grid.tolist()
                    assert not board.grid.flags.writeable
                else:
                    with pytest.raises(
                        ms.BoardFormatError, match=f"row {index // cols}, column {index % cols} "
                    ):
                        ms.Board(grid)


@pytest.mark.parametrize(
    "rows, cols, counts", [(1, 1, [0]), (1, 3, [1, 2, 1]), (3, 3, [3, 5, 3, 5, 8, 5, 3, 5, 3])]
)
def test_neighbours(rows, cols, counts):
    assert [len(near_cells) for near_cells in neighbours(rows, cols)] == counts


@pytest.mark.parametrize("code", [9, -2, 11])
def test_a_code_that_is_none_is_named_with_its_place(code):
    with pytest.raises(ms.BoardFormatError) as caught:
        ms.Board.from_array([[1, -1, -1], [-1, -1, code]])
    assert (caught.value.line, caught.value.column, caught.value.symbol) == (2, 3, str(code))
