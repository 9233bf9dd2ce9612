"""``bench run`` and ``bench report``: the same for any workers, nothing lost, nothing counted twice."""

from __future__ import annotations

import csv
import json
import math
import os
import re
import signal
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from oracle import models
from paths import ROOT
from patience import PATIENCE

import minesolver as ms
from minesolver import bench as study
from minesolver.base.errors import ExperimentError, ResultsError
from minesolver.base.palette import LINES
from minesolver.bench import batches, dask
from minesolver.bench.contenders import inference_of
from minesolver.bench.digits import with_interval
from minesolver.bench.experiment import from_json
from minesolver.bench.figure import ChartLine, Figure, Panel, draw
from minesolver.bench.paper import paper_table
from minesolver.bench.plots import figures
from minesolver.bench.positions import positions
from minesolver.bench.result_table import Table
from minesolver.bench.statistics import _slope
from minesolver.bench.summary import tables
from minesolver.bench.workers import in_this_process as in_process
from minesolver.cli import main
from minesolver.game import Rules, play_episode
from minesolver.game.series import Series

pytestmark = pytest.mark.usefixtures("forked_workers")
UNHURRIED: dict[str, Any] = {"seconds": PATIENCE, "timeout": PATIENCE}
"""Limits that no machine reaches, however busy it is: what reaches one is a row with an error."""
SMALL: dict[str, Any] = UNHURRIED | {
    "boards": ["5x5/5", "6x7/9"],
    "players": ["safest", "likelihood_average", "engine:layered"],
    "engines": ["elimination", "layered", "baseline"],
    "games": 8,
    "position_games": 4,
}
FACTS = {
    "games": "outcome, opened, mines_hit, guesses, random_picks, score, moves, error",
    "engine_games": "positions, error",
    "positions": "place, cells, hidden, width, states, provable, found, unsound, safe_exists, safe_found, "
    "estimated, squared, distance, error",
    "calibration": "bin, number, estimate, t.mines",
}


def facts(path):
    """Everything that a results file says, times, memory and workers apart."""
    base = sqlite3.connect(path)
    assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    rows_by_table = {
        table: sorted(
            base.execute(
                f"SELECT s.label, c.name, seed, game, {columns} FROM {table} t "
                "JOIN settings s ON s.id = t.setting JOIN contenders c ON c.id = t.contender"
            ),
            key=str,
        )
        for table, columns in FACTS.items()
    }
    work_done = base.execute(
        "SELECT SUM(number * json_array_length(contenders)) FROM batches"
    ).fetchone()[0]
    base.close()
    return rows_by_table, work_done


def options(description):
    words = []
    for name, value in description.items():
        words += [
            f"--{name.replace('_', '-')}",
            *map(str, value if isinstance(value, list) else [value]),
        ]
    return words


def bench(out, *arguments, description=SMALL):
    words = options(UNHURRIED | description)
    return main(["bench", "run", *words, "--out", str(out), *map(str, arguments)])


def experiment_of(description):
    return study.from_mapping(UNHURRIED | description)


@pytest.fixture(scope="module")
def whole_run(tmp_path_factory):
    """The results of one run that nothing disturbed, by one process."""
    path = tmp_path_factory.mktemp("bench") / "whole.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("minesolver.bench.workers.processes", lambda jobs: in_process)
        assert bench(path) == 0
    return path


class Stopped(Exception):
    pass


def run_here(path, experiment, *, stop_after=None, workers=in_process, batch=None):
    done = 0

    def progress(number):
        nonlocal done
        done += number
        if stop_after is not None and done >= stop_after:
            raise Stopped

    with study.Store(path, new=True) as store:
        store.begin(experiment, study.facts("a test", "here"))
        study.run(experiment, store, workers, batch=batch, progress=progress)


# ---------------------------------------------------------------- the same for any workers, stops and goes on


@pytest.mark.parametrize("arguments", [("--jobs", 2, "--batch", 1), ("--batch", 1000)])
def test_the_same_for_any_jobs_and_batches(tmp_path, whole_run, arguments):
    assert bench(tmp_path / "r.sqlite", *arguments) == 0
    assert facts(tmp_path / "r.sqlite") == facts(whole_run)


def test_stopped_anywhere_it_goes_on_and_counts_nothing_twice(tmp_path, whole_run, in_this_process):
    experiment = study.from_mapping(SMALL)
    for k, stop_after in enumerate((1, 30)):
        path = tmp_path / f"{k}.sqlite"
        with pytest.raises(Stopped):
            run_here(path, experiment, stop_after=stop_after, batch=3)
        with study.Store(path) as store:
            work_left = study.total(experiment) - facts(path)[1]
            store.begin(experiment, study.facts("a test", "here"))
            assert study.missing(experiment, store) == work_left > 0
        assert bench(path, "--batch", 2) == 0
        assert facts(path) == facts(whole_run)


SIGNALLED = """
import os, sys
from minesolver.bench.store import Store
from minesolver.cli import main

def add_and_send(store, batch, rows):
    add(store, batch, rows)
    batches.append(batch)
    if len(batches) == 3:
        os.kill(os.getpid(), int(sys.argv[1]))

add, batches, Store.add = Store.add, [], add_and_send
sys.exit(main(sys.argv[2:]))
"""
"""A command that gets a signal when three batches are kept, on a machine of any speed."""


