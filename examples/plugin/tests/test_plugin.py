"""The whole test-suite of a package that adds an engine and a player."""

import minesolver as ms
from minesolver import testing
from minesolver.players import PLAYERS


def test_they_are_registered():
    assert "products" in ms.engines()
    assert "cautious" in PLAYERS


def test_the_engine():
    testing.check_engine("products")


def test_the_player():
    testing.check_player("cautious")
