"""Registries: lazy, closed to doubles, open to installed packages, and clear about what is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import EntryPoint, EntryPoints

import pytest

import minesolver as ms
from minesolver.base.errors import MinesolverError, UnknownNameError
from minesolver.base.registry import Registry
from minesolver.bench import Experiment
from minesolver.bench.batches import WorkBatch
from minesolver.cli import main
from minesolver.engine import ENGINES
from minesolver.engine.engine import Engine
from minesolver.io import formats
from minesolver.layers import LAYERS
from minesolver.model.geometries import GEOMETRIES
from minesolver.model.rules import RULES
from minesolver.players import PLAYERS
from minesolver.policy import Policy, Search

ALL = [ENGINES, LAYERS, PLAYERS, ms.policies, formats.FORMATS, RULES, GEOMETRIES]

mine = Engine("mine", "a test's", lambda board, limit: ENGINES.get("brute_force").run(board, limit))
several = {"mine": mine}


def installed(monkeypatch, **values):
    points = EntryPoints(
        EntryPoint(name, value, "minesolver.engines") for name, value in values.items()
    )
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda *, group: points.select(group=group)
    )
    return Registry(
        "engine", Engine, {"auto": "minesolver.engine.auto:ENGINE"}, "minesolver.engines"
    )


@pytest.mark.parametrize("registry", ALL, ids=lambda registry: registry.noun)
def test_every_name_gives_a_thing_of_that_name(registry):
    assert all(registry.get(name).name == name for name in registry.names())


@pytest.mark.parametrize("registry", ALL, ids=lambda registry: registry.noun)
def test_an_unknown_name_lists_the_known_ones(registry):
    nothing_like_it = "\u2603"  # so that nothing else can have been meant
    known = f"unknown {registry.noun} '{nothing_like_it}'; known: .*{registry.own[-1]}"
    with pytest.raises(UnknownNameError, match=known):
        registry.get(nothing_like_it)


@pytest.mark.parametrize("attribute", ["mine", "several", "named"])
def test_an_installed_package_adds_names(monkeypatch, attribute):
    registry = installed(monkeypatch, mine=f"{__name__}:{attribute}")
    assert registry.names() == ("auto", "mine")
    assert registry.own == ("auto",)
    assert registry.get("mine") is mine


def named(name):
    return several[name]


@pytest.mark.parametrize(
    "value, why",
    [("nowhere:ENGINE", "ModuleNotFoundError"), (f"{__name__}:ALL", "is a list, not Engine")],
)
def test_a_broken_package_is_named_and_spares_the_others(monkeypatch, value, why):
    registry = installed(monkeypatch, broken=value)
    with pytest.raises(
        MinesolverError, match=rf"engine 'broken' of an installed package \({value}\).*{why}"
    ):
        registry.get("broken")
    assert registry.get("auto").name == "auto"


def test_this_packages_names_cannot_be_taken(monkeypatch):
    registry = installed(monkeypatch, auto=f"{__name__}:mine")
    assert registry.get("auto") is ENGINES.get("auto")
    with pytest.raises(ValueError, match="already"):
        registry.register("auto", mine)


def test_an_engine_registered_by_hand_analyses(monkeypatch):
    monkeypatch.setattr(ENGINES, "loaded", {})
    ENGINES.register("mine", mine)
    assert "mine" in ms.engines()
    assert ms.analyze(ms.Board.parse("1#\n##", 1), "mine").solutions == 3


OUTSIDE = Policy(
    "outside", "short game trees and no more", "a test", "lookahead", Search(tree_layouts=20)
)


@pytest.fixture(params=["registered", "installed"])
def outside(request, monkeypatch):
    """A policy of another package, by either way in."""
    monkeypatch.setattr(ms.policies, "loaded", dict(ms.policies.loaded))
    if request.param == "registered":
        ms.policies.register("outside", OUTSIDE)
        return
    points = EntryPoints([EntryPoint("outside", f"{__name__}:OUTSIDE", "minesolver.policies")])
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda *, group: points.select(group=group)
    )
    monkeypatch.setattr(ms.policies, "_installed", None)


def test_a_policy_from_outside_plays_is_benched_and_can_be_chosen(outside, capsys):
    assert PLAYERS.names()[-1] == "outside"
    play = ["play", "--policy", "outside", "--level", "5x5/5", "--seed", "3", "--games"]
    assert main([*play, "1"]) == main([*play, "40"]) == 0
    assert "outside on 5x5/5" in capsys.readouterr().out
    experiment = Experiment(players=("outside",), boards=("5x5/5",), games=3)
    (setting,) = experiment.settings
    for fast in (True, False):
        batch = WorkBatch(replace(experiment, fast=fast), "games", setting, 1, ("outside",), 0, 3)
        rows = batch.run().games
        assert [row["outcome"] in ("won", "lost") for row in rows] == [True] * 3


def test_an_installed_package_is_found_by_its_files(tmp_path):
    """In a process that has not loaded `importlib.metadata`, which the registry does without where it can."""
    (tmp_path / "their_engines.py").write_text(
        "from minesolver.engine import ENGINES\nTHEIRS = ENGINES.get('kernel')\n"
    )
    information = tmp_path / "their_engines-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: their-engines\nVersion: 1.0\n"
    )
    script = "import sys, minesolver as ms\n"
    script += "print('theirs' in ms.engines(), 'importlib.metadata' in sys.modules)"

    def printed():
        return subprocess.run(
            [sys.executable, "-c", script],
            env=os.environ | {"PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()

    assert printed() == ["False", "False"]
    (information / "entry_points.txt").write_text(
        "[minesolver.engines]\ntheirs = their_engines:THEIRS\n"
    )
    assert printed() == ["True", "True"]
