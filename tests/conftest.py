from __future__ import annotations

import sys
from pathlib import Path

import pytest

import minesolver as ms

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "benchmarks")]


@pytest.fixture(scope="session")
def expert_positions():
    """(board, exact model count) pairs, one a line in the file, rows separated by slashes."""
    lines = (ROOT / "benchmarks" / "positions" / "expert.perft").read_text().splitlines()
    return [(ms.Board.parse(text), int(count)) for count, text in (line.split(maxsplit=1) for line in lines)]


def pytest_collection_modifyitems(items):
    for item in items:
        if (ROOT / "tests" / "browser") in item.path.parents:
            item.add_marker(pytest.mark.browser)
