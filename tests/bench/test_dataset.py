"""Datasets: the same rows for the same seed, splits that share nothing, labels as other engines count."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from fractions import Fraction

import learners
import numpy as np
import pytest

import minesolver as ms
from minesolver import cli
from minesolver.bench import processes
from minesolver.bench.dataset import SPLITS, DatasetPlan, _guess_kind, keys_of, make, part
from minesolver.cli import main
from minesolver.layers import deduce
from minesolver.testing.brute_force import marginals

SIZES = ("5x5/5", "6x6/7")


def rows_of(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.fixture(scope="module")
def dataset_files(tmp_path_factory):
    out = tmp_path_factory.mktemp("data")
    return {split: make(DatasetPlan(split, 3, SIZES), out, 60) for split in SPLITS}


def images(text):
    """A position and its mirror images, by hand."""
    rows = [list(line) for line in text.splitlines()[1:]]
    mirror_images = set()
    for _ in range(4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        mirror_images |= {str(rows), str([row[::-1] for row in rows])}
    return mirror_images


def test_no_position_nor_a_mirror_image_is_there_twice_in_any_split(dataset_files):
    seen_images: set[str] = set()
    for file in dataset_files.values():
        for row in rows_of(file):
            row_images = images(row["board"])
            assert not row_images & seen_images
            seen_images |= row_images


@pytest.mark.parametrize("shape", [(4, 4), (3, 5), (9, 16), (1, 3)])
def test_positions_have_one_key_where_they_are_mirror_images_of_each_other(shape):
    random = np.random.default_rng(1)
    positions = [random.integers(-1, 2, shape).astype(np.int8) for _ in range(60)]
    positions += [np.full(shape, -1, np.int8), np.zeros(shape, np.int8)]
    first_image_of_key: dict[bytes, str] = {}
    for position in positions:
        mirror_images = []
        for upright_or_turned in (position, position.T):
            for in_order in (upright_or_turned, upright_or_turned[::-1]):
                mirror_images += [in_order, in_order[:, ::-1]]
        keys = {keys_of([image.tobytes()], image.shape, 3)[0] for image in mirror_images}
        assert len(keys) == 1
        first_image = min(str(image.tolist()) for image in mirror_images)
        assert first_image_of_key.setdefault(keys.pop(), first_image) == first_image
    assert len({*first_image_of_key.values()}) == len(first_image_of_key)
    with pytest.raises(ValueError, match="not of this size"):
        keys_of([bytes(5)], shape, 3)


def test_a_dataset_is_the_same_again_and_after_it_was_ended_half_way(dataset_files, tmp_path):
    file = dataset_files["test"]
    plan = DatasetPlan("test", 3, SIZES)
    made_again = make(plan, tmp_path, 60, processes(2))
    assert made_again.read_bytes() == file.read_bytes()
    part_files = sorted((tmp_path / "parts" / "test-3").glob("*.jsonl"))
    part_files[1].unlink()
    first_written = part_files[0].stat().st_mtime_ns
    assert make(plan, tmp_path, 60).read_bytes() == file.read_bytes()
    assert part_files[0].stat().st_mtime_ns == first_written
    with pytest.raises(ms.MinesolverError, match="another dataset"):
        make(DatasetPlan("test", 3, ("5x5/5",)), tmp_path, 5)


def test_labels_are_what_other_engines_and_a_model_counter_say(dataset_files):
    rows = rows_of(dataset_files["train"])[::4]
    assert learners.check(rows, ["elimination", "pysat", "cpsat"]) > 100
    wrong = rows[0] | {"exact": [[p and "1/7" for p in line] for line in rows[0]["exact"]]}
    with pytest.raises(AssertionError, match="pysat"):
        learners.check([wrong], ["pysat"])
    pytest.importorskip("pyganak")
    learners.check(rows_of(dataset_files["validation"])[::3], ["ganak"])
    with pytest.raises(AssertionError, match="ganak"):
        learners.check([wrong | {"solutions": "1000001"}], ["ganak"])


def test_a_cluster_makes_the_same_rows(dataset_files, tmp_path, distributed):
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        words = ["--split", "test", "--seed", "3", "-n", "60", "--dask", cluster.scheduler_address]
        assert cli.main(["dataset", "--out", str(tmp_path), *words, "--sizes", *SIZES]) == 0
    assert (tmp_path / "test.jsonl").read_bytes() == dataset_files["test"].read_bytes()


KILLED = """
import os, signal, sys
from pathlib import Path
from minesolver.bench import dataset
from minesolver.cli import main

