"""What is judged of a player's moves, by games whose every move is written down."""

from __future__ import annotations

from fractions import Fraction
from math import log10

import pytest

import minesolver as ms
from minesolver.game.score import judged
from minesolver.players import Move


class Scripted:
    """A player with its moves written down."""

    def __init__(self, *moves):
        self.moves = moves

    def start(self, *size_and_seed):
        self.left = iter(self.moves)

    def move(self, board):
        return next(self.left)


def game_of(text, first_click="none"):
    """A game on a layout: ``*`` is a mine."""
    rows = text.split("/")
    mines = [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "*"]
    rules = ms.Rules(first_click)
    return ms.Game(len(rows), len(rows[0]), len(mines), rules, layout=mines)


def test_a_flag_is_no_opened_cell():
    """``1#*`` of which the clue is open: to flag its mine risks nothing, and is no move that was missed."""
    score = judged(
        Scripted(Move((0, 0)), Move((0, 1), "flag"), Move((0, 2))),
        [game_of(".*.")],
    )
    (sums,) = score.games
    assert sums.won
    # The first cell was a guess of one in three; the last one is proved.
    assert (sums.guesses, sums.least_risk_guesses) == (1, 1)
    assert sums.luck_spent == pytest.approx(-log10(Fraction(2, 3)))
    assert (sums.provable.total(), sums.proved.total()) == (1, 1)
    assert score.missed == []
    assert sums.excess_risk == 0


def test_a_first_cell_that_the_rules_protect_is_no_guess():
    for first_click, guesses in (("none", 1), ("safe", 0)):
        score = judged(Scripted(Move((0, 0)), Move((0, 2))), [game_of(".*.", first_click)])
        assert score.games[0].guesses == guesses


def test_a_flag_that_is_called_proved_and_is_not_is_a_false_claim():
    moves = [Move((0, 1)), Move((0, 0), "flag", proved=True), Move((0, 2))]
    score = judged(Scripted(*moves), [game_of("*..")])
    assert [(claim.cell, claim.is_mine) for claim in score.false_claims] == [((0, 0), True)]
