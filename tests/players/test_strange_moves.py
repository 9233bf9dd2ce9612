"""Moves and policies that are none."""

from __future__ import annotations

from typing import Any

import pytest

import minesolver as ms
from minesolver.players import Move
from minesolver.players.player import as_move


class OneMove:
    """A player that always answers the same."""

    def __init__(self, move: object) -> None:
        self.answer = move

    def start(self, *size_and_seed: object) -> None: ...

    def move(self, board: object) -> Any:
        return self.answer


@pytest.mark.parametrize("action", ["Open", "jump", "", None])
def test_a_player_opens_flags_or_chords(action):
    """Any other action was a flag, set and taken away for ever."""
    move = Move((0, 0), action, False, None, "")
    with pytest.raises(ms.MoveError, match="an action is open, flag or chord, not"):
        ms.play_episode(ms.Game(5, 5, 3), OneMove(move))


def test_a_policy_that_is_not_asked_is_known_all_the_same():
    with pytest.raises(ms.UnknownNameError, match="did you mean safest"):
        ms.grade(ms.Board.parse("0#"), (0, 1), policy="safes")


def test_a_cell_alone_is_opened_without_a_claim():
    move = as_move((1, 2))
    assert (move.cell, move.action, move.proved) == ((1, 2), "open", False)
    assert as_move(move) is move
