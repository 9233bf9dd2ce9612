"""Best play out of a file: as many games won as its table says, and no move where it was never."""

from __future__ import annotations

from itertools import combinations

import pytest

import minesolver as ms
from minesolver.players.saved_best_play import agent
from minesolver.policy.optimal import SmallBoard
from minesolver.policy.saved import best_play


def test_it_wins_as_many_layouts_as_the_table_says(tmp_path):
    board = SmallBoard(3, 3, 2)
    saved = best_play(board, board.optimum("none"))
    path = tmp_path / "best.npz"
    saved.save(path)
    cells = [(row, col) for row in range(3) for col in range(3)]
    wins = 0
    for mines in combinations(cells, 2):
        game = ms.Game(3, 3, layout=mines, rules=ms.Rules("none"))
        wins += ms.play_episode(game, agent(str(path)).make()).outcome == "won"
    assert wins == saved.wins

    player = agent(str(path)).make()
    player.start(3, 3, 2, 1)
    assert player.move(ms.Board.hidden(3, 3, 2)).cell == (0, 1)
    with pytest.raises(ms.RuleError, match="has no move for this position"):
        player.move(ms.Board.parse("###/#2#/###", 2))
    with pytest.raises(ms.RuleError, match="is for 3x3/2, first_click='none'"):
        player.start(3, 3, 3, 1)
