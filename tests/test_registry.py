"""Registries: lazy, closed to doubles, open to installed packages, and clear about what is wrong."""

from __future__ import annotations

from importlib.metadata import EntryPoint, EntryPoints

import pytest

import minesolver as ms
from minesolver import players
from minesolver.base.errors import MinesolverError, UnknownNameError
from minesolver.base.registry import Registry
from minesolver.engines import ENGINES
from minesolver.engines.engine import Engine
from minesolver.io import formats
from minesolver.layers import LAYERS
from minesolver.model.geometries import GEOMETRIES
from minesolver.model.rules import RULES
from minesolver.policies import POLICIES

ALL = [ENGINES, LAYERS, players.PLAYERS, POLICIES, formats.FORMATS, RULES, GEOMETRIES]

mine = Engine("mine", "a test's", lambda board, limit: ENGINES.get("brute_force").run(board, limit))
several = {"mine": mine}


def installed(monkeypatch, **values):
    points = EntryPoints(EntryPoint(name, value, "minesolver.engines") for name, value in values.items())
    monkeypatch.setattr("importlib.metadata.entry_points", lambda *, group: points.select(group=group))
    return Registry("engine", Engine, {"auto": "minesolver.engines.auto:ENGINE"}, "minesolver.engines")


@pytest.mark.parametrize("registry", ALL, ids=lambda registry: registry.what)
def test_every_name_gives_a_thing_of_that_name(registry):
    assert all(registry.get(name).name == name for name in registry.names())


@pytest.mark.parametrize("registry", ALL, ids=lambda registry: registry.what)
def test_an_unknown_name_lists_the_known_ones(registry):
    known = f"unknown {registry.what} 'nobody'; known: .*{registry.own[-1]}"
    with pytest.raises(UnknownNameError, match=known):
        registry.get("nobody")


@pytest.mark.parametrize("attribute", ["mine", "several", "named"])
def test_an_installed_package_adds_names(monkeypatch, attribute):
    registry = installed(monkeypatch, mine=f"{__name__}:{attribute}")
    assert registry.names() == ("auto", "mine")
    assert registry.own == ("auto",)
    assert registry.get("mine") is mine


def named(name):
    return several[name]


@pytest.mark.parametrize(
    "value, why", [("nowhere:ENGINE", "ModuleNotFoundError"), (f"{__name__}:ALL", "is a list, not Engine")]
)
def test_a_broken_package_is_named_and_spares_the_others(monkeypatch, value, why):
    registry = installed(monkeypatch, broken=value)
    with pytest.raises(MinesolverError, match=rf"engine 'broken' of an installed package \({value}\).*{why}"):
        registry.get("broken")
    assert registry.get("auto").name == "auto"


def test_this_packages_names_cannot_be_taken(monkeypatch):
    registry = installed(monkeypatch, auto=f"{__name__}:mine")
    assert registry.get("auto") is ENGINES.get("auto")
    with pytest.raises(ValueError, match="already"):
        registry.register("auto", mine)


def test_an_engine_registered_by_hand_analyses(monkeypatch):
    monkeypatch.setattr(ENGINES, "_loaded", {})
    ENGINES.register("mine", mine)
    assert "mine" in ms.engines()
    assert ms.analyze(ms.Board.parse("1#\n##", 1), "mine").solutions == 3
