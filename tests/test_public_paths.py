"""Import paths that documents and other tools use stay, wherever the code behind them lives."""

from __future__ import annotations

from importlib import import_module

import pytest

PATHS = {
    "cs50": "Minesweeper MinesweeperAI Sentence",
    "mdp": "Environment Game OptimalSolver RationalAgentPlay measure_performance value_iteration",
}


@pytest.mark.parametrize("name", PATHS)
def test_public_path(name):
    module = import_module(f"minesolver.{name}")
    assert set(PATHS[name].split()) <= set(module.__all__)
    assert all(hasattr(module, public) for public in module.__all__)