def test_interrupted_and_killed_commands_go_on(tmp_path, whole_run, in_this_process):
    path = tmp_path / "r.sqlite"
    command = ["bench", "run", *options(SMALL), "--out", str(path), "--jobs", "2", "--batch", "1"]
    for batch_count, (number, status) in {
        3: (signal.SIGINT, 130),
        6: (signal.SIGKILL, -signal.SIGKILL),
    }.items():
        process = subprocess.run(
            [sys.executable, "-c", SIGNALLED, str(int(number)), *command],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            check=False,
        )
        assert process.returncode == status, process.stderr
        assert "Traceback" not in process.stderr
        assert ("the same command goes on" in process.stderr) == (number == signal.SIGINT)
        batches_kept = sqlite3.connect(path).execute("SELECT COUNT(*) FROM batches").fetchone()
        assert batches_kept == (batch_count,)
    assert bench(path) == 0
    assert facts(path) == facts(whole_run)


def test_a_run_is_extended(tmp_path, whole_run, in_this_process):
    path = tmp_path / "r.sqlite"
    assert (
        bench(path, description=SMALL | {"boards": ["5x5/5"], "games": 3, "players": ["safest"]})
        == 0
    )
    assert bench(path, description=SMALL | {"games": 5, "engines": ["layered"]}) == 0
    assert bench(path) == 0
    assert facts(path)[0] == facts(whole_run)[0]


def test_seeds_are_more_games(tmp_path, whole_run, in_this_process):
    both_path, second_path = tmp_path / "both.sqlite", tmp_path / "2.sqlite"
    assert bench(both_path) == 0
    assert bench(both_path, "--seeds", 2, 1) == 0
    assert bench(second_path, "--seed", 2) == 0
    first_facts, second_facts = facts(whole_run)[0], facts(second_path)[0]
    assert facts(both_path)[0] == {
        table: sorted(first_facts[table] + second_facts[table], key=str) for table in first_facts
    }
    assert first_facts["games"] != second_facts["games"]
    with study.Store(both_path) as store:
        run_tables = tables(store)
    assert {
        row[run_tables["players"].columns.index("games")] for row in run_tables["players"].rows
    } == {16}
    assert {row[3] for row in run_tables["player-differences"].rows} == {16}
    assert bench(both_path, "--seed", 2) == 2  # the file has more than that


def test_the_commit_of_a_checkout_is_kept(whole_run):
    folder = ROOT
    words = ["git", "-C", str(folder), "rev-parse", "--short", "HEAD"]
    git_output = (
        subprocess.run(words, capture_output=True, text=True, check=False)
        if (folder / ".git").exists()
        else None
    )
    with study.Store(whole_run) as store:
        commit = store.sessions[0]["commit"].removesuffix("-dirty")
    assert commit == (git_output.stdout.strip() if git_output else "")


def test_a_finished_run_only_shows_its_tables(whole_run, capsys):
    facts_before = facts(whole_run)
    assert bench(whole_run) == 0
    assert facts(whole_run) == facts_before
    output = capsys.readouterr()
    assert "72 of 72 done before" in output.err
    assert re.search(r"^5x5/5 safe +safest +8 +0 ", output.out, re.MULTILINE)


def test_a_full_disk_leaves_what_was_written(tmp_path, whole_run, in_this_process):
    experiment = study.from_mapping(SMALL)
    path = tmp_path / "r.sqlite"
    with study.Store(path, new=True) as store:
        store.begin(experiment, study.facts("a test", "here"))
        pages = store.query("PRAGMA page_count")[0][0]
        store.query(f"PRAGMA max_page_count = {pages}")  # the disk ends here
        with pytest.raises(ResultsError, match="full"):
            study.run(experiment, store, in_process, batch=3)
    written, all_facts = facts(path)[0], facts(whole_run)[0]
    assert 0 < sum(map(len, written.values())) < sum(map(len, all_facts.values()))
    assert all(set(written[table]) <= set(all_facts[table]) for table in all_facts)
    assert bench(path) == 0
    assert facts(path) == facts(whole_run)


# ---------------------------------------------------------------- workers that die, adapters that misbehave

ADAPTERS = """
import os, signal, sys, time
from pathlib import Path
import numpy as np
import minesolver as ms

def answer(board):
    return lambda: ms.analyze(board, "elimination").probability

def _flagged(board):
    return board.grid[0, 0] == 0  # some positions of some games

def dies_once(board):
    flag = Path(__file__).with_suffix(".flag")
    def call():
        if _flagged(board) and not flag.exists():
            flag.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return answer(board)()
    return call

def dies(board):
    return (lambda: os._exit(7)) if _flagged(board) else answer(board)

def hangs(board):
    def call():
        while True:
            time.sleep(1)
    return call if _flagged(board) else answer(board)

def raises(board):
    raise ValueError("no\\nluck")

def wrong_shape(board):
    return lambda: np.zeros((2, 2))

def refuses(board):
    return lambda: None
"""


@pytest.fixture
def adapters(tmp_path):
    path = tmp_path / "adapters.py"
    path.write_text(ADAPTERS)

    def contenders(*names):
        return [{"name": name, "adapter": f"{path}:{name}"} for name in names]

    return contenders


def outside(contenders, **changes):
    names = [contender["name"] for contender in contenders]
    description = {
        "boards": ["5x5/4"],
        "engines": ["elimination", *names],
        "position_games": 8,
    }
    return experiment_of(description | changes | {"contender": contenders})


def answers(path, name):
    """{(game, place): error} and {game: error} of a contender."""
    base = sqlite3.connect(path)
    join = "JOIN contenders c ON c.id = t.contender WHERE c.name = ?"
    position_rows = base.execute(
        f"SELECT game, place, error FROM positions t {join}", (name,)
    ).fetchall()
    game_rows = base.execute(f"SELECT game, error FROM engine_games t {join}", (name,)).fetchall()
    base.close()
    return {(g, p): e for g, p, e in position_rows}, dict(game_rows)


