"""Paired comparison, gains of a guess, playouts: the tools behind the strongest player."""

from __future__ import annotations

import argparse
from math import inf

import compare
import numpy as np
import onestep
import players
import playouts
import pytest
from compare import ADJUSTED, GUESSES, OUTCOME, SURVIVED, WON

from minesolver import policies


def games(name, number, worth, seed=3):
    results = np.zeros((number, 5))
    policies.get(name).chooser(8, 8).play(10, 1, 0, seed, 0, worth, results, inf)
    return results


@pytest.mark.parametrize(("name", "number"), [("safest", 3000), ("strongest", 300)])
def test_variance_is_reduced_without_bias(name, number):
    results = games(name, number, 0.7)
    won = results[:, OUTCOME] == WON
    adjusted = results[:, ADJUSTED]
    assert adjusted.std() < 0.7 * won.std()
    # The difference is luck alone: its mean is zero, whatever a survived guess is taken to be worth.
    assert abs((won - adjusted).mean()) < 4 * (won - adjusted).std() / np.sqrt(len(won))
    with_other_worth = games(name, number, 0.2)
    assert (with_other_worth[:, : SURVIVED + 1] == results[:, : SURVIVED + 1]).all()
    change = with_other_worth[:, ADJUSTED] - adjusted
    assert abs(change.mean()) < 4 * change.std() / np.sqrt(len(won))
    assert (results[won, GUESSES] == results[won, SURVIVED]).all()
    assert (results[~won, GUESSES] == results[~won, SURVIVED] + 1).all()


def test_win_rates_are_of_the_same_games_as_everywhere(tmp_path, capsys, monkeypatch):
    played = games("safest", 900, 0.5, seed=2026)
    won = int((played[:, OUTCOME] == WON).sum())
    line = [
        "players.py",
        "--policies",
        "safest",
        "--sizes",
        "8x8/10",
        "--rules",
        "S",
        "--games",
        "900",
    ]
    monkeypatch.setattr("sys.argv", [*line, "--out", str(tmp_path / "played.jsonl")])
    for _ in range(2):  # the second time from the file
        assert players.main() == 0
        row = capsys.readouterr().out.splitlines()[-1].split("|")
        assert row[4:6] == [" 900 ", f" {100 * won / 900:.3f} "]
        adjusted, error = (float(text) for text in row[7].split("+-"))
        assert 0 < error < 3
        assert abs(adjusted - 100 * won / 900) < 5
        assert row[10] == f" {played[:, GUESSES].sum() / 900:.2f} "
        assert len((tmp_path / "played.jsonl").read_text().splitlines()) == 1
    monkeypatch.setattr(
        "sys.argv", [*line, "--seeds", "2026", "7", "--out", str(tmp_path / "played.jsonl")]
    )
    assert players.main() == 0
    row = capsys.readouterr().out.splitlines()[-1].split("|")
    won_of_both = won + int((games("safest", 900, 0.5, seed=7)[:, OUTCOME] == WON).sum())
    assert row[4:6] == [" 1800 ", f" {100 * won_of_both / 1800:.3f} "]
    assert row[11].startswith(f" 2026: {adjusted:.3f} +- {error:.3f}; 7: ")
    monkeypatch.setattr("sys.argv", [*line, "--recorded", "--out", str(tmp_path / "played.jsonl")])
    assert players.main() == 0
    recorded_row = capsys.readouterr().out.splitlines()[-1].split("|")
    assert recorded_row[3].startswith(" safest (")
    assert recorded_row[4:] == row[4:]
    monkeypatch.setattr(
        "sys.argv", [*line, "--seeds", "2026", "7", "--out", str(tmp_path / "played.jsonl")]
    )
    monkeypatch.setattr(players, "CHECKED", 149)  # lines of a player of whom other games are known
    assert players.main() == 0
    assert len((tmp_path / "played.jsonl").read_text().splitlines()) == 4
    monkeypatch.setattr("sys.argv", [*line, "--recorded", "--out", str(tmp_path / "played.jsonl")])
    capsys.readouterr()
    assert players.main() == 0
    assert [row.split("|")[4] for row in capsys.readouterr().out.splitlines()[2:]] == [
        " 1800 ",
        " 1800 ",
    ]


