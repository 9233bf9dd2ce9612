"""Import paths that documents and other tools use stay, wherever the code behind them lives."""

from __future__ import annotations

from importlib import import_module

import pytest
from paths import ROOT

PATHS = {
    "cs50": "Minesweeper MinesweeperAI Sentence",
    "mdp": "Environment Game OptimalSolver RationalAgentPlay measure_performance value_iteration",
    "sources.inference": "CellRecord INFERENCE KnowledgeBase LAYERS deduce likelihoods records",
    "sources.search": "SEARCH Evidence MoveGen GoalTest BreadthFirstSearch DepthFirstSearch BestFirstSearch",
}


@pytest.mark.parametrize("name", PATHS)
def test_public_path(name):
    module = import_module(f"minesolver.{name}")
    for public in (*PATHS[name].split(), *getattr(module, "__all__", ())):
        assert hasattr(module, public), public


def test_the_readers_of_a_source_document_are_led_to_it():
    """From README and index to the page of the documents, and there each with its import, in one place."""
    root = ROOT
    assert "(docs/documents.md)" in (root / "README.md").read_text()
    assert "(documents.md)" in (root / "docs" / "index.md").read_text()
    page = (root / "docs" / "documents.md").read_text()
    assert all(f"`minesolver.{name}`" in page for name in PATHS)