def test_a_worker_that_dies_once_costs_nothing(tmp_path, adapters):
    experiment = outside(adapters("dies_once"))
    run_here(tmp_path / "killed.sqlite", experiment, workers=study.processes(2))
    assert (tmp_path / "adapters.flag").exists()
    run_here(tmp_path / "calm.sqlite", experiment)
    assert facts(tmp_path / "killed.sqlite")[0] == facts(tmp_path / "calm.sqlite")[0]


def test_workers_killed_from_outside_cost_nothing(tmp_path, whole_run):
    experiment = study.from_mapping(SMALL)
    killed: set[int] = set()

    def kill(_):
        base = sqlite3.connect(path)
        worker = base.execute("SELECT worker FROM batches ORDER BY id DESC LIMIT 1").fetchone()[0]
        base.close()
        pid = int(worker.split("/")[1])
        if len(killed) < 2 and pid not in killed:
            killed.add(pid)
            os.kill(pid, signal.SIGKILL)

    path = tmp_path / "r.sqlite"
    with study.Store(path, new=True) as store:
        store.begin(experiment, study.facts("a test", "here"))
        study.run(experiment, store, study.processes(2), batch=2, progress=kill)
    assert len(killed) == 2
    assert facts(path)[0] == facts(whole_run)[0]


def flagged(experiment):
    """The games with a position that the adapters make trouble about."""
    setting = experiment.position_settings[0]
    return {
        k
        for k in range(4)
        if any(p.board.grid[0, 0] == 0 for p in positions(experiment, setting, 1, k))
    }


def test_what_fails_is_a_row_and_the_others_go_on(tmp_path, adapters):
    """Only what never answers has a time limit here that a busy machine might reach."""
    prompt = adapters("dies", "raises", "wrong_shape", "refuses")
    prompt.append({"name": "gone", "command": ["no-such-program"]})
    experiment = outside(prompt, position_games=4, snapshots=3)
    path = tmp_path / "r.sqlite"
    run_here(path, experiment, workers=study.processes(1))
    bad = flagged(experiment)
    assert 0 < len(bad) < 4
    positions_of, games = answers(path, "elimination")
    assert set(positions_of.values()) == set(games.values()) == {None}
    position_errors, game_errors = answers(path, "dies")
    assert game_errors == {
        index: "its process died (exit code 7)" if index in bad else None for index in range(4)
    }
    assert set(position_errors) == {key for key in positions_of if key[0] not in bad}
    for name, message in (
        ("raises", "ValueError: no luck"),
        ("wrong_shape", "EngineLimitError: wrong_shape answers (2, 2) for a board of (5, 5)"),
        ("refuses", "EngineLimitError: refuses refuses the board"),
        ("gone", "FileNotFoundError: [Errno 2] No such file or directory: 'no-such-program'"),
    ):
        position_errors, game_errors = answers(path, name)
        assert set(position_errors) == set(positions_of)
        assert set(position_errors.values()) == {message}

    path = tmp_path / "slow.sqlite"
    slow = [*adapters("hangs"), {"name": "slow", "command": ["sleep", "600"]}]
    experiment = outside(
        slow, engines=["hangs", "slow"], timeout=1.0, position_games=4, snapshots=1
    )
    run_here(path, experiment, workers=study.processes(2))
    message = "gave no answer in 1 s, or ended its process (exit code 1)"
    game_errors = answers(path, "hangs")[1]
    hung = {index for index, error in game_errors.items() if error}
    assert set() < flagged(experiment) <= hung
    assert {game_errors[index] for index in hung} == {message}
    assert set(answers(path, "slow")[0].values()) == {"EngineLimitError: slow stopped after 1 s"}
    with study.Store(path) as store:
        run_tables = tables(store)
    times = {(row[1], row[2]): row[3] for row in run_tables["errors"].rows}
    assert times["hangs", message] == len(hung)


def test_a_command_fed_by_standard_input_takes_part(tmp_path):
    command = [
        sys.executable,
        "-m",
        "minesolver",
        "solve",
        "--engine",
        "elimination",
        "--json",
        "-",
    ]
    experiment = outside(
        [{"name": "piped", "command": command}],
        boards=["3x4/2"],
        position_games=1,
        snapshots=2,
        players=["engine:piped"],
        games=1,
    )
    run_here(tmp_path / "r.sqlite", experiment)
    with study.Store(tmp_path / "r.sqlite") as store:
        run_tables = tables(store)
    column_of = {name: k for k, name in enumerate(run_tables["engines"].columns)}
    for row in run_tables["engines"].rows:
        assert (row[column_of["recall"]], row[column_of["unsound"]], row[column_of["errors"]]) == (
            1,
            0,
            0,
        )
        assert row[column_of["distance"]] == pytest.approx(0, abs=1e-12)
    games = dict(zip(run_tables["players"].columns, run_tables["players"].rows[0], strict=True))
    assert (games["games"], games["errors"]) == (1, 0)


# ---------------------------------------------------------------- Dask


def test_a_cluster_gives_the_same_with_a_worker_killed(tmp_path, whole_run, distributed):
    experiment = study.from_mapping(SMALL)
    path = tmp_path / "r.sqlite"
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        killed: list[str] = []

        def kill(_):
            with pytest.raises(ValueError, match=r"No clients? found"):
                distributed.default_client()  # who runs a bench may have another one
            if not killed:
                base = sqlite3.connect(path)
                killed.append(base.execute("SELECT worker FROM batches").fetchone()[0])
                base.close()
                os.kill(int(killed[0].split("/")[1]), signal.SIGKILL)

        with study.Store(path, new=True) as store:
            store.begin(experiment, study.facts("a test", "a cluster"))
            workers = dask.cluster(cluster.scheduler_address, PATIENCE)
            study.run(experiment, store, workers, batch=2, progress=kill)
    assert killed
    assert facts(path)[0] == facts(whole_run)[0]
    (worker_count,) = (
        sqlite3.connect(path).execute("SELECT COUNT(DISTINCT worker) FROM batches").fetchone()
    )
    assert worker_count >= 2


