"""``bench reproduce``: every table and plot is there, true where it can be checked, equal for any jobs."""

import csv
import re
import sys
from fractions import Fraction
from itertools import pairwise
from math import comb, isnan, sqrt

import pytest
from paths import ROOT

from minesolver.base.errors import UnknownNameError
from minesolver.cli import main
from minesolver.model.board import Board
from minesolver.sources.reproduce import ReproductionPlan, quick, reproduce, specs
from minesolver.sources.reproduce.game_tasks import PlayTask, average
from minesolver.sources.reproduce.reproduced_table import Reproduced
from minesolver.sources.reproduce.snapshots import SnapshotTask

TABLES = [
    *("P1", "P2", "P3", "P4", "P5", "P6", "B0.1", "B0.2", "B0.3", "B0.4"),
    *("R0.23", "R0.25", "R0.25-time", "R0.26", "R1.2", "B1.1", "B1.2", "B1.3", "B1.4"),
    *("B3.1", "R3.11", "R3.12", "L3.7", "missed", "brier", "calibration", "counterexamples"),
]
PLOTS = [
    *(
        "P1",
        "P2",
        "P3",
        "P4",
        "P5",
        "P6",
        "B0.1",
        "B0.2",
        "B0.3",
        "B1.1",
        "B1.2",
        "B1.3",
        "B1.4",
        "R3.12",
    ),
    *("missed", "calibration", "R1.2"),
]
QUICK = ["--quick", "--boards", "2"]
TIMES = {
    "P6": {"mean", "low", "high"},
    "B1.2": {"ours ms", "low", "high"},
    "B1.4": {"ours ms", "low", "high"},
    "R0.25-time": {"measured", "holds"},
    "R0.26": {"peak KiB", "KiB kept at the end"},
}


@pytest.fixture(scope="module")
def out(tmp_path_factory, few_dots):
    """The files of one quick run."""
    directory = tmp_path_factory.mktemp("reproduce")
    with few_dots():
        assert main(["bench", "reproduce", *QUICK, "--out", str(directory)]) == 0
    return directory


