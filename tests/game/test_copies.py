"""Games in play and generated boards are copied and pickled."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import minesolver as ms
from minesolver.game.generate import generate


def _copies(original):
    return [copy.copy(original), copy.deepcopy(original), pickle.loads(pickle.dumps(original))]


def _play(game):
    while not game.over:
        game.open(ms.analyze(game.board).best)
    return game.moves, game.layout, str(game.board)


@pytest.mark.parametrize(
    "board", ["square", "hex", "liar", "connected", "torus", "quad", "multiple"]
)
@pytest.mark.parametrize("mines", ["hidden", "fair"])
def test_a_game_is_copied_at_any_time(board: Any, mines: Any) -> None:
    first_click = "safe" if board == "square" else "none"
    rules = ms.Rules(first_click, board=board, deal=mines)
    fresh = ms.Game(4, 4, 4, rules, seed=1)
    played = ms.Game(4, 4, 4, rules, seed=1)
    played.open(ms.analyze(played.board).best)
    for game in (fresh, played):
        state = game.board, game.moves
        copies = _copies(game)
        assert (game.board, game.moves) == state
        results = [_play(copied) for copied in copies]
        assert (game.board, game.moves) == state  # the copies are games of their own
        assert all(result == results[0] for result in results)
        assert _play(game.copy()) == results[0]


def test_a_copy_takes_moves_back_by_itself():
    game = ms.Game(4, 4, 3, seed=2)
    game.open((0, 0))
    game.flag(next(iter(game.board.where(ms.HIDDEN))))
    copied = game.copy()
    copied.undo()
    copied.undo()
    assert len(game.moves) == 2
    assert game.flags
    assert not copied.flags
    assert copied.layout is None


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"no_guess": False},
        {"board": "hex"},
        {"board": "liar", "unique": True},
        {"board": "connected", "no_guess": False},
        {"board": "quad", "progressive": True},
    ],
    ids=str,
)
def test_what_generate_yields_is_copied(options):
    generated = next(generate(4, 4, 4, seed=1, **options))
    for copied in _copies(generated):
        assert copied == generated
        assert str(copied.board) == str(generated.board)
        assert str(copied.solution) == str(generated.solution)