def test_a_cluster_that_does_not_answer(tmp_path, capsys, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("minesolver.bench.dask._CONNECT", 0.5)
    assert bench(tmp_path / "r.sqlite", "--dask", "tcp://127.0.0.1:9") == 2
    message = capsys.readouterr().err
    assert re.fullmatch(
        r"minesolver: no Dask scheduler answers at tcp://127.0.0.1:9: [^\n]*\n", message
    )
    assert not (tmp_path / "r.sqlite").exists()


# ---------------------------------------------------------------- what the numbers mean


def test_games_are_those_that_play_plays(whole_run):
    """Win rates against the games played one by one."""
    with study.Store(whole_run) as store:
        table = tables(store)["players"]
    row = next(dict(zip(table.columns, r, strict=True)) for r in table.rows if r[0] == "6x7/9 safe")
    series = Series("safest", 6, 7, 9, Rules("safe"), 1)
    episodes = [play_episode(series.game(i), series.player()) for i in range(8)]
    wins = sum(e.outcome == "won" for e in episodes)
    assert (row["player"], row["games"], row["wins"]) == ("safest", 8, wins)
    assert row["score"] == pytest.approx(np.mean([e.score for e in episodes]))
    assert row["guesses"] == pytest.approx(np.mean([e.guesses for e in episodes]))
    # Each end is the rate at which so many wins or more, or so few, have a chance of 2.5 %.
    assert 0 < wins < 8
    low, high = float(row["win_low"]), float(row["win_high"])
    at_least = sum(math.comb(8, k) * low**k * (1 - low) ** (8 - k) for k in range(wins, 9))
    at_most = sum(math.comb(8, k) * high**k * (1 - high) ** (8 - k) for k in range(wins + 1))
    assert (at_least, at_most) == (pytest.approx(0.025), pytest.approx(0.025))


def test_differences_are_paired(whole_run):
    all_facts, _ = facts(whole_run)
    won = {
        (label, name, game): row[0] == "won" for label, name, _, game, *row in all_facts["games"]
    }
    with study.Store(whole_run) as store:
        table = tables(store, "likelihood_average")["player-differences"]
    assert len(table.rows) == 4
    for values in table.rows:
        row = dict(zip(table.columns, values, strict=True))
        differences = [
            won[row["setting"], row["player"], game]
            - won[row["setting"], "likelihood_average", game]
            for game in range(8)
        ]
        assert row["win_difference"] == pytest.approx(np.mean(differences))
        assert (row["won_more"], row["won_less"]) == (differences.count(1), differences.count(-1))
        assert row["win_low"] <= np.mean(differences) <= row["win_high"]


def test_recall_and_brier_by_brute_force():
    """Of small positions, over all layouts written out."""
    experiment = experiment_of(
        {"boards": ["4x4/4"], "engines": ["layered", "baseline"], "position_games": 6, "seed": 5}
    )
    setting = experiment.position_settings[0]
    for name in experiment.engines:
        prepare = inference_of(experiment, name)
        rows = batches.WorkBatch(experiment, "positions", setting, 5, (name,), 0, 6).run()
        squares = checked = 0
        for row in rows.positions:
            position = positions(experiment, setting, 5, row["game"])[row["place"]]
            grid = position.board.grid.tolist()
            hidden, layouts = models(grid, 4)
            proved = {
                c
                for c in hidden
                if all(c in m for m in layouts) or not any(c in m for m in layouts)
            }
            answer = prepare(position.board)()
            claimed = answer.safe | answer.mines
            assert (row["provable"], row["found"], row["unsound"]) == (
                len(proved),
                len(claimed & proved),
                len(claimed - proved),
            )
            exact = {c: sum(c in m for m in layouts) / len(layouts) for c in hidden}
            open_cells = [
                c for c in hidden if c not in proved and not np.isnan(answer.probability[c])
            ]
            squared = sum((answer.probability[c] - (c in position.layout)) ** 2 for c in open_cells)
            distance = sum((answer.probability[c] - exact[c]) ** 2 for c in open_cells)
            assert row["estimated"] == len(open_cells)
            assert row["squared"] == pytest.approx(squared)
            assert row["distance"] == pytest.approx(distance, abs=1e-12)
            squares += len(open_cells)
            checked += len(proved)
        assert checked
        assert sum(row["number"] for row in rows.calibration) == squares
        assert position.layout <= {(r, c) for r in range(4) for c in range(4)}


def test_exact_engines_are_calibrated_and_find_everything(whole_run):
    with study.Store(whole_run) as store:
        table = tables(store)["engines"]
    for values in table.rows:
        row = dict(zip(table.columns, values, strict=True))
        assert row["unsound"] == 0
        if row["engine"] == "elimination":
            assert row["recall"] == 1
            assert row["needless_guess"] in (0, None)
        else:
            assert float(row["recall"]) <= 1


@pytest.mark.parametrize("kind", ["snapshots", "stuck"])
@pytest.mark.parametrize("survive", [False, True])
def test_positions(kind, survive):
    description = {"positions": kind, "survive": survive, "snapshots": 3, "position_games": 12}
    experiment = experiment_of({"boards": ["6x6/8"], "engines": ["baseline"]} | description)
    setting = experiment.position_settings[0]
    games = [positions(experiment, setting, 1, index) for index in range(12)]
    assert all((kind == "snapshots") <= len(game_positions) <= 3 for game_positions in games)
    assert sum(map(len, games)) > 12
    for position in (position for game_positions in games for position in game_positions):
        board = position.board
        if kind == "stuck":
            assert not ms.analyze(board).safe
        assert position.layout is None if survive else len(position.layout) == 8
        if survive:
            assert not (board.grid == ms.MINE).any()
        for r, c in np.argwhere((board.grid >= 0) & (board.grid <= 8)):  # what is shown is true
            if position.layout is not None:
                mines_around = sum(
                    (int(r) + i, int(c) + j) in position.layout
                    for i in (-1, 0, 1)
                    for j in (-1, 0, 1)
                )
                assert board.grid[r, c] == mines_around
    assert (
        any((p.board.grid == ms.MINE).any() for game_positions in games for p in game_positions)
        != survive
    )
    if kind == "snapshots":  # as far as a quarter, a half, three quarters of the board
        known_shares = [
            (game_positions[1].board.grid != ms.HIDDEN).mean()
            for game_positions in games
            if len(game_positions) > 1
        ]
        assert np.mean(known_shares) == pytest.approx(0.6, abs=0.15)


def test_the_path_needs_no_kernel(monkeypatch):
    """The same positions whichever exact engine plays the game."""
    experiment = experiment_of({"boards": ["8x8/12"], "engines": ["baseline"], "position_games": 6})
    setting = experiment.position_settings[0]
    with_kernel = [positions(experiment, setting, 1, index) for index in range(6)]
    monkeypatch.setattr("minesolver.kernel.available", lambda: False)
    positions.cache_clear()
    assert [[p.board for p in positions(experiment, setting, 1, index)] for index in range(6)] == [
        [p.board for p in game_positions] for game_positions in with_kernel
    ]
    positions.cache_clear()


def test_growth_is_the_fitted_exponent(tmp_path, in_this_process):
    """Times that grow as cells to the power of 1.5, written into a real run's file."""
    path = tmp_path / "r.sqlite"
    description = {
        "sizes": ["4x4", "6x6", "9x9"],
        "densities": [0.15],
        "engines": ["baseline"],
        "position_games": 2,
    }
    assert bench(path, description=description) == 0
    base = sqlite3.connect(path)
    for key, cells in base.execute("SELECT id, rows * cols FROM settings").fetchall():
        base.execute("UPDATE positions SET seconds = ? WHERE setting = ?", (1e-6 * cells**1.5, key))
    base.commit()
    base.close()
    with study.Store(path) as store:
        (row,) = tables(store)["growth"].rows
    assert row[:5] == ("baseline", 0.15, 3, 16, 81)
    assert row[5] == pytest.approx(1.5)


def test_a_slope_is_that_of_least_squares():
    """Anscombe's first quartet."""
    x = (10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5)
    y = (8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68)
    assert _slope(list(zip(x, y, strict=True))) == pytest.approx(0.5001, abs=1e-4)
    assert np.isnan(_slope([(1, 2), (2, 3), (2, 4)]))  # of two sizes


@pytest.mark.parametrize("board", ["", "hex", "torus,liar", "3d", "wall,connected", "encrypted"])
@pytest.mark.parametrize("survive", [False, True])
def test_positions_under_rules(tmp_path, board, survive):
    size = {"3d": "2x2x3/4", "encrypted": "2x3/2"}.get(board, "3x4/4")
    description = {
        "boards": [size],
        "rules": [board] if board else ["safe"],
        "engines": ["auto", "pysat"],
    }
    experiment = experiment_of(description | {"position_games": 3, "survive": survive, "seed": 5})
    (setting,) = experiment.position_settings
    assert setting.label == f"{size} {board}".strip()
    rows = batches.WorkBatch(experiment, "positions", setting, 5, ("auto", "pysat"), 0, 3).run()
    assert rows.positions
    for row in rows.positions:
        position = positions(experiment, setting, 5, row["game"])[row["place"]]
        truth = ms.analyze(position.board, "cpsat" if board == "encrypted" else "brute_force")
        assert (row["cells"], row["unsound"]) == (len(position.board.cells), 0)
        assert row["hidden"] == position.board._unknown.sum()
        assert row["provable"] == row["found"] == len(truth.safe) + len(truth.mines)
        assert row["distance"] == pytest.approx(0)
        assert row["estimated"] == sum(0 < truth[cell] < 1 for cell in truth.board.cells)
        if survive:
            assert not position.board.where("*" if board else ms.MINE)
        else:  # the layout that the squared errors are of is one of those counted
            assert len(position.layout) == setting.mines
            assert all(truth[cell] for cell in position.layout)
            squares = [
                (truth[c] - (c in position.layout)) ** 2
                for c in truth.board.cells
                if 0 < truth[c] < 1
            ]
            assert row["squared"] == pytest.approx(sum(squares))


def test_growth_is_of_boards_of_one_kind(tmp_path):
    description = {
        "boards": ["2x2x2/2", "2x2x3/3"],
        "rules": ["3d", "boards", "3d,liar"],
        "engines": ["auto"],
    }
    path = tmp_path / "r.sqlite"
    assert bench(path, description=description | {"position_games": 1}) == 0
    with study.Store(path) as store:
        assert "growth" not in tables(store)


def test_width_of_what_is_too_wide_to_count(tmp_path):
    boards = tmp_path / "wide.mines"
    grid = "\n".join("#" * 21 if r % 2 == 0 else "#2" * 10 + "#" for r in range(11))
    boards.write_text(f"11x21x50\n{grid}\n")
    experiment = experiment_of({"files": [str(boards)], "engines": ["baseline"], "states": 10})
    (position,) = positions(experiment, experiment.position_settings[0], 0, 0)
    assert position.exact is None
    assert (
        position.width
        == ms.analyze(ms.Board.parse(f"11x21x50\n{grid}"), "elimination").statistics.width
        > 3
    )
    run_here(tmp_path / "r.sqlite", experiment)
    with study.Store(tmp_path / "r.sqlite") as store:
        (row,) = tables(store)["widths"].rows
    assert row[:3] == ("baseline", position.width, 1)
    boards.unlink()  # what was found can still be reported
    with study.Store(tmp_path / "r.sqlite") as store:
        assert tables(store)["widths"].rows == [row]


def test_a_policy_of_another_package_takes_part(tmp_path):
    """By its entry point, also in worker processes; the same games as the policy that it is a copy of."""
    info = tmp_path / "mypolicy-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mypolicy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[minesolver.policies]\nmine = mypolicy:POLICY\n")
    code = "from dataclasses import replace\nfrom minesolver.policy import POLICIES\n"
    (tmp_path / "mypolicy.py").write_text(
        f"{code}POLICY = replace(POLICIES.get('pseq'), name='mine')\n"
    )
    out = tmp_path / "r.sqlite"
    description = {"boards": ["6x6/7"], "players": ["mine", "pseq"], "games": 4}
    command = [
        sys.executable,
        "-m",
        "minesolver",
        "bench",
        "run",
        *options(UNHURRIED | description),
        "--jobs",
        "2",
        "--out",
        out,
    ]
    paths = os.pathsep.join([str(tmp_path), str(Path(ms.__file__).parent.parent)])
    subprocess.run(command, env=os.environ | {"PYTHONPATH": paths}, check=True, capture_output=True)
    games = facts(out)[0]["games"]
    mine, theirs = ([row[2:] for row in games if row[1] == name] for name in ("mine", "pseq"))
    assert len(mine) == 4
    assert mine == theirs


