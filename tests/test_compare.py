"""Paired comparison with the luck taken out, and exact regrets: the tools behind the strongest player."""

from __future__ import annotations

import compare
import luck
import numpy as np
import pytest
import regret

from minesolver import compiled, policy


def games(name, number, worth, seed=3):
    results = np.zeros((number, 4))
    table = compiled._workspace(8, 8).table
    arguments = policy.get(name).arguments()
    luck.play(table, 8, 10, 1, 0, np.uint64(seed), 0, *arguments, worth, results)
    return results


@pytest.mark.parametrize("name", ["safest", "strongest"])
def test_luck_is_taken_out_without_bias(name):
    results = games(name, 6000, 0.7)
    own, _ = compiled.play_games(8, 8, 10, 1, 0, 3, 0, 6000, policy.get(name).arguments())
    assert (results[:, luck.OUTCOME] == own[:, 0]).all()  # the same games as everywhere else
    won = results[:, luck.OUTCOME] == compiled.WON
    adjusted = results[:, luck.ADJUSTED]
    assert adjusted.std() < 0.7 * won.std()
    # The difference is luck alone: its mean is zero, whatever a survived guess is taken to be worth.
    assert abs((won - adjusted).mean()) < 4 * (won - adjusted).std() / np.sqrt(len(won))
    other = games(name, 6000, 0.2)[:, luck.ADJUSTED]
    assert abs((other - adjusted).mean()) < 4 * (other - adjusted).std() / np.sqrt(len(won))
    assert (results[won, luck.THEN_WON] == results[won, luck.SURVIVED]).all()


def test_a_comparison(capsys, monkeypatch):
    monkeypatch.setattr(
        "sys.argv", ["compare.py", "safest", "lookahead:living=0", "--size", "8x8/10", "--games", "500"]
    )
    monkeypatch.setattr(compare, "PILOT", 200)
    assert compare.main() == 0
    rows = [line.split("|") for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    assert [row[1].strip() for row in rows[1:]] == ["safest", "lookahead:living=0"]
    assert "+-" in rows[2][6]
    assert int(rows[2][7]) > 0


def test_no_guess_wins_more_than_the_best_play(capsys, monkeypatch):
    found = []
    collect = regret.collect

    def spy(*arguments):
        taken, refused = collect(*arguments)
        found.append(arguments[-1][:taken].copy())
        return taken, refused

    monkeypatch.setattr(regret, "collect", spy)
    line = ["regret.py", "safest", "strongest", "--size", "8x8/10", "--games", "1500", "--most", "1000"]
    monkeypatch.setattr("sys.argv", line)
    assert regret.main() == 0
    rows = np.concatenate(found)
    assert len(rows) > 20
    layouts, best, safest, strongest = rows[:, 1:].T
    assert (best <= layouts).all()
    assert (safest <= best).all()
    assert (strongest <= best).all()
    assert (safest < best).any()
    assert "safest" in capsys.readouterr().out
