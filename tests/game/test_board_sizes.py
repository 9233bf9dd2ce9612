"""The size that a command's options ask for."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import minesolver as ms
from minesolver.game.board_sizes import parse_size, size_of


def asked(**given):
    """Options of a command, of which only these are given."""
    options = dict.fromkeys(("level", "rows", "cols", "mines", "board", "shape"))
    return SimpleNamespace(**(options | given))


@pytest.mark.parametrize("given", [{}, {"cols": 4, "mines": 3}, {"rows": 4, "mines": 3}])
def test_half_a_size_is_none_where_there_is_no_usual_one(given):
    with pytest.raises(ms.BoardFormatError, match="no size: give --level"):
        size_of(asked(**given), None)


def test_rows_columns_and_mines_are_a_size():
    assert size_of(asked(rows=4, cols=5, mines=6), None) == (4, 5, 6)
    assert size_of(asked(rows=4, mines=6)) == (4, 9, 6)  # as many columns as beginner
    assert size_of(asked()) == (9, 9, 10)


def test_a_size_is_given_once():
    for given in ({"level": "4x4/4", "rows": 4}, {"level": "4x4/4", "mines": 4}):
        with pytest.raises(ms.BoardFormatError, match="gives the whole size"):
            size_of(asked(**given))
    with pytest.raises(ms.BoardFormatError, match="needs --mines too"):
        size_of(asked(rows=4, cols=4))


@pytest.mark.parametrize("text", ["9x9/{}", "{}x9/10", "9x9/{}%", "9x9x{}", "9x{}"])
def test_numbers_of_thousands_of_digits_are_no_size(text):
    with pytest.raises(ms.MinesolverError) as caught:
        parse_size(text.format("9" * 5000))
    assert isinstance(caught.value, ValueError)