# ---------------------------------------------------------------- the report


def test_report(tmp_path, in_this_process, few_dots, capsys):
    pytest.importorskip("matplotlib")
    path = tmp_path / "r.sqlite"
    description = {
        "sizes": ["4x4", "5x5", "7x7"],
        "densities": [0.1, 0.2],
        "games": 2,
        "position_games": 2,
    }
    description |= {
        "boards": ["4x5/4"],
        "players": ["safest", "baseline"],
        "engines": ["layered", "baseline"],
    }
    assert bench(path, description=description) == 0
    capsys.readouterr()
    with few_dots():
        assert main(["bench", "report", str(path), "--out", str(tmp_path / "report")]) == 0
    page = (tmp_path / "report" / "report.html").read_text()
    assert capsys.readouterr().out.strip() == str(tmp_path / "report" / "report.html")
    assert not re.search(r'(src|href)="(?!data:|#)', page), "a file beside the page is needed"
    assert "--players safest baseline" in page  # the command
    assert ms.__version__ in page
    assert np.__version__ in page
    with study.Store(path) as store:
        run_tables = tables(store)
    for name, table in run_tables.items():
        with (tmp_path / "report" / f"{name}.csv").open(newline="") as file:
            assert len(list(csv.reader(file))) == len(table.rows) + 1
    names = {
        "games-won",
        "win-rate",
        "score",
        "recall",
        "brier",
        "calibration",
        "speed",
        "time",
        "width",
    }
    for suffix, beginning in ((".png", b"\x89PNG"), (".pdf", b"%PDF"), (".svg", b"<?xml")):
        pictures = list((tmp_path / "report").glob(f"*{suffix}"))
        assert {picture.stem for picture in pictures} == names
        assert all(picture.read_bytes().startswith(beginning) for picture in pictures)
    assert page.count("data:image/svg") == len(names)
    assert page.index("figure-games-won") < page.index("figure-win-rate")
    assert "Made by minesolver" in page
    for name in ("games-won", *run_tables):
        assert "Made by minesolver" in (tmp_path / "report" / f"{name}.md").read_text()
        assert r"\toprule" in (tmp_path / "report" / f"{name}.tex").read_text()
    # What an axis calls per cent is a hundred times the share in the table.
    figure_of = {figure.name: figure for figure in figures(run_tables)}
    for name, table_name, column, factor in (
        ("win-rate", "players", "win_rate", 100),
        ("score", "players", "score", 1),
        ("recall", "engines", "recall", 100),
        ("speed", "players", "win_rate", 100),
        ("calibration", "calibration", "share_of_mines", 1),
    ):
        drawn_values = {
            point[1]
            for panel in figure_of[name].panels
            for chart_line in panel.lines
            for point in chart_line.points
        }
        shares = {factor * row[column] for row in run_tables[table_name].dicts()}
        assert max(drawn_values) > 0
        assert drawn_values <= shares, name
    with (tmp_path / "report" / "growth.csv").open(newline="") as file:
        fits = list(csv.DictReader(file))
    assert {(row["engine"], row["density"]) for row in fits} >= {
        ("layered", "0.1"),
        ("baseline", "0.2"),
    }