def test_players_are_told_apart_though_their_games_go_alike(monkeypatch):
    """By what playouts say of candidates, where the cells opened are the same."""
    monkeypatch.setattr(players, "CHECKED", 12)
    setting = argparse.Namespace(size="9x9/10", rule="S", start=[0, 0], jobs=1, seed=1)
    player, other_player = (
        compare.contender(f"strongest:tree_layouts=60,playouts={n}") for n in (112, 128)
    )
    played = [
        compare.play(contender, setting, players.CHECK_SEED, 0, 12, 0.5)
        for contender in (player, other_player)
    ]
    assert (played[0] == played[1]).all()
    assert (
        players._player(player, setting)
        == players._player(player, setting)
        != players._player(other_player, setting)
    )


def test_a_comparison(capsys, monkeypatch):
    monkeypatch.setattr(
        "sys.argv",
        [
            "compare.py",
            "safest",
            "lookahead:skip_uninformative=0",
            "--size",
            "8x8/10",
            "--games",
            "500",
        ],
    )
    monkeypatch.setattr(compare, "PILOT", 200)
    assert compare.main() == 0
    rows = [
        line.split("|") for line in capsys.readouterr().out.splitlines() if line.startswith("| ")
    ]
    assert [row[1].strip() for row in rows[1:]] == ["safest", "lookahead:skip_uninformative=0"]
    assert "+-" in rows[2][6]
    assert int(rows[2][7]) > 0


def test_a_parameter_that_no_policy_has_is_refused(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["compare.py", "strongest:influence=0"])
    with pytest.raises(SystemExit) as caught:
        compare.main()
    assert caught.value.code == 2
    assert "influence" in capsys.readouterr().err


@pytest.mark.parametrize("variant", ["safest", "strongest:playouts=0"])
def test_what_one_guess_gains(capsys, monkeypatch, variant):
    line = [
        "onestep.py",
        "safest",
        variant,
        "--size",
        "8x8/10",
        "--games",
        "300",
        "--layouts",
        "24",
    ]
    monkeypatch.setattr("sys.argv", [*line, "--by", "lookahead"])
    assert onestep.main() == 0
    out = capsys.readouterr().out.splitlines()
    differ = int(out[-3].split()[-2])
    gain, _, error = out[-2].split()[:3]
    if variant == "safest":
        assert differ == 0
        assert float(gain) == float(error) == 0
    else:
        assert differ > 20
        assert float(error) > 0
        assert float(gain) > -2 * float(error)


def test_what_there_is_to_gain_is_bounded_from_both_sides():
    luck = np.random.default_rng(1)
    bounds = []
    for _ in range(2000):
        chances = np.array([[0.5], [0.52], [0.49]])
        results = (luck.random((3, 400)) < chances).astype(float)
        bounds.append(onestep.headroom(results, np.zeros(3)))
    differs, lower, upper = np.mean(np.array(bounds, float), axis=0)
    assert 0.3 < differs < 0.95
    assert 0.003 < lower < 0.02 < upper < 0.06
    assert onestep.headroom(np.array([[0.0] * 8, [1.0] * 8]), np.zeros(2)) == (True, 1.0, 1.0)
    assert onestep.headroom(np.ones((2, 8)), np.zeros(2)) == (False, 0.0, 0.0)
    # A score far ahead is not given up for what a few layouts tell.
    assert onestep.headroom(np.array([[0.0] * 8, [1.0] * 8]), np.array([0.0, -9.0]))[1] == 0.0


