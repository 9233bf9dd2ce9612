"""The public checks pass on everything that is registered, and fail on what breaks one of their laws."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minesolver as ms
from minesolver.counting.problem import ContradictionError
from minesolver.engine import ENGINES
from minesolver.engine.engine import Engine
from minesolver.model.analysis import Outcome
from minesolver.model.geometries import GEOMETRIES
from minesolver.model.rules import RULES
from minesolver.players import PLAYERS, Agent, Move
from minesolver.testing import check_engine, check_player, check_rules

PLUGIN = Path(__file__).parents[2] / "examples" / "plugin"


@pytest.mark.slow
@pytest.mark.parametrize("name", ms.engines())
def test_every_engine_passes(name, thorough):
    check_engine(name, number=12 if thorough else 4)


@pytest.mark.parametrize("name", PLAYERS.names())
def test_every_player_passes(name):
    check_player(name, games=2)


@pytest.mark.parametrize("name", [name for name in (*RULES, *GEOMETRIES) if name != "4d"])
def test_every_rule_and_geometry_passes(name, thorough):
    check_rules(name, number=8 if thorough else 2)


# ---------------------------------------------------------------- engines that break a law


def spoilt(change, board, limit):
    outcome = ENGINES.get("elimination").run(board, limit)
    risks = np.asarray(outcome.probability).reshape(board.shape)
    answers: dict[str, Any] = {"proof": outcome.proof, "solutions": outcome.solutions}
    change(board, risks, answers)
    return outcome._replace(**answers)


def shift(board, risks, answers):
    risks[(board.grid == -1) & (risks > 0) & (risks < 1)] *= 1.001


def forget_proofs(board, risks, answers):
    answers["proof"][answers["proof"] == 1] = 0


def claim_too_much(board, risks, answers):
    claimed = board._unknown & (answers["proof"] != 2)
    answers["proof"][claimed] = 1
    risks[claimed.reshape(board.shape)] = 0.0


def miscount(board, risks, answers):
    answers["solutions"] += 1


def know_too_little(board, risks, answers):
    answers["is_exact"] = False


def favour_the_first_row(board, risks, answers):
    risks[0][board.grid[0] == -1] *= 1 - 1e-6


@pytest.mark.parametrize(
    "change, law",
    [
        (shift, "P\\(mine\\)"),
        (forget_proofs, "safe holds all safe cells"),
        (claim_too_much, "called safe is safe"),
        (miscount, "solutions is"),
        (know_too_little, "is_exact"),
    ],
)
def test_a_wrong_engine_is_caught(change, law):
    with pytest.raises(AssertionError, match=law):
        check_engine(Engine("spoilt", "", partial(spoilt, change), rational=False))


def test_an_engine_that_favours_a_side_is_caught():
    engine = Engine(
        "spoilt", "", partial(spoilt, favour_the_first_row), exact=False, rational=False
    )
    with pytest.raises(AssertionError):
        check_engine(engine)


def test_an_engine_that_answers_a_contradiction_is_caught():
    def run(board, limit):
        try:
            return ENGINES.get("elimination").run(board, limit)
        except ContradictionError:
            return ENGINES.get("elimination").run(ms.Board.parse("1#"), limit)

    with pytest.raises(AssertionError, match="no layout fits"):
        check_engine(Engine("blind", "", run))


def test_an_engine_that_is_whole_under_no_limit_only_is_caught():
    def run(board, limit):
        whole_answer = ENGINES.get("elimination").run(board, ms.Limit())
        if limit.seconds is None or not np.isin(board.grid, -1).any():
            return whole_answer
        risks = np.where(board._unknown, 0.5, whole_answer.probability)
        return Outcome(risks, np.zeros_like(whole_answer.proof), solutions=1)

    with pytest.raises(AssertionError, match="under a limit"):
        check_engine(Engine("hasty", "", run))


# ---------------------------------------------------------------- players that break a law


class Spoilt:
    """Plays as the safest agent does, except for what ``change`` makes of a move."""

    def __init__(self, change):
        self.change, self.inner, self.games = change, PLAYERS.get("safest").make(), 0

    def start(self, *game):
        self.games += 1
        self.inner.start(*game)

    def move(self, board):
        return self.change(self, board, self.inner.move(board))


def open_an_open_cell(player, board, move):
    opened = board.where(0) or board.where(1)
    return Move(opened[0], "open", False, None, "why not") if opened else move


def claim_proofs(player, board, move):
    return move and replace(move, proved=True, probability=0.0)


def give_up(player, board, move):
    return move if not board.where(0) else None


def remember(player, board, move):
    if player.games > 1 and len(board.where(-1)) == 30:
        return Move((4, 5), "open", False, None, "a change")
    return move


@pytest.mark.parametrize(
    "change, law",
    [
        (open_an_open_cell, "not legal"),
        (claim_proofs, "claims a proof"),
        (give_up, "stops before"),
        (remember, "moves otherwise"),
    ],
)
def test_a_wrong_player_is_caught(change, law):
    with pytest.raises(AssertionError, match=law):
        check_player(Agent("spoilt", "", "", partial(Spoilt, change)), games=10)


# ---------------------------------------------------------------- a package of its own


@pytest.mark.slow
def test_a_package_outside_adds_one_of_each_kind(tmp_path):
    """The example as installed: its modules on the path, its metadata beside them."""
    project = tomllib.loads((PLUGIN / "pyproject.toml").read_text())["project"]
    info = tmp_path / "minesolver_example-0.1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 0.1\n"
    )
    (info / "entry_points.txt").write_text(
        "".join(
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
            for group, points in project["entry-points"].items()
        )
    )
    path = os.pathsep.join([str(tmp_path), str(PLUGIN / "src"), str(Path(ms.__file__).parents[1])])
    run = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "0",
            "-p",
            "no:cacheprovider",
            "--rootdir",
            str(PLUGIN),
            str(PLUGIN),
        ],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    solve = subprocess.run(
        [sys.executable, "-m", "minesolver", "solve", "-", "--engine", "products", "--json"],
        env=os.environ | {"PYTHONPATH": path},
        input="2x2x1\n1#\n##\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert '"engine": "products"' in solve.stdout
