"""Guesses that are remembered change no game: the same as when each is chosen anew."""

from math import inf

import numpy as np
import pytest
from boards import Driver

from minesolver import kernel, policies

OUTCOME, GUESSES = 0, 1


def played(name, size, number, *, first=0):
    rows, cols, mines = size
    results = np.zeros((number, 5))
    policies.get(name).chooser(rows, cols).play(mines, 1, 0, 5, first, 0.5, results, inf)
    return results


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pseq", "lookahead", "strongest"])
@pytest.mark.parametrize("size", [(5, 5, 6), (8, 8, 10)])
def test_games_are_those_of_guesses_chosen_one_by_one(name, size, thorough):
    """The driver remembers nothing."""
    rows, cols, mines = size
    number = 60 if thorough else 30
    kernel.forget()
    together = played(name, size, number)
    chooser = policies.get(name).chooser(rows, cols)
    driver = Driver(rows, cols, mines, 1, 0)
    for game in range(number):
        guesses = 0
        driver.begin(5, game)
        while driver.next_guess():
            driver.choose(chooser.guess(driver.grid, mines))
            guesses += 1
        assert together[game, [OUTCOME, GUESSES]].tolist() == [driver.won, guesses]
    assert np.array_equal(together, played(name, size, number))  # all of them are remembered now


@pytest.mark.slow
def test_more_positions_than_are_remembered():
    """Over 38,000 guesses, with room for 32,768."""
    size = (7, 7, 15)
    together = played("pseq", size, 12_000)
    assert together[:, GUESSES].sum() > 38_000
    for first_game in (0, 11_000):
        kernel.forget()
        assert np.array_equal(
            together[first_game : first_game + 200], played("pseq", size, 200, first=first_game)
        )


def test_another_number_of_mines_is_another_position():
    """The same chooser plays both: nothing is open but the corner, and it may show the same."""
    for mines in (4, 12):
        kernel.forget()
        alone = played("strongest", (6, 6, mines), 60)
        played("strongest", (6, 6, 16 - mines), 60)
        assert np.array_equal(alone, played("strongest", (6, 6, mines), 60))