def test_what_knowing_all_gains_is_found_again():
    """Candidates of known worth, seen through noise: the best of them wins so much, on average."""
    luck = np.random.default_rng(2)
    games_told_apart, true_gain = [], 0.0
    for game in range(2000):
        logs = np.sort(luck.normal(0, 0.02, 3))[::-1]
        worth = 0.4 + onestep.score_scale * 0.4 * (logs - logs.mean()) + luck.normal(0, 0.012, 3)
        results = worth[:, None] + luck.normal(0, 0.05, (3, 8)) + luck.normal(0, 0.3, 8)
        games_told_apart.append(onestep.told_apart(game, results, logs))
        true_gain += 100 * (worth.max() - worth[0])
    (spread, *spread_ends), (_, lower, upper) = onestep.knowing(games_told_apart, 2000)
    assert spread_ends[0] < 1.2 < spread_ends[1]
    assert abs(spread - 1.2) < 0.15
    assert lower < true_gain / 2000 < upper < lower + 0.25
    assert onestep.knowing(games_told_apart[:1], 1)[1][0] >= 0


def test_what_there_is_to_gain(capsys, monkeypatch):
    line = "onestep.py lookahead --size 8x8/10 --games 40 --layouts 24 --by safest"
    monkeypatch.setattr("sys.argv", line.split())
    assert onestep.main() == 0
    printed = capsys.readouterr().out
    assert "lookahead -> the best of the close" in printed
    lower, upper = (
        float(row.split()[2]) for row in printed.splitlines() if row.endswith("points a game")
    )
    assert lower < upper


def test_weights_are_found_again():
    """Candidates whose results follow the scores of known weights, but for noise."""
    rng = np.random.default_rng(3)
    true_weights = np.array([0.75, 0.8, 0.3, 0.2, 0.05, 0.02, 0.03])
    guesses = 4000
    rows = np.zeros((3 * guesses, len(playouts.COLUMNS)))
    rows[:, playouts.ROOT] = 64.0 * np.repeat(np.arange(guesses), 3)
    rows[::3, playouts.CHOSEN] = 1
    size = len(rows)
    safety = rng.uniform(0.7, 0.9, size)
    rows[:, playouts.SAFETY] = safety
    rows[:, playouts.FIFTY_FIFTY] = rng.uniform(0, 0.1, size) * (rng.random(size) < 0.3)
    risks = np.sort(rng.uniform(0, 0.4, (size, 3)), axis=1)
    rows[:, playouts.FIRST] = safety * (1 - risks[:, 0])
    rows[:, playouts.SECOND] = safety * (risks[:, 0] - risks[:, 1])
    rows[:, playouts.THIRD] = safety * (risks[:, 0] - risks[:, 2])
    rows[:, playouts.ERRORS] = safety * rng.uniform(1, 3, size)
    rows[:, playouts.ON_FRONTIER] = rng.random(size) < 0.5
    rows[:, playouts.LEAST_VALUE] = rng.uniform(0, 0.5, size)
    worth = 0.5 * (1 + true_weights[0] * (playouts.scores(rows, true_weights) + 0.5))
    for half in (playouts.FIRST_HALF, playouts.SECOND_HALF):
        rows[:, half] = worth + 0.01 * rng.standard_normal(size)
    pairs = playouts.Pairs(rows)
    start_weights = np.array([0.6, 0.5, 0.2, 0.0, 0.0, 0.0, 0.0])
    fitted, errors = playouts.fit(pairs, np.ones(len(pairs.other_rows), bool), start_weights)
    assert (np.abs(fitted[1:] - true_weights[1:]) < 3 * errors[1:] + 0.02).all()
    assert pairs.seen(fitted)[1] > 0.97 > pairs.seen(start_weights)[1]
    assert playouts.gain(pairs, start_weights)[0] > 1


def test_candidates_are_played_out(capsys, monkeypatch):
    line = ["playouts.py", "--size", "8x8/10", "--games", "150", "--share", "1", "--layouts", "8"]
    monkeypatch.setattr("sys.argv", line)
    assert playouts.main() == 0
    out = capsys.readouterr().out
    for name in playouts.NAMES:
        assert f"{name} " in out
    assert "points a guess" in out
