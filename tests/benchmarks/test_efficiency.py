"""The benchmark of clicks, on few games of small boards."""

from __future__ import annotations

import efficiency

from minesolver.game import Game, Rules, play_episode


def test_all_players_play_the_same_layouts_with_fewer_and_fewer_clicks():
    rows = list(efficiency.level_rows("9x9/10", 20, "zero", 1))
    names = [row.split("|")[2].strip() for row in rows]
    assert names == ["`openings`", "`human`", "`efficient`"]
    efficiencies = [float(row.split("|")[5].split()[0]) for row in rows]
    assert efficiencies[0] < efficiencies[1] < efficiencies[2]
    won = [row.split("|")[3] for row in rows]
    assert won[0] == won[2]  # the same guesses


def test_the_yardstick_of_a_small_board():
    assert efficiency.small_row(3, 3, 2, "safe").startswith(
        "| 3x3/2 | 24 of 28 | 24 | 4.458 | 4.458 |"
    )


def test_the_human_chords_with_right_flags_only():
    for index in range(8):
        game = Game(9, 9, 14, Rules("safe", after_mine="continue"), seed=3, index=index)
        episode = play_episode(game, efficiency.contenders()["human"]())
        assert episode.outcome == "won"
        flags = [move for move in episode.moves if move.action == "flag"]
        assert all(game.is_mine(move.cell) for move in flags)
    assert any(move.action == "chord" for move in episode.moves)