def rows(directory, table):
    with (directory / f"{table}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_every_table_and_plot_is_there(out):
    assert set(specs()) == set(TABLES)
    assert {path.name for path in out.iterdir()} == {
        "report.md",
        "in-full.md",
        *(f"{name}.csv" for name in TABLES),
        *(f"{name}.png" for name in PLOTS),
    }
    report = (out / "report.md").read_text()
    for name in PLOTS:
        assert (out / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert f"({name}.png)" in report
    for name in TABLES:
        table_rows = rows(out, name)
        assert table_rows
        assert all(None not in row and None not in row.values() for row in table_rows)
        assert f"### {name}:" in report
    assert "`minesolver bench reproduce --quick --boards 2 --seed 1`" in report
    assert "Quick run" in report
    # Of the quick run: three searches, one in two forms (B1.1), and two agents under three rules (B3.1).
    assert "Of 5 reported figures (with 10 readings)" in report


def test_reported_figures_stand_beside_ours(out):
    reported = {
        name: [row["reported"] for row in rows(out, name)] for name in ("B0.1", "B0.2", "B0.3")
    }
    # Advanced inference without the total stands in three readings.
    assert reported["B0.1"] == ["54.35", "62", *["63.95"] * 3, "78.225", "", ""]
    assert reported["B0.2"] == ["45.61", "45.05", *["47.34"] * 3, "58.41", "", ""]
    assert reported["B0.3"][:3] == ["100", "99.875", "99.75"]
    assert len(reported["B0.3"]) == 10
    assert [row["reported"] for row in rows(out, "B1.1")] == [
        "35.54",
        "35.77",
        "29.38",
        "29.38",
        "",
        "",
    ]
    assert [row["reported"] for row in rows(out, "B1.3")][:3] == ["399.91", "399.89", "360.17"]
    assert [row["reported ms"] for row in rows(out, "B1.2")][:3] == ["0.733", "0.731", "1.47"]
    assert [row["reported ms"] for row in rows(out, "B1.4")][:3] == ["50.322", "50.722", "68.37"]


def test_the_exact_agent_is_beside_each(out):
    assert "exact" in {row["player"] for row in rows(out, "P2")}
    # Nobody there is told it.
    assert "exact_total" not in {row["player"] for row in rows(out, "P2")}
    assert "exact_total" in {row["player"] for row in rows(out, "P1")}
    for name in ("P3", "P4", "P5", "P6", "B0.1", "B0.2", "B1.1", "B1.2", "B1.3", "B1.4"):
        assert {"exact", "exact_total"} <= {row["player"] for row in rows(out, name)}
    assert "exact" in {row["agent"] for row in rows(out, "B3.1")}


def test_blind_searches_visit_what_random_order_does(out):
    """6x6, 8 mines: the mines after the last of 27 safe cells in a random order of 35 are not visited."""
    tail = [comb(8, k) / comb(35, k) for k in range(1, 9)]  # P(the last k are all mines)
    mean = 36 - sum(tail)
    variance = sum((2 * k - 1) * p for k, p in enumerate(tail, 1)) - sum(tail) ** 2
    assert abs(mean - (36 - 8 / 28)) < 1e-9
    row_of_player = {row["player"]: row for row in rows(out, "B1.1")}
    for player in ("bfs", "dfs"):
        assert row_of_player[player]["runs"] == "100"
        assert abs(float(row_of_player[player]["formula"]) - mean) < 1e-6
        assert abs(float(row_of_player[player]["ours"]) - mean) < 4 * sqrt(variance / 100)
    # The simulations of the requirements, 29.03 and 29.66, with the spread of our own 100 games.
    for player, expected in (("best_first", 29.03), ("best_first_literal", 29.66)):
        error = (float(row_of_player[player]["high"]) - float(row_of_player[player]["low"])) / 4
        assert abs(float(row_of_player[player]["ours"]) - expected) < 4 * error
    assert float(row_of_player["exact"]["ours"]) < float(
        row_of_player["best_first_literal"]["ours"]
    )


def test_mines_everywhere_is_the_formula(out):
    for row in rows(out, "B0.4"):
        n = int(row["size"])
        assert float(row["baseline"]) == 0
        for player in ("advanced_total", "exact_total"):
            assert abs(float(row[player]) - 100 * (n * n - 1) / (n * n)) < 1e-6


def test_exact_values_of_the_decision_process(out):
    row_of = {(row["first click"], row["agent"]): row for row in rows(out, "B3.1")}
    expected = {
        "row-col": ("697/3888", "67/180", "1/2", "1", "1"),
        "cell": ("65/324", "2/5", "3/5", "3/5", "3/5"),
        "none": ("325/1944", "1/3", "1/2", "1/2", "1/2"),
    }
    agents = ("random", "random_unopened", "rational", "optimal_random_first", "optimal")
    for rule, values in expected.items():
        assert tuple(row_of[rule, agent]["exact"] for agent in agents) == values
    # The exact agent does not know the rule; without one, or where a clue says as much, it is optimal.
    assert row_of["cell", "exact"]["exact"] == "3/5"
    assert row_of["none", "exact"]["exact"] == "1/2"
    for row in row_of.values():
        p = float(Fraction(row["exact"]))
        assert abs(float(row["ours"]) - p) <= 4 * sqrt(p * (1 - p) / int(row["games"])) + 1e-9
    assert row_of["row-col", "random"]["fits 100 games"] == "yes"
    assert row_of["cell", "rational"]["fits 100 games"] == "yes"


def test_each_verdict_says_what_it_compares(out):
    """Time with and without the total: of two agents that pick alike, and the others named as unlike."""
    claims = {row["claim"]: row for row in rows(out, "R0.25") + rows(out, "R0.25-time")}
    claim = claims["seconds: likelihood_average > advanced_total"]
    assert claim["pairing"] == "both pick by average likelihood"
    assert "at random" in claims["seconds: advanced > advanced_total"]["pairing"]
    assert claims["score: advanced_total > likelihood_average"]["pairing"] == claim["pairing"]
    assert all(row["pairing"] for name, row in claims.items() if " > " in name)
    assert "processor time" in (out / "report.md").read_text()


def test_every_size_of_every_agent_is_in_the_plot_of_sizes(out):
    lines = {(row["player"], row["size"]) for row in rows(out, "P3")}
    agents = (
        "baseline",
        "advanced",
        "likelihood_average",
        "advanced_total",
        "exact",
        "exact_total",
    )
    assert lines == {(agent, size) for agent in agents for size in ("6", "10")}
    full = [
        float(row["mean"])
        for row in rows(out, "P3")
        if row["player"] == "advanced_total" and row["density"] == "1"
    ]
    assert full == [pytest.approx(100 * 35 / 36), pytest.approx(99)]


def test_a_whole_game_is_told(out):
    """Replayed by its rows alone: every query safe, every mark a mine, every cell decided once."""
    move_rows = rows(out, "R0.23")
    assert {row["what"] for row in move_rows} == {"pick", "query", "mark"}
    cells = {}
    for row in move_rows:
        r, c = (int(word) for word in row["cell"].strip("()").split(","))
        assert (r, c) not in cells
        cells[r, c] = row["shows"] in ("", "a mine")
        assert row["what"] != "query" or row["shows"].startswith("clue ")
        assert (row["what"] == "pick") == (row["rule"] == "least average likelihood")
    assert len(cells) == 25
    assert sum(cells.values()) == 6
    for row in move_rows:
        if row["shows"].startswith("clue "):
            r, c = (int(word) for word in row["cell"].strip("()").split(","))
            neighbour_values = [
                cells.get((r + i, c + j), False) for i in (-1, 0, 1) for j in (-1, 0, 1)
            ]
            assert sum(neighbour_values) == int(row["shows"][5:])
    log = (out / "in-full.md").read_text()
    log = log[log.index("## R0.23") :]
    assert log.count("  board: ") == log.count(": fringe ") > 20
    assert all(f"\n{row['step']}. {row['what']} {row['cell']}" in log for row in move_rows)


def test_states_of_a_search_flow_as_documented(out):
    """U becomes a digit, M becomes T, one cell a step, always one that was starred before."""
    states = [(row["state"].split("/"), row["with moves"].split("/")) for row in rows(out, "R1.2")]
    for (state_before, starred), (state_after, _) in pairwise(states[1:]):
        changed = [
            (r, c) for r in range(3) for c in range(3) if state_before[r][c] != state_after[r][c]
        ]
        ((r, c),) = changed
        assert starred[r][c] == "*"
        assert (state_before[r][c], state_after[r][c]) == ("M", "T") or (
            state_before[r][c] == "U" and state_after[r][c].isdigit()
        )
    assert "U" not in "".join(states[-1][0])


def test_memory_of_a_game(out):
    peak_of = {
        (row["density"], row["player"]): float(row["peak KiB"]) for row in rows(out, "R0.26")
    }
    assert len(peak_of) == 15
    # More than the 100 cells' states in bytes, and less than the largest board ever needs.
    assert all(10 < peak < 10_000 for peak in peak_of.values())


def test_long_tables_stand_on_a_page_of_their_own(out):
    report = (out / "report.md").read_text()
    assert "| density | total | layer |" not in report
    assert "[in full](in-full.md#missed)" in report
    in_full = (out / "in-full.md").read_text()
    assert in_full.index("| density | total | layer |") > in_full.index("## missed")


def test_no_layer_is_complete(out):
    table_rows = rows(out, "counterexamples")
    assert {row["complete"] for row in table_rows} == {"no"}
    assert len(table_rows) == 8 + 16
    examples = ROOT / "examples" / "counterexamples.mines"
    boards = [Board.parse(text) for text in examples.read_text().strip().split("\n\n")]
    report = (out / "report.md").read_text()
    assert all(str(row) in report for row in ("#1#\n1##\n##1", "112#\n####\n112#"))
    assert [board.mines for board in boards] == [None, 3]


def test_layers_miss_what_the_stronger_ones_find(out):
    missed_by = {
        (row["density"], row["total"], row["layer"]): int(row["missed"])
        for row in rows(out, "missed")
    }
    assert {layer for _, _, layer in missed_by} >= {"baseline", "subset", "bounds", "layered"}
    assert {total for _, total, _ in missed_by} == {"known", "unknown"}
    for (density, total, layer), missed in missed_by.items():
        if layer == "subset":
            assert missed <= missed_by[density, total, "baseline"]
            assert missed >= missed_by[density, total, "layered"]
    assert sum(missed for (_, _, layer), missed in missed_by.items() if layer == "baseline") > 0


def test_exact_probabilities_are_nearest_to_the_truth(out):
    for area in ("next to a clue", "elsewhere"):
        row_of = {row["estimate"]: row for row in rows(out, "brier") if row["cells"] == area}
        exact = row_of.pop("exact, total known")
        assert float(exact["distance from exact"]) == 0
        assert all(float(row["distance from exact"]) > 0 for row in row_of.values())
    # They have none there.
    assert row_of.keys() & {"max, total unknown", "average, total unknown"} == set()
    for row in rows(out, "calibration"):
        assert float(row["from"]) <= float(row["mean estimate"]) <= float(row["to"])
        assert float(row["low"]) <= float(row["share of mines"]) <= float(row["high"])


def test_processes_change_nothing_but_times(out, tmp_path):
    # Each kind of task.
    only = ["B0.4", "B1.3", "B1.4", "B3.1", "R0.23", "brier", "counterexamples"]
    arguments = [*QUICK, "--jobs", "2", "--only", ",".join(only), "--out", str(tmp_path)]
    assert main(["bench", "reproduce", *arguments]) == 0
    for name in only:
        hidden = TIMES.get(name, set())
        ours, theirs = (
            [{k: v for k, v in row.items() if k not in hidden} for row in rows(directory, name)]
            for directory in (out, tmp_path)
        )
        assert ours == theirs
    assert {path.stem for path in tmp_path.glob("*.csv")} == set(only)


def test_seeds_differ():
    games = [
        PlayTask("bfs", "search", 6, 8, seed, index).run() for seed in (1, 2) for index in range(6)
    ]
    assert [g.visited for g in games[:6]] != [g.visited for g in games[6:]]
    snapshots = [SnapshotTask(6, 6, seed, 0).run().deductions for seed in (1, 2)]
    assert str(snapshots[0]) != str(snapshots[1])


def test_players_of_a_point_meet_the_same_first_cell():
    """On a full board only the first cell is opened by who is told the total: a mine, all others proved."""
    for player in ("advanced_total", "exact_total"):
        result = PlayTask(player, "inference", 3, 9, 1, 0).run()
        assert (result.visited, result.mines_hit, result.picks) == (1, 1, 1)
        assert result.score == pytest.approx(100 * 8 / 9)
    # Not told it, the exact agent has no proof of anything.
    assert PlayTask("exact", "inference", 3, 9, 1, 0).run().score == 0


def test_averages_have_students_intervals():
    for freedom, value in {
        49: 2.010,
        99: 1.984,
    }.items():  # a printed table
        values = [float(k) for k in range(freedom + 1)]
        mean = average(values)
        assert (mean.high - mean.mean) / mean.spread * sqrt(freedom + 1) == pytest.approx(
            value, abs=5e-4
        )
    mean = average([1.0, 2.0, 3.0, 4.0, 5.0])
    assert mean.mean == 3
    assert isnan(mean.high)  # five values are too few to say
    assert mean.compatible(3 + 1.9 * sqrt(2.5 * (1 / 5 + 1 / 5)), 5)
    assert not mean.compatible(3 + 2.1 * sqrt(2.5 * (1 / 5 + 1 / 5)), 5)
    mean = average([1.0, 2.0, 3.0, 4.0, 5.0] * 10)
    assert mean.high - 3 == pytest.approx(2.009575 * sqrt(100 / 49 / 50))


def test_csv_and_cells_of_a_table():
    table = Reproduced(
        ("a", "b"),
        [(1.5, None), (Fraction(1, 3), True), (float("nan"), "x, y")],
        shown_columns=("b",),
    )
    assert table.csv() == 'a,b\n1.5,\n1/3,yes\n,"x, y"\n'
    assert table.cells() == [["b"], ["–"], ["yes"], ["x, y"]]


def test_an_interrupt_leaves_finished_tables_whole(tmp_path):
    def stop(done, total, table):
        if table == "counterexamples":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        reproduce(
            quick(ReproductionPlan()),
            tmp_path,
            only=["B3.1", "R3.12", "counterexamples"],
            progress=stop,
        )
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"B3.1.csv", "R3.12.csv", "R3.12.png", "report.md", "in-full.md"}
    assert "### R3.12:" in (tmp_path / "report.md").read_text()
    assert len(rows(tmp_path, "B3.1")) == 18


def test_bad_names_and_missing_matplotlib(tmp_path, monkeypatch, capsys):
    with pytest.raises(UnknownNameError, match="unknown table 'P9'"):
        specs(["P9"])
    assert main(["bench", "reproduce", "--only", "P9", "--out", str(tmp_path / "x")]) == 2
    assert "unknown table 'P9'" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert (
        main(["bench", "reproduce", "--quick", "--only", "B0.4", "--out", str(tmp_path / "x")]) == 3
    )
    message = capsys.readouterr().err
    assert re.fullmatch(r"minesolver: plots need matplotlib: pip install .*\[plot]'\n", message)
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    "arguments", [["bench"], ["bench", "nothing"], ["bench", "reproduce", "--boards", "0"]]
)
def test_bad_usage_is_exit_2(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
