"""Exact regrets of guesses: against expectimax by brute force, resumed, and as a table."""

from __future__ import annotations

import numpy as np
import pytest
import regret
from regret import BEST, FIRST, GAME, LAYOUTS, WEIGHT, Measured, Task
from test_endgame import expectimax

from minesolver import policies
from minesolver.players import PLAYERS

TINY = "4x4/5:S"
NAMES = ("safest", "pseq", "strongest", "advanced_total", "cs50")


@pytest.fixture(autouse=True)
def _tiny(monkeypatch):
    monkeypatch.setitem(regret.SIZES, "4x4/5", (4, 4, 5))


def task(**changes):
    usual_task = Task(TINY, 3, 0, 60, "safest", NAMES, 25, 1.0, 10**6)
    return usual_task._replace(**changes)


def positions(driver, mines, most_layouts):
    """(grid, mines, seeds drawn before) at all guesses of the games of ``task``, played by ``safest``."""
    chooser = policies.get("safest").chooser(4, 4)
    for game in range(60):
        driver.begin(3, game)
        rng = np.random.default_rng([3, game])
        while driver.next_guess():
            if np.exp(driver.log_models) < most_layouts + 0.5:
                rng.random()
                yield game, driver.grid, int(rng.integers(2**32))
            driver.choose(chooser.guess(driver.grid, mines))


def test_regrets_are_those_of_brute_force():
    """Best play and the cells of players of both kinds, valued by trying everything."""
    rows, refused = regret.collect(task())
    assert not refused
    driver, _, _ = regret._tools(TINY, NAMES, "safest")
    guesses = list(positions(driver, 5, 25))
    assert len(guesses) == len(rows) > 20
    for row, (game, grid, seed) in zip(rows, guesses, strict=True):
        layouts, won, wins_by_cell = expectimax(4, 4, 5, grid)
        assert row[:FIRST] == [game, 1.0, layouts, won]
        for name, value in zip(NAMES, row[FIRST:], strict=True):
            if name in PLAYERS and name not in policies.names():
                board = regret.Board.from_array(np.array(grid, np.int8).reshape(4, 4), 5)
                player = PLAYERS.get(name).make()
                player.start(4, 4, 5, seed)
                row_, col = player.move(board).cell
                assert value == wins_by_cell[4 * row_ + col]
            else:
                assert value in wins_by_cell.values()
    columns = np.array(rows)
    assert (columns[:, FIRST + 2] == columns[:, BEST]).all()  # `strongest` searches the whole tree
    assert (columns[:, FIRST] < columns[:, BEST]).any()


def test_positions_that_take_too_long_are_counted():
    rows, refused = regret.collect(task(nodes=1))
    unlimited_rows, _ = regret.collect(task())
    assert refused
    assert len(rows) + len(refused) == len(unlimited_rows)


def test_a_share_of_the_small_positions_stands_for_all():
    all_rows, _ = regret.collect(task(game_count=300))
    sampled_rows, _ = regret.collect(task(game_count=300, keep=0.25))
    assert 0 < len(sampled_rows) < len(all_rows)
    assert {row[WEIGHT] for row in sampled_rows} == {4.0}
    assert sum(row[WEIGHT] for row in sampled_rows) == pytest.approx(len(all_rows), rel=0.25)
    all_keys = {tuple(row[:1] + row[2:]) for row in all_rows}
    assert all(tuple(row[:1] + row[2:]) in all_keys for row in sampled_rows)


def test_regret_per_guess_and_per_game():
    """One game with two guesses, which lose 10 and 30 points; two games with one, which loses 50."""
    row = dict.fromkeys(range(FIRST + 1), 0.0) | {WEIGHT: 1.0, LAYOUTS: 100.0, BEST: 80.0}

    def rows(*guesses):
        return np.array([list((row | {GAME: game, FIRST: won}).values()) for game, won in guesses])

    no_refusals = np.zeros((0, 3))
    measured = [
        Measured(1, rows((0, 70), (0, 50)), no_refusals),
        Measured(2, rows((1, 30)), no_refusals),
    ]
    # A game of each: 40 and 25 points, 2 and 0.5 guesses.
    assert regret.per_guess(measured, 0, 60, 400)[0] == pytest.approx(65 / 2.5)
    assert regret.per_game(measured, 0)[0] == pytest.approx(65 / 2)
    assert np.isnan(regret.per_guess(measured, 0, 400, 1000)[0])


@pytest.mark.slow
def test_the_command_goes_on_where_it_was(tmp_path, monkeypatch, capsys):
    collect = regret.collect
    collected: list[Task] = []

    def spy(asked_task):
        collected.append(asked_task)
        return collect(asked_task)

    monkeypatch.setattr(regret, "collect", spy)
    out, table, picture = (tmp_path / name for name in ("out.jsonl", "table.md", "plot.png"))
    line = [
        "regret.py",
        "safest",
        "strongest",
        "cs50",
        "--cells",
        "8x8/10:S",
        "--games",
        "200",
        "--most",
        "400",
    ]
    monkeypatch.setattr(
        "sys.argv", [*line, "--out", str(out), "--table", str(table), "--plot", str(picture)]
    )
    assert regret.main() == 0
    assert [asked_task.first_game for asked_task in collected] == [0, 100]
    first_table = capsys.readouterr().out
    out.write_text(out.read_text()[:-40])  # killed half-way
    assert regret.main() == 0
    assert regret.main() == 0
    assert [asked_task.first_game for asked_task in collected] == [0, 100, 100]
    assert capsys.readouterr().out == 2 * first_table
    assert first_table.strip() in table.read_text()
    assert "| strongest | 0 |" in first_table
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["nobody", "strongest:influence=1"])
def test_an_unknown_player_is_refused(name, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["regret.py", name])
    with pytest.raises(SystemExit) as caught:
        regret.main()
    assert caught.value.code == 2
    assert name.split(":")[-1].split("=")[0] in capsys.readouterr().err
