"""Paired comparison with the luck out, exact regrets, playouts: the tools behind the strongest player."""

from __future__ import annotations

import compare
import luck
import numpy as np
import onestep
import players
import playouts
import pytest
import regret

from minesolver import compiled, policies


def games(name, number, worth, seed=3):
    results = np.zeros((number, 4))
    table = compiled._workspace(8, 8).table
    arguments = policies.get(name).arguments()
    luck.play(table, 8, 10, 1, 0, np.uint64(seed), 0, *arguments, worth, results)
    return results


@pytest.mark.parametrize(("name", "number"), [("safest", 6000), ("strongest", 1500)])
def test_luck_is_taken_out_without_bias(name, number):
    results = games(name, number, 0.7)
    own, _ = compiled.play_games(8, 8, 10, 1, 0, 3, 0, number, policies.get(name).arguments())
    assert (results[:, luck.OUTCOME] == own[:, 0]).all()  # the same games as everywhere else
    won = results[:, luck.OUTCOME] == compiled.WON
    adjusted = results[:, luck.ADJUSTED]
    assert adjusted.std() < 0.7 * won.std()
    # The difference is luck alone: its mean is zero, whatever a survived guess is taken to be worth.
    assert abs((won - adjusted).mean()) < 4 * (won - adjusted).std() / np.sqrt(len(won))
    other = games(name, number, 0.2)[:, luck.ADJUSTED]
    assert abs((other - adjusted).mean()) < 4 * (other - adjusted).std() / np.sqrt(len(won))
    assert (results[won, luck.THEN_WON] == results[won, luck.SURVIVED]).all()


def test_win_rates_are_of_the_same_games_as_everywhere(tmp_path, capsys, monkeypatch):
    own, _ = compiled.play_games(8, 8, 10, 1, 0, 2026, 0, 900, policies.get("safest").arguments())
    won = int((own[:, 0] == compiled.WON).sum())
    line = ["players.py", "--policies", "safest", "--sizes", "8x8/10", "--rules", "S", "--games", "900"]
    monkeypatch.setattr("sys.argv", [*line, "--out", str(tmp_path / "played.jsonl")])
    for _ in range(2):  # the second time from the file
        assert players.main() == 0
        row = capsys.readouterr().out.splitlines()[-1].split("|")
        assert row[4:6] == [" 900 ", f" {100 * won / 900:.3f} "]
        adjusted, half = (float(text) for text in row[7].split("+-"))
        assert 0 < half < 3
        assert abs(adjusted - 100 * won / 900) < 5
        assert row[9] == f" {own[:, 1].sum() / 900:.2f} "
        assert len((tmp_path / "played.jsonl").read_text().splitlines()) == 1


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


@pytest.mark.parametrize("variant", ["safest", "strongest:playouts=0"])
def test_what_one_guess_gains(capsys, monkeypatch, variant):
    line = ["onestep.py", "safest", variant, "--size", "8x8/10", "--games", "300", "--layouts", "24"]
    monkeypatch.setattr("sys.argv", [*line, "--by", "lookahead"])
    assert onestep.main() == 0
    out = capsys.readouterr().out.splitlines()
    differ = int(out[-3].split()[2])
    gain, _, half = out[-2].split()[:3]
    if variant == "safest":
        assert differ == 0
        assert float(gain) == float(half) == 0
    else:
        assert differ > 20
        assert float(half) > 0
        assert float(gain) > -2 * float(half)


def test_weights_are_found_again():
    """Candidates whose results follow the scores of known weights, but for noise."""
    rng = np.random.default_rng(3)
    truth = np.array([0.75, 0.8, 0.3, 0.2, 0.05, 0.02, 0.03])
    guesses = 4000
    rows = np.zeros((3 * guesses, playouts.COLUMNS))
    rows[:, playouts.ROOT] = 64.0 * np.repeat(np.arange(guesses), 3)
    rows[::3, playouts.CHOSEN] = 1
    size = len(rows)
    safety = rng.uniform(0.7, 0.9, size)
    rows[:, playouts.SAFETY] = safety
    rows[:, playouts.FLIP] = rng.uniform(0, 0.1, size) * (rng.random(size) < 0.3)
    risks = np.sort(rng.uniform(0, 0.4, (size, 3)), axis=1)
    rows[:, playouts.FIRST] = safety * (1 - risks[:, 0])
    rows[:, playouts.SECOND] = safety * (risks[:, 0] - risks[:, 1])
    rows[:, playouts.THIRD] = safety * (risks[:, 0] - risks[:, 2])
    rows[:, playouts.DOUBT] = safety * rng.uniform(1, 3, size)
    rows[:, playouts.BESIDE] = rng.random(size) < 0.5
    rows[:, playouts.OPENING] = rng.uniform(0, 0.5, size)
    worth = 0.5 * (1 + truth[0] * (playouts.scores(rows, truth) + 0.5))
    for half in (playouts.FIRST_HALF, playouts.SECOND_HALF):
        rows[:, half] = worth + 0.01 * rng.standard_normal(size)
    pairs = playouts.Pairs(rows)
    begun = np.array([0.6, 0.5, 0.2, 0.0, 0.0, 0.0, 0.0])
    found, halves = playouts.fit(pairs, np.ones(len(pairs.other), bool), begun)
    assert (np.abs(found[1:] - truth[1:]) < 3 * halves[1:] + 0.02).all()
    assert pairs.seen(found)[1] > 0.97 > pairs.seen(begun)[1]
    assert playouts.gain(pairs, begun)[0] > 1


def test_candidates_are_played_out(capsys, monkeypatch):
    line = ["playouts.py", "--size", "8x8/10", "--games", "150", "--share", "1", "--layouts", "8"]
    monkeypatch.setattr("sys.argv", line)
    assert playouts.main() == 0
    out = capsys.readouterr().out
    for name in playouts.NAMES:
        assert f"{name} " in out
    assert "points a guess" in out