def write_and_die(file, data):
    write_whole(file, data)
    if file.suffix == ".jsonl":
        os.kill(os.getpid(), signal.SIGKILL)

write_whole, dataset.write_whole = dataset.write_whole, write_and_die
sys.exit(main(sys.argv[1:]))
"""
"""A command that is killed when its first part is written, on a machine of any speed."""


def test_killed_it_is_taken_up_without_loss(dataset_files, tmp_path):
    words = ["dataset", "--out", str(tmp_path), "--split", "test", "--seed", "3", "-n", "60"]
    words += ["--sizes", *SIZES]
    killed = subprocess.run([sys.executable, "-c", KILLED, *words], check=False)
    assert killed.returncode == -signal.SIGKILL
    (part_file,) = tmp_path.glob("parts/*/*.jsonl")
    written = part_file.stat().st_mtime_ns
    assert not (tmp_path / "test.jsonl").exists()
    assert main(words) == 0
    assert part_file.stat().st_mtime_ns == written  # it is not made again
    assert (tmp_path / "test.jsonl").read_bytes() == dataset_files["test"].read_bytes()


def test_stages_layers_guesses_and_best_moves(dataset_files):
    rows = [row for file in dataset_files.values() for row in rows_of(file)]
    assert {row["stage"] for row in rows} == {"opening", "middle", "end"}
    assert {"baseline", "subset"} <= {row["layer"] for row in rows}
    order = ["baseline", "subset", "layered", "layered_bounds"]
    names = ["baseline", "subset", "intersection", "bounds", "counting"]
    for row in rows[::2]:
        board = ms.Board.parse(row["board"])
        safe = [any(deduce(board, layer).safe) for layer in order]
        if row["safe"]:
            assert row["layer"] == names[safe.index(True) if any(safe) else 4]
            assert (row["best"], row["best_by"], row["guess"]) == (row["safe"], "proof", None)
            continue
        assert row["layer"] is None
        exact = {c: Fraction(row["exact"][c[0]][c[1]]) for c in board.where(ms.HIDDEN)}
        if row["guess"] == "even":
            assert min(exact.values()) == Fraction(1, 2)
        if row["best_by"] == "risk":
            assert {exact[tuple(c)] for c in row["best"]} == {min(exact.values())}
        else:
            assert row["best_by"] == "winning chance"
            for cell in row["best"]:
                assert ms.grade(board, tuple(cell)).regret.fraction == 0
            for cell in list(exact)[::3]:
                label = row["regret"][cell[0]][cell[1]]
                assert label is None or ms.grade(board, cell).regret.fraction == Fraction(label)


def test_rare_strata_are_there_and_parts_depend_on_nothing_else():
    plan = DatasetPlan("train", 9, ("8x8/12",))
    first_part, second_part = part(plan, 0), part(plan, 1)
    assert part(plan, 1) == second_part != first_part
    assert len({(row["stage"], row["layer"] or row["guess"]) for row in first_part}) >= 5


def test_without_pyarrow_parquet_is_refused_before_anything_is_made(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    folder = tmp_path / "data"
    assert main(["dataset", "--out", str(folder), "-n", "3", "--sizes", "5x5/5", "--parquet"]) == 3
    assert "Parquet needs pyarrow" in capsys.readouterr().err
    assert not folder.exists()


def test_the_command_with_a_sheet_and_parquet(tmp_path, capsys):
    pyarrow = pytest.importorskip("pyarrow.parquet")
    words = [
        "dataset",
        "--out",
        str(tmp_path),
        "-n",
        "12",
        "--sizes",
        *SIZES,
        "--sheet",
        "--parquet",
    ]
    assert cli.main(words) == 0
    written = capsys.readouterr().out.split()
    assert [name.rpartition("/")[2] for name in written] == [
        "train.jsonl",
        "train.md",
        "train.parquet",
        "train-sheet.md",
    ]
    rows = rows_of(tmp_path / "train.jsonl")
    assert pyarrow.read_table(tmp_path / "train.parquet").to_pylist() == rows
    card = (tmp_path / "train.md").read_text()
    assert "| size | 5x5/5 |" in card
    assert "size_categories: [n<1K]" in card
    sheet = (tmp_path / "train-sheet.md").read_text()
    assert "so (" in sheet.partition("# Answers")[2]
    # Other rows in the same folder: the files that are there have them as well.
    other_rows = ["dataset", "--out", str(tmp_path), "-n", "2", "--seed", "9", "--sizes", "5x5/5"]
    assert cli.main(other_rows) == 0
    assert capsys.readouterr().out.split() == written
    rows_now = rows_of(tmp_path / "train.jsonl")
    assert len(rows_now) == 2
    assert pyarrow.read_table(tmp_path / "train.parquet").to_pylist() == rows_now
    assert (tmp_path / "train-sheet.md").read_text() != sheet
    assert cli.main(["dataset", "--out", str(tmp_path), "--sizes", "1x9/2"]) == 2
    shutil.rmtree(tmp_path)
    assert np.unique([row["key"] for row in rows]).size == 12


def test_the_table_of_baselines_and_the_errors_of_incomplete_oracles(dataset_files):
    rows = rows_of(dataset_files["test"])
    exact = learners.baseline(rows, learners.player_choice("safest"))
    assert exact[0].startswith("100.0")
    assert exact[1].startswith("100.0")
    assert exact[2].startswith("0.0000 (0.0000-0.0")
    assert exact[3] == "0"
    error_counts = learners.oracle_errors((6, 6, 7), 10)
    assert error_counts["one clue"][0] == error_counts["all rules"][0] > 0
    for missed in (1, 3, 5):
        assert (
            error_counts["one clue"][missed]
            >= error_counts["two clues"][missed]
            >= error_counts["all rules"][missed]
        )


def test_a_size_in_which_no_game_begins_is_told_before_anything_is_written(tmp_path, capsys):
    out = tmp_path / "data"
    assert cli.main(["dataset", "--out", str(out), "-n", "9", "--sizes", "5x5/5", "3x3/2"]) == 2
    assert "size 3x3/2: the game cannot start at (1, 1)" in capsys.readouterr().err
    assert not out.exists()


def test_a_folder_of_another_dataset_says_what_to_do(tmp_path):
    make(DatasetPlan("test", 1, ("5x5/5",)), tmp_path, 1)
    with pytest.raises(
        ms.MinesolverError, match="delete this folder, or make the new one elsewhere"
    ):
        make(DatasetPlan("test", 1, ("5x5/4",)), tmp_path, 1)


@pytest.mark.parametrize(
    "text, number, kind",
    [("3x4x2\n####\n#1##\n##1#", 2, "tied"), ("3x4x3\n#1##\n####\n###1", 1, "single")],
)
def test_two_cells_of_the_least_risk_are_tied(text, number, kind):
    board = ms.Board.parse(text)
    _, risks = marginals(board.grid.tolist(), board.mines)
    assert [*risks.values()].count(min(risks.values())) == number
    assert _guess_kind(ms.analyze(board)) == kind


def test_boards_with_too_few_positions_end_in_an_error(monkeypatch, tmp_path):
    monkeypatch.setattr("minesolver.bench.dataset._ROUNDS_WITHOUT_ROWS", 2)
    with pytest.raises(
        ms.MinesolverError, match=r"4x4/1 have few different positions: .* 0 rows of 5"
    ):
        make(DatasetPlan("train", 0, ("4x4/1",)), tmp_path, 5)
