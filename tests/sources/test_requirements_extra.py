"""Requirements of docs/requirements.md that no other test shows."""

from __future__ import annotations

import csv
import os
import statistics
import subprocess
import sys
from fractions import Fraction
from math import comb

import pytest
from paths import ROOT

import minesolver as ms
from minesolver.cli import main
from minesolver.game import Game, play_episode
from minesolver.players import PLAYERS
from minesolver.sources.document_rules import INFERENCE
from minesolver.sources.reproduce.reproduction_plan import ReproductionPlan, mines_at
from minesolver.sources.search import Evidence, infer


def rows(table):
    with (ROOT / "docs" / "reproduction" / f"{table}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def test_r0_1_grid_codes_read_back():
    """The numbers of the report are those of ``grid``: printed plainly, they are the same board."""
    board = ms.Board.parse("##3#*\n#####\n###31\n##210\n#2100")
    for gap in (" ", "\t"):
        text = "\n".join(gap.join(map(str, row)) for row in board.grid.tolist())
        assert text.startswith(f"-1{gap}-1{gap}3{gap}-1{gap}10\n")
        assert ms.Board.parse(text) == board


@pytest.mark.parametrize("name", ["baseline", "basic", "advanced", "advanced_total"])
def test_r0_10_proved_mines_are_marked_and_never_opened(name):
    flagged = 0
    for index in range(5):
        game = Game(10, 10, 20, INFERENCE, seed=4, index=index)
        episode = play_episode(game, PLAYERS.get(name).make())
        flags = {move.cell for move in episode.moves if move.action == "flag"}
        opened = {move.cell for move in episode.moves if move.action == "open"}
        assert not flags & opened
        assert flags == game.flags <= game.layout
        assert len(flags | opened) == 100
        assert any(move.proved for move in episode.moves if move.action == "open")
        flagged += len(flags)
    assert flagged > 20


def test_r0_22_the_density_grid():
    plan = ReproductionPlan()
    assert plan.densities == tuple(k / 20 for k in range(1, 21))
    assert plan.sizes == (10, 20, 30, 40)
    assert plan.boards == 50
    assert [mines_at(40, d) for d in (0.05, 0.15, 0.5, 0.7, 1.0)] == [80, 240, 800, 1120, 1600]
    points = {(int(row["size"]), float(row["density"])) for row in rows("P3")}
    assert points == {(size, density) for size in plan.sizes for density in plan.densities}


def test_r0_22_fifty_boards_in_every_curve():
    """Of the document's agents; the exact one, which it does not have, may have had fewer."""
    for table in ("P1", "P2", "P3", "P4", "P5", "P6"):
        board_counts = {
            row["boards"] for row in rows(table) if not row["player"].startswith("exact")
        }
        assert board_counts == {"50"}, table


def test_r0_25_score_falls_with_density():
    """Six boards of 12x12 a density: the means are tens of points apart, their errors a few."""

    def mean(name, mines):
        games = (Game(12, 12, mines, INFERENCE, seed=3, index=i) for i in range(6))
        return statistics.mean(play_episode(game, PLAYERS.get(name).make()).score for game in games)

    for name in ("baseline", "advanced", "advanced_total"):
        scores = [mean(name, mines) for mines in (14, 43, 94)]
        assert scores[0] > scores[1] + 5
        assert scores[1] > scores[2] + 5


def test_x0_3_reported_scores_are_fifths_of_a_mine():
    """A mean over five boards is one; the figures of density 0.7 in B0.2 are rounded too much to tell."""
    # One of them stands in several readings.
    row_by_score = {row["reported of"]: row for row in rows("B0.1")}
    rows_and_densities = [(row, "0.5") for row in row_by_score.values()] + [
        (row, row["density"]) for row in rows("B0.3")
    ]
    fifths = [
        Fraction(row["reported"]) / 100 * mines_at(40, float(density)) * 5
        for row, density in rows_and_densities
        if row["reported"]
    ]
    assert len(fifths) == 14
    assert all(abs(number - round(number)) < Fraction(1, 50) for number in fifths)


def test_x0_5_the_claim_is_checked():
    claims = {row["claim"]: row["holds"] for row in rows("R0.25")}
    below = {
        name: holds for name, holds in claims.items() if "below 50 just above density 0.5" in name
    }
    assert len(below) == 4
    reported = {row["player"]: float(row["reported"]) for row in rows("B0.1") if row["reported"]}
    # The document's own table has every engine above 50 at 0.5, and one at 0.7 too.
    assert min(reported.values()) > 50
    at_seven = {row["player"]: float(row["reported"]) for row in rows("B0.2") if row["reported"]}
    assert [name for name, score in at_seven.items() if score > 50] == ["advanced_total"]
    assert below["score of advanced_total below 50 just above density 0.5"] == "no"


def test_x1_1_eight_mines():
    """29.38 visited cells were reported: no fewer than the safe ones, so more than six mines on 6x6."""
    ((size, mines), _) = ReproductionPlan().searches
    assert (size, mines) == (6, 8)
    assert 36 - 5 > 29.38 > 36 - mines


@pytest.mark.parametrize("size, mines", [(5, 5), (8, 15)])
def test_r1_11_the_shown_sizes_play_step_by_step(size, mines, capsys):
    arguments = ["--rows", str(size), "--cols", str(size), "--mines", str(mines), "--seed", "2"]
    rules = ["--first-click", "fixed:0,0", "--after-mine", "continue", "--reveal", "single"]
    assert main(["play", *arguments, *rules, "--policy", "best_first"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1. open (0,0)")
    opened = sum(line.partition(" ")[2].startswith("open ") for line in out.splitlines())
    assert size * size - mines <= opened <= size * size


def test_l1_2_evidence_by_subsets_misses_an_overlap():
    """The overlap example: B is a mine and E, F, G are safe in both models; subsets find none of it."""
    a, b, c, d, e, f, g = ((0, k) for k in range(7))
    evidence = [
        Evidence(frozenset({a, b, c}), 2),
        Evidence(frozenset({b, c, d}), 2),
        Evidence(frozenset({c, d, e, f, g}), 1),
    ]
    assert infer(evidence) == (set(), set())


def test_r4_9_eight_by_eight_is_counted():
    """2^63 sets of cells, or C(63, 8) layouts: counted at once, and refused by plain enumeration."""
    board = ms.Board.parse("\n".join(["1#######"] + ["########"] * 7), mines=8)
    analysis = ms.analyze(board)
    assert analysis.solutions == 3 * comb(60, 7)
    assert analysis.exact(0, 1) == Fraction(1, 3)
    assert analysis.exact(7, 7) == Fraction(7, 60)
    with pytest.raises(ms.EngineLimitError, match="brute_force"):
        ms.analyze(board, "brute_force")


def test_rd_4_answers_do_not_depend_on_hashing():
    """Sets of strings iterate differently under another hash seed; no line of output may."""
    code = (
        "import minesolver as ms; a = ms.analyze(ms.Board.from_file('examples/expert.mines')); "
        "print(a.solutions, a.best, [str(a.exact(r, c)) for r, c in a.board.where(-1)], "
        "*map(repr, a.reasons.values()))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
    assert outputs.pop().count("Reason(") > 20
