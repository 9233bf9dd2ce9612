"""A short run of the fuzzers of tests/fuzz.py, which run longer by command."""

from __future__ import annotations

import fuzz
import pytest


@pytest.mark.parametrize(
    "kind, number",
    [("texts", 1500), ("boards", 20), ("protocol", 300), ("puzzles", 300)],
)
def test_nothing_breaks(kind, number, thorough):
    for i in range(number if thorough else number // 2):
        fuzz.check(kind, 1, i)