def test_tables_of_a_paper(tmp_path, in_this_process, few_dots, capsys):
    """Per cent, the digits that the interval supports, no column without a value, also in LaTeX."""
    pytest.importorskip("matplotlib")
    path = tmp_path / "r.sqlite"
    description = {"boards": ["4x4/3", "5x5/5"], "players": ["safest", "pseq"], "games": 40}
    assert bench(path, "--fast", description=description) == 0
    with few_dots(whole_letters=True):
        assert main(["bench", "report", str(path), "--out", str(tmp_path / "report")]) == 0
    capsys.readouterr()
    # Letters that a journal's tools find and replace: a typeface of TrueType, in the file.
    assert b"/FontFile2" in (tmp_path / "report" / "games-won.pdf").read_bytes()
    with study.Store(path) as store:
        rows = {(row["setting"], row["player"]): row for row in tables(store)["players"].dicts()}
    with (tmp_path / "report" / "games-won.csv").open(newline="") as file:
        won = list(csv.DictReader(file))
    assert [row["won (%)"] for row in won] == ["4x4/3 safe", "5x5/5 safe"]
    for line in won:
        for player in ("safest", "pseq"):
            row = rows[line["won (%)"], player]
            match = re.fullmatch(r"(\d+) \((\d+) to (\d+)\)", line[player])
            expected = [round(100 * row[name]) for name in ("win_rate", "win_low", "win_high")]
            assert match is not None
            assert [int(number) for number in match.groups()] == expected
    with (tmp_path / "report" / "players.csv").open(newline="") as file:
        full = list(csv.DictReader(file))
    assert float(full[0]["win_rate"]) == pytest.approx(rows["4x4/3 safe", "safest"]["win_rate"])
    assert all(any(row[column] for row in full) for column in full[0])
    assert "score" not in full[0]  # the core flags nothing
    markdown = (tmp_path / "report" / "players.md").read_text()
    assert "errors" not in markdown.splitlines()[2]
    assert r"won (\%)" in (tmp_path / "report" / "players.tex").read_text()
    assert not (tmp_path / "report" / "score.svg").exists()


