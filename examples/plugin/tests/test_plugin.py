"""The whole test-suite of a package that adds an engine, a player and a format."""

import minesolver as ms
from minesolver import testing
from minesolver.io.formats import FORMATS
from minesolver.players import PLAYERS


def test_they_are_registered():
    assert "products" in ms.engines()
    assert "cautious" in PLAYERS
    assert "markdown" in FORMATS


def test_the_engine():
    testing.check_engine("products")


def test_the_player():
    testing.check_player("cautious")


def test_the_format():
    board = ms.Board([[1, -1], [10, -1]])
    testing.check_format("markdown", [("| 1 | ? |\n|:-:|---|\n| x | ? |", board)])
    assert ms.Board.parse(board.text("markdown")) == board
