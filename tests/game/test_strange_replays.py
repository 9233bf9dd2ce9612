"""Replays of absurd or malformed games are refused in one line."""

from __future__ import annotations

import pytest

import minesolver as ms
from minesolver.base import errors
from minesolver.game import Game
from minesolver.io import replays

MOVE = '{"cell": [0, 0], "shown": [[0, 0, 0]]}'


@pytest.mark.parametrize(
    "game",
    [
        '{"rows": 1, "cols": 2, "mines": 1, "layout": 5}',
        '{"rows": 1, "cols": 2, "mines": 1, "layout": [5]}',
        f'{{"rows": {"9" * 50}, "cols": 2, "mines": 1, "layout": [[0, 0]]}}',
        f'{{"rows": {"9" * 5000}, "cols": 2, "mines": 1}}',
        f'{{"rows": {"9" * 17}, "cols": {"9" * 17}, "mines": 1, "layout": [[0, 0]]}}',
        '{"rows": 100000, "cols": 100000, "mines": 1}',
        '{"rows": 1, "cols": 1, "mines": 100000000}',
    ],
)
def test_replays_of_absurd_games(game):
    with pytest.raises(ms.BoardFormatError) as caught:
        replays.parse(f"{game}\n{MOVE}")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "game, move, what",
    [
        ('{"rows": 1, "cols": 6, "mines": 2, "layout": ["1*21*1"]}', MOVE, "."),
        (
            '{"rows": 3, "cols": 3, "mines": 1, "layout": [[0, 1, 2]]}',
            MOVE,
            "a mine of the layout is",
        ),
        ('{"rows": 3, "cols": 3, "mines": 2, "layout": ["ab", "cd"]}', MOVE, "."),
        ('{"rows": 3, "cols": 3, "mines": 2, "layout": [[0, 0], "cd"]}', MOVE, "."),
        *(
            (
                '{"rows": 3, "cols": 3, "mines": 1, "layout": [[2, 2]]}',
                f'{{"cell": [0, 0], "seconds": {seconds}}}',
                "line 2: seconds is a number from 0 on",
            )
            for seconds in ("NaN", "1e400", "-1", "true", "-Infinity")
        ),
    ],
)
def test_replays_that_are_malformed(game, move, what):
    with pytest.raises(ms.BoardFormatError, match=what):
        replays.parse(f"{game}\n{move}")


def test_a_game_has_its_bound():
    with pytest.raises(errors.RuleError, match="cells"):
        Game(100_000, 100_000, 1)