@pytest.mark.parametrize(
    "value, low, high, text",
    [
        (40.13, 39.19, 41.07, "40.1 (39.2 to 41.1)"),
        (40.13, 38.7, 41.5, "40.1 (38.7 to 41.5)"),
        (40.13, 28.0, 52.0, "40 (28 to 52)"),
        (0.14213, 0.1383, 0.1459, "0.142 (0.138 to 0.146)"),
        (-0.2, -11.0, 10.4, "0 (-11 to 10)"),
        (100.0, 100.0, 100.0, "100"),
        (0.0009146, None, None, "0.000915"),
        (12345.6, float("-inf"), float("inf"), "12,346"),
        (0.0, None, None, "0"),
    ],
)
def test_digits_that_the_interval_supports(value, low, high, text):
    assert with_interval(value, low, high) == text


def test_latex_says_what_the_name_says():
    table = Table(
        ("setting", "contender", "error", "times", "seed", "first_game"),
        [("5x5/5", "a_b & c", "50 % | #1", 1, 1, 0)],
    )
    assert r"5x5/5 & a\_b \& c & 50 \% | \#1 & 1 & 1 & 0 \\" in paper_table("errors", table).latex()
    assert r"| 50 % \| #1 |" in paper_table("errors", table).markdown()


def test_every_line_keeps_its_colour(tmp_path):
    pytest.importorskip("matplotlib")
    from PIL import Image

    lines = [ChartLine(str(k), [(x, k + x / 9, k, k + 1) for x in range(12)]) for k in range(8)]
    draw(Figure("f", "many lines", [Panel("", "x", "y", lines)]), tmp_path / "f.png")
    picture = np.asarray(Image.open(tmp_path / "f.png").convert("RGB")).reshape(-1, 3)
    for colour in LINES:
        rgb = [int(colour[k : k + 2], 16) for k in (1, 3, 5)]
        assert (abs(picture.astype(int) - rgb).max(axis=1) <= 1).sum() > 20, colour


def test_report_of_a_run_that_is_not_finished(tmp_path, few_dots):
    pytest.importorskip("matplotlib")
    path = tmp_path / "r.sqlite"
    with pytest.raises(Stopped):
        run_here(path, experiment_of(SMALL | {"engines": []}), stop_after=15, batch=2)
    with few_dots():
        assert main(["bench", "report", str(path)]) == 0
    assert "not finished" in (tmp_path / "r-report" / "report.html").read_text().lower()


def test_json(tmp_path, in_this_process, capsys):
    assert (
        bench(
            tmp_path / "r.sqlite", "--json", description=SMALL | {"games": 2, "position_games": 1}
        )
        == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert {row["player"] for row in answer["players"]} == set(SMALL["players"])
    assert all(row["games"] == 2 for row in answer["players"])


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("players = ['nobody']\nboards = ['5x5/5']", "unknown player 'nobody'"),
        ("engines = ['nobody']\nboards = ['5x5/5']", "nobody"),
        ("players = ['engine:nobody']\nboards = ['5x5/5']", "nobody"),
        ("players = ['safest']\nsizes = ['5x5']\ndensities = [1.5]", "0 to 1, not 1.5"),
        ("players = ['safest']\nsizes = ['5x5']\ndensities = [nan]", "0 to 1, not nan"),
        ("players = ['safest']\nboards = ['5x5']", "5x5 has no mine count"),
        ("players = ['safest']\nboards = ['5x5/26']", "26"),
        ("players = ['safest']\nboards = ['5x5/5']\ngames = 0", "games must be positive"),
        (
            "players = ['safest']\nboards = ['5x5/5']\ngames = 'many'",
            "games is a whole number, not 'many'",
        ),
        ("players = ['safest']\nboards = '5x5/5'", "boards is a list of strings"),
        ("players = ['safest', 'safest']\nboards = ['5x5/5']", "'safest' is named twice"),
        ("players = ['safest']\nboards = ['5x5/5']\nrules = ['kind']", "kind"),
        ("players = ['safest']\nboards = ['5x5/5']\nseed = 'x'", "seed"),
        ("players = ['safest']\nboards = ['5x5/5']\nseeds = [-1]", "seeds are numbers from 0"),
        ("players = ['safest']\nboards = ['5x5/5']\nseeds = [3, 3]", "3 is named twice"),
        ("players = ['safest']\nboards = ['5x5/5']\ngame = 3", "did you mean 'games'?"),
        ("players = ['safest']", "no boards"),
        ("boards = ['5x5/5']", "no contenders"),
        ("engines = ['auto']\nfiles = ['gone.mines']", "no board file"),
        (
            "engines = ['x']\nboards = ['5x5/5']\n[[contender]]\nname = 'x'",
            "needs an adapter, a command or a player",
        ),
        (
            "engines = ['x']\nboards = ['5x5/5']\n[[contender]]\nname = 'x'\nadapter = 'a.py:f'",
            "no file",
        ),
        (
            "engines = ['x']\nboards = ['5x5/5']\n[[contender]]\nname = 'x'\ncommand = 'ls'",
            "list of words",
        ),
        (
            "engines = ['auto']\nboards = ['5x5/5']\n[[contender]]\nname = 'auto'\ncommand = ['x']",
            "taken",
        ),
        ("engines = [", "not TOML"),
    ],
)
def test_bad_experiments(tmp_path, text, expected, capsys):
    path = tmp_path / "x.toml"
    path.write_text(text)
    assert main(["bench", "run", str(path), "--out", str(tmp_path / "r.sqlite")]) == 2
    error = capsys.readouterr().err
    assert expected in error
    assert error.startswith(f"minesolver: {path}: ")
    assert error.count("\n") == 1
    assert not (tmp_path / "r.sqlite").exists()


