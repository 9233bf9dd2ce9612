"""Import paths that documents and other tools use stay, wherever the code behind them lives."""

from __future__ import annotations

from importlib import import_module

import pytest

PATHS = {
    "agents": "Agent Move Player get make names",
    "cs50": "Minesweeper MinesweeperAI Sentence",
    "formats": "get names parse parse_many read_text",
    "layers": "Deduction Inference KnowledgeBase Layer deduce get names",
    "layouts": "Layout encode read write_text",
    "mdp": "Environment Game OptimalSolver RationalAgentPlay measure_performance value_iteration",
    "policy": "Policy Recommendation get names recommend",
    "replays": "Replay Step parse positions read",
}


@pytest.mark.parametrize("name", PATHS)
def test_public_path(name):
    module = import_module(f"minesolver.{name}")
    assert set(PATHS[name].split()) <= set(module.__all__)
    assert all(hasattr(module, public) for public in module.__all__)
