"""A puzzle with too many states to count is listed instead."""

from __future__ import annotations

import minesolver as ms
from minesolver.engine import auto


def test_a_puzzle_with_too_many_states_is_listed_instead(monkeypatch):
    puzzle = ms.Puzzle("abc", mines=1)
    puzzle.add_table("ab", ["01", "10"])  # no sum, which the core would count
    expected = ms.analyze(puzzle, "brute_force")

    def refuse(*_):
        raise ms.EngineLimitError("too many states; no answer is given")

    monkeypatch.setattr(auto, "_count", refuse)
    listed = ms.analyze(puzzle)
    assert (listed, listed.engine) == (expected, "auto")
    # Where they are too many to be listed as well, what is proved is still told.
    proved_only = ms.analyze(puzzle, limit=ms.Limit(solutions=1))
    assert (proved_only.safe, proved_only.mines, proved_only.proved_complete) == (
        expected.safe,
        expected.mines,
        True,
    )
    assert not proved_only.is_exact