def spoil_version(path):
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.commit()
    base.close()


def spoil_maker(path):
    base = sqlite3.connect(path)
    base.execute("UPDATE meta SET value = '0.0.1' WHERE key = 'minesolver'")
    base.commit()
    base.close()


@pytest.mark.parametrize(
    ("spoil", "arguments", "expected"),
    [
        (spoil_version, (), "results of version 99 of the tables"),
        (spoil_maker, (), "results of minesolver 0.0.1"),
        (lambda path: path.write_text("hello, this is a text\n" * 50), (), "not a database"),
        (lambda path: None, ("--seed", 7), "another experiment (seeds 1, not 7)"),
        (lambda path: None, ("--snapshots", 3), "another experiment (snapshots 8, not 3)"),
    ],
)
def test_results_that_are_not_ours_are_left_whole(
    tmp_path, whole_run, spoil, arguments, expected, capsys
):
    path = tmp_path / "r.sqlite"
    path.write_bytes(whole_run.read_bytes())
    spoil(path)
    bytes_before = path.read_bytes()
    assert bench(path, *arguments) == 2
    error = capsys.readouterr().err
    assert expected in error
    assert error.count("\n") == 1
    assert path.read_bytes() == bytes_before


def test_no_results_no_folder_no_contender(tmp_path, whole_run, capsys):
    assert main(["bench", "report", str(tmp_path / "gone.sqlite")]) == 2
    assert "no results file" in capsys.readouterr().err
    assert bench(tmp_path / "gone" / "r.sqlite") == 2
    assert "no folder" in capsys.readouterr().err
    assert bench(tmp_path / "r.sqlite", "--against", "nobody") == 2
    assert "--against nobody: not in the experiment" in capsys.readouterr().err
    assert main(["bench", "report", str(whole_run), "--against", "nobody"]) == 2
    assert "no contender 'nobody'" in capsys.readouterr().err
    assert main(["bench", "run"]) == 2
    assert "no experiment" in capsys.readouterr().err


def test_errors_are_typed(tmp_path):
    with pytest.raises(ExperimentError):
        study.from_mapping({"players": ["safest"]})
    with pytest.raises(ResultsError):
        study.Store(tmp_path / "gone.sqlite")


def test_experiments_of_the_benchmarks_folder_are_good():
    experiments = sorted((ROOT / "benchmarks" / "experiments").glob("*.toml"))
    assert len(experiments) >= 4
    for path in experiments:
        experiment = study.load(path)
        assert study.total(experiment) > 0
        assert from_json(experiment.json()) == experiment


def test_what_a_batch_needs_to_run(tmp_path):
    """A batch is done in a bare process from nothing but itself."""
    experiment = study.from_mapping(SMALL)
    code = textwrap.dedent("""
        import pickle, sys
        rows = pickle.load(sys.stdin.buffer).run()
        print([(r["outcome"], r["opened"]) for r in rows.games])
    """)
    import pickle

    batch = batches.WorkBatch(experiment, "games", experiment.settings[0], 1, ("safest",), 3, 2)
    out = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(batch), capture_output=True, check=True
    )
    rows = batch.run()
    assert out.stdout.decode().strip() == str([(r["outcome"], r["opened"]) for r in rows.games])


def test_players_meet_boards_under_rules(tmp_path):
    description = {
        "boards": ["2x3x3/4"],
        "rules": ["3d,liar"],
        "players": ["safest", "engine:elimination"],
        "games": 4,
    }
    experiment = experiment_of(description)
    with study.Store(tmp_path / "a.sqlite", new=True) as store:
        store.begin(experiment, study.facts("", ""))
        study.run(experiment, store, study.processes(1))
        games = store.query(
            "SELECT contender, game, outcome, opened, guesses FROM games ORDER BY contender, game"
        )
        (row,) = store.query("SELECT label, rows, cols, mines FROM settings")
    assert tuple(row) == ("2x3x3/4 3d,liar", 6, 3, 4)
    series = Series("safest", 3, 3, 4, Rules("given", board="3d,liar"), 1, None, (2,))
    for _, game, outcome, opened, guesses in games:
        episode = series.episode(game)
        assert (outcome, opened, guesses) == (episode.outcome, episode.opened, episode.guesses)
    assert len(games) == 8
    for wrong, message in (
        ({"players": ["cs50"]}, "cs50.*square"),
        ({"players": ["engine:layered"]}, "engine:layered takes square boards"),
        ({"engines": ["layered"]}, "layered takes square boards"),
        ({"rules": ["liarr"]}, "first_click is one of"),
        ({"rules": ["hex"]}, "2 sizes"),
    ):
        with pytest.raises(ms.MinesolverError, match=message):
            study.from_mapping(description | wrong)
